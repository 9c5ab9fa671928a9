import {Refusals} from '../../src/core/state/format/refusals';
import {decodeState, encodeState} from '../../src/core/state/format/state';
import type {RecordedMonitor, State} from '../../src/core/state/state';

/** Whose state it is; the text names it. */
const refusals = (text: string) => {
  const {project, environment} = JSON.parse(text) as {readonly project: string; readonly environment: string};
  return new Refusals({shown: 'the state', project, environment, soundBackup: () => null});
};

/** Edits a state as somebody would who knows its format: serial raised, signed again, unless the edit says otherwise. */
export function editState(
  text: string,
  edit: (monitors: Map<string, RecordedMonitor>, state: State) => Partial<State> | undefined,
): string {
  const {state} = decodeState(Buffer.from(text), refusals(text));
  const monitors = new Map(state.monitors);
  const changed = edit(monitors, state);
  return encodeState({...state, serial: state.serial + 1, monitors, ...changed}).text;
}

/** Takes records away. */
export function withoutRecords(text: string, keys: readonly string[], changes: Partial<State> = {}): string {
  return editState(text, monitors => {
    for (const key of keys) monitors.delete(key);
    return changes;
  });
}

/** The ids of a state, by key. */
export function idsOf(text: string): Readonly<Record<string, string>> {
  const {state} = decodeState(Buffer.from(text), refusals(text));
  return Object.fromEntries([...state.monitors].map(([key, {id}]) => [key, id]));
}
