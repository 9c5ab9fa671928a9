import {countOf, listFirst} from '../../core/base/words';
import {describePointer} from '../../core/json/pointer';
import type {Change, CreateChange} from '../../core/plan/change';
import type {FieldChange} from '../../core/plan/diff';
import type {ChangeGroup} from '../../core/plan/groups';
import {codeSpan, fencedBlock, htmlCode} from '../../rendering/escape-markdown';
import {fieldLines} from '../../rendering/plan-fields';
import {groupBody, groupRow, keysLine} from '../../rendering/plan-group-lines';
import {changeLines, glyphOf, labelOf, type PlanView, priceLines} from '../../rendering/plan-lines';
import {firstLeaf, type OriginDocument, originOf, rowOrigin, specOf} from '../../rendering/plan-origins';
import type {RenderOptions} from '../../rendering/render-options';
import type {Line} from '../../rendering/text';
import {valueText} from '../../rendering/value-text';
import {findRowTable, isCreate, listOwn, type RowTable, renderRowTable} from './row-table';
import {changesOf, type EditTable, type SectionPart} from './sections';

/** Limits of the values of a plan that its Markdown shows. */
export interface DetailLimits {
  /** New rows of one list whose values are shown, where it has more than `wholeRows`, and keys of other groups. */
  readonly rows: number;
  readonly wholeRows: number;
  readonly keys: number;
  /** Characters of one text. */
  readonly characters: number;
  /** Lines of one value. */
  readonly lines: number;
  /** Words for the place of all of it: `the job summary has all`. */
  readonly rest: string;
  readonly linkTo?: LinkTo;
  /** New rows whose tables stand outside of folds. Default: none. */
  readonly opened?: ReadonlySet<ChangeGroup>;
}

/** Columns after which a row of a block is broken: longer ones have to be scrolled. */
const BREAK_AT = 160;

/** The look of a plan without limits of its own. */
export const DETAIL_OPTIONS: RenderOptions = {color: false, width: 120, verbosity: 'normal'};

/** The address of a line of a file. */
export type LinkTo = (place: OriginDocument) => string;

/** The row of a part, where there is no room for more; of a table a row for each edit. */
export function partRows(part: SectionPart): string[] {
  if (part.kind === 'group' && part.group.changes.length > 1) return [groupRow(part.group, DETAIL_OPTIONS)];
  return changesOf(part).map(change => {
    const place = rowOrigin(change);
    return `${glyphOf(change).glyph} ${change.key}  ${labelOf(change)}${place === null ? '' : `  ${place.file}:${place.line}`}`;
  });
}

/** The details of a part: a table, or a fold with what is done and all values that the limits allow. What stands alone is not folded. */
export function partDetails(part: SectionPart, view: PlanView, limits: DetailLimits, isAlone: boolean): string {
  if (part.kind === 'table') return editTable(part.table, limits.linkTo);
  const {group} = part;
  const {first, changes} = group;
  const isOpen = isAlone || limits.opened?.has(group) === true;
  const table = findRowTable(group, countShown(group, limits));
  const rows = changes.length === 1 ? detailRows(first, view, limits) : groupRows(group, table, limits);
  const start = isOpen ? partRows(part) : [];
  const block = fencedBlock([...start, ...rows], 'diff');
  const content = [block, ...(table === null ? [] : showTable(group, table, limits))].join('\n\n');
  if (isOpen) return content;
  const head =
    changes.length === 1
      ? `${glyphOf(first).glyph} ${htmlCode(first.key)} ${labelOf(first)}${linkOf(first, limits.linkTo)}`
      : htmlCode(groupRow(group, DETAIL_OPTIONS));
  return `<details><summary>${head}</summary>\n\n${content}\n\n</details>`;
}

/** New rows of a list that are shown with their values: all, or the first of a long one. */
export function countShown({changes}: ChangeGroup, {rows, wholeRows}: Pick<DetailLimits, 'rows' | 'wholeRows'>): number {
  return changes.length <= wholeRows ? changes.length : rows;
}

function showTable({changes}: ChangeGroup, table: RowTable, {linkTo, rest}: DetailLimits): string[] {
  const more = changes.length - table.rows.length;
  const shown = renderRowTable(table, change => showPlace(rowOrigin(change), linkTo));
  return [shown, ...(more === 0 ? [] : [`and ${countOf(more, 'more monitor')}; ${rest}`])];
}

/** Edits of one field as a table. In HTML, since a value may hold what ends a cell of Markdown. */
function editTable({path, changes}: EditTable, linkTo: LinkTo | undefined): string {
  const rows = changes.map(change => {
    const [field] = change.fields;
    const place = field === undefined ? null : originOf(change.after, field);
    const cells = [htmlCode(change.key), htmlCode(valueText(field?.before)), htmlCode(valueText(field?.after)), showPlace(place, linkTo)];
    return `<tr>${cells.map(cell => `<td>${cell}</td>`).join('')}</tr>`;
  });
  const head = '<tr><th>key</th><th>was</th><th>becomes</th><th>written in</th></tr>';
  const prices = priceLines(changes).map(textOf);
  return [
    `~ ${codeSpan(describePointer(path))} of ${countOf(changes.length, 'monitor')}:`,
    `<table>\n${[head, ...rows].join('\n')}\n</table>`,
    ...prices,
  ].join('\n\n');
}

/** The line that a change comes from: of a row of a list, that of its row. */
function linkOf(change: Change, linkTo: LinkTo | undefined): string {
  const place = rowOrigin(change);
  return place === null ? '' : ` ${showPlace(place, linkTo)}`;
}

