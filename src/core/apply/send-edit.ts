import type {DeleteOutcome, LiveMonitor, UpdateOutcome} from '../api/port';
import type {Diagnostic} from '../diagnostics/diagnostic';
import type {JsonObject} from '../json/value';
import {completePatch} from '../plan/patch';
import {readInClear} from '../secrets/secret';
import {listTargetIds} from '../specs/targets';
import {explainRefusal} from './circuit-breaker';
import {otherValues, updateIgnored} from './findings';
import type {EditProgress} from './progress';
import {checkTargetIds} from './record';
import type {Run} from './run';
import type {SendPermit, Turn} from './send';
import type {EditEnd} from './task';

/** The parts of a run that sending an update or delete uses. */
export type EditRun = Pick<Run, 'input' | 'lifetime' | 'reporter' | 'recorder' | 'sender'>;

/**
 * Sees one update or delete through. Both may be sent again after any answer that leaves doubt. `live` is the monitor as
 * it was right before: what the spec does not name and the service has is kept.
 */
export async function sendEdit(edit: EditProgress, run: EditRun, live: LiveMonitor | null): Promise<EditEnd> {
  const {sender, recorder, reporter, lifetime} = run;
  let turn: Turn = 'new';
  for (;;) {
    const lack = sender.lackOf(edit.op);
    if (lack !== undefined && turn === 'new') return {kind: 'failed', failure: lack};
    const attempt: SendPermit<JsonObject> | undefined = await sender.announce(edit, turn, () => preparePatch(edit, run, live));
    if (attempt === undefined) return endWithoutAnswer(edit, run);
    const {permit}: SendPermit<JsonObject> = attempt;
    const outcome = await send(edit, run, attempt.body);
    if (outcome.kind === 'applied') {
      const end = 'monitor' in outcome ? noteUpdate(edit, run, {live, answer: outcome.monitor}) : noteDelete(edit, run);
      sender.succeed(permit);
      await recorder.save();
      return end;
    }
    const {failure} = outcome;
    if (outcome.kind === 'missing') {
      recorder.record([edit.refuse(failure)]);
      permit.refused();
      if (edit.op === 'update') sender.noteError(failure);
      return {kind: 'missing', failure};
    }
    const next = sender.judge(edit, permit, outcome);
    if (next.kind !== 'retry') {
      permit.release();
      sender.giveUp(failure, next);
      return endWithoutAnswer(edit, run);
    }
    reporter.say({type: 'retrying', key: edit.key, attempt: edit.attempts, waitMs: next.waitMs, error: failure});
    if (!next.everyone) await lifetime.pause(next.waitMs);
    turn = permit.isHeld ? permit : 'throttled';
  }
}

function preparePatch(edit: EditProgress, {sender, recorder}: EditRun, live: LiveMonitor | null): JsonObject {
  const patch = sender.resolveReferences(edit.body());
  return live === null
    ? patch
    : completePatch(patch, readInClear(live), edit.edit.op === 'update' ? edit.edit.ignored : [], recorder.fields);
}

function send(edit: EditProgress, {sender, lifetime}: EditRun, patch: JsonObject): Promise<UpdateOutcome | DeleteOutcome> {
  const {service} = sender;
  if (edit.edit.op === 'delete') return service.deleteMonitor(edit.id, lifetime.flight);
  return service.updateMonitor(edit.id, patch, lifetime.flight, edit.edit.body);
}

function noteDelete(edit: EditProgress, {recorder}: EditRun): EditEnd {
  recorder.recordDeleted(edit);
  return {kind: 'deleted'};
}

/** An update that was answered with success is done as far as the answer shows it. */
function noteUpdate(
  operation: EditProgress,
  {recorder, reporter, sender}: EditRun,
  seen: {live: LiveMonitor | null; answer: LiveMonitor},
): EditEnd {
  const {key, edit} = operation;
  if (edit.op !== 'update') throw new Error(`the delete of ${operation.id} was answered with a monitor`);
  const {undone, changed} = recorder.recordUpdated(operation, {edit, ...seen});
  reporter.find(...checkUpdated(operation, seen.answer));
  if (changed.length > 0) reporter.find(otherValues(key, changed));
  if (undone.length === 0) return {kind: 'updated', monitor: seen.answer};
  const failure = updateIgnored(undone);
  sender.noteError(failure);
  return {kind: 'failed', failure};
}

/** Whether the targets that were sent kept their ids, and with them the history of their pages. */
function checkUpdated({key, edit}: EditProgress, monitor: LiveMonitor): readonly Diagnostic[] {
  if (edit.op !== 'update' || !Object.hasOwn(edit.patch, 'targets')) return [];
  const sent = listTargetIds(edit.body).filter(id => id !== null);
  return checkTargetIds(key, sent, monitor);
}

function endWithoutAnswer(edit: EditProgress, {recorder}: EditRun): EditEnd {
  const {attempts, failure} = edit;
  if (edit.isInDoubt) return {kind: 'unknown', ...(failure === undefined ? {} : {failure})};
  if (attempts === 0 || failure === undefined || failure.kind === 'aborted') {
    return {kind: 'not-attempted', ...(failure === undefined ? {} : {failure})};
  }
  recorder.record([edit.drop()]);
  return {kind: 'failed', failure: explainRefusal(failure, edit.body())};
}
