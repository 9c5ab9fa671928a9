import {parse, relative, resolve, sep} from 'node:path';

/** A path as findings show it, with `/`: relative to the working directory, or absolute where the two share no directory but the root. */
export function toShownPath(cwd: string, file: string): string {
  const path = relative(cwd, file);
  const {root} = parse(cwd);
  const up = path.split(sep).filter(name => name === '..').length;
  const isElsewhere = up > 0 && up === cwd.slice(root.length).split(sep).filter(Boolean).length;
  const shown = isElsewhere ? resolve(cwd, file) : path;
  return (shown === '' ? '.' : shown).split(sep).join('/');
}
