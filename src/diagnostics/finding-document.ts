import type {Diagnostic, Range, Severity} from './diagnostic';

/** A finding in a JSON document. */
export interface FindingDocument {
  /** An `error` stops plan and apply; a `warning` is shown. */
  readonly severity: Severity;
  /**
   * Code of the finding, `family/name`; explained in docs/diagnostics.md.
   * @pattern ^[a-z]+/[a-z0-9-]+$
   * @example "schema/unknown-field"
   */
  readonly code: string;
  /**
   * What is wrong, in one sentence.
   * @example "unknown field \"schedul\" in monitor \"Acme pricing\""
   */
  readonly message: string;
  /**
   * How to fix it.
   * @example "did you mean \"schedule\"?"
   */
  readonly hint?: string;
  /**
   * File, relative to the working directory, with `/`. Missing, with `pointer` and `range`, if the finding has no place.
   * @example "monitors/pricing/acme.yaml"
   */
  readonly file?: string;
  /**
   * JSON pointer into the YAML document.
   * @example "/schedul"
   */
  readonly pointer?: string;
  /** Place in the file; `end` is not included. */
  readonly range?: Range;
}

/** Converts a finding for a JSON document. */
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
