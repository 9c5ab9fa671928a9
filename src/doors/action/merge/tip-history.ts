import type {Settings} from '../../../core/config/config';
import type {Checkout} from '../../../core/git/run-git';
import {listFormerPaths} from '../../../project/places/former-places';
import {isShallowCheckout} from '../git-state';
import type {ActionPorts, GitRunner} from '../ports';
import {isContained} from './state-record';

/** A branch, and its newest commit. */
interface Tip {
  readonly branch: string;
  readonly commit: string;
}

/** Whether a branch holds a commit; fetches the history of a shallow checkout. Null where it can't be fetched. */
export async function searchHistory(git: GitRunner, {branch, commit}: Tip, earlier: string): Promise<boolean | null> {
  if (await isContained(git, earlier, commit)) return true;
  // The history may only be cut between the two.
  if (!(await fetchHistory(git, branch))) return false;
  if (await isContained(git, earlier, commit)) return true;
  return (await isShallowCheckout(git)) ? null : false;
}

/** Fetches the whole history of a branch into a shallow checkout; false where the checkout is not shallow. */
export async function fetchHistory(git: GitRunner, branch: string): Promise<boolean> {
  if (!(await isShallowCheckout(git))) return false;
  await git(['fetch', '--no-tags', '--quiet', '--unshallow', 'origin', `refs/heads/${branch}`]);
  return true;
}

/** Paths in the repository that the config named for the state before, by the whole history of a branch. */
export async function fetchFormerPaths(
  {git, env}: Pick<ActionPorts, 'git' | 'env'>,
  branch: string,
  settings: Settings,
): Promise<ReadonlySet<string>> {
  await fetchHistory(git, branch);
  return listFormerPaths(settings, env);
}

/** The tip of a branch, as a checkout of its own. */
export function openTip(git: GitRunner, tip: Tip): Checkout {
  return {
    readCommit: async () => tip.commit,
    contains: async (_, earlier) => searchHistory(git, tip, earlier),
    isShallow: async () => (await fetchHistory(git, tip.branch)) && (await isShallowCheckout(git)),
  };
}
