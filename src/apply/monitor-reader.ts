import type {Failure, LiveMonitor, ReadOutcome} from '../api/port';
import {decideReadRetry} from '../api/retry';
import type {Run} from './run';

/** What reading one monitor came to. */
export type MonitorRead = {readonly kind: 'read'; readonly live: LiveMonitor | null} | {readonly kind: 'failed'; readonly failure: Failure};

/** Reads a monitor right before it is touched, as often as a read may be repeated; the run stops where no request can succeed. */
export async function readMonitor(id: string, run: Run): Promise<MonitorRead> {
  for (let attempt = 1; ; attempt++) {
    const outcome: ReadOutcome<LiveMonitor | null> = await run.ports.service.getMonitor(id, run.flight);
    if (outcome.kind === 'read') return {kind: 'read', live: outcome.value};
    const {failure} = outcome;
    const stop = run.circuit.judgeEdit(failure);
    if (stop !== undefined) run.stop(stop);
    const decision = decideReadRetry(outcome, attempt, run.policy, attempt, run.ports.world.random);
    if (decision.kind !== 'retry' || run.isStopping) return {kind: 'failed', failure};
    await run.traffic.pause(decision.waitMs);
  }
}
