import type {Refusals} from '../format/refusals';
import type {Disk} from './disk';
import {isSystemError} from './disk';
import type {StatePaths} from './read';

/**
 * Refuses a directory, link, pipe or device under the name of the state or of a file beside it: a run that has created monitors
 * could not save them. Throws a `UserError`.
 */
export function refuseOddPlaces(disk: Pick<Disk, 'lstat'>, paths: StatePaths, refusals: Refusals): void {
  for (const path of Object.values(paths) as readonly string[]) {
    const shown = `${refusals.facts.shown}${path.slice(paths.state.length)}`;
    try {
      const facts = disk.lstat(path);
      if (facts !== null && facts.kind !== 'file') throw refusals.notAFile(shown, facts.kind);
    } catch (cause) {
      if (!isSystemError(cause)) throw cause;
      throw refusals.unreadable(shown, cause);
    }
  }
}
