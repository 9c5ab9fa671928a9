import type {JsonValue} from './value';

/**
 * Reads an amount that the service worked out, such as credits: zero or more, and small enough to be counted exactly.
 * Null for anything else: no text can be made of `1e999` that means something.
 */
export function readAmount(value: JsonValue | undefined): number | null {
  return typeof value === 'number' && value >= 0 && value <= Number.MAX_SAFE_INTEGER ? value : null;
}
