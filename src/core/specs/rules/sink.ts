import {boundText} from '../../diagnostics/bounded-text';
import type {DiagnosticCode} from '../../diagnostics/codes';
import type {Diagnostic, Severity} from '../../diagnostics/diagnostic';
import {type Path, toPointer} from '../../json/pointer';
import type {JsonObject, JsonValue} from '../../json/value';
import type {MemberPart, SpecDocument} from '../desired-monitor';
import {type CountedFindings, countAll, MOST_FINDINGS} from '../finding-limit';

/** Finding of a rule about one place. Neither message nor hint holds a value of a secret place. */
export interface RuleFinding {
  readonly code: DiagnosticCode;
  readonly path: Path;
  readonly part?: MemberPart;
  readonly message: string;
  readonly hint?: string;
}

/** One rule: looks at a body, of which only the types it needs are sure, and reports what is wrong. Never throws. */
export type Rule = (body: JsonObject, sink: RuleSink) => void;

/** Takes what the rules find in one document: the first 50 with their places, errors before warnings, the rest counted. */
export class RuleSink {
  readonly #document: SpecDocument;
  readonly #errors: RuleFinding[] = [];
  readonly #warnings: RuleFinding[] = [];
  #errorCount = 0;
  #warningCount = 0;

  constructor(document: SpecDocument) {
    this.#document = document;
  }

  get document(): SpecDocument {
    return this.#document;
  }

  error(finding: RuleFinding): void {
    this.#errorCount++;
    if (this.#errors.length < MOST_FINDINGS) this.#errors.push(finding);
  }

  warn(finding: RuleFinding): void {
    this.#warningCount++;
    if (this.#warnings.length < MOST_FINDINGS) this.#warnings.push(finding);
  }

  /** Takes a finding that is made only when it is shown. */
  add(severity: Severity, make: () => RuleFinding): void {
    const shown = severity === 'error' ? this.#errors : this.#warnings;
    if (shown.length < MOST_FINDINGS) shown.push(make());
    if (severity === 'error') this.#errorCount++;
    else this.#warningCount++;
  }

  list(): CountedFindings {
    if (this.#errorCount + this.#warningCount === 0) return countAll([]);
    const errors = this.#errors.map(finding => this.#place('error', finding));
    const warnings = this.#warnings.slice(0, MOST_FINDINGS - errors.length).map(finding => this.#place('warning', finding));
    return {
      findings: [...errors, ...warnings],
      moreErrors: this.#errorCount - errors.length,
      moreWarnings: this.#warningCount - warnings.length,
    };
  }

  #place(severity: Severity, {code, path, part = 'value', message, hint}: RuleFinding): Diagnostic {
    const pointer = toPointer(path);
    const where = this.#document.placeOf(pointer, part);
    return {code, severity, message: boundText(message), ...(hint === undefined ? {} : {hint: boundText(hint)}), where};
  }
}

/** The items of a list; none if the value is not a list. */
export function itemsOf(value: JsonValue | undefined): readonly JsonValue[] {
  return Array.isArray(value) ? value : [];
}

/** A text, cut so that a message stays readable. */
export function shorten(text: string): string {
  return text.length <= LONGEST_SHOWN ? text : `${text.slice(0, LONGEST_SHOWN)}...`;
}

const LONGEST_SHOWN = 80;
