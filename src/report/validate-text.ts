import {listFindingLines} from './finding-text';
import type {RenderOptions, ValidateReport} from './render-options';
import {countOf} from './sentences';
import {BLANK, type Line, printText, proseLine, styled} from './text';

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
  if (report.errorCount + report.warningCount === 0) return `${checked}: nothing to complain about.`;
  const warnings = report.warningCount === 0 ? '' : ` and ${countOf(report.warningCount, 'warning')}`;
  return `${checked}: ${countOf(report.errorCount, 'error')}${warnings}.`;
}

function summaryStyle(report: ValidateReport): 'error' | 'warning' | 'added' {
  if (report.errorCount > 0) return 'error';
  return report.warningCount > 0 ? 'warning' : 'added';
}

function hiddenLines(report: ValidateReport): Line[] {
  const hidden = report.errorCount + report.warningCount - report.findings.length;
  return hidden > 0 ? [proseLine(0, `${countOf(hidden, 'more finding')} of files with very many are counted but not listed.`)] : [];
}
