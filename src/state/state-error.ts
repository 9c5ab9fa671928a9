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
