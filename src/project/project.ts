import {dirname, join} from 'node:path';
import type {ObservedService} from '../core/api/check-port';
import type {ExchangeNote} from '../core/api/http-service';
import type {MonitorService} from '../core/api/port';
import type {ScrapeService} from '../core/api/scrape-port';
import type {Context, World} from '../core/base/context';
import {DEFAULT_CONFIG_FILE} from '../core/base/names';
import {once, onceEach} from '../core/base/once';
import {build, writer} from '../core/base/version';
import {type Settings, showSharedPlace} from '../core/config/config';
import {readRetryBase} from '../core/config/option-values';
import {settingsIn} from '../core/config/settings';
import {UserError} from '../core/diagnostics/user-error';
import {type CacheFile, findUserDirectory, openCacheFile} from '../core/files/cache-file';
import {findReal, toShownPath} from '../core/files/paths';
import {baseOfStateFile, stateFileOf} from '../core/files/state-name';
import {listCommits} from '../core/git/heads';
import {type Checkout, openCheckout} from '../core/git/run-git';
import {sha256} from '../core/json/canonical';
import type {CheckCache} from '../core/specs/file-facts';
import {openCheckCache} from '../core/specs/files-cache';
import {type FleetMemory, openFleetMemory} from '../core/specs/fleet-memory';
import type {SharedPlace} from '../core/state/addresses/kinds';
import {type Disk, machineDisk} from '../core/state/file/disk';
import {checkUpstream} from '../core/state/file/git';
import {readHostFacts} from '../core/state/file/host';
import {type KeptJournal, openKeptJournal, readOtherJournals} from '../core/state/file/kept-journal';
import {refuseRevertedMove} from '../core/state/file/moved-mark';
import {type FileStateStore, openFileStore} from '../core/state/file/store';
import type {StateView} from '../core/state/fold-open';
import {Refusals} from '../core/state/format/refusals';
import {OutlineFile} from '../core/state/kept-outline';
import {type MarkHome, memoryOf, openMarks, openOtherMarks} from '../core/state/marks';
import {isBound} from '../core/state/origin';
import {gateMigration} from '../core/state/remote/gate';
import type {SharedStateStore} from '../core/state/remote/store';
import type {StateVersion} from '../core/state/state';
import {rememberOutline} from '../core/state/state-index';
import type {StateStore} from '../core/state/store';
import {connectToService, type Literals, readGivenOrigin} from './connection';
import {refuseShallowStart} from './history/checkout-age';
import {type History, openHistory} from './history/history';
import {type KeyList, openKeyList} from './key-list';
import type {SpecInMemory} from './memory-specs';
import {type NeighbourState, type NeighboursOf, readOtherEnvironments} from './other-environments';
import type {FormerPlaceSearch} from './places/former-places';
import {type LeftServers, lookAtLeftServers} from './places/left-servers';
import {openSharedStore, type ProjectStore} from './store';

/** A project, opened for one run: its settings, its files, its service, and what the run takes from the world. */
export interface Project extends LeftServers {
  readonly settings: Settings;
  /** Findings show paths relative to it; absolute. */
  readonly cwd: string;
  /** Specs that a program made; null for those of the specs directory. */
  readonly monitors: readonly SpecInMemory[] | null;
  /** Checked specs of earlier runs; null where nothing is cached. */
  readonly cache: CheckCache | null;
  /** Whole repositories that earlier runs checked. Default: none. */
  readonly fleets?: FleetMemory | null;
  /** Keys and labels of the specs, kept for completion; null where nothing is cached. */
  readonly keyList: KeyList | null;

  readonly store: StateStore;
  /** The state file beside which those of other environments lie: with a copy from another branch, their copies. */
  readonly besideFile: string;
  /** States of the project's other environments; on a server, those of the declared ones, and for a first state of those that were. */
  readonly readNeighbours: (of?: NeighboursOf) => Promise<readonly NeighbourState[]>;
  /** Throws where something else than a file stands in a place of the state. */
  readonly refusePlace: () => Promise<void>;
  /** Throws when this checkout's state is older than what its upstream holds, unless that is allowed; null where there is no state here. */
  readonly checkCheckout: (version: StateVersion | null, allowOld?: boolean) => Promise<void>;
  /** Throws where a witness outside the server saw a newer state than this one; absent where there is none to ask. */
  readonly askWitnesses?: (version: StateVersion | null, commit: string | undefined) => Promise<void>;
  /** The state's place as messages show it. */
  readonly shownState: string;
  /** Facts about the state in a file from its other versions; null where it is on a server. */
  readonly history: History | null;
  /** The commits of the repository, also where the state is on a server; null for a copy of a state, and where the caller judges them. */
  readonly commits: Pick<History, 'seek'> | null;
  /** The states that the run is about: where it chose no environment, those of all that are declared. */
  readonly listStates: () => readonly ProjectState[];
  /** The checkout of the specs, where the state is on a server; null where it is a file, which belongs to the checkout itself. */
  readonly checkout: Checkout | null;
  /** Throws where the state belongs to another address than this. */
  readonly checkOrigin: (view: Pick<StateView, 'stored' | 'unresolved'>, origin: string) => void;

