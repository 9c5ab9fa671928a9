import {SECRET_TEXT} from './secret';

/** Secrets shorter than this would black out ordinary words: they are left to masking by place. */
export const SHORTEST_REDACTED = 4;

/** Shorter ones in another letter case are more often a word than the secret. */
const SHORTEST_IN_OTHER_CASE = 8;

/** A text with secrets replaced by `(secret)`. */
export type HideText = (text: string) => string;

/**
 * Makes a function that replaces every occurrence of the given secrets by `(secret)`: as they are, in base64 (plain
 * and URL-safe, at any offset), URL-encoded (as a whole or as a part, either case of hex, twice), JSON-escaped, HTML-escaped and, from
 * {@link SHORTEST_IN_OTHER_CASE} characters on, in capitals or small letters. The last line of defence for text that comes from elsewhere,
 * like the words of the service or of an exception. Secrets of fewer than {@link SHORTEST_REDACTED} characters are not looked for.
 */
export function createRedactor(secrets: readonly string[]): HideText {
  const forms = [...new Set(secrets.filter(secret => secret.length >= SHORTEST_REDACTED).flatMap(listForms))];
  return text => {
    const found = forms.flatMap(form => findStretches(text, form));
    return found.length === 0 ? text : replaceStretches(text, joinStretches(found));
  };
}

/** A part of a text: offsets in UTF-16 code units, the end exclusive. */
type Stretch = readonly [start: number, end: number];

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

function listForms(secret: string): string[] {
  const json = JSON.stringify(secret).slice(1, -1);
  const url = encodeURIComponent(toWhole(secret));
  const lowerUrl = url.replace(/%[0-9A-F]{2}/g, hex => hex.toLowerCase());
  const escapedUrls = [url, lowerUrl, url.replaceAll('%20', '+'), encodeURI(toWhole(secret))];
  const twice = [url, lowerUrl].map(encodeURIComponent);
  const cased = secret.length < SHORTEST_IN_OTHER_CASE ? [] : [secret.toLowerCase(), secret.toUpperCase()];
  const escaped = [json, JSON.stringify(json).slice(1, -1), ...escapedUrls, ...twice, ...listHtmlForms(secret)];
  const forms = [secret, ...cased, ...escaped, ...listBase64Forms(secret)];
  return forms.filter(form => form.length >= SHORTEST_REDACTED);
}

/** As HTML escapes it: servers differ in how they write quotes, and some leave them. */
function listHtmlForms(secret: string): string[] {
  if (!/[&<>"']/.test(secret)) return [];
  const text = secret.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  const quoted = text.replaceAll('"', '&quot;');
  return [
    text,
    quoted,
    ...['&#39;', '&#x27;', '&apos;'].map(quote => quoted.replaceAll("'", quote)),
    text.replaceAll('"', '&#34;').replaceAll("'", '&#39;'),
  ];
}

/** The text with halves of surrogate pairs replaced: what encodes URLs throws on them. */
function toWhole(secret: string): string {
  return Buffer.from(secret, 'utf8').toString('utf8');
}

/**
 * The stretch that base64 of any text containing the secret must contain, for each of the three offsets at which the
 * secret can begin: characters that also hold bits of what stands before or after it are left out.
 */
function listBase64Forms(secret: string): string[] {
  const bytes = Buffer.from(secret, 'utf8');
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
