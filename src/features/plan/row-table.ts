import {describePointer} from '../../core/json/pointer';
import {isEqualJson, type JsonValue} from '../../core/json/value';
import type {Change, CreateChange} from '../../core/plan/change';
import type {FieldChange} from '../../core/plan/diff';
import type {ChangeGroup} from '../../core/plan/groups';
import {htmlCode} from '../../rendering/escape-markdown';
import {valueText} from '../../rendering/value-text';

/** New rows of a list: the members that all of them share, and a row with the others for each that is shown. */
export interface RowTable {
  readonly shared: readonly FieldChange[];
  /** A column for each member that differs: its JSON pointer. */
  readonly paths: readonly string[];
  readonly rows: readonly {readonly change: CreateChange; readonly cells: readonly string[]}[];
}

/** More columns than that, or longer values, can't be read in a table. */
const MOST_COLUMNS = 6;
const LONGEST_CELL = 200;

/** Makes a table of new rows, with all of them or the first `most`; null where their values are secret, too long or too many for one. */
export function findRowTable({first, changes}: ChangeGroup, most: number): RowTable | null {
  if (!isCreate(first) || changes.length < 2) return null;
  const paths = new Set<string>();
  for (const change of changes) if (isCreate(change)) for (const {path} of listOwn(change, first)) paths.add(path);
  if (paths.size === 0 || paths.size > MOST_COLUMNS) return null;
  const shown = changes.slice(0, most).filter(isCreate);
  if (shown.some(({fields}) => fields.some(({path, sensitive}) => sensitive && paths.has(path)))) return null;
  const rows = shown.map(change => ({change, cells: [...paths].map(path => cellText(change, path))}));
  if (rows.some(({cells}) => cells.some(cell => cell.length > LONGEST_CELL))) return null;
  return {shared: first.fields.filter(({path}) => !paths.has(path)), paths: [...paths], rows};
}

/** Renders a table in HTML, since a value may hold what ends a cell of Markdown. */
export function renderRowTable({paths, rows}: RowTable, showPlaceOf: (change: Change) => string): string {
  const head = ['key', ...paths.map(path => htmlCode(describePointer(path))), 'written in'];
  const lines = rows.map(({change, cells}) => {
    const shown = cells.map(cell => (cell === '' ? '' : htmlCode(cell)));
    return `<tr>${[htmlCode(change.key), ...shown, showPlaceOf(change)].map(cell => `<td>${cell}</td>`).join('')}</tr>`;
  });
  return `<table>\n${[`<tr>${head.map(cell => `<th>${cell}</th>`).join('')}</tr>`, ...lines].join('\n')}\n</table>`;
}

export function isCreate(change: Change): change is CreateChange {
  return change.action === 'create';
}

/** The fields of a new monitor that are not those of another one; what it lacks counts as removed. */
export function listOwn({fields}: CreateChange, first: CreateChange): FieldChange[] {
  const known = new Map(first.fields.map(field => [field.path, field]));
  const paths = new Set(fields.map(({path}) => path));
  const own = fields.filter(({path, after}) => !isEqualJson(known.get(path)?.after ?? null, after ?? null));
  const lacking = first.fields.flatMap(({path, after, sensitive}): FieldChange[] =>
    paths.has(path) || after === undefined ? [] : [{path, op: 'remove', before: after, sensitive}],
  );
  return [...own, ...lacking];
}

/** The value of a member; empty where the monitor lacks it. Of a list with one item, that item. */
function cellText({fields}: CreateChange, path: string): string {
  const after = fields.find(field => field.path === path)?.after;
  const [item, ...more]: readonly (JsonValue | undefined)[] = Array.isArray(after) ? after : [];
  if (typeof item === 'string' && more.length === 0) return valueText(item);
  return after === undefined ? '' : valueText(after);
}
