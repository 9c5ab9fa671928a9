import {exitCodeAfter} from '../../core/base/interruption';
import {MAX_CREDITS, MOST_REQUESTS, NEWEST_CHECKS} from '../../core/config/choices';
import {readDuration, wholeNumber} from '../../core/config/option-values';
import {UserError} from '../../core/diagnostics/user-error';
import {readAlerts} from '../../features/alerts/alerts';
import type {AlertsDocument} from '../../features/alerts/document';
import {readChanges, readHistory} from '../../features/observe/checks';
import {type ChecksDocument, type DiffDocument, toChecksDocument, toDiffDocument} from '../../features/observe/checks-document';
import {type CheckCost, runChecks, runExitCode} from '../../features/observe/run-checks';
import {type RunDocument, sumCredits, toRunDocument} from '../../features/observe/run-document';
import {readStatus} from '../../features/observe/status';
import type {StatusDocument} from '../../features/observe/status-document';
import {checkOptions, refuse} from './check-options';
import type {AlertsOptions, ChecksOptions, ChoiceOptions, DiffOptions, RunOptions, StatusOptions} from './options';
import {runOnProject} from './run';

/** The result of started checks, and its exit code. */
export interface Started extends RunDocument {
  /** As `monitors run` exits: 0 started, and ended where they were followed; 1 one was not started or failed; 4 one may have been started; 143 aborted. */
  readonly exitCode: number;
}

/** Reads how monitors do; see `status` in src/index.ts. */
export async function status(given: StatusOptions): Promise<StatusDocument> {
  const {checks = 0, alerts = false, maxRequests, ...options} = checkOptions(given);
  return runOnProject({...options, command: 'status'}, async project => {
    const count = wholeNumber('checks', String(checks), NEWEST_CHECKS);
    const request = {...choiceOf(options), checks: count, failing: 'certain', alerts: alerts ? 'read' : 'left-out'} as const;
    return (await readStatus(project, {...request, failures: 'read', maxRequests: readMost(maxRequests)})).document;
  });
}

/** Reads the newest checks of a monitor; see `checks` in src/index.ts. */
export async function checks(given: ChecksOptions): Promise<ChecksDocument> {
  const {key, limit = 10, maxRequests, ...options} = checkOptions(given);
  return runOnProject({...options, command: 'checks'}, async project => {
    const most = wholeNumber('limit', String(limit), {min: 1, max: 1000});
    return toChecksDocument(await readHistory(project, requireKey(key), {most, maxRequests: readMost(maxRequests)}));
  });
}

/** Reads what a check changed; see `diff` in src/index.ts. */
export async function diff(given: DiffOptions): Promise<DiffDocument> {
  const {key, check, ...options} = checkOptions(given);
  return runOnProject({...options, command: 'diff'}, async project => toDiffDocument(await readChanges(project, requireKey(key), check)));
}

/** Reads where alerts go; see `alerts` in src/index.ts. */
export async function alerts(given: AlertsOptions): Promise<AlertsDocument> {
  const {maxRequests, ...options} = checkOptions(given);
  return runOnProject({...options, command: 'alerts'}, async project => {
    const most = maxRequests === undefined ? undefined : wholeNumber('maxRequests', String(maxRequests), MOST_REQUESTS);
    return readAlerts(project, {...choiceOf(options), maxRequests: most});
  });
}

/** Starts checks; see `run` in src/index.ts. */
export async function run(given: RunOptions): Promise<Started> {
  const {maxCredits, wait = false, timeout = '30m', ...options} = checkOptions(given);
  if (maxCredits === undefined) throw refuse('maxCredits is missing', 'to call run is to pay: give the most that it may cost');
  const {only, labels = {}} = options;
  if (only === undefined && Object.keys(labels).length === 0) throw refuse('run needs only or labels', '["**"] means all');
  return runOnProject({...options, command: 'run'}, async project => {
    const most = wholeNumber('maxCredits', String(maxCredits), MAX_CREDITS);
    const followMs = wait ? readDuration('timeout', timeout) : null;
    const approve = async (costs: readonly CheckCost[]) => refuseDear(sumCredits(costs), most);
    const view = await runChecks(project, {...choiceOf(options), followMs}, {approve});
    return {...toRunDocument(view), exitCode: exitCodeAfter(project.watchInterruption(), runExitCode(view))};
  });
}

/** Throws `UserError` where it costs more than the caller allows. */
export function refuseDear(credits: number | null, most: number): void {
  if (credits !== null && credits <= most) return;
  const cost = credits === null ? 'an unknown number of credits' : `about ${credits} credits`;
  throw new UserError(
    'config/too-expensive',
    `this costs ${cost}; maxCredits is ${most}`,
    'choose fewer monitors, or give a higher maxCredits',
  );
}

function readMost(maxRequests: number | undefined): number | null {
  return maxRequests === undefined ? null : wholeNumber('maxRequests', String(maxRequests), MOST_REQUESTS);
}

function requireKey(key: string | undefined): string {
  if (key === undefined) throw refuse('key is missing');
  return key;
}

function choiceOf({only, exclude, labels = {}}: ChoiceOptions) {
  return {only, exclude, labels: Object.entries(labels).map(([name, value]) => `${name}=${value}`)};
}
