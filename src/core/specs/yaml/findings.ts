import type {Event} from 'js-yaml';
import {countOf} from '../../base/words';
import {boundText} from '../../diagnostics/bounded-text';
import type {DiagnosticCode} from '../../diagnostics/codes';
import type {Diagnostic, Position, Range, Severity} from '../../diagnostics/diagnostic';
import {type Path, toPointer} from '../../json/pointer';
import {isDocumentedSecret} from '../../secrets/places';
import {type AllowedFields, findAllowed} from '../../service/allowed-fields';
import {MOST_FINDINGS} from '../finding-limit';

/** The codes that reading one file can give. */
type YamlCode = Extract<DiagnosticCode, `yaml/${string}`>;

/** Something wrong in a text: from offset `start` up to `end`, at the node that `path` names. */
export interface YamlProblem {
  readonly code: YamlCode;
  /** Default: error. */
  readonly severity?: Severity;
  readonly message: string;
  readonly hint?: string;
  readonly start: number;
  readonly end: number;
  readonly path?: Path;
}

/** The findings of one file, in the order they were met. Positions are counted when the first finding comes. */
export class YamlFindings {
  readonly #file: string;
  readonly #lines: TextLines;
  readonly #findings: Diagnostic[] = [];
  #left = 0;
  #errors = 0;
  readonly #fields: AllowedFields;

  /** `fields` are members whose values are secret besides those of the types. */
  constructor(file: string, text: string, fields: AllowedFields) {
    this.#file = file;
    this.#fields = fields;
    this.#lines = new TextLines(text);
  }

  /** Number of errors added, including those not kept. */
  get errors(): number {
    return this.#errors;
  }

  /** Whether what is added now is only counted. */
  get isFull(): boolean {
    return this.#findings.length >= MOST_FINDINGS;
  }

  /** Adds a finding; beyond the cap it is only counted. */
  add(problem: YamlProblem): void {
    const severity = problem.severity ?? 'error';
    if (this.isFull) {
      this.count(severity);
      return;
    }
    if (severity === 'error') this.#errors++;
    this.#findings.push({
      code: problem.code,
      severity,
      message: boundText(problem.message),
      ...(problem.hint === undefined ? {} : {hint: boundText(problem.hint)}),
      where: {file: this.#file, pointer: toPointer(problem.path ?? []), range: this.#lines.range(problem.start, problem.end)},
    });
  }

  /** Counts a finding beyond the cap. */
  count(severity: Severity): void {
    this.#left++;
    if (severity === 'error') this.#errors++;
  }

  /** Whether nothing of the value at a path may be shown. */
  isSecret(path: Path): boolean {
    return isDocumentedSecret(path) || findAllowed(this.#fields, path) !== undefined;
  }

  /** The line of an offset, from 1. */
  lineOf(offset: number): number {
    return this.#lines.position(offset).line;
  }

  /** Lists the findings. */
  list(): Diagnostic[] {
    if (this.#left === 0) return this.#findings;
    const last = this.#findings[this.#findings.length - 1];
    const severity: Severity = this.#errors > 0 ? 'error' : 'warning';
    const where = last?.where === undefined ? {} : {where: last.where};
    const message = `${countOf(this.#left, 'more finding')} in this file`;
    return [...this.#findings, {code: 'yaml/more-findings', severity, message, hint: 'fix those shown, then run again', ...where}];
  }
}

/** Facts for reading a node, besides its event. */
export interface NodeContext {
  readonly text: string;
  readonly events: readonly Event[];
  readonly findings: YamlFindings;
  /** The path of the node that is being read, in its document. */
  readonly path: () => Path;
}

/** Mappings and lists inside each other; the outermost counts. */
export const DEEPEST_NESTING = 64;

/** Says that what begins at `start` is nested too deep. */
export function refuseDepth(start: number, path: Path, findings: YamlFindings): void {
  findings.add({
    code: 'yaml/too-deep',
    message: `nested more than ${DEEPEST_NESTING} levels deep`,
    hint: 'look for a bracket or an indentation that is wrong',
    start,
    end: start + 1,
    path,
  });
}

/** Lines and columns of a text, counted once when the first is asked for. Lines end with LF or CRLF. */
export class TextLines {
  readonly #text: string;
  #starts: number[] | null = null;

  constructor(text: string) {
    this.#text = text;
  }

  /** The range from offset `start` up to, not including, `end`; both are moved into the text. */
  range(start: number, end: number): Range {
    return {start: this.position(start), end: this.position(Math.max(start, end))};
  }

  /** The position of an offset. */
  position(at: number): Position {
    const starts = this.#listStarts();
    const offset = Math.min(Math.max(at, 0), this.#text.length);
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return {line: low + 1, column: offset - (starts[low] ?? 0) + 1, offset};
  }

  #listStarts(): number[] {
    if (this.#starts !== null) return this.#starts;
    const starts = [0];
    for (let at = this.#text.indexOf('\n'); at !== -1; at = this.#text.indexOf('\n', at + 1)) starts.push(at + 1);
    this.#starts = starts;
    return starts;
  }
}

/** The line of an offset, from 1: counted up to there alone. */
export function lineOf(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at !== -1 && at < offset; at = text.indexOf('\n', at + 1)) line++;
  return line;
}
