import {parseUrl} from '../../core/base/url';
import {formatNumber, listWords} from '../../core/base/words';
import {boundText} from '../../core/diagnostics/bounded-text';
import {suggestName} from '../../core/diagnostics/suggest';
import {UserError} from '../../core/diagnostics/user-error';
import {type CsvDocument, readCsv} from '../../core/specs/fleet/csv';
import {findKeyFlaw} from '../../core/specs/keys';
import {encodeAddress, findUrlFlaw} from '../../core/specs/rules/address';
import {DIVISORS_OF_24, DIVISORS_OF_60, readScheduleText} from '../../core/specs/schedule/text';
import {writeCsvCell} from '../../core/writing/data-text';
import {chooseKey} from '../../core/writing/spec-path';

/** A list made of a CSV file of another tool. */
export interface ImportedList {
  /** Text of the list: a row for each monitor. */
  readonly csv: string;
  readonly rows: number;
  /** Rows that can't be monitors, with the line of the file. */
  readonly leftOut: readonly LeftOutRow[];
  /** Columns of the file that the list does not have. */
  readonly unused: readonly string[];
}

/** A row that can't be a monitor. */
interface LeftOutRow {
  /** From 1. */
  readonly line: number;
  /** To follow "left out:". */
  readonly reason: string;
}

/** File that `--from` names. */
interface ImportedFile {
  /** As messages show it. */
  readonly shown: string;
  readonly bytes: Uint8Array;
  /** `--column`, as given: `url=Link`. */
  readonly columns: readonly string[];
}

/** As many as a list may have. */
const MOST_ROWS = 10_000;

/** Usual names of columns, in the order in which they are looked for. */
const USUAL = {
  key: ['key', 'slug', 'id', 'uuid'],
  name: ['name', 'title', 'friendly name', 'label', 'description'],
  url: ['url', 'link', 'address', 'page', 'website', 'uri', 'href'],
  schedule: ['schedule'],
} as const;

/** Name of a column of a list, as `${each:NAME}` writes it. */
const COLUMN_NAME = /^[A-Za-z][A-Za-z0-9_-]{0,63}$/;

/**
 * Makes a list of a CSV file: key, name, address and the columns that were asked for. A name that is missing is the address, one that
 * several rows have gets its page added, a key that is missing or can't be one is made of the name. Throws `UserError` where nothing
 * can be made of the file.
 */
export function importList({shown, bytes, columns}: ImportedFile): ImportedList {
  const {table, findings} = readCsv({file: shown, specPath: shown, bytes}, MOST_ROWS, findDelimiter(bytes));
  if (table === null)
    throw new UserError('config/usage', `${shown} can't be read as a list`, 'save it as CSV in UTF-8, with one row of names first', {
      findings,
    });
  if (table.records.length > MOST_ROWS) {
    throw new UserError(
      'config/usage',
      `${shown} has more than ${formatNumber(MOST_ROWS)} rows`,
      'split the file, and make a list of each',
    );
  }
  const chosen = chooseColumns(table.header, shown, columns);
  const {rows, leftOut} = readRows(table, chosen, isGiven('key', columns));
  if (rows.length === 0) throw new UserError('config/usage', `${shown} has no row that can be a monitor`, describeNothing(leftOut, shown));
  const names = [...chosen.keys()];
  const text = [['key', 'name', ...names.filter(name => name !== 'key' && name !== 'name')], ...rows];
  const used = new Set(chosen.values());
  return {
    csv: text.map(row => `${row.map(cell => writeCsvCell(cell)).join(',')}\n`).join(''),
    rows: rows.length,
    leftOut,
    unused: table.header.filter((name, index) => !used.has(index) && name.trim() !== ''),
  };
}

function describeNothing([first]: readonly LeftOutRow[], shown: string): string {
  return first === undefined ? 'give a file with a row for each page' : `${shown}:${first.line}: ${first.reason}`;
}

/** The sign that separates most names of the first line. */
function findDelimiter(bytes: Uint8Array): string {
  const line =
    Buffer.from(bytes.subarray(0, 64 * 1024))
      .toString('utf8')
      .split(/\r?\n/, 1)[0] ?? '';
  const bare = line.replace(/"[^"]*"/g, '');
  const count = (sign: string) => bare.split(sign).length;
  return [',', ';', '\t'].reduce((best, sign) => (count(sign) > count(best) ? sign : best));
}

