import type {DiagnosticCode} from '../diagnostics/codes';

/**
 * The state can't be read, locked or written without guessing. `code` is a `state/...` diagnostic; `message` says
 * what was found and where, `hint` which command goes on from there. Nothing was changed.
 */
export class StateError extends Error {
  override readonly name = 'StateError';
  readonly code: DiagnosticCode;
  readonly hint: string;
  constructor(code: DiagnosticCode, message: string, hint: string, options?: {cause?: unknown}) {
    super(message, options);
    this.code = code;
    this.hint = hint;
  }
}

/** Another run holds the lock. Nothing was read or changed under it. */
export class StateLocked extends StateError {
  /** Who holds it, for people. */
  readonly holder: string;
  /** Whether somebody who may still run holds it now; taking it is worth a try where nobody does. */
  readonly isHeld: () => boolean;
  constructor(message: string, hint: string, {holder, isHeld}: {readonly holder: string; readonly isHeld: () => boolean}) {
    super('state/locked', message, hint);
    this.holder = holder;
    this.isHeld = isHeld;
  }
}
