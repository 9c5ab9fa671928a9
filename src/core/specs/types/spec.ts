import type {MonitorCreateRequest} from './monitor';

/** One YAML document: the body of the create-monitor request, and `sync`, which is never sent. */
export interface Spec extends MonitorCreateRequest {
  sync?: SpecSync;
}

/** Settings of this tool; never sent to the service. */
export interface SpecSync {
  /**
   * Stable name of the monitor; default: the file's path without its ending. Required in files with several documents.
   * A new key is a new monitor, unless `renamedFrom` has the old one.
   * @example "pricing/acme"
   */
  key?: string;
  /**
   * The monitor's previous key; keeps the monitor.
   * @example "pricing/old"
   */
  renamedFrom?: string;
  /**
   * Ids of similar monitors that are not this one; they no longer block its creation. Only with
   * `service.operations: full`.
   * @minItems 1
   * @maxItems 100
   * @example ["0198f0c2-7c1d-7e3a-9a53-5d2f6f0e8b11"]
   */
  distinctFrom?: MonitorId[];
  /**
   * Never delete or replace this monitor, even without its spec.
   * @default false
   * @example true
   */
  protect?: boolean;
  /**
   * Members that are sent when the monitor is created and then left to the service: never drift, never updated.
   * @minItems 1
   * @list set
   * @example ["schedule", "notification.email"]
   */
  ignore?: IgnoredMember[];
  /**
   * Pause the monitor; `keep` leaves it paused or running, as it is in the service. Only with `service.operations: full`.
   * @default false
   * @example true
   */
  paused?: boolean | 'keep';
  /**
   * Labels to choose monitors by (`--label team=pricing`), also in rules; a change of them sends nothing. At most 20; names of 1-63
   * letters, digits, `.`, `_`, `/` and `-`; values of at most 200 characters.
   * @example {"team": "pricing"}
   */
  labels?: Record<string, string>;
  /**
   * Makes one monitor of each row: its key is this spec's key, `/` and the `key` of the row. `${each:column}` takes a cell.
   * @example {"file": "_competitors.csv"}
   */
  each?: RowsFile | ListRows;
  /**
   * Environments that have the monitor; default: all.
   * @minItems 1
   * @list set
   * @example ["production"]
   */
  environments?: string[];
  /**
   * `none`: no one is to be notified, neither by webhook nor by e-mail or Slack; ends the warning `risk/no-alert`. Never sent.
   * @example "none"
   */
  alerts?: 'none';
  /**
   * What the pages answer that are watched on purpose, for `monitors try`.
   * @example {"status": 404}
   */
  expect?: Expectation;
}

/** What watched pages answer. */
export interface Expectation {
  /**
   * HTTP status of the pages.
   * @asType integer
   * @minimum 100
   * @maximum 599
   * @example 404
   */
  status?: number;
}

/** A file with the rows of a list: each makes a monitor, whose key is this spec's key, `/` and the `key` of the row. */
export interface RowsFile {
  /**
   * Path relative to the spec: CSV with a header, or YAML with a list of mappings.
   * @example "_competitors.csv"
   */
  file: string;
  /**
   * What separates the columns of a CSV file; default: a comma.
   * @example ";"
   */
  delimiter?: ';' | 'tab';
  /**
   * Other names for columns of a CSV file, by the name that references use.
   * @example {"name": "Company name"}
   */
  columns?: Record<string, string>;
  /**
   * The key of each row, made of its cells; default: the column `key`. Each cell is one part of a key, without a slash.
   * @example "${each:team}/${each:name}"
   */
  key?: string;
}

/** Rows that stand in the spec itself. */
export type ListRows = ListRow[];

/** One row of a list: `key`, and a member for each column. */
export interface ListRow {
  /**
   * Last part of the monitor's key.
   * @example "acme"
   */
  key: string;
  [column: string]: unknown;
}

/** A member, or a part of one, that `sync.ignore` leaves to the service. */
export type IgnoredMember =
  | 'schedule'
  | 'goal'
  | 'retentionDays'
  | 'notification'
  | 'notification.email'
  | 'notification.email.enabled'
  | 'notification.email.recipients'
  | 'notification.email.includeDiffs';

/**
 * A monitor id of the service.
 * @minLength 1
 * @maxLength 200
 */
export type MonitorId = string;
