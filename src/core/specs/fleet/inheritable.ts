import type {JsonValue} from '../../json/value';
import {member} from '../../service/member';
import type {Inheritable} from '../desired-monitor';

/** Sorted, as the state records them. */
export const INHERITABLE: readonly Inheritable[] = ['protect', 'webhook'];

/** Reads the value of one of these in a spec or a layer. */
export function readInheritable(data: JsonValue, name: Inheritable): JsonValue | undefined {
  return member(name === 'protect' ? member(data, 'sync') : data, name);
}

/** Whether a value gives a monitor something to lose; a reference that is not filled in may. */
export function isGiven(value: JsonValue | undefined): boolean {
  return value !== undefined && value !== null && value !== false;
}
