import {isAbsolute, relative, sep} from 'node:path';

/** Whether an absolute path is a directory or below it, by its letters: symbolic links are not followed. A relative path is in none. */
export function isInside(directory: string, path: string): boolean {
  const inside = relative(directory, path);
  return isAbsolute(path) && inside !== '..' && !inside.startsWith(`..${sep}`) && !isAbsolute(inside);
}
