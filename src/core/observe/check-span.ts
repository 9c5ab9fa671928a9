import type {Check} from '../api/check-port';
import {isAllNew, isOver, isSkippedForCredits, type ListedHealth} from './health';

/** Knowledge of earlier calls about a monitor. */
export interface MonitorMark {
  /** Last run as the list showed it, empty for none; null: the next call reads the monitor, whatever the list shows. */
  readonly lastRunAt: string | null;
  /** Finish of the newest settled check, milliseconds since 1970, or where the span of the first call began. */
  readonly settledAt: number;
  /** Ids of checks that had not ended. */
  readonly unfinished: readonly string[];
  /** Ids of reported checks that finished at `settledAt` or later. */
  readonly reported: readonly string[];
}

/** A mark of a monitor of which nothing was reported before a moment. */
export function markFrom(since: number): MonitorMark {
  return {lastRunAt: null, settledAt: since, unfinished: [], reported: []};
}

/** Longest time from the making of a check to its end that is counted on, milliseconds: a long check may be overtaken by a short one. */
export const LONGEST_CHECK = 24 * 3_600_000;

/** The service writes a finish a moment after it: so long is waited before a check counts as settled, milliseconds. */
export const SETTLING_MS = 60_000;

/**
 * Whether a monitor has no check that a call has to report. The service writes a last run after the check itself: only the same text
 * as before says that nothing was added, or one so old that no check of the span can be behind it.
 */
export function hasNothingNew({lastRunAt, isChecking}: Pick<ListedHealth, 'lastRunAt' | 'isChecking'>, mark: MonitorMark): boolean {
  if (isChecking || mark.unfinished.length > 0) return false;
  if (mark.lastRunAt !== null) return mark.lastRunAt === (lastRunAt ?? NEVER);
  return lastRunAt !== null && Date.parse(lastRunAt) < mark.settledAt - LONGEST_CHECK;
}

const NEVER = '';

/** The mark of a monitor that was skipped. */
export function markSkipped({lastRunAt}: Pick<ListedHealth, 'lastRunAt'>, mark: MonitorMark): MonitorMark {
  return {...mark, lastRunAt: lastRunAt ?? NEVER};
}

/** The mark of a monitor that was not read whole: the next call reads it from the same moment on. */
export function markUnread(mark: MonitorMark): MonitorMark {
  return {...mark, lastRunAt: null};
}

/** The checks of a monitor, sorted into those of this call and those of the next. */
interface CheckSpan {
  /** They ended in the span, and were not reported before; newest finish first. */
  readonly checks: readonly Check[];
  /** They have not ended. */
  readonly running: readonly Check[];
  /** All that ended before the moment, newest finish first; those of earlier calls too, as far as they were read. */
  readonly ended: readonly Check[];
  /** The mark after this call. */
  readonly next: MonitorMark;
}

/**
 * Sorts the checks that were read of a monitor. A check belongs to the call whose span has its finish, or to the first one that finds
 * it ended. `until` is the end of the span, milliseconds since 1970.
 */
export function sortChecks(
  checks: readonly Check[],
  mark: MonitorMark,
  {until, lastRunAt}: {readonly until: number; readonly lastRunAt: string | null},
): CheckSpan {
  const byId = [...new Map(checks.map(check => [check.id, check])).values()];
  const running = byId.filter(check => !hasEnded(check));
  const closed = byId.filter(hasEnded);
  const finishes = new Map(closed.map(check => [check, finishOf(check)]));
  const finish = (check: Check) => finishes.get(check) ?? 0;
  const ended = closed.filter(check => finish(check) < until).sort((one, other) => finish(other) - finish(one));
  const [reported, unfinished] = [new Set(mark.reported), new Set(mark.unfinished)];
  const isNew = (check: Check) => !reported.has(check.id) && (finish(check) >= mark.settledAt || unfinished.has(check.id));
  const settledAt = findSettled(ended, running, mark.settledAt, until);
  const next = {
    // The list may show the run of a check that belongs to the next call already.
    lastRunAt: closed.length > ended.length ? null : (lastRunAt ?? NEVER),
    settledAt,
    unfinished: running.map(({id}) => id),
    reported: ended.filter(check => finish(check) >= settledAt).map(({id}) => id),
  };
  return {checks: ended.filter(isNew), running, ended, next};
}

/** Finish of the newest check before which none was made that still runs. One that never ends holds nothing back for longer than a day. */
function findSettled(ended: readonly Check[], running: readonly Check[], before: number, until: number): number {
  const made = running.map(madeAt).filter(at => at >= until - LONGEST_CHECK);
  const held = Math.min(...made);
  return ended.reduce((latest, check) => (madeAt(check) < held ? Math.max(latest, finishOf(check)) : latest), before);
}

/** Whether a check will not change any more. A word that is not known says nothing. */
export function hasEnded(check: Check): boolean {
  return check.finishedAt !== null || isOver(check) || isSkipped(check);
}

function isSkipped(check: Check): boolean {
  return check.status === 'skipped_overlap' || isSkippedForCredits(check);
}

/** When a check ended, milliseconds since 1970. One that was skipped may have no time but that of its making. */
export function finishOf({finishedAt, startedAt, createdAt, scheduledFor}: Check): number {
  return toMs(finishedAt ?? startedAt ?? createdAt ?? scheduledFor);
}

/** When a check was made, milliseconds since 1970. */
export function madeAt({createdAt, scheduledFor, startedAt, finishedAt}: Check): number {
  return toMs(createdAt ?? scheduledFor ?? startedAt ?? finishedAt);
}

function toMs(time: string | null): number {
  return time === null ? 0 : Date.parse(time);
}

/**
 * The check that saw all its pages for the first time: the oldest of a monitor that read any. `ended` is newest first; null where the service
 * may have older ones, or where that check compared pages.
 */
export function findFirstLook(ended: readonly Check[], isWhole: boolean): Check | null {
  const oldest = isWhole ? ended.findLast(({summary}) => summary !== null && summary.totalPages > summary.error) : undefined;
  return oldest?.summary != null && isAllNew(oldest.summary) ? oldest : null;
}
