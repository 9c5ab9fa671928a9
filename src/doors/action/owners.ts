import {compileGlob} from '../../core/base/glob';
import {fetchTip} from './plan-state';
import type {ActionEvent, ActionPorts} from './ports';

/** Names the owners of a file of the repository, by its path with `/`; none where it has no owner. */
type OwnersOf = (path: string) => readonly string[];

/** Where GitHub looks for the file, the first that exists counts. */
const PLACES = ['.github/CODEOWNERS', 'CODEOWNERS', 'docs/CODEOWNERS'];

/** GitHub reads no larger file. */
const LARGEST = 3 * 1024 * 1024;

/** Reads CODEOWNERS of the branch that a pull request goes to, as GitHub does: its own changes of that file do not count. Null without one. */
export async function readOwners(event: ActionEvent, {git}: ActionPorts): Promise<OwnersOf | null> {
  if (event.kind !== 'pull-request') return null;
  const {sha} = event.base;
  if ((await git.read(`${sha}^{commit}`)) === null && !(await fetchTip(git, sha))) return null;
  for (const place of PLACES) {
    const file = await git.read(`${sha}:${place}`);
    if (file !== null && file.bytes.length <= LARGEST) return parseOwners(file.bytes.toString('utf8'));
  }
  return null;
}

/**
 * Reads the rules of a CODEOWNERS file; of several that match, the last one counts, also one without owners. A line that GitHub skips is
 * skipped: with `!`, `[` or a wrong name. Source: GitHub's page "About code owners".
 */
export function parseOwners(text: string): OwnersOf {
  const rules = text.split(/\r?\n/).flatMap(line => {
    const [pattern, ...owners] = line
      .replace(/(^|\s)#.*$/, '')
      .trim()
      .split(/(?<!\\)\s+/);
    if (pattern === undefined || pattern === '' || /^!|\[/.test(pattern) || !owners.every(isOwner)) return [];
    return [{matches: compilePattern(pattern.replace(/\\([ #])/g, '$1')), owners}];
  });
  return path => rules.findLast(({matches}) => matches(path))?.owners ?? [];
}

function isOwner(name: string): boolean {
  return /^@[\w.-]+(?:\/[\w.-]+)?$/.test(name) || /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(name);
}

/** A pattern is one of gitignore: without a slash inside it matches at any depth, and a directory stands for all that is in it. */
function compilePattern(pattern: string): (path: string) => boolean {
  const isAnchored = /\/./.test(pattern);
  const bare = pattern.replace(/^\//, '').replace(/\/$/, '');
  const start = isAnchored ? bare : `**/${bare}`;
  const globs = pattern.endsWith('/') ? [`${start}/**`] : isAnchored && bare.endsWith('/*') ? [start] : [start, `${start}/**`];
  const all = (isAnchored ? globs : [...globs, ...globs.map(glob => glob.slice('**/'.length))]).map(glob => compileGlob(glob));
  return path => all.some(matches => matches(path));
}
