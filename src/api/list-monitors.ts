import type {World} from '../context';
import type {LiveMonitor, MonitorService, ReadOutcome} from './port';
import {decideReadRetry, type RetryPolicy} from './retry';

/** How to read the whole list. */
export interface ListOptions<Kept> {
  readonly world: Pick<World, 'sleep' | 'random'>;
  readonly policy: RetryPolicy;
  readonly signal: AbortSignal;
  /** What to keep of each monitor; the answer itself, which may hold secrets and is large, is let go of. */
  readonly onMonitor: (monitor: LiveMonitor) => Kept;
  /** Told after each page how many monitors are known by now. */
  readonly onPage?: (known: number) => void;
}

/** Everything that the service lists. */
export interface MonitorList<Kept> {
  /** Each monitor once, in the order in which they were met. */
  readonly monitors: readonly Kept[];
}

/** Monitors on a page, at most. */
const pageSize = 100;
/** Pages overlap by so many, so that monitors which are deleted meanwhile, and shift all others, hide none. */
const overlap = 10;
/** How often the list is read anew because it changed at its head meanwhile. */
const mostRescans = 3;

/**
 * Reads all pages of the list. Monitors are known by their id; a page without a new one is the last. When the first page
 * has changed by then, the list is read again, since what was deleted meanwhile may have shifted others out of sight.
 */
export async function listAllMonitors<Kept>(service: MonitorService, options: ListOptions<Kept>): Promise<ReadOutcome<MonitorList<Kept>>> {
  const known = new Map<string, Kept>();
  for (let scan = 0; ; scan++) {
    const scanned = await scanPages(service, options, known);
    if (scanned.kind === 'failed') return scanned;
    const {head, pages, serverTime} = scanned.value;
    if (pages === 1 || scan === mostRescans) return {kind: 'read', value: {monitors: [...known.values()]}, serverTime};
    const again = await readPage(service, options, 0);
    if (again.kind === 'failed') return again;
    if (isSameHead(head, again.value)) return {kind: 'read', value: {monitors: [...known.values()]}, serverTime};
  }
}

interface Scan {
  /** Ids of the first page. */
  readonly head: readonly string[];
  readonly pages: number;
  readonly serverTime: number | null;
}

async function scanPages<Kept>(service: MonitorService, options: ListOptions<Kept>, known: Map<string, Kept>): Promise<ReadOutcome<Scan>> {
  let head: readonly string[] = [];
  const met = new Set<string>();
  let offset = 0;
  for (let page = 0; ; page++) {
    const read = await readPage(service, options, offset);
    if (read.kind === 'failed') return read;
    const before = met.size;
    for (const monitor of read.value) {
      met.add(monitor.id);
      if (!known.has(monitor.id)) known.set(monitor.id, options.onMonitor(monitor));
    }
    if (page === 0) head = read.value.map(({id}) => id);
    options.onPage?.(known.size);
    // A short page is no end: a service may give fewer than it is asked for.
    offset += Math.max(1, read.value.length - overlap);
    if (met.size === before)
      return {kind: 'read', value: {head, pages: page + 1, serverTime: read.serverTime}, serverTime: read.serverTime};
  }
}

async function readPage<Kept>(
  service: MonitorService,
  {world, policy, signal}: ListOptions<Kept>,
  offset: number,
): Promise<ReadOutcome<readonly LiveMonitor[]>> {
  for (let attempt = 1; ; attempt++) {
    const outcome = await service.listMonitors({limit: pageSize, offset}, signal);
    if (outcome.kind === 'read') return outcome;
    const decision = decideReadRetry(outcome, attempt, policy, attempt, world.random);
    if (decision.kind !== 'retry' || signal.aborted) return outcome;
    await world.sleep(decision.waitMs, signal).catch(() => undefined);
  }
}

function isSameHead(head: readonly string[], again: readonly LiveMonitor[]): boolean {
  return again.length === head.length && again.every(({id}, index) => id === head[index]);
}
