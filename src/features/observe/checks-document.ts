import type {Check, CheckPage} from '../../core/api/check-port';
import type {JsonValue} from '../../core/json/value';
import {listFailedMessages} from '../../core/observe/deliveries';
import {type FailedMessageDocument, type PageCountsDocument, toPageCounts} from './status-document';

/** Result of `monitors checks`. */
export interface ChecksDocument {
  /** Version of this document; within a version members are only added. */
  readonly formatVersion: 1;
  readonly command: 'checks';
  /**
   * The monitor's key.
   * @example "pricing/acme"
   */
  readonly key: string;
  /** The service's id of the monitor. */
  readonly id: string;
  /** Newest first. */
  readonly checks: readonly ListedCheckDocument[];
}

/** Result of `monitors diff`. */
export interface DiffDocument {
  /** Version of this document; within a version members are only added. */
  readonly formatVersion: 1;
  readonly command: 'diff';
  /**
   * The monitor's key.
   * @example "pricing/acme"
   */
  readonly key: string;
  /** The service's id of the monitor. */
  readonly id: string;
  /** The check; null if none of the newest checks changed anything. */
  readonly check: CheckDocument | null;
  /** Its pages that are new, changed, removed, or errors. */
  readonly pages: readonly ChangedPageDocument[];
  /** All such pages are listed, each with its whole diff. */
  readonly complete: boolean;
}

/** One check. */
export interface CheckDocument {
  /** The service's id. */
  readonly id: string;
  /** `queued`, `running`, `completed`, `failed`, `partial`, `skipped_overlap`, `skipped_no_credits`, or another word of the service. */
  readonly status: string;
  /** `scheduled`, `manual`, or another word of the service. */
  readonly trigger: string;
  /** ISO 8601; null before the start. */
  readonly startedAt: string | null;
  /** ISO 8601; null before the end. */
  readonly finishedAt: string | null;
  /** Reserved before the check. */
  readonly estimatedCredits: number | null;
  /** Charged. */
  readonly actualCredits: number | null;
  /** Its pages by result; null before the end. */
  readonly pages: PageCountsDocument | null;
  /** Why it failed. */
  readonly error: string | null;
  /** Messages that are known not to have arrived. */
  readonly undelivered: readonly FailedMessageDocument[];
}

/** One check of a list. */
export interface ListedCheckDocument extends CheckDocument {
  /** Why it or its pages failed: its error, else the one that most of some pages of it have. Read of the five newest failed checks. */
  readonly reason: string | null;
}

/** What changed on a page. */
export interface ChangedPageDocument {
  /** Secrets in it are masked. */
  readonly url: string;
  /** `new`, `changed`, `removed` or `error`. */
  readonly status: string;
  /** HTTP status of the page. */
  readonly statusCode: number | null;
  /** Why it could not be read. */
  readonly error: string | null;
  /** Of a search: `alert`, `skipped`, or another word of the service. */
  readonly searchStatus: string | null;
  /** The service's judge did not work: the page was not judged. */
  readonly judgeDegraded: boolean;
  /** Whether the change matters; null if it was not judged. */
  readonly judgment: JudgmentDocument | null;
  /** A unified diff; null if there is none. */
  readonly diff: string | null;
  /** Changed fields of an extraction. */
  readonly fields: readonly ChangedFieldDocument[];
}

/** Whether a change matters, as the service judged it. */
export interface JudgmentDocument {
  /** It matters for the goal. */
  readonly meaningful: boolean;
  /** `high`, `medium`, `low`, or another word of the service. */
  readonly confidence: string;
  /** In a sentence. */
  readonly reason: string;
}

/** A changed field of an extraction. */
export interface ChangedFieldDocument {
  /**
   * As the service writes it.
   * @example "plans[0].price"
   */
  readonly path: string;
  /** The value before; null if there was none. */
  readonly previous: JsonValue;
  /** The value now; null if there is none. */
  readonly current: JsonValue;
}

/** The newest checks of a monitor. */
export interface HistoryView {
  readonly key: string;
  readonly id: string;
  /** Newest first. */
  readonly checks: readonly Check[];
  /** Why checks failed whose pages alone say so, as far as they were read. */
  readonly reasons: ReadonlyMap<Check, string>;
  /** The limit of requests left something out. */
  readonly isCut: boolean;
}

/** Changes that a check found. */
export interface ChangesView {
  readonly key: string;
  readonly id: string;
  /** Null where none of the newest checks changed anything. */
  readonly check: Check | null;
  /** Pages that are not the same as before. */
  readonly pages: readonly CheckPage[];
  /** All changed pages were read. */
  readonly isWhole: boolean;
  /** Number of checks that were looked at to find it. */
  readonly lookedAt: number;
}

/** Makes the document of a monitor's newest checks. */
export function toChecksDocument({key, id, checks, reasons}: HistoryView): ChecksDocument {
  const listed = checks.map(check => ({...toCheckDocument(check), reason: check.error ?? reasons.get(check) ?? null}));
  return {formatVersion: 1, command: 'checks', key, id, checks: listed};
}

/** Makes the document of what a check changed. */
export function toDiffDocument({key, id, check, pages, isWhole}: ChangesView): DiffDocument {
  return {
    formatVersion: 1,
    command: 'diff',
    key,
    id,
    check: check === null ? null : toCheckDocument(check),
    pages: pages.map(toPageDocument),
    complete: isComplete({pages, isWhole}),
  };
}

/** Whether all changed pages were read, each with its whole diff. */
export function isComplete({pages, isWhole}: Pick<ChangesView, 'pages' | 'isWhole'>): boolean {
  return isWhole && pages.every(({diff}) => diff?.isCut !== true);
}

/** A check as documents show it. */
export function toCheckDocument(check: Check): CheckDocument {
  const {id, status, trigger, startedAt, finishedAt, estimatedCredits, actualCredits, summary, error} = check;
  return {
    id,
    status,
    trigger,
    startedAt,
    finishedAt,
    estimatedCredits,
    actualCredits,
    pages: toPageCounts(summary),
    error,
    undelivered: toFailedMessages(check),
  };
}

function toFailedMessages(check: Check): readonly FailedMessageDocument[] {
  return listFailedMessages(check).map(({channel, statusCode, error}) => ({channel, statusCode, error}));
}

/** A changed page as documents show it. */
export function toPageDocument({
  url,
  status,
  statusCode,
  error,
  searchStatus,
  isJudgeDegraded,
  judgment,
  diff,
}: CheckPage): ChangedPageDocument {
  return {
    url,
    status,
    statusCode,
    error,
    searchStatus,
    judgeDegraded: isJudgeDegraded,
    judgment: judgment === null ? null : {meaningful: judgment.meaningful, confidence: judgment.confidence, reason: judgment.reason},
    diff: diff?.text ?? null,
    fields: (diff?.fields ?? []).map(({path, previous, current}) => ({path, previous, current})),
  };
}