  /** The address that the run was given, without `/v2`; null where none was. Throws `UserError`. */
  readonly givenOrigin: () => string | null;
  /** Connects to the service. Throws one `UserError` for all that is missing: address, key, secrets of `references`, and whom to ask. */
  readonly connect: (references: readonly string[], literals: Literals, unasked?: UserError | null) => Promise<MonitorService>;
  /** Connects for reading what monitors do, whose texts hide `literals`, too. Throws `UserError` without address or key. */
  readonly observe: (literals: Literals) => Promise<ObservedService>;
  /** Connects for fetching pages with these references. Throws `UserError` as {@link connect} does. */
  readonly fetchPages: (references: readonly string[]) => Promise<ScrapeService>;
  /** Base of the computed delays between attempts, milliseconds. */
  readonly retryBaseMs: number;

  /** Identifies the run in the journal: a UUID. */
  readonly runId: string;
  /** The tool's version, written into the state. */
  readonly tool: string;
  readonly env: Context['env'];
  readonly world: World;
  readonly platform: string;
  readonly disk: Disk;
  /** From the first call on, a signal ends the run in good order: see {@link Context}. */
  readonly watchInterruption: () => AbortSignal;
  /** An option as the user knows it: `--refresh`, `the input refresh`, `refresh`. */
  readonly nameOption: (flag: string) => string;
}

/** The state of one environment. */
export type ProjectState = Pick<Project, 'settings' | 'store' | 'shownState' | 'history'>;

/** Options of opening a project; each door makes them from what it was given. */
export interface ProjectOptions {
  readonly settings: Settings;
  /** Findings show paths relative to it; absolute. */
  readonly cwd: string;
  /** The command that runs, e.g. `apply`: what others read while it holds the lock. */
  readonly command: string;
  /** `look` reads the state only, and remembers what it read. Default: `change`. */
  readonly use?: 'look' | 'change';
  /** Default: no cache is read or written. */
  readonly caches?: 'used' | 'unused';
  /** `--base-url`. Default: `MONITORS_BASE_URL`. */
  readonly baseUrl?: string | undefined;
  /** Judge of the changes that commits made in a state file by hand. Default: `here`. */
  readonly changesJudged?: 'here' | 'elsewhere';
  /** Read in the place of the state file that the settings name, and shown by its name: a copy, as another branch has it. */
  readonly stateCopy?: string;
  /** The state file beside which those of other environments are looked for. Default: the one that the settings name. */
  readonly besideFile?: string;
  readonly monitors?: readonly SpecInMemory[] | undefined;
  /** See {@link Project.nameOption}. Default: as a flag. */
  readonly nameOption?: Project['nameOption'];
  /** Notes each request, for `--verbose`. */
  readonly onExchange?: (note: ExchangeNote) => void;
}

/** The parts of the world that opening a project uses. */
export type ProjectContext = Pick<Context, 'env' | 'process' | 'world' | 'watchInterruption'>;

/** A project with the store that the settings name. */
export interface OpenedProject extends Project {
  readonly store: ProjectStore;
}

