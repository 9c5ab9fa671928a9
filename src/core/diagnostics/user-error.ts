import type {DiagnosticCode} from './codes';
import type {Diagnostic} from './diagnostic';

/** Codes of a state that could not be saved. */
const UNSAVED: ReadonlySet<DiagnosticCode> = new Set(['state/not-saved', 'state/changed', 'state/lock-lost']);

/**
 * An error that the user can fix, raised before anything was changed: usage, configuration, environment, an unreadable
 * specs directory or state. `message` says what is wrong and where.
 */
export class UserError extends Error {
  override readonly name: string = 'UserError';
  readonly code: DiagnosticCode;
  /** The edit or command to continue with. */
  readonly hint: string | undefined;
  /** Findings that caused it, such as those of a config file; shown before it. */
  readonly findings: readonly Diagnostic[];
  constructor(
    code: DiagnosticCode,
    message: string,
    hint?: string,
    {findings = [], ...options}: {readonly cause?: unknown; readonly findings?: readonly Diagnostic[]} = {},
  ) {
    super(message, options);
    this.code = code;
    this.hint = hint;
    this.findings = findings;
  }

  /** Exit code of the command: 5 if the state could not be saved, else 3 (docs/output.md). */
  get exitCode(): 3 | 5 {
    return UNSAVED.has(this.code) ? 5 : 3;
  }
}
