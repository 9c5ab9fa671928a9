import {askGit} from './run-git';

/** A checkout, as far as its history counts. */
export interface Checkout {
  /** The commit that is checked out; null without a repository, without git, or before the first commit. */
  readCommit(): Promise<string | null>;
  /** Whether `commit` is `earlier` or comes after it; null where the history of a shallow checkout does not show it. */
  contains(commit: string, earlier: string): Promise<boolean | null>;
  /** Whether a part of the history is not here. */
  isShallow(): Promise<boolean>;
}

/** The checkout that a directory belongs to. Uses no network. */
export function openCheckout(directory: string, env: Readonly<Record<string, string | undefined>>): Checkout {
  const ask = async (...args: string[]) => {
    const answer = await askGit(directory, env, args);
    return {isDone: answer?.exitCode === 0, text: answer?.stdout.toString('utf8').trim() ?? ''};
  };
  const isShallow = async () => (await ask('rev-parse', '--is-shallow-repository')).text === 'true';
  return {
    isShallow,
    readCommit: async () => {
      const {isDone, text} = await ask('rev-parse', '--verify', '--quiet', 'HEAD^{commit}');
      return isDone ? text : null;
    },
    contains: async (commit, earlier) => {
      if (commit === earlier) return true;
      if ((await ask('merge-base', '--is-ancestor', earlier, commit)).isDone) return true;
      // Also a commit that is not here at all: the whole history of the checked-out one is.
      return (await isShallow()) ? null : false;
    },
  };
}