/** Opens a project for one run. Touches no file and no network until it is used. */
export function openProject(options: ProjectOptions, context: ProjectContext): OpenedProject {
  const {settings, cwd, baseUrl, onExchange} = options;
  const {env, process, world} = context;
  const history = settings.sharedState === undefined ? openHistoryOf(options, context) : null;
  const store = openStore({...options, history}, context);
  const refusals = store.backend === 'file' ? store.refusals : refusalsAt(store, settings);
  const specs = {settings, cwd, monitors: options.monitors ?? null, ...openSpecsCaches(options, context)};
  const setReferences = settings.allowedReferences.filter(name => (env[name] ?? '') !== '');
  // A service may repeat what was sent to it: the values that are set are hidden in what comes back.
  const connection = {baseUrl, env, world, hidden: setReferences, onExchange};
  // Where changes are judged elsewhere, so is what other commits record.
  const commits = options.changesJudged === 'elsewhere' ? null : (history ?? openHistoryOf(options, context));
  const own = {settings, store, shownState: store.place, history, commits};
  const besideFile = options.besideFile ?? settings.stateFile;
  const neighbours = onceEach((of?: NeighboursOf) => readNeighbours(options, besideFile, context, of));
  return {
    ...specs,
    ...own,
    listStates: () => [own, ...openOtherStates(options, context)],
    besideFile,
    readNeighbours: of => neighbours(of),
    refusePlace: async () => {
      if (store.backend === 'file') await store.refusePlace();
    },
    checkCheckout: (found, allowOld = false) => checkCheckout({store, found, allowOld}, options, context),
    ...lookAtLeftServers(store, options, context, (place, of) =>
      openSharedStoreOf({...options, settings: {...settings, ...of}}, place, context),
    ),
    checkout: store.backend === 'file' ? null : openCheckout(settings.specsDirectory, env),
    checkOrigin: (view, origin) => {
      if (view.stored !== null && isBound(view)) refusals.checkOrigin(view.stored.state, origin);
    },
    givenOrigin: () => readGivenOrigin(baseUrl, env),
    connect: (references, literals, unasked = null) => connectToService({...connection, references, literals, unasked}),
    observe: literals => connectToService({...connection, references: setReferences, literals}),
    fetchPages: references => connectToService({...connection, references: [...new Set([...references, ...setReferences])]}),
    retryBaseMs: readRetryBase(env),
    runId: world.uuid(),
    tool: writer,
    env,
    world,
    platform: process.platform,
    disk: machineDisk(process.platform),
    watchInterruption: once(() => context.watchInterruption()),
    nameOption: options.nameOption ?? (flag => `--${flag}`),
  };
}

/** The states of the other declared environments, where the run chose none and they lie in files that the config names. */
function openOtherStates(options: ProjectOptions, context: ProjectContext): ProjectState[] {
  const {settings} = options;
  const {isUnchosen = false, environment, environments, stateFile, configuredStateFile, sharedState} = settings;
  if (!isUnchosen || environments === null || sharedState !== undefined || configuredStateFile !== undefined) return [];
  const base = baseOfStateFile(stateFile, environment);
  const others = [...environments.keys()].filter(name => name !== environment);
  return others.map(name => {
    const there = {...options, settings: {...settingsIn(settings, name), stateFile: stateFileOf(base, name)}};
    const history = openHistoryOf(there, context);
    const store = openFileStoreOf({...there, history}, context);
    return {settings: there.settings, store, shownState: store.place, history};
  });
}

/** Refuses a state that this checkout should not be planned from. */
async function checkCheckout(
  {store, found, allowOld}: {readonly store: ProjectStore; readonly found: StateVersion | null; readonly allowOld: boolean},
  options: ProjectOptions,
  context: ProjectContext,
): Promise<void> {
  const [{settings, baseUrl}, {env}] = [options, context];
  const isJudged = store.backend === 'file' && !(allowOld && found !== null);
  if (isJudged) await checkUpstream(settings.stateFile, found, env, store.refusals, 'judged-by-history');
  if (store.backend === 'file' && found !== null) await refuseRevertedMove(settings.stateFile, found, env, store.refusals);
  if (found !== null) return;
  // With full operations the service is asked for what is there.
  const canDouble = store.backend === 'file' && options.use !== 'look' && settings.operations === 'create';
  if (canDouble) await refuseShallowStart(openCheckout(settings.specsDirectory, env));
  const reach = options.use === 'look' ? 'branch' : 'everywhere';
  const origin = readGivenOrigin(baseUrl, env);
  await checkFormerPlaces(options, context, {origin, reach});
  if (store.backend !== 'file' || settings.operations === 'full') return;
  const {refuseForgottenState} = await import('./places/removed-file');
  const marks = openMarks(findReal(settings.stateFile), context);
  refuseForgottenState({settings, cwd: options.cwd, origin}, marks, keptJournalOf(settings, context));
}

/** Throws `UserError` for what needs more operations than the config allows. `option` is what asked for it. */
export function requireFullOperations({operations}: Settings, option: string): void {
  if (operations === 'full') return;
  throw new UserError(
    'live/needs-full',
    `${option} needs full operations, and the config says "operations: create"`,
    'where the service offers it, write "service: {operations: full}" into monitors.config.yaml',
  );
}

