import type {DiagnosticCode} from './codes';
import type {Diagnostic} from './diagnostic';

/** What stops a write of the state, also the very first one, before anything was sent. */
const UNSAVED: ReadonlySet<DiagnosticCode> = new Set(['state/not-saved', 'state/changed']);

/**
 * The run stops before it changed anything, for a reason that the user can fix: usage, configuration, environment, a
 * specs directory or a state that can't be read. `message` says what is wrong and where.
 */
export class UserError extends Error {
  override readonly name: string = 'UserError';
  readonly code: DiagnosticCode;
  /** Which edit or command goes on from here. */
  readonly hint: string | undefined;
  /** The findings that it comes from, such as those of a faulty config file; shown before it. */
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

  /** What a command ends with: 5 where the state could not be saved, else 3; see docs/output.md. */
  get exitCode(): 3 | 5 {
    return UNSAVED.has(this.code) ? 5 : 3;
  }
}
