import type {JsonValue} from '../json/value';
import {type Answer, parseAnswer, readHeader, readLiveMonitor} from './answer';
import {type ClassifyContext, describeRefusal, refusals} from './errors';
import type {DeleteOutcome, Failure, ReadOutcome, UpdateOutcome} from './port';

/** An operation on monitors that exist, as messages name it. */
export type OperationName = 'list monitors' | 'get monitor' | 'update monitor' | 'delete monitor';

/** What a reading request's answer says; `read` takes the value out of a success, undefined where it can't. */
export function classifyRead<Value>(
  answer: Answer,
  operation: 'list monitors' | 'get monitor',
  read: (parsed: JsonValue | undefined) => Value | undefined,
  context: ClassifyContext,
): ReadOutcome<Value> {
  if (!isSuccess(answer)) return {kind: 'failed', failure: describeAnswer(answer, operation, context)};
  const value = read(parseBody(answer));
  if (value === undefined) return {kind: 'failed', failure: unreadable(answer)};
  const date = Date.parse(readHeader(answer, 'date') ?? '');
  return {kind: 'read', value, serverTime: Number.isNaN(date) ? null : date};
}

/** What the answer to an update says. Without the monitor in it, it is not known to be carried out. */
export function classifyUpdate(answer: Answer, context: ClassifyContext): UpdateOutcome {
  if (!isSuccess(answer)) return classifyRefusal(answer, 'update monitor', context);
  const monitor = readLiveMonitor(parseBody(answer));
  return monitor === undefined ? {kind: 'ambiguous', failure: unreadable(answer)} : {kind: 'applied', monitor};
}

/** What the answer to a delete says. */
export function classifyDelete(answer: Answer, context: ClassifyContext): DeleteOutcome {
  if (!isSuccess(answer)) return classifyRefusal(answer, 'delete monitor', context);
  const parsed = parseBody(answer);
  const isCarriedOut =
    typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed) && 'success' in parsed && parsed.success === true;
  return isCarriedOut ? {kind: 'applied'} : {kind: 'ambiguous', failure: unreadable(answer)};
}

function classifyRefusal(
  answer: Answer,
  operation: OperationName,
  context: ClassifyContext,
): Extract<UpdateOutcome, {kind: 'missing' | 'not-applied' | 'ambiguous'}> {
  const failure = describeAnswer(answer, operation, context);
  if (isMissing(answer, failure)) return {kind: 'missing', failure};
  const {status} = answer;
  const isProof = refusals.has(status) || failure.notOffered === true || (status >= 300 && status < 400);
  return {kind: isProof ? 'not-applied' : 'ambiguous', failure};
}

/** Whether an answer about one monitor says that there is none with this id. */
export function isMissing({status}: Pick<Answer, 'status'>, failure: Failure): boolean {
  return status === 404 && failure.notOffered !== true;
}

/** A refusal, and whether it means that the service does not offer the operation at all. */
function describeAnswer(answer: Answer, operation: OperationName, context: ClassifyContext): Failure {
  const failure = describeRefusal(answer, context);
  if (!lacksOperation(answer.status, operation, failure)) return failure;
  return {...failure, notOffered: true, message: `this service does not offer "${operation}" (it answered ${answer.status})`};
}

function lacksOperation(status: number, operation: OperationName, failure: Failure): boolean {
  if (status === 405 || status === 501) return true;
  if (operation === 'list monitors') return status === 404 || status === 403;
  // A service says in JSON that it has no such monitor; a path that it does not know it answers in its own way.
  return status === 404 && failure.notTheService === true;
}

function isSuccess({status}: Answer): boolean {
  return status >= 200 && status < 300;
}

function parseBody({body}: Answer): JsonValue | undefined {
  return body.kind === 'text' ? parseAnswer(body.text) : undefined;
}

function unreadable(answer: Answer): Failure {
  const {status, body} = answer;
  const problem = body.kind === 'unreadable' ? body.problem : 'its answer is not what the service answers';
  const code = body.kind === 'unreadable' ? body.code : 'BAD_ANSWER';
  const isForeign = body.kind === 'text' && parseAnswer(body.text) === undefined && !/json/i.test(readHeader(answer, 'content-type') ?? '');
  return {
    kind: 'body',
    status,
    code,
    message: `the service answered ${status}, but ${problem}`,
    ...(isForeign ? {notTheService: true} : {}),
  };
}
