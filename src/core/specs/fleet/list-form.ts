import type {Diagnostic} from '../../diagnostics/diagnostic';
import {suggestName} from '../../diagnostics/suggest';
import {isObject, type JsonValue, property} from '../../json/value';
import {findKeyFlaw} from '../keys';
import type {Spot} from '../spot';
import type {CsvDocument} from './csv';
import {splitTemplate, type TemplatePart} from './references';
import type {RawRow} from './row';

/** The members of `sync.each` beside `file`: how the rows of a file made elsewhere are read. */
export const FORM_MEMBERS = ['delimiter', 'columns', 'key'] as const;

const DELIMITERS: Readonly<Record<string, string | undefined>> = {';': ';', tab: '\t'};

/** The character that separates columns of `sync.each`; null where its word is not known. */
export function findDelimiter(each: JsonValue | undefined): string | null {
  const word = property(each, 'delimiter');
  if (word === undefined) return ',';
  return (typeof word === 'string' ? DELIMITERS[word] : undefined) ?? null;
}

/** The character that separates columns; null with a finding for another word. */
export function readDelimiter(each: Spot, findings: Diagnostic[]): string | null {
  const delimiter = findDelimiter(each.value);
  if (delimiter !== null) return delimiter;
  const word = property(each.value, 'delimiter');
  const hint = word === ',' ? 'leave it out: a comma is the default' : 'write delimiter: ";" or delimiter: tab';
  findings.push(each.below('delimiter').fault('schema/enum', '"sync.each.delimiter" is not a separator', hint));
  return null;
}

/** The table with the columns under the names that the spec gives them; null where one is not there. */
export function renameColumns(table: CsvDocument, each: Spot, findings: Diagnostic[]): CsvDocument | null {
  const columns = property(each.value, 'columns');
  if (columns === undefined) return table;
  const before = findings.length;
  if (!isObject(columns) || Object.values(columns).some(name => typeof name !== 'string')) {
    findings.push(
      each
        .below('columns')
        .fault('schema/type', '"sync.each.columns" must map names to names of columns', 'write columns: {name: Company}'),
    );
    return null;
  }
  const names = new Map<string, string>();
  for (const [name, column] of Object.entries(columns as Readonly<Record<string, string>>)) {
    const spot = each.below('columns').below(name);
    if (names.has(column)) findings.push(spot.fault('list/header', `the column "${column}" has two names here`, 'keep one of them'));
    else if (!table.header.includes(column)) {
      findings.push(
        spot.fault('list/header', `the file has no column "${column}"`, 'write the name as it stands in the first line of the file'),
      );
    }
    names.set(column, name);
  }
  return findings.length > before ? null : table.renamed(names);
}

/** How the key of each row is made of its cells; null where that is the column `key`, or is wrong. */
export function readKeyForm(each: Spot, columns: ReadonlySet<string>, findings: Diagnostic[]): readonly TemplatePart[] | null {
  const form = each.read('key');
  if (form === undefined) return null;
  const parts = typeof form === 'string' ? splitTemplate(form, 'env-only') : [];
  const isMade =
    parts.some(part => part.kind === 'hole') &&
    parts.every(part => part.kind === 'literal' || (part.kind === 'hole' && part.of === 'each'));
  const strange = parts.flatMap(part => (part.kind === 'hole' && !columns.has(part.name) ? [part.name] : []))[0];
  if (isMade && strange === undefined) return parts;
  const near = strange === undefined ? undefined : suggestName(strange, columns);
  const message = isMade ? `no row has the column "${strange}"` : '"sync.each.key" must be text with cells, and nothing else to fill in';
  const hint = near === undefined ? 'write key: ${each:team}/${each:name}' : `did you mean "${near}"?`;
  findings.push(each.below('key').fault(isMade ? 'list/unknown-column' : 'list/key', message, hint));
  return null;
}

/** The columns that keys are made of. */
export function listKeyColumns(parts: readonly TemplatePart[]): string[] {
  return parts.flatMap(part => (part.kind === 'hole' ? [part.name] : []));
}

/** The key of a row, made of its cells; null with a finding at the cell that is empty or no part of a key. */
export function fillKey(raw: RawRow, parts: readonly TemplatePart[], findings: Diagnostic[]): string | null {
  let key = '';
  for (const part of parts) {
    if (part.kind === 'literal') key += part.value;
    if (part.kind !== 'hole') continue;
    const cell = property(raw.cells, part.name);
    const flaw =
      cell === undefined ? 'is empty' : typeof cell !== 'string' ? 'must be text' : cell.includes('/') ? 'has a slash' : findKeyFlaw(cell);
    if (flaw !== null) {
      const hint = 'write a short name such as acme; it is a part of the key of the monitor';
      findings.push(raw.at(part.name).fault('list/key', `this cell of the column "${part.name}", of which the key is made, ${flaw}`, hint));
      return null;
    }
    key += cell;
  }
  return key;
}
