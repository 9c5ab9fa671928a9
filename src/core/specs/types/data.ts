import type {ListRow, SpecSync} from './spec';

/** A YAML file with the rows of a list: one monitor for each. */
export type DataRows = DataRow[];

/** One row of a list: `key`, and a member for each column that the spec uses. */
export interface DataRow extends ListRow {
  /**
   * The monitor's previous key, in full; keeps the monitor.
   * @example "pricing/old"
   */
  renamedFrom?: string;
  /**
   * Never delete or replace this monitor, even without its row.
   * @default false
   * @example true
   */
  protect?: boolean;
  /**
   * Pause the monitor; `keep` leaves it paused or running, as it is in the service. Only with `service.operations: full`.
   * @default false
   * @example true
   */
  paused?: boolean | 'keep';
  /**
   * Settings of this row's monitor, in place of the columns `renamedFrom`, `protect` and `paused`.
   * @example {"labels": {"team": "pricing"}}
   */
  sync?: RowSync;
}

/** Settings of this row's monitor. */
export interface RowSync extends Omit<SpecSync, 'key' | 'each'> {}
