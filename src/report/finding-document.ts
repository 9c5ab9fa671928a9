import type {Diagnostic, Range, Severity} from '../diagnostics/diagnostic';

/** A finding in every JSON document. */
export interface FindingDocument {
  /** An `error` stops plan and apply; a `warning` is shown. */
  readonly severity: Severity;
  /**
   * Which kind of finding: `family/name`, each with a page in docs/diagnostics.md.
   * @pattern ^[a-z]+/[a-z0-9-]+$
   * @example "schema/unknown-field"
   */
  readonly code: string;
  /**
   * What is wrong, in one sentence that names things.
   * @example "unknown field \"schedul\" in monitor \"Acme pricing\""
   */
  readonly message: string;
  /**
   * An action that mends it.
   * @example "did you mean \"schedule\"?"
   */
  readonly hint?: string;
  /**
   * The file, relative to the working directory, with `/`. Left out with `pointer` and `range` where a finding has no place.
   * @example "monitors/pricing/acme.yaml"
   */
  readonly file?: string;
  /**
   * JSON pointer into the YAML document.
   * @example "/schedul"
   */
  readonly pointer?: string;
  /** Where in the file, `end` not included. */
  readonly range?: Range;
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
