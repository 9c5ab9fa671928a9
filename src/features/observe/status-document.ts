import type {AlertChannel, CheckSummary, TeamCredits} from '../../core/api/check-port';
import type {Count} from '../../core/json/count';
import {finishOf} from '../../core/observe/check-span';
import {
  type DeliveryOutcome,
  isUnconfirmed,
  isUndelivered,
  listPending,
  listUnsubscribed,
  type MonitorAlerts,
} from '../../core/observe/deliveries';
import type {FailureWithReason} from '../../core/observe/failure-row';
import {isAfterFirstLook} from '../../core/observe/health';
import type {CheckSample, MonitorHealth, SearchVerdict} from '../../core/observe/sample';
import type {NotReadDocument} from './unread-monitors';

/** Result of `monitors status`. */
export interface StatusDocument {
  /** Version of this document; within a version members are only added. */
  readonly formatVersion: 1;
  readonly command: 'status';
  /**
   * The service's clock.
   * @example "2026-11-20T12:00:00.000Z"
   */
  readonly time: string;
  /** Monitors by state. */
  readonly summary: StatusCounts;
  /** The chosen monitors, by key. */
  readonly monitors: readonly MonitorStatusDocument[];
  /** What the service does not offer, in a sentence; null where it offers all that was asked for. */
  readonly notOffered: string | null;
  /** Credits left, asked for only if a monitor's last check was without pages; null otherwise, and where the service does not say. */
  readonly remainingCredits: number | null;
  /** Everything that was asked for was read. */
  readonly complete: boolean;
  /** Reasons why it is not complete. */
  readonly incomplete: readonly StatusIncompleteReason[];
  /** Monitors of which checks or recipients could not be read; by key. */
  readonly notRead: readonly NotReadDocument[];
}

/** Reason why not everything was read: `--max-requests`, or a monitor that could not be read. */
export type StatusIncompleteReason = 'max-requests' | 'not-read';

/** Monitors of the list by state. */
export interface StatusCounts {
  /** All that were chosen. */
  readonly monitors: Count;
  /** Known to be failing, or skipped for lack of credits. */
  readonly failing: Count;
  /** Of these, with the last check skipped for lack of credits. */
  readonly noCredits: Count;
  /** With pages that could not be read in the last check, and others that could: not failing. */
  readonly partlyFailing: Count;
  /** With changed, new or removed pages in the last check; a first check counts as no change. */
  readonly changed: Count;
  /** Late by more than ten minutes and one interval. */
  readonly overdue: Count;
  /** With status `paused`. */
  readonly paused: Count;
  /** Not in the service. */
  readonly missing: Count;
  /** With a message that is known not to have arrived; only with `--alerts`. */
  readonly undelivered?: Count;
  /** With a recipient of mail that has not confirmed; only with `--alerts`. */
  readonly unconfirmed?: Count;
}

/** How one monitor does. */
export interface MonitorStatusDocument {
  /**
   * The monitor's key.
   * @example "pricing/acme"
   */
  readonly key: string;
  /** The service's id. */
  readonly id: string;
  /** `active`, `paused`, or another word of the service; null if the service does not list the monitor. */
  readonly status: string | null;
  /** Every page of the last check is an error, or the check failed, or it was skipped for lack of credits; null if unknown. */
  readonly failing: boolean | null;
  /** The last check was skipped for lack of credits. */
  readonly noCredits: boolean;
  /** When the first of its failed checks in a row finished; null if it does not fail, or if that was not read. */
  readonly since: string | null;
  /** No older check was read: it may have failed before `since`, too. */
  readonly sinceIsOpen: boolean;
  /** Failed checks in a row; null with `since`. */
  readonly failedChecks: Count | null;
  /** The error of its newest failed check, else the one that most of some pages of it have; text from outside. Null if there is none. */
  readonly reason: string | null;
  /** The next run is late by more than ten minutes and one interval. */
  readonly overdue: boolean;
  /** A check is running. */
  readonly checking: boolean;
  /** The last check saw all its pages for the first time: it counts as no change. */
  readonly firstCheck: boolean;
  /** End of the last check; null if there was none. */
  readonly lastRunAt: string | null;
  /** Start of the next check; null if none is planned. */
  readonly nextRunAt: string | null;
  /** Pages of the last check; null if unknown. */
  readonly pages: PageCountsDocument | null;
  /** The service's estimate. */
  readonly estimatedCreditsPerMonth: number | null;
  /** Its newest checks, with `--checks`. */
  readonly sample: SampleDocument | null;
  /** Whether its alerts arrive; null if unknown. Only with `--alerts`. */
  readonly alerts?: MonitorAlertsDocument | null;
}