/** The columns of the list, with the index of each in the file. */
function chooseColumns(header: readonly string[], shown: string, given: readonly string[]): Map<string, number> {
  const names = header.map(name => name.trim());
  const chosen = new Map<string, number>();
  for (const word of given) {
    const [, name = '', column = ''] = /^([^=]*)=(.*)$/s.exec(word) ?? [];
    if (!COLUMN_NAME.test(name) || column === '') {
      throw new UserError('config/usage', `--column ${JSON.stringify(word)} is not NAME=COLUMN`, 'write e.g. --column url=Link');
    }
    const index = names.indexOf(column.trim());
    if (index < 0) throw noColumn(column, names, shown);
    chosen.set(name, index);
  }
  const taken = new Set(chosen.values());
  const fold = (name: string) => name.toLowerCase().replace(/[\s_-]+/g, ' ');
  for (const [name, usual] of Object.entries(USUAL)) {
    if (chosen.has(name)) continue;
    const found = usual
      .map(word => names.findIndex((column, index) => fold(column) === word && !taken.has(index)))
      .find(index => index >= 0);
    if (found !== undefined) chosen.set(name, found);
  }
  if (chosen.has('url')) return chosen;
  const hint = `name the column with --column url=COLUMN; the file has ${listWords(
    names
      .filter(name => name !== '')
      .slice(0, 20)
      .map(name => JSON.stringify(name)),
  )}`;
  throw new UserError('config/usage', `${shown} has no column for the addresses of pages`, hint);
}

function noColumn(column: string, names: readonly string[], shown: string): UserError {
  const near = suggestName(column, names);
  const hint =
    near === undefined
      ? `it has ${listWords(names.slice(0, 20).map(name => JSON.stringify(name)))}`
      : `did you mean ${JSON.stringify(near)}?`;
  return new UserError('config/usage', `${shown} has no column ${JSON.stringify(column)}`, hint);
}

/** Whether `--column` names the column of `name`. */
function isGiven(name: string, columns: readonly string[]): boolean {
  return columns.some(word => word.startsWith(`${name}=`));
}

function readRows(table: CsvDocument, chosen: ReadonlyMap<string, number>, keepsUuids: boolean) {
  const names = [...chosen.keys()].filter(name => name !== 'key' && name !== 'name');
  const rows: string[][] = [];
  const leftOut: LeftOutRow[] = [];
  const keys = new Set<string>();
  const lines = new Map<string, number>();
  const distinct = new Set<string>();
  const common = findCommon(table.records.map(record => (record[chosen.get('name') ?? -1] ?? '').trim()));
  for (const [index, record] of table.records.entries()) {
    const cell = (name: string) => {
      const text = (record[chosen.get(name) ?? -1] ?? '').trim();
      return name === 'schedule' ? toSchedule(text) : name === 'url' ? toAddress(text) : text;
    };
    const {line} = table.rangeOf(index, null).start;
    const url = cell('url');
    const cells = [...chosen.keys()].map(cell);
    const flaw = findFlaw(url, cells) ?? findScheduleFlaw(chosen.has('schedule') ? cell('schedule') : null) ?? findRepeat(lines.get(url));
    if (flaw !== null) {
      leftOut.push({line, reason: flaw});
      continue;
    }
    lines.set(url, line);
    const title = cell('name');
    const name = common.has(title.toLowerCase()) ? distinguish(`${title} (${pageOf(url)})`, distinct) : title || url;
    const given = cell('key');
    const key = nameRow(UUID.test(given) && !keepsUuids ? '' : given, name, keys);
    keys.add(key.toLowerCase());
    rows.push([key, name, ...names.map(cell)]);
  }
  return {rows, leftOut};
}

/** Names, in lower case, that more than one row has: pages with equal titles. */
function findCommon(names: readonly string[]): ReadonlySet<string> {
  const seen = new Set<string>();
  const common = new Set<string>();
  for (const name of names.map(text => text.toLowerCase()).filter(text => text !== '')) (seen.has(name) ? common : seen).add(name);
  return common;
}

