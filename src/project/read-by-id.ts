import type {Failure, LiveMonitor, MonitorService} from '../core/api/port';
import {decideReadRetry} from '../core/api/retry';
import {refuseInterrupted} from '../core/base/interruption';
import type {Project} from './project';

/** Result of reading one monitor: `live` is null where the service has none with that id. */
export type ReadById = {readonly kind: 'read'; readonly live: LiveMonitor | null} | {readonly kind: 'failed'; readonly failure: Failure};

/** Reads one monitor, as often as a read may be repeated. Throws where the run is interrupted. */
export async function readById(service: MonitorService, id: string, {world, retryBaseMs, watchInterruption}: Project): Promise<ReadById> {
  const interruption = watchInterruption();
  const policy = {attempts: 5, baseMs: retryBaseMs, longestWaitMs: 120_000, onAmbiguous: 'retry'} as const;
  for (let attempt = 1; ; attempt++) {
    const outcome = await service.getMonitor(id, interruption);
    refuseInterrupted({interruption});
    if (outcome.kind === 'read') return {kind: 'read', live: outcome.value?.status === 'deleted' ? null : outcome.value};
    const decision = decideReadRetry(outcome, attempt, policy, attempt, world.random);
    if (decision.kind !== 'retry') return {kind: 'failed', failure: outcome.failure};
    await world.sleep(decision.waitMs, interruption).catch(() => undefined);
  }
}
