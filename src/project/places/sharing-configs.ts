import {existsSync, lstatSync, readFileSync} from 'node:fs';
import {basename, dirname, join, resolve} from 'node:path';
import type {Context} from '../../core/base/context';
import {DEFAULT_CONFIG_FILE} from '../../core/base/names';
import {isSamePlace, readSharedPlace, type Settings} from '../../core/config/config';
import {UserError} from '../../core/diagnostics/user-error';
import {listNames} from '../../core/files/cache-file';
import {findReal, isInside, toShownPath} from '../../core/files/paths';
import {DEFAULT_ENVIRONMENT, DEFAULT_STATE_FILE, stateFileOf} from '../../core/files/state-name';
import {escapeGlob} from '../../core/git/file-versions';
import {findRepository} from '../../core/git/repository';
import {type JsonValue, property} from '../../core/json/value';
import type {RecordedMonitor} from '../../core/state/state';
import {askIn, environmentsOf, type FormerConfig, nameOf, readConfigText, toFormerConfig} from './former-configs';

/** Settings and working directory of a run. */
interface SharingSearch extends Pick<Context, 'env' | 'world'> {
  readonly settings: Settings;
  readonly cwd: string;
}

/**
 * Throws `UserError` where another config, or the config itself beside `--specs` with a part of its specs, keeps other specs in the same
 * state, and has those of monitors that are to be changed or deleted: each run would delete what the other made. Configs are those of the
 * usual name in the repository, and all beside the own one.
 */
export async function refuseSharedState(
  changed: readonly Pick<RecordedMonitor, 'specPath'>[],
  {settings, env, world, cwd}: SharingSearch,
): Promise<void> {
  const {configFile, specsDirectory, project, environment} = settings;
  const own = findReal(specsDirectory);
  const ownConfig = configFile === null ? null : findReal(configFile);
  for (const {file, text, config} of await readStandingConfigs(settings, {env, world})) {
    const names = environmentsOf(config);
    const isOurs = nameOf(config) === project && (names.length === 0 ? [DEFAULT_ENVIRONMENT] : names).includes(environment);
    if (!isOurs || !keepsState(config, settings)) continue;
    const specs = property(text, 'specs');
    const theirs = findReal(resolve(config.base, typeof specs === 'string' ? specs : 'monitors'));
    // `--specs` with another directory is meant; with a part of the config's own, the rest is forgotten.
    const isOther = theirs !== own && (file !== ownConfig || isInside(theirs, own));
    const found = !isOther ? undefined : changed.find(({specPath}) => existsSync(join(theirs, specPath)));
    if (found === undefined) continue;
    const shown = toShownPath(cwd, file);
    throw new UserError(
      'state/shared',
      `${shown} has the same project, environment and state, but other specs, ${toShownPath(cwd, join(theirs, found.specPath))} among them: this run would change or delete their monitors`,
      'give one of them a "project" of its own, then run "monitors state init --new-state PROJECT/ENVIRONMENT"; for single monitors, choose their keys with --only',
    );
  }
}

function keepsState({base, state}: FormerConfig, {sharedState, stateFile, environment}: Settings): boolean {
  const place = readSharedPlace(state);
  if (place !== null || sharedState !== undefined) return isSamePlace(place, sharedState ?? null);
  const file = join(base, typeof state === 'string' ? state : DEFAULT_STATE_FILE);
  return findReal(stateFileOf(file, environment)) === findReal(stateFile);
}

/** A config as it is now. */
interface StandingConfig {
  /** Absolute. */
  readonly file: string;
  readonly text: JsonValue;
  readonly config: FormerConfig;
}

/** Reads the configs of the usual name in the repository, and all YAML files beside the own one. */
export async function readStandingConfigs(
  {configFile, specsDirectory}: Pick<Settings, 'configFile' | 'specsDirectory'>,
  {env, world}: Pick<Context, 'env' | 'world'>,
): Promise<readonly StandingConfig[]> {
  const here = dirname(configFile ?? specsDirectory);
  const root = findRepository(findReal(here));
  const names = [...new Set([DEFAULT_CONFIG_FILE, basename(configFile ?? DEFAULT_CONFIG_FILE)])];
  const globs = names.map(name => `:(top,glob)**/${escapeGlob(name)}`);
  const ask = root === null ? null : askIn(root, env, world.sleep);
  const listed = await ask?.(['ls-files', '--cached', '--others', '--exclude-standard', '-z', '--', ...globs]);
  const paths = (listed?.stdout.toString('utf8') ?? '').split('\0').map(path => join(root ?? here, path));
  const beside = listNames(here).flatMap(name => (/\.ya?ml$/i.test(name) ? [join(here, name)] : []));
  const files = [...new Set([...beside, ...paths].map(findReal))].filter(
    path => lstatSync(path, {throwIfNoEntry: false})?.isFile() === true,
  );
  return files.map(file => {
    const text = readConfigText(basename(file), readFileSync(file));
    return {file, text, config: toFormerConfig(dirname(file), text)};
  });
}
