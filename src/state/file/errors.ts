import {UserError} from '../../diagnostics/user-error';
import type {Refusals} from '../format/refusals';
import {errorCode, isSystemError} from './disk';

/** Does what touches the disk; everything that the disk refuses becomes a {@link UserError}: `shown` is not saved. */
export async function withDiskErrors<T>(refusals: Refusals, shown: string, act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (cause) {
    if (isSystemError(cause)) throw refusals.notSaved(shown, cause);
    throw cause;
  }
}

/**
 * Does the first thing of a run that touches the disk. Nothing was changed yet: a directory that takes no lock is a matter of
 * permissions, not of a state that is not saved.
 */
export function refuseUnwritable<T>(refusals: Refusals, shown: string, act: () => Promise<T>): Promise<T> {
  return withDiskErrors(refusals, shown, act).catch((error: unknown) => {
    const cause = error instanceof UserError ? error.cause : undefined;
    if (!(error instanceof UserError) || !['EACCES', 'EPERM', 'EROFS'].includes(errorCode(cause))) throw error;
    throw refusals.notWritable(error.message, 'give yourself write permission on its directory, then run the command again', cause);
  });
}
