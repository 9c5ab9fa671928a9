import {listViews, type Stretch, viewTogether} from './escapes';
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
 * like the words of the service or of an exception. Secrets of fewer than {@link SHORTEST_REDACTED} characters are not looked for.
 */
export function createRedactor(secrets: readonly string[]): HideText {
  const bare = secrets.map(secret => secret.trim()).filter(({length}) => length >= SHORTEST_REDACTED);
  const forms = [...new Set(bare.flatMap(listForms))];
  const together = [...new Set(forms.map(form => form.replaceAll(/\s/g, '')))].filter(({length}) => length >= SHORTEST_TOGETHER);
  const marks = forms.map(form => longestPlain(form));
  return text => {
    const mayHide = (sign: RegExp, longest: number) => text.length <= LONGEST_SEARCHED || (text.length <= longest && sign.test(text));
    const isSearched = mayHide(ESCAPES, LONGEST_ESCAPED);
    const escaped = forms.filter((form, index) => isSearched || isEscaped(form, marks[index] as string, text));
    const views = escaped.length === 0 ? [] : listViews(text);
    const found = [
      ...forms.flatMap(form => findStretches(text, form)),
      ...views.flatMap(view => escaped.flatMap(form => findStretches(view.text, form).map(view.toSource))),
      ...(mayHide(BREAKS, LONGEST_BROKEN) ? findTogether(text, together) : []),
    ];
    return found.length === 0 ? text : replaceStretches(text, joinStretches(found));
  };
}

/** Shorter ones may be made of the ends of two words. */
const SHORTEST_TOGETHER = 12;

function findTogether(text: string, forms: readonly string[]): Stretch[] {
  const view = viewTogether(text);
  if (view === null) return [];
  // What stands behind the last character stays.
  const toSource = ([start, end]: Stretch): Stretch => {
    const [first, last] = view.toSource([start, end - 1]);
    return [first, last + 1];
  };
  return forms.flatMap(form => findStretches(view.text, form).map(toSource));
}

/** Characters of a text that is searched for escapes of ordinary letters, too, and of one that is where something speaks for them. */
const LONGEST_SEARCHED = 1024;
const LONGEST_BROKEN = 65_536;
const LONGEST_ESCAPED = 4_194_304;

/** Escapes near to one another. */
const ESCAPES = /(?:(?:\\u\{?[0-9a-f]{2,6}\}?|\\x[0-9a-f]{2}|[%=][0-9a-f]{2}|&#x?[0-9a-f]{1,8};)[^\\%=&]{0,4}){6}/i;

/** Ends of lines within a text, also escaped, and characters without width. */
const BREAKS = /[\r\n\u200b-\u200d\u2060]|\\[nr]/;

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
function listForms(secret: string): string[] {
  const bytes = Buffer.from(secret, 'utf8');
  const cased = secret.length < SHORTEST_IN_OTHER_CASE ? [] : [secret.toLowerCase(), secret.toUpperCase()];
  const composed = [secret.normalize('NFC'), secret.normalize('NFD')];
  const words = [secret, ...cased, ...composed, ...listCredentials(secret)].flatMap(word => [
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
