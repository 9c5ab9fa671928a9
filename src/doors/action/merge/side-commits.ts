import {readCommit} from '../../../project/history/recording-commit';
import type {BranchHistory, LineCommit} from './branch-history';
import type {ListPulls} from './own-commit';

/**
 * Adds behind each merge that no pull request made the commits that it took from its other sides and that change one of some files, newest
 * first: after `git pull` on a branch with commits of its own, the branch's own commits are there.
 */
export async function addSides(
  commits: readonly string[],
  {history, paths, listPulls}: {readonly history: BranchHistory; readonly paths: readonly string[]; readonly listPulls: ListPulls},
): Promise<readonly string[]> {
  const all = new Set<string>();
  const left = [...commits];
  for (let commit = left.shift(); commit !== undefined; commit = left.shift()) {
    if (all.has(commit)) continue;
    all.add(commit);
    const written = await readCommit(history, commit);
    const [first, ...others] = written?.parents ?? [];
    if (written === null || first === undefined || others.length === 0) continue;
    // Who writes such a message by hand could have written what it merges.
    if (/^Merge pull request #\d+ /.test(written.message) || (await listPulls(commit)).length > 0) continue;
    const sides: string[] = [];
    for (const other of others)
      for await (const {commit, changes} of followSide(history, other, first))
        if (paths.some(path => changes.has(path))) sides.push(commit);
    left.unshift(...sides);
  }
  return [...all];
}

/** The first-parent line of a commit, as far as it is not in the history of another one, newest first. */
export async function* followSide(history: BranchHistory, tip: string, first: string): AsyncGenerator<LineCommit> {
  // Limited by paths, git would leave out a merge that is equal to its other side.
  const listOwn = async () => {
    const listed = await history.ask(['rev-list', '--first-parent', tip, `^${first}`, '--']);
    return new Set(listed.exitCode === 0 ? listed.stdout.toString('utf8').split('\n') : []);
  };
  let own = await listOwn();
  for await (const line of history.followLine(tip)) {
    // More of it may have been fetched since.
    if (!own.has(line.commit)) own = await listOwn();
    if (!own.has(line.commit)) return;
    yield line;
  }
}
