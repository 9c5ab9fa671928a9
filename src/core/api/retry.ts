import type {CreateOutcome, DeleteOutcome, Failure, ReadOutcome, UpdateOutcome} from './port';
import {retryableStatuses} from './wire';

/** The rules of retry for one run. All times in milliseconds. */
export interface RetryPolicy {
  /** Times that one request is sent, at most (the API's description, "Errors", rule 2). */
  readonly attempts: number;
  /** Base of the computed delays; every computed delay scales with it, a server's Retry-After does not. 1,000. */
  readonly baseMs: number;
  /** The longest Retry-After that is waited for; a longer one ends the run. 120,000. */
  readonly longestWaitMs: number;
  /** Policy after an answer that leaves doubt. */
  readonly onAmbiguous: 'retry' | 'stop';
}

/** Makes the rules of retry, the same for every request; `baseMs` is the base of the computed delays, milliseconds. */
export function retryPolicy(baseMs: number, onAmbiguous: RetryPolicy['onAmbiguous'] = 'retry'): RetryPolicy {
  return {attempts: 5, baseMs, longestWaitMs: 120_000, onAmbiguous};
}

/** Decision after one attempt of a create. */
export type RetryDecision =
  | {readonly kind: 'applied'}
  /** Send the same bytes again after `waitMs`; with `everyone`, no create may be sent before that. */
  | {readonly kind: 'retry'; readonly waitMs: number; readonly everyone: boolean}
  /** Send nothing more for this create: `failed` is proved not applied, `unknown` is not. */
  | {readonly kind: 'give-up'; readonly as: 'failed' | 'unknown'; readonly exhausted: boolean}
  /** The service asks for a longer wait than is honoured: no create may be sent in this run any more. */
  | {readonly kind: 'too-long'; readonly as: 'failed' | 'unknown'; readonly waitMs: number};

/**
 * Decides what follows one attempt. Pure: `attempt` counts from 1, `throttledInARow` is the number of times in a row
 * that the service asked everyone to wait, this one included, and `random` is in [0, 1). The Retryable column of the
 * API's description is the authority; what it does not call retryable, and every connection lost after sending, is
 * never sent again.
 */
export function decideRetry(
  outcome: CreateOutcome,
  attempt: number,
  policy: RetryPolicy,
  throttledInARow: number,
  random: () => number,
): RetryDecision {
  if (outcome.kind === 'applied') return {kind: 'applied'};
  const as = outcome.kind === 'not-applied' ? 'failed' : 'unknown';
  const {failure} = outcome;
  if (isThrottle(failure) && (failure.retryAfterMs ?? 0) > policy.longestWaitMs) {
    return {kind: 'too-long', as, waitMs: failure.retryAfterMs as number};
  }
  if (!isRetryable(outcome.kind, failure, policy)) return {kind: 'give-up', as, exhausted: outcome.kind === 'ambiguous'};
  if (attempt >= policy.attempts) return {kind: 'give-up', as, exhausted: true};
  if (!isThrottle(failure)) return {kind: 'retry', waitMs: Math.round(backoff(attempt, policy, random)), everyone: false};
  return {kind: 'retry', waitMs: Math.round(throttleWait(failure, throttledInARow, policy, random)), everyone: true};
}

/**
 * Decides what follows one attempt of an update or a delete, which may be carried out twice without harm: everything that
 * may pass is sent again, also after an answer that leaves doubt. Arguments as for {@link decideRetry}.
 */
export function decideEditRetry(
  outcome: Exclude<UpdateOutcome | DeleteOutcome, {kind: 'applied' | 'missing'}>,
  attempt: number,
  policy: RetryPolicy,
  throttledInARow: number,
  random: () => number,
): Exclude<RetryDecision, {kind: 'applied'}> {
  const as = outcome.kind === 'not-applied' ? 'failed' : 'unknown';
  return decideRepetition(outcome.failure, as, attempt, policy, throttledInARow, random);
}

