import {JUDGED_TRAILER, RECORDING_TRAILER, readCommit} from '../../../project/history/recording-commit';
import {journalPathOf} from '../git-state';
import type {BranchHistory, Histories} from './branch-history';
import {type OwnCommits, readOwnCommit} from './own-commit';

/** Recordings of a history that are looked at, newest first. */
const MOST_RECORDINGS = 10;

/**
 * Tells whether a branch has state and journal just as the newest recording that was kept, and as one that any line of its history has:
 * those who may push a branch can push another copy, but not a commit of a run, since GitHub names the pull request that brings it. A run
 * keeps a state that waits for a review as one that does not count.
 */
export async function isAsKept(histories: Histories, own: OwnCommits): Promise<boolean> {
  const {branch, statePath} = own;
  const {kept} = await histories.listRemoteTips();
  const copy = kept.find(one => one.branch === branch && one.statePath === statePath);
  const history = histories.of(branch);
  const {git} = history;
  if (copy === undefined) return false;
  const fetched = await git(['fetch', '--quiet', '--no-tags', 'origin', `+${copy.ref}:refs/monitors/kept/newest`]);
  if (fetched.exitCode !== 0) return false;
  const written = await readCommit({read: name => git.read(name)}, copy.commit);
  if (written === null || !written.message.includes(`\n${JUDGED_TRAILER}: `)) return false;
  const files = await nameFiles(copy.commit, history, statePath);
  return files === (await nameFiles(`refs/heads/${branch}`, history, statePath)) && (await isRecorded(files, history, own));
}

/** Whether a run made a commit of the history that has these files. */
async function isRecorded(files: string, history: BranchHistory, own: OwnCommits): Promise<boolean> {
  const {branch, statePath} = own;
  const paths = [statePath, journalPathOf(statePath)].map(path => `:(literal)${path}`);
  const wanted = ['log', '--full-history', `-n${MOST_RECORDINGS}`, `--grep=^${RECORDING_TRAILER}: `, '--format=%H', `refs/heads/${branch}`];
  do {
    const listed = await history.ask([...wanted, '--', ...paths]);
    for (const commit of listed.stdout.toString('utf8').split('\n').filter(Boolean)) {
      if ((await nameFiles(commit, history, statePath)) !== files) continue;
      if ((await readOwnCommit(commit, history, own))?.isBaseline === true) return true;
    }
  } while (history.isCut() && (await history.deepen()));
  return false;
}

/** Names the objects of state and journal in a commit. */
async function nameFiles(commit: string, history: BranchHistory, statePath: string): Promise<string> {
  const files = [statePath, journalPathOf(statePath)].map(async path => (await history.read(`${commit}:${path}`))?.id ?? null);
  return JSON.stringify(await Promise.all(files));
}
