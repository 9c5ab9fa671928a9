import type {Place} from '../../diagnostics/diagnostic';
import {fromPointer} from '../../json/pointer';
import type {JsonObject, JsonValue} from '../../json/value';
import type {Spot} from '../spot';

/** A row as it stands there. */
export class RawRow {
  readonly spot: Spot;
  /** Cells by column; a missing or empty one is absent. */
  readonly cells: Readonly<Record<string, JsonValue>>;
  /** Its values are those of CSV: text that may stand for numbers and truth values. */
  readonly isText: boolean;

  constructor({spot, cells, isText}: Pick<RawRow, 'spot' | 'cells' | 'isText'>) {
    this.spot = spot;
    this.cells = cells;
    this.isText = isText;
  }

  /** The spot of a cell, which may be empty; of the row where it has no such column. */
  at(column: string): Spot {
    return this.isText || Object.hasOwn(this.spot.value as JsonObject, column) ? this.spot.below(column) : this.spot;
  }

  /** Place of a cell, or of the value at a pointer within it; of the row where the column is null or the cell absent. */
  placeOf(column: string | null, within = ''): Place {
    if (column === null) return this.spot.place;
    return (within === '' ? this.at(column) : this.spot.below(column).to(fromPointer(within))).place;
  }
}

/** One row of a list: the monitor that it stands for, and its cells. */
export class Row extends RawRow {
  /** The last part of the monitor's key. */
  readonly key: string;
  /** Values of the reserved columns or of the row's own `sync`, merged over the spec's `sync`. */
  readonly sync: JsonObject;

  constructor(raw: RawRow, key: string, sync: JsonObject) {
    super(raw);
    this.key = key;
    this.sync = sync;
  }

  /** Place of a setting of {@link sync}, by its pointer there. */
  placeOfSync(pointer: string): Place {
    if (!this.isText && Object.hasOwn(this.cells, 'sync')) return this.placeOf('sync', pointer);
    const end = pointer.indexOf('/', 1);
    return this.placeOf(pointer.slice(1, end < 0 ? undefined : end), end < 0 ? '' : pointer.slice(end));
  }
}
