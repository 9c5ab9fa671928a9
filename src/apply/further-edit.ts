import type {LiveMonitor} from '../api/port';
import type {JsonObject} from '../json/value';
import type {AdoptChange, CreateChange, ReplaceChange} from '../plan/change';
import type {Key} from '../spec/desired-monitor';
import {EditProgress} from './edit-progress';
import {type EditEnd, sendEdit} from './edit-sender';
import {bodyOf, toIntendedMonitor, toUpdatedMonitor} from './intended-monitor';
import {removeMonitor} from './removal';
import type {Run} from './run';

/** An update that a change needs after its own operation. */
export interface FurtherUpdate {
  readonly change: CreateChange | ReplaceChange | AdoptChange;
  readonly id: string;
  readonly patch: JsonObject;
  /** The monitor as it was right before; null where that is what was just sent. */
  readonly live: LiveMonitor | null;
  /** The whole body was just sent, secrets included. */
  readonly isSentWhole: boolean;
}

/** Sends one more update; its intent is durable before it is sent. */
export function sendUpdate({change, id, patch, live, isSentWhole}: FurtherUpdate, run: Run): Promise<EditEnd> {
  const context = run.intentContext;
  const status = change.after.paused ? 'paused' : 'active';
  const monitor = isSentWhole ? toIntendedMonitor(change, status, context) : toUpdatedMonitor(change, {patch, sent: undefined}, context);
  const sent = isSentWhole ? 'whole' : 'patch';
  const update = new EditProgress(
    change.key,
    id,
    {op: 'update', patch, body: bodyOf(change), monitor, before: null, sent},
    run.input.runId,
  );
  run.ledger.record([update.intend(context)]);
  return sendEdit(update, run, live);
}

/** Deletes the monitor that another one has just taken the place of. */
export function sendRemoval(key: Key, id: string, run: Run): Promise<EditEnd> {
  const removal = new EditProgress(key, id, {op: 'delete'}, run.input.runId);
  run.ledger.record([removal.intend(run.intentContext)]);
  return removeMonitor(removal, 'present', run);
}
