import {existsSync} from 'node:fs';
import {basename, dirname, join} from 'node:path';
import type {Settings} from '../../core/config/config';
import {findReal} from '../../core/files/paths';
import {baseOfStateFile, stateFileOf} from '../../core/files/state-name';
import {hashBlob} from '../../core/git/blobs';
import type {SearchReach} from '../../core/git/file-search';
import {
  bringVersions,
  type FileVersion,
  type FileVersions,
  listOutside,
  readFileVersions,
  type VersionSearch,
} from '../../core/git/file-versions';
import {listNamedCommits, listOwnTips, readHeads} from '../../core/git/heads';
import {findNearest, findRepository} from '../../core/git/repository';
import {parseJson, property} from '../../core/json/value';
import type {Key} from '../../core/specs/desired-monitor';
import {commitsOf, judgeVersions, type KnownVersion, type LostRecord} from '../../core/state/earlier';
import type {JournaledCreate} from '../../core/state/journal';
import {listHeldIds} from '../../core/state/removed';
import {type ReadableState, type State, stateOrEmpty} from '../../core/state/state';
import {type CommittedJournal, listSent, readFinished, readJournals, type SentCreate} from './committed-journals';
import {decodeQuietly, type HistoryPlace, openGitOf, toVersion} from './look';
import {RECORDING_TRAILER} from './recording-commit';
import {listStatePatterns} from './state-names';

/** Milliseconds that git may take where monitors are to be created: each is paid for. */
const CREATE_SEARCH_MS = 20_000;

/** Subject of the search in commits. */
export interface SoughtRecords {
  /** The state at hand; null before the first one. */
  readonly ours: ReadableState | null;
  /** Address of the service where monitors would be created; null where that is not known. */
  readonly origin: string | null;
  readonly settings: Settings;
  /** Whether a monitor that is to be created has the key, or had it before. */
  readonly isSought: (key: Key) => boolean;
  /** The keys for which that is so; absent where they are not known. */
  readonly names?: ReadonlySet<Key>;
  readonly hasSpec: (key: Key) => boolean;
  /** Tips whose histories are believed what they say was removed. Default: those of this checkout, and the branches of its remote. */
  readonly trusted?: readonly string[] | undefined;
}

/** Facts of commits about these keys. */
export interface FoundRecords {
  readonly recorded: readonly LostRecord[];
  /** Creates that a committed or stashed journal says were sent. */
  readonly sent: readonly SentCreate[];
  readonly isSeen: SearchReach;
}

/**
 * Finds the monitors that any commit here records for keys that are to be created: of all branches, tags, stashes, fetched commits and
 * former places of HEAD, in files of the state's name below any directory, also in states that were begun apart. What a state let go does
 * not count, nor does a trial. Of fetched histories, their tips count.
 */
export async function findInEveryCommit(
  place: HistoryPlace,
  {ours: state, origin, settings, isSought, names, hasSpec, trusted}: SoughtRecords,
): Promise<FoundRecords> {
  const {found, isSeen, hasMore} = await readEveryVersion(place, settings.configFile, names);
  const ours = stateOrEmpty(state, origin);
  const states = found.versions.flatMap((version): StateVersion[] => {
    const state = decode(version.bytes, place);
    return state === null ? [] : [{state, version}];
  });
  const isPast = await openPast(ours, states, found.journals, {place, settings});
  const past = states.filter(isPast.isState);
  const versions = past.map(({state, version}) => toVersion(state, {kind: 'commit', commits: version.commits}));
  // A state that took them in may have settled them.
  const settled = new Set(ours.removed?.map(({id}) => id));
  const isOpen = ({intent}: JournaledCreate) => !settled.has(intent.opId);
  const readOf = (isWanted: Past['isJournal']) =>
    found.journals
      .flatMap(version => readJournals([version]).filter(journal => isWanted(journal, version)))
      .map(journal => ({...journal, creates: journal.creates.filter(isOpen)}));
  const journals = readOf(isPast.isJournal);
  const former = readOf((journal, version) => !isPast.isJournal(journal, version) && isPast.isFormerJournal(journal, version));
  const known = [...versions, ...readFinished(journals)];
  const recorded = await listRecorded(ours, known, {place, trusted, isSought, hasSpec});
  const sent = [...listSent(journals, ours, known), ...listSentApart(journals, ours, {known, versions, hasMore})];
  const meant = journals.filter(({creates}) => creates.some(({phase, intent}) => phase === 'intent' && isSought(intent.key)));
  const standing = meant.length === 0 ? new Set<string>() : await listStanding(found.journals, place);
  sent.push(
    ...listSent(
      meant.filter(({commits}) => standing.has(commits[0] ?? '')),
      ours,
      known,
      'last',
    ),
  );
  if (former.length > 0) {
    const there = states.map(({state, version}) => toVersion(state, {kind: 'commit', commits: version.commits}));
    sent.push(...listSentApart(former, ours, {known: [...there, ...readFinished(former)], versions: there, hasMore}));
  }
  return {recorded, sent: sent.filter(({key}) => isSought(key)), isSeen};
}

