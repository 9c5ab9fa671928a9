import {basename, dirname} from 'node:path';
import {findReal} from '../../core/files/paths';
import {readMovedVersions} from '../../core/git/former-paths';
import {findRepository, toPathspec} from '../../core/git/repository';
import {askGit} from '../../core/git/run-git';
import type {Key} from '../../core/specs/desired-monitor';
import type {FileStateStore} from '../../core/state/file/store';
import {foldCopy} from '../../core/state/fold';
import {Refusals} from '../../core/state/format/refusals';
import {decodeState} from '../../core/state/format/state';
import type {JournaledCreate} from '../../core/state/journal';
import {listHeldIds, mergeLines} from '../../core/state/removed';
import type {RecordedMonitor, RemovedRecord, State} from '../../core/state/state';
import {RECORDING_TRAILER, SEARCH_MS} from '../../project/recording-commit';
import {withOpenedState} from '../../project/state-access';
import type {RestoreReport} from './repair-reports';

/** A state as a commit has it, and what its journal adds. */
interface CommittedState {
  readonly state: Uint8Array;
  readonly journal: Uint8Array | null;
}

/** Reads the state as a commit has it, under its name of today or an earlier one; null where it has none, or nothing of that name is a commit. */
export async function readStateOf(
  {paths}: Pick<FileStateStore, 'paths'>,
  commit: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<CommittedState | null> {
  if (commit.startsWith('-')) return null;
  const directory = dirname(paths.state);
  const read = async (path: string) => {
    const answer = await askGit(directory, env, ['cat-file', 'blob', `${commit}:${path}`]);
    return answer?.exitCode === 0 ? answer.stdout : null;
  };
  const readAt = async (path: string) => {
    const state = await read(path);
    return state === null ? null : {state, journal: await read(`${path}.journal`)};
  };
  const own = await readAt(`./${basename(paths.state)}`);
  if (own !== null) return own;
  // A person named the commit, and waits for it.
  const timeoutMs = 10 * SEARCH_MS;
  const search = {path: paths.state, trailer: RECORDING_TRAILER, tips: ['HEAD'], env, timeoutMs, now: () => performance.now()};
  for (const path of (await readMovedVersions(search)).formerPaths) {
    const former = await readAt(toPathspec(findRepository(findReal(directory)) ?? directory, path));
    if (former !== null) return former;
  }
  return null;
}

/**
 * Takes the records of a committed version into the state: those that are missing here, and of a later version also what it changed and
 * removed. What its journal leaves open is open here, too. The state gets a serial above both. Throws `UserError` for another state.
 */
export async function restoreCommit(store: FileStateStore, commit: string, committed: CommittedState): Promise<RestoreReport> {
  const {project, environment} = store.refusals.facts;
  const shown = `${store.place} of ${commit}`;
  const copy = new Refusals({shown, project, environment, isCopy: true, soundBackup: () => null});
  const stored = decodeState(committed.state, copy);
  const from = stored.version;
  const {state: theirs, unfinished} = foldCopy(stored, committed.journal);
  return withOpenedState(store, async (locked, {state: ours, version: before, unresolved}) => {
    const {monitors, ...taken} = takeIn(ours, theirs);
    const held = listHeldIds(monitors);
    const removed = mergeLines(ours.removed, theirs.removed).filter(({id}) => !held.has(id));
    const next = {...ours, monitors, serial: Math.max(ours.serial, theirs.serial), ...(removed.length === 0 ? {} : {removed})};
    const {version} = await locked.write(next, before);
    const isOurs = theirs.lineage === ours.lineage;
    const open = isOurs ? addOpen(unresolved, unfinished, {monitors, removed, since: from.serial}) : unresolved;
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
  const known = new Set((ours.removed ?? []).filter(({by}) => by !== 'state restore').map(({id}) => id));
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
