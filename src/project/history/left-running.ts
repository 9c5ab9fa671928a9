import type {Heads} from '../../core/git/heads';
import type {LostRecord} from '../../core/state/earlier';
import {type FoundRecords, findInEveryCommit, type SoughtRecords} from './every-commit';
import {findElsewhere, type HistoryPlace, toMarkedVersion} from './look';

/** The keys that have a spec, and the service whose monitors are missed. */
export type LeftRunningSearch = Pick<SoughtRecords, 'origin' | 'settings' | 'hasSpec'>;

/** The monitors that are missed, and how much of what may record them was seen. */
export interface FoundLeft extends Pick<FoundRecords, 'isSeen'> {
  readonly left: readonly LostRecord[];
}

/**
 * Finds the monitors that a state recorded which is missing here, and that no spec would record again: in commits of this branch, and in
 * what this machine saw last. What only another branch records is missed by none here.
 */
export async function findLeftRunning(
  place: HistoryPlace,
  heads: Heads | null,
  {origin, settings, hasSpec}: LeftRunningSearch,
): Promise<FoundLeft> {
  const isSought: SoughtRecords['isSought'] = key => !hasSpec(key);
  const isInGit = heads !== null || place.fetched !== undefined;
  const search = {ours: null, origin, settings, isSought, hasSpec};
  const {recorded: committed, isSeen} = isInGit ? await findInEveryCommit(place, search) : ({recorded: [], isSeen: 'whole'} as const);
  const elsewhere = await findElsewhere({later: null, lost: committed}, place, heads);
  const own = committed.filter(({version}) => !elsewhere.has(version));
  const known = new Set(own.map(({id}) => id));
  const mark = place.marks.last();
  if (mark === null || (origin !== null && mark.origin !== origin)) return {left: own, isSeen};
  const marked = toMarkedVersion(place.marks, mark);
  const seen = [...marked.held].filter(([id, key]) => isSought(key) && !known.has(id));
  return {left: [...own, ...seen.map(([id, key]): LostRecord => ({key, id, record: undefined, version: marked}))], isSeen};
}
