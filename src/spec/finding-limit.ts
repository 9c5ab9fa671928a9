import {type Diagnostic, hasErrors} from '../diagnostics/diagnostic';
import type {SpecDocument} from './desired-monitor';

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

/** More findings of one file help nobody either: a file can hold tens of thousands of documents. The rest are counted by document. */
export const MOST_IN_FILE = 1000;

/** Takes the findings of a file, document by document; keeps the first {@link MOST_IN_FILE} and counts documents with others. */
export class FileFindings {
  readonly #kept: Diagnostic[];
  #hidden = 0;
  #hidesErrors = false;
  #last: SpecDocument | null = null;

  constructor(findings: readonly Diagnostic[]) {
    this.#kept = [...findings];
  }

  add(document: SpecDocument, findings: readonly Diagnostic[]): void {
    if (findings.length === 0) return;
    if (this.#kept.length < MOST_IN_FILE) {
      this.#kept.push(...findings);
      return;
    }
    this.#hidden++;
    this.#hidesErrors ||= hasErrors(findings);
    this.#last = document;
  }

  list(): Diagnostic[] {
    if (this.#last === null) return this.#kept;
    const {end} = this.#last.rangeOf('');
    return [
      ...this.#kept,
      {
        code: 'schema/more-findings',
        severity: this.#hidesErrors ? 'error' : 'warning',
        message: `${this.#hidden} more ${this.#hidden === 1 ? 'document' : 'documents'} of this file with findings are not shown`,
        hint: 'fix those that are shown, then run it again',
        where: {file: this.#last.source.file, pointer: '', range: {start: end, end}},
      },
    ];
  }
}
