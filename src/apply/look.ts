import {type ListOptions, listAllMonitors} from '../api/list-monitors';
import type {LiveMonitor, MonitorService} from '../api/port';
import type {Look} from './prober';

/** Which monitors of a list matter to whoever looks for creates. */
export interface LookFilter {
  /** Target ids of these creates. */
  readonly wanted: ReadonlySet<string>;
  /** Monitors that this or another state knows, which are nobody's lost create. */
  readonly recordedIds: ReadonlySet<string>;
}

/** Reads the service's whole list once; keeps only monitors that have any of the wanted target ids and are not recorded. */
export async function lookForTargets(
  service: MonitorService,
  {wanted, recordedIds}: LookFilter,
  options: Omit<ListOptions<unknown>, 'onMonitor'>,
): Promise<Look<LiveMonitor>> {
  const isWanted = ({id, targetIds}: LiveMonitor) => !recordedIds.has(id) && targetIds.some(targetId => wanted.has(targetId));
  const outcome = await listAllMonitors(service, {...options, onMonitor: monitor => (isWanted(monitor) ? monitor : null)});
  if (outcome.kind === 'read') return {kind: 'seen', monitors: outcome.value.monitors.filter(monitor => monitor !== null)};
  const {failure} = outcome;
  return {kind: failure.notOffered === true ? 'not-offered' : 'failed', failure};
}
