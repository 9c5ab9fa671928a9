import {NEW_ON_A_PAGE} from '../../core/api/list-monitors';
import type {LiveMonitor} from '../../core/api/port';
import type {ListedHealth} from '../../core/observe/health';
import type {MonitorHealth} from '../../core/observe/sample';
import type {Key} from '../../core/specs/desired-monitor';
import type {RecordedOutline} from '../../core/state/state';
import type {CheckProgress} from '../../project/refresh';
import type {CheckReader} from '../../project/service-reader';

/** A recorded monitor, and how the service lists it. */
export type ListedRecord = Pick<MonitorHealth, 'key' | 'id' | 'monitor'>;

/** The chosen monitors of a state, and the number of all. */
export interface RecordedMonitors {
  readonly chosen: readonly (readonly [key: Key, record: Pick<RecordedOutline, 'id'>])[];
  readonly total: number;
}

type Observe = (live: LiveMonitor) => ListedHealth;

/** Reads how the service shows recorded monitors, in as few requests as it takes. `now` is the service's clock, milliseconds since 1970. */
export async function readListed(
  recorded: RecordedMonitors,
  observe: Observe,
  reader: CheckReader,
  progress: CheckProgress,
): Promise<{readonly now: number; readonly seen: readonly ListedRecord[]}> {
  const wanted = new Set(recorded.chosen.map(([, {id}]) => id));
  const listed =
    (await readEach(reader, recorded, observe)) ?? (await readList(reader, wanted, observe, {...progress, expected: recorded.total}));
  const now = reader.service.checkTime() ?? listed.serverTime ?? reader.world.now();
  return {now, seen: recorded.chosen.map(([key, {id}]) => ({key, id, monitor: listed.monitors.get(id) ?? null}))};
}

/** Facts that the list or single answers showed. */
interface Listed {
  readonly serverTime: number | null;
  readonly monitors: ReadonlyMap<string, ListedHealth>;
}

/** Reads monitors one by one where that takes fewer requests than the list; null where it does not, or where the service offers the list only. */
async function readEach(reader: CheckReader, {chosen, total}: RecordedMonitors, observe: Observe): Promise<Listed | null> {
  if (chosen.length > Math.ceil(total / NEW_ON_A_PAGE)) return null;
  const ids = chosen.map(([, {id}]) => id);
  let serverTime: number | null = null;
  const {found, lack} = await reader.each(ids, async id => {
    const outcome = await reader.monitor(id);
    if (outcome.kind === 'failed') return outcome;
    serverTime = outcome.serverTime;
    return {...outcome, value: outcome.value === null ? null : observe(outcome.value)};
  });
  if (lack !== null) return null;
  return {serverTime, monitors: found};
}

async function readList(
  reader: CheckReader,
  wanted: ReadonlySet<string>,
  observe: Observe,
  progress: CheckProgress & {readonly expected: number},
): Promise<Listed> {
  try {
    const {monitors, serverTime} = await reader.list(live => (wanted.has(live.id) ? observe(live) : null), {...progress, wanted});
    const found = monitors.filter(monitor => monitor !== null);
    return {serverTime, monitors: new Map(found.map(monitor => [monitor.id, monitor]))};
  } finally {
    progress.onEnd?.();
  }
}
