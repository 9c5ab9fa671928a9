import {isPassing} from './github-patience';
import {isSameText} from './marked-text';
import {type ActionPorts, type GitHubClient, GitHubError, type PullRequestComment} from './ports';

/** A comment to keep up to date. */
export interface CommentRequest {
  readonly pullRequest: number;
  /** The first line of the body. */
  readonly marker: string;
  readonly body: string;
  /** `update-only`: does not create a comment. */
  readonly mode: 'create' | 'update-only';
  /** Policy for later comments with the marker, which runs at once can leave: `replaced` by a line that names the first. */
  readonly others?: 'kept' | 'replaced';
}

/** The result of writing a comment. */
export type CommentOutcome =
  /** `body` as GitHub holds it, without what was redacted. */
  | {readonly kind: 'written'; readonly id: number; readonly body: string}
  | {readonly kind: 'not-wanted'}
  /** `lasting`: a retry would fail, too. `isForbidden`: a token with other permissions may help. */
  | {readonly kind: 'failed'; readonly reason: string; readonly lasting: boolean; readonly isForbidden: boolean};

/**
 * Updates the pull request's comment, or creates it. Each retry looks the comment up first: a create whose answer was lost may have
 * worked, and a second comment would stay.
 */
export function keepComment(request: CommentRequest, ports: Pick<ActionPorts, 'github' | 'askPatiently'>): Promise<CommentOutcome> {
  return writePatiently(ports, github => findAndWrite(request, github));
}

/** Writes to GitHub, again where that may help; the outcome says what GitHub refused. */
export async function writePatiently<Outcome>(
  {github, askPatiently}: Pick<ActionPorts, 'github' | 'askPatiently'>,
  write: (github: GitHubClient) => Promise<Outcome>,
): Promise<Outcome | CommentOutcome> {
  if (github === null) return {kind: 'failed', reason: 'the input github-token is empty', lasting: true, isForbidden: true};
  try {
    return await askPatiently(() => write(github));
  } catch (error) {
    if (error instanceof GitHubError) return failedToWrite(error);
    throw error;
  }
}

/** The outcome of a write that GitHub refused. */
function failedToWrite(error: GitHubError): CommentOutcome {
  // GitHub answers 404 to hide what a token may not see.
  const isForbidden = [401, 403, 404].includes(error.status ?? 0);
  return {kind: 'failed', reason: error.message, lasting: !isPassing(error), isForbidden};
}

async function findAndWrite({pullRequest, marker, body, mode, others}: CommentRequest, github: GitHubClient): Promise<CommentOutcome> {
  // If there are several, the first one counts, here and at the merge.
  const [known, ...later] = await github.findOwnComments(pullRequest, marker);
  const replaced = `${marker}\n\n${REPLACED}\n`;
  for (const one of others === 'replaced' ? later : []) if (!isSameText(one.body, replaced)) await github.updateComment(one.id, replaced);
  if (known === undefined && mode === 'update-only') return {kind: 'not-wanted'};
  if (known === undefined) return toWritten(await github.createComment(pullRequest, body));
  const isSame = isSameText(known.body, body);
  if (isSame && !(await isEditedElsewhere(known, github))) return toWritten(known);
  // Only another text makes us its editor again.
  return toWritten(await github.updateComment(known.id, isSame ? `${body}${WRITTEN_AGAIN}` : body));
}

function toWritten({id, body}: PullRequestComment): CommentOutcome {
  return {kind: 'written', id, body};
}

/** The text of a comment that is no longer the one of its plan. */
export const REPLACED = 'This comment is no longer kept: the first one of this workflow in this pull request shows the plan.';

/** The end of a comment whose text another account put there. */
export const WRITTEN_AGAIN = '\n<!-- written again -->\n';

/** Whether the last editor is another account. Without an answer no: the merge asks again, and refuses then. */
async function isEditedElsewhere(comment: PullRequestComment, github: GitHubClient): Promise<boolean> {
  if (comment.isAsCreated) return false;
  try {
    return (await github.findForeignEdits([comment])).length > 0;
  } catch (error) {
    if (error instanceof GitHubError) return false;
    throw error;
  }
}
