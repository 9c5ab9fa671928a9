import type {Failure} from '../api/port';
import type {DeleteChange} from '../plan/change';
import type {Key} from '../specs/desired-monitor';
import type {ApplyResult} from './ports';
import {EditProgress} from './progress';
import {inspect, readUntilFound, readUntilMissing} from './read-monitor';
import type {Run} from './run';
import {type EditRun, sendEdit} from './send-edit';
import {drop, type EditEnd, resultOf, type TaskOf} from './task';

/** Deletes a monitor. One that is gone already counts as deleted: the service's 404 to DELETE shows it, a reading replica's does not. */
export async function performDelete(task: TaskOf<'delete'>, run: Run): Promise<ApplyResult> {
  const {change, operation} = task;
  const [left] = listLeftovers(change, run);
  if (left !== undefined) {
    const message = `the monitor ${left}, which it replaced, has to be deleted first: no other record names it`;
    const {isStopping} = run.lifetime;
    return resultOf(task, isStopping ? {kind: 'not-attempted'} : drop({kind: 'http', code: 'leftover', message}, operation, run));
  }
  const seen = await inspect(change, null, run);
  if (seen.kind === 'stopped') return resultOf(task, {kind: 'not-attempted'});
  if (seen.kind === 'refused') return resultOf(task, drop(seen.failure, operation, run));
  const seenBefore = seen.kind !== 'absent' ? 'present' : change.isGone === true ? 'not-listed' : 'absent';
  return resultOf(task, await deleteMonitor(operation, seenBefore, run));
}

/** Deletes the monitor that another one has just taken the place of. */
export function deleteReplaced(key: Key, id: string, run: EditRun): Promise<EditEnd> {
  const removal = new EditProgress(key, id, {op: 'delete'}, run.input.runId);
  run.recorder.record([removal.intend(run.recorder.intentContext)]);
  return deleteMonitor(removal, 'present', run);
}

/** Ids of monitors that this one replaced and that are still there. */
function listLeftovers({why, before}: DeleteChange, {recorder}: Pick<Run, 'recorder'>): readonly string[] {
  return why.kind === 'leftover' ? [] : (before.leftovers ?? []).filter(id => !recorder.hasDeleted(id));
}

/** Sight of a monitor right before it is deleted: it was read, reading found none, or the service's list did not have it. */
type SeenBefore = 'present' | 'absent' | 'not-listed';

/**
 * Sends a delete. A monitor that is not there any more counts as deleted, but not because of a first 404 alone: a service
 * that has no such operation may answer the same, and the record is the only trace of the monitor.
 */
async function deleteMonitor(removal: EditProgress, seen: SeenBefore, run: EditRun): Promise<EditEnd> {
  const end = await sendEdit(removal, run, null);
  if (end.kind !== 'missing') return end;
  // An earlier attempt may have deleted it.
  const doubt = removal.attempts > 1 ? null : await findDoubt(removal.id, seen, run);
  if (doubt === 'stopped') return {kind: 'not-attempted'};
  if (doubt !== null) {
    run.sender.noteLack('delete', doubt);
    run.recorder.record([removal.drop()]);
    return {kind: 'failed', failure: doubt};
  }
  run.recorder.recordDeleted(removal);
  await run.recorder.save();
  return {kind: 'deleted'};
}

/** Why a 404 in answer to a delete does not show that the monitor is gone; null where it does. */
async function findDoubt(id: string, seen: SeenBefore, run: EditRun): Promise<Failure | 'stopped' | null> {
  switch (seen) {
    case 'not-listed':
      return null;
    case 'present':
      return doubtPresent(id, run);
    case 'absent':
      return (await doubtAbsent(run)) ?? (await doubtTeam(id, run));
  }
}

/** Someone may have deleted it a moment ago, which a replica shows by the lookup time. */
async function doubtPresent(id: string, run: EditRun): Promise<Failure | 'stopped' | null> {
  const read = await readUntilMissing(id, run);
  if (read.kind === 'stopped') return 'stopped';
  if (read.kind === 'failed') return read.failure;
  if (read.live === null) return null;
  const message = 'this service does not offer deleting monitors (it answered 404, and still has the monitor)';
  return {kind: 'http', status: 404, notOffered: true, message};
}

/** Where no monitor can be read at all, that this one can't be read says nothing. */
async function doubtAbsent({sender, lifetime}: EditRun): Promise<Failure | 'stopped' | null> {
  if (!(await sender.mayRead())) return 'stopped';
  const page = await sender.service.listMonitors({limit: 1, offset: 0}, lifetime.flight);
  // A key that may not list is one that is limited to single monitors on purpose.
  if (page.kind === 'read' || page.failure.status === 403) return null;
  const {notOffered, message} = page.failure;
  return notOffered === true
    ? {...page.failure, message: `this service shows no monitors, so its 404 does not prove that this one is gone: ${message}`}
    : {...page.failure, message: `could not find out whether the monitor is gone: ${message}`};
}

/** Other monitors that are looked at to see whether the key is of their team. */
const MOST_WITNESSES = 3;

/** A key of another team gets the same answer: another recorded monitor has to be there. Of the last one nothing can tell. */
async function doubtTeam(id: string, run: EditRun): Promise<Failure | 'stopped' | null> {
  const others = [...(run.input.stored?.state.monitors.values() ?? [])].filter(other => other.id !== id);
  if (others.length === 0 || others.some(other => run.recorder.hasDeleted(other.id))) return null;
  for (const other of others.slice(0, MOST_WITNESSES)) {
    // A replica that lags does not show a new one yet.
    const read = await readUntilFound(other.id, other.createdAt, run);
    if (read.kind === 'stopped') return 'stopped';
    if (read.kind === 'failed') return read.failure;
    if (read.live !== null) return null;
  }
  const message =
    'the service has none of the recorded monitors that were looked for: MONITORS_API_KEY may be of another team (if they are gone, "monitors state rm KEY" removes each from the state)';
  return {kind: 'http', status: 404, code: 'none-found', message};
}
