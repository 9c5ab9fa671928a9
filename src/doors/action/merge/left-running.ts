import {isInside, pathBelow} from '../../../core/files/paths';
import type {History} from '../../../project/history/history';
import type {FoundLeft, LeftRunningSearch} from '../../../project/history/left-running';
import {unreachable} from '../git-state';
import type {GitRunner} from '../ports';
import type {OtherTip} from './other-tips';
import type {Merging} from './tip-worktree';

/**
 * A history that looks for the monitors of a missing state where the state was: the checkout of a runner has neither the commits before
 * the tip nor the branch that holds the state. Fetches only then.
 */
export function lookAtBranch(history: History | null, merging: Merging): History | null {
  return history === null ? null : {...history, findLeftRunning: search => findOnBranch(search, merging)};
}

async function findOnBranch(search: LeftRunningSearch, {place, request, ports}: Merging): Promise<FoundLeft> {
  const {root, placed, histories} = place;
  // With `commit-state: false` there may be no repository, and so no history.
  if (!isInside(root, placed.stateFile) || (await ports.git.read('HEAD')) === null) return {left: [], isSeen: 'whole'};
  const [{fetchVersions}, {historyOf}, {findLeftRunning}] = await Promise.all([
    import('./fetched-versions'),
    import('./recorded-before'),
    import('../../../project/history/left-running'),
  ]);
  const statePath = pathBelow(root, placed.stateFile);
  const sought = {place: historyOf({place, ports}), histories, statePath, root, listPulls: async () => []};
  const {own, kept, tips} = await fetchVersions(request, ports, sought);
  const standing = new Set(tips.flatMap(({kind, branch}) => (kind === 'branch' ? [branch] : [])));
  const left = await fetchKept(
    own.git,
    kept.tips.filter(({branch}) => !standing.has(branch)),
  );
  const {fetched} = own.place;
  return findLeftRunning({...own.place, fetched: {...fetched, tips: [...fetched.tips, ...left]}}, null, search);
}

/** Fetches what is kept of recordings on this branch, and on others that are gone. Returns the names there. */
async function fetchKept(git: GitRunner, kept: readonly OtherTip[]): Promise<readonly string[]> {
  if (kept.length === 0) return [];
  const names = kept.map(({commit}) => `refs/monitors/kept/${commit}`);
  const refs = kept.map(({ref}, index) => `+${ref}:${names[index]}`);
  const fetched = await git(['fetch', '--quiet', '--no-tags', '--no-filter', 'origin', ...refs]);
  if (fetched.exitCode !== 0) throw unreachable(kept[0]?.branch ?? '', fetched.stderr);
  return names;
}
