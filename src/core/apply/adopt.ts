import {unfinishedChange} from './findings';
import {checkAdopted} from './live-check';
import type {ApplyResult} from './ports';
import {readMonitor} from './read-monitor';
import type {Run} from './run';
import {drop, resultOf, type TaskOf} from './task';
import {sendUpdate} from './update';

/** The monitor is recorded first, as it is; what differs from the spec is an update like any other. */
export async function performAdopt(task: TaskOf<'adopt'>, run: Run): Promise<ApplyResult> {
  const {change, operation} = task;
  const read = await readMonitor(change.id, run);
  if (read.kind === 'stopped') return resultOf(task, {kind: 'not-attempted'});
  if (read.kind === 'failed') {
    return resultOf(task, run.lifetime.isStopping ? {kind: 'not-attempted'} : drop(read.failure, operation, run));
  }
  const monitor = read.live;
  if (monitor === null) {
    const message = `the service has no monitor ${change.id} any more; run "monitors plan --refresh" to see what it has`;
    return resultOf(task, drop({kind: 'http', code: 'missing', message}, operation, run));
  }
  const checked = checkAdopted(change, monitor, {lineage: run.input.plan.base?.lineage ?? '', fields: run.recorder.fields});
  if (checked.kind === 'stale') return resultOf(task, drop(checked.failure, operation, run));
  run.recorder.recordFound(operation, monitor);
  await run.recorder.save();
  if (change.patch !== null) {
    const end = await sendUpdate({change, id: change.id, patch: change.patch, live: monitor, isSentWhole: false}, run);
    const failure = 'failure' in end ? end.failure : undefined;
    if (end.kind !== 'updated') run.reporter.find(unfinishedChange(change.key, 'was adopted and does not match its spec yet', failure));
  }
  return {...resultOf(task, {kind: 'created', monitor, isRecovered: false}), outcome: 'adopted'};
}
