import type {ActionPorts, GitHubClient, PullRequestComment} from '../ports';
import {parseReviewedPlan, type ReviewedPlan} from '../reviewed-plan';

/**
 * Reads the reviewed plan from the comments of a pull request; null without one. Anyone who can write may edit a comment, so GitHub is
 * asked whose words it holds. Rejects with a `GitHubError` if that is not known.
 */
export async function readReviewedPlan(
  [comment]: readonly PullRequestComment[],
  github: Pick<GitHubClient, 'findForeignEdits'>,
  {askPatiently}: Pick<ActionPorts, 'askPatiently'>,
): Promise<ReviewedPlan | null> {
  // If there are several, the first one is the one that is kept up to date.
  const plan = comment === undefined ? null : parseReviewedPlan(comment.body);
  if (comment === undefined || plan === null) return null;
  const [edit] = await askPatiently(() => github.findForeignEdits([comment]));
  return edit === undefined ? plan : {kind: 'edited', by: edit.by};
}
