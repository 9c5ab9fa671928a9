import type * as Csv from 'csv-parse/sync';
import type {CsvError} from 'csv-parse/sync';
import {formatNumber} from '../../base/words';
import type {Diagnostic, Place, Range} from '../../diagnostics/diagnostic';
import {fromPointer, toPointer} from '../../json/pointer';
import type {JsonObject} from '../../json/value';
import type {MemberPart, SourceFile} from '../desired-monitor';
import {decodeLeniently, readText} from '../document';
import {SpecDocument} from '../spec-document';
import {TextLines} from '../yaml/findings';

const QUOTE = 0x22;
const LF = 0x0a;
const CR = 0x0d;

/** A CSV file as a list of rows: their cells by column, without empty ones. */
export class CsvDocument extends SpecDocument {
  readonly header: readonly string[];
  /** Without the header. */
  readonly records: readonly (readonly string[])[];
  readonly #columns: ReadonlyMap<string, number>;
  readonly #places: CsvPlaces;
  readonly #all: readonly (readonly string[])[];
  #data: readonly JsonObject[] | undefined;

  constructor(source: SourceFile, all: readonly (readonly string[])[], places: CsvPlaces) {
    super({source, index: 0, line: 1});
    const [header = [], ...records] = all;
    this.#all = all;
    this.header = header;
    this.records = records;
    this.#columns = new Map(header.map((name, index) => [name, index]));
    this.#places = places;
  }

  /** The same rows under other names of columns: `names` by those of the file. */
  renamed(names: ReadonlyMap<string, string>): CsvDocument {
    const [header = [], ...records] = this.#all;
    return new CsvDocument(this.source, [header.map(name => names.get(name) ?? name), ...records], this.#places);
  }

  get data(): readonly JsonObject[] {
    this.#data ??= this.records.map(record => {
      const filled: [string, string][] = [];
      for (const [name, index] of this.#columns) if (record[index] !== '') filled.push([name, record[index] ?? '']);
      return Object.fromEntries(filled);
    });
    return this.#data;
  }

  /** Place of a cell, of its column's name, or of a record; what is within a cell has the place of the cell. */
  placeOf(pointer: string, part: MemberPart = 'value'): Place {
    const {file} = this.source;
    if (pointer === '') return {file, pointer, range: this.#places.start};
    const [step, column = ''] = fromPointer(pointer);
    const record = part === 'key' ? -1 : Number(step);
    const index = this.#columns.get(column);
    return {file, pointer: toPointer(index === undefined ? [record] : [record, column]), range: this.rangeOf(record, index ?? null)};
  }

  /** Range of a cell of a record (from 0; -1 for the header), or of the whole record where the column is null. */
  rangeOf(record: number, column: number | null): Range {
    return this.#places.range(record + 1, column);
  }
}

/** A file as CSV, or why it is not. */
interface ReadCsv {
  readonly table: CsvDocument | null;
  readonly findings: readonly Diagnostic[];
}

/**
 * A file as CSV by RFC 4180, or why it is not; no finding says what stands in it. At most `most` records are read, and one more.
 * Other lists, other environments and a closer look read the same file again.
 */
export function readCsv(source: SourceFile, most: number, delimiter = ','): ReadCsv {
  const known = readBefore.get(source);
  if (known?.delimiter === delimiter) return known.read;
  const read = parseCsv(source, most, delimiter);
  readBefore.set(source, {delimiter, read});
  return read;
}

const readBefore = new WeakMap<SourceFile, {readonly delimiter: string; readonly read: ReadCsv}>();

function parseCsv(source: SourceFile, most: number, delimiter: string): ReadCsv {
  const {text, findings} = readText(source);
  if (text === null) return {table: null, findings};
  if (hasTooManyCells(text, delimiter)) {
    const message = `the file has more than ${formatNumber(MOST_CELLS)} cells`;
    const where = {file: source.file, pointer: '', range: new TextLines(text).range(0, 0)};
    return {table: null, findings: [{code: 'list/too-large', severity: 'error', message, hint: 'remove columns that no spec uses', where}]};
  }
  const bytes = source.bytes.subarray(source.bytes.length - Buffer.byteLength(text));
  const records: string[][] = [];
  const ends: number[] = [];
  const places = new CsvPlaces(bytes, text, ends, delimiter);
  // As in YAML: git writes the line ends of a checkout, also within a cell, and no monitor changes by that.
  const toCells = text.includes('\r\n') ? (record: string[]) => record.map(cell => cell.replaceAll('\r\n', '\n')) : null;
  try {
    loadCsv().parse(bytes, {
      ...OPTIONS,
      delimiter,
      to: most + 2,
      on_record: (record: string[], {bytes: end}) => {
        records.push(toCells?.(record) ?? record);
        ends.push(end);
        return null;
      },
    });
  } catch (error) {
    const {code, index} = error as CsvError;
    const fault = FAULTS[code] ?? OTHER_FAULT;
    const where = {file: source.file, pointer: '', range: places.range(records.length, typeof index === 'number' ? index : null)};
    return {table: null, findings: [...findings, {code: 'list/csv', severity: 'error', ...fault, where}]};
  }
  return {table: new CsvDocument(source, records, places), findings};
}

/** A longer record is a quote that is not closed. */
const LONGEST_RECORD = 1024 * 1024;

/** Strict but for the number of cells, which is told row by row. */
const OPTIONS = {
  relax_column_count: true,
  skip_empty_lines: true,
  record_delimiter: ['\r\n', '\n'],
  max_record_size: LONGEST_RECORD,
} satisfies Csv.Options;

/** Reading more would take seconds and hundreds of megabytes, although the size is allowed. */
const MOST_CELLS = 2_000_000;

function hasTooManyCells(text: string, delimiter: string): boolean {
  const separator = delimiter.charCodeAt(0);
  if (text.length <= MOST_CELLS) return false;
  let cells = 0;
  for (let at = 0; at < text.length; at++) {
    const char = text.charCodeAt(at);
    if (char === separator || char === LF) cells++;
  }
  return cells > MOST_CELLS;
}

type Fault = Pick<Diagnostic, 'message' | 'hint'>;

const FAULTS: Readonly<Record<string, Fault | undefined>> = {
  CSV_QUOTE_NOT_CLOSED: {message: 'the quote that opens here is not closed', hint: 'close it; a quote within a cell is written twice: ""'},
  CSV_INVALID_CLOSING_QUOTE: {
    message: 'text follows the quote that closes this cell',
    hint: 'end the cell with the quote; a quote within a cell is written twice: ""',
  },
  INVALID_OPENING_QUOTE: {
    message: 'a quote stands within a cell that does not begin with one',
    hint: 'begin the cell with the quote, without white space before it; a quote within a cell is written twice: ""',
  },
  CSV_MAX_RECORD_SIZE: {message: 'this row is longer than 1 MiB', hint: 'look for a quote that is not closed'},
};

const OTHER_FAULT: Fault = {message: 'the file is not CSV', hint: 'save it as CSV with commas'};

/** Loaded only here: most repositories have no CSV. */
function loadCsv(): typeof Csv {
  return require('csv-parse/sync') as typeof Csv;
}

/** Lines and columns of cells: worked out only for a finding, from where the parser ended each record. */
class CsvPlaces {
  readonly #bytes: Uint8Array;
  readonly #text: string;
  /** End of each record, in bytes; line end included. */
  readonly #ends: readonly number[];
  readonly #lines: TextLines;
  readonly #separator: number;
  /** The same in characters, as far as it was asked for. */
  readonly #offsets: number[] = [];

