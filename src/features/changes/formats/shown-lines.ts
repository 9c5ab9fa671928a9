import {countOf} from '../../../core/base/words';
import {valueText} from '../../../rendering/value-text';
import {type LinePiece, listChangedLines} from '../changed-lines';
import type {PageChangeDocument} from '../document';
import {cutText} from './words';

/** A line of a page that came or went, or a field that changed. The texts are a page's: not escaped. */
export interface ShownLine {
  readonly mark: '+' | '-' | '!';
  readonly pieces: readonly LinePiece[];
}

/** Limits of the shown part of one change. */
export interface LineLimits {
  readonly lines: number;
  /** Characters of one line: a minified page is a line. */
  readonly characters: number;
}

/** The first lines of one change. */
interface ShownLines {
  readonly lines: readonly ShownLine[];
  /** Changed lines and fields after them. */
  readonly rest: number;
}

/** The fields that changed, and the first of the changed lines, each cut; what follows is counted. */
export function showLines({diff, fields}: PageChangeDocument, limits: LineLimits): ShownLines {
  const shown = fields.slice(0, limits.lines).map(field => showField(field, limits));
  const room = limits.lines - shown.length;
  const {lines, rest} = diff === null ? {lines: [], rest: 0} : showDiff(diff, {...limits, lines: room});
  return {lines: [...shown, ...lines], rest: rest + fields.length - shown.length};
}

/** Words about what a change has besides the shown lines; empty if there is nothing. */
export function describeRest({rest}: Pick<ShownLines, 'rest'>, {diffCut}: Pick<PageChangeDocument, 'diffCut'>): string {
  const counted = rest === 0 ? '' : `${countOf(rest, 'more line')}`;
  return [counted, diffCut ? 'the diff is longer than what is kept' : ''].filter(text => text !== '').join('; ');
}

function showField({path, previous, current}: PageChangeDocument['fields'][number], {characters}: LineLimits): ShownLine {
  const [before, after] = [previous, current].map(value => cutText(valueText(value), characters));
  const piece = (text = '', isChanged = false) => ({text, isChanged});
  return {mark: '!', pieces: [piece(`${cutText(path, characters)}: `), piece(before, true), piece(' -> '), piece(after, true)]};
}

/** A diff of megabytes is walked once, and only its beginning is taken apart. */
function showDiff(diff: string, limits: LineLimits): ShownLines {
  const {beginning, changed} = readBeginning(diff, limits);
  const lines = listChangedLines(beginning).flatMap((line): ShownLine[] =>
    line.kind === 'replaced'
      ? [
          {mark: '-', pieces: line.before},
          {mark: '+', pieces: line.after},
        ]
      : [{mark: line.kind === 'added' ? '+' : '-', pieces: [{text: line.text, isChanged: false}]}],
  );
  const shown = lines.slice(0, limits.lines);
  return {lines: shown, rest: changed - shown.length};
}

/**
 * The first changed rows of a diff, each cut, with a mark where others stand between them, and the number of all changed rows. A few
 * more than are shown, so that the last shown one is joined with its successor as in the whole diff.
 */
function readBeginning(diff: string, {lines, characters}: LineLimits): {beginning: string; changed: number} {
  const hunk = diff.startsWith('@@') ? 0 : diff.indexOf('\n@@') + 1;
  const hasHunks = hunk > 0 || diff.startsWith('@@');
  const kept: string[] = [];
  let changed = 0;
  for (let start = hunk, end = 0; start < diff.length; start = end + 1) {
    end = diff.indexOf('\n', start);
    if (end < 0) end = diff.length;
    // Only without hunks, these name files wherever they stand.
    if (!hasHunks && (diff.startsWith('+++ ', start) || diff.startsWith('---', start))) continue;
    const isChanged = diff[start] === '+' || diff[start] === '-';
    if (isChanged) changed++;
    if (changed > lines + MORE_ROWS) continue;
    if (isChanged) {
      const row = diff.slice(start + 1, end < diff.length && diff[end - 1] === '\r' ? end - 1 : end);
      kept.push(`${diff[start]}${cutText(row, characters)}`);
    } else {
      const mark = diff.startsWith('@@', start) ? '@@' : diff[start] === '\\' ? '\\' : ' ';
      if (kept.at(-1) !== mark) kept.push(mark);
    }
  }
  return {beginning: kept.join('\n'), changed};
}

/** Rows that are read beyond the shown ones. */
const MORE_ROWS = 4;
