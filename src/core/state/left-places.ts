import {compareText} from '../diagnostics/diagnostic';
import {type JsonValue, parseJson, property} from '../json/value';
import type {State} from './state';

/** The member of a state file that names the servers which the state came from, or which a person left. */
const MEMBER = 'leftPlaces';

/** A state that says that it goes on where these places ended; as messages show them. */
export function withLeftPlaces(state: State, places: readonly string[]): State {
  const known = readNames(state.unknown);
  const names = new Set([...known, ...places]);
  return names.size === known.length ? state : {...state, unknown: {...state.unknown, ...writeLeftPlaces([...names])}};
}

/** The members of a state that say so. */
export function writeLeftPlaces(places: readonly string[]): State['unknown'] {
  return places.length === 0 ? {} : {[MEMBER]: [...new Set(places)].sort(compareText)};
}

/** The places that the text of a state file names so. */
export function readLeftPlaces(bytes: Uint8Array | null): ReadonlySet<string> {
  return new Set(bytes === null ? [] : readNames(parseJson(Buffer.from(bytes).toString('utf8'))));
}

function readNames(root: JsonValue | undefined): readonly string[] {
  const names = property(root, MEMBER);
  return Array.isArray(names) ? names.filter(name => typeof name === 'string') : [];
}
