import {JUDGED_TRAILER, readCommit} from '../../../project/recording-commit';
import {journalPathOf} from '../git-state';
import type {Histories} from './branch-history';
import type {OwnCommits} from './own-commit';

/**
 * Tells whether a branch has state and journal just as the newest recording that was kept, whatever commits led to them. Only those who may push
 * can change what is kept, and a run keeps a state that waits for a review as one that does not count.
 */
export async function isAsKept(histories: Histories, {branch, statePath}: Pick<OwnCommits, 'branch' | 'statePath'>): Promise<boolean> {
  const {kept} = await histories.listRemoteTips();
  const copy = kept.find(one => one.branch === branch && one.statePath === statePath);
  const {git} = histories.of(branch);
  if (copy === undefined) return false;
  const fetched = await git(['fetch', '--quiet', '--no-tags', 'origin', `+${copy.ref}:refs/monitors/kept/newest`]);
  if (fetched.exitCode !== 0) return false;
  const written = await readCommit({read: name => git.read(name)}, copy.commit);
  if (written === null || !written.message.includes(`\n${JUDGED_TRAILER}: `)) return false;
  const nameFiles = async (commit: string) => {
    const files = [statePath, journalPathOf(statePath)].map(async path => (await git.read(`${commit}:${path}`))?.id ?? null);
    return JSON.stringify(await Promise.all(files));
  };
  return (await nameFiles(copy.commit)) === (await nameFiles(`refs/heads/${branch}`));
}