/** Options of opening a store. */
export type StoreOptions = Pick<ProjectOptions, 'settings' | 'cwd' | 'command' | 'use' | 'caches' | 'stateCopy' | 'changesJudged'> & {
  /** Default: one of its own. */
  readonly history?: History | null;
};

/** The store that the settings name. Touches nothing until it is read or locked. */
export function openStore(options: StoreOptions, context: StoreContext): ProjectStore {
  const {sharedState} = options.settings;
  if (sharedState === undefined) return openFileStoreOf(options, context);
  const {backend} = sharedState;
  const place = showSharedPlace(sharedState);
  return gateMigration({backend, place, open: () => openSharedStoreOf(options, sharedState, context)}, options.settings);
}

/** The parts of the world that opening a store uses. */
export type StoreContext = Pick<Context, 'env' | 'process' | 'world'>;

/** The store of the state file of the settings, also where they name a server. */
export function openFileStoreOf({use = 'change', command, ...rest}: StoreOptions, context: StoreContext): FileStateStore {
  const {settings, cwd, caches, stateCopy} = rest;
  const history = rest.history ?? openHistoryOf(rest, context);
  const outline = use === 'look' && caches === 'used' ? openCacheOf('state', settings.stateFile, context) : null;
  return openFileStore({
    ...describeStore({settings, command}, context),
    stateFile: stateCopy ?? settings.stateFile,
    shown: toShownPath(cwd, settings.stateFile),
    watcher: history ?? undefined,
    openKept: stateCopy === undefined ? () => keptJournalOf(settings, context) : undefined,
    ...(outline === null ? {} : {decodeForLooking: rememberOutline(outline, build)}),
  });
}

/** The journal that this machine keeps of a state file; undefined without a home directory. */
function keptJournalOf({stateFile}: Settings, {env, process}: StoreContext): KeptJournal | undefined {
  const place = memoryOf('journal', findReal(stateFile), env, process.platform);
  return place === null ? undefined : openKeptJournal(place, process.userId);
}

/** Opens the history of a state file; null for a copy. */
export function openHistoryOf(
  {settings, cwd, caches, stateCopy, changesJudged = 'here'}: Omit<StoreOptions, 'command' | 'history'>,
  context: StoreContext,
): History | null {
  if (stateCopy !== undefined) return null;
  const {stateFile, project, environment} = settings;
  const home = nameHome(settings);
  const open = (kind: 'mark' | 'begun') =>
    openMarks(findReal(stateFile), context, home, () => listCommits(dirname(stateFile), context.env), kind);
  // A state that was used in another place of the config is looked at again.
  const cache = caches === 'used' ? openCacheOf('history', home.home, context) : null;
  // A server that lacks what its own mark says is refused whole.
  const shared = settings.sharedState === undefined ? [] : [nameShared(settings, settings.sharedState)];
  const listOtherMarks = () => openOtherMarks([findReal(stateFile), ...shared], context);
  const shown = toShownPath(cwd, stateFile);
  const listFormerPaths = async () => (await import('./places/former-places')).listFormerPaths(settings, context.env);
  const listOtherBegun = () => openOtherMarks([findReal(stateFile)], context, 'begun');
  const listOtherJournals = () => readOtherJournals(findReal(stateFile), context);
  const memories = {marks: open('mark'), begun: open('begun'), listOtherMarks, listOtherBegun, listOtherJournals};
  return openHistory({stateFile, shown, project, environment, home, ...memories, changesJudged, listFormerPaths, cache, context});
}

/** A config, project and environment, as this machine remembers whose states it saw. */
function nameHome({configFile, specsDirectory, project, environment}: Settings): MarkHome {
  const config = configFile ?? join(dirname(specsDirectory), DEFAULT_CONFIG_FILE);
  const name = (...parts: readonly string[]) => sha256(JSON.stringify(parts)).slice(0, 32);
  return {home: name(findReal(config), project, environment), owner: name(project, environment)};
}

/** The store of a place on a server, also while a migration makes it unusable. Throws `UserError` without an address. */
export function openSharedStoreOf(
  options: Pick<StoreOptions, 'settings' | 'command' | 'use' | 'caches'>,
  place: SharedPlace,
  context: StoreContext,
): Promise<SharedStateStore> {
  const name = nameShared(options.settings, place);
  const memory = openCacheOf('seen', name, context);
  const marks = openMarks(name, context, nameHome(options.settings));
  const outline = options.use === 'look' && options.caches === 'used' ? openCacheOf('state', name, context) : null;
  const kept = {...(outline === null ? {} : {outline: new OutlineFile(outline, build)}), ...(memory === null ? {} : {memory})};
  return openSharedStore(place, {...describeStore(options, context), marks, ...kept});
}

