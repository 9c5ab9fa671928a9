import {realpathSync} from 'node:fs';
import {basename, dirname, join, relative} from 'node:path';
import {Refusal} from '../refusal';
import {isInside} from './inner-path';
import type {Settings} from './model';
import type {SettingsSources} from './settings';

/**
 * Returns the settings where specs and state, unless a flag names them, really lie inside the directory of the config file: a
 * repository may not lead the tool out of it by a symbolic link either. Throws {@link Refusal}.
 */
export function refuseLinksOut(settings: Settings, {flags, directory}: Pick<SettingsSources, 'flags' | 'directory'>): Settings {
  const base = settings.configFile === null ? directory : dirname(settings.configFile);
  if (flags.specs === undefined) refuseLinkOut(base, 'specs', settings.specsDirectory);
  // A link in the place of the state itself is the store's to refuse.
  if (flags.state === undefined) refuseLinkOut(base, 'state', dirname(settings.stateFile));
  return settings;
}

function refuseLinkOut(base: string, member: 'specs' | 'state', path: string): void {
  if (isInside(findReal(base), findReal(path))) return;
  throw new Refusal(
    'config/unsafe-path',
    `a symbolic link on the way to ${relative(base, path) || '.'} leads out of the directory of the config file`,
    `put the ${member} there itself, or give the path yourself with --${member}`,
  );
}

/** Where a path really is; of one that is not there yet, what there is of it. */
function findReal(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return dirname(path) === path ? path : join(findReal(dirname(path)), basename(path));
  }
}
