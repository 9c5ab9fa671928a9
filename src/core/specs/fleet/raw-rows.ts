import type {Diagnostic, Place} from '../../diagnostics/diagnostic';
import {suggestName} from '../../diagnostics/suggest';
import {fromPointer, toPointer} from '../../json/pointer';
import {isObject, type JsonObject, type JsonValue, property} from '../../json/value';
import {member} from '../../service/member';
import type {MemberPart, ParsedDocument, SourceFile} from '../desired-monitor';
import {parseSource} from '../document';
import {describeKind} from '../shape/fault';
import {type CsvTable, cellPointer, readCsv} from './csv';
import type {DataFile, ReadData, Row} from './sources';

/** Findings of reading a list. */
export type ListFindings = Diagnostic[];

/** A row as it stands there. */
export interface RawRow extends Pick<Row, 'cells' | 'placeOf'> {
  /** Its values are text that may stand for numbers and truth values. */
  readonly isText: boolean;
  /** Place of the name of a column. */
  readonly placeOfName: (column: string) => Place;
}

/** The rows of a list as they stand there, wherever that is. */
export interface RawRows {
  readonly rows: readonly RawRow[];
  readonly columns: ReadonlySet<string>;
  /** Every row has the same columns. */
  readonly isTable: boolean;
  readonly file: DataFile | null;
  /** Place of the list as a whole. */
  readonly place: Place;
}

/** Reads the rows of a spec, of which at most `most` and one more are needed; null where they cannot be read at all. */
export function readRawRows(document: ParsedDocument, readData: ReadData, most: number, findings: ListFindings): RawRows | null {
  const each = member(member(document.data, 'sync'), 'each') ?? null;
  const placeOf: PlaceOf = (path, part) => document.placeOf(toPointer(['sync', 'each', ...path]), part);
  if (Array.isArray(each)) return toRawRows(each, placeOf, null, findings);
  const path = property(each, 'file');
  if (!isObject(each) || typeof path !== 'string' || Object.keys(each).length > 1) {
    const kind = describeEach(each, path);
    const message = `"sync.each" must be a list of rows or {file: ...} and nothing else, but ${kind}`;
    findings.push({code: 'schema/type', severity: 'error', message, hint: 'write sync: {each: {file: _rows.csv}}', where: placeOf([])});
    return null;
  }
  const data = readData(document.source, path);
  if (!('source' in data)) {
    findings.push({...data, severity: 'error', where: placeOf(['file'])});
    return null;
  }
  return path.endsWith('.csv') ? readTable(data, most, findings) : readYaml(data, findings);
}

/** Describes the fault of a `sync.each` that is neither a list nor the name of a file. */
function describeEach(each: JsonValue, path: JsonValue | undefined): string {
  if (!isObject(each)) return `is ${describeKind(each)}`;
  if (path === undefined) return 'has no "file"';
  return typeof path === 'string' ? 'has other members' : `its "file" is ${describeKind(path)}`;
}

type PlaceOf = (path: readonly (string | number)[], part?: MemberPart) => Place;

function readYaml(file: DataFile, findings: ListFindings): RawRows | null {
  const {documents, findings: faults} = parseSource(file.source);
  findings.push(...faults.map(withoutEcho));
  if (faults.some(({severity}) => severity === 'error')) return null;
  const [document] = documents;
  if (document !== undefined && documents.length === 1 && Array.isArray(document.data)) {
    return toRawRows(document.data, (path, part) => document.placeOf(toPointer(path), part), file, findings);
  }
  findings.push({
    code: 'list/row',
    severity: 'error',
    message: 'a data file in YAML must be one list of mappings',
    hint: 'write each row as "- key: acme", and its other columns below it',
    where: document?.placeOf('') ?? startOf(file.source),
  });
  return null;
}

/** A finding without the names and values that its words may repeat: a spec can name any file of the repository. */
function withoutEcho({code, severity, where}: Diagnostic): Diagnostic {
  const message = `not valid as data: ${code}`;
  const hint = 'correct this place; docs/diagnostics.md explains the code';
  return {code, severity, message, hint, ...(where === undefined ? {} : {where: {...where, pointer: ''}})};
}

function toRawRows(list: readonly JsonValue[], placeOf: PlaceOf, file: DataFile | null, findings: ListFindings): RawRows | null {
  if (list.length === 0) {
    findings.push({...NO_ROWS, where: placeOf([])});
    return null;
  }
  const columns = new Set<string>();
  const rows = list.flatMap((row, index): RawRow[] => {
    if (!isObject(row)) {
      const message = `a row must be a mapping, but is ${describeKind(row)}`;
      findings.push({code: 'list/row', severity: 'error', message, hint: 'write it as {key: acme}', where: placeOf([index])});
      return [];
    }
    const cells = withoutEmpty(row);
    for (const column of Object.keys(row)) columns.add(column);
    return [
      {
        cells,
        isText: false,
        placeOf: (column, within = '') => {
          const place = placeOf(column === null || !Object.hasOwn(row, column) ? [index] : [index, column]);
          return within === '' || column === null ? place : placeOf([index, column, ...fromPointer(within)]);
        },
        placeOfName: column => placeOf([index, column], 'key'),
      },
    ];
  });
  return {rows, columns, isTable: false, file, place: placeOf([])};
}

