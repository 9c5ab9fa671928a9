import {existsSync, readFileSync} from 'node:fs';
import {formatNumber} from '../../core/base/words';
import {UserError} from '../../core/diagnostics/user-error';
import {parseJson, property} from '../../core/json/value';
import type {Key} from '../../core/specs/desired-monitor';
import {foldJournal} from '../../core/state/fold';
import {decodeJournal} from '../../core/state/format/journal';
import {Refusals} from '../../core/state/format/refusals';
import {decodeState} from '../../core/state/format/state';
import {listHeldIds} from '../../core/state/removed';
import type {State} from '../../core/state/state';
import {type StateShift, withRun} from '../../core/state/state-change';
import {readOpenCreates} from './open-creates';
import {type CommitHistory, type ObjectSource, RECORDING_TRAILER, type Recording, readBlob, readCommit} from './recording-commit';

/** The commits of a branch that changed its state, as far as they are to be judged. */
export interface StateLine {
  /** The newest state that counts, with what later runs changed; null where no run recorded one, or it can't be read. */
  readonly baseline: State | null;
  /** The commit that recorded it; null with the baseline. */
  readonly commit: string | null;
  /** Later commits that others made, newest first. */
  readonly others: readonly string[];
  /** The newest commit of a run, which may count for less; null without one. */
  readonly last: string | null;
  /** Operations that runs announced: a create of another one, which a journal leaves open, is not theirs. */
  readonly announced: ReadonlySet<string>;
  /** The history was cut before a baseline was found. */
  readonly isCut: boolean;
  /** The baseline is that of another project or environment and lineage, which only the config leads to: see {@link countsApart}. */
  readonly isApart: boolean;
}

/** Whether a shift against a baseline of another owner counts: a person may have begun a new state, but not to pay for a monitor twice. */
export function countsApart({kind}: StateShift): boolean {
  return kind === 'gone';
}

/** Largest serial that others may commit: runs count on from it, and 2^53 - 1 is the last number that a state can have. */
const LARGEST_SERIAL = 2 ** 52;

/** Throws `UserError` for a serial that no run will ever reach: the next runs would write states that none can read. */
export function refuseLastSerial(before: Pick<State, 'serial'> | null, {serial}: Pick<State, 'serial'>, refusals: Refusals): void {
  if (serial <= LARGEST_SERIAL || (before !== null && before.serial > LARGEST_SERIAL)) return;
  throw refusals.malformed(`"serial" is ${formatNumber(serial)}, which no run wrote, and leaves later runs no room`);
}

/** Options of reading a line of states. */
interface LineReader {
  readonly history: CommitHistory;
  readonly statePath: string;
  readonly refusals: Refusals;
  /** Whether a run made a commit that records the state at a path; null for any other commit. */
  readonly readRecording: (commit: string, statePath: string) => Promise<Recording | null>;
  /** Paths in the repository that the config named for the state before. */
  readonly listFormerPaths: () => Promise<ReadonlySet<string>>;
  /** The state at hand, which the branch may lack: it was taken from another one. Default: that of the tip. */
  readonly owner?: StateOwner;
}

/** Whose state it is. */
type StateOwner = Pick<State, 'lineage' | 'project' | 'environment'>;

/** Reads the first-parent commits of `tip` that changed the state or its journal, back to the newest recording that counts. */
export async function readStateLine(tip: string, reader: LineReader): Promise<StateLine> {
  const {history, statePath, readRecording} = reader;
  const others: string[] = [];
  const runs: string[] = [];
  for (const commit of await history.listChanging(tip, [statePath, `${statePath}.journal`])) {
    const recording = await readRecording(commit, statePath);
    if (recording === null) others.push(commit);
    else if (!recording.isBaseline) runs.push(commit);
    else return endAt({state: null, commit, statePath, isApart: false}, {others, runs}, reader);
  }
  // A branch of its own takes its first state at a path from the branch of the specs.
  const former = others.length > 0 || reader.owner !== undefined ? await findFormer(tip, reader) : null;
  if (former !== null) return endAt(former, {others, runs}, reader);
  const {exitCode, stdout} = await history.ask(['rev-parse', '--is-shallow-repository']);
  const isCut = exitCode !== 0 || stdout.toString('utf8').trim() === 'true';
  return {baseline: null, commit: null, others, last: runs[0] ?? null, announced: new Set(), isCut, isApart: false};
}

