import {countOf} from '../../base/words';
import type {Diagnostic, Place} from '../../diagnostics/diagnostic';
import {suggestName} from '../../diagnostics/suggest';
import {isObject, type JsonObject, type JsonValue, property} from '../../json/value';
import type {SourceFile} from '../desired-monitor';
import {parseSource} from '../document';
import {describeKind} from '../shape/fault';
import type {SpecDocument} from '../spec-document';
import {itemsOf, rootOf, type Spot} from '../spot';
import {type CsvDocument, readCsv} from './csv';
import {FORM_MEMBERS, readDelimiter, readKeyForm, renameColumns} from './list-form';
import type {TemplatePart} from './references';
import {RawRow} from './row';
import type {DataFile, ReadData} from './sources';

/** The rows of a list as they stand there, wherever that is. */
export interface RawRows {
  readonly rows: readonly RawRow[];
  readonly columns: ReadonlySet<string>;
  /** Every row has the same columns. */
  readonly isTable: boolean;
  readonly file: DataFile | null;
  /** The list as a whole. */
  readonly list: Spot;
  /** How keys are made of cells; null for the column `key`. */
  readonly keyForm: readonly TemplatePart[] | null;
}

type ReadRows = Omit<RawRows, 'keyForm'>;

/** Reads the rows of a spec, of which at most `most` and one more are needed; null where they cannot be read at all. */
export function readRawRows(document: SpecDocument, readData: ReadData, most: number, findings: Diagnostic[]): RawRows | null {
  const list = rootOf(document).at('sync').at('each');
  const each = list.value ?? null;
  if (Array.isArray(each)) return withKeyForm(toRawRows(list, null, findings), null, findings);
  const path = property(each, 'file');
  if (!isObject(each) || typeof path !== 'string' || !isForm(each)) {
    const kind = describeEach(each, path);
    const message = `"sync.each" must be a list of rows or {file: ...} and nothing else, but ${kind}`;
    findings.push(list.fault('schema/type', message, 'write sync: {each: {file: _rows.csv}}'));
    return null;
  }
  const data = readData(document.source, path);
  if (!('source' in data)) {
    findings.push(list.below('file').fault(data.code, data.message, data.hint));
    return null;
  }
  const isCsv = path.endsWith('.csv');
  const strange = isCsv ? undefined : (['delimiter', 'columns'] as const).find(name => each[name] !== undefined);
  if (strange !== undefined) {
    findings.push(
      list
        .below(strange)
        .fault('schema/type', `"sync.each.${strange}" is for CSV files`, 'remove it: names and separators of YAML are its own'),
    );
    return null;
  }
  return withKeyForm(isCsv ? readTable(data, {most, each: list}, findings) : readYaml(data, findings), list, findings);
}

function isForm(each: JsonObject): boolean {
  const names = Object.keys(each);
  return names.length === 1 || names.every(name => name === 'file' || FORM_MEMBERS.some(known => known === name));
}

/** Adds how keys are made; null where the form is wrong, so that no row gets another key. */
function withKeyForm(read: ReadRows | null, each: Spot | null, findings: Diagnostic[]): RawRows | null {
  if (read === null || each?.read('key') === undefined) return read && {...read, keyForm: null};
  const keyForm = readKeyForm(each, read.columns, findings);
  return keyForm === null ? null : {...read, keyForm};
}

/** Describes the fault of a `sync.each` that is neither a list nor the name of a file. */
function describeEach(each: JsonValue, path: JsonValue | undefined): string {
  if (!isObject(each)) return `is ${describeKind(each)}`;
  if (path === undefined) return 'has no "file"';
  return typeof path === 'string' ? 'has other members' : `its "file" is ${describeKind(path)}`;
}

