import type {CreateOutcome, Failure} from '../api/port';
import {mayConnectLater} from '../api/retry';
import {isObject, type JsonValue} from '../json/value';
import {member} from '../service/member';
import type {StopReason} from './ports';

/** Changes in a row that may end without an answer that settles them before the run stops. */
const endsInARow = 3;

/** How one operation ended, as the circuit sees it. */
export type OperationEnd =
  | {readonly kind: 'carried-out'}
  /** The service, or the way to it, kept failing; `exhausted` when no further attempt was allowed. */
  | {readonly kind: 'given-up'; readonly failure: Failure; readonly exhausted: boolean};

/**
 * Decides when the whole run has to stop: a failure that no further create can escape, or a service that is down.
 * See docs/apply.md, "When apply stops".
 */
export class Circuit {
  #endsInARow = 0;
  #hasAnswer = false;

  /** Whether anything answered in this run. */
  get hasAnswer(): boolean {
    return this.#hasAnswer;
  }

  /** Something answered. */
  noteAnswer(): void {
    this.#hasAnswer = true;
  }

  /** Looks at one attempt: why nothing more may be sent at all, or undefined. */
  judgeAttempt(outcome: CreateOutcome, body: JsonValue): StopReason | undefined {
    if (outcome.kind === 'applied') {
      this.#hasAnswer = true;
      return undefined;
    }
    const {failure} = outcome;
    if (failure.status !== undefined && failure.kind !== 'connect') this.#hasAnswer = true;
    const {status} = failure;
    if (status === 401 || status === 402) return {kind: 'refused-by-service', failure};
    if (status === 403) return asksForThreatProtection(body) ? undefined : {kind: 'refused-by-service', failure};
    if (failure.kind === 'http' && status !== undefined && (status === 404 || status === 405 || (status >= 300 && status < 400))) {
      return {kind: 'not-the-service', failure};
    }
    if (failure.kind === 'body' && failure.notTheService) return {kind: 'not-the-service', failure};
    if (failure.kind === 'tls' || (failure.kind === 'connect' && !mayConnectLater(failure))) return {kind: 'unreachable', failure};
    return undefined;
  }

  /**
   * Looks at a failed request to a monitor that exists: why nothing more may be sent at all, or undefined. That a service
   * does not offer the operation ends changes of that kind only. `patch` is what an update sent.
   */
  judgeEdit(failure: Failure, patch: JsonValue = null): StopReason | undefined {
    if (failure.status !== undefined && failure.kind !== 'connect') this.#hasAnswer = true;
    const {status} = failure;
    if (status === 401 || status === 402) return {kind: 'refused-by-service', failure};
    if (status === 403) return asksForThreatProtection(patch) ? undefined : {kind: 'refused-by-service', failure};
    if (failure.kind === 'http' && status !== undefined && status >= 300 && status < 400) return {kind: 'not-the-service', failure};
    if (failure.kind === 'tls' || (failure.kind === 'connect' && !mayConnectLater(failure))) return {kind: 'unreachable', failure};
    return undefined;
  }

  /** Looks at an operation that has ended: why no other one may start, or undefined. */
  judgeEnd(end: OperationEnd): StopReason | undefined {
    if (end.kind === 'carried-out' || !end.exhausted) {
      if (end.kind === 'carried-out') this.#endsInARow = 0;
      return undefined;
    }
    this.#endsInARow++;
    if (!this.#hasAnswer && end.failure.kind === 'connect') return {kind: 'unreachable', failure: end.failure};
    return this.#endsInARow >= endsInARow ? {kind: 'service-down', failure: end.failure} : undefined;
  }
}

/** Whether any target overrides the threat protection policy: the documented reason for a 403 of one monitor. */
export function asksForThreatProtection(body: JsonValue): boolean {
  const targets = member(body, 'targets');
  if (!Array.isArray(targets)) return false;
  return targets.some((target: JsonValue) => isObject(member(member(target, 'scrapeOptions'), 'threatProtection')));
}

/** A 403 of one monitor has two documented causes, which the service's own words do not name. */
export function explainRefusal(failure: Failure, body: JsonValue): Failure {
  if (failure.status !== 403 || !asksForThreatProtection(body)) return failure;
  const causes = 'threatProtection needs Threat Protection enabled for the team, and request overrides allowed by the organization';
  return {...failure, message: `${failure.message} (${causes})`};
}
