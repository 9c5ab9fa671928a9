import type {ValidateReport} from '../report/render-options';
import {type CommentRequest, writeComment} from './comment';
import {markerOf} from './comment-marker';
import {renderInvalidMarkdown, renderPlanComment, type ShownPlan} from './plan-comment';
import type {ActionPorts, ActionRequest, ActionResult} from './ports';
import type {Workspace} from './workspace';

/** What became of the comment: its id, and what to say where GitHub did not take it. */
export interface Commented {
  readonly id?: number;
  readonly notice?: NonNullable<ActionResult['message']>;
}

/** Puts the plan into the pull request's comment, where there is a pull request and a comment is wanted. */
export async function commentOnPlan(
  shown: ShownPlan,
  request: ActionRequest,
  ports: ActionPorts,
  workspace: Workspace,
): Promise<Commented> {
  const {inputs, event} = request;
  if (event.kind !== 'pull-request') return {};
  const mode = inputs.comment === 'always' || shown.plan.changes.length > 0 ? 'create' : 'update-only';
  const marker = markerOf(workspace.settings, workspace.root);
  return comment({marker, mode, body: renderPlanComment(shown, {marker, headSha: event.head.sha})}, request, ports);
}

/** Says in the comment that the specs have errors: a plan that stood there before is none of these specs'. */
export async function commentOnSpecs(
  report: ValidateReport,
  request: ActionRequest,
  ports: ActionPorts,
  workspace: Workspace,
): Promise<Commented> {
  const marker = markerOf(workspace.settings, workspace.root);
  const mode = request.inputs.comment === 'always' ? 'create' : 'update-only';
  return comment({marker, mode, body: renderInvalidMarkdown(report, {limit: 'comment', marker})}, request, ports);
}

async function comment(
  written: Pick<CommentRequest, 'marker' | 'body' | 'mode'>,
  {inputs, event}: ActionRequest,
  {github, world, retryBaseMs}: ActionPorts,
): Promise<Commented> {
  if (event.kind !== 'pull-request' || inputs.comment === 'never') return {};
  if (github === null) return {notice: notWritten('the input github-token is empty', NEEDS)};
  const outcome = await writeComment({...written, pullRequest: event.number}, github, {retryBaseMs, world});
  switch (outcome.kind) {
    case 'written':
      return {id: outcome.id};
    case 'not-wanted':
      return {};
    case 'failed':
      if (!outcome.lasting) return {notice: notWritten(outcome.reason, 'run the job again')};
      return {notice: notWritten(event.isFork ? 'a pull request from a fork has a token that can only read' : outcome.reason, NEEDS)};
  }
}

const NEEDS = 'give the job `permissions: pull-requests: write`, or set `comment: never`';

function notWritten(reason: string, hint: string): NonNullable<ActionResult['message']> {
  return {title: 'action/comment-failed', text: `the plan is in the job summary, and not in a comment: ${reason}`, hint};
}
