import type {Check, CheckPage} from '../../core/api/check-port';
import type {LiveMonitor} from '../../core/api/port';
import {readTime} from '../../core/api/read-checks';
import {property, readAmount} from '../../core/json/value';
import type {MonitorMark} from '../../core/observe/check-span';
import type {FailureRow} from '../../core/observe/failure-row';
import {type ListedHealth, observe} from '../../core/observe/health';
import type {Key, Labels} from '../../core/specs/desired-monitor';
import type {ReadKind} from './document';

/** A chosen monitor as the state records it. */
export interface WatchedRecord {
  readonly key: Key;
  readonly id: string;
  readonly labels: Labels | undefined;
}

/** A monitor of the service's list. */
export interface WatchedListing extends ListedHealth {
  /** ISO 8601; null if the service does not say. */
  readonly createdAt: string | null;
  /** Days for which its checks are kept; null if the service does not say. */
  readonly retentionDays: number | null;
}

/** Reads what matters here of a monitor of the list. */
export function toListed(live: LiveMonitor): WatchedListing {
  const createdAt = readTime(live.createdAt);
  return {...observe(live), createdAt, retentionDays: readAmount(property(live.data, 'retentionDays'))};
}

/** A chosen monitor, and where its span begins. */
export interface WatchedMonitor extends WatchedRecord {
  /** Null where the service does not have it. */
  readonly listed: WatchedListing | null;
  /** The mark of the calls before. */
  readonly mark: MonitorMark;
}

/** A check with changed pages. */
interface ChangedCheck {
  readonly check: Check;
  /** Null where they were not read. */
  readonly pages: readonly CheckPage[] | null;
  /** All of them were read. */
  readonly isWhole: boolean;
  /** It saw all pages for the first time: none was compared. */
  readonly isFirstLook: boolean;
}

/** Read part of a monitor. */
export interface MonitorReading {
  readonly watched: WatchedMonitor;
  readonly read: ReadKind;
  /** Why it could not be read. */
  readonly error: string | null;
  /** The mark after this call. */
  readonly next: MonitorMark;
  /** Checks that ended in the span. */
  readonly checks: number;
  readonly running: readonly Check[];
  /** Checks of the span with changed pages. */
  readonly changed: readonly ChangedCheck[];
  readonly failure: FailureRow | null;
  /** A page of its newest check that could not be read, where the check itself does not say why it failed. */
  readonly failedPage: CheckPage | null;
}
