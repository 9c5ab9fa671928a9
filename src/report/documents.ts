import type {Diagnostic, Range, Severity} from '../diagnostics/diagnostic';

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
  readonly error: {readonly code: string; readonly message: string; readonly hint?: string};
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
export function toErrorDocument(
  command: string,
  error: {readonly code: string; readonly message: string; readonly hint?: string},
): ErrorDocument {
  const {code, message, hint} = error;
  return {formatVersion: 1, command, error: {code, message, ...(hint === undefined ? {} : {hint})}};
}
