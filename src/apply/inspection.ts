import type {Failure, LiveMonitor} from '../api/port';
import type {IntendedMonitor} from '../state/state';
import {checkLive, planIsStale, type TouchingChange} from './live-check';
import {type MonitorRead, readMonitor, readSettled} from './monitor-reader';
import type {Run} from './run';

/** What looking at a monitor before touching it came to. */
export type Inspection =
  | {readonly kind: 'as-planned'; readonly live: LiveMonitor}
  | {readonly kind: 'absent'; readonly failure: Failure}
  | {readonly kind: 'refused'; readonly failure: Failure}
  | {readonly kind: 'stopped'};

/** Reads the monitor that a change is about, and compares it with what the plan was made for. `intended`: see {@link checkLive}. */
export async function inspect(change: TouchingChange, intended: IntendedMonitor | null, run: Run): Promise<Inspection> {
  const read = await readTouched(change, run);
  if (read.kind === 'stopped' || (read.kind === 'failed' && run.isStopping)) return {kind: 'stopped'};
  if (read.kind === 'failed') return {kind: 'refused', failure: read.failure};
  if (read.live === null) {
    return {kind: 'absent', failure: {...planIsStale(change.key, 'the service has no monitor with its id any more'), status: 404}};
  }
  const checked = checkLive(change, read.live, intended, run.lineage);
  return checked.kind === 'stale' ? {kind: 'refused', failure: checked.failure} : checked;
}

/** A replica may not know a monitor yet that was just created. The service itself answers a delete, so that nothing has to be waited for there. */
function readTouched(change: TouchingChange, run: Run): Promise<MonitorRead> {
  return change.action === 'delete' ? readMonitor(change.id, run) : readSettled(change.before.id, change.before.createdAt, run);
}
