import {boundText} from '../diagnostics/bounded-text';
import type {DiagnosticCode} from '../diagnostics/codes';
import type {Diagnostic, Place, Severity} from '../diagnostics/diagnostic';
import {type Path, stepInto, toPointer} from '../json/pointer';
import {isObject, type JsonValue, property} from '../json/value';
import type {AnyMemberName} from '../service/member';
import type {MemberPart} from './desired-monitor';
import {type CountedFindings, countAll, MOST_FINDINGS} from './finding-limit';
import type {SpecDocument} from './spec-document';

/** Words of a finding. They hold no value of a secret place. */
export interface Wording {
  readonly message: string;
  readonly hint: string;
}

interface SpotFinding extends Wording {
  readonly spot: Spot;
  readonly code: DiagnosticCode;
  /** Left out: the place of the spot. */
  readonly where?: Place;
}

/** A value of a document that knows its place, also where nothing stands. Path, line and column are worked out only for a finding. */
export class Spot {
  // Hundreds are made for each spec: members that are private to V8, too, or defined before they are set, take twice as long.
  declare readonly value: JsonValue | undefined;
  declare private readonly findings: DocumentFindings;
  declare private readonly above: Spot | null;
  declare private readonly step: string | number;
  declare private readonly part: MemberPart;

  constructor(
    value: JsonValue | undefined,
    findings: DocumentFindings,
    above: Spot | null = null,
    step: string | number = '',
    part: MemberPart = 'value',
  ) {
    this.value = value;
    this.findings = findings;
    this.above = above;
    this.step = step;
    this.part = part;
  }

  /** Reads the value of a member, for which no spot is needed. */
  read(name: AnyMemberName): JsonValue | undefined {
    return property(this.value, name);
  }

  at(name: AnyMemberName): Spot {
    return this.below(name);
  }

  /** The spot of an item, or of a member whose name is worked out. */
  below(step: string | number): Spot {
    return new Spot(stepInto(this.value, step), this.findings, this, step);
  }

  to(path: Path): Spot {
    return path.reduce<Spot>((spot, step) => spot.below(step), this);
  }

  /** The items of a list; none if the value is not a list. */
  items(): readonly Spot[] {
    return itemsOf(this.value).map((item, index) => new Spot(item, this.findings, this, index));
  }

  /** The members of an object; none if the value is not an object. */
  members(): readonly Spot[] {
    return isObject(this.value) ? Object.keys(this.value).map(name => this.below(name)) : [];
  }

  /** Name of the member that the value stands under. */
  get name(): string {
    return String(this.step);
  }

  get path(): Path {
    return this.above === null ? [] : [...this.above.path, this.step];
  }

  /** The same member for a finding about its name. */
  get key(): Spot {
    return new Spot(this.value, this.findings, this.above, this.step, 'key');
  }

  error(code: DiagnosticCode, message: string, hint: string): void {
    this.report('error', code, () => ({message, hint}));
  }

  /** Reports that members are missing: at the cell of one that a row of a list leaves empty, else at `spot`. */
  missing(names: readonly AnyMemberName[], code: DiagnosticCode, {message, hint}: Wording, spot: Spot = this): void {
    const {document} = this.findings;
    const cells = names.map(name => document.emptyCellAt(toPointer([...this.path, name])));
    const where = cells.find(cell => cell !== null);
    const words = where === undefined ? {message, hint} : {message: `${message}: its cell is empty`, hint: 'fill the cell', where};
    this.findings.take('error', () => ({code, ...words, spot}));
  }

  warn(code: DiagnosticCode, message: string, hint: string): void {
    this.report('warning', code, () => ({message, hint}));
  }

  /** Reports a finding that is worded only when it is shown. */
  report(severity: Severity, code: DiagnosticCode, word: () => Wording): void {
    this.findings.take(severity, () => ({code, ...word(), spot: this}));
  }

  /** Places an error that is not counted with the others. */
  fault(code: DiagnosticCode, message: string, hint: string): Diagnostic {
    return {code, severity: 'error', message, hint, where: this.place};
  }

  get place(): Place {
    return this.findings.document.placeOf(toPointer(this.path), this.part);
  }
}

/** The findings in one document: the first 50 with their places, errors before warnings, the rest counted. */
export class DocumentFindings {
  readonly document: SpecDocument;
  readonly #errors: SpotFinding[] = [];
  readonly #warnings: SpotFinding[] = [];
  #errorCount = 0;
  #warningCount = 0;
  /** The document as a whole. */
  readonly root: Spot;

  constructor(document: SpecDocument) {
    this.document = document;
    this.root = new Spot(document.data, this);
  }

  take(severity: Severity, make: () => SpotFinding): void {
    const shown = severity === 'error' ? this.#errors : this.#warnings;
    if (shown.length < MOST_FINDINGS) shown.push(make());
    if (severity === 'error') this.#errorCount++;
    else this.#warningCount++;
  }

  list(): CountedFindings {
    if (this.#errorCount + this.#warningCount === 0) return NOTHING;
    const errors = this.#errors.map(finding => this.#place('error', finding));
    const warnings = this.#warnings.slice(0, MOST_FINDINGS - errors.length).map(finding => this.#place('warning', finding));
    return {
      findings: [...errors, ...warnings],
      moreErrors: this.#errorCount - errors.length,
      moreWarnings: this.#warningCount - warnings.length,
    };
  }

  #place(severity: Severity, {spot, code, message, hint, where = spot.place}: SpotFinding): Diagnostic {
    return {code, severity, message: boundText(message), hint: boundText(hint), where};
  }
}

/** The spot of a whole document. */
export function rootOf(document: SpecDocument): Spot {
  return new DocumentFindings(document).root;
}

const NOTHING = countAll([]);

/** The items of a list; none if the value is not a list. */
export function itemsOf(value: JsonValue | undefined): readonly JsonValue[] {
  return Array.isArray(value) ? value : [];
}

/** A text, cut so that a message stays readable. */
export function shorten(text: string): string {
  return text.length <= LONGEST_SHOWN ? text : `${text.slice(0, LONGEST_SHOWN)}...`;
}

const LONGEST_SHOWN = 80;
