import {isUtf8} from 'node:buffer';

/** A file's bytes as text, or why they are none. Offsets are in bytes. */
export type Decoding =
  | {readonly kind: 'text'; readonly text: string}
  | {readonly kind: 'not-utf8'; readonly offset: number}
  | {readonly kind: 'utf16'};

/**
 * Decodes UTF-8 strictly: not a byte is guessed. A byte order mark at the start is no part of the text, since some
 * editors write one unasked; every position counts from behind it.
 */
export function decodeText(bytes: Uint8Array): Decoding {
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
