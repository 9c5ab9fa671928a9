import {existsSync, readFileSync} from 'node:fs';
import {basename, dirname, join} from 'node:path';
import {FETCH_MISSING} from '../../core/base/command-line';
import type {Context} from '../../core/base/context';
import type {Settings} from '../../core/config/config';
import {UserError} from '../../core/diagnostics/user-error';
import {findReal, pathBelow} from '../../core/files/paths';
import {baseOfStateFile} from '../../core/files/state-name';
import {readBlobs} from '../../core/git/blobs';
import {readMovedVersions} from '../../core/git/former-paths';
import {findNearest, findRepository} from '../../core/git/repository';
import {type AskGit, askGit} from '../../core/git/run-git';
import {parseJson, property} from '../../core/json/value';
import type {Key} from '../../core/specs/desired-monitor';
import type {FileStateStore} from '../../core/state/file/store';
import {foldCopy} from '../../core/state/fold';
import {openForChange} from '../../core/state/fold-open';
import {Refusals} from '../../core/state/format/refusals';
import {decodeState} from '../../core/state/format/state';
import type {JournaledCreate} from '../../core/state/journal';
import {isRecordedAgain, listHeldIds, mergeLines, tellsRemoval} from '../../core/state/removed';
import type {RecordedMonitor, RemovedRecord, State} from '../../core/state/state';
import type {StateStore} from '../../core/state/store';
import {RECORDING_TRAILER, SEARCH_MS} from '../../project/history/recording-commit';
import {listFormerFiles} from '../../project/places/former-places';
import {looksLikeState, readStateLine} from '../../project/places/looks-like-state';
import {withLock} from '../../project/state-access';
import type {RestoreReport} from './repair-reports';

/** A state as a commit has it, and what its journal adds. */
interface CommittedState {
  readonly state: Buffer;
  readonly journal: Uint8Array | null;
  readonly environment: string;
}

/**
 * Reads the state as a commit has it, under its name of today or an earlier one, else another state of the project that no run can choose
 * any more; null where it has none, or nothing of that name is a commit. Throws `UserError` where git lists a file and can't read it.
 */
export async function readStateOf(
  {paths, refusals}: Pick<FileStateStore, 'paths' | 'refusals'>,
  commit: string,
  {settings, context: {env, world}}: {readonly settings: Settings; readonly context: Pick<Context, 'env' | 'world'>},
): Promise<CommittedState | null> {
  if (commit.startsWith('-')) return null;
  const directory = dirname(paths.state);
  const ask = (args: readonly string[]) => askGit(findNearest(directory), env, args);
  const root = findRepository(findReal(findNearest(directory))) ?? directory;
  const files = await listFiles(commit, ask);
  if (files === null) return null;
  const read = async (path: string) => {
    if (!files.has(path)) return null;
    const answer = await ask(['cat-file', 'blob', `${commit}:${path}`]);
    if (answer?.exitCode !== 0) throw unread(commit, path);
    return answer.stdout;
  };
  const readAt = async (path: string, environment: string) => {
    const state = await read(path);
    return state === null ? null : {state, journal: await read(`${path}.journal`), environment};
  };
  const {environment} = refusals.facts;
  const own = await readAt(pathBelow(root, join(findReal(directory), basename(paths.state))), environment);
  if (own !== null) return own;
  const here = readStateLine(existsSync(paths.state) ? readFileSync(paths.state) : Buffer.alloc(0));
  const isOfLine = (state: Buffer) => here === null || readStateLine(state) === here;
  // A person named the commit, and waits for it.
  const timeoutMs = 10 * SEARCH_MS;
  const search = {path: paths.state, trailer: RECORDING_TRAILER, tips: ['HEAD'], env, timeoutMs, world, lineOf: readStateLine};
  for (const path of (await readMovedVersions(search)).formerPaths) {
    const former = await readAt(pathBelow(root, path), environment);
    if (former !== null && isOfLine(former.state)) return {...former, environment: readEnvironment(former.state) ?? environment};
  }
  return findLeftState(commit, files, {readAt, root, store: {paths, refusals}, settings, env, here});
}

/** The environment that a state names. */
function readEnvironment(state: Buffer): string | null {
  const name = property(parseJson(state.toString('utf8')), 'environment');
  return typeof name === 'string' ? name : null;
}

