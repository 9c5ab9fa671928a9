import {type FindingDocument, toFindingDocument} from '../diagnostics/finding-document';
import type {Count} from '../json/count';
import {stringifyJson} from './escape-json';
import type {ValidateReport} from './render-options';

/** What `validate --format json` prints. */
export interface ValidateDocument {
  /** Version of this shape; members are only ever added within a version. */
  readonly formatVersion: 1;
  readonly command: 'validate';
  /** Whether there is no error; with `--strict`, warnings that it turned into errors count as such. */
  readonly valid: boolean;
  /** Spec files that were checked. */
  readonly files: Count;
  /** Monitors in them: a file can hold several. */
  readonly monitors: Count;
  /** All errors: more than are listed where one document has more than 50 findings. */
  readonly errorCount: Count;
  /** All warnings: more than are listed where one document has more than 50 findings. */
  readonly warningCount: Count;
  /** The findings, sorted by file and place. */
  readonly diagnostics: readonly FindingDocument[];
}

/** The document of `validate --format json`. */
export function toValidateDocument(report: ValidateReport): ValidateDocument {
  return {
    formatVersion: 1,
    command: 'validate',
    valid: report.errorCount === 0,
    files: report.files,
    monitors: report.monitors,
    errorCount: report.errorCount,
    warningCount: report.warningCount,
    diagnostics: report.findings.map(toFindingDocument),
  };
}

/** The findings of `validate` for programs. */
export function renderValidateJson(report: ValidateReport): string {
  return `${stringifyJson(toValidateDocument(report), 2)}\n`;
}
