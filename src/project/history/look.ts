import {existsSync, readFileSync} from 'node:fs';
import type {Context} from '../../core/base/context';
import type {CacheFile} from '../../core/files/cache-file';
import {findHistory, leadsTo, listOutside, locateCommits} from '../../core/git/file-versions';
import {readMovedVersions} from '../../core/git/former-paths';
import {type Heads, listMadeHere, listOwnTips, listTips} from '../../core/git/heads';
import type {HistoryRepository} from '../../core/git/run-git';
import {parseJson, property} from '../../core/json/value';
import type {CheckedSpecs, Key} from '../../core/specs/desired-monitor';
import {
  commitsOf,
  type EarlierState,
  earlierOf,
  judgeVersions,
  type KnownVersion,
  type LostRecord,
  type VersionSource,
} from '../../core/state/earlier';
import {pathsOf} from '../../core/state/file/read';
import {foldCopy} from '../../core/state/fold';
import {Refusals} from '../../core/state/format/refusals';
import {decodeState} from '../../core/state/format/state';
import type {MarkHome, Marks} from '../../core/state/marks';
import {mayBeTrial} from '../../core/state/origin';
import {listHeldIds} from '../../core/state/removed';
import type {ReadableState, State, StoredState} from '../../core/state/state';
import type {DangerousShift} from '../../core/state/state-change';
import {readStateLine} from '../places/looks-like-state';
import {type CommittedJournal, listSent, readFinished, readJournals, type SentCreate} from './committed-journals';
import {RECORDING_TRAILER, SEARCH_MS} from './recording-commit';

/** The keys that have a spec, in this environment or another. */
export type KnownSpecs = Pick<CheckedSpecs, 'monitors' | 'elsewhere'>;

/** Records that were lost or changed by hand, and those of them that another branch takes care of. */
export interface FoundHistory extends EarlierState {
  /** Versions that only commits of other branches hold: nothing of them is lost. */
  readonly elsewhere: ReadonlySet<KnownVersion>;
  /** Ids of lost monitors that another's commit recorded first, which HEAD left: a branch that is not here may have them. */
  readonly ofOthers: ReadonlySet<string>;
  /** Changes that commits made by hand since a run of the Action recorded the state. */
  readonly shifts: readonly DangerousShift[];
  /** State that the run recorded. */
  readonly recorded: Pick<State, 'monitors'>;
  /** Creates that a committed journal says were sent, and of which neither the state nor its journal knows any more. */
  readonly sent: readonly SentCreate[];
  /** Every version of the state that commits hold was read; else one that is not here may record more. */
  readonly isWhole: boolean;
}

/** The place and the limits of a look. */
export interface HistoryPlace {
  /** Absolute. */
  readonly stateFile: string;
  /** As messages show it. */
  readonly shown: string;
  readonly project: string;
  readonly environment: string;
  readonly marks: Marks;
  /** See `openMarks`. Default: states in other places are not known. */
  readonly home?: MarkHome;
  /** The marks of other places on this machine. Default: there are none. */
  readonly listOtherMarks?: () => readonly Marks[];
  /** The journals that this machine keeps of other places: of runs that left something open, or were killed. Default: there are none. */
  readonly listOtherJournals?: () => readonly Uint8Array[];
  /** The states by which runs here sent something before anything had answered. Default: nothing is noted. */
  readonly begun?: Marks;
  /** The same of other places. Default: there are none. */
  readonly listOtherBegun?: () => readonly Marks[];
  /** `here`: changes by hand are looked for; `elsewhere`: the caller does that, with what was reviewed. */
  readonly changesJudged: 'here' | 'elsewhere';
  /** Paths in the repository that the config named for the state before. Default: none is known. */
  readonly listFormerPaths?: () => Promise<ReadonlySet<string>>;
  /** Remembers the last look; null where nothing is cached. */
  readonly cache: CacheFile | null;
  readonly context: Pick<Context, 'env' | 'world'>;
  /** Holds the histories that count. Default: the checkout, with what it was and follows. */
  readonly fetched?: FetchedHistory;
}

