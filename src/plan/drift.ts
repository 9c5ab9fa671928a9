import type {JsonObject} from '../json/value';
import {fingerprintBody} from '../secrets/fingerprint';
import {withTargetIds} from '../spec/targets';
import type {RecordedMonitor} from '../state/state';
import type {FieldChange, UpdateChange} from './change';
import {comparableBody} from './comparable';
import {diffComparable} from './diff';
import type {LiveMonitorView} from './live';
import {readAsWritten} from './live-reading';
import {touchedMembers} from './patch';
import {changeStatus, presentStatus, statusOf} from './status';

/** What somebody changed of a recorded monitor in the service, in no matter which member: as it is there, and as it was last applied. */
export function listDrift(before: RecordedMonitor, live: LiveMonitorView): readonly FieldChange[] {
  const written = comparableBody(before.applied);
  const fields = diffComparable(readAsWritten(live.body, {written, observed: before.observed}), written);
  const [then, now] = [statusOf(before), presentStatus(before, live)];
  return then === now ? fields : [...fields, changeStatus(now, then)];
}

/**
 * What an update would overwrite that its plan did not see: as it is in the service, and as the update would make it. A
 * member that the update does not send is no matter, and so is one that is already as it is to be. Empty where the update
 * does just what its plan says. `lineage` salts the fingerprints, as in the state. Pure.
 */
export function listOverwritten(change: UpdateChange, live: LiveMonitorView, lineage: string): readonly FieldChange[] {
  const wanted = comparableBody(fingerprintBody(withTargetIds(change.after.body(), change.targetIds), lineage));
  const allowed = [...listPlanned(change), {written: wanted, expected: wanted, observed: {}}];
  let left: readonly string[] = Object.keys(change.patch).filter(name => name !== 'status');
  for (const {written, expected, observed} of allowed) {
    const touched = touchedMembers(diffComparable(readAsWritten(live.body, {written, observed}), expected));
    left = left.filter(name => touched.has(name));
    if (left.length === 0) return [];
  }
  const fields = diffComparable(readAsWritten(live.body, {written: wanted, observed: {}}), wanted);
  return fields.filter(({path}) => left.includes(path.split('/', 2)[1] ?? ''));
}

/** What a live body may be read as, and what it is then expected to be: as the plan saw it, or as an update whose answer was lost would have left it. */
function listPlanned({before, patch, present}: UpdateChange) {
  const {observed, pending} = before;
  const recorded = comparableBody(before.applied);
  const kept: JsonObject = Object.fromEntries(Object.entries(recorded).filter(([name]) => !Object.hasOwn(patch, name)));
  const {status: _status, ...seen} = present;
  const planned = {written: recorded, expected: {...kept, ...seen}, observed};
  if (pending === undefined) return [planned];
  const doubted = comparableBody(pending.applied);
  return [planned, {written: doubted, expected: doubted, observed}];
}
