import type {Range} from './diagnostic';
import type {SourceText, TextSpan} from './source-text';

/** The lines around a finding, secrets blanked, nothing escaped yet. */
export interface CodeFrame {
  readonly lines: readonly FrameLine[];
}

/** One line of a frame; the parts of `marked` together are the line. */
export type FrameLine =
  | {readonly kind: 'neighbour'; readonly number: number; readonly text: string}
  | {readonly kind: 'marked'; readonly number: number; readonly before: string; readonly marked: string; readonly after: string};

/** What stands in a frame for a secret, whatever its length. */
const SECRET = '(secret)';

/**
 * Cuts out the line a range begins on, and up to `neighbours` lines before and after it. A range of several lines is
 * marked to the end of its first. Null when the range lies outside the text.
 */
export function buildCodeFrame(source: SourceText, range: Range, neighbours: number): CodeFrame | null {
  const spans = lineSpans(source.text, range.start.line - neighbours, range.start.line + neighbours);
  const lines = spans.map(span => frameLine(source, span, range));
  return lines.some(line => line.kind === 'marked') ? {lines} : null;
}

interface LineSpan extends TextSpan {
  readonly number: number;
}

function lineSpans(text: string, first: number, last: number): LineSpan[] {
  const spans: LineSpan[] = [];
  let start = 0;
  for (let number = 1; number <= last && start <= text.length; number++) {
    const newline = text.indexOf('\n', start);
    const next = newline === -1 ? text.length + 1 : newline + 1;
    const end = newline === -1 ? text.length : text[newline - 1] === '\r' ? newline - 1 : newline;
    if (number >= first) spans.push({number, start, end: Math.max(start, end)});
    start = next;
  }
  return spans;
}

function frameLine(source: SourceText, span: LineSpan, range: Range): FrameLine {
  const text = source.text.slice(span.start, span.end);
  const show = 'maskLine' in source ? lineMasker(text, source.maskLine(text)) : rangeMasker(text, span, source.secretRanges);
  if (span.number !== range.start.line) return {kind: 'neighbour', number: span.number, text: show(0, text.length)};
  const start = Math.min(range.start.column - 1, text.length);
  const end = range.end.line === range.start.line ? Math.min(Math.max(range.end.column - 1, start), text.length) : text.trimEnd().length;
  return {
    kind: 'marked',
    number: span.number,
    before: show(0, start),
    marked: show(start, Math.max(start, end)),
    after: show(Math.max(start, end), text.length),
  };
}

/** Shows a part of the line, `from` up to `to`. The parts of one line put together show each secret once. */
type ShowPart = (from: number, to: number) => string;

function rangeMasker(text: string, line: LineSpan, secrets: readonly TextSpan[]): ShowPart {
  const local = mergeSpans(
    secrets
      .map(secret => ({start: Math.max(secret.start, line.start) - line.start, end: Math.min(secret.end, line.end) - line.start}))
      .filter(secret => secret.start < secret.end),
  );
  return (from, to) => {
    let shown = '';
    let at = from;
    for (const secret of local) {
      if (secret.end <= at || secret.start >= to) continue;
      shown += text.slice(at, Math.max(at, secret.start));
      if (secret.start >= from) shown += SECRET;
      at = Math.min(to, secret.end);
    }
    return shown + text.slice(at, to);
  };
}

/** Places in a line whose masked form is all that is known: what both begin and end with is the same text in both. */
function lineMasker(text: string, masked: string): ShowPart {
  const longest = Math.min(text.length, masked.length);
  let head = 0;
  while (head < longest && text[head] === masked[head]) head++;
  let tail = 0;
  while (tail < longest - head && text[text.length - 1 - tail] === masked[masked.length - 1 - tail]) tail++;
  const toMasked = (column: number) => {
    if (column <= head) return column;
    if (column >= text.length - tail) return masked.length - (text.length - column);
    return masked.length - tail;
  };
  return (from, to) => masked.slice(toMasked(from), toMasked(to));
}

function mergeSpans(spans: readonly TextSpan[]): TextSpan[] {
  const merged: TextSpan[] = [];
  for (const span of [...spans].sort((a, b) => a.start - b.start)) {
    const last = merged[merged.length - 1];
    if (last !== undefined && span.start <= last.end) merged[merged.length - 1] = {start: last.start, end: Math.max(last.end, span.end)};
    else merged.push(span);
  }
  return merged;
}
