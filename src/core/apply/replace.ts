import {obtain} from './create';
import {deleteReplaced} from './delete';
import {unfinishedChange} from './findings';
import type {ApplyResult} from './ports';
import {inspect} from './read-monitor';
import type {Run} from './run';
import {drop, resultOf, type TaskOf} from './task';

/** The old monitor goes only when the new one is there and recorded: a crash in between leaves it to the next run. */
export async function performReplace(task: TaskOf<'replace'>, run: Run): Promise<ApplyResult> {
  const {change, operation} = task;
  const seen = await inspect(change, null, run);
  if (seen.kind === 'refused' || seen.kind === 'absent') return resultOf(task, drop(seen.failure, operation, run));
  if (seen.kind === 'stopped') return resultOf(task, {kind: 'not-attempted'});
  const end = await obtain(task, run);
  if (end.kind !== 'created') return resultOf(task, end);
  await deleteOld(task, run);
  return {...resultOf(task, end), outcome: 'replaced'};
}

async function deleteOld({change: {key, before}}: TaskOf<'replace'>, run: Run): Promise<void> {
  const end = await deleteReplaced(key, before.id, run);
  if (end.kind === 'deleted') return;
  const failure = 'failure' in end ? end.failure : undefined;
  run.reporter.find(unfinishedChange(key, `was replaced and the old monitor ${before.id} is not deleted yet`, failure));
}
