import type {Interruption} from './context';
import type {DiagnosticCode} from './diagnostics/codes';

/**
 * The run stops before it changed anything, for a reason the user can mend: wrong usage, configuration or environment.
 * Ends in exit code 3. `message` says what is wrong and where, `hint` which edit or command goes on from there.
 */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly code: DiagnosticCode;
  readonly hint: string | undefined;
  constructor(code: DiagnosticCode, message: string, hint?: string, options?: {cause?: unknown}) {
    super(message, options);
    this.code = code;
    this.hint = hint;
  }
}

/** A signal ended the run before it changed anything. Ends in the signal's exit code. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted';
  readonly exitCode: Interruption['exitCode'];
  constructor({signal, exitCode}: Interruption) {
    super(`interrupted by ${signal}: nothing was changed`);
    this.exitCode = exitCode;
  }
}

/** Throws `Interrupted` when a signal asked the run to end: call it where nothing was changed yet. */
export function refuseInterrupted({interruption}: {readonly interruption: AbortSignal}): void {
  if (interruption.aborted) throw new Interrupted(interruption.reason as Interruption);
}

/** The exit code of a run that went on to its end in good order although a signal asked it to end; `otherwise` without one. */
export function exitCodeAfter(interruption: AbortSignal, otherwise: number): number {
  return interruption.aborted ? (interruption.reason as Interruption).exitCode : otherwise;
}
