import {countOf} from '../../core/base/words';
import type {Count} from '../../core/json/count';
import type {ValidateReport} from '../../core/specs/validate-report';
import {renderJson} from '../../rendering/escape-json';
import {type FindingDocument, listFindingLines, toFindingDocument} from '../../rendering/finding';
import type {RenderOptions} from '../../rendering/render-options';
import {BLANK, type Line, printText, proseLine, styled} from '../../rendering/text';

/** Result of `monitors validate`. */
export interface ValidateDocument {
  /** Version of this document; within a version members are only added. */
  readonly formatVersion: 1;
  readonly command: 'validate';
  /** True without errors; with `--strict` some warnings are errors. */
  readonly valid: boolean;
  /** Number of checked spec files. */
  readonly files: Count;
  /** Number of monitors in them; a file can have several. */
  readonly monitors: Count;
  /** Number of all errors, including unlisted ones of documents with more than 50 findings. */
  readonly errorCount: Count;
  /** Number of all warnings, including unlisted ones of documents with more than 50 findings. */
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
  return renderJson(toValidateDocument(report));
}

/** The findings of `validate` for people, and a sentence that counts them. */
export function renderValidateText(report: ValidateReport, options: RenderOptions): string {
  const quiet = options.verbosity === 'quiet';
  const shown = quiet ? report.findings.filter(finding => finding.severity === 'error') : report.findings;
  const lines = listFindingLines(shown, report.sourceOf, options);
  if (!quiet) lines.push(...summaryLines(report));
  return printText(lines, options);
}

function summaryLines(report: ValidateReport): Line[] {
  const gap = report.findings.length > 0 ? [BLANK] : [];
  return [...gap, ...hiddenLines(report), proseLine(0, styled(summaryStyle(report), summarySentence(report)))];
}

/** One sentence: what was checked and what was found. */
export function summarySentence(report: ValidateReport): string {
  const checked = `${countOf(report.monitors, 'monitor')} in ${countOf(report.files, 'file')}`;
  if (report.errorCount + report.warningCount === 0) return `${checked}: no problems found.`;
  const warnings = report.warningCount === 0 ? '' : ` and ${countOf(report.warningCount, 'warning')}`;
  return `${checked}: ${countOf(report.errorCount, 'error')}${warnings}.`;
}

function summaryStyle(report: ValidateReport): 'error' | 'warning' | 'added' {
  if (report.errorCount > 0) return 'error';
  return report.warningCount > 0 ? 'warning' : 'added';
}

function hiddenLines(report: ValidateReport): Line[] {
  const hidden = report.errorCount + report.warningCount - report.findings.length;
  return hidden > 0
    ? [
        proseLine(
          0,
          `${countOf(hidden, 'more finding')} of files with very many findings ${hidden === 1 ? 'is' : 'are'} counted but not listed.`,
        ),
      ]
    : [];
}
