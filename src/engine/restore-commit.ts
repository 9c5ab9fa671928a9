import {basename, dirname} from 'node:path';
import {askGit} from '../git/run-git';
import type {Key} from '../spec/desired-monitor';
import type {FileStateStore} from '../state/file/store';
import {Refusals} from '../state/format/refusals';
import {decodeState} from '../state/format/state';
import {listHeldIds, mergeLines} from '../state/removed';
import type {RecordedMonitor, State} from '../state/state';
import type {RestoreReport} from './repair-reports';
import {withOpenedState} from './state-access';

/** Reads the state as a commit has it; null where it has none, or nothing of that name is a commit. */
export async function readStateOf(
  {paths}: Pick<FileStateStore, 'paths'>,
  commit: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<Uint8Array | null> {
  if (commit.startsWith('-')) return null;
  const answer = await askGit(dirname(paths.state), env, ['cat-file', 'blob', `${commit}:./${basename(paths.state)}`]);
  return answer?.exitCode === 0 ? answer.stdout : null;
}

/**
 * Takes the records of a committed version into the state: those that are missing here, and of a later version also what it changed and
 * removed. The state gets a serial above both. Throws `UserError` for another state.
 */
export async function restoreCommit(store: FileStateStore, commit: string, bytes: Uint8Array): Promise<RestoreReport> {
  const {project, environment} = store.refusals.facts;
  const shown = `${store.place} of ${commit}`;
  const copy = new Refusals({shown, project, environment, isCopy: true, soundBackup: () => null});
  const {state: theirs, version: from} = decodeState(bytes, copy);
  return withOpenedState(store, async (locked, {state: ours, version: before, unresolved}) => {
    const {monitors, ...taken} = takeIn(ours, theirs);
    const held = listHeldIds(monitors);
    const removed = mergeLines(ours.removed, theirs.removed).filter(({id}) => !held.has(id));
    const next = {...ours, monitors, serial: Math.max(ours.serial, theirs.serial), ...(removed.length === 0 ? {} : {removed})};
    const {version} = await locked.write(next, before);
    return {kind: 'commit', from, version, monitors: monitors.size, ...taken, unresolved};
  });
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
