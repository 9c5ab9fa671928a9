import {listStrangeVariables} from '../../core/config/option-values';
import {UserError} from '../../core/diagnostics/user-error';
import {withoutDirectory} from '../../core/git/pinned-git';
import {STATE_CREDENTIALS} from '../../core/state/credentials';
import {refuseKeyForFork, refuseRefreshForFork, refuseStateForFork} from './event';
import {failWith} from './failed-run';
import type {ActionEvent, ActionPorts, ActionRequest, ActionResult, BranchEvent} from './ports';

/** The command of a run, decided by inputs and event. */
type Task =
  | {readonly command: 'validate' | 'plan'; readonly request: ActionRequest}
  | {readonly command: 'apply' | 'drift' | 'digest'; readonly request: ActionRequest<BranchEvent>};

/** Runs the Action and answers its result; an error becomes a result, too. */
export async function runAction(asked: ActionRequest, given: ActionPorts): Promise<ActionResult> {
  const request = withoutUsualBranch(asked);
  // Code that starts git later may not know which directory the repository's own files are in.
  const ports = {...given, env: withoutDirectory(given.env, request.inputs.workspace)};
  try {
    await warnOfVariables(ports);
    refuseKeyForFork(request.event, request.inputs.apiKey !== undefined || (ports.env['MONITORS_API_KEY'] ?? '') !== '');
    refuseStateForFork(request.event, STATE_CREDENTIALS, ports.env);
    refuseRefreshForFork(request.event, request.inputs.refresh);
    const task = chooseTask(request);
    switch (task.command) {
      case 'validate':
        return await (await import('./validate')).runValidate(task.request, ports);
      case 'plan':
        return await (await import('./plan')).runPlan(task.request, ports);
      case 'apply':
        return await (await import('./merge/merge')).runMerge(task.request, ports);
      case 'drift':
        return await (await import('./drift')).runDrift(task.request, ports);
      case 'digest':
        return await (await import('./digest/digest')).runDigest(task.request, ports);
    }
  } catch (error) {
    return failWith(error, ports);
  }
}

/** A `state-branch` that names the branch of the specs means that there is none of its own. */
function withoutUsualBranch(request: ActionRequest): ActionRequest {
  const {inputs, event} = request;
  const usual = event.kind === 'pull-request' ? event.base.branch : event.kind === 'branch' && event.isDefaultBranch ? event.branch : null;
  return inputs.stateBranch === usual ? {...request, inputs: {...inputs, stateBranch: undefined}} : request;
}

/** Decides the command for this event. Throws {@link UserError} if they do not fit. */
function chooseTask(request: ActionRequest): Task {
  const {inputs, event} = request;
  const {command} = inputs;
  if (command === 'validate' || command === 'plan') return {command, request};
  if (command === 'drift' || command === 'digest') {
    if (event.kind === 'branch') return {command, request: {...request, event}};
    throw command === 'drift' ? driftElsewhere(event) : digestElsewhere(event);
  }
  if (event.kind === 'branch' && (command === 'apply' || (event.name === 'push' && event.isDefaultBranch))) {
    return {command: 'apply', request: {...request, event}};
  }
  if (command === 'apply') {
    throw wrongEvent(
      event.kind === 'pull-request' ? 'a pull request cannot be applied before it is merged' : `${event.name} has no branch to apply`,
      'run apply on a push to the default branch; `command: auto` plans on pull requests and applies after the merge',
    );
  }
  if (event.kind === 'pull-request') return {command: 'plan', request};
  const what =
    event.kind === 'branch' && event.name === 'push' ? `a push to "${event.branch}", which is not the default branch,` : event.name;
  throw wrongEvent(
    `\`command: auto\` plans on a pull request and applies on a push to the default branch; ${what} is neither`,
    'set `command: plan` or `command: apply` for this event, or skip the step with `if:`',
  );
}

function driftElsewhere({kind, name}: ActionEvent & {readonly name?: string}): UserError {
  return wrongEvent(
    kind === 'pull-request' ? 'a pull request is not looked through for drift' : `${name} has no branch to look at`,
    'run drift on a schedule, which uses the default branch; on a pull request `refresh: true` shows drift',
  );
}

function digestElsewhere({kind, name}: ActionEvent & {readonly name?: string}): UserError {
  return wrongEvent(
    kind === 'pull-request' ? 'a pull request gets no digest' : `${name} has no branch to report on`,
    'run digest on a schedule, which uses the default branch',
  );
}

function wrongEvent(message: string, hint: string): UserError {
  return new UserError('action/wrong-event', message, hint);
}

/** Annotates the run with variables that are probably misspelt. */
async function warnOfVariables({env, annotate}: Pick<ActionPorts, 'env' | 'annotate'>): Promise<void> {
  const strange = listStrangeVariables(env);
  if (strange.length === 0) return;
  const {warnOfNearVariables} = await import('../../core/config/option-values');
  const findings = warnOfNearVariables(strange, env);
  const {renderValidateGithub} = await import('../../features/validate/github');
  const report = {files: 0, monitors: 0, errorCount: 0, warningCount: findings.length, findings, sourceOf: () => undefined};
  if (findings.length > 0) annotate(renderValidateGithub(report, {color: false, width: 100, verbosity: 'normal'}));
}
