import {type FindingDocument, toFindingDocument} from './documents';
import {stringifyJson} from './escape-json';
import type {ValidateReport} from './model';

/** What `validate --format json` prints. */
export interface ValidateDocument {
  readonly formatVersion: 1;
  readonly command: 'validate';
  /** No errors. */
  readonly valid: boolean;
  readonly files: number;
  readonly monitors: number;
  /** All errors; more than are listed where one document has more than 50 findings. */
  readonly errorCount: number;
  readonly warningCount: number;
  /** Sorted by file and place. */
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
