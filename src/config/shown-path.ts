import {relative, sep} from 'node:path';

/** A path as findings show it: relative to the working directory, with `/`. */
export function toShownPath(cwd: string, file: string): string {
  const path = relative(cwd, file);
  return (path === '' ? '.' : path).split(sep).join('/');
}
