import type {Check, CheckPage} from '../api/check-port';
import {type ChargedCredits, scaleToActual} from '../specs/credits';
import {listFailedMessages, type MonitorAlerts} from './deliveries';
import type {FailureWithReason} from './failure-row';
import {type Health, isOver, isSkippedForCredits, type ListedHealth} from './health';

/** Health of one recorded monitor; `monitor` is null where the service does not list it. */
export interface MonitorHealth extends Health {
  readonly key: string;
  readonly id: string;
  readonly monitor: ListedHealth | null;
  readonly sample: CheckSample | null;
  /** Whether its alerts arrive; absent where that was not asked for, null where it can't be told. */
  readonly alerts?: MonitorAlerts | null;
  /** Since when and why it fails; absent where it does not fail, or that was not read. */
  readonly failure?: FailureWithReason | undefined;
}

/** Summary of a monitor's newest checks. */
export interface CheckSample {
  /** Checks that ended and were not skipped. */
  readonly checks: number;
  /** When the oldest of all began; null without any. */
  readonly since: string | null;
  readonly failed: number;
  readonly skipped: number;
  /** Skipped, since no credits were left. */
  readonly withoutCredits: number;
  /** Checks with a message that is known not to have arrived. */
  readonly undelivered: number;
  readonly pages: number;
  readonly errorPages: number;
  /** Charged and estimated credits of the checks that have both; null where none has. */
  readonly credits: ChargedCredits | null;
  /** The service's monthly estimate, scaled by what was charged; null where it can't be. */
  readonly actualCreditsPerMonth: number | null;
  readonly search: SearchVerdict | null;
}

/** What is wrong with a search: most results are ignored, most stay undecided, or there are none. */
export type SearchVerdict = 'too-wide' | 'too-vague' | 'too-narrow';

/** Sums up checks (newest first), and for a search the pages of some of them. */
export function takeSample(
  monitor: Pick<ListedHealth, 'hasSearch' | 'estimatedCreditsPerMonth'>,
  checks: readonly Check[],
  pages: readonly CheckPage[],
): CheckSample {
  const ended = checks.filter(isOver);
  const credits = sumCharges(ended);
  const {estimatedCreditsPerMonth: monthly} = monitor;
  return {
    checks: ended.length,
    since: checks.at(-1)?.startedAt ?? checks.at(-1)?.createdAt ?? null,
    failed: ended.filter(({status}) => status === 'failed').length,
    skipped: checks.filter(({status}) => status === 'skipped_overlap').length,
    withoutCredits: checks.filter(isSkippedForCredits).length,
    undelivered: ended.filter(check => listFailedMessages(check).length > 0).length,
    pages: sum(ended.map(({summary}) => summary?.totalPages ?? 0)),
    errorPages: sum(ended.map(({summary}) => summary?.error ?? 0)),
    credits,
    actualCreditsPerMonth: credits === null || credits.estimated === 0 || monthly === null ? null : scaleToActual(monthly, credits),
    search: monitor.hasSearch ? judgeSearch(ended, pages) : null,
  };
}

/** Sums the charges of checks that ended (newest first), of those that have both figures; null where none has. */
export function sumCharges(ended: readonly Check[]): ChargedCredits | null {
  const both = ended.flatMap(({actualCredits: actual, estimatedCredits: estimated, startedAt, createdAt}) =>
    actual === null || estimated === null ? [] : [{actual, estimated, startedAt: startedAt ?? createdAt}],
  );
  if (both.length === 0) return null;
  return {
    checks: both.length,
    since: both.at(-1)?.startedAt ?? null,
    actual: sum(both.map(({actual}) => actual)),
    estimated: sum(both.map(({estimated}) => estimated)),
  };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

/** Fewer results say nothing of the queries, and fewer checks without any nothing of their absence. */
const LEAST_RESULTS = 10;
const LEAST_CHECKS = 5;

function judgeSearch(ended: readonly Check[], pages: readonly CheckPage[]): SearchVerdict | null {
  const found = pages.flatMap(({searchStatus, isJudgeDegraded}) => (searchStatus === null || isJudgeDegraded ? [] : [searchStatus]));
  const share = (status: string) => found.filter(one => one === status).length / found.length;
  if (found.length >= LEAST_RESULTS && share('ignored') > 0.5) return 'too-wide';
  if (found.length >= LEAST_RESULTS && share('watching') > 0.5) return 'too-vague';
  const completed = ended.filter(({status, summary}) => status === 'completed' && summary !== null);
  return completed.length >= LEAST_CHECKS && completed.every(({summary}) => summary?.totalPages === 0) ? 'too-narrow' : null;
}
