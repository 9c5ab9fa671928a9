import type {DiagnosticCode} from '../diagnostics/codes';
import type {Diagnostic, Range, Severity} from '../diagnostics/diagnostic';
import {stringifyJson} from './escape-json';

/** A finding in every JSON document. */
export interface FindingDocument {
  readonly severity: Severity;
  /** `family/name`: see docs/diagnostics.md. */
  readonly code: string;
  readonly message: string;
  /** An action that mends it. */
  readonly hint?: string;
  /** Relative to the working directory, with `/`. Left out with `pointer` and `range` where a finding has no place. */
  readonly file?: string;
  /** JSON pointer into the YAML document. */
  readonly pointer?: string;
  /** Lines and columns count from 1, columns in UTF-16 code units; offsets from 0. `end` is not included. */
  readonly range?: Range;
}

/** What went wrong before any other document could be made. */
export interface ErrorDocument {
  readonly formatVersion: 1;
  readonly command: string;
  readonly error: ErrorWords;
  /** The findings that the error comes from, where there are any: of specs with errors, of a config file. */
  readonly diagnostics?: readonly FindingDocument[];
}

/** An error in words: what happened, and what to do next. */
export interface ErrorWords {
  readonly code: DiagnosticCode;
  readonly message: string;
  readonly hint?: string;
}

/** A finding as JSON documents hold it. */
export function toFindingDocument(finding: Diagnostic): FindingDocument {
  const {severity, code, message, hint, where} = finding;
  return {
    severity,
    code,
    message,
    ...(hint === undefined ? {} : {hint}),
    ...(where === undefined ? {} : {file: where.file, pointer: where.pointer, range: where.range}),
  };
}

/** The document that stands on stdout when a command could not make its own. */
export function toErrorDocument(command: string, error: ErrorWords, findings: readonly Diagnostic[] = []): ErrorDocument {
  const {code, message, hint} = error;
  return {
    formatVersion: 1,
    command,
    error: {code, message, ...(hint === undefined ? {} : {hint})},
    ...(findings.length === 0 ? {} : {diagnostics: findings.map(toFindingDocument)}),
  };
}

/** An error for programs. One line, so that it fits where each line is a document as well as where all of stdout is one. */
export function renderErrorJson(command: string, error: ErrorWords, findings: readonly Diagnostic[] = []): string {
  return `${stringifyJson(toErrorDocument(command, error, findings), 0)}\n`;
}