/** Histories in a repository of their own. */
interface FetchedHistory extends HistoryRepository {
  /** The commits whose histories count. */
  readonly tips: readonly string[];
  /** Milliseconds that git may take. */
  readonly timeoutMs: number;
}

/** Bytes of versions that are decoded whatever they hold, and the number that is whatever their size. */
const MOST_BYTES = 16 * 1024 * 1024;
const LEAST_VERSIONS = 3;

/** Versions of a state, and its journals, in commits. */
export interface CommittedVersions {
  readonly versions: readonly KnownVersion[];
  /** Those in which project or environment had another name: they count for the same state only. */
  readonly underOtherName: readonly KnownVersion[];
  readonly journals: readonly CommittedJournal[];
  /** A commit says that a run of the Action recorded the state. */
  readonly hasRecording: boolean;
  /** See {@link FoundHistory.isWhole}. */
  readonly isWhole: boolean;
}

/** Reads the versions of the state that commits hold: in the histories of HEAD, its upstream, and where HEAD was before. */
export async function readCommitted(place: HistoryPlace, heads: Heads | null): Promise<CommittedVersions> {
  const {stateFile: path, context, fetched} = place;
  const {env, world} = context;
  const tips = fetched?.tips ?? (heads === null ? [] : listTips(heads, 'everywhere'));
  const where = fetched === undefined ? {timeoutMs: SEARCH_MS} : {repository: fetched, timeoutMs: fetched.timeoutMs};
  const trailer = RECORDING_TRAILER;
  const found = await readMovedVersions({path, trailer, tips, env, ...where, world, lineOf: readStateLine});
  const versions: KnownVersion[] = [];
  const underOtherName: KnownVersion[] = [];
  const ids = new Set<string>();
  const isLarge = found.versions.reduce((sum, {bytes}) => sum + bytes.length, 0) > MOST_BYTES;
  let size = 0;
  for (const {commits, bytes} of found.versions) {
    const isMuch = size + bytes.length > MOST_BYTES && versions.length >= LEAST_VERSIONS;
    // Beyond that, those that tell of others.
    const some = isLarge ? listIds(bytes) : [];
    if (isMuch && some.every(id => ids.has(id))) continue;
    for (const id of some) ids.add(id);
    size += bytes.length;
    const stored = decodeQuietly(bytes, place);
    const other = stored === null ? decodeOfOtherName(bytes, place) : null;
    if (stored !== null) versions.push(toVersion(stored.state, {kind: 'commit', commits}));
    if (other !== null) underOtherName.push(toVersion(other.state, {kind: 'commit', commits}));
  }
  // Before the first commit there is nothing to see.
  const isWhole =
    fetched === undefined
      ? heads === null || heads.head === null || (found.isComplete && (found.isBegun || !heads.isShallow))
      : found.isComplete;
  return {versions, underOtherName, journals: readJournals(found.journals), hasRecording: found.hasTrailer, isWhole};
}

/** The ids that a text may hold, whatever they are of. */
function listIds(bytes: Buffer): string[] {
  return [...bytes.toString('utf8').matchAll(/"id": ?"([^"\n]{1,200})"/g)].map(([, id = '']) => id);
}

/** Result of a look. */
interface HistoryLook {
  /** Null where nothing was lost or changed by hand. */
  readonly found: FoundHistory | null;
  /** That nothing was found holds while none of these keys has a spec. */
  readonly unless: readonly Key[];
}

