import type {Refusals} from '../../../core/state/format/refusals';
import {listHeldIds} from '../../../core/state/removed';
import type {StateShift} from '../../../core/state/state-change';
import {readOpenCreates, withOpenCreates} from '../../../project/open-creates';
import {readCommit} from '../../../project/recording-commit';
import {readJournalAt, readStateAt} from '../../../project/state-line';
import type {BranchHistory} from './branch-history';
import type {ListPulls} from './own-commit';

/** The commits that changed a state since a run recorded it, newest first, and where they are. */
interface Bringing {
  readonly commits: readonly string[];
  readonly history: BranchHistory;
  readonly statePath: string;
  readonly listPulls: ListPulls;
  readonly refusals: Refusals;
}

/**
 * Counts records that the merge of a fork added as strays, although specs have their keys: no one with the key made them,
 * no comment shows them, and apply would change monitors of others, and delete them with the specs. Those with `known` ids are none.
 */
export async function holdBrought(
  shifts: readonly StateShift[],
  bringing: Bringing,
  known: ReadonlyMap<string, unknown> = new Map(),
): Promise<readonly StateShift[]> {
  if (!shifts.some(({kind}) => kind === 'added')) return shifts;
  const brought = await listBrought(bringing);
  const isHeld = (id: string) => brought.has(id) && !known.has(id);
  return shifts.map(shift => (shift.kind === 'added' && isHeld(shift.id) ? {kind: 'stray', key: shift.key, id: shift.id} : shift));
}

async function listBrought({commits, history, statePath, listPulls, refusals}: Bringing): Promise<ReadonlySet<string>> {
  const reader = {history, statePath, refusals};
  const listIds = async (commit: string | undefined): Promise<ReadonlyMap<string, unknown>> => {
    const state = commit === undefined ? null : await readStateAt(commit, reader);
    if (commit === undefined || state === null) return new Map();
    return listHeldIds(withOpenCreates(state, readOpenCreates(await readJournalAt(commit, reader))).monitors);
  };
  const brought = new Set<string>();
  for (const commit of commits) {
    if (!(await listPulls(commit)).some(({isFork}) => isFork)) continue;
    const before = await listIds((await readCommit(history, commit))?.parents[0]);
    for (const id of (await listIds(commit)).keys()) if (!before.has(id)) brought.add(id);
  }
  return brought;
}
