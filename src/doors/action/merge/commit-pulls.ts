import {type ActionPorts, type CommitPullRequest, type GitHubClient, GitHubError} from '../ports';

/**
 * Lists the pull requests that were merged into a branch with a commit. GitHub may name them late: one that the commit's message names is
 * asked for itself. Rejects with a `GitHubError` if GitHub does not answer.
 */
export async function listMergedOf(
  commit: string,
  {branch, readMessage}: {readonly branch: string; readonly readMessage: () => Promise<string>},
  {github, askPatiently}: {readonly github: GitHubClient} & Pick<ActionPorts, 'askPatiently'>,
): Promise<readonly CommitPullRequest[]> {
  const all = await askPatiently(() => github.listPullRequestsOfCommit(commit));
  const merged = all.filter(({mergedAt, baseBranch}) => mergedAt !== null && baseBranch === branch);
  const number = merged.length > 0 ? null : readNamedPull(await readMessage());
  if (number === null) return merged;
  const pull = await askPatiently(() => github.readPullRequest(number)).catch(skipMissing);
  return typeof pull?.mergedAt === 'string' && pull.baseBranch === branch && pull.mergeCommitSha === commit ? [pull] : [];
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
