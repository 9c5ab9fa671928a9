import type {LiveMonitor} from '../api/port';
import type {JsonObject} from '../json/value';
import type {AdoptChange, CreateChange, ReplaceChange} from '../plan/change';
import {findReferences} from '../secrets/references';
import type {IntendedMonitor} from '../state/state';
import {bodyOf, toIntendedMonitor, toUpdatedMonitor} from './intended-monitor';
import type {ApplyResult} from './ports';
import {EditProgress} from './progress';
import {inspect} from './read-monitor';
import type {Run} from './run';
import {type EditRun, sendEdit} from './send-edit';
import {drop, type EditEnd, resultOf, type TaskOf} from './task';

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

/** Makes the monitor that the update intends: it may be so already. Null with a secret in it that can't be seen. */
function intendedBy({edit}: EditProgress): IntendedMonitor | null {
  if (edit.op !== 'update') return null;
  return findReferences(edit.patch).length > 0 ? null : edit.monitor;
}

/** An update that a change needs after its own operation. */
interface FurtherUpdate {
  readonly change: CreateChange | ReplaceChange | AdoptChange;
  readonly id: string;
  readonly patch: JsonObject;
  /** The monitor as it was right before; null where that is what was just sent. */
  readonly live: LiveMonitor | null;
  /** The whole body was just sent, secrets included. */
  readonly isSentWhole: boolean;
}

/** Sends one more update; its intent is durable before it is sent. */
export function sendUpdate({change, id, patch, live, isSentWhole}: FurtherUpdate, run: EditRun): Promise<EditEnd> {
  const {recorder, input} = run;
  const context = recorder.intentContext;
  const status = change.after.paused ? 'paused' : 'active';
  const monitor = isSentWhole ? toIntendedMonitor(change, status, context) : toUpdatedMonitor(change, {patch, sent: undefined}, context);
  const sent = isSentWhole ? 'whole' : 'patch';
  const edit = {op: 'update', patch, body: bodyOf(change), monitor, before: null, sent, ignored: change.after.sync.ignore ?? []} as const;
  const update = new EditProgress(change.key, id, edit, input.runId);
  recorder.record([update.intend(context)]);
  return sendEdit(update, run, live);
}