/** The recording that a line ends at, with its state if that was read. */
interface LineEnd {
  readonly state: State | null;
  readonly commit: string;
  readonly statePath: string;
  readonly isApart: boolean;
}

/** A line with its baseline, which nothing is compared with where others changed nothing since. */
async function endAt(
  {state, commit, statePath, isApart}: LineEnd,
  {others, runs}: {readonly others: readonly string[]; readonly runs: readonly string[]},
  reader: LineReader,
): Promise<StateLine> {
  const line = {commit, others, last: runs[0] ?? commit, isCut: false, isApart};
  if (others.length === 0 && statePath === reader.statePath) return {...line, baseline: null, announced: new Set()};
  const announced = new Set(await listAnnounced(commit, {...reader, statePath}));
  const start = state ?? (await readStateAt(commit, reader));
  return {...line, baseline: await addRuns(start, runs, announced, reader), announced};
}

/** The number of recordings of other states that are looked at. */
const MOST_OTHERS = 200;

/**
 * Finds the newest recording of a state that was moved here: one of the same project and environment, or lineage. Else one of a file that
 * the config named before: who moves a state can give it another name and lineage, too. Null without one.
 */
async function findFormer(tip: string, reader: LineReader): Promise<LineEnd | null> {
  const {history, statePath, readRecording, listFormerPaths} = reader;
  const here = reader.owner ?? (await readOwner(tip, statePath, history));
  const wanted = ['log', '--first-parent', `--grep=^${RECORDING_TRAILER}: `, `--max-count=${MOST_OTHERS}`, '--name-only', '-z'];
  const listed = await history.ask([...wanted, '--format=%x00%H', tip, '--']);
  let commit = '';
  let apart: LineEnd | null = null;
  let named: ReadonlySet<string> | null = null;
  for (const word of listed.exitCode === 0 ? listed.stdout.toString('utf8').split('\0') : []) {
    const path = word.replace(/^\n/, '');
    if (/^[0-9a-f]{40,64}$/.test(path)) commit = path;
    if (!path.endsWith('.json') || path === statePath) continue;
    const owner = await readOwner(commit, path, history);
    if (owner === null || here === null) continue;
    const isFormer = here.lineage === owner.lineage || (here.project === owner.project && here.environment === owner.environment);
    if (!isFormer && apart !== null) continue;
    named ??= isFormer ? null : await listFormerPaths();
    if (!isFormer && named?.has(path) !== true) continue;
    if ((await readRecording(commit, path))?.isBaseline !== true) continue;
    const refusals = new Refusals({shown: path, ...owner, soundBackup: () => null});
    const state = await readStateAt(commit, {history, statePath: path, refusals});
    if (state !== null && isFormer) return {state, commit, statePath: path, isApart: false};
    if (state !== null) apart = {state, commit, statePath: path, isApart: true};
  }
  return apart;
}

/** Whose state a commit holds at a path; null without one. */
async function readOwner(commit: string, path: string, source: ObjectSource): Promise<StateOwner | null> {
  const bytes = await readBlob(source, `${commit}:${path}`);
  const root = bytes === null ? undefined : parseJson(bytes.toString('utf8'));
  const [lineage, project, environment] = ['lineage', 'project', 'environment'].map(member => property(root, member));
  if (typeof lineage !== 'string' || typeof project !== 'string' || typeof environment !== 'string') return null;
  return {lineage, project, environment};
}

/**
 * Adds what later runs changed to a baseline, the oldest run first. What a run found for a create that no run announced is what others
 * wrote into a journal. Adds the operations of the runs to `announced`.
 */