/** The newest commits of the journals that a branch has at its tip: what a run meant to send there, no later one has settled. */
async function listStanding(journals: readonly FileVersion[], place: HistoryPlace): Promise<ReadonlySet<string>> {
  const {ask} = openGitOf(place);
  const refs = await ask(['for-each-ref', '--format=%(objectname)']);
  const tips = (refs?.stdout.toString('utf8') ?? '').split('\n').filter(Boolean);
  const paths = [...new Set(journals.flatMap(version => version.paths))];
  const names = tips.flatMap(tip => paths.map(path => `${tip}:${path}\n`));
  const answer = names.length === 0 ? null : await ask(['cat-file', '--batch-check=%(objectname)'], {stdin: names.join('')});
  const blobs = new Set((answer?.stdout.toString('utf8') ?? '').split('\n'));
  return new Set(journals.flatMap(({bytes, commits}) => (blobs.has(hashBlob(bytes, commits[0] ?? null)) ? commits.slice(0, 1) : [])));
}

/**
 * The records that the state at hand lost. What a version says was removed counts only where it is in a trusted history, or this machine
 * let it go: a fork's commit that was fetched has a state that its author wrote. Git is asked only where that makes a difference.
 */
async function listRecorded(
  ours: ReadableState,
  known: readonly KnownVersion[],
  {place, trusted, isSought, hasSpec}: Pick<SoughtRecords, 'isSought' | 'hasSpec' | 'trusted'> & {readonly place: HistoryPlace},
): Promise<readonly LostRecord[]> {
  const judge = (strange: readonly KnownVersion[]) => {
    const versions = known.filter(version => !strange.includes(version));
    const leftOut = versions.filter(({lineage}) => lineage !== ours.lineage);
    return judgeVersions(ours, {versions, leftOut, strange, hasSpec})?.lost.filter(({key}) => isSought(key)) ?? [];
  };
  const all = judge(known);
  const believed = judge([]);
  if (all.length === believed.length) return believed;
  const tips = trusted ?? listTrustedTips(place);
  const outside = await listOutside(openGitOf(place).ask, known.flatMap(commitsOf), tips);
  const letGo = new Set(place.marks.readContent(ours)?.letGo);
  const isStrange = (version: KnownVersion) => outside === null || commitsOf(version).every(commit => outside.has(commit));
  return judge(known.filter(isStrange)).filter(({id}) => !letGo.has(id) || believed.some(one => one.id === id));
}

function listTrustedTips({stateFile, context: {env}}: HistoryPlace): readonly string[] {
  const heads = readHeads(findNearest(dirname(stateFile)), env);
  if (heads === null) return ['HEAD'];
  const followed = [heads.upstream, heads.trunk].filter(tip => tip !== null);
  return [...listOwnTips(heads), ...followed, '--remotes=origin'];
}

/**
 * Creates that the journals of other states leave open. Of those nothing is known but their versions, of which the oldest may not have been
 * read. A run that no version followed may have sent what it only meant to send.
 */
function listSentApart(
  journals: readonly CommittedJournal[],
  {lineage: own, monitors}: ReadableState,
  {
    known,
    versions,
    hasMore,
  }: {readonly known: readonly KnownVersion[]; readonly versions: readonly KnownVersion[]; readonly hasMore: boolean},
): SentCreate[] {
  const serial = hasMore ? Number.POSITIVE_INFINITY : 0;
  const others = [...new Set(journals.map(({base}) => base.lineage))].filter(lineage => lineage !== own);
  return others.flatMap(lineage => {
    const last = Math.max(0, ...versions.filter(one => one.lineage === lineage).map(one => one.serial));
    const isLast = ({base}: CommittedJournal) => base.serial >= last;
    const there = {lineage, serial, monitors};
    return [...listSent(journals.filter(isLast), there, known, 'last'), ...listSent(journals, there, known)];
  });
}

