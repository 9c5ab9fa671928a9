import {type Check, type CheckPage, PAGE_STATUSES, type PageStatus} from '../../core/api/check-port';
import type {ReadOutcome} from '../../core/api/port';
import {keyCommand} from '../../core/base/command-line';
import {countOf} from '../../core/base/words';
import {UserError} from '../../core/diagnostics/user-error';
import {hidesReason} from '../../core/observe/failure-row';
import {viewState} from '../../core/state/fold-open';
import {chooseKeys} from '../../project/choose-keys';
import {type Project, requireFullOperations} from '../../project/project';
import type {CheckProgress} from '../../project/refresh';
import {CheckReader, type ReadPages, refuseRead, withChecks} from '../../project/service-reader';
import {nothingStored} from '../../project/state-access';
import type {ChangesView, HistoryView} from './checks-document';
import {readReason} from './failures';
import {RequestBudget} from './request-budget';

/** Request of `monitors checks`. */
interface HistoryRequest {
  /** Checks to read, 1 to 1000. */
  readonly most: number;
  /** Requests that are sent, at most; null for any number. */
  readonly maxRequests: number | null;
}

/** Checks whose failed pages are read. */
const MOST_REASONS = 5;

/** Reads the newest checks of a monitor, and why the newest failed ones failed. Sends only reads, and writes nothing. Throws `UserError`. */
export function readHistory(
  project: Project,
  key: string,
  {most, maxRequests}: HistoryRequest,
  {onReasons}: Pick<CheckProgress, 'onReasons'> = {},
): Promise<HistoryView> {
  return withReader(project, key, 'monitors checks', async (id, {service}) => {
    const budget = new RequestBudget(maxRequests, project.world);
    const reader = new CheckReader(budget.bound(service), project);
    const read = budget.tolerate(await reader.checks(id, most));
    if (budget.isRefused) throw tooFew(budget.most, 'the list of checks');
    const checks = required(read, key, 'read checks');
    const failed = checks.filter(hidesReason).slice(0, MOST_REASONS);
    const asked = budget.affordable(failed, () => 1);
    if (asked.length > 0) onReasons?.(describeFailed(asked.length), asked.length, budget.estimateMs(asked.length));
    const {found} = await reader.each(asked, async check => {
      const reason = await readReason(id, check, reader);
      return reason.kind === 'failed' ? {kind: 'read', value: null, serverTime: null} : reason;
    });
    return {key, id, checks, reasons: found, isCut: asked.length < failed.length || budget.isRefused};
  });
}

function describeFailed(count: number): string {
  return count === 1 ? '1 check failed' : `${count} checks failed`;
}

/** The refusal of a limit of requests that is not enough for a list. */
export function tooFew(most: number, list: string): UserError {
  return new UserError('config/usage', `${list} takes more than ${countOf(most, 'request')}`, 'give a higher --max-requests');
}

/** Checks among which one with changes, or one by the beginning of its id, is looked for. */
const MOST_LOOKED_AT = 100;

/** Reads the changes of a check: the one that is named, or the newest with any. Sends only reads, and writes nothing. Throws `UserError`. */
export function readChanges(project: Project, key: string, named: string | undefined): Promise<ChangesView> {
  return withReader(project, key, 'monitors diff', (id, reader) => changesOf(reader, {key, id}, named));
}

/** The same of a monitor whose id is known, through a reader. */
export async function changesOf(
  reader: CheckReader,
  {key, id}: {readonly key: string; readonly id: string},
  named?: string,
): Promise<ChangesView> {
  const {check, lookedAt} = await findCheck(reader, {key, id}, named);
  if (check === null) return {key, id, check, pages: [], isWhole: true, lookedAt};
  const read = required(await readChangedPages(reader, id, check), key, 'read a check');
  return {key, id, check, ...read, lookedAt};
}

