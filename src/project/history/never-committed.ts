import {basename, join} from 'node:path';
import {findReal, pathBelow, toShownPath} from '../../core/files/paths';
import {type Heads, listOwnTips, readHeads} from '../../core/git/heads';
import {findRepository} from '../../core/git/repository';
import {askGit} from '../../core/git/run-git';
import {isObject, parseJson, property} from '../../core/json/value';
import type {DeleteChange} from '../../core/plan/change';
import type {Key} from '../../core/specs/desired-monitor';
import type {Project} from '../project';

/** Output of a git command; null where it failed. */
type Ask = (...args: readonly string[]) => Promise<string | null>;

/**
 * Finds the specs, by key, that no commit ever had, though others share the state that records their monitors: `git commit -a` leaves new
 * files out, an ignore rule of one machine hides them, or they are on another branch while the state is on a server. Null where git does not
 * show it, or where specs are here that git does not keep: then commits tell nothing.
 */
export async function findNeverCommitted(
  removed: readonly Pick<DeleteChange, 'key' | 'before'>[],
  {settings, env, world, cwd}: Pick<Project, 'settings' | 'env' | 'world' | 'cwd'>,
): Promise<ReadonlyMap<Key, string> | null> {
  const directory = findReal(settings.specsDirectory);
  const root = findRepository(directory);
  const heads = root === null ? null : readHeads(root, env);
  // The commit that removed a spec may not be in a shallow clone.
  if (root === null || heads === null || heads.head === null || heads.isShallow) return null;
  const isOnServer = settings.sharedState !== undefined;
  const ask: Ask = async (...args) => {
    const answer = await askGit(root, env, args, {sleep: world.sleep});
    return answer?.exitCode === 0 ? answer.stdout.toString('utf8') : null;
  };
  const isShared = isOnServer ? () => true : await readCommittedKeys(`HEAD:${pathBelow(root, findReal(settings.stateFile))}`, ask);
  const shared = removed.filter(({key}) => isShared(key));
  if (shared.length === 0) return null;
  const kept = await ask('ls-files', '-o', '-z', '--', `:(top,literal)${pathBelow(root, directory)}`);
  if (kept === null || kept.split('\0').some(isSpecName)) return null;
  const had = await findCommitted(shared, tipsOf(heads, isOnServer), ask);
  if (had === null) return null;
  const missing = shared.filter(({before}) => !had(before.specPath));
  return new Map(missing.map(({key, before}) => [key, toShownPath(cwd, join(directory, before.specPath))]));
}

/** Names the commits that tell of a spec: HEAD, and for a state in a file, which went along, what was checked out here before. */
function tipsOf(heads: Heads, isOnServer: boolean): readonly string[] {
  return isOnServer ? ['HEAD'] : listOwnTips(heads);
}

/** The keys that the state of a commit records: others have it. */
async function readCommittedKeys(object: string, ask: Ask): Promise<(key: Key) => boolean> {
  const text = await ask('cat-file', 'blob', object);
  const monitors = text === null ? undefined : property(parseJson(text), 'monitors');
  return key => isObject(monitors) && Object.hasOwn(monitors, key);
}

function isSpecName(path: string): boolean {
  return /\.ya?ml$/i.test(path);
}

/** Most names that git is asked for one by one. */
const MOST_NAMES = 200;

/**
 * Tells of which specs commits had a file, in whatever directory: that of the specs may have had another name. Letter case and composition
 * of letters do not count. Null where git does not tell.
 */
async function findCommitted(
  removed: readonly Pick<DeleteChange, 'before'>[],
  tips: readonly string[],
  ask: Ask,
): Promise<((specPath: string) => boolean) | null> {
  const names = [...new Set(removed.map(({before}) => toGlob(basename(before.specPath))))];
  const wanted = names.length > MOST_NAMES ? ['*.yaml', '*.yml'] : names;
  // Merges hide what a side added and removed again, unless all of the history is read.
  const words = ['--format=', '--name-only', '-z', '-m', '--full-history', '--no-renames', ...tips];
  const listed = await ask('log', ...words, '--', ...wanted.map(name => `:(top,glob,icase)**/${name}`));
  if (listed === null) return null;
  const endings = new Set(listed.split('\0').flatMap(path => listEndings(toPlain(path.trimStart()))));
  return specPath => endings.has(toPlain(specPath));
}

/** Lists a path, and what is left of it without its first folders. */
function listEndings(path: string): string[] {
  const parts = path.split('/');
  return parts.map((_, index) => parts.slice(index).join('/'));
}

function toPlain(path: string): string {
  return path.normalize('NFC').toLowerCase();
}

/** A name as a pattern of git; letters that may be composed otherwise match anything. */
function toGlob(name: string): string {
  return name.replace(/[\\*?[\]]/g, '\\$&').replace(/[^\x20-\x7E]+/g, '*');
}
