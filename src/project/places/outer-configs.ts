import {existsSync, lstatSync, readFileSync} from 'node:fs';
import {basename, dirname, join, resolve} from 'node:path';
import type {World} from '../../core/base/context';
import {DEFAULT_CONFIG_FILE} from '../../core/base/names';
import {readSharedPlace, type Settings} from '../../core/config/config';
import {findReal, isInside, pathBelow} from '../../core/files/paths';
import {escapeGlob} from '../../core/git/file-versions';
import {readHeads} from '../../core/git/heads';
import {findRepository} from '../../core/git/repository';
import type {AskGit} from '../../core/git/run-git';
import {type JsonValue, property} from '../../core/json/value';
import {
  askIn,
  type Env,
  type FormerConfig,
  type FormerConfigs,
  listConfigVersions,
  readConfigText,
  readConfigTexts,
  readFormerConfigs,
  toFormerConfig,
} from './former-configs';

/** Reads the versions of the config and, where they are sought, those of others for the same specs; without a config, only these. */
export async function readEveryConfig(
  settings: SpecsPlace,
  env: Env,
  {isOuterSought, sleep}: {readonly isOuterSought: boolean; readonly sleep?: World['sleep'] | undefined},
): Promise<FormerConfigs> {
  const {configFile} = settings;
  const own = configFile === null ? NOTHING : await readFormerConfigs(configFile, env, sleep);
  const other = isOuterSought ? await readOtherConfigs(settings, env, sleep) : NOTHING;
  return {configs: [...own.configs, ...other.configs], isWhole: own.isWhole && other.isWhole};
}

const NOTHING: FormerConfigs = {configs: [], isWhole: true};

type SpecsPlace = Pick<Settings, 'configFile' | 'specsDirectory'>;

/**
 * Reads the configs of other folders that cover the same specs, as they are and were: those above, since the nearest config counts, and one
 * that is added below another begins a state of its own, for monitors that the other has; and those below, since the next one counts where
 * such a config is removed, or where a run starts above it.
 */
async function readOtherConfigs(settings: SpecsPlace, env: Env, sleep?: World['sleep']): Promise<FormerConfigs> {
  const here = findReal(dirname(settings.configFile ?? settings.specsDirectory));
  const root = findRepository(here);
  if (root === null) return {configs: listUnsaid(here, settings), isWhole: true};
  const ask = askIn(root, env, sleep);
  const above = listOuterPaths(root, settings);
  const isBegun = readHeads(root, env)?.head !== null;
  const {paths, texts, isWhole} = await readCommitted(root, above, {settings, ask, isBegun});
  const configs = paths.flatMap(path => {
    const file = join(root, path);
    const now = lstatSync(file, {throwIfNoEntry: false})?.isFile() === true ? [readConfigText(path, readFileSync(file))] : [];
    const before = texts.filter(text => text.path === path).map(({config}) => config);
    const isAbove = above.includes(path);
    const covering = [...now, ...before].filter((config, index) => coversSpecs(dirname(file), config, settings, isAbove && index === 0));
    return covering.map(
      (config): FormerConfig => ({...toFormerConfig(dirname(file), config), isOther: true, ...(isAbove ? {outer: file} : {})}),
    );
  });
  return {configs: [...configs, ...listUnsaid(root, settings)], isWhole};
}

/** Without a config, the state of a folder's specs lies beside them. */
function listUnsaid(top: string, settings: SpecsPlace): readonly FormerConfig[] {
  const own = findReal(dirname(settings.configFile ?? settings.specsDirectory));
  const bases = listFolders(top, findReal(settings.specsDirectory)).filter(
    base => base !== own && coversSpecs(base, null, settings, false),
  );
  return bases.map(base => ({...toFormerConfig(base, null), isOther: true, isUnsaid: true}));
}

/** The folders from one down to another, the last one first. */
function listFolders(top: string, directory: string): readonly string[] {
  return isInside(top, directory) ? [directory, ...(directory === top ? [] : listFolders(top, dirname(directory)))] : [];
}

/** The paths that configs of the folders above have in the repository, the nearest first. */
export function listOuterPaths(root: string, {configFile, specsDirectory}: SpecsPlace): readonly string[] {
  const here = findReal(dirname(configFile ?? specsDirectory));
  const directories = listFolders(root, configFile === null ? here : dirname(here));
  return directories.map(directory => pathBelow(root, join(directory, DEFAULT_CONFIG_FILE)));
}

/**
 * Whether a config is about specs of another one. Whose directory is missing may have had it moved there, as far as its newest version
 * says.
 */
export function coversSpecs(base: string, config: JsonValue, {specsDirectory}: SpecsPlace, isNewest: boolean): boolean {
  const specs = property(config, 'specs');
  const theirs = resolve(base, typeof specs === 'string' ? specs : 'monitors');
  const [one, other] = [findReal(theirs), findReal(specsDirectory)];
  return isInside(one, other) || isInside(other, one) || (isNewest && !existsSync(theirs));
}

/** The paths of other configs that are or were above the specs or among them, and their committed versions. */
async function readCommitted(
  root: string,
  above: readonly string[],
  {settings: {configFile, specsDirectory}, ask, isBegun}: {readonly settings: SpecsPlace; readonly ask: AskGit; readonly isBegun: boolean},
) {
  const specs = findReal(specsDirectory);
  const own = configFile === null ? null : pathBelow(root, findReal(configFile));
  const between = listFolders(root, specs).map(folder => pathBelow(root, join(folder, DEFAULT_CONFIG_FILE)));
  const chain = [...new Set([...above, ...between])].filter(path => path !== own);
  const below = pathBelow(root, specs);
  const among = isInside(root, specs) ? [`:(top,glob)${below === '' ? '' : `${escapeGlob(below)}/`}**/${DEFAULT_CONFIG_FILE}`] : [];
  const wanted = [...chain.map(path => `:(top,literal)${path}`), ...among];
  const standing = among.length === 0 ? null : await ask(['ls-files', '--others', '--exclude-standard', '-z', '--', ...among]);
  const {versions, isWhole} = isBegun ? await listConfigVersions(wanted, ask) : {versions: [], isWhole: true};
  const others = versions.filter(({path}) => path !== own);
  const texts = await readConfigTexts(others, ask);
  const renamed = isBegun
    ? await readRenamed(
        between.map(path => path.slice(0, -DEFAULT_CONFIG_FILE.length)),
        ask,
      )
    : [];
  const untracked = (standing?.stdout.toString('utf8') ?? '').split('\0').filter(path => path !== '' && path !== own);
  const paths = [...new Set([...chain, ...untracked, ...others.map(({path}) => path), ...renamed.map(({path}) => path)])];
  return {paths: paths.filter(path => path !== own), texts: [...texts, ...renamed], isWhole: isWhole && texts.length === others.length};
}

/** Reads files that said where a state is, as configs of other names do (`--config`). Those that git does not show say nothing. */
async function readRenamed(folders: readonly string[], ask: AskGit) {
  const names = folders.map(folder => `:(top,glob)${escapeGlob(folder)}*.y*ml`);
  const {versions} = await listConfigVersions(names, ask, ['--text', '--no-textconv', '-G^state:']);
  const others = versions.filter(({path}) => basename(path) !== DEFAULT_CONFIG_FILE);
  return (await readConfigTexts(others, ask)).filter(({config}) => {
    const state = property(config, 'state');
    return readSharedPlace(state) !== null || (typeof state === 'string' && state.endsWith('.json'));
  });
}
