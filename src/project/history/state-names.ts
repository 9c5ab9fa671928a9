import {basename} from 'node:path';
import {DEFAULT_CONFIG_FILE} from '../../core/base/names';
import {DEFAULT_STATE_FILE} from '../../core/files/state-name';
import {type SearchReach, searchFiles} from '../../core/git/file-search';
import {escapeGlob, type VersionSearch} from '../../core/git/file-versions';
import {readStateSetting} from '../places/former-configs';
import {looksLikeState} from '../places/looks-like-state';

/** Milliseconds that each process may take that looks for other names. */
const NAME_SEARCH_MS = 5000;

/** The states whose names are looked for, and the commits to look in. */
interface NameSearch extends Pick<VersionSearch, 'path' | 'tips' | 'env' | 'repository' | 'world'> {
  /** The name of the state file of `default`. */
  readonly own: string;
  /** Absolute; null without a config. */
  readonly configFile: string | null;
}

const NOTHING_SOUGHT = {files: [], isSeen: 'whole'} as const;

/** Globs for names of states. */
interface StatePatterns {
  readonly patterns: readonly string[];
  readonly isSeen: SearchReach;
}

/**
 * Lists globs for the names that states have or had in some commits: the own one and the usual one, those that any version of a config
 * names, and those of files that are states, as `--state` makes them.
 */
export async function listStatePatterns({own, configFile, ...search}: NameSearch): Promise<StatePatterns> {
  const known = [...new Set([own, DEFAULT_STATE_FILE])].flatMap(toPatterns);
  const where = {...search, timeoutMs: NAME_SEARCH_MS};
  const configs = [...new Set([DEFAULT_CONFIG_FILE, basename(configFile ?? DEFAULT_CONFIG_FILE)])];
  const isOther = testOther([own, DEFAULT_STATE_FILE]);
  const [named, found] = await Promise.all([
    Promise.all(configs.map(name => searchFiles({...where, pattern: escapeGlob(name), versions: 'all', isWanted: () => true}))),
    // Elsewhere each file that is read has to be fetched.
    search.repository === undefined ? searchFiles({...where, pattern: '*.json', versions: 'added', isWanted: isOther}) : NOTHING_SOUGHT,
  ]);
  const seen = [found, ...named].map(({isSeen}) => isSeen);
  const settings = named.flatMap(({files}) => files).map(({name, bytes}) => readSetting(name, bytes));
  const names = settings.flatMap(state => (typeof state === 'string' && state.trim() !== '' ? [basename(state)] : []));
  const states = found.files.filter(({bytes}) => looksLikeState(bytes)).map(({name}) => escapeGlob(name));
  const patterns = [...new Set([...known, ...names.flatMap(toPatterns), ...states])];
  return {patterns, isSeen: seen.find(one => one === 'late') ?? seen.find(one => one === 'part') ?? 'whole'};
}

/** Globs for the name of a state and those of its other environments. */
function toPatterns(name: string): string[] {
  const own = escapeGlob(name);
  return own.endsWith('.json') ? [`${own.slice(0, -'.json'.length)}*.json`] : [own, `${own}.*`];
}

function testOther(names: readonly string[]): (name: string) => boolean {
  const beginnings = names.map(name => name.replace(/\.json$/, ''));
  return name => !beginnings.some(beginning => name.startsWith(beginning));
}

function readSetting(name: string, bytes: Buffer) {
  try {
    return readStateSetting(name, bytes);
  } catch {
    return undefined;
  }
}
