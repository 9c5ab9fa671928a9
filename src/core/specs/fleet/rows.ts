import {formatNumber} from '../../base/words';
import {type Diagnostic, writePlace} from '../../diagnostics/diagnostic';
import {suggestName} from '../../diagnostics/suggest';
import {isObject, type JsonObject, type JsonValue, property} from '../../json/value';
import {countAll, limitFindings} from '../finding-limit';
import {shapes} from '../generated/spec-validator';
import {findKeyFlaw, foldKey} from '../keys';
import {describeKind} from '../shape/fault';
import {findTextReading, readTextAs} from '../shape/shapes';
import type {SpecDocument} from '../spec-document';
import {fillKey, listKeyColumns} from './list-form';
import {type RawRows, readRawRows} from './raw-rows';
import {type RawRow, Row} from './row';
import type {DataFile, ReadData} from './sources';

/** A list's rows, in their order. */
export interface ListedRows {
  /** Empty where there is an error. */
  readonly rows: readonly Row[];
  /** Every column that some row has. */
  readonly columns: ReadonlySet<string>;
  /** The file that the rows stand in; null where they stand in the spec, and where it was refused. */
  readonly file: DataFile | null;
  readonly findings: readonly Diagnostic[];
}

/** The most rows of a list. */
const MOST_ROWS = 10_000;

/** Reads the rows that `sync.each` of a spec gives or names; `used` are the columns that its texts take. Errors say nothing of a data file but row and column. */
export function readRows(document: SpecDocument, readData: ReadData, used: ReadonlySet<string>): ListedRows {
  const findings: Diagnostic[] = [];
  const raw = readRawRows(document, readData, MOST_ROWS, findings);
  if (raw === null) return {rows: [], columns: new Set(), file: null, findings: limitFindings(document, [countAll(findings)])};
  if (raw.rows.length > MOST_ROWS) {
    const first = raw.rows[MOST_ROWS]?.spot ?? raw.list;
    findings.push(
      first.fault('list/too-many-rows', `the list has more than ${formatNumber(MOST_ROWS)} rows`, 'split it into several lists'),
    );
    return {rows: [], columns: raw.columns, file: raw.file, findings: limitFindings(document, [countAll(findings)])};
  }
  const keyColumns = raw.keyForm === null ? [] : listKeyColumns(raw.keyForm);
  checkNearColumns(raw, keyColumns.length === 0 ? used : new Set([...used, ...keyColumns]), findings);
  const rows = toRows(raw, findings);
  const hasError = findings.some(({severity}) => severity === 'error');
  return {rows: hasError ? [] : rows, columns: raw.columns, file: raw.file, findings: limitFindings(document, [countAll(findings)])};
}

function toRows({rows, keyForm}: RawRows, findings: Diagnostic[]): Row[] {
  const owners = new Map<string, RawRow>();
  return rows.flatMap(raw => {
    const key = readKey(raw, keyForm, owners, findings);
    const sync = readSync(raw, findings);
    if (key === null || sync === null) return [];
    return [new Row(raw, key, sync)];
  });
}

function readKey(raw: RawRow, form: RawRows['keyForm'], owners: Map<string, RawRow>, findings: Diagnostic[]): string | null {
  const key = form === null ? property(raw.cells, 'key') : fillKey(raw, form, findings);
  if (key === null) return null;
  const flaw = form === null ? findFlaw(key, raw.cells) : null;
  if (flaw !== null) {
    findings.push(raw.at('key').fault('list/key', flaw.message, flaw.hint));
    return null;
  }
  const folded = foldKey(key as string);
  const owner = owners.get(folded);
  if (owner === undefined) {
    owners.set(folded, raw);
    return key as string;
  }
  const first = writePlace(owner.placeOf('key'));
  const message = `another row has the same key, or one that differs only in case or in how letters are composed: ${first}`;
  findings.push(raw.at('key').fault('list/key', message, 'give one of the two rows another key'));
  return null;
}