/** Compares a state with all versions that are known of it. */
export async function lookBack(
  place: HistoryPlace,
  {state}: Pick<StoredState<ReadableState>, 'state'>,
  committed: Promise<CommittedVersions>,
  {heads, hasSpec, hasNew = false}: {readonly heads: Heads | null; readonly hasSpec: (key: Key) => boolean; readonly hasNew?: boolean},
): Promise<HistoryLook> {
  const letGoHere = new Set(place.marks.readContent(state)?.letGo ?? []);
  // A trial pays for nothing, and leaves no marks.
  const witness = place.changesJudged === 'elsewhere' || mayBeTrial(state) ? undefined : {hasSpec, letGoHere};
  const {versions: named, underOtherName, journals, hasRecording, isWhole} = await committed;
  const versions = [...named, ...underOtherName.filter(({lineage}) => lineage === state.lineage)];
  const left = readLeftMarks(place, state);
  const known = [...versions, ...readFinished(journals), ...readBackups(place, state), ...readMarkOf(place.marks, state), ...left];
  const {leftOut, isTold} = await listLeftOut(state, versions, place);
  const past = {versions: known, leftOut};
  const found = nameLeft(judgeVersions(state, {...past, hasSpec}, witness), left, hasSpec);
  // One that was moved with another name and lineage has its recordings elsewhere: what it lacks would be created.
  const isJudged = place.changesJudged === 'here' && (hasRecording || (hasNew && versions.length > 0));
  const changed = isJudged ? await (await import('./committed-state')).judgeCommitted(state, hasSpec, place) : null;
  const sent = place.changesJudged === 'here' ? listSent(journals, state, versions) : [];
  const facts = {sent, isWhole: (isWhole && isTold) || place.changesJudged === 'elsewhere'};
  if (found === null && changed === null && sent.length === 0 && facts.isWhole) {
    const doubted = witness === undefined ? [] : (judgeVersions(state, past, {...witness, hasSpec: () => true})?.doubted ?? []);
    // A record is missed under another key once that has a spec.
    const renamed = judgeVersions(state, {...past, hasSpec: key => !state.monitors.has(key)})?.lost ?? [];
    return {found: null, unless: [...doubted, ...renamed].map(({key}) => key)};
  }
  const none = {serial: state.serial, later: null, lost: [], removedLater: [], changed: [], doubted: []};
  const decided = decideOnce(found ?? none, changed?.shifts ?? []);
  const recorded = changed?.recorded ?? {monitors: new Map()};
  const elsewhere = await findElsewhere(decided, place, heads);
  const ofOthers = await findOfOthers(decided.lost, known, {place, heads});
  return {found: {...decided, ...facts, recorded, elsewhere, ofOthers}, unless: []};
}

interface LeftOut {
  readonly leftOut: readonly KnownVersion[];
  /** Git told of all of them. */
  readonly isTold: boolean;
}

/**
 * Finds versions of other lineages that a merge left out. One that led to the first version of this state was replaced by it on purpose,
 * with all that it and earlier ones record.
 */
async function listLeftOut(ours: ReadableState, versions: readonly KnownVersion[], place: HistoryPlace): Promise<LeftOut> {
  const others = versions.filter(({lineage}) => lineage !== ours.lineage);
  const first = versions.filter(({lineage}) => lineage === ours.lineage).reduce<KnownVersion | null>(earlierOf, null);
  if (others.length === 0 || first === null) return {leftOut: [], isTold: true};
  const {ask} = openGitOf(place);
  const outside = await listOutside(ask, others.flatMap(commitsOf), [await findBegin(ask, commitsOf(first))]);
  if (outside === null) return {leftOut: [], isTold: false};
  const isLeft = (version: KnownVersion) => commitsOf(version).every(commit => outside.has(commit));
  const replaced = others.filter(version => !isLeft(version));
  return {leftOut: others.filter(isLeft).map(version => withoutReplaced(version, replaced)), isTold: true};
}

/**
 * The commit at which a version began: a merge that took its side made the file so, too, and may be dated before it. `commits` are the newest
 * first, at least one.
 */
