import type {Check, CheckService, StartOutcome} from '../api/check-port';
import type {Failure, ReadOutcome} from '../api/port';
import {decideRetry, isThrottle} from '../api/retry';
import type {World} from '../base/context';
import {Interrupted} from '../base/interruption';
import type {Pace, PacedRequest} from './pace';
import type {Patience} from './patience';
import {waitBeforeLook} from './read-monitor';

/** The parts of a run that starting a check uses. */
interface StartPorts {
  readonly service: Pick<CheckService, 'startCheck'>;
  /** Reads the newest checks of a monitor, newest first; null where there is no such monitor. */
  readonly list: (id: string) => Promise<ReadOutcome<readonly Check[] | null>>;
  readonly patience: Patience;
  /** The limit of the account; null where none is known. */
  readonly pace: Pace | null;
  readonly world: Pick<World, 'monotonic'>;
  /** Given to the request; aborted some time after an interruption. */
  readonly flight: AbortSignal;
  /** Called before a check is looked for, with for how long at most. */
  readonly onLook: (forMs: number) => void;
}

/** Outcome of starting a check. */
export type CheckStart =
  | {readonly kind: 'started'; readonly checkId: string; readonly certainty: Certainty}
  /** It may have been started. */
  | {readonly kind: 'unknown'; readonly failure: Failure}
  /** Proved not to be started. */
  | {readonly kind: 'refused'; readonly reason: RefusalReason; readonly failure: Failure; readonly running: Check | null};

/** Source of the knowledge which check was started: the answer, or the list of checks after an answer that leaves doubt. */
export type Certainty = 'answered' | 'found' | 'one-of-several' | 'probable';

/** Why no check was started. */
export type RefusalReason = 'running' | 'paused' | 'no-credits' | 'missing' | 'refused';

/** Milliseconds to look for a check whose start was not answered. */
const LOOKUP_MS = 30_000;

/**
 * Starts a check of a monitor, which is paid for, unless its newest one is queued or runs: sent again only after a proof that nothing was started. An answer that leaves doubt
 * is looked up among the checks: a manual one that was not there before is this one.
 */
export async function startCheck(id: string, ports: StartPorts): Promise<CheckStart> {
  // Before the look at its checks, which would be out of date after the wait.
  const paced = await waitForPace(ports);
  const before = await ports.list(id);
  if (before.kind === 'failed' && before.failure.notOffered !== true) return refuse('refused', before.failure);
  if (before.kind === 'read' && before.value === null) return refuse('missing', noSuchMonitor);
  const known = before.kind === 'read' ? before.value : null;
  // The service refuses a second check only once a worker took the first: until then both are paid.
  const newest = known?.find(({status}) => !status.startsWith('skipped_'));
  if (newest !== undefined && isOpen(newest)) return {...refuse('running', runsAlready), running: newest};
  const {outcome, requests} = await ports.patience.ask<StartOutcome>(
    () => {
      if (paced !== null) ports.pace?.send(paced);
      return ports.service.startCheck(id, ports.flight);
    },
    (answer, ...rest) => {
      if (answer.kind === 'applied' || answer.kind === 'missing') return null;
      if (paced !== null && isThrottle(answer.failure)) ports.pace?.lower(paced);
      return decideRetry(answer, ...rest);
    },
  );
  switch (outcome.kind) {
    case 'applied':
      return {kind: 'started', checkId: outcome.checkId, certainty: 'answered'};
    case 'missing':
      return refuse('missing', outcome.failure);
    case 'not-applied':
      return outcome.failure.status === 409
        ? explainConflict(id, outcome.failure, requests > 1 ? known : null, ports)
        : refuse(outcome.failure.status === 402 ? 'no-credits' : 'refused', outcome.failure);
    case 'ambiguous':
      return known === null ? {kind: 'unknown', failure: outcome.failure} : lookUp(id, outcome.failure, known, ports);
  }
}

async function waitForPace({pace, patience}: Pick<StartPorts, 'pace' | 'patience'>): Promise<PacedRequest | null> {
  if (pace === null) return null;
  for (let waitMs = pace.waitMs(); waitMs > 0; waitMs = pace.waitMs()) await patience.pause(waitMs);
  return pace.take();
}

/** The manual checks that were not there before; `before` and `now` are newest first. */
export function findNewManual(before: readonly Check[], now: readonly Check[]): readonly Check[] {
  const known = new Set(before.map(check => check.id));
  const end = now.findIndex(check => known.has(check.id));
  return now.slice(0, end === -1 ? now.length : end).filter(({trigger}) => trigger === 'manual');
}

/** Looks for the check until the time is over in which it may still begin. An interruption ends the search: then it stays unknown. */
async function lookUp(id: string, failure: Failure, before: readonly Check[], ports: StartPorts): Promise<CheckStart> {
  const {list, patience, world, onLook} = ports;
  const endsAt = world.monotonic() + LOOKUP_MS;
  onLook(LOOKUP_MS);
  try {
    for (let round = 0; ; round++) {
      const now = await list(id);
      const found = now.kind === 'read' ? findNewManual(before, now.value ?? []) : [];
      // One check runs at a time: of several, this one began first.
      const first = found.at(-1);
      if (first !== undefined) return {kind: 'started', checkId: first.id, certainty: found.length > 1 ? 'one-of-several' : 'found'};
      const leftMs = endsAt - world.monotonic();
      if (leftMs <= 0) return {kind: 'unknown', failure};
      await patience.pause(waitBeforeLook(round, leftMs));
    }
  } catch (error) {
    if (error instanceof Interrupted) return {kind: 'unknown', failure};
    throw error;
  }
}

/** Explains a 409: a check runs, or the monitor is paused. `before` is given where an earlier request of this start may have begun one. */
async function explainConflict(id: string, failure: Failure, before: readonly Check[] | null, {list}: StartPorts): Promise<CheckStart> {
  if (/\bpaused\b/i.test(failure.message)) return refuse('paused', failure);
  const now = await list(id).catch(() => null);
  const checks = now?.kind === 'read' ? (now.value ?? []) : [];
  const ours = before === null ? undefined : findNewManual(before, checks).at(-1);
  if (ours !== undefined) return {kind: 'started', checkId: ours.id, certainty: 'probable'};
  const [newest] = checks;
  const running = newest !== undefined && isOpen(newest) ? newest : null;
  const isRunning = running !== null || /\brunning\b/i.test(failure.message);
  return {...refuse(isRunning ? 'running' : 'refused', failure), running};
}

/** Whether a check has not ended yet. */
export function isOpen({status}: Pick<Check, 'status'>): boolean {
  return status === 'queued' || status === 'running';
}

function refuse(reason: RefusalReason, failure: Failure): Extract<CheckStart, {kind: 'refused'}> {
  return {kind: 'refused', reason, failure, running: null};
}

const runsAlready: Failure = {kind: 'http', status: 409, message: 'a check is running already'};
const noSuchMonitor: Failure = {kind: 'http', status: 404, message: 'the service has no monitor with the recorded id'};
