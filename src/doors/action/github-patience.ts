import type {World} from '../../core/base/context';
import {type GitHubClient, GitHubError} from './ports';

const MOST_ATTEMPTS = 4;
/** Longest wait for one attempt, milliseconds: GitHub asks for a minute after a secondary rate limit. */
const LONGEST_WAIT_MS = 60_000;

/**
 * Calls GitHub up to four times, as long as the error may be temporary. `ask` must be safe to
 * repeat. Rejects with the last {@link GitHubError}.
 */
export async function askPatiently<Answer>(
  ask: () => Promise<Answer>,
  {retryBaseMs, world}: {readonly retryBaseMs: number; readonly world: Pick<World, 'sleep'>},
): Promise<Answer> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof GitHubError) || !isPassing(error) || attempt === MOST_ATTEMPTS) throw error;
      await world.sleep(Math.max(retryBaseMs * 2 ** attempt, Math.min(error.limitedMs ?? 0, LONGEST_WAIT_MS)));
    }
  }
}

/** Whether an error may be temporary. */
export function isPassing({status, limitedMs}: GitHubError): boolean {
  return status === null || status >= 500 || status === 429 || limitedMs !== null;
}

/** A client that asks each question about reviews once a run. A failure is not kept. */
export function askOnce(github: GitHubClient): GitHubClient {
  const pulls = new Map<string, ReturnType<GitHubClient['listPullRequestsOfCommit']>>();
  const comments = new Map<string, ReturnType<GitHubClient['findOwnComments']>>();
  const named = new Map<string, ReturnType<GitHubClient['readPullRequest']>>();
  const edits = new Map<string, ReturnType<GitHubClient['findForeignEdits']>>();
  const read = new Map<string, ReturnType<GitHubClient['readOwnComment']>>();
  return {
    ...github,
    listPullRequestsOfCommit: sha => remember(pulls, sha, () => github.listPullRequestsOfCommit(sha)),
    readPullRequest: number => remember(named, String(number), () => github.readPullRequest(number)),
    findOwnComments: (pullRequest, marker) =>
      remember(comments, `${pullRequest} ${marker}`, () => github.findOwnComments(pullRequest, marker)),
    readOwnComment: comment => remember(read, String(comment.id), () => github.readOwnComment(comment)),
    findForeignEdits: asked => remember(edits, asked.map(({id}) => id).join(), () => github.findForeignEdits(asked)),
  };
}

function remember<Answer>(answers: Map<string, Promise<Answer>>, question: string, ask: () => Promise<Answer>): Promise<Answer> {
  const known = answers.get(question);
  if (known !== undefined) return known;
  const asked = ask().catch((error: unknown) => {
    answers.delete(question);
    throw error;
  });
  answers.set(question, asked);
  return asked;
}
