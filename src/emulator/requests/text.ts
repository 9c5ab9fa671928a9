import type {JsonValue} from '../../core/json/value';

const loneSurrogate = /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g;

/** Replaces halves of surrogate pairs by U+FFFD, as storing a text column does. */
export function replaceLoneSurrogates(text: string): string {
  return text.replace(loneSurrogate, '\uFFFD');
}

/** Whether any text in a value, member names included, holds half a surrogate pair. */
export function hasLoneSurrogate(value: JsonValue): boolean {
  return hasText(value, text => text.search(loneSurrogate) >= 0);
}

/** Whether any text in a value, member names included, holds a NUL character. */
export function hasNul(value: JsonValue): boolean {
  return hasText(value, text => text.includes('\0'));
}

function hasText(value: JsonValue, test: (text: string) => boolean): boolean {
  if (typeof value === 'string') return test(value);
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([name, item]) => test(name) || hasText(item, test));
}
