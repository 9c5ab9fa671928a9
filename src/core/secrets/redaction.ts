import {addToGroup} from '../base/grouping';
import {SECRET_TEXT} from './secret';

/** Secrets shorter than this would black out ordinary words: they are left to masking by place. */
export const SHORTEST_REDACTED = 4;

/** Shorter ones in another letter case are more often a word than the secret. */
const SHORTEST_IN_OTHER_CASE = 8;

/** A text with secrets replaced by `(secret)`. */
export type HideText = (text: string) => string;

/**
 * Makes a function that replaces every occurrence of the given secrets by `(secret)`: as they are, in base64 (plain and URL-safe, at any
 * offset), in hex and, from {@link SHORTEST_IN_OTHER_CASE} characters on, in capitals or small letters, each also escaped, as a whole or in
 * part, as JSON, URLs and HTML do it, and within one another. The last line of defence for text that comes from elsewhere,
 * like the words of the service or of an exception. Secrets of fewer than `shortest` characters are not looked for, nor is what they hold.
 */
export function createRedactor(secrets: readonly string[], shortest = SHORTEST_REDACTED): HideText {
  const bare = secrets.map(secret => secret.trim()).filter(({length}) => length >= shortest);
  const forms = [...new Set(bare.flatMap(secret => listForms(secret, shortest)))];
  const together = [...new Set(forms.map(form => form.replaceAll(/\s/g, '')))].filter(({length}) => length >= SHORTEST_TOGETHER);
  const marks = forms.map(form => longestPlain(form));
  const [near, nearTogether] = [indexForms(forms), indexForms(together)];
  return text => {
    const mayHide = (sign: RegExp, longest: number) => text.length <= LONGEST_SEARCHED || (text.length <= longest && sign.test(text));
    const isSearched = mayHide(ESCAPES, LONGEST_ESCAPED) || mayHide(UNUSUAL, LONGEST_ESCAPED);
    const escaped = isSearched ? null : new Set(forms.filter((form, index) => isEscaped(form, marks[index] as string, text)));
    const views = escaped?.size === 0 ? [] : listViews(text);
    const inView = (view: View) => near(view.text).filter(form => escaped?.has(form) !== false);
    const found = [
      ...near(text).flatMap(form => findStretches(text, form)),
      ...views.flatMap(view => inView(view).flatMap(form => findStretches(view.text, form).map(view.toSource))),
      ...(text.length <= LONGEST_ESCAPED ? findTogether(text, nearTogether) : []),
    ];
    return found.length === 0 ? text : replaceStretches(text, joinStretches(found));
  };
}

/** Shorter ones may be made of the ends of two words. */
const SHORTEST_TOGETHER = 12;

function findTogether(text: string, near: (text: string) => readonly string[]): Stretch[] {
  const view = viewTogether(text);
  if (view === null) return [];
  // What stands behind the last character stays.
  const toSource = ([start, end]: Stretch): Stretch => {
    const [first, last] = view.toSource([start, end - 1]);
    return [first, last + 1];
  };
  return near(view.text).flatMap(form => findStretches(view.text, form).map(toSource));
}

/** From so many forms on, a text is searched for their beginnings first. */
const FEW_FORMS = 48;

/** Makes what selects the forms that a text may have, by their first characters. */
function indexForms(forms: readonly string[]): (text: string) => readonly string[] {
  if (forms.length < FEW_FORMS) return () => forms;
  const byStart = new Map<string, string[]>();
  for (const form of forms) addToGroup(byStart, form.slice(0, SHORTEST_REDACTED), form);
  return text => {
    const found = new Set<string>();
    for (let at = 0; at + SHORTEST_REDACTED <= text.length; at++) {
      for (const form of byStart.get(text.slice(at, at + SHORTEST_REDACTED)) ?? []) found.add(form);
    }
    return [...found];
  };
}

/** Characters of a text that is searched for escapes of ordinary letters, too, and of one that is where something speaks for them. */
const LONGEST_SEARCHED = 1024;
const LONGEST_ESCAPED = 4_194_304;

