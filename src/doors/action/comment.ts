import type {Settings} from '../../core/config/config';
import type {UserError} from '../../core/diagnostics/user-error';
import {pathBelow} from '../../core/files/paths';
import {listSteps} from '../../core/plan/change-facts';
import type {ValidateReport} from '../../core/specs/validate-report';
import {renderFailureMarkdown, renderInvalidMarkdown} from './findings-markdown';
import {isPassing} from './github-patience';
import {encodeWord, isSameText} from './marked-text';
import {type PlanSummaryText, renderPlanComment, type ShownPlan} from './plan-comment';
import {type ActionPorts, type ActionRequest, type ActionResult, type GitHubClient, GitHubError, type PullRequestComment} from './ports';
import type {Workspace} from './workspace';

/** The id of the comment, and a notice if it could not be written. */
interface Commented {
  readonly id?: number;
  readonly notice?: NonNullable<ActionResult['message']>;
}

/** Writes the plan into the pull request's comment, if the event has a pull request and the input `comment` allows it. */
export async function commentOnPlan(
  shown: ShownPlan,
  summary: PlanSummaryText['kind'],
  request: ActionRequest,
  {ports, workspace}: {readonly ports: ActionPorts; readonly workspace: Workspace},
): Promise<Commented> {
  const {inputs, event} = request;
  if (event.kind !== 'pull-request') return {};
  const mode =
    inputs.comment === 'always' || listSteps(shown.plan).length + (shown.stateShifts ?? []).length > 0 ? 'create' : 'update-only';
  const marker = markerOf(workspace.settings, workspace.root);
  return comment({marker, mode, body: renderPlanComment(shown, {marker, headSha: event.head.sha, summary})}, request, ports);
}

/** Writes into the comment that the specs have errors: an earlier plan in it no longer describes these specs. */
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

/** Writes into the comment why there is no plan. */
export async function commentOnFailure(
  {code, message, hint}: UserError,
  request: ActionRequest,
  ports: ActionPorts,
  workspace: Workspace,
): Promise<Commented> {
  const marker = markerOf(workspace.settings, workspace.root);
  const body = renderFailureMarkdown('No plan: this must not be merged', {code, message, ...(hint === undefined ? {} : {hint})});
  return comment({marker, mode: 'create', body: `${marker}\n\n${body}`}, request, ports);
}

async function comment(
  written: Pick<CommentRequest, 'marker' | 'body' | 'mode'>,
  {inputs, event}: ActionRequest,
  ports: ActionPorts,
): Promise<Commented> {
  if (event.kind !== 'pull-request' || inputs.comment === 'never') return {};
  if (ports.github === null) return {notice: notWritten('the input github-token is empty', NEEDS)};
  const outcome = await keepComment({...written, pullRequest: event.number, others: 'replaced'}, ports);
  switch (outcome.kind) {
    case 'written':
      return {id: outcome.id};
    case 'not-wanted':
      return {};
    case 'failed':
      if (!outcome.lasting) return {notice: notWritten(outcome.reason, 'run the job again')};
      if (!outcome.isForbidden) return {notice: notWritten(outcome.reason, ELSE)};
      return {notice: notWritten(event.isFork ? 'the token of a pull request from a fork is read-only' : outcome.reason, NEEDS)};
  }
}

const ELSE = 'open another pull request for these changes, or set `comment: never`';

const NEEDS = 'add `permissions: pull-requests: write` to the job, or set `comment: never`';

function notWritten(reason: string, hint: string): NonNullable<ActionResult['message']> {
  return {title: 'action/comment-failed', text: `the plan is in the job summary, but not in a comment: ${reason}`, hint};
}

/**
 * The hidden first line of a pull request's comment, by which it is found again. It names the plan's state, so that jobs for several environments or directories keep a comment each, and the merge finds the one that
 * belongs to what it applies. `root` is the repository's directory.
 */
export function markerOf(
  settings: Pick<Settings, 'project' | 'environment' | 'stateFile'>,
  root: string,
  what: 'plan' | 'tries' = 'plan',
): string {
  const {project, environment, stateFile} = settings;
  const state = pathBelow(root, stateFile);
  return `${markerStart(what)}${[project, environment, state].map(encodeWord).join(' ')} -->`;
}

/** Returns the beginning of every such line, whatever the config says. */
export function markerStart(what: 'plan' | 'tries'): string {
  return `<!-- monitors-${what} `;
}

/** A comment to keep up to date. */
interface CommentRequest {
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
type CommentOutcome =
  /** `body` as GitHub holds it, without what was redacted. */
  | {readonly kind: 'written'; readonly id: number; readonly body: string}
  | {readonly kind: 'not-wanted'}
  /** `lasting`: a retry would fail, too. `isForbidden`: a token with other permissions may help. */
  | {readonly kind: 'failed'; readonly reason: string; readonly lasting: boolean; readonly isForbidden: boolean};

/**
 * Updates the pull request's comment, or creates it. Each retry looks the comment up first: a create whose answer was lost may have
 * worked, and a second comment would stay.
 */
export async function keepComment(
  request: CommentRequest,
  {github, askPatiently}: Pick<ActionPorts, 'github' | 'askPatiently'>,
): Promise<CommentOutcome> {
  if (github === null) return {kind: 'failed', reason: 'the input github-token is empty', lasting: true, isForbidden: true};
  try {
    return await askPatiently(() => findAndWrite(request, github));
  } catch (error) {
    if (!(error instanceof GitHubError)) throw error;
    // GitHub answers 404 to hide what a token may not see.
    const isForbidden = [401, 403, 404].includes(error.status ?? 0);
    return {kind: 'failed', reason: error.message, lasting: !isPassing(error), isForbidden};
  }
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

const REPLACED = 'This comment is no longer kept: the first one of this workflow in this pull request shows the plan.';

/** The end of a comment whose text another account put there. */
const WRITTEN_AGAIN = '\n<!-- written again -->\n';

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