async function addRuns(baseline: State | null, runs: readonly string[], announced: Set<string>, reader: LineReader): Promise<State | null> {
  let state = baseline;
  for (const commit of [...runs].reverse()) {
    const [before] = (await readCommit(reader.history, commit))?.parents ?? [];
    const parent = before === undefined ? null : await readStateAt(before, reader);
    const recorded = await readStateAt(commit, reader);
    const open = before === undefined ? [] : readOpenCreates(await readJournalAt(before, reader));
    const foreign = open.filter(({intent}) => !announced.has(intent.opId));
    if (state !== null && parent !== null && recorded !== null)
      state = withRun(state, parent, recorded, new Set(foreign.map(({intent}) => intent.key)));
    const known = new Set(foreign.map(({intent}) => intent.opId));
    for (const opId of await listAnnounced(commit, reader)) if (!known.has(opId)) announced.add(opId);
  }
  return state;
}

/** The operations in the journal of a commit. */
async function listAnnounced(commit: string, reader: Pick<LineReader, 'history' | 'statePath'>): Promise<readonly string[]> {
  return readOpenCreates(await readJournalAt(commit, reader)).map(({intent}) => intent.opId);
}

/** The journal of a commit; null without one. */
export function readJournalAt(
  commit: string,
  {history, statePath}: {readonly history: Pick<ObjectSource, 'read'>} & Pick<LineReader, 'statePath'>,
): Promise<Uint8Array | null> {
  return readBlob(history, `${commit}:${statePath}.journal`);
}

/**
 * A baseline without the records that others let go since and put back under keys without a spec: apply would delete monitors that were
 * to go on running. `others` are the commits that changed the state since.
 */
export async function withoutReturned(
  baseline: State,
  now: State,
  others: readonly string[],
  {hasSpec, ...reader}: Parameters<typeof readStateAt>[1] & {readonly hasSpec: (key: Key) => boolean},
): Promise<State> {
  const held = listHeldIds(baseline.monitors);
  const bare = new Set([...now.monitors].flatMap(([key, {id}]) => (hasSpec(key) || !held.has(id) ? [] : [id])));
  const returned = new Set<string>();
  for (const commit of bare.size === 0 ? [] : others) {
    const [parent] = (await readCommit(reader.history, commit))?.parents ?? [];
    const last = parent === undefined ? null : await readStateAt(parent, reader);
    const between = await readStateAt(commit, reader);
    // One that a run recorded since was not there to be let go.
    const [had, has] = [last, between].map(one => (one === null ? bare : listHeldIds(one.monitors)));
    for (const id of bare) if (had?.has(id) === true && has?.has(id) !== true) returned.add(id);
  }
  if (returned.size === 0) return baseline;
  return {...baseline, monitors: new Map([...baseline.monitors].filter(([, {id}]) => !returned.has(id)))};
}

/** The state in a file with its journal; null where there is none, or none that can be read. */
export function readStateFile(path: string, refusals: Refusals): State | null {
  const read = (name: string) => (existsSync(name) ? readFileSync(name) : null);
  const state = read(path);
  return state === null ? null : readStateBytes(state, read(`${path}.journal`), refusals);
}

/** The state of a commit with its journal; null where there is none, or none that can be read. */
export async function readStateAt(
  commit: string,
  {history, statePath, refusals}: {readonly history: Pick<ObjectSource, 'read'>} & Pick<LineReader, 'statePath' | 'refusals'>,
): Promise<State | null> {
  const state = await readBlob(history, `${commit}:${statePath}`);
  return state === null ? null : readStateBytes(state, await readJournalAt(commit, {history, statePath}), refusals);
}

/** A state with its journal, also one under other names of project and environment; null where it can't be read. */
export function readStateBytes(state: Uint8Array, journal: Uint8Array | null, refusals: Refusals): State | null {
  try {
    const stored = decodeState(state, new Refusals({...refusals.facts, isOfAnyOwner: true}));
    const decoded = journal === null ? null : decodeJournal(journal);
    if (decoded === null) return stored.state;
    return decoded.kind === 'sound' ? foldJournal(stored.state, decoded.content).state : null;
  } catch (error) {
    if (error instanceof UserError) return null;
    throw error;
  }
}
