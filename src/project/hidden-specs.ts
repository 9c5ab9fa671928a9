import {existsSync, readdirSync} from 'node:fs';
import {join} from 'node:path';
import {listFirst} from '../core/base/words';
import {UserError} from '../core/diagnostics/user-error';
import {findReal, pathBelow} from '../core/files/paths';
import {findRepository} from '../core/git/repository';
import {askGit} from '../core/git/run-git';
import type {Project} from './project';

/** The number of files in one message. */
const MOST_NAMED = 3;

/**
 * Throws `UserError` where git has files below the specs directory that are not in this checkout: left out by a sparse checkout, or of a
 * submodule. Specs among them look removed, and their monitors would be deleted.
 */
export async function refuseHiddenSpecs({settings, env, world}: Pick<Project, 'settings' | 'env' | 'world'>): Promise<void> {
  const directory = findReal(settings.specsDirectory);
  const root = findRepository(directory);
  if (root === null) return;
  const below = pathBelow(root, directory);
  const where = below === '' ? [] : ['--', `:(top,literal)${below}`];
  const listed = await askGit(root, env, ['ls-files', '-t', '-s', '-z', ...where], {sleep: world.sleep});
  const entries = (listed?.stdout.toString('utf8') ?? '').split('\0').flatMap(line => {
    const [, tag, mode, path] = /^(\S) (\d+) [0-9a-f]+ \d\t(.+)$/s.exec(line) ?? [];
    return path === undefined ? [] : [{tag, mode, path}];
  });
  const isLeftOut = ({tag, mode, path}: (typeof entries)[number]) =>
    mode === '160000' ? isEmpty(join(root, path)) : tag === 'S' && !existsSync(join(root, path));
  const left = entries.filter(isLeftOut);
  if (left.length === 0) return;
  const names = listFirst(
    left.map(({path}) => path),
    MOST_NAMED,
  );
  const isSubmodule = left.some(({mode}) => mode === '160000');
  throw new UserError(
    'file/hidden',
    `this checkout leaves out ${names}, which git has below the specs directory: monitors would be deleted whose specs are there`,
    isSubmodule
      ? 'run "git submodule update --init"; the Action reads no submodules: put the specs into the repository itself'
      : 'check all of it out ("git sparse-checkout disable"; in a workflow, without the input sparse-checkout), or choose keys with --only',
  );
}

function isEmpty(directory: string): boolean {
  try {
    return readdirSync(directory).length === 0;
  } catch {
    return true;
  }
}