/** Lists the files of a commit; null where nothing of that name is a commit. */
async function listFiles(commit: string, ask: AskGit): Promise<ReadonlySet<string> | null> {
  const tree = await ask(['ls-tree', '-r', '-z', '--name-only', '--full-tree', `${commit}^{commit}`]);
  if (tree?.exitCode === 0) return new Set(tree.stdout.toString('utf8').split('\0'));
  const named = await ask(['rev-parse', '--verify', '--quiet', `${commit}^{commit}`]);
  if (named?.exitCode === 0) throw unread(commit, null);
  return null;
}

/** An older copy beside the file must not stand in for it. */
function unread(commit: string, path: string | null): UserError {
  const message = `git can't read ${path === null ? 'the list of files' : path} of commit ${commit} here`;
  const hint = `${FETCH_MISSING}, and try again; if that does not help, use a commit or a clone that has it`;
  return new UserError('state/unreadable', message, hint);
}

/** A commit's files, and the project whose state is looked for in them. */
interface LeftSearch {
  readonly readAt: (path: string, environment: string) => Promise<CommittedState | null>;
  readonly root: string;
  readonly store: Pick<FileStateStore, 'paths' | 'refusals'>;
  readonly settings: Settings;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The lineage of the state at hand; null where none is in the file. */
  readonly here: string | null;
}

/** Most files of a commit that are read to see whether they are states. */
const MOST_FILES = 1000;

/** Bytes of them. */
const MOST_BYTES = 256 * 1024 * 1024;

/** Finds a state of the project that another config does not name today: its file is gone, or was left when the config named another one. */
async function findLeftState(
  commit: string,
  files: ReadonlySet<string>,
  {readAt, root, store, settings, env, here}: LeftSearch,
): Promise<CommittedState | null> {
  const {project, environment} = store.refusals.facts;
  const beginning = basename(baseOfStateFile(store.paths.state, environment)).replace(/\.json$/, '');
  const isNamed = (path: string) => [beginning, 'monitors.state'].some(name => basename(path).startsWith(name));
  const rank = (path: string) => (isNamed(path) ? 0 : path.endsWith('.json') ? 1 : 2);
  // Git reads one name a line.
  const askable = [...files].filter(path => path !== '' && !path.includes('\n') && !isBackupIn(files, path));
  const looked = askable.sort((one, other) => rank(one) - rank(other)).slice(0, MOST_FILES);
  const names = looked.map(path => `${commit}:${path}`);
  const blobs = await readBlobs(root, env, names, {maxBytes: MOST_BYTES});
  // Those beyond the limit of bytes are not in the list.
  const hidden = looked.find((path, index) => blobs[index] === null && isNamed(path) && path.endsWith('.json'));
  if (hidden !== undefined) throw unread(commit, hidden);
  const states = looked.filter((_, index) => looksLikeState(blobs[index]?.bytes ?? Buffer.alloc(0)));
  const former = states.length === 0 ? [] : (await listFormerFiles(settings, env)).files.map(findReal);
  for (const path of states) {
    const found = await readAt(path, environment);
    const there = found === null ? null : readEnvironment(found.state);
    if (found === null || there === null || property(parseJson(found.state.toString('utf8')), 'project') !== project) continue;
    const isUndeclared = settings.environments?.has(there) !== true && there !== environment;
    const isLeft = isUndeclared || !existsSync(join(root, path)) || former.includes(join(root, path));
    const isOurs = here !== null && readStateLine(found.state) === here;
    if (isOurs || (isLeft && (there === environment || isUndeclared))) return {...found, environment: there};
  }
  return null;
}

/** Tells whether the commit has the state that a backup is older than. */
function isBackupIn(files: ReadonlySet<string>, path: string): boolean {
  return path.endsWith('.bak') && files.has(path.slice(0, -'.bak'.length));
}

/**
 * Takes the records of a committed version into the state: those that are missing here, and of a later version also what it changed and
 * removed. What its journal leaves open is open here, too. The state gets a serial above both. `files` is the store of the state file,
 * also where the state is on a server by now. Throws `UserError` for another state.
 */
