import {existsSync, readdirSync} from 'node:fs';
import {basename, join} from 'node:path';
import {listFirst} from '../core/base/words';
import {UserError} from '../core/diagnostics/user-error';
import {findReal, pathBelow} from '../core/files/paths';
import {findRepository, isSparse} from '../core/git/repository';
import {askGit} from '../core/git/run-git';
import {isNearLayerName} from '../core/specs/fleet/layer-name';
import type {Project} from './project';

/** The number of files in one message. */
const MOST_NAMED = 3;

/** Which files matter: `all` where monitors would be deleted, else those that other specs take values from. */
type Wanted = 'all' | 'layers';

/**
 * Throws `UserError` where git has files below the specs directory that are not in this checkout: left out by a sparse checkout, or of a
 * submodule. Specs among them look removed, and their monitors would be deleted; without a layer, others would be sent without its values.
 */
export async function refuseHiddenSpecs(
  {settings, env, world}: Pick<Project, 'settings' | 'env' | 'world'>,
  wanted: Wanted,
): Promise<void> {
  const directory = findReal(settings.specsDirectory);
  const root = findRepository(directory);
  if (root === null) return;
  const listed = await askGit(root, env, ['ls-files', '-t', '-s', '-z', ...belowOf(root, directory)], {sleep: world.sleep});
  if (listed?.exitCode !== 0) {
    // Without git, most checkouts are whole.
    if (listed === null && !isSparse(root)) return;
    const reason = 'git does not say whether this checkout leaves specs out, whose monitors would be deleted or changed';
    throw new UserError('file/hidden', reason, 'run "git status" for the reason, or choose keys with --only');
  }
  const left = readListing(listed.stdout.toString('utf8'), root).filter(({path}) => wanted === 'all' || isNearLayerName(basename(path)));
  if (left.length > 0) throw refuse(left, wanted);
}

/**
 * Throws `UserError` where git ignores the specs of monitors that would be deleted, keeps their state, and none of the specs that the same
 * rule ignores is here: another checkout has them, and no clone gets them.
 */
export async function refuseIgnoredSpecs(
  {settings, env, world}: Pick<Project, 'settings' | 'env' | 'world'>,
  specPaths: readonly string[],
): Promise<void> {
  const directory = findReal(settings.specsDirectory);
  const root = findRepository(directory);
  if (root === null || specPaths.length === 0) return;
  const stateFile = settings.sharedState === undefined ? findReal(settings.stateFile) : null;
  const asked = [...(stateFile === null ? [] : [stateFile]), ...specPaths.map(path => join(directory, path))];
  const others = ['ls-files', '-o', '-i', '--exclude-standard', '-z', ...belowOf(root, directory)];
  const listed = await askGit(root, env, others, {sleep: world.sleep});
  const here = (listed?.stdout.toString('utf8') ?? '').split('\0').map(path => join(root, path));
  const present = here.filter(path => /\.ya?ml$/i.test(path));
  const stdin = [...asked, ...present].join('\0');
  const answer = await askGit(root, env, ['check-ignore', '-v', '-z', '--stdin'], {sleep: world.sleep, stdin});
  if (answer?.exitCode !== 0) return;
  const rules = readRules(answer.stdout.toString('utf8'));
  if (stateFile !== null && rules.has(stateFile)) return;
  // Where specs of the same rule are here, they are made or kept here.
  const used = new Set(present.map(path => rules.get(path)));
  const ignored = asked.filter(path => rules.has(path) && !used.has(rules.get(path)));
  if (ignored.length === 0) return;
  const names = listFirst(
    ignored.map(path => pathBelow(root, path)),
    MOST_NAMED,
  );
  throw new UserError(
    'file/hidden',
    `git ignores ${names}, so that clones lack it: monitors would be deleted whose specs another checkout may have`,
    'add the specs to git ("git add -f"), or, if they were removed, choose their keys with --only',
  );
}

/** Words that limit a command of git to a directory. */
function belowOf(root: string, directory: string): readonly string[] {
  const below = pathBelow(root, directory);
  return below === '' ? [] : ['--', `:(top,literal)${below}`];
}

/** Reads what `git check-ignore -v -z` answers: the rule of each ignored path. */
function readRules(text: string): ReadonlyMap<string, string> {
  const words = text.split('\0');
  const rules = new Map<string, string>();
  for (let index = 0; index + 3 < words.length; index += 4) {
    const [source, line, pattern = '', path = ''] = words.slice(index, index + 4);
    if (!pattern.startsWith('!')) rules.set(path, `${source}:${line}`);
  }
  return rules;
}

/** A file of git that is not here. */
interface LeftOut {
  readonly path: string;
  readonly isSubmodule: boolean;
}

/** Reads what `git ls-files -t -s -z` lists, and keeps what is not on the disk. */
function readListing(text: string, root: string): LeftOut[] {
  return text.split('\0').flatMap(line => {
    const [, tag, mode, path] = /^(\S) (\d+) [0-9a-f]+ \d\t(.+)$/s.exec(line) ?? [];
    if (path === undefined) return [];
    const isSubmodule = mode === '160000';
    const isLeftOut = isSubmodule ? isEmpty(join(root, path)) : tag === 'S' && !existsSync(join(root, path));
    return isLeftOut ? [{path, isSubmodule}] : [];
  });
}

function refuse(left: readonly LeftOut[], wanted: Wanted): UserError {
  const names = listFirst(
    left.map(({path}) => path),
    MOST_NAMED,
  );
  const follows = {
    all: 'monitors would be deleted whose specs are there',
    layers: 'monitors would be sent without the values that are there',
  };
  return new UserError(
    'file/hidden',
    `this checkout leaves out ${names}, which git has below the specs directory: ${follows[wanted]}`,
    left.some(({isSubmodule}) => isSubmodule)
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