function readYaml(file: DataFile, findings: Diagnostic[]): ReadRows | null {
  const {documents, findings: faults} = parseSource(file.source);
  findings.push(...faults.map(withoutEcho));
  if (faults.some(({severity}) => severity === 'error')) return null;
  const [document] = documents;
  if (document !== undefined && documents.length === 1 && Array.isArray(document.data)) return toRawRows(rootOf(document), file, findings);
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

function toRawRows(list: Spot, file: DataFile | null, findings: Diagnostic[]): ReadRows | null {
  const columns = new Set<string>();
  const rows = list.items().flatMap((spot): RawRow[] => {
    const row = spot.value ?? null;
    if (!isObject(row)) {
      findings.push(spot.fault('list/row', `a row must be a mapping, but is ${describeKind(row)}`, 'write it as {key: acme}'));
      return [];
    }
    for (const column of Object.keys(row)) columns.add(column);
    return [new RawRow({spot, cells: withoutEmpty(row), isText: false})];
  });
  if (itemsOf(list.value).length > 0) return {rows, columns, isTable: false, file, list};
  findings.push({...NO_ROWS, where: list.place});
  return null;
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

function readTable(file: DataFile, {most, each}: {most: number; each: Spot}, findings: Diagnostic[]): ReadRows | null {
  const delimiter = readDelimiter(each, findings);
  if (delimiter === null) return null;
  const {table: read, findings: faults} = readCsv(file.source, most, delimiter);
  findings.push(...faults);
  const table = read && (isSeparated(read, delimiter, findings) ? renameColumns(read, each, findings) : null);
  if (table === null || !checkHeader(table, each.read('key') === undefined, findings)) return null;
  const {header, records} = table;
  const list = rootOf(table);
  const rows = list.items().flatMap((spot, record): RawRow[] => {
    const {length} = records[record] ?? [];
    if (length === header.length) return [new RawRow({spot, cells: spot.value as JsonObject, isText: true})];
    const message = `the row has ${countOf(length, 'cell')}, but the header ${header.length}`;
    const sign = SEPARATORS[delimiter]?.one ?? delimiter;
    findings.push(spot.fault('list/row', message, `put a cell that contains ${sign} in quotes; leave a cell empty rather than out`));
    return [];
  });
  return {rows, columns: new Set(header), isTable: true, file, list};
}

/** Whether the first line has several columns, or one that does not look like several. */
function isSeparated(table: CsvDocument, delimiter: string, findings: Diagnostic[]): boolean {
  const {header, source} = table;
  const separator = header.length === 1 ? /[;\t|,]/.exec(header[0] ?? '')?.[0] : undefined;
  if (separator === undefined) return true;
  const name = (sign: string) => SEPARATORS[sign]?.many ?? `"${sign}"`;
  const message = `the columns are separated by ${name(separator)}, not by ${name(delimiter)}`;
  findings.push({
    code: 'list/csv',
    severity: 'error',
    message,
    hint: SEPARATORS[separator]?.hint ?? SAVE_WITH_COMMAS,
    where: {file: source.file, pointer: '', range: table.rangeOf(-1, null)},
  });
  return false;
}

const SAVE_WITH_COMMAS = 'save the file as CSV with commas';
/** Separators that `delimiter` can name: as words, and how to read a file that has them. */
const SEPARATORS: {readonly [sign in string]?: {readonly one: string; readonly many: string; readonly hint: string}} = {
  ',': {one: 'a comma', many: 'commas', hint: 'remove "delimiter" from sync.each'},
  ';': {one: 'a semicolon', many: '";"', hint: `write sync: {each: {file: ..., delimiter: ";"}}, or ${SAVE_WITH_COMMAS}`},
  '\t': {one: 'a tab', many: 'tabs', hint: `write sync: {each: {file: ..., delimiter: tab}}, or ${SAVE_WITH_COMMAS}`},
};

/** Whether the first line names each column once, and there is a row below it. */
function checkHeader(table: CsvDocument, needsKey: boolean, findings: Diagnostic[]): boolean {
  const {header, records} = table;
  const {file} = table.source;
  const add = (message: string, hint: string, column: number | null) => {
    findings.push({code: 'list/header', severity: 'error', message, hint, where: {file, pointer: '', range: table.rangeOf(-1, column)}});
  };
  const before = findings.length;
  if (needsKey && !header.includes('key')) {
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
  if (records.length === 0) findings.push({...NO_ROWS, where: {file, pointer: '', range: table.rangeOf(-1, null)}});
  return records.length > 0;
}

const MOST_FAULTY_COLUMNS = 10;

function startOf({file}: SourceFile): Place {
  const start = {line: 1, column: 1, offset: 0};
  return {file, pointer: '', range: {start, end: start}};
}