/** Whether the alerts of one monitor arrive. */
export interface MonitorAlertsDocument {
  /** A message is known not to have arrived. */
  readonly undelivered: boolean;
  /** A recipient of mail has not confirmed, and gets nothing. */
  readonly unconfirmed: boolean;
  /** The newest message by each channel that is on. */
  readonly messages: readonly MessageDocument[];
  /** Recipients of mail that have not confirmed. */
  readonly pending: readonly string[];
  /** Recipients of mail that unsubscribed. */
  readonly unsubscribed: readonly string[];
}

/** What became of a message. */
export interface MessageDocument extends FailedMessageDocument {
  /** As in `monitors alerts`: `delivered`, `undelivered`, `queued`, `not-yet`, `unconfirmed`, `unknown` or `no-event`. */
  readonly outcome: DeliveryOutcome;
}

/** Why a message did not arrive. */
export interface FailedMessageDocument {
  /** `webhook`, `email` or `slack`. */
  readonly channel: AlertChannel;
  /** HTTP status of the receiver. */
  readonly statusCode: number | null;
  /** What went wrong, as the service says it. */
  readonly error: string | null;
}

/** Pages of a check by result. */
export interface PageCountsDocument {
  /** All pages. */
  readonly total: Count;
  /** As in the check before. */
  readonly same: Count;
  /** Different from the check before. */
  readonly changed: Count;
  /** Not in the check before. */
  readonly new: Count;
  /** Only in the check before. */
  readonly removed: Count;
  /** Could not be read. */
  readonly error: Count;
}

/** The newest checks of a monitor. */
export interface SampleDocument {
  /** Checks that ended. */
  readonly checks: Count;
  /** Start of the oldest check. */
  readonly since: string | null;
  /** Checks that failed as a whole. */
  readonly failed: Count;
  /** Skipped because the check before was still running. */
  readonly skipped: Count;
  /** Skipped for lack of credits. */
  readonly noCredits: Count;
  /** Checks with a message that is known not to have arrived. */
  readonly undelivered: Count;
  /** Pages of these checks. */
  readonly pages: Count;
  /** Pages that could not be read. */
  readonly errorPages: Count;
  /** Charged and estimated credits of checks that have both. */
  readonly credits: SampleCreditsDocument | null;
  /** The estimate, scaled by what was charged. */
  readonly actualCreditsPerMonth: number | null;
  /** What is wrong with a search; null if nothing, or if the sample is too small. */
  readonly search: SearchVerdict | null;
}

/** Credits of checks that have both figures. */
export interface SampleCreditsDocument {
  /** Number of these checks. */
  readonly checks: Count;
  /** Charged. */
  readonly actual: number;
  /** Reserved before the checks. */
  readonly estimated: number;
}

/** Makes the document of judged monitors. `now` is the service's clock, milliseconds since 1970. */
export function toStatusDocument(
  judged: {
    readonly monitors: readonly MonitorHealth[];
    readonly lack: string | null;
    readonly team: TeamCredits | null;
    readonly isCut: boolean;
    readonly notRead: readonly NotReadDocument[];
  },
  now: number,
): StatusDocument {
  const monitors = judged.monitors.map(toMonitorDocument);
  const {notRead} = judged;
  const incomplete = [...(judged.isCut ? (['max-requests'] as const) : []), ...(notRead.length > 0 ? (['not-read'] as const) : [])];
  return {
    formatVersion: 1,
    command: 'status',
    time: new Date(now).toISOString(),
    summary: countStatus(monitors),
    monitors,
    notOffered: judged.lack,
    remainingCredits: judged.team?.remaining ?? null,
    complete: incomplete.length === 0,
    incomplete,
    notRead,
  };
}