/** Decides what follows one reading request: it changes nothing, so that everything that may pass is asked again. */
export function decideReadRetry(
  {failure}: Extract<ReadOutcome<unknown>, {kind: 'failed'}>,
  attempt: number,
  policy: RetryPolicy,
  throttledInARow: number,
  random: () => number,
): Exclude<RetryDecision, {kind: 'applied'}> {
  return decideRepetition(failure, 'failed', attempt, policy, throttledInARow, random);
}

function decideRepetition(
  failure: Failure,
  as: 'failed' | 'unknown',
  attempt: number,
  policy: RetryPolicy,
  throttledInARow: number,
  random: () => number,
): Exclude<RetryDecision, {kind: 'applied'}> {
  if (isThrottle(failure) && (failure.retryAfterMs ?? 0) > policy.longestWaitMs) {
    return {kind: 'too-long', as, waitMs: failure.retryAfterMs as number};
  }
  if (!mayPass(failure)) return {kind: 'give-up', as, exhausted: false};
  if (attempt >= policy.attempts) return {kind: 'give-up', as, exhausted: true};
  if (!isThrottle(failure)) return {kind: 'retry', waitMs: Math.round(backoff(attempt, policy, random)), everyone: false};
  return {kind: 'retry', waitMs: Math.round(throttleWait(failure, throttledInARow, policy, random)), everyone: true};
}

/** Whether asking again may give another answer: trouble on the way, or a status that the service calls retryable. */
function mayPass(failure: Failure): boolean {
  switch (failure.kind) {
    case 'http':
      return failure.notOffered !== true && failure.status !== undefined && retryableStatuses.has(failure.status);
    case 'connect':
      return mayConnectLater(failure);
    case 'transport':
    case 'timeout':
      return true;
    case 'body':
      // An answer that is too large or of another shape stays so.
      return failure.notTheService !== true && /^(CUT_OFF|BAD_JSON|HPE_)/.test(failure.code ?? '');
    case 'tls':
    case 'aborted':
      return false;
  }
}

/** Whether the failure asks every create to wait: a 429, or a 503 that says how long. */
export function isThrottle(failure: Failure): boolean {
  return failure.status === 429 || (failure.status === 503 && failure.retryAfterMs !== undefined);
}

function isRetryable(kind: 'not-applied' | 'ambiguous', failure: Failure, policy: RetryPolicy): boolean {
  const {status} = failure;
  if (kind === 'not-applied') return status === 429 || (failure.kind === 'connect' && mayConnectLater(failure));
  return policy.onAmbiguous === 'retry' && failure.kind === 'http' && status !== undefined && retryableStatuses.has(status);
}

/** Whether a failure to connect may pass: a request that can't be written stays so, and so does a proxy that says no (407, 403). */
export function mayConnectLater({status, code}: Failure): boolean {
  return (status === undefined || status >= 500) && !/INVALID/.test(code ?? '');
}

/** Full jitter: anything up to base * 2^n, so that many clients spread out; never less than a tenth of the base. */
function backoff(attempt: number, policy: RetryPolicy, random: () => number): number {
  const ceiling = Math.min(30 * policy.baseMs, policy.baseMs * 2 ** attempt);
  return Math.max(policy.baseMs / 10, random() * ceiling);
}

/**
 * The server's word is a floor, lengthened by up to a tenth so that parallel jobs do not come back together. Without
 * one, half of the delay is certain: full jitter would add up to a few seconds, far below the usual window of a minute.
 */
function throttleWait(failure: Failure, throttledInARow: number, policy: RetryPolicy, random: () => number): number {
  if (failure.retryAfterMs === 0 && !failure.retryAfterIsHint) return policy.baseMs * (0.1 + 0.4 * random());
  const delay = Math.min(30 * policy.baseMs, 5 * policy.baseMs * 2 ** (throttledInARow - 1));
  const computed = delay / 2 + (delay / 2) * random();
  if (failure.retryAfterMs === undefined) return computed;
  const asked = failure.retryAfterMs * (1 + 0.1 * random());
  return failure.retryAfterIsHint ? Math.max(asked, computed) : asked;
}
