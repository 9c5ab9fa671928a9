import {existsSync, lstatSync, readFileSync} from 'node:fs';
import {basename, dirname, join} from 'node:path';
import type {World} from '../../core/base/context';
import {DEFAULT_CONFIG_FILE} from '../../core/base/names';
import {readSharedPlace} from '../../core/config/config';
import {findReal, pathBelow} from '../../core/files/paths';
import {DEFAULT_PROJECT} from '../../core/files/state-name';
import {readBlobsBy} from '../../core/git/blobs';
import {escapeGlob} from '../../core/git/file-versions';
import {readHeads} from '../../core/git/heads';
import {findRepository} from '../../core/git/repository';
import {type AskGit, askGit} from '../../core/git/run-git';
import {isObject, type JsonValue, property} from '../../core/json/value';
import {parseSource} from '../../core/specs/document';

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
  /** The one that runs took by themselves. */
  readonly environment: JsonValue | undefined;
  /** A config of a folder above that covers the same specs; absolute. Absent for the config itself, and for one between it and the specs. */
  readonly outer?: string;
  /** It is another config, for the same specs. */
  readonly isOther?: boolean;
  /** There was none: a run without a config takes what is usual. */
  readonly isUnsaid?: boolean;
  /** The config of another path, which may be another project's: only what it records of the same keys counts. */
  readonly isStranger?: boolean;
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
  readonly tips: readonly string[];
  /** Git has the names of files only, and fetches what they hold. Default: false. */
  readonly isBlobless?: boolean;
}

/**
 * The versions of a config that named servers, also in a repository without files: those by its path of today, and by all other paths, as
 * far as they may be of the same project.
 */
export async function readServerConfigs(configFile: string, project: string, history: ConfigHistory): Promise<FormerConfigs> {
  const {ask, root, tips, isBlobless = false} = history;
  const own = pathBelow(findReal(root), findReal(configFile));
  const names = new Set([basename(configFile), DEFAULT_CONFIG_FILE]);
  // Those that `--config` named.
  const beside = isBlobless ? [] : [`:(top,glob)${escapeGlob(own.slice(0, own.length - basename(own).length))}*.y*ml`];
  const paths = [...[...names].map(name => `:(top,glob)**/${escapeGlob(name)}`), ...beside];
  // Those that are to hide one can be of any number.
  const {all, isAnswered} = await listConfigVersions(paths, ask, ['-n', '-1', ...tips]);
  let read = 0;
  const texts = await readConfigTexts(all, ask, bytes => {
    read += 1;
    return bytes.includes('backend');
  });
  const standing = new Map([...new Set(texts.map(({path}) => path))].map(path => [path, readStanding(join(root, path))]));
  // What a merge brought and took back itself no run used: its author could name any server.
  const [merged, isTold] = texts.length === 0 ? ['', false] : await askText(ask, [...LOG, '-n', '-1', ...LINE, ...tips, '--', ...paths]);
  const line = new Set(readLog(merged).map(({path, id}) => `${id}:${path}`));
  const configs = texts.flatMap(({path, id, config}) => {
    const one = toFormerConfig(dirname(join(root, path)), config);
    if (readSharedPlace(one.state) === null) return [];
    if (isTold && !line.has(`${id}:${path}`)) return [{...one, isStranger: true}];
    if (path === own) return [one];
    const [name, now] = [nameOf(one), standing.get(path) ?? null];
    if (name === now && name !== project) return [];
    return [name === project && now !== project ? one : {...one, isStranger: true}];
  });
  return {configs, isWhole: isAnswered && read === all.length};
}

/** The project of the config that a file is now; null where it is none. */
function readStanding(file: string): string | null {
  if (lstatSync(file, {throwIfNoEntry: false})?.isFile() !== true) return null;
  return nameOf(toFormerConfig(dirname(file), readConfigText(basename(file), readFileSync(file))));
}

/** The environments that a config named. */
export function environmentsOf({declared, environment}: Pick<FormerConfig, 'declared' | 'environment'>): readonly string[] {
  return [...(isObject(declared) ? Object.keys(declared) : []), ...(typeof environment === 'string' ? [environment] : [])];
}

