import type {Check} from '../../core/api/check-port';
import type {ReadOutcome} from '../../core/api/port';
import {finishOf, hasEnded} from '../../core/observe/check-span';
import {type FailureRow, type FailureWithReason, findFailureRow, hidesReason, mostCommonError} from '../../core/observe/failure-row';
import type {Key} from '../../core/specs/desired-monitor';
import type {CheckProgress} from '../../project/refresh';
import {type CheckReader, refusesAll} from '../../project/service-reader';
import type {RequestBudget} from './request-budget';

/** A monitor that fails, with its newest checks where they were read. */
export interface FailingMonitor {
  readonly key: Key;
  readonly id: string;
  /** Newest first. */
  readonly checks: readonly Check[] | undefined;
  /** The service has no older ones. */
  readonly isWhole: boolean;
  /** Its last check was skipped for lack of credits: nothing is asked about it. */
  readonly isWithoutCredits: boolean;
}

/** Since when and why monitors fail. */
interface ReadFailures {
  /** Without an entry: not read, or its newest check works. */
  readonly found: ReadonlyMap<Key, FailureWithReason>;
  /** The limit of requests left some of them out. */
  readonly isCut: boolean;
  /** Why some could not be read, in a sentence; null where all could. */
  readonly error: string | null;
}

/** Monitors that are asked about, at most. */
const MOST_FAILING = 50;
/** The newest checks in which the beginning of a failure is looked for. */
const CHECKS = 100;
/** Monitors that can't be read, before no more are asked about. */
const MOST_FAILURES = 3;

/**
 * Reads since when and why monitors fail: of the first 50 the newest 100 checks, and a few failed pages of one check. Monitors that can't
 * be read are left out: they are known to fail without it. Throws `Interrupted` where the run is to end.
 */
export async function readFailures(
  failing: readonly FailingMonitor[],
  reader: CheckReader,
  budget: RequestBudget,
  {onReasons}: Pick<CheckProgress, 'onReasons'> = {},
): Promise<ReadFailures> {
  const drafts = failing.map(monitor => ({monitor, row: findRow(monitor.checks ?? [], monitor.isWhole)}));
  const asked = drafts.filter(({monitor, row}) => !monitor.isWithoutCredits && requestsFor(monitor, row) > 0).slice(0, MOST_FAILING);
  const costOf = ({monitor, row}: (typeof drafts)[number]) => requestsFor(monitor, row);
  const affordable = budget.affordable(asked, costOf);
  const requests = affordable.reduce((sum, draft) => sum + costOf(draft), 0);
  if (requests > 0)
    onReasons?.(affordable.length === 1 ? '1 monitor fails' : `${affordable.length} monitors fail`, requests, budget.estimateMs(requests));
  const read = await explainEach(affordable, reader, budget);
  const known = drafts.flatMap(({monitor, row}) =>
    row === null || !isCurrent(row) ? [] : [[monitor.key, {row, reason: row.newest.error}] as const],
  );
  return {found: new Map([...known, ...read.found]), isCut: affordable.length < asked.length || budget.isRefused, error: read.error};
}

/** At most, before anything is read. */
function requestsFor(monitor: FailingMonitor, row: FailureRow | null): number {
  if (!needsChecks(monitor, row)) return row !== null && isCurrent(row) && hidesReason(row.newest) ? 1 : 0;
  return 2;
}

function needsChecks({checks, isWhole}: FailingMonitor, row: FailureRow | null): boolean {
  return checks === undefined || (!isWhole && checks.length < CHECKS && (row === null || row.isOpen));
}

interface Draft {
  readonly monitor: FailingMonitor;
  readonly row: FailureRow | null;
}

async function explainEach(
  drafts: readonly Draft[],
  reader: CheckReader,
  budget: RequestBudget,
): Promise<{readonly found: readonly (readonly [Key, FailureWithReason])[]; readonly error: string | null}> {
  let error: string | null = null;
  let isRefused = false;
  let failures = 0;
  const {found} = await reader.each(drafts, async draft => {
    if (isRefused) return NOTHING;
    const outcome = budget.tolerate(await explain(draft, reader));
    if (outcome.kind === 'read') return outcome;
    const {failure} = outcome;
    error ??= failure.message;
    isRefused ||= refusesAll(failure) || ++failures >= MOST_FAILURES;
    return NOTHING;
  });
  return {found: [...found].map(([{monitor}, failure]) => [monitor.key, failure] as const), error};
}

const NOTHING = {kind: 'read', value: null, serverTime: null} as const;

async function explain({monitor, row: known}: Draft, reader: CheckReader): Promise<ReadOutcome<FailureWithReason | null>> {
  const {id} = monitor;
  let row = known;
  if (needsChecks(monitor, known)) {
    const outcome = await reader.checksUntil(id, CHECKS, () => true);
    if (outcome.kind === 'failed' || outcome.value === null) return outcome.kind === 'failed' ? outcome : NOTHING;
    row = findRow(outcome.value.checks, outcome.value.isWhole);
  }
  // It works again since the list was read.
  if (row === null || !isCurrent(row)) return NOTHING;
  const reason = await readReason(id, row.newest, reader);
  return reason.kind === 'failed' ? {...NOTHING, value: {row, reason: null}} : {...NOTHING, value: {row, reason: reason.value}};
}

/** Reads why a check failed: one request where only its pages say so. */
export async function readReason(id: string, check: Check, reader: CheckReader): Promise<ReadOutcome<string | null>> {
  if (!hidesReason(check)) return {...NOTHING, value: check.error};
  const pages = await reader.someErrors(id, check.id);
  return pages.kind === 'failed' ? pages : {...NOTHING, value: mostCommonError(pages.value ?? [])?.error ?? null};
}

function findRow(checks: readonly Check[], isWhole: boolean): FailureRow | null {
  const ended = checks.filter(hasEnded).sort((one, other) => finishOf(other) - finishOf(one));
  return findFailureRow(ended, new Set(ended), isWhole);
}

function isCurrent({recovery}: FailureRow): boolean {
  return recovery === null;
}
