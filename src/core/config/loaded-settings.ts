import {statSync} from 'node:fs';
import {dirname, relative} from 'node:path';
import {UserError} from '../diagnostics/user-error';
import {explainFileError} from '../files/file-error';
import {isInGit, refuseInGit} from '../files/inner-path';
import {findReal, isReallyInside} from '../files/real-path';
import type {Settings} from './config';
import {loadConfig} from './config-file';
import {combineSettings, type SettingsFlags, type SettingsSources} from './settings';

/** Sources of settings before the config file is read. */
export interface SettingsPlace extends Omit<SettingsSources, 'config'> {
  readonly flags: SettingsFlags & {readonly config?: string | undefined};
  /** Absolute directory that messages show the config file's path relative to. */
  readonly cwd: string;
  /** The hint for a `directory` that is not a directory. */
  readonly directoryHint: string;
}

/**
 * Finds and reads the config file, combines it with flags, environment and defaults, and follows links as far as they may
 * lead. Throws {@link UserError}, also for a working directory that does not exist.
 */
export function loadSettings({flags, cwd, directoryHint, ...place}: SettingsPlace): Settings {
  const {directory} = place;
  refuseNoDirectory(directory, directoryHint);
  const sources = {...place, flags, config: loadConfig(directory, flags.config, cwd)};
  return refuseLinksOut(combineSettings(sources), sources);
}

/** Throws {@link UserError} for what is not a directory, or cannot be looked at. */
function refuseNoDirectory(directory: string, hint: string): void {
  let isDirectory: boolean;
  try {
    isDirectory = statSync(directory, {throwIfNoEntry: false})?.isDirectory() === true;
  } catch (cause) {
    throw new UserError('config/not-found', `the working directory ${directory} cannot be used: ${explainFileError(cause)}`, hint, {cause});
  }
  if (!isDirectory) throw new UserError('config/not-found', `working directory not found: ${directory}`, hint);
}

/**
 * Returns the settings where specs and state, unless a flag names them, really lie inside the directory of the config file: a
 * repository may not lead the tool out of it by a symbolic link either. Throws {@link UserError}.
 */
export function refuseLinksOut(settings: Settings, {flags, directory}: Pick<SettingsSources, 'flags' | 'directory'>): Settings {
  const base = settings.configFile === null ? directory : dirname(settings.configFile);
  if (flags.specs === undefined) refuseLinkOut(base, 'specs', settings.specsDirectory);
  // A link in the place of the state itself is the store's to refuse.
  if (flags.state === undefined) refuseLinkOut(base, 'state', dirname(settings.stateFile));
  return settings;
}

function refuseLinkOut(base: string, member: 'specs' | 'state', path: string): void {
  if (isReallyInside(base, path)) {
    if (!isInGit(relative(findReal(base), findReal(path)))) return;
    throw refuseInGit(`a symbolic link on the way to ${relative(base, path) || '.'} leads`);
  }
  throw new UserError(
    'config/unsafe-path',
    `a symbolic link on the way to ${relative(base, path) || '.'} leads out of the directory of the config file`,
    `put the ${member} there itself, or give the path yourself with --${member}`,
  );
}
