import {dirname, relative} from 'node:path';
import {UserError} from '../diagnostics/user-error';
import {isInGit, refuseInGit} from '../files/inner-path';
import {findReal, isReallyInside} from '../files/real-path';
import type {Settings} from './config';
import type {SettingsSources} from './settings';

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
