import type {Check, CheckPage, PageStatus} from '../../core/api/check-port';
import type {Failure, ReadOutcome} from '../../core/api/port';
import {Interrupted} from '../../core/base/interruption';
import {countOf} from '../../core/base/words';
import {findFirstLook, hasNothingNew, LONGEST_CHECK, madeAt, markSkipped, markUnread, sortChecks} from '../../core/observe/check-span';
import {findFailureRow, hidesReason, mostCommonError} from '../../core/observe/failure-row';
import {isOver} from '../../core/observe/health';
import {type CheckReader, MOST_FAILURES, MOST_PAGES, refuseRead, refusesAll} from '../../project/service-reader';
import type {RequestBudget} from '../observe/request-budget';
import type {IncompleteReason} from './document';
import type {MonitorReading, WatchedMonitor} from './watched';

/** A step of the reading; each is announced before its first request. */
type ReadingStep = 'checks' | 'pages';

/** Parts of a reading. */
interface Reading {
  readonly reader: CheckReader;
  readonly budget: RequestBudget;
  /** End of the span, milliseconds since 1970. */
  readonly until: number;
  /** Pages that are read: changed ones, and one of a failed check for its reason. */
  readonly wanted: {readonly changes: boolean; readonly reasons: boolean};
  readonly onStep: (step: ReadingStep, requests: number) => void;
  readonly onRead: (done: number, total: number, noun: 'monitor' | 'check') => void;
  /** Takes the checks of each monitor as they are read. */
  readonly onHistory?: (watched: WatchedMonitor, history: ReadHistory) => void;
}

/** The checks of one monitor. */
export interface ReadHistory {
  /** All that were read, newest first. */
  readonly checks: readonly Check[];
  /** The service has no older ones. */
  readonly isWhole: boolean;
  /** Those that ended in the span. */
  readonly inSpan: readonly Check[];
}

/** Result of reading all monitors. */
interface ReadMonitors {
  /** In the order of the monitors. */
  readonly readings: readonly MonitorReading[];
  readonly incomplete: readonly IncompleteReason[];
}

/**
 * Reads the checks of the monitors that may have new ones, then the pages that changed. A monitor that can't be
 * read is a finding; a key that may not read any is an error. Throws `UserError`.
 */
export async function readChanges(monitors: readonly WatchedMonitor[], reading: Reading): Promise<ReadMonitors> {
  const run = new ReadingRun(monitors, reading);
  try {
    await run.readChecks();
    await run.readPages();
  } catch (error) {
    if (!(error instanceof Interrupted)) throw error;
    run.stop('interrupted');
  }
  return run.conclude();
}

/** The reading of a call whose requests were not enough for the list. */
export function leaveAll(monitors: readonly WatchedMonitor[]): ReadMonitors {
  return {readings: monitors.map(watched => ({...begin(watched), read: 'left'})), incomplete: ['max-requests']};
}

/** Requests at once are limited below: so many wait their turn. */
const AT_ONCE = 8;
/** Checks that are asked for beyond those that the schedule makes: started by hand, or skipped. */
const SPARE_CHECKS = 10;
const LARGEST_PART = 100;
/** Checks of one monitor that are read, at most. */
const MOST_CHECKS = 50_000;

type Draft = {-readonly [Member in keyof MonitorReading]: MonitorReading[Member]};

/** One request, or several for one list of pages. */
interface PageTask {
  readonly draft: Draft;
  readonly read: () => Promise<ReadOutcome<unknown>>;
}

class ReadingRun {
  readonly #reading: Reading;
  readonly #drafts: readonly Draft[];
  /** Those that may have new checks, in the order of reading: first those that a call before left. */
  readonly #asked: readonly Draft[];
  readonly #incomplete = new Set<IncompleteReason>();
  /** Requests for pages that are known to be needed. */
  #owed = 0;
  /** The most that one monitor needs. */
  #mostPages = 1;
  /** Monitors whose checks are being read. */
  #underWay = 0;
  /** Monitors with pages that are still to be read, and how many times. */
  readonly #open = new Map<Draft, number>();
  #failuresInARow = 0;
  #isStopped = false;

  /** Requests for what came before. */
  readonly #listed: number;

  constructor(monitors: readonly WatchedMonitor[], reading: Reading) {
    this.#reading = reading;
    this.#listed = reading.budget.sent;
    this.#drafts = monitors.map(begin);
    this.#asked = this.#drafts.filter(({read}) => read === 'left').sort((one, other) => rank(one) - rank(other));
  }

  stop(reason: IncompleteReason): void {
    this.#isStopped = true;
    this.#incomplete.add(reason);
  }

