import type {DeleteChange} from '../plan/change';
import {findReferences} from '../secrets/references';
import type {EditProgress} from './edit-progress';
import {sendEdit} from './edit-sender';
import {inspect} from './inspection';
import type {ApplyResult} from './ports';
import {removeMonitor} from './removal';
import {drop, resultOf} from './result';
import type {Run} from './run';
import type {TaskOf} from './task';

/** Updates a monitor that is as the plan saw it, or as it is to be. */
export async function performUpdate(task: TaskOf<'update'>, run: Run): Promise<ApplyResult> {
  const {change, operation} = task;
  const seen = await inspect(change, intendedBy(operation), run);
  switch (seen.kind) {
    case 'as-planned':
      return resultOf(task, await sendEdit(operation, run, seen.live));
    case 'refused':
    case 'absent':
      return resultOf(task, drop(seen.failure, operation, run));
    case 'stopped':
      return resultOf(task, {kind: 'not-attempted'});
  }
}

/** What the update makes of the monitor: it may be so already. With a secret in it that can't be seen. */
function intendedBy({edit}: EditProgress) {
  if (edit.op !== 'update') return null;
  return findReferences(edit.patch).length > 0 ? null : edit.monitor;
}

/** A monitor that is gone already is deleted: the service's 404 to DELETE itself says so, a reading replica's does not. */
export async function performDelete(task: TaskOf<'delete'>, run: Run): Promise<ApplyResult> {
  const {change, operation} = task;
  const [left] = listLeftovers(change, run);
  if (left !== undefined) {
    const message = `the monitor ${left}, which it replaced, has to be deleted first: nothing else knows of it`;
    return resultOf(task, run.isStopping ? {kind: 'not-attempted'} : drop({kind: 'http', code: 'leftover', message}, operation, run));
  }
  const seen = await inspect(change, null, run);
  if (seen.kind === 'stopped') return resultOf(task, {kind: 'not-attempted'});
  if (seen.kind === 'refused') return resultOf(task, drop(seen.failure, operation, run));
  const seenBefore = seen.kind !== 'absent' ? 'present' : change.isGone === true ? 'not-listed' : 'absent';
  return resultOf(task, await removeMonitor(operation, seenBefore, run));
}

/** What a monitor replaced and is still there. */
function listLeftovers({why, before}: DeleteChange, {deleted}: Run): readonly string[] {
  return why.kind === 'leftover' ? [] : (before.leftovers ?? []).filter(id => !deleted.has(id));
}
