import {dirname} from 'node:path';
import type {Refusals} from '../format/refusals';
import {type Disk, isSystemError, type PathFacts} from './disk';
import {refuseOddPlaces} from './places';
import type {StatePaths} from './read';

/**
 * Looks, before anything is sent, whether state and journal can be written later: regular files or nothing, not
 * write-protected, in a directory that is there. That the directory takes files shows when the lock is made.
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
