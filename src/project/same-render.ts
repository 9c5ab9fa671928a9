import {canonicalJson} from '../core/json/canonical';
import type {JsonObject} from '../core/json/value';
import type {DesiredMonitor, Key} from '../core/specs/desired-monitor';

/** All that a plan and the service see of a monitor's spec, as one text; where it is written is no part of it. */
function renderingOf({key, sync, paused, bodyHash}: DesiredMonitor): string {
  const {key: _own, environments: _homes, alerts: _said, paused: given, ...settings} = sync;
  return canonicalJson({key, paused: given === 'keep' ? given : paused, bodyHash, settings: settings as JsonObject});
}

/** The keys of monitors that are there on one side only, or come to something else, sorted. */
export function findRenderedChanges(before: readonly DesiredMonitor[], after: readonly DesiredMonitor[]): Key[] {
  const renderings = new Map(before.map(monitor => [monitor.key, renderingOf(monitor)]));
  const changed = after.filter(monitor => renderings.get(monitor.key) !== renderingOf(monitor)).map(({key}) => key);
  const present = new Set(after.map(({key}) => key));
  return [...changed, ...[...renderings.keys()].filter(key => !present.has(key))].sort();
}
