import {countOf} from '../core/base/words';
import {isObject, type JsonObject, type JsonValue, property} from '../core/json/value';
import {escapeTerminal} from './escape-terminal';
import type {ValueLimits} from './render-options';
import {displayWidth} from './text';

/** A value on one line, as JSON with a space after each comma and colon. */
export function valueText(value: JsonValue | undefined): string {
  if (value === undefined) return '(nothing)';
  if (typeof value !== 'object' || value === null) return value === '(secret)' ? value : JSON.stringify(value);
  if (!isObject(value)) return `[${value.map(valueText).join(', ')}]`;
  return `{${listMembers(value)
    .map(([name, item]) => `${JSON.stringify(name)}: ${valueText(item)}`)
    .join(', ')}}`;
}

/** The members that identify a target or a webhook; they come first, before filled-in defaults. */
const TELLING: readonly string[] = ['type', 'id', 'url', 'urls', 'queries'];

/** The members of an object, most telling first, the others as they come. */
function listMembers(value: JsonObject): (readonly [string, JsonValue])[] {
  const first = TELLING.flatMap(name => {
    const item = property(value, name);
    return item === undefined ? [] : [[name, item] as const];
  });
  return [...first, ...Object.entries(value).filter(([name]) => !TELLING.includes(name))];
}

const SHORT: ValueLimits = {rows: 12, characters: 400, rest: () => '--verbose shows them'};
const WHOLE: ValueLimits = {rows: Number.POSITIVE_INFINITY, characters: Number.POSITIVE_INFINITY, rest: () => ''};

/** The limits that go with a verbosity. */
export function limitsOf(verbosity: 'quiet' | 'normal' | 'verbose'): ValueLimits {
  return verbosity === 'verbose' ? WHOLE : SHORT;
}

/**
 * A value as rows of at most `room` columns where that can be: what fits stays on one row, what does not is opened and
 * indented. Texts are broken only if the limits say so. Cut and counted when it is long.
 */
export function valueRows(value: JsonValue | undefined, room: number, limits: ValueLimits): string[] {
  const rows = value === undefined ? [valueText(value)] : layOut('', value, '', room);
  const shown = rows.length <= limits.rows + 1 ? rows : rows.slice(0, limits.rows);
  const hidden = rows.length - shown.length;
  const {breakAt = Number.POSITIVE_INFINITY} = limits;
  return [
    ...shown.flatMap(row => breakRow(cutRow(row, limits), breakAt)),
    ...(hidden === 0 ? [] : [`... ${countOf(hidden, 'more line')} (${limits.rest()})`]),
  ];
}

/** Rows of one value: `before` stands before it on its first row, `after` behind it on its last. */
function layOut(before: string, value: JsonValue, after: string, room: number): string[] {
  const inline = before + valueText(value) + after;
  const isOpenable = typeof value === 'object' && value !== null && (Array.isArray(value) ? value : Object.keys(value)).length > 0;
  if (!isOpenable || (inline.length <= room && displayWidth(escapeTerminal(inline)) <= room)) return [inline];
  const isList = !isObject(value);
  const items = isList
    ? value.map(item => ['', item] as const)
    : listMembers(value).map(([name, item]) => [`${JSON.stringify(name)}: `, item] as const);
  const rows = items.flatMap(([label, item], index) => layOut(label, item, index < items.length - 1 ? ',' : '', room - 2));
  return [`${before}${isList ? '[' : '{'}`, ...rows.map(row => `  ${row}`), `${isList ? ']' : '}'}${after}`];
}

function cutRow(row: string, {characters, rest}: ValueLimits): string {
  if (row.length <= characters) return row;
  const shown = row.slice(0, characters).replace(/[\ud800-\udbff]$/, '');
  return `${shown}... ${countOf(row.length - shown.length, 'more character')} (${rest()})`;
}

/** Breaks at the last space of each stretch, or within a word that has none. */
function breakRow(row: string, width: number): string[] {
  const rows: string[] = [];
  let rest = row;
  while (rest.length > width) {
    const space = rest.lastIndexOf(' ', width);
    const end = space > width / 2 ? space + 1 : width - (/[\ud800-\udbff]/.test(rest[width - 1] ?? '') ? 1 : 0);
    rows.push(rest.slice(0, end));
    rest = `    | ${rest.slice(end)}`;
  }
  return [...rows, rest];
}
