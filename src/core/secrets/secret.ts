import {inspect} from 'node:util';
import type {JsonObject} from '../json/value';

/** Text in place of a secret in every output. */
export const SECRET_TEXT = '(secret)';

/**
 * A value that must never be seen: printed, logged, inspected or written as JSON it gives `(secret)`. Only
 * {@link Secret.reveal} gives the value, so that every place that uses it can be found by that name.
 */
export class Secret<Value = string> {
  readonly #value: Value;

  constructor(value: Value) {
    this.#value = value;
  }

  /** The value itself, for the one place that sends or compares it. Its result is never kept. */
  reveal(): Value {
    return this.#value;
  }

  toString(): string {
    return SECRET_TEXT;
  }

  toJSON(): string {
    return SECRET_TEXT;
  }

  [inspect.custom](): string {
    return SECRET_TEXT;
  }
}

/** A monitor's data as it was answered, and with nothing hidden where something is. */
export interface AnsweredData {
  readonly data: JsonObject;
  readonly clear?: Secret<JsonObject>;
}

/** Reads a monitor's answer in clear: to be compared, or sent back. What is kept or shown of it is hidden. */
export function readInClear({data, clear}: AnsweredData): JsonObject {
  return clear?.reveal() ?? data;
}
