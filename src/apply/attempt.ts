import type {Failure} from '../api/port';
import {isThrottle} from '../api/retry';
import type {OperationProgress} from './operation-progress';
import type {Run} from './run';
import type {Pass, Standing} from './traffic';

/** Leave to send one request, and what to send: references resolved, not kept beyond the request. */
export interface Attempt<Body> {
  readonly pass: Pass;
  readonly body: Body;
}

/**
 * Gets leave to send one request of an operation and makes `sending` durable; undefined when nothing more is sent. `prepare` is
 * called when there is leave: what it gives holds resolved secrets.
 */
export async function announceAttempt<Body>(
  operation: OperationProgress,
  run: Run,
  standing: Standing,
  prepare: () => Body,
): Promise<Attempt<Body> | undefined> {
  let pass = await run.traffic.enter(standing);
  if (pass === undefined) {
    if (standing === 'again') run.traffic.leave();
    return undefined;
  }
  const body = prepare();
  run.ledger.record([operation.startAttempt(run.ports.world.now())]);
  if (!(await run.ledger.sync())) run.stopUnsaved();
  // While the disk was busy the service may have asked everyone to wait, or the run may have stopped.
  while (pass !== undefined && !(await run.traffic.start(pass))) pass = await run.traffic.enter('again');
  if (pass !== undefined) {
    run.say({type: 'sending', key: operation.key, attempt: operation.attempts});
    return {pass, body};
  }
  run.ledger.record([operation.withdrawAttempt()]);
  run.traffic.leave();
  return undefined;
}

/** Tells the traffic how a request failed; `waitMs` is how long the service asked everyone to wait, where it did. */
export function tellTraffic(run: Run, pass: Pass, isProof: boolean, failure: Failure, waitMs: number | undefined): void {
  if (isThrottle(failure)) {
    const pauseMs = waitMs ?? failure.retryAfterMs ?? run.policy.baseMs;
    if (run.traffic.close(pass, pauseMs)) sayWaiting(run, pauseMs);
    return;
  }
  if (isProof && failure.kind === 'http') run.traffic.letThrough(pass, 'refused');
  else run.traffic.sawTrouble(pass, failure.status === 503 ? 'strained' : 'lost');
}

/** The answer to a read asked everyone to wait. */
export function holdTraffic(run: Run, waitMs: number): void {
  if (run.traffic.hold(waitMs)) sayWaiting(run, waitMs);
}

function sayWaiting(run: Run, waitMs: number): void {
  if (run.isStopping) return;
  const until = new Date(run.ports.world.now() + waitMs).toISOString();
  run.say({type: 'waiting', reason: 'rate-limit', waitMs, until});
}
