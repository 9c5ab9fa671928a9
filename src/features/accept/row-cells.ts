import {boundText} from '../../core/diagnostics/bounded-text';
import {isObject, type JsonObject, type JsonValue, property} from '../../core/json/value';
import type {SourceFile} from '../../core/specs/desired-monitor';
import {readCsv} from '../../core/specs/fleet/csv';
import {findDelimiter} from '../../core/specs/fleet/list-form';
import {isFormula, writeCsvCell} from '../../core/writing/data-text';
import {applySplices, type Splice} from '../../core/writing/splices';

/** Required contents of the cells of a row, by column; undefined for an empty one. */
export interface CellEdits {
  readonly row: number;
  readonly cells: ReadonlyMap<string, JsonValue | undefined>;
}

/** Why a file can't say it, and what to do instead. */
export interface CannotWrite {
  readonly file: string;
  readonly why: string;
  /** Absent where there is nothing better than to edit by hand. */
  readonly hint?: string;
  /** A column that the file does not have. */
  readonly missing?: string;
}

/** Writes cells of one row of a list in YAML; null where the row is gone. */
export function editRow(rows: readonly JsonValue[], {row, cells}: CellEdits): JsonValue[] | null {
  const before = rows[row];
  if (!isObject(before)) return null;
  const changed: Record<string, JsonValue> = {...before};
  for (const [column, value] of cells) {
    if (column === 'paused' && isObject(before['sync']))
      changed['sync'] = {...before['sync'], ...(value === undefined ? {} : {paused: value})};
    else if (value === undefined) delete changed[column];
    else changed[column] = value;
  }
  return rows.map((other, index) => (index === row ? changed : other));
}

/** Writes cells of one row into the text of a CSV file; every other byte stays. Returns the text, or why it can't. `each` says how the file is read. */
export function editCsvRow(source: SourceFile, each: JsonObject, {row, cells}: CellEdits): string | CannotWrite {
  const {file} = source;
  const delimiter = findDelimiter(each) ?? ',';
  const {table} = readCsv(source, row + 1, delimiter);
  if (table?.records[row] === undefined) return {file, why: 'its row is gone'};
  const edits: Splice[] = [];
  for (const [column, value] of cells) {
    const name = property(each['columns'], column) ?? column;
    const index = table.header.indexOf(String(name));
    if (index < 0) return {...noColumn(file, column, row, value), missing: column};
    const flaw = findFlaw(column, value);
    if (flaw !== null) return {file, ...flaw};
    const {start, end} = table.rangeOf(row, index);
    edits.push({start: start.offset, end: end.offset, text: writeCsvCell(value, delimiter)});
  }
  return spliceCsv(source, edits);
}

/** Edits the text of a CSV file at places that leave out the byte order mark, as those of its cells do. */
export function spliceCsv({bytes}: SourceFile, edits: readonly Splice[]): string {
  const text = Buffer.from(bytes).toString('utf8');
  const mark = text.startsWith('\uFEFF') ? '\uFEFF' : '';
  return mark + applySplices(text.slice(mark.length), edits);
}

function noColumn(file: string, column: string, row: number, value: JsonValue | undefined): CannotWrite {
  const hint = `add the column to the header, with ${boundText(JSON.stringify(value ?? ''))} in row ${row + 1} below it and empty cells elsewhere`;
  return {file, why: `it has no column "${column}"`, hint};
}

/** Why a value can be no cell of CSV; null where it can. */
export function findFlaw(column: string, value: JsonValue | undefined): Pick<CannotWrite, 'why' | 'hint'> | null {
  if (typeof value === 'object') {
    return {
      why: `the value of the column "${column}" is more than one text or number`,
      hint: 'keep the rows in a .yaml file; or change the value in the service',
    };
  }
  if (typeof value !== 'string') return null;
  if (isFormula(value)) {
    return {
      why: `the value of the column "${column}" begins with ${JSON.stringify(value[0])}, and spreadsheets run that as a formula`,
      hint: 'keep the rows in a .yaml file; or change the value in the service',
    };
  }
  return null;
}
