import type {JsonValue} from '../json/value';
import type {ListProposal} from './list-proposal';
import {writeInline} from './spec-edit';

/** The form of a data file. */
export type DataForm = 'csv' | 'yaml';

/** Whether a list's cells can stand in CSV: single values of one line, none of which a spreadsheet would run. */
export function fitsCsv({columns, rows}: ListProposal): boolean {
  const cells = [...rows.map(({key}) => key), ...columns.flatMap(column => column.cells)];
  return cells.every(cell => typeof cell !== 'object' && (typeof cell !== 'string' || (!isFormula(cell) && !/[\p{Cc}]/u.test(cell))));
}

/** True for a cell that begins like a formula, which spreadsheets run. */
export function isFormula(text: string): boolean {
  return /^[=+\-@\t\r]/.test(text);
}

/** The rows of a list as a file: one line each. */
export function writeRows({columns, rows}: ListProposal, form: DataForm): string {
  const cellsOf = (index: number) => columns.map(({name, cells}) => [name, cells[index]] as const);
  if (form === 'csv') {
    const lines = rows.map(({key}, index) => [key, ...cellsOf(index).map(([, cell]) => cell)]);
    return [['key', ...columns.map(({name}) => name)], ...lines]
      .map(line => `${line.map(cell => writeCsvCell(cell)).join(',')}\n`)
      .join('');
  }
  return rows
    .map(({key}, index) => {
      const filled = cellsOf(index).filter(([, cell]) => cell !== undefined);
      return `- ${writeInline({key, ...Object.fromEntries(filled as (readonly [string, JsonValue])[])})}\n`;
    })
    .join('');
}

/** Writes a cell of CSV (RFC 4180); undefined for an empty one. */
export function writeCsvCell(cell: JsonValue | undefined, delimiter = ','): string {
  const text = cell === undefined ? '' : String(cell);
  return text.includes(delimiter) || /[",;\t\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
