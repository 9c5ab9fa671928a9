import type {LiveMonitor} from '../api/port';
import {canonicalJson} from '../json/canonical';
import {type JsonObject, type JsonValue, member} from '../json/value';
import {comparableBody} from '../plan/comparable';
import {diffComparable, keepRecordedIds} from '../plan/diff';
import {type LiveMonitorView, toLiveView} from '../plan/live';
import {readAsWritten} from '../plan/live-reading';
import {fingerprintBody} from '../secrets/fingerprint';
import type {DesiredMonitor, Key} from '../spec/model';
import {deriveTargetIds, listTargets} from '../spec/targets';

/** A monitor of the service, and what a plan keeps of it. */
export interface Candidate {
  readonly live: LiveMonitor;
  readonly view: LiveMonitorView;
}

/** Reads what the service lists; oldest first. */
export function toCandidates(monitors: readonly LiveMonitor[], lineage: string): Candidate[] {
  const candidates = monitors.flatMap((live): Candidate[] => {
    const view = toLiveView(live.data, lineage);
    return view === null ? [] : [{live, view}];
  });
  return candidates.sort((a, b) => compare(a.view.createdAt, b.view.createdAt) || compare(a.view.id, b.view.id));
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
export function readAsSpec({view}: Candidate, spec: DesiredMonitor, lineage: string): Reading {
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

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
