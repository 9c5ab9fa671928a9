import type {Key} from '../../core/specs/desired-monitor';
import {decodeJournal} from '../../core/state/format/journal';
import type {JournaledCreate} from '../../core/state/journal';
import type {RecordedMonitor, State} from '../../core/state/state';
import {mayHaveArrived} from './committed-journals';

/** Reads the creates that a journal leaves open; none where it can't be read. */
export function readOpenCreates(journal: Uint8Array | null): readonly JournaledCreate[] {
  const decoded = journal === null ? null : decodeJournal(journal);
  return decoded?.kind === 'sound' ? decoded.content.creates.filter(mayHaveArrived) : [];
}

/**
 * A state as the next run makes it once it finds open creates in the service: the author of the journal chose the monitors, and what they
 * replace. The ids of their records say which target ids are looked for.
 */
export function withOpenCreates(state: State, creates: readonly JournaledCreate[]): State {
  if (creates.length === 0) return state;
  const monitors = new Map<Key, RecordedMonitor>(state.monitors);
  for (const {intent} of creates) {
    const {key, supersedes, targetIds, monitor} = intent;
    const before = monitors.get(key);
    if (before !== undefined && !supersedes.includes(before.id)) continue;
    const leftovers = [...new Set([...(before?.leftovers ?? []), ...(monitor.leftovers ?? [])])];
    const id = `with the target id ${targetIds[0] ?? ''}`;
    monitors.set(key, {...monitor, id, createdAt: '', observed: {}, ...(leftovers.length === 0 ? {} : {leftovers})});
  }
  return {...state, monitors};
}
