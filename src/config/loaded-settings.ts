import {statSync} from 'node:fs';
import {UserError} from '../diagnostics/user-error';
import {explainFileError} from '../files/file-error';
import type {Settings} from './config';
import {loadConfig} from './config-file';
import {refuseLinksOut} from './linked-places';
import {combineSettings, type SettingsFlags, type SettingsSources} from './settings';

/** Where settings come from before the config file is read. */
export interface SettingsPlace extends Omit<SettingsSources, 'config'> {
  readonly flags: SettingsFlags & {readonly config?: string | undefined};
  /** What messages show the config file's path relative to; absolute. */
  readonly cwd: string;
  /** What to do where `directory` is none. */
  readonly directoryHint: string;
}

/**
 * Finds and reads the config file, combines it with flags, environment and defaults, and follows links as far as they may
 * lead. Throws {@link UserError}, also for a working directory that does not exist.
 */
export function loadSettings({flags, env, directory, cwd, directoryHint}: SettingsPlace): Settings {
  refuseNoDirectory(directory, directoryHint);
  const sources = {flags, env, directory, config: loadConfig(directory, flags.config, cwd)};
  return refuseLinksOut(combineSettings(sources), sources);
}

/** Throws {@link UserError} for what is no directory, also where the system refuses to say what it is. */
function refuseNoDirectory(directory: string, hint: string): void {
  let isDirectory: boolean;
  try {
    isDirectory = statSync(directory, {throwIfNoEntry: false})?.isDirectory() === true;
  } catch (cause) {
    throw new UserError('config/not-found', `the working directory ${directory} cannot be used: ${explainFileError(cause)}`, hint, {cause});
  }
  if (!isDirectory) throw new UserError('config/not-found', `the working directory ${directory} is no directory that exists`, hint);
}
