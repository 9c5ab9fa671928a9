import {disarmCommands, escapeTerminal} from '../../../rendering/escape-terminal';
import type {ChangesDocument, PageChangeDocument} from '../document';
import {listUnread, noteSentences} from './sentences';
import {type LineLimits, type ShownLine, showLines} from './shown-lines';
import {cutText, joinWords} from './words';

const COLUMNS = [
  ...['type', 'group', 'key', 'at', 'until', 'verdict', 'status', 'url', 'reason', 'removed', 'added', 'fields', 'left_out', 'id'],
  ...['monitor_id', 'check_id'],
] as const;

type Row = {readonly [column in (typeof COLUMNS)[number]]?: string};

const LIMITS: LineLimits = {lines: 20, characters: 400};
/** Characters of a cell; spreadsheets take 32,767. */
const LONGEST_CELL = 4_000;
/** Characters of the rows that are whole: after them, cells are short, and lines are counted only. */
const LONGEST_TABLE = 16 * 1024 * 1024;
const SHORT_CELL = 200;

/**
 * Changes as a table by RFC 4180, one row for each changed page, failure, check that still runs and monitor that was not read; rows of
 * type `note` say what else is missing. No cell is a formula to a spreadsheet.
 */
export function renderChangesCsv(document: ChangesDocument): string {
  const {changes, failures, running} = document;
  const makers: readonly ((limits: LineLimits) => Row)[] = [
    ...changes.map(change => (limits: LineLimits) => toRow(change, limits)),
    ...failures.map(({key, monitorId, checkId, kind, since, until, reason, url}) => () => ({
      ...{type: 'failure', key, at: since, until: until ?? '', status: kind, url: url ?? '', reason: reason ?? ''},
      ...{monitor_id: monitorId, check_id: checkId},
    })),
    ...running.map(({key, monitorId, checkId, status, since}) => () => ({
      ...{type: 'running', key, at: since ?? '', status, monitor_id: monitorId, check_id: checkId},
    })),
    ...listUnread(document).map(({key, id, error}) => () => ({type: 'not-read', key, reason: error ?? '', monitor_id: id})),
    ...noteSentences(document).map(words => () => ({type: 'note', reason: joinWords(words, text => text)})),
  ];
  let left = LONGEST_TABLE;
  const rows = makers.map(make => {
    const row = left > 0 ? renderRow(make(LIMITS), LONGEST_CELL) : renderRow(make({...LIMITS, lines: 0}), SHORT_CELL);
    left -= row.length;
    return row;
  });
  const header = `${COLUMNS.map(quote).join(',')}\r\n`;
  return header + rows.join('');
}

function toRow(change: PageChangeDocument, limits: LineLimits): Row {
  const {group, key, at, verdict, status, url, judgment, id, monitorId, checkId, diffCut} = change;
  const {lines, rest} = showLines(change, limits);
  const cell = (mark: ShownLine['mark']) =>
    lines
      .filter(line => line.mark === mark)
      .map(({pieces}) => pieces.map(({text}) => text).join(''))
      .join('\n');
  return {
    ...{type: 'change', group: group ?? '', key, at, verdict, status, url, reason: judgment?.reason ?? ''},
    ...{removed: cell('-'), added: cell('+'), fields: cell('!')},
    left_out: rest === 0 ? (diffCut ? 'more' : '') : `${rest}${diffCut ? ' or more' : ''}`,
    ...{id, monitor_id: monitorId, check_id: checkId},
  };
}

function renderRow(row: Row, longest: number): string {
  return disarmCommands(`${COLUMNS.map(column => quote(renderCell(row[column] ?? '', longest))).join(',')}\r\n`);
}

/** Every character visible, and as many lines as the text has. */
function renderCell(text: string, longest: number): string {
  return defuse(cutText(cutText(text, longest).split('\n').map(escapeTerminal).join('\n'), longest));
}

/** Signs with which a formula begins in a spreadsheet, full-width and small forms too. */
const SIGNS = '=+\\-@\\t\\r\uff1d\uff0b\uff0d\uff20\ufe66\ufe62\ufe63\ufe6b';
/** White space before a sign is skipped. */
const FORMULA = new RegExp(`^\\s*[${SIGNS}\\n]`);
/** Where lists are separated by semicolons, one within a text begins a cell, and where quotes are not read, a line does. */
const INNER_FORMULA = new RegExp(`(?<=[\\n;])(?=[^\\S\\n]*[${SIGNS}])`, 'g');

function defuse(text: string): string {
  return (FORMULA.test(text) ? "'" : '') + text.replace(INNER_FORMULA, "'");
}

function quote(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}
