import type {Refusals} from '../../../core/state/format/refusals';
import {readCommit} from '../../../project/history/recording-commit';
import {readStateAt} from '../../../project/history/state-line';
import {journalPathOf} from '../git-state';
import type {BranchHistory, LineCommit} from './branch-history';
import type {ListPulls} from './own-commit';

/** A state, and the commits that changed it. */
interface StateCommits {
  readonly history: BranchHistory;
  readonly statePath: string;
  readonly lineage: string;
  readonly refusals: Refusals;
  readonly listPulls: ListPulls;
}

/**
 * Adds behind each merge that no pull request made the commits that it took from its other sides and that change the state, newest first:
 * after `git pull` on a branch with commits of its own, the branch's own commits are there. With the paths that the state has there.
 */
export async function addSides(
  commits: readonly string[],
  {statePath, listPulls, ...place}: StateCommits,
): Promise<{readonly commits: readonly string[]; readonly statePaths: readonly string[]}> {
  const {history} = place;
  const all = new Set<string>();
  const statePaths = new Set([statePath]);
  const left = [...commits];
  for (let commit = left.shift(); commit !== undefined; commit = left.shift()) {
    if (all.has(commit)) continue;
    all.add(commit);
    const [first, ...others] = (await readCommit(history, commit))?.parents ?? [];
    if (first === undefined || others.length === 0 || (await listPulls(commit)).length > 0) continue;
    const sides: string[] = [];
    for (const other of others) {
      const former = await findFormerPath(commit, other, {...place, statePath});
      if (former !== null) statePaths.add(former);
      const files = [...statePaths].flatMap(listFiles);
      for await (const {commit, changes} of followSide(history, other, first))
        if (files.some(path => changes.has(path))) sides.push(commit);
    }
    left.unshift(...sides);
  }
  return {commits: [...all], statePaths: [...statePaths]};
}

/** The paths of a state and its journal. */
export function listFiles(statePath: string): readonly string[] {
  return [statePath, journalPathOf(statePath)];
}

/** The path that a state has in the parent of a commit that gave it another one; null where it is the same, or not there. */
export async function findFormerPath(
  commit: string,
  parent: string,
  {history, statePath, lineage, refusals}: Omit<StateCommits, 'listPulls'>,
): Promise<string | null> {
  const changes = await history.listChanges(commit, parent);
  if (!/^0+$/.test(changes?.get(statePath)?.before ?? '')) return null;
  for (const [path, {after}] of changes ?? []) {
    if (!/^0+$/.test(after) || !path.endsWith('.json')) continue;
    if ((await readStateAt(parent, {history, statePath: path, refusals}))?.lineage === lineage) return path;
  }
  return null;
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
