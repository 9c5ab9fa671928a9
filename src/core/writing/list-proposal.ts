import {addToGroup} from '../base/grouping';
import {canonicalJson} from '../json/canonical';
import {findValue, type Path} from '../json/pointer';
import {isEqualJson, isObject, type JsonObject, type JsonValue, property} from '../json/value';
import {isSensitive} from '../secrets/masking';
import {isSecretPath} from '../secrets/places';
import {visitTexts} from '../secrets/walk';
import {RESERVED_COLUMNS} from '../specs/fleet/rows';

/** A spec that may become a row: the last part of its key, and its members without that key. */
export interface RowSpec {
  readonly key: string;
  readonly data: JsonObject;
}

/** A column of a list: its name, one cell for each row, and whether outputs hide some of it. */
interface ListColumn {
  readonly name: string;
  readonly cells: readonly (JsonValue | undefined)[];
  readonly isSensitive: boolean;
}

/** One spec for many, and what its rows have to hold. */
export interface ListProposal {
  /** The members of all, with references in the place of what differs; without `sync.each`. */
  readonly template: JsonObject;
  /** Without `key`. */
  readonly columns: readonly ListColumn[];
  /** The specs that become rows, in the order of the cells. */
  readonly rows: readonly RowSpec[];
}

/**
 * Proposes a list for the most of these specs that differ in single values only; null where no two do. What differs in another way,
 * in a secret, or in a text with references makes specs no rows of one list.
 */
export function proposeList(specs: readonly RowSpec[]): ListProposal | null {
  return proposeLargest(specs, 1);
}

/** As {@link proposeList}, of more than so many rows. Of lists of one size, it is the one whose specs come first. */
function proposeLargest(specs: readonly RowSpec[], least: number): ListProposal | null {
  if (specs.length <= least) return null;
  const generalizing = new Generalizing(specs.map(({key}) => key));
  const template = generalizing.value(
    specs.map(({data}) => data),
    [],
  );
  const {unfit} = generalizing;
  if (unfit === null) return {template: template as JsonObject, columns: generalizing.columns, rows: specs};
  const groups = splitAt(specs, unfit).sort((a, b) => b.length - a.length);
  return groups.reduce<ListProposal | null>((best, group) => proposeLargest(group, best?.rows.length ?? least) ?? best, null);
}

/** Specs of one kind at this path together: of one form, else of one value. */
function splitAt(specs: readonly RowSpec[], path: Path): RowSpec[][] {
  const byForm = groupBy(specs, spec => outline(formOf(findValue(spec.data, path))));
  return byForm.length > 1 ? byForm : groupBy(specs, spec => outline(findValue(spec.data, path)));
}

function groupBy(specs: readonly RowSpec[], sign: (spec: RowSpec) => JsonValue): RowSpec[][] {
  const groups = new Map<string, RowSpec[]>();
  for (const spec of specs) addToGroup(groups, canonicalJson(sign(spec)), spec);
  return [...groups.values()];
}

function outline(value: JsonValue | undefined): JsonValue {
  return value === undefined ? [] : [value];
}

/** Rough, so that what differs further within is split later: number and types of a list's items, a mapping at all, a single value itself. */
function formOf(value: JsonValue | undefined): JsonValue | undefined {
  if (Array.isArray(value)) return value.map(item => (isObject(item) ? (property(item, 'type') ?? {}) : ''));
  return isObject(value) ? {} : value;
}

type Values = readonly (JsonValue | undefined)[];

/** A longer list of single values becomes one cell. */
const MOST_ITEMS = 3;

class Generalizing {
  readonly columns: ListColumn[] = [];
  /** The first path that can't be a column. */
  unfit: Path | null = null;
  readonly #keys: readonly string[];

  constructor(keys: readonly string[]) {
    this.#keys = keys;
  }

  value(values: Values, path: Path): JsonValue | undefined {
    const [first] = values;
    if (first !== undefined && values.every(value => value !== undefined && isEqualJson(value, first))) return first;
    if (values.every(isObject)) return this.#members(values as readonly JsonObject[], path);
    if (values.every(Array.isArray) && isAlikeList(values as readonly (readonly JsonValue[])[])) {
      const lists = values as readonly (readonly JsonValue[])[];
      return (lists[0] ?? []).map(
        (_, index) =>
          this.value(
            lists.map(list => list[index]),
            [...path, index],
          ) ?? null,
      );
    }
    return this.#column(values, path);
  }

