import {readFileSync} from 'node:fs';
import {hashBlob} from '../../core/git/blobs';
import {listChangesSince} from '../../core/git/file-versions';
import type {HistoryPlace} from './look';
import {RECORDING_TRAILER, SEARCH_MS} from './recording-commit';

/** Commits that a look reads from, and those that the last one read from. */
interface LookTips {
  readonly now: readonly string[];
  readonly before: readonly string[];
}

/** Tells whether all commits since the last look that change the state, if any, make it as it is: then they tell nothing new. */
export async function isUnchangedSince({stateFile, context: {env, world}}: HistoryPlace, {now, before}: LookTips): Promise<boolean> {
  const search = {path: stateFile, trailer: RECORDING_TRAILER, tips: now, env, timeoutMs: SEARCH_MS, world};
  const changes = await listChangesSince(search, before);
  if (changes === null) return false;
  const own = hashBlob(readFileSync(stateFile), before[0] ?? null);
  return changes.every(({blob, isJournal}) => !isJournal && blob === own);
}
