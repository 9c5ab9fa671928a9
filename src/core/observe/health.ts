import type {Check, CheckSummary} from '../api/check-port';
import type {LiveMonitor} from '../api/port';
import {type AlertSetup, readAlertSetup} from '../api/read-alerts';
import {readSummary, readTime} from '../api/read-checks';
import {isObject, type JsonValue, property} from '../json/value';
import {readSchedule} from '../specs/schedule/schedule';

/** Kept facts of a monitor as the service lists it; nothing that may be secret. */
export interface ListedHealth {
  readonly id: string;
  /** `active`, `paused`, or whatever else the service says. */
  readonly status: string;
  /** A check is queued or runs. */
  readonly isChecking: boolean;
  readonly lastRunAt: string | null;
  readonly nextRunAt: string | null;
  /** Pages of the last check that ended with pages. */
  readonly summary: CheckSummary | null;
  readonly estimatedCreditsPerMonth: number | null;
  readonly hasSearch: boolean;
  /** The longest time between two runs, minutes; null where the schedule can't be read. */
  readonly intervalMinutes: number | null;
  /** Where its alerts go; absent where that was not asked for. */
  readonly alerts?: AlertSetup;
}

/** Reads what a monitor does from how the service lists it, and where its alerts go. */
export function observeAlerts(live: LiveMonitor): ListedHealth {
  return {...observe(live), alerts: readAlertSetup(live)};
}

/** Reads what a monitor does from how the service lists it. */
export function observe({id, status, data, nextRunAt, estimatedCreditsPerMonth}: LiveMonitor): ListedHealth {
  const targets = property(data, 'targets');
  return {
    id,
    status,
    isChecking: typeof property(data, 'currentCheckId') === 'string',
    lastRunAt: readTime(property(data, 'lastRunAt')),
    nextRunAt: readTime(nextRunAt ?? undefined),
    summary: readSummary(property(data, 'lastCheckSummary')),
    estimatedCreditsPerMonth,
    hasSearch: Array.isArray(targets) && targets.some((target: JsonValue) => property(target, 'type') === 'search'),
    intervalMinutes: readInterval(property(data, 'schedule')),
  };
}

/** Whether a summary says that all pages that could be read were seen for the first time: nothing was compared. */
export function isAllNew(summary: CheckSummary): boolean {
  return summary.new > 0 && summary.new + summary.error >= summary.totalPages;
}

/** Whether the last check saw all pages for the first time. Results of a search are found, not compared. */
export function isAfterFirstLook({summary, hasSearch}: Pick<ListedHealth, 'summary' | 'hasSearch'>): boolean {
  return summary !== null && !hasSearch && isAllNew(summary);
}

/** Pages that the last check found changed, new or removed; of a first check none. */
export function countLastChanges(monitor: Pick<ListedHealth, 'summary' | 'hasSearch'>): number {
  const {summary} = monitor;
  return summary === null || isAfterFirstLook(monitor) ? 0 : summary.changed + summary.new + summary.removed;
}

function readInterval(schedule: JsonValue | undefined): number | null {
  const cron = property(schedule, 'cron');
  if (!isObject(schedule) || typeof cron !== 'string') return null;
  return readSchedule({cron})?.timing?.longestGap ?? null;
}

/** Health of a monitor. */
export interface Health {
  /** Every page of its last check is an error, or the check failed as a whole; null where only its newest check would say. */
  readonly isFailing: boolean | null;
  /** Its last check was skipped, since no credits were left: then it is failing, too. */
  readonly isWithoutCredits: boolean;
  readonly isOverdue: boolean;
}

/** Whether it is known that the account has no credits left. */
export type CreditsLeft = 'none' | 'not-known';

/** Tolerated beyond one interval, milliseconds. */
const LATENESS = 10 * 60_000;

/**
 * Judges a monitor by the list, and by its newest checks (newest first) where they were read. `now` is the service's clock,
 * milliseconds since 1970. Without credits, a last check without pages counts as skipped where the checks were not read.
 */
export function judgeHealth(monitor: ListedHealth, now: number, checks?: readonly Check[], creditsLeft: CreditsLeft = 'not-known'): Health {
  const isWithoutCredits = lacksCredits(monitor, checks, creditsLeft);
  return {isFailing: isWithoutCredits || isFailing(monitor, checks), isWithoutCredits, isOverdue: isOverdue(monitor, now)};
}

function lacksCredits(monitor: ListedHealth, checks: readonly Check[] | undefined, creditsLeft: CreditsLeft): boolean {
  if (checks === undefined) return creditsLeft === 'none' && endedWithoutPages(monitor);
  return monitor.status === 'active' && checks.find(check => isOver(check) || isSkippedForCredits(check))?.status === SKIPPED_FOR_CREDITS;
}

/** Whether a check looked at no page, for whatever reason. */
export function isSkipped({status}: Pick<Check, 'status'>): boolean {
  return status.startsWith('skipped_');
}

const SKIPPED_FOR_CREDITS = 'skipped_no_credits';

/** Whether nothing was fetched, since no credits were left. */
export function isSkippedForCredits({status}: Pick<Check, 'status'>): boolean {
  return status === SKIPPED_FOR_CREDITS;
}

/** Whether the list shows an active monitor's last check without a page: skipped for whatever reason, or a search without results. */
export function endedWithoutPages({status, summary}: ListedHealth): boolean {
  return status === 'active' && summary !== null && Object.values(summary).every(count => count === 0);
}

function isFailing({status, summary, lastRunAt}: ListedHealth, checks: readonly Check[] | undefined): boolean | null {
  if (status !== 'active') return false;
  const newest = checks?.find(isOver);
  if (newest !== undefined) return newest.status === 'failed' || isAllErrors(newest.summary);
  if (isAllErrors(summary)) return true;
  // A monitor that never ran has not failed; of one whose newest checks were all skipped, nothing is known.
  return checks?.length === 0 || (summary === null && lastRunAt === null) ? false : null;
}

/** Whether a check has ended and was not skipped. */
export function isOver({status}: Check): boolean {
  return status === 'completed' || status === 'failed' || status === 'partial';
}

function isAllErrors(summary: CheckSummary | null): boolean {
  return summary !== null && summary.totalPages > 0 && summary.error >= summary.totalPages;
}

function isOverdue({status, isChecking, nextRunAt, intervalMinutes}: ListedHealth, now: number): boolean {
  if (status !== 'active' || isChecking || nextRunAt === null || intervalMinutes === null) return false;
  return now - Date.parse(nextRunAt) > LATENESS + intervalMinutes * 60_000;
}
