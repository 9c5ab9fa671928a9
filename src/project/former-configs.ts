import {existsSync} from 'node:fs';
import {basename, dirname, join} from 'node:path';
import type {World} from '../core/base/context';
import {findReal, pathBelow} from '../core/files/paths';
import {DEFAULT_PROJECT} from '../core/files/state-name';
import {readBlobsBy} from '../core/git/blobs';
import {readHeads} from '../core/git/heads';
import {findRepository} from '../core/git/repository';
import {type AskGit, askGit} from '../core/git/run-git';
import {type JsonValue, property} from '../core/json/value';
import {parseSource} from '../core/specs/document';

export type Env = Readonly<Record<string, string | undefined>>;

/** Setting of the state in an earlier version of the config. */
export interface FormerConfig {
  /** The directory that its paths began at: another one where the config was moved since. Absolute. */
  readonly base: string;
  /** Undefined where it said nothing. */
  readonly state: JsonValue | undefined;
  readonly project: JsonValue | undefined;
  /** Its environments. */
  readonly declared: JsonValue | undefined;
  /** A config of a folder above that covers the same specs; absolute. Absent for the config itself, and for one between it and the specs. */
  readonly outer?: string;
  /** It is another config, for the same specs. */
  readonly isOther?: boolean;
  /** There was none: a run without a config takes what is usual. */
  readonly isUnsaid?: boolean;
}

/** Former configs, newest first. */
export interface FormerConfigs {
  readonly configs: readonly FormerConfig[];
  /** Git showed all of them, as far as the history is here. */
  readonly isWhole: boolean;
}

/** Most versions of the config that are read, newest first. */
const MOST_VERSIONS = 1000;

/** More commits than change it: each merge of a branch that is older than its last change is one. */
const MOST_COMMITS = 20_000;

/** Reads `state` in the text of a config; undefined where it has none. */
export function readStateSetting(name: string, bytes: Uint8Array): JsonValue | undefined {
  return property(readConfigText(name, bytes), 'state');
}

export function readConfigText(name: string, bytes: Uint8Array): JsonValue {
  return parseSource({file: name, specPath: name, bytes}).documents[0]?.data ?? null;
}

/** The versions of the config on other branches, and where HEAD was before, as far as git shows them. */
export async function readElsewhere(configFile: string, env: Env, sleep?: World['sleep']): Promise<readonly FormerConfig[]> {
  const here = dirname(configFile);
  const root = findRepository(findReal(here));
  if (root === null || readHeads(root, env) === null) return [];
  const ask = askIn(here, env, sleep);
  const tips = ['--ignore-missing', '--all', '--reflog'];
  const {versions} = await listConfigVersions([`:(literal)${basename(configFile)}`], ask, tips);
  return (await readConfigTexts(versions, ask)).map(({config}) => toFormerConfig(here, config));
}

/** Git in a directory; `sleep` measures its time. */
export function askIn(directory: string, env: Env, sleep: World['sleep'] | undefined): AskGit {
  return (args, more) => askGit(directory, env, args, {...(sleep === undefined ? {} : {sleep}), ...more});
}

/**
 * The committed versions of the config, those before it was moved included; none without git. A config that it was copied from, and that is
 * still there, is another project's. `sleep` measures the time of git.
 */
export async function readFormerConfigs(configFile: string, env: Env, sleep?: World['sleep']): Promise<FormerConfigs> {
  const here = dirname(configFile);
  const root = findRepository(findReal(here));
  // Before the first commit there is none.
  if (root === null || readHeads(root, env)?.head === null) return {configs: [], isWhole: true};
  const own = findReal(configFile);
  const ask = askIn(here, env, sleep);
  const {versions, isWhole} = await listVersions(basename(configFile), ask);
  const former = versions.filter(({path}) => join(root, path) === own || !existsSync(join(root, path)));
  const texts = await readConfigTexts(former, ask);
  const configs = texts.map(({path, config}) => toFormerConfig(join(root, path) === own ? here : dirname(join(root, path)), config));
  return {configs, isWhole: isWhole && configs.length === former.length};
}

/** The commits that versions of a config are read from. */
export interface ConfigHistory {
  readonly ask: AskGit;
  /** Stands for the repository's root; absolute. */
  readonly root: string;
  readonly tip: string;
}

/**
 * The versions of a config, also in a repository without files: those by its path of today, and by paths where no config is any more, of a
 * project of the same name.
 */