/** Escapes near to one another. */
const ESCAPES = /(?:(?:\\u\{?[0-9a-f]{2,6}\}?|\\x[0-9a-f]{2}|[%=][0-9a-f]{2}|&#x?[0-9a-f]{1,8};)[^\\%=&]{0,4}){6}/i;

/** An escape of a letter or digit of ASCII, which no encoder needs. */
const UNUSUAL =
  /(?:\\u00|\\u\{0*|\\x|%|&#x0*)(?:3[0-9]|[46][1-9a-f]|[57][0-9a])|\\(?:0[67]|1[0-7])[0-7]|&#0*(?:4[89]|5[0-7]|6[5-9]|[7-8][0-9]|90|9[7-9]|1[01][0-9]|12[0-2]);/i;

/** The longest stretch of a form that nothing escapes. */
function longestPlain(form: string): string {
  return (form.match(/[A-Za-z0-9]+/g) ?? []).reduce((longest, one) => (one.length > longest.length ? one : longest), '');
}

/** Tells whether a text may have a form with escapes in it: what has nothing to escape stands there as it is. */
function isEscaped(form: string, plain: string, text: string): boolean {
  return plain.length < form.length && text.includes(plain);
}

/** Every place where a form stands, one after the other. A pattern of all forms would be too large for long or many secrets. */
function findStretches(text: string, form: string): Stretch[] {
  const found: Stretch[] = [];
  for (let at = text.indexOf(form); at !== -1; at = text.indexOf(form, at + form.length)) found.push([at, at + form.length]);
  return found;
}

/** Makes one of those that overlap, in order. */
function joinStretches(stretches: readonly Stretch[]): Stretch[] {
  const joined: Stretch[] = [];
  for (const [start, end] of [...stretches].sort(([a], [b]) => a - b)) {
    const last = joined.at(-1);
    if (last === undefined || start >= last[1]) joined.push([start, end]);
    else joined[joined.length - 1] = [last[0], Math.max(last[1], end)];
  }
  return joined;
}

function replaceStretches(text: string, stretches: readonly Stretch[]): string {
  let shown = '';
  let from = 0;
  for (const [start, end] of stretches) {
    shown += text.slice(from, start) + SECRET_TEXT;
    from = end;
  }
  return shown + text.slice(from);
}

/** A secret as others write it, but for escapes. One that looks escaped may be read before it is shown. */
function listForms(secret: string, shortest: number): string[] {
  const bytes = Buffer.from(secret, 'utf8');
  const cased = secret.length < SHORTEST_IN_OTHER_CASE ? [] : [secret.toLowerCase(), secret.toUpperCase()];
  const composed = [secret.normalize('NFC'), secret.normalize('NFD')];
  const words = [secret, ...cased, ...composed, ...listCredentials(secret).filter(({length}) => length >= shortest)].flatMap(word => [
    word,
    word.replaceAll(' ', '+'),
    ...listViews(word).map(({text}) => text),
  ]);
  const hex = bytes.toString('hex');
  // Encoders replace halves of surrogate pairs.
  const inBase64 = [bytes, Buffer.from(secret, 'utf16le')].flatMap(listBase64Forms);
  const forms = [...words, bytes.toString('utf8'), hex, hex.toUpperCase(), ...inBase64];
  return forms.filter(form => form.trim().length >= SHORTEST_REDACTED);
}

/** Name with password, and the password, of which a secret is the base64, as `Authorization: Basic` takes them. */
function listCredentials(secret: string): string[] {
  const text = Buffer.from(secret.split(' ').at(-1) ?? '', 'base64').toString('latin1');
  const [, password] = /^[ -~]+?:([ -~]+)$/.exec(text) ?? [];
  return password === undefined ? [] : [text, password];
}

/**
 * The stretch that base64 of any text containing the secret must contain, for each of the three offsets at which the
 * secret can begin: characters that also hold bits of what stands before or after it are left out.
 */
function listBase64Forms(bytes: Buffer): string[] {
  return [0, 1, 2].flatMap(offset => {
    const encoded = Buffer.concat([Buffer.alloc(offset), bytes])
      .toString('base64')
      .replaceAll('=', '');
    const skipped = Math.ceil((offset * 8) / 6);
    const complete = Math.floor(((offset + bytes.length) * 8) / 6);
    const core = encoded.slice(skipped, complete);
    return core.length < SHORTEST_REDACTED ? [] : [core, core.replaceAll('+', '-').replaceAll('/', '_')];
  });
}

/** A part of a text: offsets in UTF-16 code units, the end exclusive. */
type Stretch = readonly [start: number, end: number];

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

/** White space, control and format characters, Unicode's Default_Ignorable_Code_Point, and what has no sign: what takes no space, or looks so. */
const UNSEEN = [
  String.raw`[\s\0-\x1f\x7f-\x9f\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e]`,
  String.raw`[\u2060-\u206f\u2800\u3164\ufdd0-\ufdef\ufe00-\ufe0f\uffa0\ufff0-\uffff]`,
  String.raw`[\udb40-\udb43][\udc00-\udfff]|\ud834[\udd59\udd73-\udd7a]|\ud82f[\udca0-\udca3]|[\ud83f\ud87f\ud8bf\ud8ff\ud93f\ud97f\ud9bf\ud9ff\uda3f\uda7f\udabf\udaff\udb3f\udb7f\udbbf\udbff][\udffe\udfff]`,
];

/** The same as JSON and programs escape it. */
const UNSEEN_ESCAPED = [
  String.raw`\\[bfnrt]|\\u(?:00(?:[0189][0-9a-f]|20|7f|a0|ad)|034f|061c|115f|1160|1680|17b[45]|180[b-f])`,
  String.raw`\\u(?:20(?:0[0-9a-f]|2[89a-f]|[56][0-9a-f])|3000|3164|fe0[0-9a-f]|feff|ffa0|fff[0-9ab])`,
  String.raw`\\ud(?:b4[0-3]\\ud[c-f][0-9a-f]{2}|834\\udd7[3-9a]|82f\\udca[0-3])`,
];

/** Signs between the characters of a text: an encoder that breaks lines adds some, others change or drop them. */
const SPACE = new RegExp(`(?:${[...UNSEEN, ...UNSEEN_ESCAPED].join('|')})+`, 'gi');

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
function viewTogether(text: string): View | null {
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
