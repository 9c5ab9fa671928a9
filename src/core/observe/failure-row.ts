import type {Check, CheckPage} from '../api/check-port';
import {hasEnded} from './check-span';
import {isSkippedForCredits} from './health';

/** Kind of a failed check: as a whole (`failed`), with pages that work (`some-pages`), or skipped for lack of credits. */
type FailureKind = 'failed' | 'some-pages' | 'no-credits';

/** Failed checks of a monitor, one after the other. */
export interface FailureRow {
  /** Of the newest of them. */
  readonly kind: FailureKind;
  readonly newest: Check;
  readonly oldest: Check;
  readonly count: number;
  /** Nothing older was read, though there may be something. */
  readonly isOpen: boolean;
  /** The check after them, which had no failure; null where they are the newest. */
  readonly recovery: Check | null;
}

/**
 * Finds the newest row of failed checks with one of the span; null where none failed in it. `ended` are newest first, those before the
 * span too; `isWhole` says that the service has no older ones.
 */
export function findFailureRow(ended: readonly Check[], span: ReadonlySet<Check>, isWhole: boolean): FailureRow | null {
  const told = ended.filter(check => hasEnded(check) && check.status !== 'skipped_overlap');
  const first = told.findIndex(check => span.has(check) && failureOf(check) !== null);
  const newest = told[first];
  const kind = newest === undefined ? null : failureOf(newest);
  if (newest === undefined || kind === null) return null;
  // "Failing since" is wrong for the time in which only some pages failed.
  const goesOn = (check: Check) => (kind === 'some-pages' ? failureOf(check) !== null : failsWholly(check));
  const after = told.slice(first).findIndex(check => !goesOn(check));
  const row = after < 0 ? told.slice(first) : told.slice(first, first + after);
  return {
    kind,
    newest,
    oldest: row.at(-1) ?? newest,
    count: row.length,
    isOpen: after < 0 && !isWhole,
    recovery: told.slice(0, first).findLast(check => failureOf(check) === null) ?? null,
  };
}

/** Failures of a monitor in a row, with what the service says about the newest of them. */
export interface FailureWithReason {
  readonly row: FailureRow;
  /** Null where the service gives none, or was not asked. */
  readonly reason: string | null;
}

/** Whether a failed check does not say itself why it failed, while its pages do. */
export function hidesReason(check: Check): boolean {
  return check.error === null && !isSkippedForCredits(check) && (check.summary?.error ?? 0) > 0;
}

/** The first page with the error that most pages have. */
export function mostCommonError(pages: readonly CheckPage[]): CheckPage | null {
  const counts = new Map<string | null, number>();
  for (const {error} of pages) counts.set(error, (counts.get(error) ?? 0) + 1);
  const most = Math.max(0, ...counts.values());
  return pages.find(({error}) => counts.get(error) === most) ?? null;
}

function failsWholly(check: Check): boolean {
  const kind = failureOf(check);
  return kind === 'failed' || kind === 'no-credits';
}

/** The kind of failure of a check that ended; null where it has none. */
export function failureOf(check: Check): FailureKind | null {
  const {status, summary} = check;
  if (isSkippedForCredits(check)) return 'no-credits';
  if (status === 'failed') return 'failed';
  if (summary === null || summary.error === 0) return null;
  return summary.error >= summary.totalPages ? 'failed' : 'some-pages';
}
