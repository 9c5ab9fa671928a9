import {listAllMonitors} from '../api/list-monitors';
import type {Failure, MonitorService} from '../api/port';
import type {World} from '../context';
import {type LiveMonitorView, type LiveView, toLiveView} from '../plan/live';
import {Refusal, refuseInterrupted} from '../refusal';

/** How to ask a service what it holds. */
export interface RefreshRequest {
  readonly service: MonitorService;
  /** Salts what is kept of secrets, as in the state; empty where there is no state. */
  readonly lineage: string;
  readonly world: World;
  /** Base of the computed delays in milliseconds. */
  readonly retryBaseMs: number;
  readonly interruption: AbortSignal;
  /** Told after each page how many monitors are known by now. */
  readonly onPage?: (known: number) => void;
  /** Told when the reading has ended, however it did. */
  readonly onEnd?: () => void;
}

/**
 * Reads the service's whole list into what a plan compares; answers, which hold webhook headers in clear, are not kept.
 * Throws `Refusal` where the service has no list or does not answer, `Interrupted` where the run is to end.
 */
export async function readLiveView(request: RefreshRequest): Promise<LiveView> {
  const {service, lineage, world, retryBaseMs, interruption, onPage, onEnd = () => {}} = request;
  const reading = listAllMonitors(service, {
    world,
    policy: {attempts: 5, baseMs: retryBaseMs, longestWaitMs: 120_000, onAmbiguous: 'retry'},
    signal: interruption,
    onMonitor: ({data}): LiveMonitorView | null => toLiveView(data, lineage),
    ...(onPage === undefined ? {} : {onPage}),
  });
  const outcome = await reading.finally(onEnd);
  refuseInterrupted({interruption});
  if (outcome.kind === 'failed') throw refuseRead(outcome.failure, 'read its list of monitors');
  const views = outcome.value.monitors.filter(view => view !== null);
  return {monitors: new Map(views.map(view => [view.id, view]))};
}

/** The refusal of a service that could not be asked. `what` completes "could not ...". */
export function refuseRead(failure: Failure, what: string): Refusal {
  if (failure.notOffered === true && failure.status !== 403) {
    return new Refusal(
      'live/not-offered',
      failure.message,
      'validate, plan without --refresh and creating monitors still work; check MONITORS_BASE_URL, or set "service: {operations: create}"',
    );
  }
  return new Refusal('live/not-read', `could not ${what}: ${failure.message}`, hintFor(failure));
}

function hintFor({status, kind}: Failure): string {
  if (status === 401) return 'check MONITORS_API_KEY: it is missing, mistyped or revoked';
  if (status === 403) {
    return 'MONITORS_API_KEY probably may not do this: use a key that may read monitors; validate and plan without --refresh need none';
  }
  if (kind === 'http' && status !== undefined && status >= 500) return 'wait until the service is well again, then run the command again';
  return 'check MONITORS_BASE_URL, the network and HTTPS_PROXY, then run the command again';
}
