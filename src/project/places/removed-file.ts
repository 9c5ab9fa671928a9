import {existsSync, lstatSync, readFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {FETCH_MISSING, gitPath, writeEnvironmentMove} from '../../core/base/command-line';
import type {World} from '../../core/base/context';
import {DEFAULT_CONFIG_FILE} from '../../core/base/names';
import {countOf, listDoubted} from '../../core/base/words';
import type {Settings} from '../../core/config/config';
import {UserError} from '../../core/diagnostics/user-error';
import {findReal, isInside, toShownPath} from '../../core/files/paths';
import {baseOfStateFile, DEFAULT_PROJECT, DEFAULT_STATE_FILE, stateFileOf, writeNewState} from '../../core/files/state-name';
import type {FileVersion, FileVersions} from '../../core/git/file-versions';
import {listTips, readHeads} from '../../core/git/heads';
import {findNearest, findRepository} from '../../core/git/repository';
import {askGit} from '../../core/git/run-git';
import {parseJson, property} from '../../core/json/value';
import type {Key} from '../../core/specs/desired-monitor';
import {newestOfLineages} from '../../core/state/earlier';
import type {KeptJournal} from '../../core/state/file/kept-journal';
import {Refusals} from '../../core/state/format/refusals';
import {decodeMigratingState, decodeState} from '../../core/state/format/state';
import type {Marks} from '../../core/state/marks';
import type {State} from '../../core/state/state';
import {type CommittedJournal, mayHaveArrived, readJournals} from '../history/committed-journals';
import {RECORDING_TRAILER} from '../history/recording-commit';
import {readStateSetting} from './former-configs';
import {looksLikeState} from './looks-like-state';

/** The state file that is missing, and where else it may have been. */
export interface RemovedFileSearch {
  readonly settings: Settings;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly world: Pick<World, 'monotonic' | 'sleep'>;
  /** Address of the service where monitors would be created; null where that is not known. A state of another service is not this one. */
  readonly origin: string | null;
  /** `everywhere`: a state that is missing may also be where HEAD was before. Default: in its branch and its upstream or, without one, the remote's default branch. */
  readonly reach: 'branch' | 'everywhere';
  /** The files that held the state before; absolute. */
  readonly files: readonly string[];
  /** The names that the config gave the project, that of today among them. */
  readonly projects: ReadonlySet<string>;
  /** The environments that no run can choose any more: those that the config declared before, and the usual one. */
  readonly environments: ReadonlySet<string>;
  /** The files that configs named for the state of `default`; absolute. */
  readonly bases: ReadonlySet<string>;
}

/** Milliseconds that git may take. A state is missing once: a long history is worth more than in the look that each plan takes. */
const LONG_SEARCH_MS = 10_000;

/** Files that stand beside a state and name its lineage. */
const BESIDE_STATE = /\.(?:bak|journal)$|\.rescue-/;

/**
 * Throws `UserError` where commits hold the state file that is missing here, at its place of today or a former one: a revert of the first
 * apply takes it away, and so does a move to where git ignores it. A fresh clone has no backup. It is refused too where git holds versions
 * and does not show them.
 */
export async function refuseRemovedFile(search: RemovedFileSearch): Promise<void> {
  const {settings, reach, files} = search;
  const heads = readHeads(findNearest(dirname(settings.stateFile)), search.env);
  if (heads === null || heads.head === null) return;
  const own = settings.sharedState === undefined ? [settings.stateFile] : [];
  const paths = [...own, ...files.filter(path => !existsSync(path))];
  const tips = listTips(heads, reach);
  const looks = await Promise.all(paths.map(path => lookFor(path, tips, search)));
  // A version that is older than one that can't be read is not the one to put back.
  const hidden = looks.find(({isNewestRead}) => !isNewestRead);
  if (hidden !== undefined) throw notShown(hidden.path, search);
  const held = await findHeld(looks, search);
  if (held !== undefined) throw stillHeld(held, search);
  const sent = looks.flatMap(({journal}) => journal ?? [])[0];
  if (sent !== undefined) throw wasSent(sent, search);
  const unseen = looks.find(({isWhole, state}) => !isWhole && state === null);
  if (unseen !== undefined) throw notShown(unseen.path, search);
  const left = await Promise.all(
    listFormerHomes(search).map(({path, environment}) => lookFor(path, tips, {...search, settings: {...settings, environment}})),
  );
  const home = await findHeld(left, search);
  if (home !== undefined) throw stillHeld(home, search);
}

/** The missing states of environments that are not declared any more: the one at hand may have had another name. */
function listFormerHomes({settings: {stateFile, environment, sharedState}, environments, bases}: RemovedFileSearch) {
  const own = sharedState === undefined ? [baseOfStateFile(stateFile, environment)] : [];
  const homes = [...new Set([...own, ...bases])].flatMap(base =>
    [...environments].map(name => ({path: stateFileOf(base, name), environment: name})),
  );
  return homes.filter(({path}) => path !== stateFile && !existsSync(path));
}

/** Finds a state with monitors. One of another name that stands somewhere else went on there. */
async function findHeld(looks: readonly Look[], {settings, env}: RemovedFileSearch): Promise<HeldState | undefined> {
  const directory = findNearest(dirname(settings.stateFile));
  const root = findRepository(findReal(directory)) ?? '';
  // Records of a state in an earlier place went on to a later one.
  for (const held of newestOfLineages(looks.flatMap(({state}) => state ?? []))) {
    const {project, environment, lineage} = held;
    if (held.monitors === 0) continue;
    if (project === settings.project && environment === settings.environment) return held;
    // A move that is not committed yet has made a new file.
    const words = ['grep', '--untracked', '--full-name', '-l', '-z', '-F', '-e', lineage, '--', ':(top)'];
    const found = await askGit(directory, env, words);
    const standing = (found?.stdout.toString('utf8') ?? '').split('\0').filter(name => name !== '' && !BESIDE_STATE.test(name));
    if (!standing.some(name => isStateOf(join(root, name), lineage))) return held;
  }
  return undefined;
}

/** Whether a file is a state of this lineage: saved plans and logs name it, too. */
function isStateOf(path: string, lineage: string): boolean {
  const bytes = attempt(() => readFileSync(path));
  return bytes !== null && looksLikeState(bytes) && property(parseJson(bytes.toString('utf8')), 'lineage') === lineage;
}

/**
 * Throws `UserError` where this machine has seen the state file that is missing here, or keeps its journal: without git, or where git
 * ignores them, nothing else remembers its monitors and what was sent.
 */
export function refuseForgottenState(
  {settings, cwd, origin}: Pick<RemovedFileSearch, 'settings' | 'cwd' | 'origin'>,
  marks: Marks,
  kept: Pick<KeptJournal, 'read'> | undefined,
): void {
  const shown = toShownPath(cwd, settings.stateFile);
  const journal = kept?.read() ?? null;
  const sent = journal === null ? [] : readJournals([{commits: [], bytes: Buffer.from(journal)}]).flatMap(one => listMade(one, {origin}));
  if (sent.length > 0) {
    const named = listDoubted(sent.map(key => `"${key}"`));
    const message = `${shown} is missing with its journal, and a run on this machine sent creates: ${named}; apply would send them again`;
    throw new UserError('state/lost', message, `put copies of both back; ${writeNewState(settings)}`);
  }
  const mark = marks.last();
  const count = mark === null ? 0 : (marks.readContent(mark)?.records.size ?? 0);
  if (mark === null || count === 0 || (origin !== null && mark.origin !== origin)) return;
  const message = `${shown} is missing, and a run on this machine saw it with ${countOf(count, 'monitor')}, serial ${mark.serial}; apply would create all of them again`;
  throw new UserError('state/lost', message, `put a copy of it back; ${writeNewState(settings)}`);
}

/** Content of commits about a file that is missing. */
interface Look {
  readonly path: string;
  /** The last version that is a state of this project and environment. */
  readonly state: HeldState | null;
  readonly journal: HeldJournal | null;
  /** No version is there that git did not show. */
  readonly isWhole: boolean;
  /** See {@link FileVersions.isNewestRead}. */
  readonly isNewestRead: boolean;
}

interface HeldState extends Pick<State, 'lineage' | 'serial'> {
  readonly path: string;
  readonly commit: string;
  /** It is of a trial, or of another service: it is not missed. */
  readonly isOther: boolean;
  /** 0 where it was moved. */
  readonly monitors: number;
  /** The names that project and environment had. */
  readonly project: string;
  readonly environment: string;
}

/** A journal that a commit holds, with the keys of what it created or sent. */
interface HeldJournal {
  readonly files: readonly string[];
  readonly commit: string;
  readonly keys: readonly Key[];
}

async function lookFor(path: string, tips: readonly string[], search: RemovedFileSearch): Promise<Look> {
  const {readFileVersions} = await import('../../core/git/file-versions');
  const found = await readFileVersions({
    ...{path, trailer: RECORDING_TRAILER, tips, timeoutMs: LONG_SEARCH_MS},
    ...{env: search.env, world: search.world},
  });
  // An unreadable text, such as a committed conflict, says nothing of what was there before it.
  const readable = found.versions.flatMap(version => readHeld(version, path, search) ?? []);
  const state = readable.find(({isOther}) => !isOther) ?? null;
  const isWhole = found.isComplete && !(found.hasMore && readable.length === 0);
  const journal = findJournal(found, readable, path, search);
  return {path, state, journal, isWhole: isWhole || !found.isAnswered, isNewestRead: found.isNewestRead};
}

/** A version as a state of this project, by a name that it had, and environment; null where it is none. */
function readHeld({commits, bytes}: FileVersion, path: string, {settings, origin, projects}: RemovedFileSearch): HeldState | null {
  const {environment, sharedState} = settings;
  const named = property(parseJson(Buffer.from(bytes).toString('utf8')), 'project');
  const isOurs = typeof named === 'string' && (projects.has(named) || (named === DEFAULT_PROJECT && path === settings.stateFile));
  const project = isOurs ? named : settings.project;
  const refusals = new Refusals({shown: path, project, environment, soundBackup: () => null, isCopy: true});
  const held =
    attempt(() => decodeMigratingState(bytes, refusals)) ?? attempt(() => ({migration: null, stored: decodeState(bytes, refusals)}));
  if (held === null) return null;
  const {migration, stored} = held;
  const {lineage, serial, monitors, emulator} = stored.state;
  // A trial is begun again and again.
  const isOther = emulator === true || (sharedState === undefined && origin !== null && stored.state.origin !== origin);
  const commit = commits[0]?.slice(0, 12) ?? '';
  return {path, commit, lineage, serial, isOther, monitors: migration === null ? monitors.size : 0, project, environment};
}

/** The last journal that no state of its lineage followed, where it tells of monitors. */
function findJournal({journals}: FileVersions, states: readonly HeldState[], path: string, search: RemovedFileSearch): HeldJournal | null {
  const [last] = readJournals(journals);
  const own = states.filter(({lineage}) => lineage === last?.base.lineage);
  if (last === undefined || (own.length === 0 && states.length > 0)) return null;
  if (own.some(({isOther, serial}) => isOther || serial > last.base.serial)) return null;
  const keys = listMade(last, search);
  const files = [...(own.length === 0 ? [] : [path]), `${path}.journal`];
  return keys.length === 0 ? null : {files, commit: last.commits[0]?.slice(0, 12) ?? '', keys};
}

function listMade({creates}: CommittedJournal, {origin}: Pick<RemovedFileSearch, 'origin'>): readonly Key[] {
  return creates
    .filter(create => create.phase === 'done' || mayHaveArrived(create))
    .filter(({intent}) => origin === null || intent.origin === origin)
    .map(({intent}) => intent.key);
}

function stillHeld({path, commit, monitors, project, environment}: HeldState, {settings, cwd}: RemovedFileSearch): UserError {
  const shown = toShownPath(cwd, path);
  const here = settings.environment;
  const names = [
    ...(project === settings.project ? [] : [` of project "${project}"`]),
    ...(environment === here ? [] : [` of environment "${environment}", which is not declared any more`]),
  ];
  const held = `${countOf(monitors, 'monitor')}${names.join(' and')}`;
  const message = `${shown} is missing, and commit ${commit} holds it with ${held}; apply would create all of them again`;
  const name = project === settings.project ? '' : `write "project: ${project}" into the config again, and `;
  // Of one that lies elsewhere, the next plan tells how to go on.
  const isBeside = settings.sharedState === undefined && path === stateFileOf(baseOfStateFile(settings.stateFile, here), environment);
  const move = environment === here ? '' : isBeside ? `, and move it here: ${writeEnvironmentMove(environment, here)}` : ', and plan again';
  const back = `put it back: git checkout ${commit} -- ${gitPath(shown)}${move}`;
  return new UserError('state/lost', message, `${name}${back}; ${writeNewState(settings)}`);
}

function wasSent({files, commit, keys}: HeldJournal, {settings, cwd}: RemovedFileSearch): UserError {
  const shown = toShownPath(cwd, settings.stateFile);
  const named = listDoubted(keys.map(key => `"${key}"`));
  const says = `the journal of commit ${commit} says that creates were sent: ${named}`;
  const message = `${shown} is missing, and ${says}; apply would send them again`;
  const back = files.map(file => gitPath(toShownPath(cwd, file))).join(' ');
  return new UserError('state/lost', message, `put it back: git checkout ${commit} -- ${back}; ${writeNewState(settings)}`);
}

function notShown(path: string, {settings, cwd}: RemovedFileSearch): UserError {
  const shown = toShownPath(cwd, path);
  const message = `${shown} is missing, and git does not show here whether commits hold it; apply could create all monitors again`;
  return new UserError('state/lost', message, `${FETCH_MISSING} and try again; ${writeNewState(settings)}`);
}

function attempt<T>(read: () => T): T | null {
  try {
    return read();
  } catch {
    return null;
  }
}

/**
 * Lists files that name the format of a state, stand anywhere in the repository, and that no config leads to: a project may have been moved
 * without its state. Absolute.
 */
export async function listLeftStates({
  settings,
  env,
  world,
}: Pick<RemovedFileSearch, 'settings' | 'env' | 'world'>): Promise<readonly string[]> {
  const {configFile, specsDirectory, stateFile, environment} = settings;
  const root = findRepository(findReal(dirname(configFile ?? specsDirectory)));
  if (root === null) return [];
  const list = async (...args: readonly string[]) => {
    const answer = await askGit(root, env, args, {sleep: world.sleep});
    return (answer?.stdout.toString('utf8') ?? '').split('\0').flatMap(path => (path === '' ? [] : [join(root, path)]));
  };
  const own = findReal(stateFile);
  const words = ['grep', '--untracked', '--full-name', '-l', '-z', '-F', '-e', '"monitors-state"'];
  const others = (await list(...words, '--', ':(top,glob)**/*.json')).filter(path => path !== own);
  if (others.length === 0) return [];
  const configs = await list('ls-files', '--cached', '--others', '--exclude-standard', '-z', '--', `:(top,glob)**/${DEFAULT_CONFIG_FILE}`);
  const standing = configs.filter(path => lstatSync(path, {throwIfNoEntry: false})?.isFile() === true);
  const named = new Set(standing.map(path => stateFileOf(readStatePath(path), environment)));
  const isUsual = (file: string) => existsSync(join(dirname(file), 'monitors')) && !standing.some(path => isInside(dirname(path), file));
  return others.filter(file => !named.has(file) && !isUsual(file));
}

/** The file that a config names for the state of `default`. */
function readStatePath(configFile: string): string {
  const state = readStateSetting(configFile, readFileSync(configFile));
  return join(dirname(configFile), typeof state === 'string' ? state : DEFAULT_STATE_FILE);
}
