import type {Settings} from '../../core/config/config';
import type {UserError} from '../../core/diagnostics/user-error';
import {pathBelow} from '../../core/files/paths';
import {baseOfStateFile, DEFAULT_ENVIRONMENT} from '../../core/files/state-name';
import {listSteps} from '../../core/plan/change-facts';
import type {ValidateReport} from '../../core/specs/validate-report';
import {codeSpan} from '../../rendering/escape-markdown';
import {renderFailureMarkdown, renderInvalidMarkdown} from './findings-markdown';
import {type CommentOutcome, type CommentRequest, keepComment} from './keep-comment';
import {keepSection} from './keep-section';
import {encodeWord} from './marked-text';
import {type PlanSummaryText, renderCommentParts, renderPlanComment, type ShownPlan} from './plan-comment';
import type {ActionPorts, ActionRequest, ActionResult} from './ports';
import {disarmSection, type PlanMarkers, type SharedSection} from './shared-comment';
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
  const place = {headSha: event.head.sha, summary};
  const written: WrittenComment = {
    mode,
    alone: marker => renderPlanComment(shown, {...place, marker}),
    shared: (marker, longest) => {
      const {hidden, above, plan, end} = renderCommentParts(shown, {...place, marker, longest});
      const [heading = '', ...rest] = plan.split('\n\n');
      return {records: hidden.slice(1), heading, text: [...above, rest.join('\n\n'), end].join('\n')};
    },
  };
  return comment(written, request, ports, workspace);
}

/** Writes into the comment that the specs have errors: an earlier plan in it no longer describes these specs. */
export async function commentOnSpecs(
  report: ValidateReport,
  request: ActionRequest,
  ports: ActionPorts,
  workspace: Workspace,
): Promise<Commented> {
  const written: WrittenComment = {
    mode: request.inputs.comment === 'always' ? 'create' : 'update-only',
    alone: marker => renderInvalidMarkdown(report, {limit: 'comment', marker}),
    shared: (_marker, longest) => withoutPlan(renderInvalidMarkdown(report, {limit: longest})),
  };
  return comment(written, request, ports, workspace);
}

/** Writes into the comment why there is no plan. */
export async function commentOnFailure(
  {code, message, hint}: UserError,
  request: ActionRequest,
  ports: ActionPorts,
  workspace: Workspace,
): Promise<Commented> {
  const body = renderFailureMarkdown('No plan: this must not be merged', {code, message, ...(hint === undefined ? {} : {hint})});
  const written: WrittenComment = {mode: 'create', alone: marker => `${marker}\n\n${body}`, shared: () => withoutPlan(body)};
  return comment(written, request, ports, workspace);
}

/** What a comment is to say, in both of its forms. */
interface WrittenComment extends Pick<CommentRequest, 'mode'> {
  /** The whole comment of this environment alone. */
  readonly alone: (marker: string) => string;
  /** Its part of the comment that environments share. */
  readonly shared: (marker: string, longest: number) => SectionParts;
}

interface SectionParts extends Pick<SharedSection, 'records' | 'text'> {
  /** With the signs of a heading. */
  readonly heading: string;
}

function withoutPlan(body: string): SectionParts {
  const [heading = '', ...rest] = body.split('\n\n');
  return {records: [], heading, text: rest.join('\n\n')};
}

async function comment(
  written: WrittenComment,
  {inputs, event}: ActionRequest,
  ports: ActionPorts,
  place: Pick<Workspace, 'settings' | 'root'>,
): Promise<Commented> {
  if (event.kind !== 'pull-request' || inputs.comment === 'never') return {};
  if (ports.github === null) return {notice: notWritten('the input github-token is empty', NEEDS)};
  const outcome = await keepEither(written, {...place, pullRequest: event.number, headSha: event.head.sha}, inputs.sharedComment, ports);
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

/** Keeps the comment that these environments share, or the one of this environment alone. */
async function keepEither(
  {mode, alone, shared}: WrittenComment,
  {settings, root, pullRequest, headSha}: Pick<Workspace, 'settings' | 'root'> & {readonly pullRequest: number; readonly headSha: string},
  names: readonly string[],
  ports: ActionPorts,
): Promise<CommentOutcome> {
  const markers = markersOf(settings, root);
  const putAlone = () => keepComment({pullRequest, marker: markers.own, mode, body: alone(markers.own), others: 'replaced'}, ports);
  const sharing = {marker: markers.shared, environments: names.map(encodeWord), headSha};
  const section = {pullRequest, markers, environment: encodeWord(settings.environment), sharing, mode};
  if (names.length > 0) {
    const render = (room: number) => toSection(shared(markers.own, room), markers.own, settings);
    const outcome = await keepSection({...section, render}, ports);
    return outcome.kind === 'alone' ? putAlone() : outcome;
  }
  // A workflow that gives each environment its own comment again takes the section out: the merge must not find two plans.
  const isMaybeShared = (settings.environments?.size ?? 0) > 1;
  const left = isMaybeShared ? await keepSection({...section, render: null}, ports) : null;
  return left?.kind === 'failed' ? left : putAlone();
}

/** A section whose title names its environment, also that of `default`, and where there is no plan. */
function toSection({records, heading, text}: SectionParts, marker: string, {project, environment}: Settings): SharedSection {
  const words = heading.replace(/^#+ /, '');
  const [name, usual] = [codeSpan(environment), codeSpan(environment === DEFAULT_ENVIRONMENT ? project : environment)];
  const title = words.startsWith(`${usual}: `) ? words.slice(usual.length + 2) : words;
  return {marker, records, title: `${name}: ${title}`, text: disarmSection(text)};
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

/** The markers of a plan: that of its own comment, and that of one which the environments of its project share. */
export function markersOf(settings: Pick<Settings, 'project' | 'environment' | 'stateFile'>, root: string): PlanMarkers {
  const {project, environment, stateFile} = settings;
  const state = baseOfStateFile(pathBelow(root, stateFile), environment);
  return {own: markerOf(settings, root), shared: `<!-- monitors-plans ${[project, state].map(encodeWord).join(' ')} -->`};
}

/** Returns the beginning of every such line, whatever the config says. */
export function markerStart(what: 'plan' | 'tries'): string {
  return `<!-- monitors-${what} `;
}