async function findBegin(ask: ReturnType<typeof openGitOf>['ask'], commits: readonly string[]): Promise<string> {
  for (const commit of [...commits].reverse()) {
    const others = commits.filter(other => other !== commit);
    const outside = others.length === 0 ? new Set<string>() : await listOutside(ask, others, [commit]);
    if (outside === null || others.every(other => outside.has(other))) return commit;
  }
  return commits.at(-1) as string;
}

/** The version without the monitors that an equal or later one of its lineage records, which was replaced. */
function withoutReplaced(version: KnownVersion, replaced: readonly KnownVersion[]): KnownVersion {
  const later = replaced.filter(({lineage, serial}) => lineage === version.lineage && serial >= version.serial);
  if (later.length === 0) return version;
  return {...version, held: new Map([...version.held].filter(([id]) => !later.some(({held}) => held.has(id))))};
}

/** Git where the history of a place is. */
export function openGitOf({stateFile, context, fetched}: HistoryPlace) {
  return findHistory({path: stateFile, env: context.env, world: context.world, ...(fetched === undefined ? {} : {repository: fetched})});
}

/**
 * Decides which of two findings about one monitor holds: a state that went back lacks what later versions have, and in any other a record
 * that is gone was taken away.
 */
function decideOnce(earlier: EarlierState, shifts: readonly DangerousShift[]): EarlierState & Pick<FoundHistory, 'shifts'> {
  const idOf = (shift: DangerousShift) => (shift.kind === 'exchanged' ? shift.from : 'id' in shift ? shift.id : '');
  const lost = new Set(earlier.lost.map(({id}) => id));
  if (earlier.later !== null) return {...earlier, shifts: shifts.filter(shift => shift.kind !== 'earlier-state' && !lost.has(idOf(shift)))};
  const taken = new Set(shifts.map(idOf));
  return {...earlier, lost: earlier.lost.filter(({id}) => !taken.has(id)), shifts};
}

export function toVersion(state: State, source: VersionSource): KnownVersion {
  const {lineage, serial, tool, removed = [], monitors} = state;
  return {source, lineage, serial, tool, removed, held: listHeldIds(monitors), record: key => monitors.get(key)};
}

export function decodeQuietly(bytes: Uint8Array, {shown, project, environment}: HistoryPlace): StoredState | null {
  try {
    return decodeState(bytes, new Refusals({shown, project, environment, soundBackup: () => null, isCopy: true}));
  } catch {
    return null;
  }
}

/** The state of another project or environment, which may be the former name of this one; null for anything else. */
function decodeOfOtherName(bytes: Buffer, place: HistoryPlace): StoredState | null {
  const root = parseJson(bytes.toString('utf8'));
  const [project, environment] = [property(root, 'project'), property(root, 'environment')];
  if (typeof project !== 'string' || typeof environment !== 'string') return null;
  return project === place.project && environment === place.environment ? null : decodeQuietly(bytes, {...place, project, environment});
}

/** The backup counts only where it is later than the state: alone, or with the journal that the state after it was made from. */
function readBackups(place: HistoryPlace, ours: ReadableState): KnownVersion[] {
  const {backup, journalBackup} = pathsOf(place.stateFile);
  const bytes = readQuietly(backup);
  const stored = bytes === null ? null : decodeQuietly(bytes, place);
  if (stored === null) return [];
  const source = {kind: 'backup', file: `${place.shown}.bak`} as const;
  const {state} = foldCopy(stored, readQuietly(journalBackup));
  return state.serial > ours.serial ? [toVersion(state, source)] : [];
}

/** The version of a state that some marks tell of; nothing where they know none. */
export function readMarkOf(marks: Marks, ours: ReadableState): KnownVersion[] {
  const mark = marks.findMoved(ours);
  return mark === null ? [] : [toMarkedVersion(marks, mark)];
}

