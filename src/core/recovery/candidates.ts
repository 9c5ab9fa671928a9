import {type JsonObject, property} from '../json/value';
import {compareAge} from '../plan/create-sight';
import {comparableBody, diffComparable, keepRecordedIds} from '../plan/diff';
import {type LiveMonitorView, type LiveView, readAsWritten} from '../plan/live';
import {fingerprintBody} from '../secrets/fingerprint';
import {hideAlso} from '../secrets/sent-secrets';
import type {DesiredMonitor} from '../specs/desired-monitor';
import {listWatched, watchesSame} from '../specs/watched';

/** A monitor of the service, as a plan reads it. */
export interface LiveCandidate {
  readonly view: LiveMonitorView;
}

/** Lists the monitors of the service, oldest first. */
export function toCandidates({monitors}: LiveView): LiveCandidate[] {
  return [...monitors.values()].sort(compareAge).map(view => ({view}));
}

/** A live monitor written as a spec would write it. */
interface SpecReading {
  /** The spec's body, comparable and fingerprinted, each target with the id of its live self. */
  readonly wanted: JsonObject;
  /** The live body in the spec's words. */
  readonly body: JsonObject;
  /** Fields that differ. */
  readonly distance: number;
}

/** Reads a live monitor as what a spec asks for. */
export function readAsSpec(view: LiveMonitorView, spec: DesiredMonitor, lineage: string): SpecReading {
  const live = comparableBody(view.body);
  const wanted = keepRecordedIds(live, fingerprintBody(comparableBody(spec.body()), lineage));
  const body = readAsWritten(view.body, {written: wanted, observed: {}, hide: hideAlso(view.hide, () => spec.body())});
  return {wanted, body, distance: diffComparable(body, wanted).length};
}

/** Tells whether a monitor has a name, as it is shown or with nothing hidden. */
export function isNamed({name, body}: LiveMonitorView, wanted: string): boolean {
  return name === wanted || property(body, 'name') === wanted;
}

/** Whether a monitor without a common id may belong to a spec: same name and a common target, or the same targets. */
export function isLikely({view}: LiveCandidate, spec: DesiredMonitor, lineage: string): boolean {
  const wanted = listWatched(fingerprintBody(spec.body(), lineage));
  const live = listWatched(view.body);
  return isNamed(view, spec.name) ? wanted.some(target => live.includes(target)) : watchesSame(wanted, live);
}
