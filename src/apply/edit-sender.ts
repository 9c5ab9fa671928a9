import type {DeleteOutcome, Failure, LiveMonitor, UpdateOutcome} from '../api/port';
import {decideEditRetry, isThrottle} from '../api/retry';
import type {Diagnostic} from '../diagnostics/diagnostic';
import type {JsonObject} from '../json/value';
import {completePatch} from '../plan/patch';
import {listTargetIds} from '../spec/targets';
import {announceAttempt, tellTraffic} from './attempt';
import {explainRefusal} from './circuit';
import type {EditProgress} from './edit-progress';
import {checkTargetIds} from './findings';
import {recordDeleted, recordUpdated, saveLedger} from './recording';
import type {Run} from './run';
import type {Pass, Standing} from './traffic';
import {otherValues, updateIgnored} from './update-findings';

/** How an update or delete ended. */
export type EditEnd =
  | {readonly kind: 'updated'; readonly monitor: LiveMonitor}
  | {readonly kind: 'deleted'}
  /** The service has no such monitor: for a delete, nothing is left to do. */
  | {readonly kind: 'missing'; readonly failure: Failure}
  | {readonly kind: 'failed'; readonly failure: Failure}
  /** It may have been carried out; the next run sends it again, which does no harm. */
  | {readonly kind: 'unknown'; readonly failure?: Failure}
  | {readonly kind: 'not-attempted'; readonly failure?: Failure};

/**
 * Sees one update or delete through. Both may be sent again after any answer that leaves doubt. `live` is the monitor as
 * it was right before: what the spec does not name and the service has is kept.
 */
export async function sendEdit(edit: EditProgress, run: Run, live: LiveMonitor | null): Promise<EditEnd> {
  let standing: Standing = 'new';
  for (;;) {
    const lack = run.capability.lackOf(edit.edit.op);
    if (lack !== undefined && standing === 'new') return {kind: 'failed', failure: lack};
    const attempt = await announceAttempt(edit, run, standing, () => preparePatch(edit, run, live));
    if (attempt === undefined) return endWithoutAnswer(edit, run);
    const {pass, body} = attempt;
    const outcome = await send(edit, run, body);
    if (outcome.kind === 'applied') {
      const end = 'monitor' in outcome ? noteUpdate(edit, run, {live, answer: outcome.monitor}) : noteDelete(edit, run);
      run.circuit.judgeEnd({kind: 'carried-out'});
      run.traffic.letThrough(pass, 'carried-out');
      run.traffic.leave();
      await saveLedger(run);
      return end;
    }
    if (outcome.kind === 'missing') {
      run.ledger.record([edit.refuse(outcome.failure)]);
      run.traffic.letThrough(pass, 'refused');
      run.traffic.leave();
      if (edit.edit.op === 'update' && run.input.onError === 'stop') run.stop({kind: 'on-error-stop', failure: outcome.failure});
      return {kind: 'missing', failure: outcome.failure};
    }
    const decision = judge(edit, run, pass, outcome);
    if (decision === 'give-up') {
      run.traffic.leave();
      return endWithoutAnswer(edit, run);
    }
    run.say({type: 'retrying', key: edit.key, attempt: edit.attempts, waitMs: decision.waitMs, error: outcome.failure});
    if (decision.everyone) run.traffic.leave();
    else await run.traffic.pause(decision.waitMs);
    standing = decision.everyone ? 'throttled' : 'again';
  }
}

function patchOf({edit}: EditProgress): JsonObject {
  return edit.op === 'update' ? edit.patch : {};
}

function preparePatch(edit: EditProgress, run: Run, live: LiveMonitor | null): JsonObject {
  const patch = run.ports.resolveReferences(patchOf(edit));
  return live === null ? patch : completePatch(patch, live.data);
}

function send(edit: EditProgress, {ports, flight}: Run, patch: JsonObject): Promise<UpdateOutcome | DeleteOutcome> {
  const {service} = ports;
  return edit.edit.op === 'update' ? service.updateMonitor(edit.id, patch, flight) : service.deleteMonitor(edit.id, flight);
}

function noteDelete(edit: EditProgress, run: Run): EditEnd {
  recordDeleted(edit, run);
  return {kind: 'deleted'};
}

/** An update that was answered with success is done as far as the answer shows it. */
function noteUpdate(operation: EditProgress, run: Run, seen: {live: LiveMonitor | null; answer: LiveMonitor}): EditEnd {
  const {key, edit} = operation;
  if (edit.op !== 'update') throw new Error(`the delete of ${operation.id} was answered with a monitor`);
  const {undone, changed} = recordUpdated(operation, {edit, ...seen}, run);
  run.findings.push(...checkUpdated(operation, seen.answer));
  if (changed.length > 0) run.findings.push(otherValues(key, changed));
  if (undone.length === 0) return {kind: 'updated', monitor: seen.answer};
  const failure = updateIgnored(undone);
  if (run.input.onError === 'stop') run.stop({kind: 'on-error-stop', failure});
  return {kind: 'failed', failure};
}

/** Whether the targets that were sent kept their ids, and with them the history of their pages. */
function checkUpdated({key, edit}: EditProgress, monitor: LiveMonitor): readonly Diagnostic[] {
  if (edit.op !== 'update' || !Object.hasOwn(edit.patch, 'targets')) return [];
  const sent = listTargetIds(edit.body).filter(id => id !== null);
  return checkTargetIds(key, sent, monitor);
}

type Refusal = Extract<UpdateOutcome | DeleteOutcome, {kind: 'not-applied' | 'ambiguous'}>;

function judge(edit: EditProgress, run: Run, pass: Pass, outcome: Refusal): 'give-up' | {waitMs: number; everyone: boolean} {
  const {failure, kind} = outcome;
  run.ledger.record([kind === 'ambiguous' ? edit.doubt(failure) : edit.refuse(failure)]);
  run.noteLack(edit.edit.op, failure);
  const stop = run.circuit.judgeEdit(failure, patchOf(edit));
  const level = isThrottle(failure) ? run.traffic.raiseLevel(pass) : 0;
  const decision = decideEditRetry(outcome, edit.attempts, run.policy, level, run.ports.world.random);
  if (decision.kind === 'too-long') run.stop({kind: 'rate-limited', failure, waitMs: decision.waitMs});
  tellTraffic(run, pass, kind === 'not-applied', failure, decision.kind === 'give-up' ? undefined : decision.waitMs);
  if (stop !== undefined) run.stop(stop);
  if (decision.kind === 'retry' && stop === undefined) return decision;
  if (failure.kind !== 'aborted') {
    const down = run.circuit.judgeEnd({kind: 'given-up', failure, exhausted: decision.kind === 'give-up' && decision.exhausted});
    if (down !== undefined) run.stop(down);
    else if (run.input.onError === 'stop') run.stop({kind: 'on-error-stop', failure});
  }
  return 'give-up';
}

function endWithoutAnswer(edit: EditProgress, run: Run): EditEnd {
  const {attempts, failure} = edit;
  if (edit.isInDoubt) return {kind: 'unknown', ...(failure === undefined ? {} : {failure})};
  if (attempts === 0 || failure === undefined || failure.kind === 'aborted') {
    return {kind: 'not-attempted', ...(failure === undefined ? {} : {failure})};
  }
  run.ledger.record([edit.drop()]);
  return {kind: 'failed', failure: explainRefusal(failure, patchOf(edit))};
}