/** Reads the pages of a check that are not the same as before; null where the service has no such monitor or check. */
export async function readChangedPages(reader: CheckReader, id: string, check: Check): Promise<ReadOutcome<ReadPages | null>> {
  const pages: CheckPage[] = [];
  let isWhole = true;
  for (const status of listChanged(check)) {
    const read = await reader.pages(id, check.id, status);
    if (read.kind === 'failed' || read.value === null) return read;
    // A service may not know the filter.
    pages.push(...read.value.pages.filter(page => page.status === status));
    isWhole &&= read.value.isWhole;
  }
  return {kind: 'read', value: {pages, isWhole}, serverTime: null};
}

async function withReader<Value>(
  project: Project,
  key: string,
  command: string,
  read: (id: string, reader: CheckReader) => Promise<Value>,
): Promise<Value> {
  requireFullOperations(project.settings, command);
  const view = await viewState(project.store);
  if (view.stored === null) throw nothingStored();
  const {state} = view.stored;
  const record = state.monitors.get(key);
  if (record === undefined) {
    // A glob has no place here: what matches several is refused as unknown.
    chooseKeys({only: [key]}, {desired: [], state, unresolved: []}, () => command);
    throw new UserError('config/usage', `${command} takes one key, not a glob: "${key}"`, '"monitors state list" shows the keys');
  }
  return withChecks(project, view, reader => read(record.id, reader));
}

async function findCheck(
  reader: CheckReader,
  {key, id}: {readonly key: string; readonly id: string},
  named: string | undefined,
): Promise<{readonly check: Check | null; readonly lookedAt: number}> {
  if (named !== undefined && FULL_ID.test(named)) {
    const read = await reader.check(id, named);
    if (read.kind === 'failed') throw refuseRead(read.failure, 'read a check');
    if (read.value === null) throw noSuchCheck(key, named);
    return {check: read.value, lookedAt: 1};
  }
  const checks = required(await reader.checks(id, MOST_LOOKED_AT), key, 'read checks');
  if (named === undefined) return {check: checks.find(hasChanges) ?? null, lookedAt: checks.length};
  if (named === NEWEST && checks[0] !== undefined) return {check: checks.find(hasEnded) ?? checks[0], lookedAt: checks.length};
  const [match, ...others] = checks.filter(check => named !== '' && check.id.startsWith(named.toLowerCase()));
  if (match === undefined) throw noSuchCheck(key, named);
  if (others.length > 0) {
    throw new UserError(
      'config/usage',
      `"${named}" is the beginning of the ids of ${others.length + 1} checks`,
      'give more of the id: "monitors checks" shows it',
    );
  }
  return {check: match, lookedAt: checks.length};
}

/** The word for the newest check that has ended, in the place of an id. */
const NEWEST = 'latest';

function hasEnded({status}: Check): boolean {
  return status !== 'queued' && status !== 'running';
}

const FULL_ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The results whose pages are read: of a search, the same ones are those that it decided to be silent about. */
const CHANGED = PAGE_STATUSES.filter(status => status !== 'same');

function hasChanges({summary}: Check): boolean {
  return summary !== null && summary.changed + summary.new + summary.removed > 0;
}

function listChanged({summary}: Check): readonly PageStatus[] {
  return summary === null ? CHANGED : CHANGED.filter(status => summary[status] > 0);
}

function required<Value>(outcome: ReadOutcome<Value | null>, key: string, what: string): Value {
  if (outcome.kind === 'failed') throw refuseRead(outcome.failure, what);
  if (outcome.value !== null) return outcome.value;
  throw new UserError(
    'live/no-such-monitor',
    `the service has no monitor with the id recorded for "${key}", or no longer this check`,
    'run "monitors plan --refresh" to compare the state with the service',
  );
}

function noSuchCheck(key: string, named: string): UserError {
  return new UserError(
    'live/no-such-check',
    `"${key}" has no check "${named}"`,
    `run "${keyCommand('checks', key)}" to see its checks and their ids`,
  );
}
