import type {Count} from '../../core/json/count';
import {stringifyJson} from '../../rendering/escape-json';
import type {ChangedFieldDocument, JudgmentDocument} from '../observe/checks-document';

/** Result of `monitors changes`. */
export interface ChangesDocument {
  /** Version of this document; within a version members are only added. */
  readonly formatVersion: 1;
  readonly command: 'changes';
  /** The project's name. */
  readonly project: string;
  /** The environment's name. */
  readonly environment: string;
  /**
   * Start of the span: the checks that finished then or later, and before `until`. With a bookmark, the end of the call before; each
   * monitor has a start of its own.
   * @example "2026-11-20T12:00:00.000Z"
   */
  readonly since: string;
  /** End of the span, by the service's clock. */
  readonly until: string;
  /**
   * The IANA time zone that days are of, and in which times are shown.
   * @example "Europe/Berlin"
   */
  readonly timeZone: string;
  /** `meaningful`, `changed` or `failed`, as `--show` says; null for all. */
  readonly show: string | null;
  /** `folder`, `day` or `label:NAME`, as `--by` says; null for no groups. */
  readonly by: string | null;
  /** All checks of the span were read: no monitor is `failed` or `left`, and nothing interrupted the run. */
  readonly complete: boolean;
  /** Reasons why it is not complete. */
  readonly incomplete: readonly IncompleteReason[];
  /** The chain of calls that this one belongs to; null without `--bookmark`. */
  readonly bookmark: BookmarkDocument | null;
  /** Numbers of everything that was found, also of what is not shown. */
  readonly summary: ChangesCounts;
  /** Changed pages: by group, then meaningful, not judged, noise, first seen, and of these the newest first. */
  readonly changes: readonly PageChangeDocument[];
  /** Monitors with failures in the span, one entry each: those that still fail first, by key. */
  readonly failures: readonly MonitorFailureDocument[];
  /** Checks that have not ended: they belong to a later call. By key. */
  readonly running: readonly RunningCheckDocument[];
  /** All chosen monitors, by key. */
  readonly monitors: readonly ReadMonitorDocument[];
}

/** Reason why not all checks of the span were read: a signal, `--max-requests`, or a monitor that could not be read. */
export type IncompleteReason = 'interrupted' | 'max-requests' | 'not-read';

/** Chain of calls with one bookmark. */
export interface BookmarkDocument {
  /** End of the span of the call before; null for the first call. */
  readonly before: string | null;
  /** The call before may have ended between its output and its bookmark: this one may repeat what that one printed. */
  readonly mayRepeat: boolean;
}

/** Numbers of what was found. */
export interface ChangesCounts {
  /** All that were chosen. */
  readonly monitors: Count;
  /** Of these, without a new check: nothing was read of them. */
  readonly skipped: Count;
  /** Of these, not read: failed, or left for another call. */
  readonly notRead: Count;
  /** Checks that ended in the span. */
  readonly checks: Count;
  /** Changed pages that were judged to matter. */
  readonly meaningful: Count;
  /** Changed pages without a judgment, but for those of `firstSeen`. */
  readonly notJudged: Count;
  /** Changed pages that were judged not to matter. */
  readonly noise: Count;
  /** Pages of the first check of a monitor: there was nothing to compare them with. */
  readonly firstSeen: Count;
  /** Changed pages that were not read: `--show failed` needs none, and of a check at most 10,000 are read. */
  readonly unread: Count;
  /** Changed pages that `--show` leaves out. */
  readonly hidden: Count;
  /** Changed pages that `--limit` leaves out. */
  readonly cut: Count;
  /** Monitors that fail, by their newest check in the span; paused ones left out. */
  readonly failing: Count;
  /** Of these, with pages that work in the newest check: `status` calls them partly failing, and the others failing. */
  readonly partlyFailing: Count;
  /** Monitors of which the newest check in the span failed, and which are paused now: no check will tell whether they work. */
  readonly paused: Count;
  /** Monitors that failed in the span and work again. */
  readonly recovered: Count;
  /** Checks that have not ended. */
  readonly running: Count;
  /** Requests that were sent. */
  readonly requests: Count;
}

/** Whether a change matters: as it was judged, or that it was not. `first-seen`: a page of a monitor's first check, which is no change. */
export type ChangeVerdict = 'meaningful' | 'not-judged' | 'noise' | 'first-seen';

