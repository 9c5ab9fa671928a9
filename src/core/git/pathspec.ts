import {existsSync} from 'node:fs';
import {dirname, relative, sep} from 'node:path';

/** The directory itself, or the nearest above it that is there. */
export function findNearest(directory: string): string {
  return existsSync(directory) || dirname(directory) === directory ? directory : findNearest(dirname(directory));
}

/** A path below a directory, as git writes it. */
export function toPathspec(directory: string, path: string): string {
  return relative(directory, path).split(sep).join('/');
}
