import {isObject, type JsonValue} from '../json/value';
import {SECRET_TEXT} from '../secrets/secret';

/** The longest text of the service that is kept, in UTF-16 code units. */
const longestServiceText = 500;

const PLAIN = /^[!-~]*$/;

/**
 * Makes a text of the service fit to be kept: secrets that it echoes are masked by `redact`, control and direction
 * characters become spaces, and it is cut at 500 characters. Escaping for a terminal or a page is the renderer's job.
 */
export function cleanServiceText(text: string, redact: (text: string) => string): string {
  const hidden = redact(text);
  // Most are ids and words.
  if (hidden.length <= longestServiceText && PLAIN.test(hidden)) return hidden;
  // Cut after masking: half a secret is none that could be found.
  const clean = hidden
    .slice(0, 64 * 1024)
    .replace(/[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]+/g, ' ')
    .replace(/ {2,}/g, ' ')
    .trim();
  return clean.length <= longestServiceText ? clean : `${cutWhole(clean, longestServiceText - 1)}…`;
}

/** Cleans every text in a JSON value and cuts what is large: 50 members or items a level, 6 levels. */
export function cleanServiceValue(value: JsonValue, redact: (text: string) => string, depth = 0): JsonValue {
  if (typeof value === 'string') return cleanServiceText(value, redact);
  if (typeof value === 'number') return redact(String(value)) === String(value) ? value : SECRET_TEXT;
  if (typeof value !== 'object' || value === null) return value;
  if (depth === 6) return '…';
  if (!isObject(value)) return value.slice(0, 50).map(item => cleanServiceValue(item, redact, depth + 1));
  const members = Object.entries(value).slice(0, 50);
  return Object.fromEntries(members.map(([name, item]) => [cleanServiceText(name, redact), cleanServiceValue(item, redact, depth + 1)]));
}

/** Cuts a text without halving a surrogate pair. */
function cutWhole(text: string, length: number): string {
  const isHalf = (text.charCodeAt(length - 1) & 0xfc00) === 0xd800;
  return text.slice(0, isHalf ? length - 1 : length);
}
