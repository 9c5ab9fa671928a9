import type {CreatedMonitor, Failure, LiveMonitor} from '../api/port';
import type {JsonObject} from '../json/value';
import type {CreateEnd} from './create-sender';
import {sendCreate} from './create-sender';
import {EditProgress} from './edit-progress';
import {type EditEnd, sendEdit} from './edit-sender';
import {conflictOfTargets, duplicates, unfinishedChange} from './findings';
import {bodyOf, toIntendedMonitor} from './intended-monitor';
import {checkLive, type TouchingChange} from './live-check';
import type {ApplyResult} from './model';
import {readMonitor} from './monitor-reader';
import {recordCreated, recordEdit, saveLedger} from './recording';
import type {Run} from './run';
import type {Task} from './task';

type TaskOf<Kind extends Task['kind']> = Extract<Task, {kind: Kind}>;

/** Makes one change so, whatever it takes, and says what came of it. What goes wrong is in the result; only a bug is thrown. */
export function performTask(task: Task, run: Run): Promise<ApplyResult> {
  switch (task.kind) {
    case 'create':
      return performCreate(task, run);
    case 'replace':
      return run.touching.run(() => performReplace(task, run));
    case 'adopt':
      return run.touching.run(() => performAdopt(task, run));
    case 'update':
      return run.touching.run(() => performUpdate(task, run));
    case 'delete':
      return run.touching.run(() => performDelete(task, run));
  }
}

/** A create that is found to have been made already, by a run whose state was lost, is adopted instead. */
async function performCreate(task: TaskOf<'create'>, run: Run): Promise<ApplyResult> {
  const {change, operation} = task;
  const sight = await run.lookout.sightBefore(operation);
  if (sight.kind === 'stopped') return resultOf(task, {kind: 'not-attempted'});
  if (sight.kind === 'conflict') {
    run.findings.push(conflictOfTargets(change.key, sight.monitors));
    run.ledger.record([operation.drop()]);
    const message = 'the service has monitors with some of its target ids, but not exactly these';
    return resultOf(task, {kind: 'failed', failure: {kind: 'http', code: 'target-conflict', message}});
  }
  if (sight.kind === 'one') {
    if (sight.others.length > 0) run.findings.push(duplicates(change.key, [sight.monitor, ...sight.others]));
    recordCreated(operation, sight.monitor, run);
    await saveLedger(run);
    return {...resultOf(task, {kind: 'created', monitor: sight.monitor, isRecovered: false}), outcome: 'adopted'};
  }
  const end = await sendCreate(operation, run);
  if (end.kind === 'created' && change.after.paused) await pause(task, run, end.monitor);
  return resultOf(task, end);
}

/** A service makes monitors that run: pausing one is an update of its own. Until it is through, the next plan shows it. */
async function pause({change}: TaskOf<'create' | 'replace'>, run: Run, {id}: CreatedMonitor): Promise<void> {
  const end = await edit(change, id, {status: 'paused'}, null, run);
  if (end.kind !== 'updated') run.findings.push(unfinishedChange(change.key, 'was created and is not paused yet', failureOf(end)));
}

/** The old monitor goes only when the new one is there and recorded: a crash in between leaves it to the next run. */
async function performReplace(task: TaskOf<'replace'>, run: Run): Promise<ApplyResult> {
  const {change, operation} = task;
  const checked = await look(change, null, run);
  if (checked.kind !== 'as-planned') return resultOf(task, dropUnless(checked, operation, run));
  const end = await sendCreate(operation, run);
  if (end.kind !== 'created') return resultOf(task, end);
  if (change.after.paused) await pause(task, run, end.monitor);
  const removal = new EditProgress(change.key, change.before.id, {op: 'delete'}, run.input.runId);
  run.ledger.record([removal.intend(run.intentContext)]);
  const removed = await sendEdit(removal, run, null);
  const isGone = removed.kind === 'deleted' || removed.kind === 'missing';
  if (removed.kind === 'missing') recordEdit(removal, null, run);
  if (!isGone) {
    const what = `was replaced and the old monitor ${change.before.id} is not deleted yet`;
    run.findings.push(unfinishedChange(change.key, what, failureOf(removed)));
  }
  await saveLedger(run);
  return {...resultOf(task, end), outcome: 'replaced'};
}

/** The monitor is recorded as ours first; what differs is an update like any other. */
async function performAdopt(task: TaskOf<'adopt'>, run: Run): Promise<ApplyResult> {
  const {change, operation} = task;
  const read = await readMonitor(change.id, run);
  if (read.kind === 'failed') return resultOf(task, drop(read.failure, operation, run));
  const monitor = read.live;
  if (monitor === null) {
    const message = `the service has no monitor ${change.id} any more; run "monitors plan --refresh" to see what it has`;
    return resultOf(task, drop({kind: 'http', code: 'missing', message}, operation, run));
  }
  recordCreated(operation, monitor, run);
  await saveLedger(run);
  const status = change.after.paused === (monitor.status === 'paused') ? {} : {status: change.after.paused ? 'paused' : 'active'};
  const patch = {...change.patch, ...status};
  if (Object.keys(patch).length > 0) {
    const end = await edit(change, change.id, patch, monitor, run);
    if (end.kind !== 'updated')
      run.findings.push(unfinishedChange(change.key, 'was adopted and is not as its spec says yet', failureOf(end)));
  }
  return {...resultOf(task, {kind: 'created', monitor, isRecovered: false}), outcome: 'adopted'};
}

