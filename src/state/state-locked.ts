import {UserError} from '../diagnostics/user-error';

/** Another run holds the lock. Nothing was read or changed under it. */
export class StateLocked extends UserError {
  override readonly name = 'StateLocked';
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
