import {countOf} from '../../core/base/words';
import {hasErrors} from '../../core/diagnostics/diagnostic';
import {nameBudgetMember} from '../../core/plan/budget';
import type {Plan} from '../../core/plan/change';
import {APPLY_DEFAULTS} from '../../features/apply/apply';
import {toPlanFile} from '../../features/plan/file-document';
import {findPlanFaults} from '../../features/plan/findings';
import {renderPlan} from '../../features/plan/formats';
import {type Planned, planChecked} from '../../features/plan/plan';
import {renderValidateGithub} from '../../features/validate/github';
import {type CheckedWorkspace, checkWorkspace} from '../../project/check';
import type {Project} from '../../project/project';
import {renderErrorJson} from '../../rendering/error';
import type {OriginDocument} from '../../rendering/plan-origins';
import {commentOnFailure, commentOnPlan, commentOnSpecs, markersOf} from './comment';
import {askComments} from './comment-witnesses';
import {renderInvalidMarkdown} from './findings-markdown';
import {listStateShifts} from './merged-state';
import {isAboutPlace, refuseOtherPlace} from './other-place';
import {readOwners} from './owners';
import {renderPlanSummary, type ShownPlan} from './plan-comment';
import {findState} from './plan-state';
import type {ActionOutputs, ActionPorts, ActionRequest, ActionResult} from './ports';
import {openActionProject} from './project';
import {type TriesResult, tryChanged} from './tries/try-changed';
import {concludeUnplanned, isStateUnreadable} from './unread-state';
import {Artifacts, openWorkspace, type Workspace} from './workspace';

const LOG = {color: false, width: 120, verbosity: 'normal'} as const;

/**
 * Runs `command: plan` and writes annotations, log, summary, comment, JSON and saved plan. A pull request's plan is made from the
 * state of its base branch, never from a state in the pull request.
 */
export async function runPlan(request: ActionRequest, ports: ActionPorts): Promise<ActionResult> {
  const {inputs, run, event} = request;
  const workspace = openWorkspace(inputs, ports.env);
  const {root, settings} = workspace;
  const opened = openActionProject({settings, root, command: 'plan'}, inputs, ports);
  await opened.refusePlace();
  const checked = checkWorkspace(opened, {strict: inputs.strict, noneHere: 'ask-state'});
  ports.annotate(renderValidateGithub(checked.report, LOG));
  if (hasErrors(checked.report.findings)) return endInvalid(request, ports, workspace, checked);

  if (isStateUnreadable(event, settings)) return concludeUnplanned(checked, request);
  const {stateFile, besideFile = stateFile, stateCommit, findings, formerStates} = await findState(request, ports, workspace);
  const project = openPlanProject(request, ports, workspace, {stateCopy: stateFile, besideFile, formerStates});
  const {only, exclude, labels, refresh, allowDeletes} = inputs;
  const options = {only, exclude, labels, refresh, allowDeletes, checkSecrets: false, lookupMs: APPLY_DEFAULTS.lookupMs};
  const planned = await planOrComment(() => planChecked(project, checked, options), request, ports, workspace);
  const faulty = findPlanFaults(project, checked, planned.plan);
  if (faulty !== null) {
    const errors = faulty.report.findings.filter(({severity}) => severity === 'error');
    ports.annotate(renderValidateGithub({...faulty.report, findings: errors, warningCount: 0}, LOG));
    return endInvalid(request, ports, workspace, faulty);
  }
  const plan: Plan = {...planned.plan, findings: [...planned.plan.findings, ...findings]};
  ports.log(renderPlan(plan, 'text', LOG));
  const specs = new Set(checked.checked.monitors.map(({key}) => key));
  const ownersOf = plan.changes.length === 0 ? null : await readOwners(event, ports);
  const shown: ShownPlan = {
    plan,
    stateShifts: await listStateShifts(stateFile, plan, key => specs.has(key), request, ports, workspace),
    findings: checked.report.findings,
    onPlanChange: inputs.onPlanChange,
    moment: event.kind === 'pull-request' ? 'pull-request' : 'other',
    formerStates,
    stateCommit,
    ...linkLines(request),
    ...(ownersOf && {ownersOf}),
    seenState: settings.sharedState === undefined ? null : planned.view.stored,
  };
  const artifacts = new Artifacts(run);
  const summary = renderPlanSummary(shown);
  const commented = await commentOnPlan(shown, summary.kind, request, {ports, workspace});
  const overBudget = plan.changes.flatMap(change =>
    change.action === 'blocked' && change.reason.kind === 'budget' ? [change.reason] : [],
  )[0];
  const tries = await tryChanged(plan, request, ports, {workspace, project});
  const notice = commented.notice ?? tries?.notice;
  return {
    ...(notice === undefined ? {} : {message: notice}),
    ...(overBudget !== undefined ? endOverBudget(overBudget) : tries?.isBad === true ? badPages : {exitCode: 0, failureReason: null}),
    outputs: {
      ...countChanges(plan),
      jsonPath: artifacts.write('plan.json', renderPlan(plan, 'json', LOG, checked.report.findings)),
      planPath: artifacts.write('saved-plan.json', toPlanFile(plan, checked.checked.hashes, checked.report.findings)),
      ...(inputs.report ? {reportPath: artifacts.write('report.html', await renderReport(project, {...planned, plan}))} : {}),
      ...(commented.id === undefined ? {} : {commentId: commented.id}),
    },
    summary: summary.text + renderTriesSummary(tries),
  };
}

