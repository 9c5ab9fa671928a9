import {posix} from 'node:path';

/** The lines of a file of rules, and what a comment above them says. */
interface Rules {
  readonly title: string;
  readonly lines: readonly string[];
}

/** What git never merges line by line, and leaves alone: a state of two halves would be valid JSON and wrong. */
export function listAttributes(state: string): Rules {
  const name = patternOf(state);
  return {
    title: "monitors: state and journal are one run's account; on a conflict take one side",
    lines: [`${name}*.json -merge -text linguist-generated`, `${name}*.json.journal -merge -text linguist-generated`],
  };
}

/** What lies beside a state, of every environment, and is of this machine only. */
export function listIgnored(state: string): Rules {
  const name = patternOf(state);
  return {
    title: 'monitors: locks, backups and what a crash leaves; state and journal are committed',
    lines: ['lock*', 'bak', 'tmp-*', 'rescue-*'].map(ending => `${name}*.${ending}`),
  };
}

/** `monitors.state.json` gives `monitors.state`, the beginning of the names of all environments' states. */
function patternOf(state: string): string {
  const {dir, name, ext} = posix.parse(posix.normalize(state));
  const path = posix.join(dir, ext === '.json' ? name : `${name}${ext}`);
  return toPattern(path);
}

/** What rules would read as more than a character matches as any one, byte by byte as git does. */
function toPattern(path: string): string {
  return path.replace(/[^\w./-]/gu, character => '?'.repeat(Buffer.byteLength(character)));
}
