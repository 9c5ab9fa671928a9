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

/** Takes what the rules find in one document: the first 50 with their places, the rest counted. */
export class RuleSink {
  readonly #document: SpecDocument;
  readonly #findings: Diagnostic[] = [];
  #more = 0;
  #moreErrors = 0;

  constructor(document: SpecDocument) {
    this.#document = document;
  }

  get document(): SpecDocument {
    return this.#document;
  }

  error(finding: RuleFinding): void {
    this.#add('error', finding);
  }

  warn(finding: RuleFinding): void {
    this.#add('warning', finding);
  }

  list(): Diagnostic[] {
    if (this.#more === 0) return this.#findings;
    const message = `${this.#more} more findings in this document are not shown`;
    const severity = this.#moreErrors > 0 ? 'error' : 'warning';
    const hint = 'mend the ones that are shown, then run the command again';
    return [...this.#findings, {code: 'schema/more-findings', severity, message, hint, where: this.#place([], 'value')}];
  }

  #add(severity: Severity, {code, path, part = 'value', message, hint}: RuleFinding): void {
    if (this.#findings.length >= MOST_FINDINGS) {
      this.#more++;
      if (severity === 'error') this.#moreErrors++;
      return;
    }
    this.#findings.push({code, severity, message, ...(hint === undefined ? {} : {hint}), where: this.#place(path, part)});
  }

  #place(path: Path, part: MemberPart) {
    const pointer = toPointer(path);
    return {file: this.#document.source.file, pointer, range: this.#document.rangeOf(pointer, part)};
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
