import {existsSync, lstatSync, readFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {DEFAULT_CONFIG_FILE} from '../core/base/names';
import {findReal, isInside} from '../core/files/paths';
import {DEFAULT_STATE_FILE, stateFileOf} from '../core/files/state-name';
import {findRepository} from '../core/git/repository';
import {askGit} from '../core/git/run-git';
import {readStateSetting} from './former-configs';
import type {RemovedFileSearch} from './removed-file';

type LeftStateSearch = Pick<RemovedFileSearch, 'settings' | 'env' | 'world'>;

/**
 * Lists files that name the format of a state, stand anywhere in the repository, and that no config leads to: a project may have been moved
 * without its state. Absolute.
 */
export async function listLeftStates({settings, env, world}: LeftStateSearch): Promise<readonly string[]> {
  const {configFile, specsDirectory, stateFile, environment} = settings;
  const root = findRepository(findReal(dirname(configFile ?? specsDirectory)));
  if (root === null) return [];
  const list = async (...args: readonly string[]) => {
    const answer = await askGit(root, env, args, {sleep: world.sleep});
    return (answer?.stdout.toString('utf8') ?? '').split('\0').flatMap(path => (path === '' ? [] : [join(root, path)]));
  };
  const own = findReal(stateFile);
  const words = ['grep', '--untracked', '--full-name', '-l', '-z', '-F', '-e', '"monitors-state"'];
  const others = (await list(...words, '--', ':(top,glob)**/*.json')).filter(path => path !== own);
  if (others.length === 0) return [];
  const configs = await list('ls-files', '--cached', '--others', '--exclude-standard', '-z', '--', `:(top,glob)**/${DEFAULT_CONFIG_FILE}`);
  const standing = configs.filter(path => lstatSync(path, {throwIfNoEntry: false})?.isFile() === true);
  const named = new Set(standing.map(path => stateFileOf(readStatePath(path), environment)));
  const isUsual = (file: string) => existsSync(join(dirname(file), 'monitors')) && !standing.some(path => isInside(dirname(path), file));
  return others.filter(file => !named.has(file) && !isUsual(file));
}

/** The file that a config names for the state of `default`. */
function readStatePath(configFile: string): string {
  const state = readStateSetting(configFile, readFileSync(configFile));
  return join(dirname(configFile), typeof state === 'string' ? state : DEFAULT_STATE_FILE);
}
