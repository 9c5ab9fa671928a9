import {isAbsolute, relative, sep} from 'node:path';
import {UserError} from '../diagnostics/user-error';

/** Whether an absolute path is a directory or below it, by its letters: symbolic links are not followed. A relative path is in none. */
export function isInside(directory: string, path: string): boolean {
  const inside = relative(directory, path);
  return isAbsolute(path) && inside !== '..' && !inside.startsWith(`..${sep}`) && !isAbsolute(inside);
}

/** Whether a path leads into the files of git itself, which no commit holds and which git runs and removes; also as other disks spell them. */
export function isInGit(path: string): boolean {
  return path.split(/[/\\]/).some(part => /^(?:\.git|git~[0-9])$/i.test(part.replace(/[. ]+$/, '')));
}

/** The refusal of such a path; `what` names it and ends in "leads". */
export function refuseInGit(what: string): UserError {
  return new UserError('config/unsafe-path', `${what} into the directory of git itself`, 'use a path that is committed, outside of .git');
}