  async readChecks(): Promise<void> {
    const {onStep, onRead} = this.#reading;
    const {length} = this.#asked;
    if (length > 0) onStep('checks', length);
    let done = 0;
    const read = async (draft: Draft) => {
      this.#underWay++;
      await this.#readOne(draft).finally(() => this.#underWay--);
      onRead(++done, length, 'monitor');
    };
    await this.#work(this.#asked.values(), read, () => this.#mayReadMore());
  }

  async readPages(): Promise<void> {
    const {onStep, onRead} = this.#reading;
    const tasks = this.#asked.filter(({read}) => read === 'whole').flatMap(draft => this.#listTasks(draft));
    if (this.#owed > 0) onStep('pages', this.#owed);
    let done = 0;
    await this.#work(tasks.values(), async task => {
      if (task.draft.read === 'whole') await this.#readTask(task);
      onRead(++done, tasks.length, 'check');
    });
  }

  conclude(): ReadMonitors {
    for (const draft of this.#open.keys()) if (draft.read === 'whole') draft.read = 'left';
    const isLeft = this.#drafts.some(({read}) => read === 'left');
    if (this.#reading.budget.isRefused || (isLeft && this.#incomplete.size === 0)) this.#incomplete.add('max-requests');
    if (this.#drafts.some(({read}) => read === 'failed')) this.#incomplete.add('not-read');
    const readings = this.#drafts.map(draft => (draft.read === 'whole' || draft.read === 'skipped' ? draft : withoutFindings(draft)));
    return {readings, incomplete: [...this.#incomplete]};
  }

  /** Works on several items at once, until none is left or the run must stop. Work that has begun is finished. */
  async #work<Item>(items: IterableIterator<Item>, work: (item: Item) => Promise<void>, mayBegin = () => true): Promise<void> {
    const worker = async () => {
      while (!this.#mustStop() && mayBegin()) {
        const {value, done = false} = items.next();
        if (done) return;
        await work(value as Item);
      }
    };
    // All end before an error counts: none goes on behind its back.
    const ends = await Promise.allSettled(Array.from({length: AT_ONCE}, worker));
    const failed = ends.find(end => end.status === 'rejected');
    if (failed !== undefined) throw failed.reason;
  }

  /** Whether the requests that are left are enough for one more monitor: else no monitor would ever be read whole. */
  #mayReadMore(): boolean {
    const {left} = this.#reading.budget;
    if (this.#underWay === 0) return left > this.#owed;
    // The others may turn out to need as many pages as any so far.
    return left > this.#owed + (this.#underWay + 1) * (1 + this.#mostPages);
  }

  #mustStop(): boolean {
    return this.#isStopped || this.#reading.budget.isRefused;
  }

  async #readOne(draft: Draft): Promise<void> {
    const {reader, until} = this.#reading;
    const {id, mark, listed} = draft.watched;
    const from = mark.settledAt - LONGEST_CHECK;
    const isEnough = (checks: readonly Check[]) => madeAt(checks.at(-1) as Check) < from || checks.length >= MOST_CHECKS;
    const outcome = await reader.checksUntil(id, sizeOf(listed?.intervalMinutes ?? null, until - from), isEnough);
    if (outcome.kind === 'failed') return this.#note(draft, outcome.failure, 'read checks');
    this.#failuresInARow = 0;
    if (outcome.value === null) {
      draft.read = 'missing';
      return;
    }
    const {checks, isWhole} = outcome.value;
    const span = sortChecks(checks, mark, {until, lastRunAt: listed?.lastRunAt ?? null});
    this.#reading.onHistory?.(draft.watched, {checks, isWhole, inSpan: span.checks});
    const failure = findFailureRow(span.ended, new Set(span.checks), isWhole);
    const first = findFirstLook(span.ended, isWhole);
    const changed = span.checks.filter(hasChanges).map(check => ({check, pages: null, isWhole: false, isFirstLook: check === first}));
    Object.assign(draft, {
      read: 'whole',
      next: span.next,
      checks: span.checks.length,
      running: span.running,
      changed,
      failure,
    } satisfies Partial<Draft>);
    const pages = this.#countPages(draft);
    if (!this.#canAfford(draft, pages, Math.ceil(checks.length / LARGEST_PART))) return;
    this.#owed += pages;
    this.#mostPages = Math.max(this.#mostPages, pages);
    const tasks = this.#listTasks(draft).length;
    if (tasks > 0) this.#open.set(draft, tasks);
  }

  /** Leaves a monitor whose pages are more than the limit allows now: as the first of a call it may fit, and others must not wait for it. */
  #canAfford(draft: Draft, pages: number, parts: number): boolean {
    const {left, most} = this.#reading.budget;
    if (pages <= left - this.#owed) return true;
    const all = this.#listed + Math.max(1, parts) + pages;
    draft.read = 'left';
    if (all > most) draft.error = `it takes at least ${countOf(all, 'request')}, more than --max-requests allows`;
    return false;
  }

  #countPages(draft: Draft): number {
    const {changes} = this.#reading.wanted;
    const pages = changes ? draft.changed.flatMap(({check}) => listChanged(check).map(status => requestsFor(check, status))) : [];
    return pages.reduce((sum, requests) => sum + requests, 0) + (this.#needsReason(draft) ? 1 : 0);
  }

  #needsReason({failure}: Draft): boolean {
    return failure !== null && this.#reading.wanted.reasons && hidesReason(failure.newest);
  }

  #listTasks(draft: Draft): PageTask[] {
    const {reader, wanted} = this.#reading;
    const {id} = draft.watched;
    const changed = wanted.changes ? draft.changed : [];
    const tasks = changed.map(({check}, index): PageTask => ({draft, read: () => this.#readChanged(draft, check, index)}));
    if (!this.#needsReason(draft)) return tasks;
    const read = async () => {
      const outcome = await reader.someErrors(id, draft.failure?.newest.id ?? '');
      if (outcome.kind === 'read') draft.failedPage = mostCommonError(outcome.value ?? []);
      return outcome;
    };
    return [...tasks, {draft, read}];
  }

  async #readChanged(draft: Draft, check: Check, index: number): Promise<ReadOutcome<unknown>> {
    const pages: CheckPage[] = [];
    let isWhole = true;
    for (const status of listChanged(check)) {
      const read = await this.#reading.reader.pages(draft.watched.id, check.id, status);
      if (read.kind === 'failed' || read.value === null) return read;
      // A service may not know the filter.
      pages.push(...read.value.pages.filter(page => page.status === status));
      isWhole &&= read.value.isWhole;
    }
    const {isFirstLook} = draft.changed[index] as Draft['changed'][number];
    draft.changed = draft.changed.with(index, {check, pages, isWhole, isFirstLook});
    return {kind: 'read', value: pages, serverTime: null};
  }

  async #readTask({draft, read}: PageTask): Promise<void> {
    const outcome = await read();
    if (outcome.kind === 'failed') return this.#note(draft, outcome.failure, 'read a check');
    this.#failuresInARow = 0;
    // Deleted, monitor or check, since the checks were read.
    if (outcome.value === null) draft.read = 'missing';
    const left = (this.#open.get(draft) ?? 0) - 1;
    if (left > 0) this.#open.set(draft, left);
    else this.#open.delete(draft);
  }

  /** One monitor that can't be read is a finding; a key that may read none, or a service that is down, ends the reading. */
  #note(draft: Draft, failure: Failure, what: string): void {
    if (this.#reading.budget.isRefused) {
      draft.read = 'left';
      return;
    }
    if (refusesAll(failure)) throw refuseRead(failure, what);
    draft.read = 'failed';
    draft.error = failure.message;
    if (++this.#failuresInARow >= MOST_FAILURES || failure.status === 429) this.stop('not-read');
  }
}

function begin(watched: WatchedMonitor): Draft {
  const {listed, mark} = watched;
  const read = listed === null ? 'missing' : hasNothingNew(listed, mark) ? 'skipped' : 'left';
  const next = listed !== null && read === 'skipped' ? markSkipped(listed, mark) : markUnread(mark);
  return {watched, read, error: null, next, checks: 0, running: [], changed: [], failure: null, failedPage: null};
}

/** Findings of a monitor that was not read whole are for the next call. */
function withoutFindings(draft: Draft): MonitorReading {
  return {...begin(draft.watched), read: draft.read, error: draft.error, next: markUnread(draft.watched.mark)};
}

function rank({watched: {mark}}: Draft): number {
  return mark.lastRunAt === null ? 0 : 1;
}

/** Checks to ask for at once: as many as the schedule makes in a time, and some. */
function sizeOf(intervalMinutes: number | null, ms: number): number {
  if (intervalMinutes === null) return LARGEST_PART;
  return Math.min(LARGEST_PART, Math.ceil(ms / 60_000 / Math.max(1, intervalMinutes)) + SPARE_CHECKS);
}

const CHANGED = ['changed', 'new', 'removed'] as const satisfies readonly PageStatus[];

function hasChanges(check: Check): boolean {
  return listChanged(check).length > 0;
}

/** The results whose pages are read; all where the service does not count them. */
function listChanged(check: Check): readonly PageStatus[] {
  const {summary, status} = check;
  if (summary === null) return isOver(check) && status !== 'failed' ? CHANGED : [];
  return CHANGED.filter(one => summary[one] > 0);
}

function requestsFor({summary}: Check, status: PageStatus): number {
  return Math.max(1, Math.ceil(Math.min(MOST_PAGES, summary?.[status] ?? 0) / LARGEST_PART));
}
