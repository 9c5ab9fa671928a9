import type {World} from '../base/context';
import type {Failure, LiveMonitor, MonitorService, ReadOutcome} from './port';
import {decideReadRetry, type RetryPolicy} from './retry';

/** Options of reading the whole list. */
export interface ListReading<Kept> {
  readonly world: Pick<World, 'sleep' | 'random'>;
  readonly policy: RetryPolicy;
  readonly signal: AbortSignal;
  /**
   * Returns what to keep of each monitor; the answer itself, which may hold secrets and is large, is dropped. Called
   * again for a monitor that is met again.
   */
  readonly onMonitor: (monitor: LiveMonitor) => Kept;
  /** Called after each page with how many monitors are known by now. */
  readonly onPage?: (known: number) => void;
  /** Monitors that the list probably has: so far its pages are asked for several at once. */
  readonly expected?: number;
  /** Ids of the monitors that are asked about: once each was met, the rest of the list is not read. Default: the whole list. */
  readonly wanted?: ReadonlySet<string>;
}

/** Everything that the service lists, or all of it that is wanted and perhaps more. */
export interface MonitorList<Kept> {
  /** Each monitor once, in the order in which they were met: newest first, as the service lists them. */
  readonly monitors: readonly Kept[];
}

/** Monitors on a page, at most. */
const largestPage = 100;
/** Pages overlap by so many, so that a page shows whether it continues the one before. */
const overlap = 10;
/** New monitors on a page after the first, at most. */
export const NEW_ON_A_PAGE = largestPage - overlap;
/** Pages under way at once, as far as the list is expected to go. */
const AT_ONCE = 4;
/** Maximum number of times that the list is read again because it changed meanwhile. */
const mostRescans = 3;
/** Pages in a row without a new monitor that do not end the list, before it counts as one that can't be paged. */
const mostStalls = 3;
/** Pages of one pass, at most. A list of more has no end. */
const mostPages = 2000;
/** Items of one pass, at most, repeated ones included: what a service puts on a page may be more than it was asked for. */
const mostItems = 200_000;

/**
 * Reads all pages of the list, the first one alone, then four at once as far as the list is expected to go, and two at once beyond,
 * as long as they are full: the service works on some while another is worked on here. A page that shares a monitor with those before
 * it continues them without a gap. The list is read again when a page shares none, and when the first page has changed by the end. It
 * is never handed out with a gap: if reading again does not help, reading failed. The `serverTime` is that of the first page.
 */
export async function listAllMonitors<Kept>(service: MonitorService, options: ListReading<Kept>): Promise<ReadOutcome<MonitorList<Kept>>> {
  const reader = new PageReader(service, options);
  try {
    return await readWhole(reader, options);
  } finally {
    await reader.settle();
  }
}

async function readWhole<Kept>(reader: PageReader, options: ListReading<Kept>): Promise<ReadOutcome<MonitorList<Kept>>> {
  for (let scan = 0; ; scan++) {
    const scanned = await scanPages(reader, options);
    if (scanned.kind === 'failed') return scanned;
    const {monitors, head, serverTime, isWhole, isFinal} = scanned.value;
    const isLast = scan === mostRescans;
    if (isFinal || (isWhole && (isLast || (await isSameHead(head, reader))))) {
      return {kind: 'read', value: {monitors: [...monitors.values()]}, serverTime};
    }
    if (isLast) return {kind: 'failed', failure: unlistable('its pages have gaps, even after reading them again')};
  }
}

/** Result of one pass over the pages. */
interface Scan<Kept> {
  readonly monitors: ReadonlyMap<string, Kept>;
  /** Ids of the first page. */
  readonly head: readonly string[];
  readonly serverTime: number | null;
  /** No page was without a monitor of those before it. */
  readonly isWhole: boolean;
  /** Reading again can show no more: all that is wanted was met, or the first page has everything, which was there at one moment. */
  readonly isFinal: boolean;
}

