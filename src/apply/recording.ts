import type {CreatedMonitor, LiveMonitor} from '../api/port';
import {toLiveView} from '../plan/live';
import {fingerprintBody} from '../secrets/fingerprint';
import type {CreateProgress} from './create-progress';
import {type AnsweredEdit, type EditReading, readEditAnswer} from './edit-answer';
import type {EditProgress} from './edit-progress';
import {toFoundMonitor} from './intended-monitor';
import {isAsWritten} from './live-check';
import {observeMonitor, observeShared} from './observation';
import type {Run} from './run';

/** Notes that the service holds the monitor of a create; durable after {@link saveLedger}. `written` is the body that is recorded. */
export function recordCreated(
  create: CreateProgress,
  monitor: CreatedMonitor,
  {ledger, lineage, holders}: Run,
  written = create.body(),
): void {
  const {id, createdAt, observed} = observeMonitor(written, monitor);
  holders.set(id, `"${create.key}"`);
  ledger.record([create.complete({id, createdAt, observed: fingerprintBody(observed, lineage)})]);
}

/** Notes that a monitor whose answer was lost is there; durable after {@link saveLedger}. */
export function recordRecovered(create: CreateProgress, monitor: CreatedMonitor, {ledger, lineage, intentContext, holders}: Run): void {
  const {id, createdAt, observed} = observeShared(monitor, create.describe(intentContext), lineage);
  holders.set(id, `"${create.key}"`);
  ledger.record([create.clearDoubt(), create.complete({id, createdAt, observed})]);
}

/**
 * Notes that a monitor which nobody sent in this run is the one of this operation. Returns whether it is as the spec says;
 * where it is not, it is recorded as it is, so that the next plan shows what differs. `targetIds` are those that it has, in the
 * order of the spec's targets.
 */
export function recordFound(
  operation: CreateProgress,
  monitor: LiveMonitor,
  run: Run,
  targetIds: readonly string[] = operation.change.targetIds,
): boolean {
  const {ledger, lineage, intentContext} = run;
  const view = toLiveView(monitor.data, lineage);
  const own = operation.withTargetIds(targetIds);
  const {secrets, ...described} = own.describe(intentContext);
  const isAsWanted = view === null || isAsWritten(view, described);
  if (isAsWanted && secrets === undefined && own === operation) {
    recordCreated(operation, monitor, run);
    return true;
  }
  // The intent names other target ids, or nobody knows which values of its secrets the service holds.
  const found = own.find(isAsWanted ? described : toFoundMonitor(own.change, view));
  ledger.record([operation.drop(), found.intend(intentContext)]);
  recordCreated(found, monitor, run, isAsWanted ? undefined : view.body);
  return isAsWanted;
}

/** Notes that a delete was carried out. */
export function recordDeleted(operation: EditProgress, {ledger, deleted}: Run): void {
  const {id} = operation;
  deleted.add(id);
  ledger.record([operation.complete({id, createdAt: '', observed: {}})]);
}

/**
 * Notes what the service answered to an update; what it did not do is recorded as not done. `live` is the monitor right before;
 * null where nothing else than the update can have changed.
 */
export function recordUpdated(
  operation: EditProgress,
  {edit, live, answer}: Omit<AnsweredEdit, 'lineage'>,
  {ledger, lineage, intentContext}: Run,
): EditReading {
  const {id} = operation;
  const reading = readEditAnswer({edit, live, answer, lineage});
  const observed = {id, createdAt: answer.createdAt, observed: reading.observed};
  if (reading.undone.length === 0) ledger.record([operation.complete(observed)]);
  else {
    const part = operation.inPart(edit, reading.monitor);
    ledger.record([operation.drop(), part.intend(intentContext), part.complete(observed)]);
  }
  return reading;
}

/** Makes everything recorded so far durable; where the disk refuses, nothing more is sent. */
export async function saveLedger(run: Run): Promise<void> {
  if (!(await run.ledger.sync())) run.stopUnsaved();
}
