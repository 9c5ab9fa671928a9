import type {StoredComment} from './github';
import type {MergeWorld, OpenPullRequest, PlanStart} from './merge-world';

/** A config with two environments. */
export const ENVIRONMENTS = {'monitors.config.yaml': 'project: acme-web\nenvironments: {staging: {}, production: {}}\n'};

/** The environments of the shared comment. */
export const BOTH = 'staging, production';

/** The step of an environment whose plan stands in the shared comment. */
export function sharedFor(environment: string, more: Readonly<Record<string, string>> = {}): PlanStart {
  return {inputs: {environment, 'shared-comment': BOTH, ...more}};
}

/** The step of an environment with a comment of its own. */
export function aloneFor(environment: string): PlanStart {
  return {inputs: {environment}};
}

/** Plans a pull request in steps, one after the other. */
export async function planAll(
  world: MergeWorld,
  pull: OpenPullRequest,
  starts: readonly PlanStart[] = [sharedFor('staging'), sharedFor('production')],
): Promise<OpenPullRequest> {
  let last = pull;
  for (const start of starts) last = await world.planPullRequest(pull, start);
  return last;
}

/** The only comment that there is. */
export function onlyComment({github: {comments}}: MergeWorld): StoredComment {
  const [comment, ...rest] = comments;
  if (comment === undefined || rest.length > 0) throw new Error(`there are ${comments.length} comments`);
  return comment;
}

/** The title of a shared comment. */
export function titleOf(body: string): string | undefined {
  return body.split('\n').find(line => line.startsWith('## '));
}
