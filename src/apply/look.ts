import {type ListOptions, listAllMonitors} from '../api/list-monitors';
import type {LiveMonitor, MonitorService} from '../api/port';
import type {Look} from './prober';

/** Reads the service's whole list once; keeps only monitors that have any of the `wanted` target ids. */
export async function lookForTargets(
  service: MonitorService,
  wanted: ReadonlySet<string>,
  options: Omit<ListOptions<unknown>, 'onMonitor'>,
): Promise<Look<LiveMonitor>> {
  const onMonitor = (monitor: LiveMonitor) => (monitor.targetIds.some(id => wanted.has(id)) ? monitor : null);
  const outcome = await listAllMonitors(service, {...options, onMonitor});
  if (outcome.kind === 'read') return {kind: 'seen', monitors: outcome.value.monitors.filter(monitor => monitor !== null)};
  const {failure} = outcome;
  return {kind: failure.notOffered === true ? 'not-offered' : 'failed', failure};
}
