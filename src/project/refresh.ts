import type {LiveMonitor} from '../core/api/port';
import {lookupTimeLeft, waitBeforeLook} from '../core/apply/read-monitor';
import {refuseInterrupted} from '../core/base/interruption';
import {type LiveMonitorView, type LiveView, toLiveView} from '../core/plan/live';
import type {AllowedFields} from '../core/service/allowed-fields';
import type {ServiceReader} from './service-reader';

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

/** Notes how far reading checks has come, besides. */
export interface CheckProgress extends ListProgress {
  /**
   * Called before checks are read: of how many monitors, with how many requests at most, and how long they take at the rate so far,
   * milliseconds; null if unknown.
   */
  readonly onChecks?: (monitors: number, requests: number, ms: number | null) => void;
  /** Called after each thing that was read: a monitor if nothing else is said. */
  readonly onChecked?: (done: number, total: number, noun?: 'monitor' | 'check') => void;
  /**
   * Called before reasons of failures are read: `3 monitors fail`, requests at most, and how long they take at the rate so far,
   * milliseconds; null if unknown.
   */
  readonly onReasons?: (what: string, requests: number, ms: number | null) => void;
}

/** Options of asking a service what it holds, and what its list has to show before something counts as gone. */
interface RefreshOptions extends ListProgress {
  /** Salts what is kept of secrets, as in the state; empty where there is no state. */
  readonly lineage: string;
  /** Compared besides the members of the types. */
  readonly fields: AllowedFields;
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
export async function readWholeList(reader: ServiceReader, options: RefreshOptions): Promise<LiveView> {
  const {world} = reader;
  const {lookupMs, onWait, onEnd = () => {}} = options;
  const recorded = [...options.recorded];
  const start = world.monotonic();
  let now = world.now();
  try {
    for (let round = 0; ; round++) {
      // A list says what was there when it began.
      const elapsed = world.monotonic() - start;
      const {live, serverTime} = await readOnce(reader, options, recorded.length);
      if (round === 0) now = Math.min(now, serverTime ?? now);
      const missing = recorded.filter(({id}) => !live.monitors.has(id));
      const youths = missing.map(({createdAt}) => lookupTimeLeft(createdAt, now, lookupMs) - elapsed).filter(left => left > 0);
      if (youths.length === 0) return live;
      const leftMs = Math.max(...youths);
      onWait?.(youths.length, leftMs);
      await reader.wait(waitBeforeLook(round, leftMs));
      refuseInterrupted(reader);
    }
  } finally {
    onEnd();
  }
}

async function readOnce(
  reader: ServiceReader,
  {lineage, fields, onMonitor, onClock, ...progress}: RefreshOptions,
  expected: number,
): Promise<{readonly live: LiveView; readonly serverTime: number | null}> {
  const keep = (live: LiveMonitor): LiveMonitorView | null => {
    onMonitor?.(live);
    return toLiveView(live, lineage, fields);
  };
  const {monitors, serverTime} = await reader.list(keep, {...progress, expected});
  const clock = reader.service.checkTime?.() ?? serverTime;
  if (clock !== null) onClock?.(clock);
  const views = monitors.filter(view => view !== null);
  return {live: {monitors: new Map(views.map(view => [view.id, view]))}, serverTime};
}
