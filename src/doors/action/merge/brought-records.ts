import type {Refusals} from '../../../core/state/format/refusals';
import {listHeldIds} from '../../../core/state/removed';
import type {State} from '../../../core/state/state';
import {hasContent, hashRecord, type StateShift} from '../../../core/state/state-change';
import {readOpenCreates, withOpenCreates} from '../../../project/history/open-creates';
import {readCommit} from '../../../project/history/recording-commit';
import {readJournalAt, readStateAt} from '../../../project/history/state-line';
import type {BranchHistory} from './branch-history';
import type {ListPulls} from './own-commit';

/** The commits that changed a state since a run recorded it, newest first, and where they are. */
interface Bringing {
  readonly commits: readonly string[];
  readonly history: BranchHistory;
  /** The path of the state, and those that it had before it was moved. */
  readonly statePaths: readonly string[];
  readonly listPulls: ListPulls;
  /** Tells whether each merged pull request of a commit shows a change of the state; true where nothing is compared. */
  readonly isShown: (commit: string, shift: StateShift) => Promise<boolean>;
  readonly refusals: Refusals;
}

/**
 * Counts records as strays that the merge of a fork added, or of a pull request that does not show them, although specs have their keys: no
 * one with the key made them, and apply would change monitors of others, and delete them with the specs. Those with `known` ids are none. What
 * it wrote into a record is dangerous, too: apply would undo what a person did in the service, or do nothing. Without any, the shifts as they
 * are.
 */
export async function holdBrought(
  shifts: readonly StateShift[],
  bringing: Bringing,
  known: ReadonlyMap<string, unknown> = new Map(),
): Promise<readonly StateShift[]> {
  const wanted = shifts.flatMap(shift => (isBringable(shift) && (shift.kind === 'edited' || !known.has(shift.id)) ? [shift] : []));
  if (wanted.length === 0) return shifts;
  const {brought, left} = await findBrought(wanted, bringing);
  // What commits beyond the last one that is asked for brought is theirs, too.
  return brought.size === 0 ? shifts : markBrought(shifts, new Set([...brought, ...left]));
}

/** The records of a state whose content one of these commits wrote, as {@link holdBrought} counts them. */
export async function listWritten(monitors: State['monitors'], bringing: Bringing): Promise<readonly StateShift[]> {
  if (bringing.commits.length === 0) return [];
  const all = [...monitors].map(([key, record]) => ({kind: 'edited', key, id: record.id, content: hashRecord(record)}) as const);
  const {brought} = await findBrought(all, bringing);
  return markBrought([...brought], brought);
}

function markBrought(shifts: readonly StateShift[], brought: ReadonlySet<StateShift>): readonly StateShift[] {
  return shifts.map(shift => {
    if (!isBringable(shift) || !brought.has(shift)) return shift;
    return shift.kind === 'added' ? {...shift, kind: 'stray'} : {...shift, kind: 'rewritten'};
  });
}

type BringableShift = Extract<StateShift, {kind: 'added' | 'edited'}>;

function isBringable(shift: StateShift): shift is BringableShift {
  return shift.kind === 'added' || shift.kind === 'edited';
}

/** The number of commits whose pull requests are asked for, newest first. */
const MOST_ASKED = 50;

/** Finds what commits of forks, or of pull requests that do not show it, brought, and what commits beyond the last one that is asked for did. */
async function findBrought(
  wanted: readonly BringableShift[],
  bringing: Bringing,
): Promise<{readonly brought: ReadonlySet<StateShift>; readonly left: ReadonlySet<StateShift>}> {
  const {commits, history, statePaths, listPulls, isShown, refusals} = bringing;
  const readAt = (commit: string | undefined) => readMonitorsAt(commit, {history, statePaths, refusals});
  const brought = new Set<StateShift>();
  const left = new Set<StateShift>(wanted);
  let asked = 0;
  for (const commit of commits) {
    if (asked === MOST_ASKED) break;
    const after = testFor(await readAt(commit));
    const before = testFor(await readAt((await readCommit(history, commit))?.parents[0]));
    const fresh = wanted.filter(shift => after(shift) && !before(shift));
    if (fresh.length === 0) continue;
    asked++;
    const pulls = await listPulls(commit);
    const isOfFork = pulls.some(({isFork}) => isFork);
    for (const shift of fresh) {
      left.delete(shift);
      if (isOfFork || (pulls.length > 0 && !(await isShown(commit, shift)))) brought.add(shift);
    }
  }
  return {brought, left};
}

/** The monitors that a commit records, with those of its journal; none where it can't be read. */
async function readMonitorsAt(
  commit: string | undefined,
  {statePaths, ...place}: Pick<Bringing, 'history' | 'statePaths' | 'refusals'>,
): Promise<State['monitors']> {
  for (const statePath of commit === undefined ? [] : statePaths) {
    const reader = {...place, statePath};
    const state = await readStateAt(commit as string, reader);
    if (state !== null) return withOpenCreates(state, readOpenCreates(await readJournalAt(commit as string, reader))).monitors;
  }
  return new Map();
}

/** The number of commits that are read for those that brought some records. */
const MOST_READ = 200;

/** The commits that added the records of some ids; null where one is not among those that are read. */
export async function listBringers(
  ids: ReadonlySet<string>,
  {commits, history, statePaths, refusals}: Pick<Bringing, 'commits' | 'history' | 'statePaths' | 'refusals'>,
): Promise<readonly string[] | null> {
  const readIds = async (commit: string | undefined) => listHeldIds(await readMonitorsAt(commit, {history, statePaths, refusals}));
  const left = new Set(ids);
  const bringers: string[] = [];
  for (const commit of commits.slice(0, MOST_READ)) {
    if (ids.size === 0) break;
    const [after, before] = [await readIds(commit), await readIds((await readCommit(history, commit))?.parents[0])];
    const fresh = [...ids].filter(id => after.has(id) && !before.has(id));
    if (fresh.length > 0) bringers.push(commit);
    for (const id of fresh) left.delete(id);
  }
  return left.size === 0 ? bringers : null;
}

/** Tells whether a state has what a shift is about. */
function testFor(monitors: State['monitors']): (shift: BringableShift) => boolean {
  const held = listHeldIds(monitors);
  return shift => {
    return shift.kind === 'added' ? held.has(shift.id) : hasContent(monitors.get(held.get(shift.id) ?? ''), shift.content);
  };
}
