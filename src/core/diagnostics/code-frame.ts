import type {Position, Range} from './diagnostic';
import type {SourceText, TextSpan} from './source-text';

/** The lines around a finding: secrets hidden, nothing escaped yet. */
interface CodeFrame {
  readonly lines: readonly FrameLine[];
}

/** One line of a frame; the parts of `marked` together are the line. */
export type FrameLine =
  | {readonly kind: 'neighbour'; readonly number: number; readonly text: string}
  | {readonly kind: 'marked'; readonly number: number; readonly before: string; readonly marked: string; readonly after: string};

/** Replaces a secret of any length. */
const SECRET = '(secret)';

/**
 * Returns the first line of a range and up to `neighbours` lines before and after it; null if the range is outside the
 * text. A range of several lines is marked to the end of its first. Reads only these lines, so that large files stay fast.
 */
export function buildCodeFrame(source: SourceText, range: Range, neighbours: number): CodeFrame | null {
  const start = locate(source.text, range.start);
  if (start.offset > source.text.length) return null;
  const spans = [...linesBefore(source.text, start, neighbours), ...linesFrom(source.text, start, neighbours + 1)];
  return {lines: spans.map(span => frameLine(source, span, range))};
}

/** A whole spec has a line and no offset: its file was not parsed. */
function locate(text: string, position: Position): Position {
  if (position.offset > 0 || position.line === 1) return position;
  let offset = 0;
  for (let line = 1; line < position.line; line++) offset = text.indexOf('\n', offset) + 1 || text.length + 1;
  return {...position, offset};
}

interface LineSpan extends TextSpan {
  readonly number: number;
}

/** Finds up to `count` lines before the line of a position, in order. */
function linesBefore(text: string, {offset, line}: Position, count: number): LineSpan[] {
  const spans: LineSpan[] = [];
  let next = startOfLine(text, offset);
  while (next > 0 && spans.length < count) {
    const start = startOfLine(text, next - 1);
    spans.push({number: line - spans.length - 1, start, end: endOfLine(text, start)});
    next = start;
  }
  return spans.reverse();
}

/** Finds up to `count` lines, beginning with the line of a position. */
function linesFrom(text: string, {offset, line}: Position, count: number): LineSpan[] {
  const spans: LineSpan[] = [];
  let start = startOfLine(text, offset);
  while (spans.length < count && start <= text.length) {
    spans.push({number: line + spans.length, start, end: endOfLine(text, start)});
    const newline = text.indexOf('\n', start);
    start = newline === -1 ? text.length + 1 : newline + 1;
  }
  return spans;
}

function startOfLine(text: string, offset: number): number {
  return offset === 0 ? 0 : text.lastIndexOf('\n', offset - 1) + 1;
}

/** Finds the end of a line, without its line break. */
function endOfLine(text: string, start: number): number {
  const newline = text.indexOf('\n', start);
  if (newline === -1) return text.length;
  return newline > start && text[newline - 1] === '\r' ? newline - 1 : newline;
}

function frameLine(source: SourceText, span: LineSpan, range: Range): FrameLine {
  const text = source.text.slice(span.start, span.end);
  const secrets = secretsIn(source.secretRanges, span);
  if (span.number !== range.start.line) {
    return {kind: 'neighbour', number: span.number, text: showBeginning(text, secrets, {start: 0, end: text.length})};
  }
  const start = Math.min(range.start.column - 1, text.length);
  const end = range.end.line === range.start.line ? Math.min(Math.max(range.end.column - 1, start), text.length) : text.trimEnd().length;
  return {
    kind: 'marked',
    number: span.number,
    before: showEnd(text, secrets, {start: 0, end: start}),
    marked: showBeginning(text, secrets, {start, end: Math.max(start, end)}),
    after: showBeginning(text, secrets, {start: Math.max(start, end), end: text.length}),
  };
}

/**
 * Maximum UTF-16 units per part of a line, far more than a terminal shows. Each costs the renderers about a microsecond,
 * and a line can have a million, once per finding.
 */
const LONGEST_PART = 1000;
const CUT = '...';

function showBeginning(text: string, secrets: readonly TextSpan[], {start, end}: TextSpan): string {
  if (end - start <= LONGEST_PART) return hideSecrets(text, secrets, {start, end});
  return hideSecrets(text, secrets, {start, end: outsidePair(text, start + LONGEST_PART)}) + CUT;
}

function showEnd(text: string, secrets: readonly TextSpan[], {start, end}: TextSpan): string {
  if (end - start <= LONGEST_PART) return hideSecrets(text, secrets, {start, end});
  return CUT + hideSecrets(text, secrets, {start: outsidePair(text, end - LONGEST_PART), end});
}

/** Moves an offset by one if it would cut a surrogate pair. */
function outsidePair(text: string, at: number): number {
  return /^[\udc00-\udfff]/.test(text.charAt(at)) ? at + 1 : at;
}

/** Replaces each secret in a span by `(secret)`; a secret that begins before the span is removed. */
function hideSecrets(text: string, secrets: readonly TextSpan[], {start, end}: TextSpan): string {
  let shown = '';
  let at = start;
  for (const secret of secrets) {
    if (secret.end <= at || secret.start >= end) continue;
    shown += text.slice(at, Math.max(at, secret.start));
    if (secret.start >= start) shown += SECRET;
    at = Math.min(end, secret.end);
  }
  return shown + text.slice(at, end);
}

/** Finds the secrets of a line: offsets from its start, sorted, without overlaps. */
function secretsIn(secrets: readonly TextSpan[], line: LineSpan): TextSpan[] {
  const own = secrets.filter(secret => secret.end > line.start && secret.start < line.end && secret.start < secret.end);
  return mergeSpans(
    own.map(secret => ({start: Math.max(secret.start, line.start) - line.start, end: Math.min(secret.end, line.end) - line.start})),
  );
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
