import {existsSync, readFileSync, statSync} from 'node:fs';
import {dirname, join, relative, resolve, sep} from 'node:path';

/**
 * Finds the nearest directory, from this one up, with a `.git`; null if there is none. Only that name counts, since a commit
 * cannot contain it; a directory that only looks like a bare repository does not count.
 */
export function findRepository(directory: string): string | null {
  if (existsSync(join(directory, '.git'))) return directory;
  return dirname(directory) === directory ? null : findRepository(dirname(directory));
}

/**
 * Finds the first directory with a `.git`, from `top` down to `directory`, both included; null if there is none. From the top, so
 * that files of a checkout cannot come before its own `.git`.
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

/** The directory itself, or the nearest above it that is there. */
export function findNearest(directory: string): string {
  return existsSync(directory) || dirname(directory) === directory ? directory : findNearest(dirname(directory));
}

/** Whether the checkout that a directory belongs to leaves files out by patterns, or did once. */
export function isSparse(directory: string): boolean {
  const workTree = findRepository(directory);
  const gitDir = workTree === null ? null : findGitDirectory(workTree);
  return gitDir !== null && existsSync(join(gitDir, 'info/sparse-checkout'));
}

/** The directory of git's own files. Of a linked worktree or a submodule, `.git` is a file that names it. */
export function findGitDirectory(workTree: string): string | null {
  const place = join(workTree, '.git');
  try {
    if (statSync(place).isDirectory()) return place;
    const named = /^gitdir: (.+)$/m.exec(readFileSync(place, 'utf8'))?.[1];
    return named === undefined ? null : resolve(dirname(place), named);
  } catch {
    return null;
  }
}
