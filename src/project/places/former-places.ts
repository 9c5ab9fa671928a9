import {existsSync, lstatSync, readFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {FETCH_MISSING, shellWord, writeEnvironmentMove} from '../../core/base/command-line';
import {countOf, listFirst} from '../../core/base/words';
import {isSamePlace, readSharedPlace, type Settings, showSharedPlace, toSharedPlace, writeMigration} from '../../core/config/config';
import {UserError} from '../../core/diagnostics/user-error';
import {listNames} from '../../core/files/cache-file';
import {findReal, isInside, pathBelow, toShownPath} from '../../core/files/paths';
import {baseOfStateFile, DEFAULT_ENVIRONMENT, DEFAULT_STATE_FILE, stateFileOf, writeNewState} from '../../core/files/state-name';
import {findNearest, findRepository} from '../../core/git/repository';
import {isObject, type JsonValue, parseJson, property} from '../../core/json/value';
import type {SharedPlace} from '../../core/state/addresses/kinds';
import {POSTGRES_URL} from '../../core/state/addresses/postgres';
import {readCommitted} from '../../core/state/file/git';
import {countInStore, type NamedStore, type StoreSearch} from './count-in-store';
import {type Env, environmentsOf, type FormerConfig, type FormerConfigs, nameOf, readElsewhere} from './former-configs';
import {looksLikeState} from './looks-like-state';
import {readEveryConfig} from './outer-configs';
import type {RemovedFileSearch} from './removed-file';

/** Places where a state may have been before the config named its place of today. */
export interface FormerPlaceSearch
  extends Pick<RemovedFileSearch, 'settings' | 'cwd' | 'env' | 'world'>,
    StoreSearch,
    Partial<Pick<RemovedFileSearch, 'origin' | 'reach'>> {
  /** `unseen` where a state in another file is looked for by other means. Default: `seen`. */
  readonly files?: 'seen' | 'unseen';
}

/**
 * Throws `UserError` where the place that the settings name holds no state, and one that was named before, or is the usual one, holds one
 * that was not moved: an apply would create all monitors again. Knows former places from the git history of the config, and those of
 * other configs for the same specs.
 */
export async function refuseFormerPlace(search: FormerPlaceSearch): Promise<void> {
  const places = await listFormerPlaces(search, 'with-outer');
  const {files, shared, projects, environments, bases, isWhole} = places;
  const {origin = null, reach = 'branch'} = search;
  // With full operations the service is asked.
  const isLooked = search.settings.operations !== 'full' && search.files !== 'unseen' && search.isGone !== true;
  const left: string[] = [];
  if (isLooked) {
    const {listLeftStates, refuseRemovedFile} = await import('./removed-file');
    await refuseRemovedFile({...search, origin, reach, files, projects, environments, bases});
    left.push(...(await listLeftStates(search)).filter(file => !files.includes(file) && isStanding(file)));
  }
  // A person who begins a new state has left the project's former name.
  const named = {...search, projects: search.isGone === true ? new Set([search.settings.project]) : projects};
  for (const file of [...files, ...listStanding(search, files), ...left]) {
    const found = await findInFile(file, named);
    if (found === null) continue;
    const outer = places.outer.get(file);
    const wayOut =
      outer === undefined
        ? writeWayOut(file, search, {project: found.project, isFormer: files.includes(file) && !places.ofOthers.has(file)})
        : writeOuterWayOut(outer, search);
    throw stillThere(search, toShownPath(search.cwd, file), found.held, wayOut);
  }
  if (isLooked) for (const home of listLeftHomes(search.settings, places)) await refuseLeftHome(home, named);
  for (const former of shared) await refuseFormerStore(former, {...named, environments}, search);
  if (!isWhole && search.settings.operations !== 'full' && search.isGone !== true) throw notShown(search);
}

/** A state of an environment that no run can choose any more. */
interface LeftHome {
  readonly file: string;
  readonly environment: string;
}

/** Lists such states where the config, or one of a folder above, had them before. Those beside the missing state are known by their names. */
function listLeftHomes({stateFile, environment}: Settings, {bases, environments}: FormerPlaces): readonly LeftHome[] {
  const own = baseOfStateFile(stateFile, environment);
  const others = [...bases].filter(base => base !== own);
  return others.flatMap(base => [...environments].map(name => ({file: stateFileOf(base, name), environment: name})));
}

async function refuseLeftHome({file, environment}: LeftHome, search: FormerPlaceSearch & NamedSearch): Promise<void> {
  const found = await findInFile(file, {...search, settings: {...search.settings, environment}});
  if (found === null) return;
  const held = `${found.held} of environment "${environment}", which is not declared here`;
  const wayOut = `declare environment "${environment}" again; ${writeNewState(search.settings)}`;
  throw stillThere(search, toShownPath(search.cwd, file), held, wayOut);
}

/** With full operations, what an environment or project of another name has is found by asking the service. */
async function refuseFormerStore(
  former: FormerStore,
  {projects, environments}: Pick<FormerPlaces, 'projects' | 'environments'>,
  search: FormerPlaceSearch,
): Promise<void> {
  const {sharedState = null, project, environment, operations} = search.settings;
  const isSought = former.isNamed && operations !== 'full' && search.isGone !== true;
  const names = [environment, ...(isSought ? environments : [])];
  for (const of of [project, ...(isSought ? projects : [])].flatMap(one => names.map(name => ({project: one, environment: name})))) {
    const monitors = await countInStore(former, of, search);
    if (monitors === 0) continue;
    const {outer, isOther = false} = former;
    const [isOwn, isOwnProject] = [of.environment === environment, of.project === project];
    const ofProject = isOwnProject ? '' : ` of project "${of.project}"`;
    const ofEnvironment = isOwn ? '' : ` of environment "${of.environment}", which is not declared any more`;
    const name = isOwnProject ? '' : `write "project: ${of.project}" into the config again, `;
    const move = isOwn
      ? `move the state: ${writeMigration(sharedState)}`
      : `give it its new name: ${writeEnvironmentMove(of.environment, environment)}`;
    const back = isOther ? 'to it' : 'back';
    const begin = isOwn && isOwnProject && !isOther ? '' : `; ${writeNewState(search.settings)}`;
    const wayOut =
      outer === undefined ? `${name}set "state" in monitors.config.yaml ${back}, then ${move}${begin}` : writeOuterWayOut(outer, search);
    throw stillThere(search, showSharedPlace(former.place), `${sayMonitors(monitors)}${ofProject}${ofEnvironment}`, wayOut);
  }
}

/** Advises how to go on with the state of a config in a folder above. */
function writeOuterWayOut(outer: string, {settings, cwd}: FormerPlaceSearch): string {
  const {configFile} = settings;
  const shown = toShownPath(cwd, outer);
  const nearer = configFile === null ? '' : toShownPath(cwd, configFile);
  const use = existsSync(outer)
    ? `remove ${nearer}, so that ${shown} counts`
    : `put ${shown} back${nearer === '' ? '' : `, and remove ${nearer}`}`;
  return `the state belongs to ${shown}, which covers these specs: ${use}; ${writeNewState(settings)}`;
}

function notShown(search: FormerPlaceSearch): UserError {
  const message = `${showOwn(search)} holds no state, and git does not show here where the config had it before; apply could create all monitors again`;
  return new UserError('state/other-place', message, `${FETCH_MISSING} and try again; ${writeNewState(search.settings)}`);
}

function stillThere(search: FormerPlaceSearch, shown: string, held: string, wayOut: string): UserError {
  const by = search.settings.configuredStateFile === undefined ? 'the config' : 'this run';
  const message = `${by} names ${showOwn(search)}, which holds no state, but ${shown} holds ${held}; apply would create all of them again`;
  return new UserError('state/other-place', message, wayOut);
}

function showOwn({settings: {sharedState, stateFile}, cwd}: FormerPlaceSearch): string {
  return sharedState === undefined ? toShownPath(cwd, stateFile) : showSharedPlace(sharedState);
}

export function sayMonitors(monitors: number): string {
  return `one with ${countOf(monitors, 'monitor')}`;
}

/**
 * Counts the monitors that the JSON of a state file records of this project, by its name of today or a former one, and environment; 0
 * where it was moved, or is of another service.
 */
function countMonitors(root: JsonValue | undefined, {settings, origin = null, projects}: NamedSearch): number {
  if (!isObject(root) || root['format'] !== 'monitors-state' || root['migration'] !== undefined) return 0;
  const {project, environment} = root;
  if (typeof project !== 'string' || !projects.has(project) || environment !== settings.environment) return 0;
  // A trial beside it, with the emulator, or another service.
  if (settings.sharedState === undefined && origin !== null && root['origin'] !== origin) return 0;
  return isObject(root['monitors']) ? Object.keys(root['monitors']).length : 0;
}

/** The state in a file that is not the one at hand. */
interface OtherFile {
  /** The name that the project has there. */
  readonly project: string;
  /** The config named the file before, or names it. */
  readonly isFormer: boolean;
}

/** Advises how to go on with the state in a file. */
function writeWayOut(file: string, search: FormerPlaceSearch, {project, isFormer}: OtherFile): string {
  const {settings, cwd} = search;
  const {sharedState, stateFile, configuredStateFile} = settings;
  const [from, to] = [toShownPath(cwd, file), toShownPath(cwd, stateFile)].map(shellWord);
  const begin = writeNewState(settings, `--state ${to} `);
  if (project !== settings.project) return `write "project: ${project}" into the config again; ${begin}`;
  if (sharedState !== undefined) return writeMoveToServer(file, search, sharedState);
  if (file === configuredStateFile) return `leave --state out; ${begin}`;
  const move = `move the state there: git mv ${from} ${to}`;
  return isFormer ? move : `name it: --state ${from}, or "state" in the config; or ${move}; ${begin}`;
}

/** Advises how to move a file's state to the server that the config names already; other environments have states of their own. */
function writeMoveToServer(file: string, {settings, cwd}: FormerPlaceSearch, sharedState: SharedPlace): string {
  const {environment, environments, stateFile} = settings;
  const command = writeMigration(sharedState);
  const others = [...(environments?.keys() ?? [])].filter(name => name !== environment);
  const all = others.length === 0 ? '' : `, and then the same for each other environment (${listFirst(others)}), whose state is its own`;
  const named = file === stateFile ? command : `${command} --file ${shellWord(toShownPath(cwd, file))}`;
  return `move the state${all}: ${environment === 'default' ? named : `${named} --environment ${environment}`}`;
}

interface FormerPlaces extends Pick<RemovedFileSearch, 'files' | 'projects' | 'environments' | 'bases'> {
  readonly shared: readonly FormerStore[];
  /** See `FormerConfigs.isWhole`. */
  readonly isWhole: boolean;
  /** The configs of folders above that named files; both absolute. */
  readonly outer: ReadonlyMap<string, string>;
  /** Files that only other configs for the same specs name, or that a run without a config takes; absolute. */
  readonly ofOthers: ReadonlySet<string>;
}

/** A search that knows the names of the project. */
type NamedSearch = Pick<FormerPlaceSearch, 'settings' | 'origin'> & Pick<FormerPlaces, 'projects'>;

/** A place on a server. */
interface FormerStore extends NamedStore {
  /** Only a config of a folder above did; absolute. */
  readonly outer?: string | undefined;
  /** Only another config did, or one of another branch. */
  readonly isOther?: boolean | undefined;
}

/** Files that held the state before; absolute. */
interface FormerFiles {
  readonly files: readonly string[];
  /** Those of them that only other configs for the same specs name: they may be of a project of another name. */
  readonly ofOthers: readonly string[];
}

/**
 * Lists the files that the config named for the state before, the usual one, and those of other configs for the same
 * specs. None where a person names the file.
 */
export async function listFormerFiles(settings: Settings, env: Env): Promise<FormerFiles> {
  if (settings.configuredStateFile !== undefined) return {files: [], ofOthers: []};
  const {files, ofOthers} = await listFormerPlaces({settings, env}, 'with-outer');
  return {files, ofOthers: [...ofOthers]};
}

/** The same as paths in their repository, with `/`; empty without one. */
export async function listFormerPaths(settings: Settings, env: Env): Promise<ReadonlySet<string>> {
  const root = findRepository(findReal(findNearest(settings.specsDirectory)));
  const files = root === null ? [] : (await listFormerFiles(settings, env)).files.map(findReal);
  return new Set(files.flatMap(file => (root !== null && isInside(root, file) ? [pathBelow(root, file)] : [])));
}

/** The environments that the config declared before and that no run can choose any more, and the usual one. */
export async function listFormerEnvironments(
  settings: Settings,
  {env, world}: Pick<FormerPlaceSearch, 'env' | 'world'>,
): Promise<ReadonlySet<string>> {
  return (await listFormerPlaces({settings, env, world})).environments;
}

export async function listFormerPlaces(
  search: Pick<FormerPlaceSearch, 'settings' | 'env' | 'files' | 'isGone'> &
    Partial<Pick<FormerPlaceSearch, 'world'>> & {
      /** Default: read here. */
      readonly configs?: FormerConfigs;
    },
  scope: 'own' | 'with-outer' = 'own',
): Promise<FormerPlaces> {
  const {settings, env, files: look = 'seen'} = search;
  const {configFile, stateFile, sharedState, environment} = settings;
  const base = configFile === null ? dirname(settings.specsDirectory) : dirname(configFile);
  const files = new Set<string>();
  const bases = new Set<string>();
  const shared: FormerStore[] = [];
  const projects = new Set([settings.project]);
  const environments = new Set([DEFAULT_ENVIRONMENT]);
  const outerOf = new Map<string, string>();
  const ofOthers = new Set<string>();
  const addFile = (directory: string, name: string, {outer, isOther = false}: Partial<FormerConfig> = {}) => {
    const path = join(directory, name);
    if (!isInside(directory, path)) return;
    bases.add(path);
    const file = stateFileOf(path, environment);
    if (outer !== undefined && !files.has(file)) outerOf.set(file, outer);
    if (isOther && !files.has(file)) ofOthers.add(file);
    files.add(file);
  };
  const addShared = (place: SharedPlace, isNamed: boolean, {outer, isOther}: Partial<FormerConfig> = {}) => {
    const known = [sharedState ?? null, ...shared.map(former => former.place)];
    if (!known.some(one => isSamePlace(one, place))) shared.push({place, isNamed, outer, isOther});
  };
  if (sharedState !== undefined) files.add(stateFile);
  if (settings.configuredStateFile !== undefined) files.add(settings.configuredStateFile);
  addFile(base, DEFAULT_STATE_FILE);
  const isOuterSought = scope === 'with-outer' && search.isGone !== true;
  const {configs, isWhole} = search.configs ?? (await readEveryConfig(settings, env, {isOuterSought, sleep: search.world?.sleep}));
  for (const former of configs) {
    const {state} = former;
    if (former.isUnsaid !== true) projects.add(nameOf(former));
    for (const name of environmentsOf(former)) environments.add(name);
    const place = readSharedPlace(state);
    if (place !== null) addShared(place, true, former);
    else addFile(former.base, typeof state === 'string' ? state : DEFAULT_STATE_FILE, former);
  }
  // Files that another branch has are found with its commits.
  const isElsewhereSought = isOuterSought && configFile !== null && settings.operations !== 'full';
  const elsewhere = isElsewhereSought ? await readElsewhere(configFile, env, search.world?.sleep) : [];
  for (const {state} of elsewhere) {
    const place = readSharedPlace(state);
    if (place !== null) addShared(place, true, {isOther: true});
  }
  if (isUsualTableLooked(search, base)) addShared(USUAL_TABLE, false);
  if (sharedState === undefined) files.delete(stateFile);
  for (const name of settings.environments?.keys() ?? [environment]) environments.delete(name);
  const seen = look === 'seen' || sharedState !== undefined ? [...files] : [];
  return {files: seen, shared, projects, environments, bases, isWhole, outer: outerOf, ofOthers};
}

/** Lists the other states that stand beside the missing one or its config, as `--state` makes them; no trial's. */
function listStanding({settings, files = 'seen', isGone = false}: FormerPlaceSearch, known: readonly string[]): string[] {
  const {configFile, stateFile, specsDirectory, sharedState} = settings;
  if (isGone || (files === 'unseen' && sharedState === undefined)) return [];
  const directories = new Set([dirname(configFile ?? specsDirectory), dirname(stateFile)]);
  const paths = [...directories].flatMap(directory => listNames(directory).map(name => join(directory, name)));
  return paths.filter(path => path !== stateFile && !known.includes(path) && isStanding(path));
}

function isStanding(path: string): boolean {
  // A pipe would wait for a writer, and a device may never end.
  const isFile = path.endsWith('.json') && lstatSync(path, {throwIfNoEntry: false})?.isFile() === true;
  const bytes = isFile ? readQuietly(path) : null;
  if (bytes === null || !looksLikeState(bytes)) return false;
  return property(parseJson(Buffer.from(bytes).toString('utf8')) ?? null, 'emulator') !== true;
}

const USUAL_TABLE = toSharedPlace({backend: 'postgres'});

/** Whether the environment leads to a server and nothing says that the state is in a file, so that the usual table counts. */
function isUsualTableLooked(
  {env, isGone = false, settings}: Pick<FormerPlaceSearch, 'env' | 'isGone' | 'settings'>,
  base: string,
): boolean {
  const isUnsaid = settings.stateFile === stateFileOf(join(base, DEFAULT_STATE_FILE), settings.environment);
  return !isGone && settings.sharedState === undefined && isUnsaid && (env[POSTGRES_URL] ?? '').trim() !== '';
}

/** Describes the content of a state file for this project and environment, here or in git; null where there is none, or it was moved. */
async function findInFile(
  file: string,
  search: FormerPlaceSearch & NamedSearch,
): Promise<{readonly held: string; readonly project: string} | null> {
  const {settings, env, isGone = false} = search;
  // A person who names the file and begins a new state knows that there is another one.
  if (isGone && file === settings.configuredStateFile) return null;
  const copies = [readQuietly(file), ...(await readCommitted(file, env))];
  // A conflict of a merge says nothing of what was there before it.
  const newest = copies.map(bytes => (bytes === null ? undefined : parseJson(Buffer.from(bytes).toString('utf8')))).find(isObject);
  // Monitors that a first run created may be known there only.
  if (newest === undefined) {
    return existsSync(`${file}.journal`) ? {held: 'the journal of a run that did not end', project: settings.project} : null;
  }
  const monitors = countMonitors(newest, search);
  const project = String(newest['project']);
  const of = project === settings.project ? '' : ` of project "${project}"`;
  return monitors === 0 ? null : {held: `${sayMonitors(monitors)}${of}`, project};
}

function readQuietly(file: string): Uint8Array | null {
  try {
    return readFileSync(file);
  } catch {
    return null;
  }
}
