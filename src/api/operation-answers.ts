import {type JsonValue, property} from '../json/value';
import {type Answer, parseBody, readHeader, readLiveMonitor, readMonitorPage} from './answer';
import {type ClassifyContext, describeRefusal, describeUnreadable, refusals} from './errors';
import type {DeleteOutcome, Failure, LiveMonitor, ReadOutcome, UpdateOutcome} from './port';
import {parseHttpDate} from './retry-after';

/** What the answer to a request for one page of the list says. One item that can't be read makes the page unreadable: nothing of a list is guessed. */
export function classifyPage(answer: Answer, context: ClassifyContext): ReadOutcome<readonly LiveMonitor[]> {
  if (!isSuccess(answer)) return {kind: 'failed', failure: describeAnswer(answer, 'listing monitors', context)};
  const monitors = readMonitorPage(parseBody(answer));
  if (monitors !== undefined) return {kind: 'read', value: monitors, serverTime: readServerTime(answer)};
  return {kind: 'failed', failure: describeUnreadable(answer, {code: 'NO_LIST', problem: 'is no list of monitors'}, context)};
}

/** What the answer to a request for the monitor `id` says; null: there is none, or it is deleted. */
export function classifyGet(answer: Answer, id: string, context: ClassifyContext): ReadOutcome<LiveMonitor | null> {
  const serverTime = readServerTime(answer);
  if (isMissing(answer)) return {kind: 'read', value: null, serverTime};
  if (!isSuccess(answer)) return {kind: 'failed', failure: describeAnswer(answer, 'reading a monitor', context)};
  const monitor = readMonitorOf(answer, id);
  if (monitor === undefined) return {kind: 'failed', failure: describeUnreadable(answer, otherMonitor, context)};
  return {kind: 'read', value: monitor.status === 'deleted' ? null : monitor, serverTime};
}

/** What the answer to an update of the monitor `id` says. Without that monitor in it, it is not known to be carried out. */
export function classifyUpdate(answer: Answer, id: string, context: ClassifyContext): UpdateOutcome {
  if (!isSuccess(answer)) return classifyRefusal(answer, 'updating monitors', context);
  const monitor = readMonitorOf(answer, id);
  if (monitor !== undefined) return {kind: 'applied', monitor};
  return {kind: 'ambiguous', failure: describeUnreadable(answer, otherMonitor, context)};
}

/** What the answer to a delete says. */
export function classifyDelete(answer: Answer, context: ClassifyContext): DeleteOutcome {
  if (!isSuccess(answer)) return classifyRefusal(answer, 'deleting monitors', context);
  if (property(parseBody(answer), 'success') === true) return {kind: 'applied'};
  const otherwise = {code: 'NO_SUCCESS', problem: 'does not say that the monitor is deleted'};
  return {kind: 'ambiguous', failure: describeUnreadable(answer, otherwise, context)};
}

/** An operation, as it completes "does not offer ...". */
type OperationName = 'listing monitors' | 'reading a monitor' | 'updating monitors' | 'deleting monitors';

const otherMonitor = {code: 'OTHER_MONITOR', problem: 'does not hold the monitor that was asked for'};

function readMonitorOf(answer: Answer, id: string): LiveMonitor | undefined {
  const monitor = readLiveMonitor(parseBody(answer));
  return monitor?.id.toLowerCase() === id.toLowerCase() ? monitor : undefined;
}

function classifyRefusal(
  answer: Answer,
  operation: OperationName,
  context: ClassifyContext,
): Extract<UpdateOutcome, {kind: 'missing' | 'not-applied' | 'ambiguous'}> {
  const failure = describeAnswer(answer, operation, context);
  if (isMissing(answer)) return {kind: 'missing', failure};
  const {status} = answer;
  const isProof = refusals.has(status) || failure.notOffered === true || (status >= 300 && status < 400);
  return {kind: isProof ? 'not-applied' : 'ambiguous', failure};
}

/**
 * Whether an answer about one monitor says that there is none with this id: a 404 in the service's own form (service
 * document, "Error body"). The 404 of a gateway, or of a path that the service does not know, says nothing about the monitor.
 */
function isMissing(answer: Answer): boolean {
  return answer.status === 404 && isServiceError(parseBody(answer));
}

/** A refusal, and whether it means that the service does not offer the operation at all. */
function describeAnswer(answer: Answer, operation: OperationName, context: ClassifyContext): Failure {
  const failure = describeRefusal(answer, context);
  const {status, body} = answer;
  if (status === 404 && body.kind === 'unreadable') {
    return {kind: 'body', status, code: body.code, message: `the service answered 404, but ${body.problem}`};
  }
  if (status === 403) {
    // For its holder, a key that may not list is as good as no list.
    const lack = operation === 'listing monitors' ? {notOffered: true as const} : {};
    return {...failure, ...lack, message: `${operation} was refused: ${failure.message}`};
  }
  if (!lacksOperation(answer, operation)) return failure;
  return {...failure, notOffered: true, message: `this service does not offer ${operation} (it answered ${status})`};
}

function lacksOperation(answer: Answer, operation: OperationName): boolean {
  const {status} = answer;
  if (status === 405 || status === 501) return true;
  // A list is never missing.
  return status === 404 && (operation === 'listing monitors' || !isMissing(answer));
}

function isServiceError(parsed: JsonValue | undefined): boolean {
  return property(parsed, 'success') === false && typeof property(parsed, 'error') === 'string';
}

function isSuccess({status}: Answer): boolean {
  return status >= 200 && status < 300;
}

function readServerTime(answer: Answer): number | null {
  return parseHttpDate(readHeader(answer, 'date') ?? '') ?? null;
}
