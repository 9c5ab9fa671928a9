import type {Count, Ordinal} from '../json/count';
import type {DiagnosticCode} from './codes';

/** `error` stops plan and apply; `warning` is only shown, and becomes an error with `--strict`. */
export type Severity = 'error' | 'warning';

/** A place in a file. `line` and `column` count from 1 (columns in UTF-16 code units), `offset` from 0. */
export interface Position {
  /** From 1. */
  readonly line: Ordinal;
  /** From 1, in UTF-16 code units. */
  readonly column: Ordinal;
  /** From the beginning of the file, from 0, in UTF-16 code units. */
  readonly offset: Count;
}

/** From `start` to `end`, which is not included. */
export interface Range {
  /** Its first character. */
  readonly start: Position;
  /** The first character after it. */
  readonly end: Position;
}

/** Place of a finding: a file (relative to the working directory, with `/`), a JSON pointer and a range. */
export interface Place {
  readonly file: string;
  readonly pointer: string;
  readonly range: Range;
}

/** A place that had a part in a finding, and what stands there. */
export interface RelatedPlace {
  readonly message: string;
  readonly where: Place;
}

/**
 * An error or warning. `message` says what is wrong and names things; `hint` is an action that fixes it. Neither contains
 * a secret; both may contain untrusted text (names from specs, words of the service), which renderers escape.
 */
export interface Diagnostic {
  readonly code: DiagnosticCode;
  readonly severity: Severity;
  readonly message: string;
  readonly hint?: string;
  readonly where?: Place;
  /** Other places that a person looks at to fix it, e.g. the text with a reference to a cell. */
  readonly related?: readonly RelatedPlace[];
  /** Number of monitors concerned, where one place stands for several. Absent for one. */
  readonly monitors?: number;
  /** The same finding worded for its second place, shown if only that place was asked for. */
  readonly counterpart?: {readonly message: string; readonly where: Place};
}

/** A place within a message: `monitors/a.yaml:3:7`. */
export function writePlace({file, range}: Place): string {
  return `${file}:${range.start.line}:${range.start.column}`;
}

/** Tells whether any finding is an error. */
export function hasErrors(findings: readonly Diagnostic[]): boolean {
  return findings.some(finding => finding.severity === 'error');
}

/** Orders findings by file, then place, then code: the order every output uses. */
export function compareDiagnostics(a: Diagnostic, b: Diagnostic): number {
  const file = compareText(a.where?.file ?? '', b.where?.file ?? '');
  if (file !== 0) return file;
  const offset = (a.where?.range.start.offset ?? 0) - (b.where?.range.start.offset ?? 0);
  if (offset !== 0) return offset;
  return compareText(a.code, b.code) || compareText(a.message, b.message);
}

/** Orders text by UTF-16 code unit, the same on every machine and locale. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
