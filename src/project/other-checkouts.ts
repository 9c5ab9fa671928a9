import {judgeVersions, type LostRecord} from '../core/state/earlier';
import type {SoughtRecords} from './every-commit';
import {type HistoryPlace, readMarkOf} from './history-look';

/**
 * Finds the monitors that runs on this machine recorded in other copies of this state, for keys that are to be created: a checkout that
 * was copied, or another work tree, whose state is in no commit yet.
 */
export function findInOtherCheckouts(
  {listOtherMarks}: Pick<HistoryPlace, 'listOtherMarks'>,
  {ours, isSought, hasSpec}: Pick<SoughtRecords, 'ours' | 'isSought' | 'hasSpec'>,
): readonly LostRecord[] {
  if (ours === null || listOtherMarks === undefined) return [];
  const versions = listOtherMarks().flatMap(marks => readMarkOf(marks, ours));
  return judgeVersions(ours, {versions, leftOut: [], hasSpec})?.lost.filter(({key}) => isSought(key)) ?? [];
}
