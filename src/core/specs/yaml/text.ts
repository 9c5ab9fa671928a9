import {isUtf8} from 'node:buffer';
import type {YamlFindings, YamlProblem} from './findings';

/** A file's bytes as text, or why they are none. Offsets are in bytes. */
type Decoding =
  | {readonly kind: 'text'; readonly text: string}
  | {readonly kind: 'not-utf8'; readonly offset: number}
  | {readonly kind: 'utf16'};

/**
 * Decodes UTF-8 strictly: not a byte is guessed. A byte order mark at the start is not part of the text, since some
 * editors write one unasked; every position counts from after it.
 */
export function decodeText(bytes: Uint8Array): Decoding {
  const latin = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  // As nearly all files are: it is the same text in UTF-8.
  if (!/[^\t\n\r\x20-\x7e]/.test(latin)) return {kind: 'text', text: latin};
  if (looksLikeUtf16(bytes)) return {kind: 'utf16'};
  if (!isUtf8(bytes)) return {kind: 'not-utf8', offset: findInvalidByte(bytes)};
  return {kind: 'text', text: decodeLeniently(bytes)};
}

/**
 * The text that a code frame shows and that positions refer to: like {@link decodeText}, with U+FFFD where bytes are
 * not UTF-8.
 */
export function decodeLeniently(bytes: Uint8Array): string {
  const start = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
  return Buffer.from(bytes.buffer, bytes.byteOffset + start, bytes.byteLength - start).toString('utf8');
}

function looksLikeUtf16(bytes: Uint8Array): boolean {
  const [first, second, third, fourth] = bytes;
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) return true;
  return (
    bytes.length >= 4 &&
    ((first !== 0 && second === 0 && third !== 0 && fourth === 0) || (first === 0 && second !== 0 && third === 0 && fourth !== 0))
  );
}

/** The longest valid beginning, by halving: a character cut at the end of a part is at most three bytes. */
function findInvalidByte(bytes: Uint8Array): number {
  let valid = 0;
  let invalid = bytes.length;
  while (invalid - valid > 1) {
    const middle = (valid + invalid) >> 1;
    if (isUtf8(bytes.subarray(0, trimCutCharacter(bytes, middle)))) valid = middle;
    else invalid = middle;
  }
  return trimCutCharacter(bytes, valid);
}

/** The last start of a character at or before `end`, so that no character is cut there. */
function trimCutCharacter(bytes: Uint8Array, end: number): number {
  let start = end;
  while (start > 0 && end - start < 3 && ((bytes[start] ?? 0) & 0xc0) === 0x80) start--;
  return start;
}

/** Never in a text: C0 but TAB, LF and CR before LF; DEL and C1; a byte order mark that is not the first character; noncharacters. */
const UNWANTED = /[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ufeff\ufffe\uffff]|\r(?!\n)/g;
/** Never in a value that escapes made. CR is written on purpose there. */
const UNWANTED_DECODED =
  /[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;
/**
 * Zero-width characters, line separators and everything that turns the direction of writing. The joiners U+200C and
 * U+200D belong to Persian, Indic scripts and emoji, and are strange only between ASCII characters.
 */
const INVISIBLE = /[\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069]|(?<=[\x20-\x7e])[\u200c\u200d](?=[\x20-\x7e])/g;

/** The characters that {@link checkText} has something to say of, and those that parsers differ in. */
const EXTRAORDINARY = /[\x00-\x09\x0b-\x1f\x7f-\x9f\ufeff\ufffe\uffff\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u2069]/;

/** Whether {@link checkText} and {@link checkDensity} have nothing to say of a text, and it has neither tabs nor carriage returns. */
export function isOrdinaryText(text: string): boolean {
  return text.length <= MOST_PARTS && (!/[^\n\x20-\x7e]/.test(text) || !EXTRAORDINARY.test(text));
}

/** Refuses characters that do not belong in any text; flags those that hide something from the reader. */
export function checkText(text: string, findings: YamlFindings): void {
  if (!/[^\t\n\x20-\x7e]/.test(text)) return;
  // A file can hold a million of them: findings that are only counted get no words.
  for (const {0: char, index} of text.matchAll(UNWANTED)) {
    if (findings.isFull) {
      findings.count('error');
      continue;
    }
    findings.add({
      code: 'yaml/control-character',
      message: char === '\r' ? 'a carriage return without a line feed' : `the character ${nameCharacter(char)} is not allowed in a text`,
      hint: char === '\r' ? 'end lines with LF or CRLF' : 'remove it',
      start: index,
      end: index + 1,
    });
  }
  for (const {0: char, index} of text.matchAll(INVISIBLE)) {
    if (findings.isFull) {
      findings.count('warning');
      continue;
    }
    findings.add({
      code: 'yaml/invisible-character',
      severity: 'warning',
      message: `the invisible character ${nameCharacter(char)} stands here`,
      hint: `remove it, or write it as "\\u${toHex(char)}" in double quotes if it is meant`,
      start: index,
      end: index + 1,
    });
  }
}

/** More than this many members, items and lines; the largest real spec has some hundreds. */
const MOST_PARTS = 100_000;

/**
 * Refuses a text of so many small parts that reading it would take seconds and hundreds of megabytes, although its
 * size is allowed. Counts what can begin a part, before anything is parsed.
 */
export function checkDensity(text: string, findings: YamlFindings): void {
  if (text.length <= MOST_PARTS) return;
  let parts = 0;
  for (let at = 0; at < text.length; at++) {
    if (!BEGINS_PART.has(text.charCodeAt(at)) || ++parts <= MOST_PARTS) continue;
    findings.add({
      code: 'yaml/too-many-parts',
      message: `the file holds more than ${MOST_PARTS} members, list items and lines`,
      hint: 'this is not a spec: split it, or move it out of the specs directory',
      start: at,
      end: at + 1,
    });
    return;
  }
}

/** Line end, `,`, `:`, `[`, `{` and `&`. */
const BEGINS_PART = new Set([0x0a, 0x2c, 0x3a, 0x5b, 0x7b, 0x26]);

/** Refuses characters that an escape in double quotes made and that do not belong in any text. */
export function checkDecodedText(value: string, place: Pick<YamlProblem, 'start' | 'end' | 'path'>, findings: YamlFindings): void {
  const found = UNWANTED_DECODED.exec(value);
  if (found === null) return;
  findings.add({
    code: 'yaml/control-character',
    message: `an escape makes the character ${nameCharacter(found[0])}, which is not allowed in a text`,
    hint: 'remove the escape',
    ...place,
  });
}

function nameCharacter(char: string): string {
  return `U+${toHex(char).toUpperCase()}`;
}

function toHex(char: string): string {
  return char.charCodeAt(0).toString(16).padStart(4, '0');
}
