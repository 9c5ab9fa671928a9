import type {JsonValue} from '../json/value';
import type {Failure, MonitorService, ReadOutcome} from './port';

/**
 * Operations of the service for checks: full operations only, and a service may lack any of them. Never throws, like
 * the rest of the port.
 */
export interface CheckService {
  /** Reads one page of a monitor's checks, newest first. `limit` is 1 to 100; null where the service has no such monitor. */
  listChecks(id: string, page: PageQuery, signal?: AbortSignal): Promise<ReadOutcome<readonly Check[] | null>>;
  /** Reads one page of a check's pages; null where the service has no such monitor or check. */
  readCheck(id: string, checkId: string, page: CheckPartQuery, signal?: AbortSignal): Promise<ReadOutcome<CheckPart | null>>;
  /** Reads the credits of the key's team; null where the service has nothing to say. */
  readCredits(signal?: AbortSignal): Promise<ReadOutcome<TeamCredits | null>>;
  /** The clock of checks as the emulator last told it, milliseconds since 1970; null where it is that of `serverTime`, as in every real service. */
  checkTime(): number | null;
  /** Starts a check, which is paid for each time: one request, never repeated. */
  startCheck(id: string, signal?: AbortSignal): Promise<StartOutcome>;
}

/** A service with its checks. */
export type ObservedService = MonitorService & CheckService;

/** One page of a list. */
interface PageQuery {
  readonly limit: number;
  readonly offset: number;
}

/** One page of the pages of a check: all, or those with one result. */
interface CheckPartQuery {
  readonly limit: number;
  readonly skip: number;
  readonly status?: PageStatus;
}

/** The results of a page that the service documents. */
export const PAGE_STATUSES = ['same', 'new', 'changed', 'removed', 'error'] as const;

/** One of {@link PAGE_STATUSES}. */
export type PageStatus = (typeof PAGE_STATUSES)[number];

/** Pages of a check by result. */
export type CheckSummary = {readonly [status in PageStatus]: number} & {readonly totalPages: number};

/** One check of a monitor, read defensively: texts without secrets and cut, times as ISO texts. */
export interface Check {
  readonly id: string;
  /** `queued`, `running`, `completed`, `failed`, `partial`, `skipped_overlap`, `skipped_no_credits`, or whatever else the service says. */
  readonly status: string;
  /** `scheduled`, `manual`, or whatever else the service says. */
  readonly trigger: string;
  readonly scheduledFor: string | null;
  readonly startedAt: string | null;
  readonly finishedAt: string | null;
  readonly createdAt: string | null;
  /** The upper bound that was reserved. */
  readonly estimatedCredits: number | null;
  /** Credits that were charged. */
  readonly actualCredits: number | null;
  readonly summary: CheckSummary | null;
  readonly error: string | null;
  /** Notes about the messages that it sent; absent where the service wrote none, or none yet. */
  readonly messages?: MessageNotes;
}

/** Channels by which a monitor tells of what it found. */
export const ALERT_CHANNELS = ['webhook', 'email', 'slack'] as const;

/** One of {@link ALERT_CHANNELS}. */
export type AlertChannel = (typeof ALERT_CHANNELS)[number];

/** Notes about the messages of one check, by channel. Any may be missing. */
export type MessageNotes = {readonly [channel in AlertChannel]?: MessageNote};

/** Service's note about one message; null where it says nothing. */
export interface MessageNote {
  readonly attempted: boolean | null;
  readonly success: boolean | null;
  readonly delivered: boolean | null;
  /** It will be tried, or tried again. */
  readonly queued: boolean | null;
  readonly skipped: boolean | null;
  /** HTTP status of the receiver. */
  readonly statusCode: number | null;
  readonly error: string | null;
  readonly deliveredAt: string | null;
  /** Recipients of mail that did not confirm, and so got none. */
  readonly pending: number | null;
}

/** A check with some of its pages. */
export interface CheckPart {
  readonly check: Check;
  readonly pages: readonly CheckPage[];
  /** Number of pages to skip for the following ones; null after the last. Read from the query of `next`, of which nothing else is used. */
  readonly nextSkip: number | null;
}

/** Result of a check for one page. */
export interface CheckPage {
  readonly url: string;
  /** One of {@link PAGE_STATUSES}, or whatever else the service says. */
  readonly status: string;
  readonly statusCode: number | null;
  readonly error: string | null;
  /** Of a search monitor: `alert`, `already_seen`, `watching`, `ignored`, `skipped`. */
  readonly searchStatus: string | null;
  /** Of a search: the judge did not work, so that nothing was judged. */
  readonly isJudgeDegraded: boolean;
  readonly judgment: Judgment | null;
  readonly diff: PageDiff | null;
}

/** Whether a change matters, as the service judged it. */
export interface Judgment {
  readonly meaningful: boolean;
  readonly confidence: string;
  readonly reason: string;
}

/** Changes of a page: a unified diff, changed fields, or both. */
export interface PageDiff {
  readonly text: string | null;
  readonly fields: readonly ChangedField[];
  /** Something was left out, since it is longer than what is kept. */
  readonly isCut: boolean;
}

/** A field of an extraction that changed. */
export interface ChangedField {
  /** As the service writes it: `plans[0].price`. */
  readonly path: string;
  readonly previous: JsonValue;
  readonly current: JsonValue;
}

/** The credits of a team. */
export interface TeamCredits {
  readonly remaining: number | null;
  readonly plan: number | null;
  readonly periodStart: string | null;
  readonly periodEnd: string | null;
}

/** Outcome of starting a check. */
export type StartOutcome =
  | {readonly kind: 'applied'; readonly checkId: string}
  /** The service has no monitor with that id. */
  | {readonly kind: 'missing'; readonly failure: Failure}
  | {readonly kind: 'not-applied'; readonly failure: Failure}
  | {readonly kind: 'ambiguous'; readonly failure: Failure};