async function scanPages<Kept>(reader: PageReader, {onMonitor, onPage, wanted}: ListReading<Kept>): Promise<ReadOutcome<Scan<Kept>>> {
  const monitors = new Map<string, Kept>();
  const met = new Set<string>();
  const open = wanted === undefined ? null : new Set(wanted);
  const first = await reader.read(0);
  if (first.kind === 'failed') return first;
  const {serverTime} = first;
  const head = first.value.map(({id}) => id);
  let isWhole = true;
  let stalls = 0;
  let offset = 0;
  let pages = 1;
  let items = 0;
  for (let page = first.value; ; pages++) {
    const isNew = page.some(({id}) => !met.has(id));
    if (!isNew && page.length <= overlap) {
      return {kind: 'read', value: {monitors, head, serverTime, isWhole, isFinal: isWhole && met.size === new Set(head).size}, serverTime};
    }
    stalls = isNew ? 0 : stalls + 1;
    if (stalls === mostStalls) return {kind: 'failed', failure: unlistable('every page has the same monitors')};
    items += page.length;
    if (items > mostItems) return {kind: 'failed', failure: unlistable('it has more than 200,000 items')};
    if (pages === mostPages) return {kind: 'failed', failure: unlistable(`it has ${mostPages.toLocaleString('en-US')} pages or more`)};
    const repeated = countRepeated(page.length);
    offset += page.length - repeated;
    for (const {id} of page) open?.delete(id);
    const isEnough = open?.size === 0;
    const pending = isEnough ? null : reader.readOn(offset, page.length);
    for (const monitor of page) {
      met.add(monitor.id);
      if (monitor.status !== 'deleted') monitors.set(monitor.id, onMonitor(monitor));
    }
    onPage?.(monitors.size);
    if (pending === null) return {kind: 'read', value: {monitors, head, serverTime, isWhole, isFinal: true}, serverTime};
    const next = await pending;
    if (next.kind === 'failed') return next;
    page = next.value;
    isWhole &&= repeated === 0 || page.some(({id}) => met.has(id));
  }
}

/** Counts the monitors of a page of this `length` that the next one repeats; none of a page with one, or else no step would lead on. */
function countRepeated(length: number): number {
  return Math.min(overlap, Math.floor(length / 2));
}

/** Whether the list begins as it did. What can't be read again counts as the same: every page was read. */
async function isSameHead(head: readonly string[], reader: PageReader): Promise<boolean> {
  const again = await reader.read(0);
  return again.kind === 'failed' || (again.value.length === head.length && again.value.every(({id}, index) => id === head[index]));
}

/** Parts of a reading that asking for pages needs. */
type PageReading = Pick<ListReading<unknown>, 'world' | 'policy' | 'signal' | 'expected'>;

/** A page that was asked for before those before it were worked on. */
interface PageAhead {
  readonly offset: number;
  readonly page: Promise<ReadOutcome<readonly LiveMonitor[]>>;
}

/** Reads pages, each as often as a read may be repeated; smaller ones once the service's are too large to read. */
class PageReader {
  readonly #service: MonitorService;
  readonly #options: PageReading;
  #limit = largestPage;
  /** In the order of the list. */
  #ahead: PageAhead[] = [];

  constructor(service: MonitorService, options: PageReading) {
    this.#service = service;
    this.#options = options;
  }

  /** Reads the page at `offset`. */
  read(offset: number): Promise<ReadOutcome<readonly LiveMonitor[]>> {
    return this.#ahead.length === 0 ? this.#ask(offset) : this.settle().then(() => this.#ask(offset));
  }

  /** Reads the page at `offset`, after one with `length` monitors; if that was full, pages after it are asked for as well. */
  readOn(offset: number, length: number): Promise<ReadOutcome<readonly LiveMonitor[]>> {
    const isNext = this.#ahead[0]?.offset === offset;
    const page = isNext ? (this.#ahead.shift() as PageAhead).page : this.read(offset);
    if (length !== this.#limit) return page;
    const step = length - countRepeated(length);
    for (let next = (this.#ahead.at(-1)?.offset ?? offset) + step; this.#mayAskAhead(next, offset); next += step) {
      this.#ahead.push({offset: next, page: this.#ask(next)});
    }
    return page;
  }

  /** Whether the page at `next` may be asked for while the one at `offset` is awaited: where the list probably ends, that one tells first. */
  #mayAskAhead(next: number, offset: number): boolean {
    const {expected = 0} = this.#options;
    if (next < expected - overlap) return this.#ahead.length < AT_ONCE - 1;
    return offset >= expected && this.#ahead.length === 0;
  }

  /** Waits for pages that were asked for and are not needed, so that nothing is left under way. */
  async settle(): Promise<void> {
    const ahead = this.#ahead;
    this.#ahead = [];
    for (const {page} of ahead) await page;
  }

  async #ask(offset: number): Promise<ReadOutcome<readonly LiveMonitor[]>> {
    const {world, policy, signal} = this.#options;
    for (let attempt = 1; ; ) {
      const limit = this.#limit;
      const outcome = await this.#service.listMonitors({limit, offset}, signal);
      if (outcome.kind === 'read' || signal.aborted) return outcome;
      if (outcome.failure.code === 'TOO_LARGE' && limit > 1) {
        this.#limit = Math.min(this.#limit, Math.ceil(limit / 2));
        continue;
      }
      const decision = decideReadRetry(outcome, attempt, policy, attempt, world.random);
      if (decision.kind !== 'retry') return outcome;
      await world.sleep(decision.waitMs, signal).catch(() => undefined);
      attempt++;
    }
  }
}

function unlistable(problem: string): Failure {
  return {kind: 'body', code: 'BAD_PAGES', message: `could not read the whole list of monitors: ${problem}`};
}
