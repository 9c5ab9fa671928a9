import type {ActionPorts, CommitPullRequest, GitHubClient, PullRequestComment} from '../ports';
import {parseReviewedPlan, type ReviewedPlan} from '../reviewed-plan';
import {findPlan, type PlanMarkers} from '../shared-comment';

/**
 * Reads the reviewed plan from the comments of a pull request; null without one. Anyone who can write may edit a comment, or start its
 * job again after the merge, so GitHub is asked whose words it holds, and since when. Rejects with a `GitHubError` if that is not known.
 */
export async function readReviewedPlan(
  comments: readonly PullRequestComment[],
  {markers, mergedAt}: {readonly markers: PlanMarkers} & Pick<CommitPullRequest, 'mergedAt'>,
  github: Pick<GitHubClient, 'readOwnComment'>,
  {askPatiently}: Pick<ActionPorts, 'askPatiently'>,
): Promise<ReviewedPlan | null> {
  const read = (found: readonly PullRequestComment[]) => {
    const holder = findPlan(found, markers);
    return {holder, plan: holder === null ? null : parseReviewedPlan(holder.text)};
  };
  const {holder, plan} = read(comments);
  if (holder === null || plan === null) return null;
  // The text of the same moment counts: after an edit, the token may have written the comment again.
  const {body, edit, writtenAt} = await askPatiently(() => github.readOwnComment(holder.comment));
  if (edit !== null) return {kind: 'edited', by: edit.by};
  return mergedAt !== null && writtenAt > mergedAt ? {kind: 'late'} : read([{...holder.comment, body}]).plan;
}
