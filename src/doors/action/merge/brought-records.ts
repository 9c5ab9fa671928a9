import type {Refusals} from '../../../core/state/format/refusals';
import {listHeldIds} from '../../../core/state/removed';
import type {StateShift} from '../../../core/state/state-change';
import {readOpenCreates, withOpenCreates} from '../../../project/history/open-creates';
import {readCommit} from '../../../project/history/recording-commit';
import {readJournalAt, readStateAt} from '../../../project/history/state-line';
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
 * no comment shows them, and apply would change monitors of others, and delete them with the specs. Those with `known` ids are none. Without
 * any, the shifts as they are.
 */
export async function holdBrought(
  shifts: readonly StateShift[],
  bringing: Bringing,
  known: ReadonlyMap<string, unknown> = new Map(),
): Promise<readonly StateShift[]> {
  const added = shifts.flatMap(shift => (shift.kind === 'added' && !known.has(shift.id) ? [shift.id] : []));
  if (added.length === 0) return shifts;
  const brought = await findBrought(new Set(added), bringing);
  if (brought.size === 0) return shifts;
  return shifts.map(shift => (shift.kind === 'added' && brought.has(shift.id) ? {kind: 'stray', key: shift.key, id: shift.id} : shift));
}

/** The number of commits whose pull requests are asked for, newest first. */
const MOST_ASKED = 50;

/** Finds the ids that commits of forks added. Where there are any, those of commits beyond the last one that is asked for are theirs, too. */
async function findBrought(wanted: ReadonlySet<string>, bringing: Bringing): Promise<ReadonlySet<string>> {
  const {commits, history, statePath, listPulls, refusals} = bringing;
  const reader = {history, statePath, refusals};
  const listIds = async (commit: string | undefined): Promise<ReadonlyMap<string, unknown>> => {
    const state = commit === undefined ? null : await readStateAt(commit, reader);
    if (commit === undefined || state === null) return new Map();
    return listHeldIds(withOpenCreates(state, readOpenCreates(await readJournalAt(commit, reader))).monitors);
  };
  const brought = new Set<string>();
  const left = new Set(wanted);
  let asked = 0;
  for (const commit of commits) {
    if (asked === MOST_ASKED) break;
    const has = await listIds(commit);
    const had = await listIds((await readCommit(history, commit))?.parents[0]);
    const added = [...wanted].filter(id => has.has(id) && !had.has(id));
    if (added.length === 0) continue;
    asked++;
    const isOfFork = (await listPulls(commit)).some(({isFork}) => isFork);
    for (const id of added) {
      left.delete(id);
      if (isOfFork) brought.add(id);
    }
  }
  return brought.size === 0 ? brought : new Set([...brought, ...left]);
}
