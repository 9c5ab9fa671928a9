import {basename} from 'node:path';
import {DEFAULT_STATE_FILE} from '../core/files/state-name';
import {searchFiles} from '../core/git/file-search';
import {escapeGlob, type VersionSearch} from '../core/git/file-versions';
import {readStateSetting} from './former-places';
import {looksLikeState} from './looks-like-state';

/** The name of a config where no option gives one. */
const USUAL_CONFIG = 'monitors.config.yaml';

/** Milliseconds that each process may take that looks for other names. */
const NAME_SEARCH_MS = 5000;

/** The states whose names are looked for, and the commits to look in. */
interface NameSearch extends Pick<VersionSearch, 'path' | 'tips' | 'env' | 'repository'> {
  /** The name of the state file of `default`. */
  readonly own: string;
  /** Absolute; null without a config. */
  readonly configFile: string | null;
}

/**
 * Lists globs for the names that states have or had in some commits: the own one and the usual one, those that any version of a config
 * names, and those of files that are states, as `--state` makes them.
 */
export async function listStatePatterns({own, configFile, ...search}: NameSearch): Promise<readonly string[]> {
  const known = [...new Set([own, DEFAULT_STATE_FILE])].flatMap(toPatterns);
  const where = {...search, timeoutMs: NAME_SEARCH_MS};
  const configs = [...new Set([USUAL_CONFIG, basename(configFile ?? USUAL_CONFIG)])];
  const isOther = testOther([own, DEFAULT_STATE_FILE]);
  const [named, found] = await Promise.all([
    Promise.all(configs.map(name => searchFiles({...where, pattern: escapeGlob(name), versions: 'all', isWanted: () => true}))),
    // Elsewhere each file that is read has to be fetched.
    search.repository === undefined ? searchFiles({...where, pattern: '*.json', versions: 'added', isWanted: isOther}) : [],
  ]);
  const settings = named.flat().map(({name, bytes}) => readSetting(name, bytes));
  const names = settings.flatMap(state => (typeof state === 'string' && state.trim() !== '' ? [basename(state)] : []));
  const states = found.filter(({bytes}) => looksLikeState(bytes)).map(({name}) => escapeGlob(name));
  return [...new Set([...known, ...names.flatMap(toPatterns), ...states])];
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
