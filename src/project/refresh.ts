import {listAllMonitors} from '../core/api/list-monitors';
import type {Failure, LiveMonitor, MonitorService} from '../core/api/port';
import {lookupTimeLeft, waitBeforeLook} from '../core/apply/read-monitor';
import type {World} from '../core/base/context';
import {refuseInterrupted} from '../core/base/interruption';
import {UserError} from '../core/diagnostics/user-error';
import {type LiveMonitorView, type LiveView, readInClear, toLiveView} from '../core/plan/live';
import type {AllowedFields} from '../core/service/allowed-fields';

/** Notes how far reading the service's list has come, and what it shows. */
export interface ListProgress {
  /** Takes the service's clock, milliseconds since 1970. */
  readonly onClock?: (serverTime: number) => void;
  /** Notes after each page how many monitors are known by now. */
  readonly onPage?: (known: number) => void;
  /** Called with each monitor as it is listed, perhaps again where the list is read again. */
  readonly onMonitor?: (live: LiveMonitor) => void;
  /** Notes that the reading has ended, however it did. */
  readonly onEnd?: () => void;
  /** Notes before each wait how many young monitors the list does not show yet, and for how long at most it goes on. */
  readonly onWait?: (missing: number, leftMs: number) => void;
}

/** Options of asking a service what it holds, and what its list has to show before something counts as gone. */
export interface ListOptions extends ListProgress {
  readonly service: MonitorService;
  /** Salts what is kept of secrets, as in the state; empty where there is no state. */
  readonly lineage: string;
  /** Compared besides the members of the types. */
  readonly fields: AllowedFields;
  readonly world: World;
  /** Base of the computed delays in milliseconds. */
  readonly retryBaseMs: number;
  readonly interruption: AbortSignal;
  /** Monitors that are recorded: the service's ids, and when it created them as it says. */
  readonly recorded: Iterable<{readonly id: string; readonly createdAt: string}>;
  /** Milliseconds that the service may take to list what it created. */
  readonly lookupMs: number;
}

/**
 * Reads the service's whole list into what a plan compares; answers, which hold webhook headers in clear, are not kept. A list may
 * come from a replica that lags behind: one without a young monitor is read again until it has it, or until the monitor is older
 * than `lookupMs`. Throws `UserError` where the service has no list or does not answer, `Interrupted` where the run is to end.
 */
export async function readWholeList(options: ListOptions): Promise<LiveView> {
  const {world, interruption, recorded, lookupMs, onWait, onEnd = () => {}} = options;
  const start = world.monotonic();
  let now = world.now();
  try {
    for (let round = 0; ; round++) {
      // A list says what was there when it began.
      const elapsed = world.monotonic() - start;
      const {live, serverTime} = await readOnce(options);
      if (round === 0) now = Math.min(now, serverTime ?? now);
      const missing = [...recorded].filter(({id}) => !live.monitors.has(id));
      const youths = missing.map(({createdAt}) => lookupTimeLeft(createdAt, now, lookupMs) - elapsed).filter(left => left > 0);
      if (youths.length === 0) return live;
      const leftMs = Math.max(...youths);
      onWait?.(youths.length, leftMs);
      await world.sleep(waitBeforeLook(round, leftMs), interruption).catch(() => undefined);
      refuseInterrupted({interruption});
    }
  } finally {
    onEnd();
  }
}

async function readOnce(options: ListOptions): Promise<{readonly live: LiveView; readonly serverTime: number | null}> {
  const {service, lineage, fields, world, retryBaseMs, interruption, onPage, onMonitor, onClock} = options;
  const outcome = await listAllMonitors(service, {
    world,
    policy: {attempts: 5, baseMs: retryBaseMs, longestWaitMs: 120_000, onAmbiguous: 'retry'},
    signal: interruption,
    onMonitor: (live): LiveMonitorView | null => {
      onMonitor?.(live);
      return toLiveView(readInClear(live), lineage, fields, live.hide);
    },
    ...(onPage === undefined ? {} : {onPage}),
  });
  refuseInterrupted({interruption});
  if (outcome.kind === 'failed') throw refuseRead(outcome.failure, 'read its list of monitors');
  if (outcome.serverTime !== null) onClock?.(outcome.serverTime);
  const views = outcome.value.monitors.filter(view => view !== null);
  return {live: {monitors: new Map(views.map(view => [view.id, view]))}, serverTime: outcome.serverTime};
}

/** Explains that the service could not be asked. `what` completes "could not ...". */
export function refuseRead(failure: Failure, what: string): UserError {
  if (failure.notOffered === true && failure.status !== 403) {
    return new UserError(
      'live/not-offered',
      failure.message,
      'validate, plan without --refresh and creating monitors still work; check MONITORS_BASE_URL, or set "service: {operations: create}"',
    );
  }
  return new UserError('live/not-read', `could not ${what}: ${failure.message}`, hintFor(failure));
}

function hintFor({status, kind}: Failure): string {
  if (status === 401) return 'check MONITORS_API_KEY: it is missing, mistyped or revoked';
  if (status === 403) {
    return 'MONITORS_API_KEY probably lacks a permission: use a key that may read monitors; validate and plan without --refresh need none';
  }
  if (kind === 'http' && status !== undefined && status >= 500) return 'wait until the service works again, then repeat the command';
  return 'check MONITORS_BASE_URL, the network and HTTPS_PROXY, then repeat the command';
}
