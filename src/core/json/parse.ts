import type {JsonValue} from './value';

/** Reads a text as JSON; undefined where it is not JSON. For text whose faults are of no interest: what finds them says more. */
export function parseJson(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return undefined;
  }
}
