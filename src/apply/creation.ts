import type {LiveMonitor} from '../api/port';
import {type CreateEnd, sendCreate} from './create-sender';
import {conflictOfTargets, duplicates, mayExist, similar, unfinishedChange} from './findings';
import {sendUpdate} from './further-edit';
import {planIsStale} from './live-check';
import {readSettled} from './monitor-reader';
import type {ApplyResult} from './ports';
import {recordFound, saveLedger} from './recording';
import {drop, resultOf} from './result';
import type {Run} from './run';
import type {TaskOf} from './task';

/** A create that is found to have been made already, by a run whose state was lost, is adopted instead. */
export async function performCreate(task: TaskOf<'create'>, run: Run): Promise<ApplyResult> {
  const doubt = await confirmGone(task, run);
  if (doubt !== null) return resultOf(task, doubt);
  const end = await obtain(task, run);
  const result = resultOf(task, end);
  return end.kind === 'created' && end.isAdopted ? {...result, outcome: 'adopted'} : result;
}

/**
 * Gets the monitor of a create or of a replacement: the one that is there already with just its target ids, else a new one,
 * paused where the spec says so.
 */
export async function obtain(task: TaskOf<'create' | 'replace'>, run: Run): Promise<ObtainEnd> {
  const {change, operation} = task;
  const {environment} = run.input.plan;
  const sight = await run.lookout.sightBefore(operation);
  switch (sight.kind) {
    case 'stopped':
      return {kind: 'not-attempted'};
    case 'conflict': {
      run.findings.push(conflictOfTargets(change.key, sight.monitors, environment));
      const message = 'the service has monitors with some of its target ids, but not exactly these';
      return drop({kind: 'http', code: 'target-conflict', message}, operation, run);
    }
    case 'alike': {
      run.findings.push(mayExist(change.key, sight.monitors, environment));
      const message = 'it may exist already: the service has a monitor without a record that looks like it';
      return drop({kind: 'http', code: 'may-exist', message}, operation, run);
    }
    case 'one': {
      const {monitor, others} = sight;
      if (others.length > 0) run.findings.push(duplicates(change.key, [monitor, ...others], environment));
      const isAsWanted = recordFound(operation, monitor, run, sight.targetIds) && !change.after.paused;
      await saveLedger(run);
      const what = 'existed already and was adopted; it is not as its spec says yet';
      if (!isAsWanted) run.findings.push(unfinishedChange(change.key, what, undefined));
      return {kind: 'created', monitor, isRecovered: false, isAdopted: true};
    }
    case 'none': {
      // A refreshed plan has said so.
      if (!run.input.plan.isRefreshed) run.findings.push(...similar(change.key, sight));
      const end = await sendCreate(operation, run);
      if (end.kind !== 'created') return end;
      const paused = change.after.paused ? await pause(task, run, end.monitor.id) : null;
      return {...end, monitor: paused ?? end.monitor, isAdopted: false};
    }
  }
}

/** How getting a monitor ended. */
export type ObtainEnd =
  | Exclude<CreateEnd, {kind: 'created'}>
  | (Extract<CreateEnd, {kind: 'created'}> & {
      /** It was there already. */
      readonly isAdopted: boolean;
    });

/**
 * A service makes monitors that run: pausing one is an update of its own. Until it is through, the next plan shows it. Returns
 * the paused monitor.
 */
async function pause({change}: TaskOf<'create' | 'replace'>, run: Run, id: string): Promise<LiveMonitor | null> {
  const end = await sendUpdate({change, id, patch: {status: 'paused'}, live: null, isSentWhole: true}, run);
  if (end.kind === 'updated') return end.monitor;
  run.findings.push(unfinishedChange(change.key, 'was created and is not paused yet', 'failure' in end ? end.failure : undefined));
  return null;
}

/**
 * A monitor that the list did not show may be there all the same, in a list that lags behind: it is made anew only when the
 * service itself knows no monitor with its id. Null when that is so, or when none was recorded.
 */
async function confirmGone({change, operation}: TaskOf<'create'>, run: Run): Promise<CreateEnd | null> {
  const {key, gone} = change;
  if (gone === undefined) return null;
  const read = await run.touching.run(() => readSettled(gone, run.recorded.get(key)?.createdAt ?? '', run));
  if (read.kind === 'stopped') return {kind: 'not-attempted'};
  if (read.kind === 'failed') return run.isStopping ? {kind: 'not-attempted'} : drop(read.failure, operation, run);
  if (read.live === null) return null;
  return drop(planIsStale(key, `the monitor ${gone} is still there`), operation, run);
}