/** Later versions of a state that this machine saw in files that are gone, of the same config: a move was taken back before its commit. */
function readLeftMarks({listOtherMarks, home}: HistoryPlace, ours: ReadableState): KnownVersion[] {
  return (listOtherMarks?.() ?? []).flatMap(marks => {
    const mark = marks.find(ours);
    if (mark?.place === undefined || mark.home !== home?.home || mark.serial <= ours.serial || existsSync(mark.place)) return [];
    return [{...toMarkedVersion(marks, mark), removed: []}];
  });
}

/** A monitor that such a place records is only named: one with a spec is looked for when it is to be created. */
function nameLeft(found: EarlierState | null, left: readonly KnownVersion[], hasSpec: (key: Key) => boolean): EarlierState | null {
  if (found === null || left.length === 0) return found;
  const isLeft = ({version}: LostRecord) => left.includes(version);
  const lost = found.lost.flatMap(one => (!isLeft(one) ? [one] : hasSpec(one.key) ? [] : [{...one, mayBeAnothers: true as const}]));
  const isNothing = lost.length + found.removedLater.length + found.changed.length + found.doubted.length === 0;
  return isNothing ? null : {...found, lost};
}

const NO_CONTENT = {records: new Map<string, string>(), removed: []} as const;

/** The version that a mark tells of. */
export function toMarkedVersion(marks: Marks, mark: NonNullable<ReturnType<Marks['find']>>): KnownVersion {
  const content = marks.readContent(mark);
  const {records, removed, missed, latest} = content ?? {...NO_CONTENT, missed: undefined, latest: undefined};
  const held = new Map([...records].map(([key, id]) => [id, key]));
  const lines = removed.map(line => ({serial: mark.serial, ...line}));
  const {lineage, serial} = mark;
  return {source: {kind: 'mark'}, lineage, serial, tool: '', removed: lines, held, missed, latest, record: () => undefined};
}

/** Finds the versions of lost records that only commits of other branches hold. */
export async function findElsewhere(
  found: Pick<EarlierState, 'later' | 'lost'>,
  place: HistoryPlace,
  heads: Heads | null,
): Promise<ReadonlySet<KnownVersion>> {
  const versions = new Set([...(found.later === null ? [] : [found.later]), ...found.lost.map(({version}) => version)]);
  const elsewhere = new Set<KnownVersion>();
  const {ask} = openGitOf(place);
  for (const version of versions) {
    if (version.source.kind !== 'commit') continue;
    const {commits} = version.source;
    const where = await locateCommits(ask, commits, place.fetched?.tips ?? ['HEAD']);
    const isOnlySeen = where === 'none' && heads !== null && (await leadsTo(ask, commits, listOwnTips(heads))) === false;
    if (where === 'other-branch' || isOnlySeen) elsewhere.add(version);
  }
  return elsewhere;
}

/** Judged by the first version that has a monitor: one that was made here on top of it has it, too. */
async function findOfOthers(
  lost: EarlierState['lost'],
  known: readonly KnownVersion[],
  {place, heads}: {readonly place: HistoryPlace; readonly heads: Heads | null},
): Promise<ReadonlySet<string>> {
  if (heads === null || lost.length === 0) return new Set();
  const {ask} = openGitOf(place);
  const made = listMadeHere(heads);
  const judged = new Map<KnownVersion, boolean>();
  const ofOthers = new Set<string>();
  for (const {id, version} of lost) {
    const first = known.filter(one => one.lineage === version.lineage && one.held.has(id)).reduce(earlierOf, version);
    const commits = commitsOf(first);
    if (!judged.has(first)) {
      const isOurs =
        commits.length === 0 || commits.some(commit => made.has(commit)) || (await locateCommits(ask, commits, ['HEAD'])) === 'own';
      judged.set(first, !isOurs);
    }
    if (judged.get(first) === true) ofOthers.add(id);
  }
  return ofOthers;
}

function readQuietly(path: string): Uint8Array | null {
  try {
    return readFileSync(path);
  } catch {
    return null;
  }
}
