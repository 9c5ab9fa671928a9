import {canonicalJson} from '../json/canonical';
import {type JsonObject, type JsonValue, member} from '../json/value';
import {comparableBody} from '../plan/comparable';
import {diffComparable, keepRecordedIds} from '../plan/diff';
import type {LiveMonitorView, LiveView} from '../plan/live';
import {readAsWritten} from '../plan/live-reading';
import {compareAge} from '../plan/ownership';
import {fingerprintBody} from '../secrets/fingerprint';
import type {DesiredMonitor, Key} from '../spec/model';
import {deriveTargetIds, listTargets} from '../spec/targets';

/** A monitor of the service, as a plan reads it. */
export interface Candidate {
  readonly view: LiveMonitorView;
}

/** What the service lists, oldest first. */
export function toCandidates({monitors}: LiveView): Candidate[] {
  return [...monitors.values()].sort(compareAge).map(view => ({view}));
}

/** How often a monitor can have been made anew under its key before its target ids come round again, and one more. */
const GENERATIONS = 3;

/**
 * The sets of target ids that a create of this spec gets: the first, and those of a monitor that replaced an earlier one.
 * `key` is its own or the one that it was renamed from.
 */
export function listExpectedIds(
  spec: DesiredMonitor,
  key: Key,
  {project, environment}: {project: string; environment: string},
): string[][] {
  const body = spec.body();
  const taken = new Set<string>();
  return Array.from({length: GENERATIONS}, () => {
    const ids = deriveTargetIds({project, environment, key, body, taken});
    for (const id of ids) taken.add(id);
    return ids;
  });
}

/** What a live monitor is in the words of a spec. */
export interface Reading {
  /** The spec's body, comparable and fingerprinted, each target with the id of its live self. */
  readonly wanted: JsonObject;
  /** The live body in the spec's words. */
  readonly body: JsonObject;
  /** Fields that differ. */
  readonly distance: number;
}

/** Reads a live monitor as what a spec asks for. */
export function readAsSpec(view: LiveMonitorView, spec: DesiredMonitor, lineage: string): Reading {
  const live = comparableBody(view.body);
  const wanted = keepRecordedIds(live, fingerprintBody(comparableBody(spec.body()), lineage));
  const body = readAsWritten(view.body, {written: wanted, observed: {}});
  return {wanted, body, distance: diffComparable(body, wanted).length};
}

/** What a target watches, as text; the same for targets that watch the same. */
export function listWatched(body: JsonObject): string[] {
  return listTargets(body).map(target => {
    const [type = null, url = null, urls = null, queries = null] = ['type', 'url', 'urls', 'queries'].map(name => member(target, name));
    return canonicalJson([type, url, sorted(urls), sorted(queries)]);
  });
}

function sorted(list: JsonValue): JsonValue {
  return Array.isArray(list) ? list.map(item => (typeof item === 'string' ? item.trim() : canonicalJson(item))).sort() : null;
}

/** Whether a monitor without any id in common may be the one that a spec is about: its name and a target, or all its targets. */
export function isLikely({view}: Candidate, spec: DesiredMonitor, lineage: string): boolean {
  const wanted = listWatched(fingerprintBody(spec.body(), lineage)).sort();
  const live = listWatched(view.body).sort();
  if (view.name === spec.name) return wanted.some(target => live.includes(target));
  return wanted.length === live.length && wanted.every((target, index) => target === live[index]);
}
