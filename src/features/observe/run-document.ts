import type {Check} from '../../core/api/check-port';
import type {Failure} from '../../core/api/port';
import type {CheckStart} from '../../core/apply/start-check';
import {assertNever} from '../../core/base/assert-never';
import {
  type ChangedPageDocument,
  type ChangesView,
  type CheckDocument,
  isComplete,
  toCheckDocument,
  toPageDocument,
} from './checks-document';

/** Result of `monitors run`. */
export interface RunDocument {
  /** Version of this document; within a version members are only added. */
  readonly formatVersion: 1;
  readonly command: 'run';
  /** Each chosen monitor, by key. */
  readonly runs: readonly RunResultDocument[];
  /** Totals. */
  readonly summary: RunSummaryDocument;
}

/** Monitors by outcome, and what it costs. */
export interface RunSummaryDocument {
  /** Chosen. */
  readonly monitors: number;
  /** Of these, a check was started. */
  readonly started: number;
  /** No check was started. */
  readonly notStarted: number;
  /** A check may have been started. */
  readonly unknown: number;
  /** Credits of all started checks, estimated before; null if one is not known. */
  readonly estimatedCredits: number | null;
  /** Credits charged by the checks that ended; null if none ended. */
  readonly actualCredits: number | null;
}

/** What became of one monitor. */
export interface RunResultDocument {
  /**
   * The monitor's key.
   * @example "pricing/acme"
   */
  readonly key: string;
  /** The service's id of the monitor. */
  readonly id: string;
  /** `started`; with `--wait` then `ended` or `going-on`; `unknown`: a check may have been started. */
  readonly outcome: 'started' | 'ended' | 'going-on' | 'not-started' | 'not-attempted' | 'unknown';
  /** Why nothing was started; null otherwise. */
  readonly reason: 'running' | 'paused' | 'no-credits' | 'missing' | 'refused' | null;
  /** How the check is known: `answered`, or found in the list of checks; null without a check. */
  readonly certainty: 'answered' | 'found' | 'one-of-several' | 'probable' | null;
  /** What went wrong, in a sentence. */
  readonly message: string | null;
  /** Credits of one check, estimated, with what the service's estimate leaves out; null if not known. */
  readonly estimatedCredits: number | null;
  /** Of these, credits that the service's estimate leaves out. */
  readonly billedBesides: number;
  /** The service's id of the check. */
  readonly checkId: string | null;
  /** The check at its end. */
  readonly check: CheckDocument | null;
  /** Its pages that are new, changed, removed, or errors. */
  readonly pages: readonly ChangedPageDocument[];
  /** All such pages are listed, each with its whole diff. */
  readonly complete: boolean;
}

/** Result of starting checks. */
export interface RunView {
  /** By key. */
  readonly runs: readonly MonitorRunView[];
  /** Checks were followed. */
  readonly isFollowed: boolean;
  /** A signal ended the command. */
  readonly isInterrupted: boolean;
}

/** Result of starting a check of one monitor. */
export interface MonitorRunView {
  readonly key: string;
  readonly id: string;
  readonly estimatedCredits: number | null;
  /** Of these, what the service's estimate leaves out. */
  readonly besides: number;
  /** Null where nothing was attempted. */
  readonly start: CheckStart | null;
  /** Null where the check was not followed. */
  readonly end: CheckEnd | null;
}

/** Outcome of following a started check. */
export type CheckEnd =
  | {readonly kind: 'ended'; readonly changes: ChangesView & {readonly check: Check}}
  | {readonly kind: 'going-on'}
  | {readonly kind: 'not-read'; readonly failure: Failure};

/** Counts monitors by outcome, and what their checks cost. */
export function summarizeRun({runs}: Pick<RunView, 'runs'>): RunSummaryDocument {
  const started = runs.filter(({start}) => start?.kind === 'started');
  const unknown = runs.filter(({start}) => start?.kind === 'unknown').length;
  const charged = started.flatMap(({end}) => (end?.kind === 'ended' ? (end.changes.check.actualCredits ?? []) : []));
  return {
    monitors: runs.length,
    started: started.length,
    notStarted: runs.length - started.length - unknown,
    unknown,
    estimatedCredits: sumCredits(started),
    actualCredits: charged.length === 0 ? null : charged.reduce((total, credits) => total + credits, 0),
  };
}

/** Credits of a check of each, estimated; null where one is not known. */
export function sumCredits(costs: readonly Pick<MonitorRunView, 'estimatedCredits'>[]): number | null {
  let total = 0;
  for (const {estimatedCredits} of costs) {
    if (estimatedCredits === null) return null;
    total += estimatedCredits;
  }
  return total;
}

/** Makes the document of started checks. */
export function toRunDocument(view: RunView): RunDocument {
  return {formatVersion: 1, command: 'run', runs: view.runs.map(toDocument), summary: summarizeRun(view)};
}

function toDocument({key, id, estimatedCredits, besides, start, end}: MonitorRunView): RunResultDocument {
  const changes = end?.kind === 'ended' ? end.changes : null;
  return {
    key,
    id,
    outcome: nameOutcome(start, end),
    reason: start?.kind === 'refused' ? start.reason : null,
    certainty: start?.kind === 'started' ? start.certainty : null,
    message: readFailure(start, end)?.message ?? null,
    estimatedCredits,
    billedBesides: besides,
    checkId: start?.kind === 'started' ? start.checkId : null,
    check: changes === null ? null : toCheckDocument(changes.check),
    pages: changes?.pages.map(toPageDocument) ?? [],
    complete: changes !== null && isComplete(changes),
  };
}

function nameOutcome(start: CheckStart | null, end: CheckEnd | null): RunResultDocument['outcome'] {
  if (start === null) return 'not-attempted';
  switch (start.kind) {
    case 'started':
      return end === null ? 'started' : end.kind === 'ended' ? 'ended' : 'going-on';
    case 'unknown':
      return 'unknown';
    case 'refused':
      return 'not-started';
    default:
      return assertNever(start);
  }
}

function readFailure(start: CheckStart | null, end: CheckEnd | null): Failure | null {
  if (start !== null && 'failure' in start) return start.failure;
  return end?.kind === 'not-read' ? end.failure : null;
}
