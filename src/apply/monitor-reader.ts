import type {Failure, LiveMonitor, ReadOutcome} from '../api/port';
import {decideReadRetry, isThrottle} from '../api/retry';
import {holdTraffic} from './attempt';
import type {Run} from './run';
import {waitBeforeLook, youthOf} from './youth';

/** What reading one monitor came to. */
export type MonitorRead =
  | {
      readonly kind: 'read';
      /** Null where the service, or the replica that answered, knows no monitor with that id. */
      readonly live: LiveMonitor | null;
      /** The service's clock, milliseconds since 1970; null when it did not say. */
      readonly serverTime: number | null;
    }
  | {readonly kind: 'failed'; readonly failure: Failure}
  /** The run sends nothing more. */
  | {readonly kind: 'stopped'};

/**
 * Reads a monitor right before it is touched, as often as a read may be repeated and never while the service asked to wait;
 * the run stops where no request can succeed.
 */
export async function readMonitor(id: string, run: Run): Promise<MonitorRead> {
  const lack = run.capability.lackOf('read');
  if (lack !== undefined) return {kind: 'failed', failure: lack};
  for (let attempt = 1; ; attempt++) {
    await run.traffic.whenOpen();
    if (run.isStopping) return {kind: 'stopped'};
    const outcome: ReadOutcome<LiveMonitor | null> = await run.ports.service.getMonitor(id, run.flight);
    if (outcome.kind === 'read') {
      run.circuit.noteAnswer();
      return {kind: 'read', live: outcome.value, serverTime: outcome.serverTime};
    }
    const end = await judge(outcome, attempt, run);
    if (end !== undefined) return end;
  }
}

/** Says how a failed read ends; undefined when it is to be repeated, after the wait for it. */
async function judge(
  outcome: Extract<ReadOutcome<unknown>, {kind: 'failed'}>,
  attempt: number,
  run: Run,
): Promise<MonitorRead | undefined> {
  const {failure} = outcome;
  run.noteLack('read', failure);
  const stop = run.circuit.judgeEdit(failure);
  if (stop !== undefined) run.stop(stop);
  const decision = decideReadRetry(outcome, attempt, run.policy, attempt, run.ports.world.random);
  if (decision.kind === 'too-long') run.stop({kind: 'rate-limited', failure, waitMs: decision.waitMs});
  if (decision.kind === 'give-up' && failure.kind !== 'aborted') {
    const down = run.circuit.judgeEnd({kind: 'given-up', failure, exhausted: decision.exhausted});
    if (down !== undefined) run.stop(down);
  }
  if (decision.kind !== 'retry') return {kind: 'failed', failure};
  if (isThrottle(failure)) holdTraffic(run, decision.waitMs);
  else await run.traffic.pause(decision.waitMs);
  return undefined;
}

/**
 * Reads a monitor of which it is said that it is gone. A replica may not know a young one yet, so that missing counts only
 * when the monitor was created longer ago than the settling time; until then it is read again. `createdAt` is the service's.
 */
export async function readSettled(id: string, createdAt: string, run: Run): Promise<MonitorRead> {
  const {world} = run.ports;
  const {settleMs} = run.input;
  let settledAt: number | undefined;
  for (let round = 0; ; round++) {
    const read = await readMonitor(id, run);
    if (read.kind !== 'read' || read.live !== null) return read;
    settledAt ??= world.monotonic() + youthOf(createdAt, Math.min(world.now(), read.serverTime ?? world.now()), settleMs);
    const leftMs = settledAt - world.monotonic();
    if (leftMs <= 0) return read;
    await run.traffic.pause(waitBeforeLook(round, leftMs));
  }
}

/** Reads a monitor of which the service itself says that it is gone, until a read says so too; for the settling time at most. */
export async function readUntilMissing(id: string, run: Run): Promise<MonitorRead> {
  const {world} = run.ports;
  const settledAt = world.monotonic() + run.input.settleMs;
  for (let round = 0; ; round++) {
    const read = await readMonitor(id, run);
    const leftMs = settledAt - world.monotonic();
    if (read.kind !== 'read' || read.live === null || leftMs <= 0) return read;
    await run.traffic.pause(waitBeforeLook(round, leftMs));
  }
}
