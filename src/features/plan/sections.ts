import {addToGroup} from '../../core/base/grouping';
import {formatNumber} from '../../core/base/words';
import type {Change, UpdateChange} from '../../core/plan/change';
import type {FieldChange} from '../../core/plan/diff';
import type {ChangeGroup} from '../../core/plan/groups';
import {htmlCode} from '../../rendering/escape-markdown';
import {labelOf, updateLines} from '../../rendering/plan-lines';
import {specOf} from '../../rendering/plan-origins';
import {valueText} from '../../rendering/value-text';

/** Edits of one field of several monitors, each to a value of its own: a table shows them. */
export interface EditTable {
  /** JSON pointer of the field. */
  readonly path: string;
  readonly changes: readonly UpdateChange[];
}

/** What a reader looks at as one: a group of changes, or a table of edits. */
export type SectionPart = {readonly kind: 'group'; readonly group: ChangeGroup} | {readonly kind: 'table'; readonly table: EditTable};

/** The changes below one folder or list. */
export interface Section {
  /** The part of their keys before the last `/`; empty for none. */
  readonly name: string;
  readonly parts: readonly SectionPart[];
}

/** Puts groups below their folders and lists, in the order of their first ones, and single edits of one field into tables. Linear. */
export function sectionChanges(groups: readonly ChangeGroup[]): Section[] {
  const sections = new Map<string, ChangeGroup[]>();
  for (const group of groups) addToGroup(sections, nameOf(group), group);
  return [...sections].map(([name, members]) => ({name, parts: joinEdits(members)}));
}

/** How many changes a part has. */
export function changesOf(part: SectionPart): readonly Change[] {
  return part.kind === 'group' ? part.group.changes : part.table.changes;
}

/** The headline of a section, for a fold: `pricing/: 3 to create, 1 update blocked`. */
export function sectionTitle({name, parts}: Section): string {
  const counts = new Map<string, number>();
  for (const change of parts.flatMap(changesOf)) {
    const label = labelOf(change);
    const words = /^(create|update|replace|delete|adopt|rename)$/.test(label) ? `to ${label}` : label;
    counts.set(words, (counts.get(words) ?? 0) + 1);
  }
  const told = [...counts].map(([words, count]) => `${formatNumber(count)} ${words}`).join(', ');
  return `${name === '' ? 'Without a folder' : htmlCode(`${name}/`)}: ${told}`;
}

function nameOf({changes}: ChangeGroup): string {
  const names = new Set(changes.map(change => specOf(change)?.list ?? change.key.split('/').slice(0, -1).join('/')));
  const [name = ''] = names;
  if (names.size <= 1) return name;
  // The folders that all of them are in.
  const [shortest = '', ...others] = [...names].sort((a, b) => a.length - b.length);
  const steps = shortest.split('/');
  while (steps.length > 0 && !others.every(other => `${other}/`.startsWith(`${steps.join('/')}/`))) steps.pop();
  return steps.join('/');
}

function joinEdits(groups: readonly ChangeGroup[]): SectionPart[] {
  const tables = new Map<string, UpdateChange[]>();
  for (const group of groups) {
    const edit = editOf(group);
    if (edit !== null) addToGroup(tables, edit.field.path, edit.change);
  }
  const begun = new Set<string>();
  return groups.flatMap((group): SectionPart[] => {
    const edit = editOf(group);
    const changes = edit === null ? [] : (tables.get(edit.field.path) ?? []);
    if (edit === null || changes.length < 2) return [{kind: 'group', group}];
    const {path} = edit.field;
    if (begun.has(path)) return [];
    begun.add(path);
    return [{kind: 'table', table: {path, changes}}];
  });
}

/** Characters of a value that a cell of a table has room for. */
const LONGEST_CELL = 120;

/** The only thing that an update does, where it is a short value that becomes another one. */
function editOf({first, changes}: ChangeGroup): {readonly change: UpdateChange; readonly field: FieldChange} | null {
  if (first.action !== 'update' || changes.length > 1) return null;
  const [field, ...more] = first.fields;
  if (field === undefined || more.length > 0 || field.op !== 'change' || field.sensitive) return null;
  if (first.drift.length > 0 || updateLines(first).length > 0) return null;
  const isShort = [field.before, field.after].every(value => valueText(value).length <= LONGEST_CELL);
  return isShort ? {change: first, field} : null;
}