  #members(objects: readonly JsonObject[], path: Path): JsonObject {
    const names = new Set(objects.flatMap(object => Object.keys(object)));
    const members: Record<string, JsonValue> = {};
    for (const name of names) {
      const value = this.value(
        objects.map(object => property(object, name)),
        [...path, name],
      );
      if (value !== undefined) members[name] = value;
    }
    return members;
  }

  /** A reference to a column of these cells. A schedule is one value: no part of a cron expression is a word. */
  #column(values: Values, path: Path): JsonValue | undefined {
    if (!isFit(values, path)) {
      this.unfit ??= path;
      return undefined;
    }
    const isReserved = path[0] === 'sync' && RESERVED_COLUMNS.includes(String(path[1]));
    if (isReserved) {
      this.columns.push({name: String(path[1]), cells: values, isSensitive: false});
      return undefined;
    }
    const isWhole = path[0] === 'schedule' || this.#known(values) !== undefined;
    const {before, cells, after} = isWhole ? {before: '', cells: values, after: ''} : (cutAtSite(values) ?? cutAround(values));
    const hides = values.some(value => value !== undefined && isSensitive(value, path));
    return `${before}\${each:${this.#known(cells) ?? this.#add(cells, path, hides)}}${after}`;
  }

  #known(cells: Values): string | undefined {
    if (isEqualCells(cells, this.#keys)) return 'key';
    return this.columns.find(column => !RESERVED_COLUMNS.includes(column.name) && isEqualCells(column.cells, cells))?.name;
  }

  #add(cells: Values, path: Path, isSensitive: boolean): string {
    const taken = new Set([...this.columns.map(column => column.name), 'key', 'sync', ...RESERVED_COLUMNS]);
    const base = cells.every(isSite) ? 'site' : nameColumn(path, Array.isArray(cells[0]));
    for (let count = 1; ; count++) {
      const name = count === 1 ? base : `${base}_${count}`;
      if (taken.has(name)) continue;
      this.columns.push({name, cells, isSensitive});
      return name;
    }
  }
}

/** Lists are one cell unless their items can be told apart: mappings, or a few single values. */
function isAlikeList(lists: readonly (readonly JsonValue[])[]): boolean {
  const [first = []] = lists;
  return lists.every(list => list.length === first.length) && (first.length <= MOST_ITEMS || first.some(item => typeof item === 'object'));
}

/** Whether these values may be cells: nothing is lost or gets another meaning, and no secret leaves its spec. */
function isFit(values: Values, path: Path): boolean {
  const [first, second, third] = path;
  const isOfTarget = first === 'targets' && path.length === 3 && (third === 'id' || third === 'type');
  const isOfList = first === 'sync' && ['each', 'environments', 'distinctFrom', 'key'].includes(String(second));
  if (path.length === 0 || isOfTarget || isOfList || isSecretPath(path)) return false;
  const isItem = typeof path.at(-1) === 'number';
  return values.every(value => (value === undefined ? !isItem : isCell(value)) && isPlainText(value));
}

function isCell(value: JsonValue): boolean {
  if (Array.isArray(value)) return value.length > 0 && value.every(item => typeof item === 'string' || typeof item === 'number');
  return value !== null && value !== '' && !isObject(value);
}

/** Checks for a text without references: cells are literal. */
function isPlainText(value: JsonValue | undefined): boolean {
  let isPlain = true;
  visitTexts(
    value ?? null,
    text => {
      isPlain &&= !text.includes('${');
    },
    () => {},
  );
  return isPlain;
}

/** Texts without what they begin and end with alike, cut between words. */
function cutAround(values: Values): {before: string; cells: Values; after: string} {
  const whole = {before: '', cells: values, after: ''};
  if (!values.every(value => typeof value === 'string')) return whole;
  const texts = values as readonly string[];
  const before = commonStart(texts);
  const rests = texts.map(text => text.slice(before.length));
  const after = reverse(commonStart(rests.map(reverse)));
  const cells = rests.map(rest => rest.slice(0, rest.length - after.length));
  return cells.some(cell => cell.trim() !== cell || cell === '') || before.endsWith('$') ? whole : {before, cells, after};
}

/** Scheme and host of a web address, and what follows them. */
const WEB_ADDRESS = /^(https?:\/\/[^/?#\s]+)(.*)$/is;

function isSite(cell: JsonValue | undefined): boolean {
  return typeof cell === 'string' && WEB_ADDRESS.exec(cell)?.[2] === '';
}

/**
 * Addresses of several sites without what their paths end with alike; null for other values. A site is not cut: another one may have
 * another ending, and a key that is a part of it could not be renamed without watching another page.
 */
function cutAtSite(values: Values): {before: string; cells: Values; after: string} | null {
  const parts = values.map(value => (typeof value === 'string' ? WEB_ADDRESS.exec(value) : null));
  const sites = parts.map(part => part?.[1] ?? '');
  if (parts.includes(null) || sites.every(site => site === sites[0])) return null;
  const paths = parts.map(part => part?.[2] ?? '');
  const after = reverse(commonStart(paths.map(reverse)));
  if (after.length <= 1) return {before: '', cells: values, after: ''};
  return {before: '', cells: paths.map((path, index) => `${sites[index]}${path.slice(0, path.length - after.length)}`), after};
}

/** Up to the last character that ends a word. */
function commonStart(texts: readonly string[]): string {
  const [first = '', ...others] = texts;
  let length = 0;
  while (length < first.length && others.every(text => text[length] === first[length])) length++;
  return /^[\s\S]*[^\p{L}\p{N}\p{M}\ud800-\udfff]/u.exec(first.slice(0, length))?.[0] ?? '';
}

function reverse(text: string): string {
  return [...text].reverse().join('');
}

function isEqualCells(one: Values, other: Values): boolean {
  return one.every((cell, index) => cell === other[index] || (cell !== undefined && isEqualJson(cell, other[index] ?? null)));
}

/** `url` for an item of `urls`, else the member's name. */
function nameColumn(path: Path, isList: boolean): string {
  const names = path.filter(step => typeof step === 'string');
  const name = String(names.at(-1) ?? 'value').replaceAll(/[^\w-]/g, '_');
  if (isList || typeof path.at(-1) === 'string') return name;
  return name === 'queries' ? 'query' : name.replace(/s$/, '');
}