export async function readConfigHistory(configFile: string, project: string, {ask, root, tip}: ConfigHistory): Promise<FormerConfigs> {
  const own = pathBelow(findReal(root), findReal(configFile));
  const {versions, isWhole} = await listConfigVersions([`:(top,glob)**/${basename(configFile)}`], ask, [tip]);
  const former = versions.filter(({path}) => path === own || !existsSync(join(root, path)));
  const texts = await readConfigTexts(former, ask);
  const isOf = ({project: named}: FormerConfig) => (typeof named === 'string' ? named : DEFAULT_PROJECT) === project;
  const configs = texts.flatMap(({path, config}) => {
    const one = toFormerConfig(dirname(join(root, path)), config);
    return path === own || isOf(one) ? [one] : [];
  });
  return {configs, isWhole: isWhole && texts.length === former.length};
}

export function toFormerConfig(base: string, config: JsonValue): FormerConfig {
  return {base, state: property(config, 'state'), project: property(config, 'project'), declared: property(config, 'environments')};
}

/** Reads versions of configs; those that git does not show are left out. */
export async function readConfigTexts(versions: readonly ConfigVersion[], ask: AskGit) {
  const blobs = await readBlobsBy(
    ask,
    versions.map(({commit, path}) => `${commit}:${path}`),
  );
  return versions.flatMap(({path}, index) => {
    const blob = blobs[index] ?? null;
    return blob === null ? [] : [{path, config: readConfigText(basename(path), blob.bytes)}];
  });
}

/** A version of the config, by its path in the repository. */
interface ConfigVersion {
  readonly commit: string;
  readonly path: string;
}

/**
 * Lists commits and the paths that they change; {@link readLog} reads it. Of merges, both sides count, and what differs from both: a merge
 * that takes one side hides the other, and one that a person resolved may name what no side did.
 */
const LOG = ['log', '-n', String(MOST_COMMITS), '--full-history', '-c', '--diff-filter=d', '--format=%x00%H', '--name-only', '-z'];

/** Lists the versions of files of the names or globs, newest first; `more` are further options of git. */
export async function listConfigVersions(paths: readonly string[], ask: AskGit, more: readonly string[] = []) {
  const [log, isAnswered] = await askText(ask, [...LOG, ...more, '--', ...paths]);
  const versions = readLog(log);
  return {versions: versions.slice(0, MOST_VERSIONS), isWhole: isAnswered && versions.length < MOST_VERSIONS};
}

/** The output of git, and whether it told all. Without git there is nothing to see. */
async function askText(ask: AskGit, args: readonly string[]): Promise<[text: string, isWhole: boolean]> {
  const answer = await ask(args);
  return [answer?.exitCode === 0 ? answer.stdout.toString('utf8') : '', answer === null || answer.exitCode === 0];
}

async function listVersions(name: string, ask: AskGit): Promise<{readonly versions: readonly ConfigVersion[]; readonly isWhole: boolean}> {
  const own = `:(literal)${name}`;
  const plain = await listConfigVersions([own], ask);
  const [followed, isFollowed] = await askText(ask, [...LOG, '--follow', '--', own]);
  // A move that is not committed yet: a config of this name is gone, and the last commit has it.
  const removed = ['diff', '--name-only', '-z', '--no-renames', '--diff-filter=D', 'HEAD', '--', `:(top,glob)**/${name}`];
  const [gone, isGoneTold] = plain.versions.length === 0 ? await askText(ask, removed) : ['', true];
  const moved = gone.split('\0').flatMap(path => (path === '' ? [] : [{commit: 'HEAD', path}]));
  const before = readLog(followed);
  const known = new Map([...plain.versions, ...before, ...moved].map(version => [`${version.commit}:${version.path}`, version]));
  const isWhole = plain.isWhole && isFollowed && isGoneTold && before.length < MOST_VERSIONS;
  return {versions: [...known.values()].slice(0, 2 * MOST_VERSIONS), isWhole};
}

/** The commits and paths that {@link LOG} prints. */
function readLog(text: string): ConfigVersion[] {
  let commit = '';
  return text.split('\0').flatMap(word => {
    const line = word.trim();
    if (/^[0-9a-f]{40,64}$/.test(line)) commit = line;
    else if (line !== '') return [{commit, path: word.replace(/^\n/, '')}];
    return [];
  });
}