/** Makes addresses of lines on GitHub, at the commit that the event is about. */
function linkLines({run: {serverUrl, repository}, event}: ActionRequest): Pick<ShownPlan, 'linkTo'> {
  if (event.kind === 'other') return {};
  const commit = event.kind === 'pull-request' ? event.head.sha : event.sha;
  const linkTo = ({file, line}: OriginDocument) => {
    const path = [repository.owner, repository.name, 'blob', commit, ...file.split('/')].map(encodeURIComponent).join('/');
    return `${serverUrl}/${path}#L${line}`;
  };
  return {linkTo};
}

/** A pull request may name another place for the state: what the base branch names counts, too. */
function openPlanProject(
  {inputs, event}: ActionRequest,
  ports: ActionPorts,
  workspace: Workspace,
  {formerStates, ...state}: {readonly stateCopy: string; readonly besideFile: string; readonly formerStates: readonly string[]},
): Project {
  const opened = openActionProject({...workspace, command: 'plan', ...state}, inputs, ports);
  if (event.kind === 'other') return opened;
  const {settings, root} = workspace;
  const checkCheckout: Project['checkCheckout'] = async found => {
    const search = {...workspace, formerStates, newState: inputs.newState};
    if (found === null && event.kind === 'pull-request') await refuseOtherPlace(ports.git, event.base.branch, search);
    await opened.checkCheckout(found);
  };
  if (settings.sharedState === undefined || inputs.allowOldCheckout) return {...opened, checkCheckout};
  const own = event.kind === 'pull-request' ? {...event.base, tip: event.base.sha, pullRequest: event.number} : {...event, tip: event.sha};
  const search = {...own, markers: markersOf(settings, root), shownState: opened.shownState};
  return {...opened, checkCheckout, askWitnesses: (version, commit) => askComments({version, commit}, search, ports)};
}

/** Plans; where the place of the state is refused, the comment says so, since an earlier plan in it no longer counts. */
async function planOrComment(
  plan: () => Promise<Planned>,
  request: ActionRequest,
  ports: ActionPorts,
  workspace: Workspace,
): Promise<Planned> {
  try {
    return await plan();
  } catch (error) {
    if (isAboutPlace(error)) await commentOnFailure(error, request, ports, workspace);
    throw error;
  }
}

/** The library that draws its charts is loaded here only. */
async function renderReport(project: Project, planned: Planned): Promise<string> {
  const {reportPlan} = await import('../../features/report/report');
  const {renderReportPage} = await import('../../features/report/html/page');
  return renderReportPage(reportPlan(project, planned, {zone: 'UTC', rateLimit: null}));
}

function endOverBudget(passed: Parameters<typeof nameBudgetMember>[0]): Pick<ActionResult, 'exitCode' | 'failureReason' | 'message'> {
  const title = 'plan/over-budget';
  const text = 'the specs cost more than the budget in the config: apply would create none of the new monitors';
  const hint = `make the new monitors cheaper, or raise ${nameBudgetMember(passed)} in monitors.config.yaml`;
  return {exitCode: 1, failureReason: 'budget-exceeded', message: {title, text, hint}};
}

const badPages: Pick<ActionResult, 'exitCode' | 'failureReason' | 'message'> = {
  exitCode: 1,
  failureReason: 'bad-pages',
  message: {
    title: 'bad-pages',
    text: 'a page that this pull request adds or changes is surely not worth watching',
    hint: 'the comment and the job summary list the pages',
  },
};

function renderTriesSummary(tries: TriesResult | null): string {
  return tries === null || tries.summary === '' ? '' : `\n${tries.summary}`;
}

/** The outputs that count a plan's changes. */
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
    message: `${countOf(report.errorCount, 'error')} in the specs: nothing was planned`,
    hint: 'fix the errors in the annotations; `monitors validate` lists them, too',
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
