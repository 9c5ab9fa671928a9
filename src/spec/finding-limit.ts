import {type Diagnostic, hasErrors} from '../diagnostics/diagnostic';
import type {SpecDocument} from './model';

/** More findings of one document help nobody; the rest are counted. The finding that says so is one of them. */
export const MOST_FINDINGS = 50;

/** What one look at a document found: enough to show, and how many more there are. */
export interface CountedFindings {
  /** All findings, or at least the first {@link MOST_FINDINGS}, errors before warnings. */
  readonly findings: readonly Diagnostic[];
  readonly moreErrors: number;
  readonly moreWarnings: number;
}

/** All findings of a look that does not count. */
export function countAll(findings: readonly Diagnostic[]): CountedFindings {
  return {findings, moreErrors: 0, moreWarnings: 0};
}

/** What is shown of a document: everything, or the first 49 with errors before warnings, and a last one that counts the rest. */
export function limitFindings(document: SpecDocument, looks: readonly CountedFindings[]): Diagnostic[] {
  const findings = looks.flatMap(look => look.findings);
  const more = looks.reduce((sum, {moreErrors, moreWarnings}) => sum + moreErrors + moreWarnings, 0);
  if (findings.length + more <= MOST_FINDINGS) return findings;
  const errors = findings.filter(finding => finding.severity === 'error');
  const ordered = [...errors, ...findings.filter(finding => finding.severity === 'warning')];
  const shown = ordered.slice(0, MOST_FINDINGS - 1);
  const hidden = ordered.slice(MOST_FINDINGS - 1);
  const isError = hasErrors(hidden) || looks.some(({moreErrors}) => moreErrors > 0);
  return [...shown, sayMore(document, hidden.length + more, isError ? 'error' : 'warning')];
}

function sayMore(document: SpecDocument, count: number, severity: Diagnostic['severity']): Diagnostic {
  // At the end, so that it comes last when findings are sorted by place.
  const {end} = document.rangeOf('');
  return {
    code: 'schema/more-findings',
    severity,
    message: `${count} more findings in this document are not shown`,
    hint: 'mend those that are shown, then run it again',
    where: {file: document.source.file, pointer: '', range: {start: end, end}},
  };
}
