import type {CreatedMonitor, LiveMonitor} from '../api/port';
import {toLiveView} from '../plan/live';
import {fingerprintBody} from '../secrets/fingerprint';
import type {CreateProgress} from './create-progress';
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
  const {id, createdAt, observed} = observeShared(create.body(), monitor, create.describe(intentContext), lineage);
  holders.set(id, `"${create.key}"`);
  ledger.record([create.clearDoubt(), create.complete({id, createdAt, observed: fingerprintBody(observed, lineage)})]);
}

/**
 * Notes that a monitor which nobody sent in this run is the one of this operation. Returns whether it is as the spec says;
 * where it is not, it is recorded as it is, so that the next plan shows what differs.
 */
export function recordFound(operation: CreateProgress, monitor: LiveMonitor, run: Run): boolean {
  const {ledger, lineage, intentContext} = run;
  const view = toLiveView(monitor.data, lineage);
  const {secrets, ...described} = operation.describe(intentContext);
  const isAsWanted = view === null || isAsWritten(view, described);
  if (isAsWanted && secrets === undefined) {
    recordCreated(operation, monitor, run);
    return true;
  }
  // Nobody knows which values of its secrets the service holds.
  const found = operation.find(isAsWanted ? described : toFoundMonitor(operation.change, view));
  ledger.record([operation.drop(), found.intend(intentContext)]);
  recordCreated(found, monitor, run, isAsWanted ? undefined : view.body);
  return isAsWanted;
}

/** Notes that an update or delete was carried out; `monitor` is the answer of an update. */
export function recordEdit(operation: EditProgress, monitor: CreatedMonitor | null, {ledger, lineage, deleted}: Run): void {
  const {edit, id} = operation;
  if (edit.op === 'delete') deleted.add(id);
  const isUpdate = edit.op === 'update' && monitor !== null;
  const observed = isUpdate ? observeShared(edit.body, monitor, edit.monitor, lineage).observed : {};
  ledger.record([operation.complete({id, createdAt: monitor?.createdAt ?? '', observed: fingerprintBody(observed, lineage)})]);
}

/** Makes everything recorded so far durable; where the disk refuses, nothing more is sent. */
export async function saveLedger(run: Run): Promise<void> {
  if (!(await run.ledger.sync())) run.stopUnsaved();
}