async function performUpdate(task: TaskOf<'update'>, run: Run): Promise<ApplyResult> {
  const {change, operation} = task;
  if (operation.edit.op !== 'update') throw new Error(`the update of "${change.key}" is none`);
  const checked = await look(change, operation.edit.monitor, run);
  if (checked.kind === 'done-already') {
    recordEdit(operation, checked.live, run);
    await saveLedger(run);
    return resultOf(task, {kind: 'updated', monitor: checked.live});
  }
  if (checked.kind !== 'as-planned') return resultOf(task, dropUnless(checked, operation, run));
  return resultOf(task, await sendEdit(operation, run, checked.live));
}

/** A monitor that is gone already is deleted: the service's 404 to DELETE itself says so, a reading replica's does not. */
async function performDelete(task: TaskOf<'delete'>, run: Run): Promise<ApplyResult> {
  const {change, operation} = task;
  const checked = await look(change, null, run);
  if (checked.kind !== 'as-planned' && checked.kind !== 'absent') return resultOf(task, dropUnless(checked, operation, run));
  const end = await sendEdit(operation, run, null);
  if (end.kind !== 'missing') return resultOf(task, end);
  recordEdit(operation, null, run);
  await saveLedger(run);
  return resultOf(task, {kind: 'deleted'});
}

/** What looking at a monitor before touching it came to. */
type Looked =
  | {readonly kind: 'as-planned' | 'done-already'; readonly live: LiveMonitor}
  | {readonly kind: 'absent'; readonly failure: Failure}
  | {readonly kind: 'refused'; readonly failure: Failure}
  | {readonly kind: 'stopped'};

async function look(change: TouchingChange, intended: Parameters<typeof checkLive>[2], run: Run): Promise<Looked> {
  if (run.isStopping) return {kind: 'stopped'};
  const read = await readMonitor(change.action === 'replace' ? change.before.id : change.id, run);
  if (read.kind === 'failed') return run.isStopping ? {kind: 'stopped'} : {kind: 'refused', failure: read.failure};
  if (read.live === null) {
    const message = `plan is stale for ${change.key}: the service has no monitor with its id any more; run "monitors plan --refresh" to see what it has`;
    return {kind: 'absent', failure: {kind: 'http', status: 404, code: 'plan-stale', message}};
  }
  const checked = checkLive(change, read.live, intended, run.lineage);
  return checked.kind === 'stale' ? {kind: 'refused', failure: checked.failure} : checked;
}

/** Ends a change that nothing was sent for. */
function dropUnless(looked: Looked, operation: Task['operation'], run: Run): EditEnd {
  return looked.kind === 'refused' || looked.kind === 'absent' ? drop(looked.failure, operation, run) : {kind: 'not-attempted'};
}

function drop(failure: Failure, operation: Task['operation'], run: Run): EditEnd {
  run.ledger.record([operation.drop()]);
  if (run.input.onError === 'stop') run.stop({kind: 'on-error-stop', failure});
  return {kind: 'failed', failure};
}

/** One more update, after the change's own operation; its intent is durable before it is sent. */
async function edit(
  change: Exclude<Task['change'], {action: 'delete'}>,
  id: string,
  patch: JsonObject,
  live: LiveMonitor | null,
  run: Run,
): Promise<EditEnd> {
  const monitor = toIntendedMonitor(change, change.after.paused ? 'paused' : 'active', run.intentContext);
  const update = new EditProgress(change.key, id, {op: 'update', patch, body: bodyOf(change), monitor}, run.input.runId);
  run.ledger.record([update.intend(run.intentContext)]);
  return sendEdit(update, run, live);
}

function failureOf(end: EditEnd): Failure | undefined {
  return 'failure' in end ? end.failure : undefined;
}

/** What is said of a change that ended so. */
function resultOf({change, operation}: Task, end: CreateEnd | EditEnd): ApplyResult {
  const base = {key: change.key, action: change.action, attempts: operation.attempts} as const;
  switch (end.kind) {
    case 'created': {
      const {id, estimatedCreditsPerMonth, nextRunAt} = end.monitor;
      const doubt = operation.isInDoubt && change.action !== 'delete' ? {mayExistTwice: true, targetIds: change.targetIds} : {};
      const recovered = end.isRecovered ? {recovered: true as const} : {};
      return {...base, outcome: 'created', id, ...recovered, ...doubt, estimatedCreditsPerMonth, nextRunAt};
    }
    case 'updated': {
      const {id, estimatedCreditsPerMonth, nextRunAt} = end.monitor;
      return {...base, outcome: 'updated', id, estimatedCreditsPerMonth, nextRunAt};
    }
    case 'deleted':
      return {...base, outcome: 'deleted', ...idOf(change)};
    case 'missing': {
      const message = `the service has no monitor with its id any more; run "monitors plan --refresh" to see what it has`;
      return {...base, outcome: 'failed', ...idOf(change), error: {...end.failure, message}};
    }
    case 'failed':
      return {...base, outcome: 'failed', ...idOf(change), error: end.failure};
    case 'unknown':
      return {
        ...base,
        outcome: 'unknown',
        ...idOf(change),
        ...('targetIds' in change && change.action !== 'update' ? {targetIds: change.targetIds} : {}),
        ...(end.failure === undefined ? {} : {error: end.failure}),
      };
    case 'not-attempted':
      return {...base, outcome: 'not-attempted', ...idOf(change), ...(end.failure === undefined ? {} : {error: end.failure})};
  }
}

function idOf(change: Task['change']): {readonly id?: string} {
  return change.action === 'update' || change.action === 'delete' ? {id: change.id} : {};
}
