import type {JsonValue} from '../../json/value';
import type {TextValue} from '../shape/shapes';

const JSON_NUMBER = /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?$/;

/** The number or truth value that a text exactly is; undefined where it is none, or one that could not be kept as it is. */
export function readTextAs(reading: TextValue | null, text: string): JsonValue | undefined {
  if (reading === 'boolean') return text === 'true' ? true : text === 'false' ? false : undefined;
  if (reading === null || !JSON_NUMBER.test(text)) return undefined;
  const value = Number(text);
  return Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value)) ? value : undefined;
}
