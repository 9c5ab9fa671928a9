/** Why a run was asked to end, and the exit code that says so (130 for SIGINT, 143 for SIGTERM and SIGHUP). */
export interface Interruption {
  readonly signal: 'SIGINT' | 'SIGTERM' | 'SIGHUP';
  readonly exitCode: 130 | 143;
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