/** The project of a config. */
export function nameOf({project}: Pick<FormerConfig, 'project'>): string {
  return typeof project === 'string' ? project : DEFAULT_PROJECT;
}

export function toFormerConfig(base: string, config: JsonValue): FormerConfig {
  const [state, project] = [property(config, 'state'), property(config, 'project')];
  return {base, state, project, declared: property(config, 'environments'), environment: property(config, 'environment')};
}

/** Reads versions of configs, those that are `wanted`; ones that git does not show are left out. */
export async function readConfigTexts(
  versions: readonly ConfigVersion[],
  ask: AskGit,
  wanted: (bytes: Buffer) => boolean = () => true,
): Promise<(ConfigVersion & {readonly config: JsonValue})[]> {
  const ids = [...new Set(versions.map(({id}) => id))];
  const blobs = await readBlobsBy(ask, ids);
  const bytesOf = new Map(ids.map((id, index) => [id, blobs[index]?.bytes]));
  return versions.flatMap(({path, id}) => {
    const bytes = bytesOf.get(id);
    return bytes === undefined || !wanted(bytes) ? [] : [{path, id, config: readConfigText(basename(path), bytes)}];
  });
}

/** A version of the config, by its path in the repository. Paths may hold anything, line breaks too: only its id goes to git. */
interface ConfigVersion {
  readonly path: string;
  readonly id: string;
}

/**
 * Lists the paths that commits change, with their contents; {@link readLog} reads it. Of merges, both sides count, and what differs from
 * both: a merge that takes one side hides the other, and one that a person resolved may name what no side did.
 */
const LOG = ['log', '-n', String(MOST_COMMITS), '--full-history', '-c', '--diff-filter=d', '--format=', '--raw', '--no-abbrev', '-z'];

/** Of the line of merges alone, as {@link LOG} lists it. */
const LINE = ['--no-renames', '--first-parent', '-m'];

/** Lists the versions of files of the names or globs, newest first, and as far as they are to be read; `more` are further options of git. */
export async function listConfigVersions(paths: readonly string[], ask: AskGit, more: readonly string[] = []) {
  const [log, isAnswered] = await askText(ask, [...LOG, '--no-renames', ...more, '--', ...paths]);
  const all = readLog(log);
  return {versions: all.slice(0, MOST_VERSIONS), all, isAnswered, isWhole: isAnswered && all.length < MOST_VERSIONS};
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
  const removed = ['diff', '--raw', '--no-abbrev', '-z', '--no-renames', '--diff-filter=D', 'HEAD', '--', `:(top,glob)**/${name}`];
  const [gone, isGoneTold] = plain.versions.length === 0 ? await askText(ask, removed) : ['', true];
  const before = readLog(followed);
  const known = new Map([...plain.versions, ...before, ...readLog(gone)].map(version => [`${version.id}:${version.path}`, version]));
  const isWhole = plain.isWhole && isFollowed && isGoneTold && before.length < MOST_VERSIONS;
  return {versions: [...known.values()].slice(0, 2 * MOST_VERSIONS), isWhole};
}

/** A change as `--raw` prints it, of a merge too: modes and ids before and after it, its kind, then its paths. */
const RAW = /^:+(?:\d{6} )+([0-9a-f ]+) ([A-Z]+)\d*$/;

/** The versions that {@link LOG} prints; of what is removed, the one before. */
function readLog(text: string): ConfigVersion[] {
  const words = text.split('\0');
  const versions: ConfigVersion[] = [];
  for (let index = 0; index < words.length; index++) {
    const [, ids, kind = ''] = RAW.exec((words[index] as string).trim()) ?? [];
    if (ids === undefined) continue;
    index += /^[RC]/.test(kind) ? 2 : 1;
    const [before = '', ...after] = ids.split(' ');
    versions.push({path: words[index] ?? '', id: kind === 'D' ? before : (after.at(-1) ?? '')});
  }
  return versions;
}
