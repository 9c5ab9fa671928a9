import {relative} from 'node:path';
import type {Settings} from '../config/config';
import type {ValidateReport} from '../report/render-options';
import {askPatiently, isPassing} from './github-patience';
import {renderInvalidMarkdown, renderPlanComment, type ShownPlan} from './plan-comment';
import {type ActionPorts, type ActionRequest, type ActionResult, type GitHubClient, GitHubError, type PullRequestComment} from './ports';
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

/**
 * The hidden first line of a pull request's comment, by which it is found again. It names the state that the plan is
 * about, so that jobs for several environments or directories keep a comment each, and the merge finds the one that
 * belongs to what it applies. `root` is the repository's directory.
 */
export function markerOf(settings: Pick<Settings, 'project' | 'environment' | 'stateFile'>, root: string): string {
  const {project, environment, stateFile} = settings;
  const state = relative(root, stateFile).replaceAll('\\', '/');
  return `<!-- monitors-plan ${[project, environment, state].map(encode).join(' ')} -->`;
}

/** Nothing of a name can end the comment that it stands in, or look like a second word. */
function encode(word: string): string {
  return encodeURIComponent(word).replaceAll('-', '%2D');
}

/** A comment to keep up to date. */
interface CommentRequest {
  readonly pullRequest: number;
  /** The first line of the body. */
  readonly marker: string;
  readonly body: string;
  /** `update-only`: where there is no comment yet, none is made. */
  readonly mode: 'create' | 'update-only';
}

/** What became of a comment. */
type CommentOutcome =
  | {readonly kind: 'written'; readonly id: number}
  | {readonly kind: 'not-wanted'}
  /** `lasting`: the same request would be refused again. */
  | {readonly kind: 'failed'; readonly reason: string; readonly lasting: boolean};

/**
 * Brings the pull request's comment up to date, or makes it. After an answer that leaves doubt it looks again before it
 * creates again: the comment may be there, and a second one would stay for good.
 */
async function writeComment(
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
