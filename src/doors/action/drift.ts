import {countOf, listFirst} from '../../core/base/words';
import {hasErrors} from '../../core/diagnostics/diagnostic';
import {createRedactor} from '../../core/secrets/redaction';
import {withParts} from '../../core/secrets/sent-secrets';
import {APPLY_DEFAULTS} from '../../features/apply/apply';
import {type DriftReport, readDrift} from '../../features/drift/drift';
import {renderDriftMarkdown} from '../../features/drift/markdown';
import {renderPlan} from '../../features/plan/formats';
import {renderValidateGithub} from '../../features/validate/github';
import {checkWorkspace} from '../../project/check';
import {requireFullOperations} from '../../project/project';
import {nothingStored} from '../../project/state-access';
import {driftMarkerOf, driftTitleOf, type IssueOutcome, keepIssue} from './drift-issue';
import {LONGEST_COMMENT, LONGEST_SUMMARY, renderInvalidMarkdown} from './findings-markdown';
import {listSecrets} from './inputs';
import {findState} from './plan-state';
import type {ActionPorts, ActionRequest, ActionResult, BranchEvent} from './ports';
import {openActionProject} from './project';
import {Artifacts, openWorkspace} from './workspace';

const LOG = {color: false, width: 120, verbosity: 'normal'} as const;

/**
 * Runs `command: drift`: reads the service, applies nothing, and keeps one issue for each project and environment. The issue is closed
 * only by a run that read the whole list, since a part of it cannot show that drift is gone.
 */
export async function runDrift(request: ActionRequest<BranchEvent>, ports: ActionPorts): Promise<ActionResult> {
  const {inputs, run} = request;
  const workspace = openWorkspace(inputs, ports.env);
  const {root, settings} = workspace;
  requireFullOperations(settings, '"command: drift"');
  const opened = openActionProject({settings, root, command: 'plan'}, inputs, ports);
  await opened.refusePlace();
  const checked = checkWorkspace(opened, {strict: inputs.strict});
  ports.annotate(renderValidateGithub(checked.report, LOG));
  if (hasErrors(checked.report.findings)) {
    const summary = renderInvalidMarkdown(checked.report, {limit: 'summary'});
    return {exitCode: 1, failureReason: 'invalid-specs', outputs: {}, summary};
  }

  const {stateFile, besideFile = stateFile} = await findState(request, ports, workspace);
  const project = openActionProject({settings, root, command: 'plan', stateCopy: stateFile, besideFile}, inputs, ports);
  const {only, exclude, labels} = inputs;
  const options = {only, exclude, labels, allowDeletes: true, lookupMs: APPLY_DEFAULTS.lookupMs};
  const {plan, view, failing, undelivered, notRead} = await readDrift(project, checked, options);
  if (view.stored === null) throw nothingStored();
  const values = withParts(settings.allowedReferences.flatMap(name => ports.env[name] ?? []));
  const redact = createRedactor([...listSecrets(inputs, ports.env), ...values]);
  const summary = renderDriftMarkdown(plan, {limit: LONGEST_SUMMARY, redact, undelivered});
  ports.log(`${countOf(plan.summary.drift, 'monitor')} with drift, ${countOf(failing.length, 'failing monitor')}\n`);
  const jsonPath = new Artifacts(run).write('plan.json', redact(renderPlan(plan, 'json', LOG, checked.report.findings)));
  const outputs = {drift: plan.summary.drift, failing: failing.length, jsonPath};
  const outcome = await writeIssue({plan, redact, undelivered, notRead}, request, ports);
  if (outcome.kind === 'failed') return {...issueFailed(outcome), outputs, summary};
  const issue = outcome.number === null ? {} : {issueNumber: outcome.number};
  const result = {exitCode: 0, failureReason: null, outputs: {...outputs, ...issue}, summary};
  return notRead.length === 0 ? result : {...result, exitCode: 1, message: describeUnread(notRead)};
}

function describeUnread(notRead: DriftReport['notRead']): NonNullable<ActionResult['message']> {
  const keys = listFirst(notRead.map(({key}) => `"${key}"`));
  return {title: 'live/not-read', text: `it is not known whether the alerts of ${keys} arrive: ${notRead[0]?.reason}`};
}

async function writeIssue(
  {plan, redact, undelivered, notRead}: Pick<DriftReport, 'plan' | 'undelivered' | 'notRead'> & {readonly redact: (text: string) => string},
  {inputs}: ActionRequest,
  {github, askPatiently}: ActionPorts,
): Promise<IssueOutcome> {
  if (inputs.comment === 'never') return {kind: 'done', number: null};
  if (github === null) return {kind: 'failed', reason: 'the input github-token is empty', lasting: true};
  const marker = driftMarkerOf(plan, inputs);
  const limit = LONGEST_COMMENT - `${marker}\n\n${FOOT}`.length;
  const isClear = plan.summary.drift === 0 && undelivered.length === 0;
  // What was not read may be what the issue is about.
  if (isClear && notRead.length > 0) return {kind: 'done', number: null};
  const body = isClear ? null : `${marker}\n\n${renderDriftMarkdown(plan, {limit, redact, undelivered})}${FOOT}`;
  return keepIssue({marker, title: driftTitleOf(plan, inputs), body}, github, {askPatiently});
}

const FOOT = '\nEach run updates this issue, and closes it when there is no drift and all alerts arrive.\n';

function issueFailed({
  reason,
  lasting,
}: Extract<IssueOutcome, {kind: 'failed'}>): Pick<ActionResult, 'exitCode' | 'failureReason' | 'message'> {
  const text = `the drift is in the job summary, but not in an issue: ${reason}`;
  const hint = lasting ? 'add `permissions: issues: write` to the job, or set `comment: never`' : 'run the job again';
  return {exitCode: 3, failureReason: null, message: {title: 'action/issue-failed', text, hint}};
}