/** The name, with a number where it is in `taken`, which gets it. */
function distinguish(name: string, taken: Set<string>): string {
  let chosen = name;
  for (let count = 2; taken.has(chosen.toLowerCase()); count++) chosen = `${name} ${count}`;
  taken.add(chosen.toLowerCase());
  return chosen;
}

/** Host and path of an address, without `www.` and the slash at its end. */
function pageOf(url: string): string {
  return url
    .replace(/^https?:\/\/(?:www\.)?/i, '')
    .replace(/[?#].*$/s, '')
    .replace(/\/$/, '');
}

/** Why a row can't be a monitor; null where it can. No reason shows the address: it may hold a password. */
function findFlaw(url: string, cells: readonly string[]): string | null {
  if (url === '') return 'it has no address';
  const parsed = parseUrl(url);
  if (parsed === undefined) return /^https?:/i.test(url) ? 'its address is not valid' : 'its address does not begin with "https://"';
  if (parsed.protocol !== 'https:' && parsed.protocol !== 'http:')
    return `its address begins with ${JSON.stringify(parsed.protocol)}, not with "https://"`;
  if (parsed.username !== '' || parsed.password !== '') return 'its address holds a name or a password';
  if (TEMPLATE.test(url)) return 'its address has a template, which only its own tool fills in';
  // Specs would read them as references, also to secrets.
  if (cells.some(text => text.includes('${'))) return 'it contains "${", which is a reference in a list';
  if (cells.some(text => /[\p{Cc}\p{Zl}\p{Zp}]/u.test(text))) return 'it contains a line end or another control character';
  return null;
}

/** Marks of Jinja, in which other tools write parts of addresses. */
const TEMPLATE = /\{\{|\{%/;

/** The address as a spec needs it; what is none, and a template, stay for {@link findFlaw}. */
function toAddress(text: string): string {
  const parsed = parseUrl(text);
  const isEncoded = TEMPLATE.test(text) || findUrlFlaw(text)?.kind !== 'characters';
  return isEncoded || parsed === undefined ? text : encodeAddress(parsed);
}

/** A schedule in words; of a number of minutes, the next longer interval that there is. Other cells stay. */
function toSchedule(cell: string): string {
  if (cell === '') return 'daily';
  const minutes = MINUTES.test(cell) ? Number(cell) : 0;
  if (minutes === 0 || minutes > WEEK) return cell;
  const step = DIVISORS_OF_60.find(one => one >= minutes);
  if (step !== undefined) return `every ${step} minutes`;
  const hours = DIVISORS_OF_24.find(one => one * 60 >= minutes);
  return hours === undefined ? 'weekly' : hours === 24 ? 'daily' : `every ${hours} hours`;
}

const MINUTES = /^\d{1,9}(?:\.\d+)?$/;

/** Minutes of the longest interval in words. */
const WEEK = 7 * 24 * 60;

function findScheduleFlaw(text: string | null): string | null {
  if (text === null || readScheduleText(text).kind === 'schedule') return null;
  if (MINUTES.test(text)) return Number(text) > WEEK ? 'its interval is longer than a week' : 'its interval is 0 minutes';
  return `its schedule ${JSON.stringify(boundText(text, 40))} is not one such as "every 2 hours" or "daily at 9:00"`;
}

function findRepeat(line: number | undefined): string | null {
  return line === undefined ? null : `line ${line} has the same address`;
}

/** A key that a row may have, and that no row before it has. */
function nameRow(given: string, name: string, taken: ReadonlySet<string>): string {
  const isTaken = (key: string) => taken.has(key.toLowerCase());
  const isFit = ROW_KEY.test(given) && findKeyFlaw(given) === null && !isTaken(given);
  return isFit ? given : chooseKey(given === '' ? name.replace(/^https?:\/\/(?:www\.)?/i, '') : given, isTaken);
}

/** An id that another program made up: a key is read in every plan, so that it is kept only where `--column key=` asks for it. */
const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/** A key of a row that is kept as it is: one that file systems and shells take, too. */
const ROW_KEY = /^[A-Za-z0-9][\w.-]{0,99}$/;
