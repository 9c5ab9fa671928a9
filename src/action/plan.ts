import {existsSync, readFileSync} from 'node:fs';
import {join, relative, sep} from 'node:path';
import {isInside} from '../config/inner-path';
import {type Diagnostic, hasErrors} from '../diagnostics/diagnostic';
import type {Plan} from '../plan/model';
import {toPlanFile} from '../plan/plan-file';
import {Refusal} from '../refusal';
import {renderErrorJson, renderPlan} from '../report';
import {renderValidateGithub} from '../report/validate-github';
import {viewState} from '../state/fold-open';
import {type CheckedWorkspace, checkWorkspace} from '../workflows/check';
import {readGivenAddress} from '../workflows/connection';
import {planFromView} from '../workflows/plan';
import {openStateStore} from '../workflows/state-store';
import {commentOnPlan, commentOnSpecs} from './comment-plan';
import {journalPathOf, readStateFromBranch, refuseForgottenBranch} from './git-state';
import type {ActionOutputs, ActionPorts, ActionRequest, ActionResult} from './model';
import {renderInvalidMarkdown, renderPlanSummary, type ShownPlan} from './plan-comment';
import {Artifacts, makeTemporaryDirectory, openWorkspace, type Workspace} from './workspace';

const LOG = {color: false, width: 120, verbosity: 'normal'} as const;

/**
 * `command: plan`: what apply would do, as annotations, log, summary, comment, JSON and saved plan. A pull request's plan
 * is made from the state of the base branch: what it brings itself is a wish and no record.
 */
export async function runPlan(request: ActionRequest, ports: ActionPorts): Promise<ActionResult> {
  const {inputs, run, event} = request;
  const workspace = openWorkspace(inputs, ports.env);
  const {root, settings} = workspace;
  const checked = checkWorkspace({settings, cwd: root, strict: inputs.strict, paths: [], cache: null});
  ports.annotate(renderValidateGithub(checked.report, LOG));
  if (hasErrors(checked.report.findings)) return endInvalid(request, ports, workspace, checked);

  const {stateFile, findings} = await findState(request, ports, workspace);
  const store = openStateStore({settings, cwd: root, command: 'plan', context: ports, copy: stateFile});
  const view = await viewState(store);
  const address = readGivenAddress(inputs.baseUrl, ports.env, store.refusals);
  address?.check(view);
  const made = planFromView({settings, only: inputs.only, allowDeletes: inputs.allowDeletes, address}, checked, view);
  const plan: Plan = {...made, findings: [...made.findings, ...findings]};
  ports.log(renderPlan(plan, 'text', LOG));
  const shown: ShownPlan = {
    plan,
    findings: checked.report.findings,
    onPlanChange: inputs.onPlanChange,
    moment: event.kind === 'pull-request' ? 'pull-request' : 'other',
  };
  const artifacts = new Artifacts(run);
  const commented = await commentOnPlan(shown, request, ports, workspace);
  const isOverBudget = plan.changes.some(change => change.action === 'blocked' && change.reason.kind === 'budget');
  return {
    ...(isOverBudget ? overBudget : {exitCode: 0, failureReason: null}),
    ...(commented.notice === undefined || isOverBudget ? {} : {message: commented.notice}),
    outputs: {
      ...countChanges(plan),
      jsonPath: artifacts.write('plan.json', renderPlan(plan, 'json', LOG, checked.report.findings)),
      planPath: artifacts.write('saved-plan.json', toPlanFile(plan, checked.checked.hashes, checked.report.findings)),
      ...(commented.id === undefined ? {} : {commentId: commented.id}),
    },
    summary: renderPlanSummary(shown),
  };
}

const overBudget: Pick<ActionResult, 'exitCode' | 'failureReason' | 'message'> = {
  exitCode: 1,
  failureReason: 'budget-exceeded',
  message: {
    title: 'plan/over-budget',
    text: 'what the specs ask for costs more than the budget of the config: apply would create none of it',
    hint: 'make the new monitors cheaper, or raise budget.creditsPerMonth in monitors.config.yaml',
  },
};

/** The outputs that count what a plan does. */
export function countChanges({changes, summary}: Plan): ActionOutputs {
  const {create, update, replace, delete: deleted} = summary;
  return {changes: changes.length > 0, toCreate: create, toUpdate: update, toReplace: replace, toDelete: deleted};
}

async function endInvalid(
  request: ActionRequest,
  ports: ActionPorts,
  workspace: Workspace,
  {report}: CheckedWorkspace,
): Promise<ActionResult> {
  const commented = await commentOnSpecs(report, request, ports, workspace);
  const failure = {
    code: 'spec/invalid',
    message: `the specs have ${report.errorCount === 1 ? 'an error' : `${report.errorCount} errors`}, so nothing was planned`,
    hint: 'mend what the annotations point at; `monitors validate` lists it again',
  } as const;
  return {
    exitCode: 1,
    failureReason: 'invalid-specs',
    outputs: {
      jsonPath: new Artifacts(request.run).write('plan.json', renderErrorJson('plan', failure, report.findings)),
      ...(commented.id === undefined ? {} : {commentId: commented.id}),
    },
    summary: renderInvalidMarkdown(report, {limit: 'summary'}),
  };
}

/** Where the state is that the plan is made from, and what there is to say about it. */
async function findState(
  {inputs, run, event}: ActionRequest,
  ports: ActionPorts,
  {root, settings}: Workspace,
): Promise<{readonly stateFile: string; readonly findings: readonly Diagnostic[]}> {
  const base = event.kind === 'pull-request' ? event.base : undefined;
  const branch = inputs.stateBranch ?? base?.branch;
  if (branch === undefined) return {stateFile: settings.stateFile, findings: []};
  if (!isInside(root, settings.stateFile)) {
    throw new Refusal(
      'git/outside-repository',
      'the state file lies outside of the repository',
      'give a path inside it with the input state',
    );
  }
  const statePath = relative(root, settings.stateFile).split(sep).join('/');
  const directory = makeTemporaryDirectory(run, 'monitors-state-');
  const otherwise = base?.branch ?? (event.kind === 'branch' ? event.branch : undefined);
  const copy = await readStateFromBranch(ports.git, {branch, ...(otherwise === undefined ? {} : {otherwise}), statePath, directory});
  if (inputs.stateBranch === undefined) await refuseForgottenBranch(ports.git, {branch, files: copy.files, statePath});
  const isOwnState = inputs.stateBranch === undefined && copy.commit === base?.sha;
  const changed = isOwnState && [statePath, journalPathOf(statePath)].some(path => differs(join(root, path), join(directory, path)));
  return {stateFile: copy.stateFile, findings: changed ? [stateInPullRequest(statePath)] : []};
}

/** Compared only where the base has not moved on since GitHub merged it for a look: else its own commits would show. */
function differs(ours: string, theirs: string): boolean {
  const [one, other] = [ours, theirs].map(path => (existsSync(path) ? readFileSync(path) : null));
  if (!one || !other) return one !== other;
  return !one.equals(other);
}

function stateInPullRequest(statePath: string): Diagnostic {
  return {
    code: 'action/state-in-pull-request',
    severity: 'warning',
    message: `this pull request changes ${statePath} or its journal, and the plan is made from what the base branch holds`,
    hint: 'take the state out of the pull request, unless changing it is its purpose: then review that file too',
  };
}
