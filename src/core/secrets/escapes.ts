/** A part of a text: offsets in UTF-16 code units, the end exclusive. */
export type Stretch = readonly [start: number, end: number];

/** A text whose escapes were read. */
interface View {
  readonly text: string;
  /** Answers where a part of it stands in the text that has the escapes. */
  readonly toSource: (stretch: Stretch) => Stretch;
}

/** A character in UTF-8, else one byte, each byte behind `mark`. */
const inBytes = (mark: string): string => {
  const next = `${mark}[89ab][0-9a-f]`;
  return `${mark}(?:[0-7][0-9a-f]|[cd][0-9a-f]${next}|e[0-9a-f](?:${next}){2}|f[0-7](?:${next}){3}|[89a-f][0-9a-f])`;
};

/** The names of HTML for the characters of ASCII. */
const NAMED: Readonly<Record<string, string>> = Object.fromEntries(
  (
    'excl! quot" num# dollar$ percnt% amp& apos\' lpar( rpar) ast* plus+ comma, period. sol/ colon: semi; lt< equals= gt> quest? commat@ ' +
    'lsqb[ bsol\\ rsqb] hat^ lowbar_ grave` lcub{ verbar| rcub}'
  )
    .split(' ')
    .map(pair => [pair.slice(0, -1), pair.slice(-1)]),
);

const PROGRAM = new RegExp(`\\\\u[0-9a-f]{4}|\\\\u\\{[0-9a-f]{1,6}\\}|${inBytes('\\\\x')}|\\\\[0-3][0-7]{2}|\\\\[\\s\\S]`);
const PERCENT = new RegExp(inBytes('%'));
const HTML = new RegExp(`&(?:#x[0-9a-f]{1,8}|#[0-9]{1,9}|${Object.keys(NAMED).join('|')});`);
/** Of mail, with the ends of lines that it adds. */
const QUOTED = new RegExp(`=\\r?\\n|${inBytes('=')}`);

/** Escapes of one character: of any kind, and of one kind alone, where what begins another one is a part of the text. */
const KINDS = [[PROGRAM, PERCENT, HTML], [PERCENT], [HTML], [QUOTED]].map(
  kinds => new RegExp(kinds.map(({source}) => source).join('|'), 'gi'),
);

/** White space, also as programs escape it, and what takes no space: an encoder that breaks lines adds it, others change or drop it. */
const SPACE = /(?:\s|[\u200b-\u200d\u2060]|\\[nrt])+/g;

const CONTROLS: Readonly<Record<string, string>> = {n: '\n', r: '\r', t: '\t', b: '\b', f: '\f', v: '\v', '0': '\0'};

/** A JSON text within a JSON text, in a URL, in HTML. */
const MOST_ROUNDS = 4;

/** The text with its escapes read once, then those that this brought to light, and so on; empty where it has none. */
export function listViews(text: string): View[] {
  return KINDS.flatMap(kind => {
    const views: View[] = [];
    let last: View = {text, toSource: stretch => stretch};
    for (let round = 0; round < MOST_ROUNDS; round++) {
      const {toSource} = last;
      const next = readOnce(last.text, kind);
      if (next === null) break;
      last = {text: next.text, toSource: stretch => toSource(next.toSource(stretch))};
      views.push(last);
    }
    return views;
  });
}

/** The text without white space; null where it has none. */
export function viewTogether(text: string): View | null {
  return readOnce(text, SPACE, () => '');
}

function readOnce(text: string, kind: RegExp, read: (match: string) => string = readEscape): View | null {
  const parts: string[] = [];
  // The offsets at which the text goes on behind each escape, in what was read and in the source.
  const ends: number[] = [0];
  const source: number[] = [0];
  let length = 0;
  let from = 0;
  for (const match of text.matchAll(kind)) {
    const part = text.slice(from, match.index) + read(match[0]);
    parts.push(part);
    from = match.index + match[0].length;
    length += part.length;
    ends.push(length);
    source.push(from);
  }
  if (parts.length === 0) return null;
  parts.push(text.slice(from));
  const toSource = (offset: number) => {
    const last = findLast(ends, offset);
    return (source[last] as number) + offset - (ends[last] as number);
  };
  return {text: parts.join(''), toSource: ([start, end]) => [toSource(start), toSource(end)]};
}

function readEscape(text: string): string {
  const rest = text.slice(1);
  if (/^(?:%|=[0-9a-f]|\\x.)/i.test(text)) return readBytes(text);
  if (text.startsWith('=')) return '';
  if (text.startsWith('\\u') && rest.length > 1) return readPoint(Number.parseInt(rest.replace(/[u{}]/gi, ''), 16), text);
  if (text.startsWith('\\')) return rest.length > 1 ? String.fromCharCode(Number.parseInt(rest, 8)) : (CONTROLS[rest] ?? rest);
  const name = rest.slice(0, -1).toLowerCase();
  if (!name.startsWith('#')) return NAMED[name] ?? text;
  return readPoint(Number(name.startsWith('#x') ? `0${name.slice(1)}` : name.slice(1)), text);
}

function readPoint(point: number, text: string): string {
  return point <= 0x10_ff_ff ? String.fromCodePoint(point) : text;
}

function readBytes(text: string): string {
  const bytes = Buffer.from(text.replace(/[%=]|\\x/gi, ''), 'hex');
  const read = bytes.toString();
  return read.includes('\ufffd') ? bytes.toString('latin1') : read;
}

/** The last index whose number is at most `limit`; the first number always is. */
function findLast(sorted: readonly number[], limit: number): number {
  let [low, high] = [0, sorted.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((sorted[middle] as number) <= limit) low = middle;
    else high = middle - 1;
  }
  return low;
}
