import type {DiagnosticCode} from '../../diagnostics/codes';
import type {Diagnostic, Severity} from '../../diagnostics/diagnostic';
import {type Path, toPointer} from '../../json/pointer';
import type {JsonObject, JsonValue} from '../../json/value';
import type {MemberPart, SpecDocument} from '../model';

/** What a rule says of one place. Neither message nor hint holds a value of a secret place. */
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
  #count = 0;

  constructor(document: SpecDocument) {
    this.#document = document;
  }

  get document(): SpecDocument {
    return this.#document;
  }

  error(finding: RuleFinding): void {
    this.#count++;
    if (this.#errors.length <= MOST_FINDINGS) this.#errors.push(finding);
  }

  warn(finding: RuleFinding): void {
    this.#count++;
    if (this.#warnings.length <= MOST_FINDINGS) this.#warnings.push(finding);
  }

  list(): Diagnostic[] {
    if (this.#count === 0) return [];
    const errors = this.#errors.slice(0, MOST_FINDINGS).map(finding => this.#place('error', finding));
    const warnings = this.#warnings.slice(0, MOST_FINDINGS - errors.length).map(finding => this.#place('warning', finding));
    const shown = [...errors, ...warnings];
    const more = this.#count - shown.length;
    return more === 0 ? shown : [...shown, this.#countMore(more, errors.length < this.#errors.length ? 'error' : 'warning')];
  }

  #countMore(more: number, severity: Severity): Diagnostic {
    const message = more === 1 ? '1 more finding in this document is not shown' : `${more} more findings in this document are not shown`;
    const hint = 'mend the ones that are shown, then run the command again';
    return this.#place(severity, {code: 'schema/more-findings', path: [], message, hint});
  }

  #place(severity: Severity, {code, path, part = 'value', message, hint}: RuleFinding): Diagnostic {
    const pointer = toPointer(path);
    const where = {file: this.#document.source.file, pointer, range: this.#document.rangeOf(pointer, part)};
    return {code, severity, message, ...(hint === undefined ? {} : {hint}), where};
  }
}

/** The contract shows at most this many findings of a document. */
const MOST_FINDINGS = 50;

/** The items of a list; none where the value is no list. */
export function itemsOf(value: JsonValue | undefined): readonly JsonValue[] {
  return Array.isArray(value) ? value : [];
}

/** A text, cut so that a message stays readable. */
export function shorten(text: string): string {
  return text.length <= LONGEST_SHOWN ? text : `${text.slice(0, LONGEST_SHOWN)}...`;
}

const LONGEST_SHOWN = 80;
