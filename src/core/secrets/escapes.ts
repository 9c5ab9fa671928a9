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

const PROGRAM = new RegExp(`\\\\u[0-9a-f]{4}|${inBytes('\\\\x')}|\\\\[\\s\\S]`);
const PERCENT = new RegExp(inBytes('%'));
const HTML = /&(?:#x[0-9a-f]{1,6}|#[0-9]{1,7}|amp|lt|gt|quot|apos);/;

/** Escapes of one character: of any kind, and of one kind alone, where what begins another one is a part of the text. */
const KINDS = [[PROGRAM, PERCENT, HTML], [PERCENT], [HTML]].map(kinds => new RegExp(kinds.map(({source}) => source).join('|'), 'gi'));

const CONTROLS: Readonly<Record<string, string>> = {n: '\n', r: '\r', t: '\t', b: '\b', f: '\f', v: '\v', '0': '\0'};
const NAMED: Readonly<Record<string, string>> = {amp: '&', lt: '<', gt: '>', quot: '"', apos: "'"};

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

function readOnce(text: string, kind: RegExp): View | null {
  const parts: string[] = [];
  // The offsets at which the text goes on behind each escape, in what was read and in the source.
  const read: number[] = [0];
  const source: number[] = [0];
  let length = 0;
  let from = 0;
  for (const match of text.matchAll(kind)) {
    const part = text.slice(from, match.index) + readEscape(match[0]);
    parts.push(part);
    from = match.index + match[0].length;
    length += part.length;
    read.push(length);
    source.push(from);
  }
  if (parts.length === 0) return null;
  parts.push(text.slice(from));
  const toSource = (offset: number) => {
    const last = findLast(read, offset);
    return (source[last] as number) + offset - (read[last] as number);
  };
  return {text: parts.join(''), toSource: ([start, end]) => [toSource(start), toSource(end)]};
}

function readEscape(text: string): string {
  const rest = text.slice(1);
  if (text.startsWith('%') || /^x./i.test(rest)) return readBytes(text);
  if (text.startsWith('\\')) return rest.length > 1 ? String.fromCharCode(Number.parseInt(rest.slice(1), 16)) : (CONTROLS[rest] ?? rest);
  const name = rest.slice(0, -1).toLowerCase();
  if (!name.startsWith('#')) return NAMED[name] ?? text;
  const point = Number(name.startsWith('#x') ? `0${name.slice(1)}` : name.slice(1));
  return point <= 0x10_ff_ff ? String.fromCodePoint(point) : text;
}

function readBytes(text: string): string {
  const bytes = Buffer.from(text.replace(/%|\\x/gi, ''), 'hex');
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
