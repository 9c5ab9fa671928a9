import {realpathSync} from 'node:fs';
import machinePath, {basename, dirname, join, type PlatformPath} from 'node:path';
import {UserError} from '../diagnostics/user-error';

/**
 * Whether an absolute path is a directory or below it, by its letters: symbolic links are not followed. A relative path is in none.
 * `platform` has the rules of paths, those of this machine by default.
 */
export function isInside(directory: string, path: string, platform: PlatformPath = machinePath): boolean {
  const inside = platform.relative(directory, path);
  return platform.isAbsolute(path) && inside !== '..' && !inside.startsWith(`..${platform.sep}`) && !platform.isAbsolute(inside);
}

/**
 * A path below a directory, with `/`, as git, GitHub and specs write it; empty for the directory itself. One outside begins with `..`,
 * and is absolute on another disk of Windows.
 */
export function pathBelow(directory: string, path: string, platform: PlatformPath = machinePath): string {
  return withSlashes(platform.relative(directory, path), platform);
}

/** A path below a directory, both as a person gave them, as commands name it: with `/`, which every shell of Windows takes. */
export function joinGiven(directory: string | undefined, path: string, platform: PlatformPath = machinePath): string {
  return withSlashes(platform.join(directory ?? '', path), platform);
}

function withSlashes(path: string, {sep}: PlatformPath): string {
  return path.split(sep).join('/');
}

/** Whether a path leads into the files of git itself, which no commit holds and which git runs and removes; also as other disks spell them. */
export function isInGit(path: string): boolean {
  return path.split(/[/\\]/).some(part => /^(?:\.git|git~[0-9])$/i.test(part.replace(/[. ]+$/, '')));
}

/** The refusal of such a path; `what` names it and ends in "leads". */
export function refuseInGit(what: string): UserError {
  return new UserError('config/unsafe-path', `${what} into the directory of git itself`, 'use a path that is committed, outside of .git');
}

/** A path as findings show it, with `/`: relative to the working directory, or absolute where the two share no directory but the root. */
export function toShownPath(cwd: string, file: string, platform: PlatformPath = machinePath): string {
  const {sep} = platform;
  const path = platform.relative(cwd, file);
  const {root} = platform.parse(cwd);
  const up = path.split(sep).filter(name => name === '..').length;
  const isElsewhere = up > 0 && up === cwd.slice(root.length).split(sep).filter(Boolean).length;
  const shown = isElsewhere ? platform.resolve(cwd, file) : path;
  return withSlashes(shown === '' ? '.' : shown, platform);
}

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
