import {fromPointer, toPointer, valueAt} from '../../core/json/pointer';
import {isObject, type JsonObject, type JsonValue, property} from '../../core/json/value';
import type {SourceFile} from '../../core/specs/desired-monitor';
import {readCsv} from '../../core/specs/fleet/csv';
import {findDelimiter} from '../../core/specs/fleet/list-form';
import {RESERVED_COLUMNS} from '../../core/specs/fleet/rows';
import {writeCsvCell} from '../../core/writing/data-text';
import {type CannotWrite, findFlaw, spliceCsv} from './row-cells';

/** A column that a list gets: the value of the row whose drift is accepted, and that of all others; undefined for an empty cell. */
export interface NewColumn {
  readonly name: string;
  readonly own: JsonValue | undefined;
  readonly others: JsonValue | undefined;
}

/** The document of a list with references to new columns, and these columns. */
interface WithColumns {
  readonly template: JsonObject;
  readonly columns: readonly NewColumn[];
}

/** Rows of a list, at most. */
const MOST_ROWS = 10_000;

/**
 * Gives members that all rows share, and items of lists, a column each. Null where that can't be: mappings, and texts that have references.
 * `taken` are the names of the columns that there are.
 */
export function makeColumns(raw: JsonObject, wanted: JsonObject, pointers: readonly string[], taken: Iterable<string>): WithColumns | null {
  const names = new Set(['key', 'sync', ...RESERVED_COLUMNS, ...taken]);
  const columns: NewColumn[] = [];
  let template = raw;
  for (const path of pointers.flatMap(pointer => listLeaves(raw, wanted, fromPointer(pointer)))) {
    const [own, others] = [wanted, raw].map(document => valueAt(document, toPointer(path)));
    if (!isCell(own) || !isCell(others)) return null;
    const name = chooseName(path.findLast(step => !/^\d+$/.test(step)) ?? '', names);
    const next = withMember(template, path, `\${each:${name}}`);
    if (!isObject(next)) return null;
    names.add(name);
    columns.push({name, own, others});
    template = next;
  }
  return {template, columns};
}

/** A mapping that the document does not have at all: its members. */
function listLeaves(raw: JsonObject, wanted: JsonObject, path: readonly string[]): (readonly string[])[] {
  const value = valueAt(wanted, toPointer(path));
  if (valueAt(raw, toPointer(path)) !== undefined || !isObject(value)) return [path];
  return Object.keys(value).flatMap(name => listLeaves(raw, wanted, [...path, name]));
}

/** Null where the path leads through something else than mappings and lists. */
function withMember(root: JsonValue, [name = '', ...rest]: readonly string[], value: JsonValue): JsonValue | null {
  const isList = Array.isArray(root);
  if (!isList && !isObject(root)) return null;
  const inner = isList ? root[Number(name)] : property(root, name);
  const changed = rest.length === 0 ? value : withMember(inner ?? {}, rest, value);
  if (changed === null) return null;
  return isList ? Object.assign([...root], {[name]: changed}) : {...(root as JsonObject), [name]: changed};
}

function isCell(value: JsonValue | undefined): boolean {
  if (value === null || value === '' || typeof value === 'object') return false;
  return typeof value !== 'string' || !value.includes('${');
}

function chooseName(base: string, taken: ReadonlySet<string>): string {
  for (let count = 1; ; count++) {
    const name = count === 1 ? base : `${base}_${count}`;
    if (!taken.has(name)) return name;
  }
}

/** The columns of rows in YAML. */
export function listYamlColumns(rows: readonly JsonValue[]): string[] {
  return rows.flatMap(row => (isObject(row) ? Object.keys(row) : []));
}

/** The columns of a CSV file, those that `each` names otherwise too. */
export function listCsvColumns(source: SourceFile, each: JsonObject): string[] {
  const header = readCsv(source, MOST_ROWS, findDelimiter(each) ?? ',').table?.header ?? [];
  const named = property(each, 'columns');
  return [...header, ...(isObject(named) ? Object.keys(named) : [])];
}

/** Adds columns to rows in YAML. */
export function addYamlColumns(rows: readonly JsonValue[], columns: readonly NewColumn[], row: number): JsonValue[] {
  return rows.map((other, index) => {
    if (!isObject(other)) return other;
    const cells = columns.map(({name, own, others}) => [name, index === row ? own : others] as const);
    return {...other, ...Object.fromEntries(cells.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])))};
  });
}

/** Adds columns at the end of each line of a CSV file; every other byte stays. Returns the text, or why it can't. */
export function addCsvColumns(source: SourceFile, each: JsonObject, columns: readonly NewColumn[], row: number): string | CannotWrite {
  const delimiter = findDelimiter(each) ?? ',';
  // What was read of this source before may be its beginning.
  const {table} = readCsv({...source}, MOST_ROWS, delimiter);
  if (table === null) return {file: source.file, why: "it can't be read"};
  for (const {name, own, others} of columns) {
    const flaw = findFlaw(name, own) ?? findFlaw(name, others);
    if (flaw !== null) return {file: source.file, ...flaw};
  }
  const last = table.header.length - 1;
  const splices = [-1, ...table.records.keys()].map(record => {
    const at = table.rangeOf(record, last).end.offset;
    const cells = columns.map(({name, own, others}) => (record === -1 ? name : record === row ? own : others));
    return {start: at, end: at, text: cells.map(cell => delimiter + writeCsvCell(cell, delimiter)).join('')};
  });
  return spliceCsv(source, splices);
}