/** A state on a server, as this machine remembers it; without the address: another server under the same settings is what has to be noticed. */
function nameShared({configFile, stateFile, project, environment}: Settings, place: SharedPlace): string {
  return JSON.stringify([configFile ?? stateFile, place, project, environment]);
}

function describeStore({settings, command}: Pick<StoreOptions, 'settings' | 'command'>, {env, process, world}: StoreContext) {
  const {project, environment, operations, stateFile} = settings;
  const host = readHostFacts({pid: process.pid, platform: process.platform, env, command});
  return {project, environment, canRecover: operations === 'full', tool: writer, world, host, env, rescueBeside: stateFile};
}

async function readNeighbours(
  {settings, command}: Pick<ProjectOptions, 'settings' | 'command'>,
  besideFile: string,
  context: StoreContext,
  of?: NeighboursOf,
): Promise<readonly NeighbourState[]> {
  const {sharedState, environments} = settings;
  if (of === 'repository') {
    const {readRepositoryStates} = await import('./places/repository-states');
    const openShared: FormerPlaceSearch['openShared'] = (place, name) =>
      openSharedStoreOf({settings: {...settings, ...name}, command}, place, context);
    const near = await readNeighbours({settings, command}, besideFile, context);
    return [...near, ...(await readRepositoryStates(settings, {env: context.env, world: context.world, openShared}))];
  }
  if (sharedState === undefined) return readOtherEnvironments({...settings, stateFile: besideFile});
  const {readSharedNeighbours} = await import('./shared-neighbours');
  const isFirst = of === 'first-state' && environments !== null;
  const former = isFirst ? await (await import('./places/former-places')).listFormerEnvironments(settings, context) : [];
  const open = (environment: string) => openSharedStoreOf({settings: {...settings, environment}, command}, sharedState, context);
  return readSharedNeighbours(settings, open, former);
}

/** Throws `UserError` where the config named another place before, and the state is still there. */
export async function checkFormerPlaces(
  {settings, cwd, command}: StoreOptions,
  context: StoreContext,
  search: Pick<FormerPlaceSearch, 'isGone' | 'origin' | 'files' | 'reach'> = {},
): Promise<void> {
  const {refuseFormerPlace} = await import('./places/former-places');
  const openShared: FormerPlaceSearch['openShared'] = (place, of) =>
    openSharedStoreOf({settings: {...settings, ...of}, command}, place, context);
  await refuseFormerPlace({settings, cwd, env: context.env, world: context.world, openShared, ...search});
}

/** The words of errors about a state on a server. */
function refusalsAt({place}: SharedStateStore, {project, environment}: Settings): Refusals {
  return new Refusals({shown: place, project, environment, soundBackup: () => null});
}

/** Opens the caches of earlier runs about the specs; none without a home directory, or when run from source. */
function openSpecsCaches({caches, settings}: ProjectOptions, context: ProjectContext): Pick<Project, 'cache' | 'fleets' | 'keyList'> {
  const {specsDirectory, allowedReferences, allowedFields, rules} = settings;
  const kinds = caches === 'used' ? ['checks', 'fleet', 'keys'] : [];
  const [checks, fleet, keys] = kinds.map(kind => openCacheOf(kind, specsDirectory, context));
  // Of the rules only what they say: where they stand in the config changes nothing.
  const id = () => JSON.stringify([build, allowedReferences, allowedFields.paths, ...(rules ? [rules.map(({rule}) => rule)] : [])]);
  return {
    cache: checks ? openCheckCache(checks, id()) : null,
    fleets: fleet ? openFleetMemory(fleet, build) : null,
    keyList: keys ? openKeyList(keys) : null,
  };
}

/** A cache of its own for each directory or file, so that none holds what was read elsewhere. */
function openCacheOf(kind: string, path: string, {env, process, world}: Pick<Context, 'env' | 'process' | 'world'>): CacheFile | null {
  const directory = findUserDirectory('cache', env, process.platform);
  if (build === '' || directory === null) return null;
  const name = `${kind}-${sha256(path).slice(0, 32)}.json`;
  return openCacheFile({path: join(directory, name), userId: process.userId, uuid: world.uuid});
}
