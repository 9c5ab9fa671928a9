import type {Failure} from '../api/port';
import {mayConnectLater} from '../api/retry';
import {isObject, type JsonValue} from '../json/value';
import {member} from '../service/member';
import type {StopReason} from './ports';

/** Changes in a row that may end without an answer that settles them before the run stops. */
const endsInARow = 3;

/** An operation on one monitor that a service may lack. */
export type EditOperation = 'read' | 'update' | 'delete';

/**
 * Decides when requests make no sense any more: all of them, after a failure that no further one can escape or when the
 * service is down; or those of one operation that the service does not offer. See docs/apply.md, "When apply stops".
 */
export class CircuitBreaker {
  readonly #lacking = new Map<EditOperation, Failure>();
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

  /** The service carried an operation out. */
  noteCarriedOut(): void {
    this.#hasAnswer = true;
    this.#endsInARow = 0;
  }

  /** Why the service can't be asked for this operation; undefined as far as is known. */
  lackOf(operation: EditOperation): Failure | undefined {
    return this.#lacking.get(operation);
  }

  /** Notes a failure that means that the service has no such operation. Returns whether that is news. */
  noteLack(operation: EditOperation, failure: Failure): boolean {
    if (failure.notOffered !== true || this.#lacking.has(operation)) return false;
    this.#lacking.set(operation, failure);
    return true;
  }

  /**
   * Judges one failed request: why nothing more may be sent at all, or undefined. A service that lacks an operation on single
   * monitors ends changes of that kind only. `sent` is the body of the request, null without one.
   */
  judgeFailure(failure: Failure, operation: 'create' | EditOperation, sent: JsonValue): StopReason | undefined {
    const {status} = failure;
    if (status !== undefined && failure.kind !== 'connect') this.#hasAnswer = true;
    if (status === 401 || status === 402) return {kind: 'refused-by-service', failure};
    if (status === 403) return asksForThreatProtection(sent) ? undefined : {kind: 'refused-by-service', failure};
    if (failure.kind === 'http' && status !== undefined && status >= 300 && status < 400) return {kind: 'not-the-service', failure};
    if (operation === 'create') {
      if (failure.kind === 'http' && (status === 404 || status === 405)) return {kind: 'not-the-service', failure};
      if (failure.kind === 'body' && failure.notTheService) return {kind: 'not-the-service', failure};
    }
    if (failure.kind === 'tls' || (failure.kind === 'connect' && !mayConnectLater(failure))) return {kind: 'unreachable', failure};
    return undefined;
  }

  /** Judges an operation that was given up: why no other one may start, or undefined. `exhausted`: no further attempt was allowed. */
  judgeGivenUp(failure: Failure, exhausted: boolean): StopReason | undefined {
    if (!exhausted) return undefined;
    this.#endsInARow++;
    if (!this.#hasAnswer && failure.kind === 'connect') return {kind: 'unreachable', failure};
    return this.#endsInARow >= endsInARow ? {kind: 'service-down', failure} : undefined;
  }
}

/** Whether any target overrides the threat protection policy: the documented reason for a 403 of one monitor. */
export function asksForThreatProtection(body: JsonValue): boolean {
  const targets = member(body, 'targets');
  if (!Array.isArray(targets)) return false;
  return targets.some((target: JsonValue) => isObject(member(member(target, 'scrapeOptions'), 'threatProtection')));
}

/** Adds the two documented causes of a 403 of one monitor, which the service's own words do not name. */
export function explainRefusal(failure: Failure, body: JsonValue): Failure {
  if (failure.status !== 403 || !asksForThreatProtection(body)) return failure;
  const causes = 'threatProtection needs Threat Protection enabled for the team, and request overrides allowed by the organization';
  return {...failure, message: `${failure.message} (${causes})`};
}
