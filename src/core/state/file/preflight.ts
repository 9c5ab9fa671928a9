import {dirname} from 'node:path';
import {UserError} from '../../diagnostics/user-error';
import type {Refusals} from '../format/refusals';
import {type Disk, errorCode, isSystemError, type PathFacts, withDiskErrors} from './disk';
import type {StatePaths} from './read';

/**
 * Checks, before anything is sent, that state and journal can be written later: regular files or nothing, not
 * write-protected, in an existing directory. Taking the lock shows that the directory accepts files.
 */
export function checkWritable(disk: Disk, paths: StatePaths, refusals: Refusals): void {
  const {shown} = refusals.facts;
  const directory = lookAt(disk, dirname(paths.state), shown, refusals, 'follow');
  if (directory === null) {
    throw refusals.notWritable(`the directory of ${shown} does not exist`, `create it: mkdir -p ${dirname(paths.state)}`);
  }
  refuseOddPlaces(disk, paths, refusals);
  const named: readonly (readonly [string, string])[] = [
    [paths.state, shown],
    [paths.journal, `${shown}.journal`],
  ];
  for (const [path, name] of named) {
    const facts = lookAt(disk, path, name, refusals, 'stay');
    if (facts === null) continue;
    if ((facts.mode & 0o222) === 0) {
      throw refusals.notWritable(`${name} is write-protected (mode ${toOctal(facts.mode)})`, `allow writing: chmod u+w ${path}`);
    }
  }
}

function lookAt(disk: Disk, path: string, shown: string, refusals: Refusals, links: 'follow' | 'stay'): PathFacts | null {
  try {
    return links === 'stay' ? disk.lstat(path) : followDirectory(disk, path);
  } catch (cause) {
    if (!isSystemError(cause)) throw cause;
    throw refusals.unreadable(shown, cause);
  }
}

/** A directory may be reached through a symlink; listing it shows that it is one. */
function followDirectory(disk: Disk, path: string): PathFacts | null {
  const facts = disk.lstat(path);
  if (facts?.kind === 'symlink') disk.list(path);
  return facts;
}

function toOctal(mode: number): string {
  return mode.toString(8).padStart(4, '0');
}

/**
 * Refuses a directory, link, pipe or device under the name of the state or of a file beside it: a run could not save the
 * monitors that it created. Throws a `UserError`.
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

/**
 * Runs the first write of a run. Nothing was changed yet, so a directory that refuses the lock is a matter of permissions,
 * not of a state that was not saved.
 */
export function refuseUnwritable<T>(refusals: Refusals, shown: string, act: () => Promise<T>): Promise<T> {
  return withDiskErrors(refusals, shown, act).catch((error: unknown) => {
    const cause = error instanceof UserError ? error.cause : undefined;
    if (!(error instanceof UserError) || !['EACCES', 'EPERM', 'EROFS'].includes(errorCode(cause))) throw error;
    throw refusals.notWritable(error.message, 'give yourself write permission on its directory, then run the command again', cause);
  });
}
