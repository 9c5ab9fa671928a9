import {obtain} from './creation';
import {unfinishedChange} from './findings';
import {sendRemoval} from './further-edit';
import {inspect} from './inspection';
import type {ApplyResult} from './ports';
import {drop, resultOf} from './result';
import type {Run} from './run';
import type {TaskOf} from './task';

/** The old monitor goes only when the new one is there and recorded: a crash in between leaves it to the next run. */
export async function performReplace(task: TaskOf<'replace'>, run: Run): Promise<ApplyResult> {
  const {change, operation} = task;
  const seen = await inspect(change, null, run);
  if (seen.kind === 'refused' || seen.kind === 'absent') return resultOf(task, drop(seen.failure, operation, run));
  if (seen.kind === 'stopped') return resultOf(task, {kind: 'not-attempted'});
  const end = await obtain(task, run);
  if (end.kind !== 'created') return resultOf(task, end);
  await removeOld(task, run);
  return {...resultOf(task, end), outcome: 'replaced'};
}

async function removeOld({change: {key, before}}: TaskOf<'replace'>, run: Run): Promise<void> {
  const removed = await sendRemoval(key, before.id, run);
  if (removed.kind === 'deleted') return;
  const failure = 'failure' in removed ? removed.failure : undefined;
  run.findings.push(unfinishedChange(key, `was replaced and the old monitor ${before.id} is not deleted yet`, failure));
}
