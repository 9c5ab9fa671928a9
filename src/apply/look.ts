import {type ListOptions, listAllMonitors} from '../api/list-monitors';
import type {LiveMonitor, MonitorService} from '../api/port';
import type {Look} from './prober';

/** Reads the service's whole list once; keeps only the monitors that are wanted. */
export async function lookForMonitors(
  service: MonitorService,
  isWanted: (monitor: LiveMonitor) => boolean,
  options: Omit<ListOptions<unknown>, 'onMonitor'>,
): Promise<Look<LiveMonitor>> {
  const outcome = await listAllMonitors(service, {...options, onMonitor: monitor => (isWanted(monitor) ? monitor : null)});
  if (outcome.kind === 'read') return {kind: 'seen', monitors: outcome.value.monitors.filter(monitor => monitor !== null)};
  const {failure} = outcome;
  return {kind: failure.notOffered === true ? 'not-offered' : 'failed', failure};
}
