import {existsSync, readFileSync} from 'node:fs';
import {dirname, join, resolve} from 'node:path';
import type {World} from '../core/base/context';
import {DEFAULT_CONFIG_FILE} from '../core/base/names';
import type {Settings} from '../core/config/config';
import {findReal, isInside, pathBelow} from '../core/files/paths';
import {readHeads} from '../core/git/heads';
import {findRepository} from '../core/git/repository';
import {type AskGit, askGit} from '../core/git/run-git';
import {type JsonValue, property} from '../core/json/value';
import {
  type Env,
  type FormerConfig,
  type FormerConfigs,
  LOG,
  MOST_VERSIONS,
  readConfigText,
  readConfigTexts,
  readFormerConfigs,
  readLog,
  toFormerConfig,
} from './former-configs';

/** Reads the versions of the config and, where they are sought, those of folders above; without a config, only these. */
export async function readEveryConfig(
  settings: SpecsPlace,
  env: Env,
  {isOuterSought, sleep}: {readonly isOuterSought: boolean; readonly sleep?: World['sleep'] | undefined},
): Promise<FormerConfigs> {
  const {configFile} = settings;
  const own = configFile === null ? NOTHING : await readFormerConfigs(configFile, env, sleep);
  const outer = isOuterSought ? await readOuterConfigs(settings, env, sleep) : NOTHING;
  return {configs: [...own.configs, ...outer.configs], isWhole: own.isWhole && outer.isWhole};
}

const NOTHING: FormerConfigs = {configs: [], isWhole: true};

type SpecsPlace = Pick<Settings, 'configFile' | 'specsDirectory'>;

/**
 * Reads the configs of the folders above that cover the same specs, as they are and were; where there is no config, also one that was in
 * its place. The nearest config counts: one that is added below another begins a state of its own, for monitors that the other has.
 */
async function readOuterConfigs(settings: SpecsPlace, env: Env, sleep?: World['sleep']): Promise<FormerConfigs> {
  const here = findReal(dirname(settings.configFile ?? settings.specsDirectory));
  const root = findRepository(here);
  const paths = root === null ? [] : listOuterPaths(root, settings);
  if (root === null || paths.length === 0) return NOTHING;
  const ask: AskGit = (args, more) => askGit(root, env, args, {...(sleep === undefined ? {} : {sleep}), ...more});
  const {texts, isWhole} = readHeads(root, env)?.head === null ? {texts: [], isWhole: true} : await readCommitted(paths, ask);
  const configs = paths.flatMap(path => {
    const file = join(root, path);
    const now = existsSync(file) ? [readConfigText(path, readFileSync(file))] : [];
    const before = texts.filter(text => text.path === path).map(({config}) => config);
    const covering = [...now, ...before].filter((config, index) => coversSpecs(dirname(file), config, settings, index === 0));
    return covering.map((config): FormerConfig => ({...toFormerConfig(dirname(file), config), outer: file}));
  });
  return {configs, isWhole};
}

/** The paths that configs of the folders above have in the repository, the nearest first. */
export function listOuterPaths(root: string, {configFile, specsDirectory}: SpecsPlace): readonly string[] {
  const here = findReal(dirname(configFile ?? specsDirectory));
  const list = (directory: string): string[] => (isInside(root, directory) ? [directory, ...list(dirname(directory))] : []);
  const directories = list(configFile === null ? here : dirname(here));
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

async function readCommitted(paths: readonly string[], ask: AskGit) {
  const answer = await ask([...LOG, '--', ...paths.map(path => `:(top,literal)${path}`)]);
  const versions = readLog(answer?.exitCode === 0 ? answer.stdout.toString('utf8') : '');
  const texts = await readConfigTexts(versions, ask);
  // Without git there is nothing to see.
  const isListed = answer === null || (answer.exitCode === 0 && versions.length < MOST_VERSIONS);
  return {texts, isWhole: isListed && texts.length === versions.length};
}
