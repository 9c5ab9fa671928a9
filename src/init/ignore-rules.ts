import {posix} from 'node:path';

/** Lines of .gitattributes or .gitignore, and the comment above them. */
interface Rules {
  readonly title: string;
  readonly lines: readonly string[];
}

/** Lists the files that git must not merge line by line: a state of two halves would be valid JSON, but wrong. */
export function listAttributes(state: string): Rules {
  const name = patternOf(state);
  return {
    title: 'monitors: do not merge state and journal; on a conflict take one side of both',
    lines: [`${name}*.json -merge -text linguist-generated`, `${name}*.json.journal -merge -text linguist-generated`],
  };
}

/** Lists the files beside a state that belong to this machine only, for every environment. */
export function listIgnored(state: string): Rules {
  const name = patternOf(state);
  return {
    title: 'monitors: locks, backups and files after a crash; state and journal are committed',
    lines: ['lock*', 'bak', 'tmp-*', 'rescue-*'].map(ending => `${name}*.${ending}`),
  };
}

/** `monitors.state.json` gives `monitors.state`, with which the names of all environments' states begin. */
function patternOf(state: string): string {
  const {dir, name, ext} = posix.parse(posix.normalize(state));
  const path = posix.join(dir, ext === '.json' ? name : `${name}${ext}`);
  return toPattern(path);
}

/** Replaces special characters by `?`, one for each byte, as git matches. */
function toPattern(path: string): string {
  return path.replace(/[^\w./-]/gu, character => '?'.repeat(Buffer.byteLength(character)));
}
