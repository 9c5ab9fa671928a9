import {realpathSync} from 'node:fs';
import {basename, dirname, join} from 'node:path';
import {isInside} from './inner-path';

/** Finds the real place of a path; of one that is not there yet, what there is of it. */
export function findReal(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return dirname(path) === path ? path : join(findReal(dirname(path)), basename(path));
  }
}

/** Whether a path is a directory or below it, wherever symbolic links lead. */
export function isReallyInside(directory: string, path: string): boolean {
  return isInside(findReal(directory), findReal(path));
}
