import type {Failure} from '../api/port';
import type {EditProgress} from './edit-progress';
import {type EditEnd, sendEdit} from './edit-sender';
import {readUntilMissing} from './monitor-reader';
import {recordDeleted, saveLedger} from './recording';
import type {Run} from './run';

/** What is known of a monitor right before it is deleted: it was read, reading found none, or the service's list did not have it. */
export type SeenBefore = 'present' | 'absent' | 'not-listed';

/**
 * Sends a delete. A monitor that is not there any more counts as deleted, but not on the strength of a first 404 alone: a
 * service that knows no such operation may answer just so, and the record is all that knows of the monitor.
 */
export async function removeMonitor(removal: EditProgress, seen: SeenBefore, run: Run): Promise<EditEnd> {
  const end = await sendEdit(removal, run, null);
  if (end.kind !== 'missing') return end;
  // An earlier attempt may have deleted it.
  const doubt = removal.attempts > 1 ? null : await findDoubt(removal.id, seen, run);
  if (doubt === 'stopped') return {kind: 'not-attempted'};
  if (doubt !== null) {
    run.noteLack('delete', doubt);
    run.ledger.record([removal.drop()]);
    return {kind: 'failed', failure: doubt};
  }
  recordDeleted(removal, run);
  await saveLedger(run);
  return {kind: 'deleted'};
}

/** Why a 404 in answer to a delete does not show that the monitor is gone; null where it is. */
async function findDoubt(id: string, seen: SeenBefore, run: Run): Promise<Failure | 'stopped' | null> {
  switch (seen) {
    case 'not-listed':
      return null;
    case 'present':
      return doubtPresent(id, run);
    case 'absent':
      return doubtAbsent(run);
  }
}

/** Somebody may have deleted it a moment ago, which a replica shows by the settling time. */
async function doubtPresent(id: string, run: Run): Promise<Failure | 'stopped' | null> {
  const read = await readUntilMissing(id, run);
  if (read.kind === 'stopped') return 'stopped';
  if (read.kind === 'failed') return read.failure;
  if (read.live === null) return null;
  const message = 'this service does not offer deleting monitors (it answered 404, and still has the monitor)';
  return {kind: 'http', status: 404, notOffered: true, message};
}

/** Where no monitor can be read at all, that this one can't be read says nothing. */
async function doubtAbsent(run: Run): Promise<Failure | 'stopped' | null> {
  await run.traffic.whenOpen();
  if (run.isStopping) return 'stopped';
  const page = await run.ports.service.listMonitors({limit: 1, offset: 0}, run.flight);
  // A key that may not list is one that somebody keeps to single monitors.
  if (page.kind === 'read' || page.failure.status === 403) return null;
  const {notOffered, message} = page.failure;
  return notOffered === true
    ? {...page.failure, message: `this service shows no monitors, so that its 404 does not say that this one is gone: ${message}`}
    : {...page.failure, message: `whether it is gone could not be told: ${message}`};
}