function showPlace(place: OriginDocument | null, linkTo: LinkTo | undefined): string {
  if (place === null) return '';
  const shown = htmlCode(`${place.file}:${place.line}`);
  return linkTo === undefined ? shown : `<a href="${linkTo(place)}">${shown}</a>`;
}

/** Describes the part of a group that its details leave out, and where it stands; null where they have all. */
export function hiddenRow(group: ChangeGroup, limits: DetailLimits): string | null {
  const {first, changes} = group;
  const shown = countShown(group, limits);
  if (first.action !== 'create' || changes.length <= shown) return null;
  const hidden = changes.slice(shown).filter(isCreate);
  const places = new Map<string, {from: number; to: number}>();
  let cells = 0;
  for (const change of hidden) {
    for (const field of listOwn(change, first)) {
      cells += 1;
      const place = originOf(change.after, {...field, path: firstLeaf(field.path, field.after)});
      if (place === null) continue;
      const known = places.get(place.file);
      places.set(place.file, {from: Math.min(place.line, known?.from ?? place.line), to: Math.max(place.line, known?.to ?? place.line)});
    }
  }
  const stand = [...places].map(([file, {from, to}]) => (from === to ? `${file} line ${from}` : `${file} lines ${from} to ${to}`));
  const where = stand.length === 0 ? '' : `, in ${listFirst(stand)}`;
  return `  not shown here: ${countOf(cells, 'cell')} of ${countOf(hidden.length, 'monitor')}${where}; ${limits.rest}`;
}

/** Lists the actions on all of a group, and its members; of new ones what a table does not have, or the first, and how the others differ from it. */
function groupRows(group: ChangeGroup, table: RowTable | null, limits: DetailLimits): string[] {
  const {first, changes} = group;
  const options = {...DETAIL_OPTIONS, limitsAt: limitsOfChange(first, limits)};
  const body = groupBody(group, false, options).map(diffRow);
  if (first.action !== 'create') return [...body, diffRow(keysLine(changes, limits.keys, limits.rest))];
  if (table !== null) return [...body, ...valueRowsOf(first, table.shared, limits).map(row => row.replace(/^ /, '+'))];
  const shown = changes.slice(0, countShown(group, limits)).filter(isCreate);
  const others = shown
    .slice(1)
    .flatMap(change => [`${change.key}${rowWords(change)}, where it differs:`, ...ownRows(change, first, limits)]);
  const more = changes.length - shown.length;
  return [
    ...body,
    `${first.key}${rowWords(first)}:`,
    ...valueRowsOf(first, first.fields, limits),
    ...others,
    ...(more === 0 ? [] : [`and ${countOf(more, 'more monitor')}; ${limits.rest}`]),
  ];
}

function rowWords(change: Change): string {
  const place = rowOrigin(change);
  return place === null || place.file === specOf(change)?.file ? '' : ` (${place.file}:${place.line})`;
}

function ownRows(change: CreateChange, first: CreateChange, limits: DetailLimits): string[] {
  const rows = valueRowsOf(change, listOwn(change, first), limits);
  return rows.length === 0 ? ['  (nothing but its key)'] : rows;
}

function valueRowsOf(change: CreateChange, fields: readonly FieldChange[], limits: DetailLimits): string[] {
  return fieldLines(fields, 'difference', {...DETAIL_OPTIONS, limitsAt: limitsOfChange(change, limits)}).map((line, index, all) =>
    continueSign(diffRow(line), all.slice(0, index + 1)),
  );
}

/** Every field of a new monitor is new: GitHub colours it by its sign, which text leaves to the headline. */
function detailRows(change: Change, view: PlanView, limits: DetailLimits): string[] {
  const options = {...DETAIL_OPTIONS, limitsAt: limitsOfChange(change, limits)};
  const lines = changeLines(change, view, options).slice(1);
  const added = change.action === 'create' ? fieldLines(change.fields, 'whole', options).length : 0;
  return lines.map((line, index) => (index < added ? diffRow(line).replace(/^ /, '+') : diffRow(line)));
}

/** A further row of a value has the sign of its first one. */
function continueSign(row: string, lines: readonly Line[]): string {
  if (!row.startsWith(' ')) return row;
  const sign = lines.map(textOf).findLast(text => /^[+-] /.test(text))?.[0] ?? ' ';
  return `${sign}${row.slice(1)}`;
}

function limitsOfChange(change: Change, {characters, lines, rest}: DetailLimits): NonNullable<RenderOptions['limitsAt']> {
  return path => ({
    rows: lines,
    characters,
    breakAt: BREAK_AT,
    rest: () => {
      const place = originOf(specOf(change), {path, op: 'change', sensitive: false});
      return place === null ? rest : `${place.file}:${place.line}; ${rest}`;
    },
  });
}

/** A line of text as one that GitHub colours: the sign, if it has one, moves to the margin. */
function diffRow(line: Line): string {
  const text = textOf(line);
  const margin = ' '.repeat(Math.max(0, line.indent - 4));
  const sign = /^([+-]|->) /.exec(text)?.[1];
  if (sign === '+' || sign === '-') return `${sign} ${margin}${text.slice(2)}`;
  if (text.startsWith('~ ')) return `! ${margin}${text.slice(2)}`;
  return `  ${margin}${text}`;
}

function textOf({spans}: Line): string {
  return spans.map(span => (typeof span === 'string' ? span : span.text)).join('');
}