/**
 * Lists the monitors that commits record for this project and environment, or in the state of another config for the same
 * specs: a new state records none of them.
 */
export async function listEveryRecord(place: HistoryPlace, settings: Settings): Promise<ReadonlyMap<string, Key>> {
  const {versions} = (await readEveryVersion(place, settings.configFile)).found;
  const {listFormerFiles} = await import('../places/former-places');
  const outer = new Set((await listFormerFiles(settings, place.context.env)).ofOthers.map(findReal));
  const root = findRepository(findReal(findNearest(dirname(place.stateFile)))) ?? dirname(place.stateFile);
  const isOurs = ({project, environment}: State, paths: readonly string[]) =>
    environment === place.environment && (project === place.project || paths.some(path => outer.has(join(root, path))));
  const states = versions.flatMap(({bytes, paths}) => {
    const state = decode(bytes, place);
    return state !== null && isOurs(state, paths) ? [state] : [];
  });
  return new Map(states.flatMap(state => [...listHeldIds(state.monitors)]));
}

/** Most keys that older versions are searched for at once. */
const MOST_NAMES = 100;

/**
 * In a repository too large for that, what git showed in time, and the state's own path. Of more versions than are read, those that tell of
 * `keys` count, too.
 */
async function readEveryVersion(
  {stateFile, environment, fetched, context: {env, world}}: HistoryPlace,
  configFile: string | null,
  keys?: ReadonlySet<Key>,
) {
  const now = () => world.monotonic();
  const own = basename(baseOfStateFile(stateFile, environment));
  const tips = () => ['--all', '--reflog', ...listNamedCommits(findNearest(dirname(stateFile)))];
  const {timeoutMs, ...where} =
    fetched === undefined
      ? {tips: tips(), timeoutMs: CREATE_SEARCH_MS}
      : {repository: fetched, tips: fetched.tips, timeoutMs: fetched.timeoutMs};
  const search = {path: stateFile, trailer: RECORDING_TRAILER, ...where, timeoutMs, env, world};
  const names = await listStatePatterns({...search, own, configFile});
  const started = now();
  const everywhere = await readFileVersions({...search, everywhere: names.patterns});
  const {isComplete, hasMore} = everywhere;
  if (isComplete && !hasMore) return {found: everywhere, isSeen: names.isSeen, hasMore};
  if (isComplete) {
    const where = {...search, everywhere: names.patterns};
    // What the Action fetches has no files yet that a search could look into.
    const isSearched = keys !== undefined && (fetched === undefined || (await bringVersions(where)));
    if (!isSearched) return {found: everywhere, isSeen: 'late' as const, hasMore};
    const older = await searchOlder(where, keys, started);
    const isSeen = older.isSeen === 'whole' ? names.isSeen : older.isSeen;
    return {found: joinVersions(everywhere, older.found), isSeen, hasMore};
  }
  const isSeen = now() - started < timeoutMs && names.isSeen !== 'late' ? ('part' as const) : ('late' as const);
  const here = await readFileVersions(search);
  return {found: joinVersions(everywhere, here), isSeen, hasMore: true};
}

/** Searches the versions that are beyond those that are read for what tells of keys. */
async function searchOlder(search: VersionSearch, keys: ReadonlySet<Key>, started: number) {
  const {timeoutMs, world} = search;
  const all = [...keys];
  let found: ReadVersions = {versions: [], journals: []};
  let isSeen: SearchReach = 'whole';
  for (let from = 0; from < all.length; from += MOST_NAMES) {
    const left = Math.floor(timeoutMs - (world.monotonic() - started));
    if (left <= 0) return {found, isSeen: 'late' as const};
    const some = await readFileVersions({...search, containing: writeMention(all.slice(from, from + MOST_NAMES)), timeoutMs: left});
    found = joinVersions(found, some);
    if (some.hasMore || world.monotonic() - started >= timeoutMs) return {found, isSeen: 'late' as const};
    if (!some.isComplete) isSeen = 'part';
  }
  return {found, isSeen};
}

/** What is read of files that commits hold. */
type ReadVersions = Pick<FileVersions, 'versions' | 'journals'>;

