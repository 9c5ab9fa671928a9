import {type Answer, parseBody} from './answer';
import type {Check, CheckPart, StartOutcome, TeamCredits} from './check-port';
import {
  type ClassifyContext,
  classifyRefusal,
  describeAnswer,
  describeUnreadable,
  isMissing,
  isSuccess,
  type OperationName,
  readServerTime,
} from './classify-answer';
import type {ReadOutcome} from './port';
import {readCheckPart, readChecks, readStartedCheck, readTeamCredits} from './read-checks';

/** Classifies the answer to a request for a page of a monitor's checks; null: there is no such monitor. */
export function classifyChecks(answer: Answer, context: ClassifyContext): ReadOutcome<readonly Check[] | null> {
  return classifyRead(answer, 'listing checks', context, readChecks(parseBody(answer), context.redact), 'is not a list of checks');
}

/** Classifies the answer to a request for a part of a check, from page `skip` on; null: there is no such monitor or check. */
export function classifyCheckPart(answer: Answer, skip: number, context: ClassifyContext): ReadOutcome<CheckPart | null> {
  const part = readCheckPart(parseBody(answer), skip, context.redact);
  return classifyRead(answer, 'reading a check', context, part, 'does not contain a check');
}

/** Classifies the answer to a request for the credits of a team; null: the service has nothing to say. */
export function classifyCredits(answer: Answer, context: ClassifyContext): ReadOutcome<TeamCredits | null> {
  return classifyRead(answer, 'reading credits', context, readTeamCredits(parseBody(answer)), 'does not contain credits');
}

/** Classifies the answer to the start of a check. Without the id of one, it is not known whether one was started. */
export function classifyStart(answer: Answer, context: ClassifyContext): StartOutcome {
  if (!isSuccess(answer)) return classifyRefusal(answer, 'starting checks', context);
  const checkId = readStartedCheck(parseBody(answer), context.redact);
  if (checkId !== undefined) return {kind: 'applied', checkId};
  return {kind: 'ambiguous', failure: describeUnreadable(answer, {code: 'NO_CHECK', problem: 'does not contain a check'}, context)};
}

function classifyRead<Value>(
  answer: Answer,
  operation: OperationName,
  context: ClassifyContext,
  value: Value | undefined,
  problem: string,
): ReadOutcome<Value | null> {
  const serverTime = readServerTime(answer);
  if (isMissing(answer)) return {kind: 'read', value: null, serverTime};
  if (!isSuccess(answer)) return {kind: 'failed', failure: describeAnswer(answer, operation, context)};
  if (value !== undefined) return {kind: 'read', value, serverTime};
  return {kind: 'failed', failure: describeUnreadable(answer, {code: 'OTHER_SHAPE', problem}, context)};
}
