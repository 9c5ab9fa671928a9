import {countOf} from '../../core/base/words';
import type {Settings} from '../../core/config/config';
import {totalPerMonth} from '../../core/specs/credits';
import {renderValidateJson} from '../../features/validate/document';
import type {CheckedWorkspace} from '../../project/check';
import {renderValidateSummary} from './findings-markdown';
import type {ActionEvent, ActionRequest, ActionResult} from './ports';
import {Artifacts} from './workspace';

/** Whether a plan has to do without the state: a fork gets no credentials of a server. */
export function isStateUnreadable(event: ActionEvent, {sharedState}: Settings): boolean {
  return sharedState !== undefined && event.kind === 'pull-request' && event.isFork;
}

const TEXT = "no plan: the state can't be read here, since a pull request from a fork gets no credentials";

/** The result for specs without errors whose state can't be read: what they cost, and no plan. */
export function concludeUnplanned({report, checked}: CheckedWorkspace, {run}: ActionRequest): ActionResult {
  const credits = checked.monitors.reduce((sum, {estimate}) => sum + totalPerMonth(estimate), 0);
  const cost = `Estimate of all specs: ${countOf(credits, 'credit')} a month.`;
  return {
    exitCode: 0,
    failureReason: null,
    message: {title: 'No plan', text: `${TEXT}. ${cost}`},
    outputs: {jsonPath: new Artifacts(run).write('validate.json', renderValidateJson(report))},
    summary: `> **${TEXT}.**\n\n${cost}\n\n${renderValidateSummary(report)}`,
  };
}
