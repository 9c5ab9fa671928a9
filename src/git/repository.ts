import {existsSync} from 'node:fs';
import {dirname, join, relative, sep} from 'node:path';

/**
 * The nearest directory from this one up that holds `.git`; null where there is none. Only that name makes a repository,
 * since no commit can hold it: a directory that merely looks like a bare repository is files.
 */
export function findRepository(directory: string): string | null {
  if (existsSync(join(directory, '.git'))) return directory;
  return dirname(directory) === directory ? null : findRepository(dirname(directory));
}

/**
 * The first directory from `top` down to `directory` that holds `.git`, both included; null where there is none. From
 * the top, since nothing that a checkout brings comes before its own `.git`.
 */
export function findRepositoryBelow(top: string, directory: string): string | null {
  const steps = relative(top, directory)
    .split(sep)
    .filter(step => step !== '');
  let current = top;
  for (const step of ['', ...steps]) {
    current = join(current, step);
    if (existsSync(join(current, '.git'))) return current;
  }
  return null;
}
