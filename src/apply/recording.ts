import type {CreatedMonitor} from '../api/port';
import {fingerprintBody} from '../secrets/fingerprint';
import type {CreateProgress} from './create-progress';
import type {EditProgress} from './edit-progress';
import {observeMonitor} from './observation';
import type {Run} from './run';

/** Notes that the service holds the monitor of a create; durable after {@link saveLedger}. */
export function recordCreated(create: CreateProgress, monitor: CreatedMonitor, {ledger, lineage}: Run): void {
  const {id, createdAt, observed} = observeMonitor(create.body(), monitor);
  ledger.record([create.complete({id, createdAt, observed: fingerprintBody(observed, lineage)})]);
}

/** Notes that an update or delete was carried out; `monitor` is the answer of an update. */
export function recordEdit(operation: EditProgress, monitor: CreatedMonitor | null, {ledger, lineage}: Run): void {
  const {edit, id} = operation;
  const observed = edit.op === 'update' && monitor !== null ? observeMonitor(edit.body, monitor).observed : {};
  ledger.record([operation.complete({id, createdAt: monitor?.createdAt ?? '', observed: fingerprintBody(observed, lineage)})]);
}

/** Makes everything recorded so far durable; where the disk refuses, nothing more is sent. */
export async function saveLedger(run: Run): Promise<void> {
  if (!(await run.ledger.sync())) run.stopUnsaved();
}
