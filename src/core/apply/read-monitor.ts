import type {Failure, LiveMonitor, ReadOutcome} from '../api/port';
import type {IntendedMonitor} from '../state/state';
import {checkLive, planIsStale, type TouchingChange} from './live-check';
import type {ApplyInput} from './ports';
import type {Run} from './run';

/** After how long a missing monitor is looked for again, milliseconds; then once more, at the lookup time. */
const LOOK_AGAIN_AFTER_MS = [2000, 3000, 5000, 10_000, 20_000];

/**
 * Calculates the wait before the next look, milliseconds; `round` counts the looks so far from 0, `leftMs` is what is
 * left of the lookup time.
 */
export function waitBeforeLook(round: number, leftMs: number): number {
  return Math.min(leftMs, LOOK_AGAIN_AFTER_MS[round] ?? leftMs);
}

/**
 * Calculates the milliseconds of the lookup time that are left for a monitor: until then no 404 and no list shows that
 * it is gone, since the replica that answers may not know it yet. All of it where the monitor's age is not known.
 * `createdAt` is the service's, `now` the earlier of this machine's clock and the service's.
 */
export function lookupTimeLeft(createdAt: string, now: number, lookupMs: number): number {
  const created = Date.parse(createdAt);
  return Number.isNaN(created) ? lookupMs : Math.min(lookupMs, Math.max(0, lookupMs - (now - created)));
}

/** The parts of a run that reading uses. */
interface ReadingRun extends Pick<Run, 'lifetime' | 'sender'> {
  readonly input: Pick<ApplyInput, 'lookupMs'>;
}

/** Result of reading one monitor. */
type MonitorRead =
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
export async function readMonitor(id: string, {sender, lifetime}: Pick<ReadingRun, 'sender' | 'lifetime'>): Promise<MonitorRead> {
  const lack = sender.lackOf('read');
  if (lack !== undefined) return {kind: 'failed', failure: lack};
  for (let attempt = 1; ; attempt++) {
    if (!(await sender.mayRead())) return {kind: 'stopped'};
    const outcome: ReadOutcome<LiveMonitor | null> = await sender.service.getMonitor(id, lifetime.flight);
    if (outcome.kind === 'read') {
      sender.noteAnswer();
      return {kind: 'read', live: outcome.value, serverTime: outcome.serverTime};
    }
    if (!(await sender.judgeRead(outcome, attempt))) return {kind: 'failed', failure: outcome.failure};
  }
}

/**
 * Reads a monitor that is reported to be gone. A replica may not know a young one yet, so that missing counts only when the
 * monitor was created longer ago than the lookup time; until then it is read again. `createdAt` is the service's.
 */
export function readUntilFound(id: string, createdAt: string, run: ReadingRun): Promise<MonitorRead> {
  const {world} = run.sender;
  return readUntil(id, run, {
    isEnough: live => live !== null,
    leftMs: serverTime => lookupTimeLeft(createdAt, Math.min(world.now(), serverTime ?? world.now()), run.input.lookupMs),
  });
}

/** Reads a monitor of which the service itself says that it is gone, until a read says so too; for the lookup time at most. */
export async function readUntilMissing(id: string, run: ReadingRun): Promise<MonitorRead> {
  const {world} = run.sender;
  const endsAt = world.monotonic() + run.input.lookupMs;
  return readUntil(id, run, {isEnough: live => live === null, leftMs: () => endsAt - world.monotonic()});
}

/** Reads a monitor again until the answer is enough or the time is over, `leftMs` after the first answer. */
async function readUntil(
  id: string,
  run: ReadingRun,
  {isEnough, leftMs: timeLeft}: {isEnough: (live: LiveMonitor | null) => boolean; leftMs: (serverTime: number | null) => number},
): Promise<MonitorRead> {
  const {world} = run.sender;
  let endsAt: number | undefined;
  for (let round = 0; ; round++) {
    const read = await readMonitor(id, run);
    if (read.kind !== 'read' || isEnough(read.live)) return read;
    endsAt ??= world.monotonic() + timeLeft(read.serverTime);
    const leftMs = endsAt - world.monotonic();
    if (leftMs <= 0) return read;
    await run.lifetime.pause(waitBeforeLook(round, leftMs));
  }
}

/** Result of looking at a monitor before touching it. */
type Inspection =
  | {readonly kind: 'as-planned'; readonly live: LiveMonitor}
  | {readonly kind: 'absent'; readonly failure: Failure}
  | {readonly kind: 'refused'; readonly failure: Failure}
  | {readonly kind: 'stopped'};

/** Reads the monitor that a change is about, and compares it with what the plan was made for. `intended`: see {@link checkLive}. */
export async function inspect(
  change: TouchingChange,
  intended: IntendedMonitor | null,
  run: ReadingRun & Pick<Run, 'recorder'>,
): Promise<Inspection> {
  const read = await readTouched(change, run);
  if (read.kind === 'stopped' || (read.kind === 'failed' && run.lifetime.isStopping)) return {kind: 'stopped'};
  if (read.kind === 'failed') return {kind: 'refused', failure: read.failure};
  if (read.live === null) {
    return {kind: 'absent', failure: {...planIsStale(change.key, 'the service has no monitor with its id any more'), status: 404}};
  }
  const checked = checkLive(change, read.live, intended, run.recorder);
  return checked.kind === 'stale' ? {kind: 'refused', failure: checked.failure} : checked;
}

/** A replica may not know a monitor yet that was just created. The service itself answers a delete, so that nothing has to be waited for there. */
function readTouched(change: TouchingChange, run: ReadingRun): Promise<MonitorRead> {
  return change.action === 'delete' ? readMonitor(change.id, run) : readUntilFound(change.before.id, change.before.createdAt, run);
}
