import {canonicalJson} from '../core/json/canonical';
import type {DesiredMonitor, Key} from '../core/specs/desired-monitor';

/** All that a plan and the service see of a monitor's spec, as one text; where it is written is no part of it. */
function renderingOf(monitor: Pick<DesiredMonitor, 'bodyHash' | 'paused' | RenderedSetting>): string {
  const {key, renamedFrom, distinctFrom, protect, ignored, paused, keepsPause, labels, expectedStatus, bodyHash} = monitor;
  return canonicalJson({
    ...{key, protect, paused, bodyHash},
    keepsPause: keepsPause ?? null,
    renamedFrom: renamedFrom ?? null,
    distinctFrom: [...(distinctFrom ?? [])],
    ignored: [...(ignored ?? [])],
    labels: {...labels},
    expectedStatus: expectedStatus ?? null,
  });
}

type RenderedSetting = 'key' | 'renamedFrom' | 'distinctFrom' | 'protect' | 'ignored' | 'keepsPause' | 'labels' | 'expectedStatus';

/** The keys of monitors that are there on one side only, or come to something else, sorted. */
export function findRenderedChanges(before: readonly DesiredMonitor[], after: readonly DesiredMonitor[]): Key[] {
  const renderings = new Map(before.map(monitor => [monitor.key, renderingOf(monitor)]));
  const changed = after.filter(monitor => renderings.get(monitor.key) !== renderingOf(monitor)).map(({key}) => key);
  const present = new Set(after.map(({key}) => key));
  return [...changed, ...[...renderings.keys()].filter(key => !present.has(key))].sort();
}
