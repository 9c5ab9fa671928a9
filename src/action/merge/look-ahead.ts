import type {MonitorService} from '../../api/port';
import {listLost} from '../../apply/live-check';
import type {Plan} from '../../plan/change';
import {toLiveView} from '../../plan/live';
import {type ChangeInService, idOf, isTouching} from './unreviewed-drift';

/** Reads under way at once, at most. */
const CONCURRENCY = 8;

/**
 * Looks at each monitor that a plan touches before anything is sent, and names what would be lost of what somebody changed in
 * the service. A monitor that can't be read is left to the look that apply takes right before it touches it.
 */
export async function findChangedInService(plan: Plan, service: MonitorService, signal: AbortSignal): Promise<ChangeInService[]> {
  const waiting = plan.changes.filter(isTouching);
  const found: ChangeInService[] = [];
  const look = async () => {
    for (let change = waiting.shift(); change !== undefined; change = waiting.shift()) {
      const read = await service.getMonitor(idOf(change), signal);
      // Where one read fails the next would: apply knows how to wait for it.
      if (read.kind === 'failed') waiting.length = 0;
      const view = read.kind === 'read' && read.value !== null ? toLiveView(read.value.data, plan.base?.lineage ?? '') : null;
      const why = view === null ? null : listLost(change, view, plan.base?.lineage ?? '');
      if (why !== null) found.push({change, why});
    }
  };
  await Promise.all(Array.from({length: CONCURRENCY}, look));
  return found.sort((a, b) => plan.changes.indexOf(a.change) - plan.changes.indexOf(b.change));
}
