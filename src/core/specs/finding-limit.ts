import {boundText} from '../diagnostics/bounded-text';
import {type Diagnostic, hasErrors, type Place, type Severity} from '../diagnostics/diagnostic';
import type {SpecDocument} from './spec-document';

/** More findings of one document do not help; the rest are counted. The finding that says so is one of them. */
export const MOST_FINDINGS = 50;

/** Result of one look at a document: enough findings to show, and the number of the others. */
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

/** Limits the findings shown of a document: all, or the first 49 with errors before warnings, and a last one that counts the rest. */
export function limitFindings(document: SpecDocument, looks: readonly CountedFindings[]): Diagnostic[] {
  return looks.every(isNothing) ? [] : cutFindings(document, looks);
}

function cutFindings(document: SpecDocument, looks: readonly CountedFindings[]): Diagnostic[] {
  const findings = looks.flatMap(look => look.findings);
  const more = looks.reduce((sum, {moreErrors, moreWarnings}) => sum + moreErrors + moreWarnings, 0);
  if (findings.length + more <= MOST_FINDINGS) return findings;
  const ordered = (['error', 'warning'] as const).flatMap(severity => findings.filter(finding => finding.severity === severity));
  const shown = ordered.slice(0, MOST_FINDINGS - 1);
  const hidden = ordered.slice(MOST_FINDINGS - 1);
  const isError = hasErrors(hidden) || looks.some(({moreErrors}) => moreErrors > 0);
  const message = `${hidden.length + more} more findings in this document are not shown`;
  return [...shown, sayMore(message, isError ? 'error' : 'warning', endOf(document))];
}

function isNothing({findings, moreErrors, moreWarnings}: CountedFindings): boolean {
  return findings.length + moreErrors + moreWarnings === 0;
}

function sayMore(message: string, severity: Severity, where: Place | undefined): Diagnostic {
  const more = {code: 'schema/more-findings', severity, message, hint: 'fix those that are shown, then run it again'} as const;
  return where === undefined ? more : {...more, where};
}

/** At the end, so that it comes last when findings are sorted by place. */
function endOf(document: SpecDocument): Place {
  const {file, range} = document.placeOf('');
  return {file, pointer: '', range: {start: range.end, end: range.end}};
}

/** More findings of one file do not help either: a file can hold tens of thousands of documents. The rest are counted by document. */
const MOST_IN_FILE = 1000;

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
    const documents = this.#hidden === 1 ? 'document' : 'documents';
    const message = `${this.#hidden} more ${documents} of this file with findings are not shown`;
    return [...this.#kept, sayMore(message, this.#hidesErrors ? 'error' : 'warning', endOf(this.#last))];
  }
}

/** Findings of one file that are not shown. */
interface Hidden {
  /** The first finding that was left out: stands for the others. */
  readonly first: Diagnostic;
  count: number;
  severity: Severity;
}

/**
 * Takes what only all specs together show: of each file the first {@link MOST_IN_FILE} findings, the rest counted. A
 * finding is made only when it is kept, since looking up its places takes the time.
 */
export class CrossFindings {
  readonly #kept: Diagnostic[] = [];
  readonly #counts = new Map<string, number>();
  readonly #hidden = new Map<string, Hidden>();

  add(specPath: string, severity: Severity, make: () => Omit<Diagnostic, 'severity'>): void {
    const count = (this.#counts.get(specPath) ?? 0) + 1;
    this.#counts.set(specPath, count);
    if (count <= MOST_IN_FILE) {
      this.#kept.push(bounded(make(), severity));
      return;
    }
    const hidden = this.#hidden.get(specPath);
    if (hidden === undefined) this.#hidden.set(specPath, {first: bounded(make(), severity), count: 1, severity});
    else {
      hidden.count++;
      if (severity === 'error') hidden.severity = severity;
    }
  }

  list(): Diagnostic[] {
    return [...this.#kept, ...[...this.#hidden.values()].map(countHidden)];
  }
}

function bounded(finding: Omit<Diagnostic, 'severity'>, severity: Severity): Diagnostic {
  const {message, counterpart} = finding;
  const other = counterpart === undefined ? {} : {counterpart: {...counterpart, message: boundText(counterpart.message)}};
  return {...finding, severity, message: boundText(message), ...other};
}

function countHidden({first, count, severity}: Hidden): Diagnostic {
  const [findings, are] = count === 1 ? ['finding', 'is'] : ['findings', 'are'];
  return sayMore(`${count} more ${findings} about keys, names and ids in this file ${are} not shown`, severity, first.where);
}

/** A finding of one place, with the monitors that it concerns. */
interface Group {
  finding: Diagnostic;
  monitors: number;
  readonly files: Set<string>;
  /** The spec files below the layer in which it stands. */
  readonly below: readonly string[];
}

/** Takes the findings of merged specs and gives each place once: a fault of a layer is one, however many specs inherit it. */
export class SharedFindings {
  readonly #groups = new Map<string, Group>();

  /** Adds findings of a layer by itself, with the spec files below it, whose monitors have no part in the count. */
  addOwn(findings: readonly Diagnostic[], below: readonly string[]): void {
    for (const [key, finding] of numberFindings(findings)) this.#groups.set(key, {finding, monitors: 0, files: new Set(), below});
  }

  /** Findings of one spec file, given as findings show it, or of a layer with all `files` that it concerns. */
  add(file: string, findings: readonly Diagnostic[], files: readonly string[] = [file]): void {
    for (const [key, finding] of numberFindings(findings)) {
      const group = this.#groups.get(key);
      const {monitors = 1, ...one} = finding;
      if (group === undefined) this.#groups.set(key, {finding: one, monitors, files: new Set(files), below: []});
      else {
        group.monitors += monitors;
        for (const one of files) group.files.add(one);
      }
    }
  }

  /**
   * Each finding, with the spec files that it concerns. One that no merged spec has (its layer can't be read, or has what no spec may
   * inherit) concerns all below the layer: none of them is known to be sound.
   */
  list(): (readonly [Diagnostic, ReadonlySet<string>])[] {
    return [...this.#groups.values()].map(({finding, monitors, files, below}) => [
      monitors > 1 ? {...finding, monitors} : finding,
      files.size === 0 ? new Set(below) : files,
    ]);
  }
}

/** Numbers findings of one place with one code, so that several faults there stay several. */
function* numberFindings(findings: readonly Diagnostic[]): Generator<readonly [string, Diagnostic]> {
  const messages = new Map<string, Map<string, number>>();
  for (const finding of findings) {
    const {code, where, message} = finding;
    const place = `${code} ${where?.range.start.offset ?? ''} ${where?.pointer ?? ''} ${where?.file ?? ''}`;
    const known = messages.get(place) ?? new Map<string, number>();
    messages.set(place, known);
    const number = known.get(message) ?? known.size;
    known.set(message, number);
    yield [`${number} ${place}`, finding];
  }
}