/** The same document with the failing monitors alone. */
export function keepFailing(document: StatusDocument): StatusDocument {
  const monitors = document.monitors.filter(({failing}) => failing === true);
  return {...document, summary: countStatus(monitors), monitors};
}

function countStatus(monitors: readonly MonitorStatusDocument[]): StatusCounts {
  const count = (is: (one: MonitorStatusDocument) => boolean) => monitors.filter(is).length;
  return {
    monitors: monitors.length,
    failing: count(({failing}) => failing === true),
    noCredits: count(({noCredits}) => noCredits),
    partlyFailing: count(isPartlyFailing),
    changed: count(hasChanged),
    overdue: count(({overdue}) => overdue),
    paused: count(({status}) => status === 'paused'),
    missing: count(({status}) => status === null),
    ...(monitors.some(({alerts}) => alerts !== undefined)
      ? {undelivered: count(({alerts}) => alerts?.undelivered === true), unconfirmed: count(({alerts}) => alerts?.unconfirmed === true)}
      : {}),
  };
}

/** Whether some pages of the last check failed, and not all. */
export function isPartlyFailing({status, failing, pages}: MonitorStatusDocument): boolean {
  return status === 'active' && failing !== true && (pages?.error ?? 0) > 0;
}

/** Whether the last check found changed, new or removed pages; a first check did not. */
export function hasChanged({status, pages, firstCheck}: MonitorStatusDocument): boolean {
  return status === 'active' && pages !== null && !firstCheck && pages.changed + pages.new + pages.removed > 0;
}

function toMonitorDocument({
  key,
  id,
  isFailing,
  isWithoutCredits,
  isOverdue,
  monitor,
  sample,
  alerts,
  failure,
}: MonitorHealth): MonitorStatusDocument {
  return {
    key,
    id,
    status: monitor?.status ?? null,
    failing: isFailing,
    noCredits: isWithoutCredits,
    ...toFailure(failure),
    overdue: isOverdue,
    checking: monitor?.isChecking ?? false,
    firstCheck: monitor !== null && isAfterFirstLook(monitor),
    lastRunAt: monitor?.lastRunAt ?? null,
    nextRunAt: monitor?.nextRunAt ?? null,
    pages: toPageCounts(monitor?.summary ?? null),
    estimatedCreditsPerMonth: monitor?.estimatedCreditsPerMonth ?? null,
    sample: sample === null ? null : toSample(sample),
    ...(alerts === undefined ? {} : {alerts: alerts === null ? null : toAlerts(alerts)}),
  };
}

function toFailure(
  failure: FailureWithReason | undefined,
): Pick<MonitorStatusDocument, 'since' | 'sinceIsOpen' | 'failedChecks' | 'reason'> {
  if (failure === undefined) return {since: null, sinceIsOpen: false, failedChecks: null, reason: null};
  const {row, reason} = failure;
  return {since: new Date(finishOf(row.oldest)).toISOString(), sinceIsOpen: row.isOpen, failedChecks: row.count, reason};
}

function toAlerts(alerts: MonitorAlerts): MonitorAlertsDocument {
  return {
    undelivered: isUndelivered(alerts),
    unconfirmed: isUnconfirmed(alerts),
    messages: alerts.deliveries.map(({channel, outcome, statusCode, error}) => ({channel, outcome, statusCode, error})),
    pending: listPending(alerts),
    unsubscribed: listUnsubscribed(alerts),
  };
}

/** Counts of pages, as documents hold them. */
export function toPageCounts(summary: CheckSummary | null): PageCountsDocument | null {
  if (summary === null) return null;
  const {totalPages: total, same, changed, removed, error} = summary;
  return {total, same, changed, new: summary.new, removed, error};
}

function toSample(sample: CheckSample): SampleDocument {
  const {
    checks,
    since,
    failed,
    skipped,
    withoutCredits: noCredits,
    undelivered,
    pages,
    errorPages,
    credits,
    actualCreditsPerMonth,
    search,
  } = sample;
  const charged = credits === null ? null : {checks: credits.checks, actual: credits.actual, estimated: credits.estimated};
  return {checks, since, failed, skipped, noCredits, undelivered, pages, errorPages, credits: charged, actualCreditsPerMonth, search};
}
