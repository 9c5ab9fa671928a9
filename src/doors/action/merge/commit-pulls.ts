import type {readCommit} from '../../../project/history/recording-commit';
import {type ActionPorts, type CommitPullRequest, type GitHubClient, GitHubError} from '../ports';

/** A branch, and what else tells which pull requests brought a commit to it. */
interface MergedInto {
  readonly branch: string;
  readonly readWritten: () => ReturnType<typeof readCommit>;
  /** Whether the remote has a branch. */
  readonly isBranch: (name: string) => Promise<boolean>;
  /** Tells whether the branch has a commit, as far as it was fetched. */
  readonly isHere: (commit: string) => Promise<boolean>;
}

/**
 * Lists the pull requests that were merged into a branch with a commit: also by a name that no branch has any more, since one that was
 * merged keeps the name when its branch is renamed; and of forks into another branch whose merge came here. GitHub may name
 * them late: one that the commit's message names is asked for itself.
 * Rejects with a `GitHubError` if GitHub does not answer.
 */
export async function listMergedOf(
  commit: string,
  {branch, readWritten, isBranch, isHere}: MergedInto,
  {github, askPatiently}: {readonly github: GitHubClient} & Pick<ActionPorts, 'askPatiently'>,
): Promise<readonly CommitPullRequest[]> {
  const all = await askPatiently(() => github.listPullRequestsOfCommit(commit));
  const cameHere = async ({isFork, mergeCommitSha}: CommitPullRequest) =>
    isFork && mergeCommitSha !== null && (await isHere(mergeCommitSha));
  const isInto = async (pull: CommitPullRequest) =>
    pull.baseBranch === branch || !(await isBranch(pull.baseBranch)) || (await cameHere(pull));
  const merged: CommitPullRequest[] = [];
  for (const pull of all) if (pull.mergedAt !== null && (await isInto(pull))) merged.push(pull);
  const written = merged.length > 0 ? null : await readWritten();
  const number = written === null ? null : readNamedPull(written.message);
  if (number === null) return merged;
  const pull = await askPatiently(() => github.readPullRequest(number)).catch(skipMissing);
  const isOfPull = pull !== null && (pull.mergeCommitSha === commit || written?.parents.includes(pull.headSha) === true);
  if (isOfPull && pull.mergedAt === null && (await isInto(pull)))
    throw new GitHubError(200, `GitHub does not say yet that #${number} is merged, which ${commit.slice(0, 12)} merges`);
  return typeof pull?.mergedAt === 'string' && pull.mergeCommitSha === commit && (await isInto(pull)) ? [pull] : [];
}

/** The number may be that of an issue. */
function skipMissing(error: unknown): null {
  if (error instanceof GitHubError && error.status === 404) return null;
  throw error;
}

/** The pull request that GitHub's own messages of merges and squashes name; null without one. */
export function readNamedPull(message: string): number | null {
  const [subject = ''] = message.trimStart().split('\n', 1);
  const [, number] = /^Merge pull request #(\d{1,9}) /.exec(subject) ?? / \(#(\d{1,9})\)$/.exec(subject) ?? [];
  return number === undefined ? null : Number(number);
}
