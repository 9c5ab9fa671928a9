import {existsSync} from 'node:fs';
import {basename, dirname, join} from 'node:path';
import {findReal} from '../core/files/paths';
import {baseOfStateFile} from '../core/files/state-name';
import {type FileVersion, type FileVersions, readFileVersions} from '../core/git/file-versions';
import {findNearest, findRepository} from '../core/git/repository';
import {parseJson, property} from '../core/json/value';
import type {Key} from '../core/specs/desired-monitor';
import {judgeVersions, type KnownVersion, type LostRecord, newestOfLineages} from '../core/state/earlier';
import {listHeldIds} from '../core/state/removed';
import type {ReadableState, State} from '../core/state/state';
import {listSent, readFinished, readJournals, type SentCreate} from './committed-journals';
import {decodeQuietly, type HistoryPlace, toVersion} from './history-look';
import {RECORDING_TRAILER} from './recording-commit';

/** Milliseconds that git may take where monitors are to be created: each is paid for. */
const CREATE_SEARCH_MS = 5000;

/** The name of a state where the config gives none. */
const USUAL_NAME = 'monitors.state';

/** What is looked for in commits. */
export interface SoughtRecords {
  /** The state at hand; null before the first one. */
  readonly ours: ReadableState | null;
  /** Address of the service where monitors would be created; null where that is not known. */
  readonly origin: string | null;
  /** The keys that are to be created. */
  readonly keys: Pick<ReadonlySet<Key>, 'has'>;
}

/** What commits tell of these keys. */
export interface FoundRecords {
  readonly recorded: readonly LostRecord[];
  /** Creates that a committed or stashed journal says were sent. */
  readonly sent: readonly SentCreate[];
}

/** The same, with the limits of the search. */
interface SearchedRecords extends FoundRecords {
  /** Git gave every version that it was asked for in time. */
  readonly isWhole: boolean;
}

/** Stands where there is no state. */
const NO_STATE: Pick<ReadableState, 'lineage' | 'serial' | 'tool' | 'monitors'> = {lineage: '', serial: 0, tool: '', monitors: new Map()};

/**
 * Finds the monitors that any commit here records for keys that are to be created: of all branches, tags, stashes and former places of
 * HEAD, in files of the state's name below any directory, also in states that were begun apart. What a state let go does not count, nor
 * does a trial. Of fetched histories, their tips count.
 */
export async function findInEveryCommit(place: HistoryPlace, {ours: state, origin, keys}: SoughtRecords): Promise<SearchedRecords> {
  const found = await readEveryVersion(place);
  const ours = state ?? ({...NO_STATE, origin: origin ?? ''} as ReadableState);
  const isPast = isPastOf(ours, place);
  const versions = found.versions.flatMap((version): KnownVersion[] => {
    const state = decode(version.bytes, place);
    return state !== null && isPast(state, version) ? [toVersion(state, {kind: 'commit', commits: version.commits})] : [];
  });
  const journals = readJournals(found.journals);
  const leftOut = newestOfLineages(versions.filter(({lineage}) => lineage !== ours.lineage));
  const judged = judgeVersions(ours, {versions: [...versions, ...readFinished(journals, ours)], leftOut});
  // Before the first state each journal is of a first run.
  const begun = state === null ? [...new Set(journals.map(({base}) => base.lineage))].map(lineage => ({...ours, lineage})) : [ours];
  const sent = begun.flatMap(one => listSent(journals, one, versions));
  const recorded = judged?.lost.filter(({key}) => keys.has(key)) ?? [];
  return {recorded, sent: sent.filter(({key}) => keys.has(key)), isWhole: found.isComplete};
}

/** Lists the monitors that commits record for this project and environment: a new state records none of them. */
export async function listEveryRecord(place: HistoryPlace): Promise<ReadonlyMap<string, Key>> {
  const {versions} = await readEveryVersion(place);
  const states = versions.map(({bytes}) => decode(bytes, place)).filter(state => state?.environment === place.environment);
  return new Map(states.flatMap(state => (state === null ? [] : [...listHeldIds(state.monitors)])));
}

/** In a repository too large for that, only the state's own path. */
async function readEveryVersion({stateFile, environment, fetched, context: {env, world}}: HistoryPlace): Promise<FileVersions> {
  const now = () => world.monotonic();
  const here = {tips: ['--all', '--reflog'], timeoutMs: CREATE_SEARCH_MS};
  const where = fetched === undefined ? here : {repository: fetched, tips: fetched.tips, timeoutMs: fetched.timeoutMs};
  const own = basename(baseOfStateFile(stateFile, environment)).replace(/\.json$/, '');
  const search = {path: stateFile, trailer: RECORDING_TRAILER, ...where, env, now};
  const everywhere = await readFileVersions({...search, everywhere: [...new Set([own, USUAL_NAME])]});
  return everywhere.isComplete ? everywhere : readFileVersions(search);
}

/** Whether another state is an earlier or another version of ours. A file that stands elsewhere today is another state, unless it has the same lineage. */
function isPastOf(ours: ReadableState, {stateFile, environment}: HistoryPlace): (state: State, version: FileVersion) => boolean {
  const root = findRepository(findReal(findNearest(dirname(stateFile)))) ?? dirname(stateFile);
  const own = findReal(stateFile);
  const isAnothers = (path: string) => join(root, path) !== own && existsSync(join(root, path));
  return (state, {paths}) => {
    if (state.lineage === ours.lineage) return true;
    const isTrial = state.emulator === true && ours.lineage === '';
    if (isTrial || state.environment !== environment || (ours.origin !== '' && state.origin !== ours.origin)) return false;
    return !paths.every(isAnothers);
  };
}

/** A state of this project, in any of its environments; null for anything else. */
function decode(bytes: Uint8Array, place: HistoryPlace): State | null {
  const environment = property(parseJson(Buffer.from(bytes).toString('utf8')), 'environment');
  return typeof environment === 'string' ? (decodeQuietly(bytes, {...place, environment})?.state ?? null) : null;
}