function findFlaw(key: JsonValue | undefined, cells: RawRow['cells']): {message: string; hint: string} | null {
  const hint = 'write a short name such as acme; it is the last part of the key of the monitor';
  if (key === undefined) {
    const near = Object.keys(cells).some(name => suggestName(name, ['key']) !== undefined);
    return {message: 'the row has no "key"', hint: near ? 'a column is nearly named "key": correct its name' : hint};
  }
  if (typeof key !== 'string') return {message: `the "key" of the row must be text, but is ${describeKind(key)}`, hint: 'put it in quotes'};
  const flaw = key.includes('/') ? 'has a slash' : findKeyFlaw(key);
  return flaw === null ? null : {message: `the "key" of the row ${flaw}`, hint};
}

/** Columns that say something of the monitor besides its text. */
export const RESERVED_COLUMNS: readonly string[] = ['renamedFrom', 'protect', 'paused'];

/** Settings that are the list's: which monitors there are. */
const NOT_IN_ROWS: readonly string[] = ['key', 'each'];

const NO_SETTINGS: JsonObject = {};

function readSync(raw: RawRow, findings: Diagnostic[]): JsonObject | null {
  const given = RESERVED_COLUMNS.filter(name => Object.hasOwn(raw.cells, name));
  const sync = raw.isText ? undefined : property(raw.cells, 'sync');
  if (sync === undefined) return given.length === 0 ? NO_SETTINGS : Object.fromEntries(given.map(name => [name, readSetting(raw, name)]));
  const wrong = isObject(sync) ? NOT_IN_ROWS.find(name => Object.hasOwn(sync, name)) : undefined;
  if (isObject(sync) && given.length === 0 && wrong === undefined) return sync;
  const {message, hint} = !isObject(sync)
    ? {message: `"sync" of a row must be a mapping, but is ${describeKind(sync)}`, hint: 'write sync: {protect: true}'}
    : wrong === undefined
      ? {message: `the row has both "sync" and "${given[0]}"`, hint: `move "${given[0]}" into "sync"`}
      : {message: `"sync.${wrong}" may not stand in a row`, hint: 'write it into the spec, or remove it'};
  findings.push(raw.at('sync').fault('list/row', message, hint));
  return null;
}

/** Reads the setting in a reserved column; a text that is nothing that its setting takes stays as it is, to be found there. */
function readSetting(raw: RawRow, name: (typeof RESERVED_COLUMNS)[number]): JsonValue {
  const value = raw.cells[name] as JsonValue;
  if (!raw.isText || typeof value !== 'string') return value;
  return readTextAs(findTextReading(shapes, {}, ['sync', name]), value) ?? value;
}

/** Wide tables are made by programs: comparing all their names would take long. */
const MOST_COMPARED = 200;

/**
 * Warns of columns that are not used and nearly have the name of one that is missing in the same row; of reserved names only
 * where nothing but case and separators differ, since `project` is near `protect`.
 */
function checkNearColumns({rows, columns, isTable}: RawRows, names: ReadonlySet<string>, findings: Diagnostic[]): void {
  if (columns.size > MOST_COMPARED) return;
  // A used column that no row has is an error of its own.
  const used = [...names].filter(name => columns.has(name));
  const strange = new Map<string, string>();
  for (const column of columns) {
    if (names.has(column) || column === 'key' || column === 'sync' || RESERVED_COLUMNS.some(name => name === column)) continue;
    const near = suggestName(column, used) ?? ['key', ...RESERVED_COLUMNS].find(name => foldName(name) === foldName(column));
    if (near !== undefined) strange.set(column, near);
  }
  if (strange.size === 0) return;
  for (const row of isTable ? rows.slice(0, 1) : rows) {
    for (const [column, near] of strange) {
      const has = (name: string) => (isTable ? columns.has(name) : Object.hasOwn(row.cells, name));
      if (has(near) || !has(column)) continue;
      findings.push({
        code: 'list/near-column',
        severity: 'warning',
        message: `an unused column is nearly named "${near}"`,
        hint: `correct its name to "${near}", or give it one that differs more`,
        where: row.spot.below(column).key.place,
      });
    }
  }
}

function foldName(name: string): string {
  return name.toLowerCase().replace(/[_\- ]/g, '');
}