/** An empty cell is none, in YAML as in CSV. */
function withoutEmpty(row: JsonObject): JsonObject {
  const entries = Object.entries(row);
  const filled = entries.filter(([, value]) => value !== '' && value !== null);
  return filled.length === entries.length ? row : Object.fromEntries(filled);
}

const NO_ROWS = {
  code: 'list/no-rows',
  severity: 'error',
  message: 'the list has no rows',
  hint: 'add a row; to remove all its monitors, remove the spec',
} as const satisfies Diagnostic;

function readTable(file: DataFile, most: number, findings: ListFindings): RawRows | null {
  const {table, findings: faults} = readCsv(file.source, most);
  findings.push(...faults);
  if (table === null || !checkHeader(file.source, table, findings)) return null;
  const {header, records} = table;
  const columns = new Map(header.map((name, index) => [name, index]));
  const rows = records.flatMap((cells, record): RawRow[] => {
    const row = new CsvRow(file.source, table, columns, record);
    if (cells.length === header.length) return [row];
    findings.push({
      code: 'list/row',
      severity: 'error',
      message: `the row has ${cells.length} ${cells.length === 1 ? 'cell' : 'cells'}, but the header ${header.length}`,
      hint: 'put a cell that contains a comma in quotes; leave a cell empty rather than out',
      where: row.placeOf(null),
    });
    return [];
  });
  return {rows, columns: new Set(header), isTable: true, file, place: startOf(file.source)};
}

class CsvRow implements RawRow {
  readonly isText = true;
  readonly cells: RawRow['cells'];
  readonly #source: SourceFile;
  readonly #table: CsvTable;
  readonly #columns: ReadonlyMap<string, number>;
  readonly #record: number;

  constructor(source: SourceFile, table: CsvTable, columns: ReadonlyMap<string, number>, record: number) {
    this.#source = source;
    this.#table = table;
    this.#columns = columns;
    this.#record = record;
    const cells = table.records[record] ?? [];
    const filled: [string, string][] = [];
    for (const [name, index] of columns) if (cells[index] !== '') filled.push([name, cells[index] ?? '']);
    this.cells = Object.fromEntries(filled);
  }

  readonly placeOf: RawRow['placeOf'] = column => this.#placeAt(this.#record, column);

  placeOfName(column: string): Place {
    return this.#placeAt(-1, column);
  }

  #placeAt(record: number, column: string | null): Place {
    const index = column === null ? null : (this.#columns.get(column) ?? null);
    const pointer = cellPointer(record, index === null ? null : column);
    return {file: this.#source.file, pointer, range: this.#table.rangeOf(record, index)};
  }
}

/** Whether the first line names each column once, and there is a row below it. */
function checkHeader({file}: SourceFile, {header, records, rangeOf}: CsvTable, findings: ListFindings): boolean {
  const add = (message: string, hint: string, column: number | null, code: 'list/header' | 'list/csv' = 'list/header') => {
    findings.push({code, severity: 'error', message, hint, where: {file, pointer: '', range: rangeOf(-1, column)}});
  };
  const before = findings.length;
  const separator = header.length === 1 ? /[;\t|]/.exec(header[0] ?? '')?.[0] : undefined;
  if (separator !== undefined) {
    const shown = separator === '\t' ? 'tabs' : `"${separator}"`;
    add(`the columns are separated by ${shown}, not by commas`, 'save the file as CSV with commas', null, 'list/csv');
    return false;
  }
  if (!header.includes('key')) {
    const near = header.findIndex(name => suggestName(name, ['key']) !== undefined);
    const hint = near === -1 ? 'name the columns in the first line: key,...' : `did you mean "key" in column ${near + 1}?`;
    add('the first line names no column "key"', hint, near === -1 ? null : near);
  }
  const seen = new Set<string>();
  for (const [index, name] of header.entries()) {
    if (name.trim() === '') add(`column ${index + 1} has no name`, 'name it, or remove it from every row', index);
    else if (name.trim() !== name) add(`the name of column ${index + 1} begins or ends with white space`, 'remove the white space', index);
    else if (seen.has(name)) add(`column ${index + 1} has the name of a column before it`, 'rename or remove one of the two', index);
    seen.add(name);
    if (findings.length - before > MOST_FAULTY_COLUMNS) break;
  }
  if (findings.length > before) return false;
  if (records.length === 0) findings.push({...NO_ROWS, where: {file, pointer: '', range: rangeOf(-1, null)}});
  return records.length > 0;
}

const MOST_FAULTY_COLUMNS = 10;

function startOf({file}: SourceFile): Place {
  const start = {line: 1, column: 1, offset: 0};
  return {file, pointer: '', range: {start, end: start}};
}