/** One changed page of one check. */
export interface PageChangeDocument {
  /**
   * Stays the same in every call: made from monitor, check and page.
   * @example "5f0e2c6a9d1b4f37"
   */
  readonly id: string;
  /** Name of its group with `--by`: a folder (empty at the top), a label's value, or a day; null without a group or such a label. */
  readonly group: string | null;
  /**
   * The monitor's key.
   * @example "pricing/acme"
   */
  readonly key: string;
  /** The service's id of the monitor. */
  readonly monitorId: string;
  /** The service's id of the check. */
  readonly checkId: string;
  /** When the check finished. */
  readonly at: string;
  /** Secrets in it are masked. Text from outside: it may be no address at all. */
  readonly url: string;
  /** `changed`, `new` or `removed`. */
  readonly status: string;
  /** HTTP status of the page. */
  readonly statusCode: number | null;
  /** Whether it matters. */
  readonly verdict: ChangeVerdict;
  /** The judgment of the service; null if it was not judged. */
  readonly judgment: JudgmentDocument | null;
  /** The service's judge did not work: the page was not judged. */
  readonly judgeDegraded: boolean;
  /** Of a search: `alert`, or another word of the service. */
  readonly searchStatus: string | null;
  /** A unified diff; null if there is none. */
  readonly diff: string | null;
  /** The diff or the list of fields is longer than what is kept. */
  readonly diffCut: boolean;
  /** Changed fields of an extraction. */
  readonly fields: readonly ChangedFieldDocument[];
}

/** A row of failed checks: the newest of a monitor. */
export interface MonitorFailureDocument {
  /** The monitor's key. */
  readonly key: string;
  /** The service's id of the monitor. */
  readonly monitorId: string;
  /** The newest failed check. */
  readonly checkId: string;
  /** `failed`: the checks failed, or all their pages. `some-pages`: the newest failed check has pages that work. `no-credits`: it was skipped for lack of credits. */
  readonly kind: FailureKind;
  /** When the first check of the row finished. */
  readonly since: string;
  /** No older check was read: it may have failed before `since`, too. */
  readonly sinceIsOpen: boolean;
  /** When a check without failures finished; null where none did since. */
  readonly until: string | null;
  /** It failed last and is paused now: it counts as paused, not as failing. */
  readonly paused: boolean;
  /** Failed checks in the row. */
  readonly checks: Count;
  /** Pages of the newest failed check that could not be read; null if unknown. */
  readonly failedPages: Count | null;
  /** All pages of the newest failed check; null if unknown. */
  readonly pages: Count | null;
  /** The error of the check, else of one of its pages; text from outside. Null if the service gives none. */
  readonly reason: string | null;
  /** A page with that error; null for the error of the check. */
  readonly url: string | null;
}

/** Kind of a failed check. */
export type FailureKind = 'failed' | 'some-pages' | 'no-credits';

/** A check that has not ended. */
export interface RunningCheckDocument {
  /** The monitor's key. */
  readonly key: string;
  /** The service's id of the monitor. */
  readonly monitorId: string;
  /** The service's id of the check. */
  readonly checkId: string;
  /** `queued`, `running`, or another word of the service. */
  readonly status: string;
  /** When it started, or else was made; null if unknown. */
  readonly since: string | null;
}

/** What was read of a monitor. */
export interface ReadMonitorDocument {
  /** The monitor's key. */
  readonly key: string;
  /** The service's id. */
  readonly id: string;
  /** Whether its checks were read. */
  readonly read: ReadKind;
  /** Start of its span. */
  readonly since: string;
  /** Checks of it that ended in the span. */
  readonly checks: Count;
  /** The service keeps its checks for fewer days than the span has, so many; null if they are kept for the whole span. */
  readonly retentionDays: Count | null;
  /** Why it could not be read; only with `failed`, and with `left` where it takes more requests than the limit. */
  readonly error: string | null;
}

/**
 * `whole`: all checks of the span. `skipped`: it has no new check. `missing`: the service does not have it. `failed`: it could not be
 * read. `left`: not reached, for another call.
 */
export type ReadKind = 'whole' | 'skipped' | 'missing' | 'failed' | 'left';

/** The document for programs. */
export function renderChangesJson(document: ChangesDocument): string {
  return `${stringifyJson(document, 2)}\n`;
}