export async function restoreCommit(
  store: Pick<StateStore, 'lock'>,
  {commit, committed, files}: {readonly commit: string; readonly committed: CommittedState; readonly files: FileStateStore},
): Promise<RestoreReport> {
  const {environment} = committed;
  const {facts} = files.refusals;
  const copy = new Refusals({...facts, shown: `${files.place} of ${commit}`, environment, isCopy: true, soundBackup: () => null});
  const stored = decodeState(committed.state, copy);
  const from = stored.version;
  const {state: theirs, unfinished} = foldCopy(stored, committed.journal);
  return withLock(store, async locked => {
    const opened = await openForChange(locked);
    const {unresolved} = opened;
    if (opened.stored === null) {
      const {version} = await locked.write({...theirs, environment: facts.environment}, null);
      if (unfinished.length > 0) await locked.rewriteJournal(version, unfinished);
      const recorded = [...theirs.monitors.keys()].sort();
      return {kind: 'commit', from, version, monitors: recorded.length, recorded, dropped: [], refused: [], unresolved: unfinished};
    }
    const {state: ours, version: before} = opened.stored;
    const {monitors, ...taken} = takeIn(ours, theirs);
    const held = listHeldIds(monitors);
    // That a monitor was taken in again is kept.
    const removed = mergeLines(ours.removed, theirs.removed).filter(line => !held.has(line.id) || !tellsRemoval(line));
    const next = {...ours, monitors, serial: Math.max(ours.serial, theirs.serial), ...(removed.length === 0 ? {} : {removed})};
    const {version} = await locked.write(next, before);
    // The lines of another lineage have serials of their own.
    const lines = theirs.lineage === ours.lineage ? removed : (theirs.removed ?? []);
    const open = addOpen(unresolved, unfinished, {monitors, removed: lines, since: from.serial});
    if (open.length > unresolved.length) await locked.rewriteJournal(version, open);
    return {kind: 'commit', from, version, monitors: monitors.size, ...taken, unresolved: open};
  });
}

/** Adds the creates that a version leaves open and no later one is known to have settled: another key may have raised the serial. */
function addOpen(
  ours: readonly JournaledCreate[],
  theirs: readonly JournaledCreate[],
  {monitors, removed, since}: Pick<State, 'monitors'> & {readonly removed: readonly RemovedRecord[]; readonly since: number},
): readonly JournaledCreate[] {
  const known = new Set(ours.map(({intent}) => intent.opId));
  const settled = new Set([...monitors.keys(), ...removed.filter(({serial}) => serial > since).map(({key}) => key)]);
  return [...ours, ...theirs.filter(({intent}) => !known.has(intent.opId) && !settled.has(intent.key))];
}

/** The records of both. Of one monitor, those of the later version count. */
function takeIn(ours: State, theirs: State) {
  // A state of another lineage was begun beside this one: it only adds.
  const isLater = theirs.lineage === ours.lineage && theirs.serial > ours.serial;
  const monitors = new Map<Key, RecordedMonitor>(ours.monitors);
  const own = listHeldIds(ours.monitors);
  const there = listHeldIds(theirs.monitors);
  const isKnown = (line: RemovedRecord) => tellsRemoval(line) && !(isLater && isRecordedAgain(theirs, line));
  const known = new Set((ours.removed ?? []).filter(isKnown).map(({id}) => id));
  const [recorded, dropped, refused]: [Key[], Key[], Key[]] = [[], [], []];
  for (const {id} of isLater ? (theirs.removed ?? []) : []) {
    const key = own.get(id);
    if (key === undefined || there.has(id) || monitors.get(key)?.id !== id) continue;
    monitors.delete(key);
    dropped.push(key);
  }
  for (const [key, record] of theirs.monitors) {
    const here = own.get(record.id);
    if (here !== undefined ? !isLater : known.has(record.id)) continue;
    const holder = monitors.get(key);
    if (holder !== undefined && holder.id !== record.id) {
      refused.push(key);
      continue;
    }
    if (here !== undefined && here !== key) monitors.delete(here);
    monitors.set(key, record);
    if (here === undefined) recorded.push(key);
  }
  return {monitors, recorded: recorded.sort(), dropped: dropped.sort(), refused: refused.sort()};
}
