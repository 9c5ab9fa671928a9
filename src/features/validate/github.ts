import {countOf, listWords} from '../../core/base/words';
import type {Diagnostic, Severity} from '../../core/diagnostics/diagnostic';
import type {ValidateReport} from '../../core/specs/validate-report';
import {escapeCommandData, escapeCommandProperty} from '../../rendering/escape-workflow';
import {findingLines, sayFinding, sayRelated} from '../../rendering/finding';
import type {RenderOptions} from '../../rendering/render-options';
import {dataLine, printText} from '../../rendering/text';
import {summarySentence} from './document';

/** A step shows this many annotations of each severity and drops the rest without a word. */
const MOST_ANNOTATIONS = 10;

/**
 * The findings as GitHub workflow annotations, ten of each severity; what is beyond that as plain lines of the log,
 * and a sentence that counts them.
 */
export function renderValidateGithub(report: ValidateReport, options: RenderOptions): string {
  const errors = report.findings.filter(finding => finding.severity === 'error');
  const warnings = options.verbosity === 'quiet' ? [] : report.findings.filter(finding => finding.severity === 'warning');
  const annotations = [errors, warnings].flatMap(findings => findings.slice(0, MOST_ANNOTATIONS).map(annotation));
  const rest = [errors, warnings].flatMap(findings => findings.slice(MOST_ANNOTATIONS));
  const lines = rest.flatMap(finding => findingLines(finding, undefined, options));
  const note = beyondSentence(errors.length, warnings.length);
  const summary = [...note, summarySentence(report)].map(sentence => dataLine(0, sentence));
  return annotations.join('') + printText([...lines, ...summary], options);
}

/** GitHub's word for each severity. */
const COMMANDS: Readonly<Record<Severity, 'error' | 'warning'>> = {error: 'error', warning: 'warning'};

function annotation(finding: Diagnostic): string {
  const {hint, related = []} = finding;
  const text = [sayFinding(finding), ...related.map(sayRelated), ...(hint === undefined ? [] : [`hint: ${hint}`])].join('\n');
  const properties = [...placeProperties(finding), `title=${escapeCommandProperty(finding.code)}`];
  return `::${COMMANDS[finding.severity]} ${properties.join(',')}::${escapeCommandData(text)}\n`;
}

/** GitHub counts lines and columns from 1, and takes columns only where the range stays on one line. */
function placeProperties({where}: Diagnostic): string[] {
  if (where === undefined) return [];
  const {start, end} = where.range;
  const place = [`file=${escapeCommandProperty(where.file)}`, `line=${start.line}`];
  if (end.line !== start.line) return [...place, `endLine=${end.line}`];
  return [...place, `endLine=${end.line}`, `col=${start.column}`, `endColumn=${Math.max(start.column, end.column)}`];
}

function beyondSentence(errors: number, warnings: number): string[] {
  const parts = [
    ...(errors > MOST_ANNOTATIONS ? [countOf(errors - MOST_ANNOTATIONS, 'more error')] : []),
    ...(warnings > MOST_ANNOTATIONS ? [countOf(warnings - MOST_ANNOTATIONS, 'more warning')] : []),
  ];
  return parts.length === 0
    ? []
    : [`GitHub shows ${MOST_ANNOTATIONS} annotations of each kind per step; ${listWords(parts)} in the log above.`];
}