function joinVersions(one: ReadVersions, other: ReadVersions): ReadVersions {
  return {versions: [...one.versions, ...other.versions], journals: [...one.journals, ...other.journals]};
}

/** An extended regular expression for the line of a record, of one that left, or of a journal, of one of some keys. */
function writeMention(keys: readonly Key[]): string {
  const any = `(${keys.map(key => JSON.stringify(key).replace(/[\\^$.[\]|()?*+{}]/g, '\\$&')).join('|')})`;
  return `${any}: ?\\{|"key": ?${any}`;
}

interface StateVersion {
  readonly state: State;
  readonly version: FileVersion;
}

/** Tells which states and journals of commits are earlier or other versions of ours. */
interface Past {
  readonly isState: (one: StateVersion) => boolean;
  readonly isJournal: (journal: CommittedJournal, version: FileVersion) => boolean;
  /** The journal of a file that the config named before: who moves a state can give it another name and lineage, and leave out what is open. */
  readonly isFormerJournal: (journal: CommittedJournal, version: FileVersion) => boolean;
}

/**
 * A file that stands today is the state of another project or environment, unless it has the same lineage, or no run can choose it any
 * more: the config named it before, or its environment is not declared.
 */
async function openPast(
  ours: ReadableState,
  states: readonly StateVersion[],
  journals: readonly FileVersion[],
  {place, settings}: {readonly place: HistoryPlace; readonly settings: Settings},
): Promise<Past> {
  const {stateFile, project, environment} = place;
  const root = findRepository(findReal(findNearest(dirname(stateFile)))) ?? dirname(stateFile);
  const own = findReal(stateFile);
  const left = new Set<string>();
  const outer = new Set<string>();
  const stands = (path: string) => join(root, path) !== own && existsSync(join(root, path));
  const isAnothers = (path: string) => stands(path) && !left.has(join(root, path));
  const isUndeclared = (name: string) => settings.environments !== null && !settings.environments.has(name);
  const isBesides = (path: string, name: string) =>
    findReal(stateFileOf(baseOfStateFile(stateFile, environment), name)) === join(root, path);
  const isState = ({state, version: {paths}}: StateVersion) => {
    if (state.lineage === ours.lineage) return true;
    if (state.project !== project && !paths.some(path => outer.has(join(root, path)))) return false;
    const isTrial = state.emulator === true && ours.lineage === '';
    if (isTrial || (ours.origin !== '' && state.origin !== ours.origin)) return false;
    if (state.environment === environment) return !paths.every(isAnothers);
    return isUndeclared(state.environment) && paths.some(path => stands(path) && isBesides(path, state.environment));
  };
  const others = states.filter(({state}) => state.environment === environment);
  const stateOf = (journal: string) => join(root, journal.replace(/\.journal$/, ''));
  if (
    others.some(one => !isState(one) && one.version.paths.some(stands)) ||
    journals.some(({paths}) => paths.some(path => stateOf(path) !== own))
  ) {
    const {listFormerFiles} = await import('../places/former-places');
    const former = await listFormerFiles(settings, place.context.env);
    for (const path of former.files) left.add(findReal(path));
    for (const path of former.ofOthers) outer.add(findReal(path));
  }
  const counted = new Set(states.filter(isState).map(({state}) => state.lineage));
  const known = new Set(states.map(({state}) => state.lineage));
  const isOtherService = (creates: readonly JournaledCreate[]) =>
    ours.origin !== '' && creates.some(({intent}) => intent.origin !== ours.origin);
  return {
    isState,
    isJournal: ({base, creates}, {paths}) => {
      if (base.lineage === ours.lineage || counted.has(base.lineage)) return true;
      return !known.has(base.lineage) && !isOtherService(creates) && !paths.every(path => isAnothers(path.replace(/\.journal$/, '')));
    },
    isFormerJournal: ({creates}, {paths}) => !isOtherService(creates) && paths.some(path => left.has(stateOf(path))),
  };
}

/** A state of any project and environment: it may have had another name before. Null for anything else. */
function decode(bytes: Uint8Array, place: HistoryPlace): State | null {
  const json = parseJson(Buffer.from(bytes).toString('utf8'));
  const [project, environment] = [property(json, 'project'), property(json, 'environment')];
  if (typeof project !== 'string' || typeof environment !== 'string') return null;
  return decodeQuietly(bytes, {...place, project, environment})?.state ?? null;
}
