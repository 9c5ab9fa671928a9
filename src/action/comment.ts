import {askPatiently, isPassing} from './github-patience';
import {type ActionPorts, type GitHubClient, GitHubError, type PullRequestComment} from './ports';

/** A comment to keep up to date. */
export interface CommentRequest {
  readonly pullRequest: number;
  /** The first line of the body. */
  readonly marker: string;
  readonly body: string;
  /** `update-only`: where there is no comment yet, none is made. */
  readonly mode: 'create' | 'update-only';
}

/** What became of a comment. */
export type CommentOutcome =
  | {readonly kind: 'written'; readonly id: number}
  | {readonly kind: 'not-wanted'}
  /** `lasting`: the same request would be refused again. */
  | {readonly kind: 'failed'; readonly reason: string; readonly lasting: boolean};

/**
 * Brings the pull request's comment up to date, or makes it. After an answer that leaves doubt it looks again before it
 * creates again: the comment may be there, and a second one would stay for good.
 */
export async function writeComment(
  request: CommentRequest,
  github: GitHubClient,
  ports: Pick<ActionPorts, 'retryBaseMs' | 'world'>,
): Promise<CommentOutcome> {
  try {
    return await askPatiently(() => findAndWrite(request, github), ports);
  } catch (error) {
    if (error instanceof GitHubError) return {kind: 'failed', reason: error.message, lasting: !isPassing(error)};
    throw error;
  }
}

async function findAndWrite({pullRequest, marker, body, mode}: CommentRequest, github: GitHubClient): Promise<CommentOutcome> {
  // Of several, by whatever accident, the first counts: for whoever writes and for whoever reads.
  const [known] = await github.findOwnComments(pullRequest, marker);
  if (known === undefined && mode === 'update-only') return {kind: 'not-wanted'};
  if (known !== undefined && isSame(known, body)) return {kind: 'written', id: known.id};
  const written = known === undefined ? await github.createComment(pullRequest, body) : await github.updateComment(known.id, body);
  return {kind: 'written', id: written.id};
}

/** GitHub may hand out other line ends than it was given. */
function isSame(known: PullRequestComment, body: string): boolean {
  return known.body.replaceAll('\r\n', '\n').trimEnd() === body.trimEnd();
}