  constructor(bytes: Uint8Array, text: string, ends: readonly number[], delimiter: string) {
    this.#separator = delimiter.charCodeAt(0);
    this.#bytes = bytes;
    this.#text = text;
    this.#ends = ends;
    this.#lines = new TextLines(text);
  }

  get start(): Range {
    return this.#lines.range(0, 0);
  }

  /** The range of a cell, or of a record. The record that the parser gave up at is the one behind those that it ended. */
  range(record: number, column: number | null): Range {
    let start = this.#skipLineEnds(record === 0 ? 0 : this.#endOf(record - 1));
    if (column === null) {
      let end = record < this.#ends.length ? this.#endOf(record) : this.#cellEnd(start);
      while (end > start && this.#isLineEnd(end - 1)) end--;
      return this.#lines.range(start, end);
    }
    for (let left = column; left > 0; left--) {
      const end = this.#cellEnd(start);
      if (this.#text.charCodeAt(end) !== this.#separator) break;
      start = end + 1;
    }
    return this.#lines.range(start, this.#cellEnd(start));
  }

  #endOf(record: number): number {
    if (this.#bytes.length === this.#text.length) return this.#ends[record] ?? 0;
    for (let at = this.#offsets.length; at <= record; at++) {
      const stretch = this.#bytes.subarray(at === 0 ? 0 : this.#ends[at - 1], this.#ends[at]);
      this.#offsets.push((this.#offsets[at - 1] ?? 0) + decodeLeniently(stretch).length);
    }
    return this.#offsets[record] ?? 0;
  }

  #cellEnd(start: number): number {
    let at = start;
    if (this.#text.charCodeAt(at) === QUOTE) {
      do {
        const close = this.#text.indexOf('"', at + 1);
        if (close < 0) return this.#text.length;
        at = close + 1;
      } while (this.#text.charCodeAt(at) === QUOTE);
      return at;
    }
    while (at < this.#text.length && this.#text.charCodeAt(at) !== this.#separator && !this.#isLineEnd(at)) at++;
    return at;
  }

  #skipLineEnds(start: number): number {
    let at = start;
    while (at < this.#text.length && this.#isLineEnd(at)) at++;
    return at;
  }

  #isLineEnd(at: number): boolean {
    const char = this.#text.charCodeAt(at);
    return char === LF || char === CR;
  }
}
