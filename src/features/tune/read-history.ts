import type {Check, CheckPage, PageStatus} from '../../core/api/check-port';
import type {Failure, ReadOutcome} from '../../core/api/port';
import {Semaphore} from '../../core/apply/concurrency';
import {Interrupted} from '../../core/base/interruption';
import {findFirstLook, finishOf, hasEnded} from '../../core/observe/check-span';
import {isOver} from '../../core/observe/health';
import {type CheckReader, MOST_FAILURES, refuseRead, refusesAll} from '../../project/service-reader';
import type {RequestBudget} from '../observe/request-budget';
import type {TuneIncompleteReason, TuneReadKind} from './document';
import {type SeenCheck, type SeenPage, type TunedHistory, verdictOf} from './history/history';
import {countComparisons} from './history/measure';
import {LineTally} from './lines/line-tally';

/** A chosen monitor. */
export interface ChosenMonitor {
  readonly key: string;
  readonly id: string;
  readonly hasSearch: boolean;
}

/** Parts of a reading. */
interface HistoryReading {
  readonly reader: CheckReader;
  readonly budget: RequestBudget;
  /** Newest checks of each monitor. */
  readonly checks: number;
  /** Requests at once. */
  readonly concurrency: number;
  readonly onStep: (step: 'checks' | 'pages', requests: number) => void;
  readonly onRead: (done: number, total: number) => void;
}

/** What was read of a monitor. */
export interface MonitorHistory {
  readonly read: TuneReadKind;
  readonly error: string | null;
  /** Null unless it was read whole. */
  readonly history: TunedHistory | null;
}

/**
 * Reads the newest checks of monitors, then the pages that changed, and gives each monitor to `take` once it is read. No diff is kept.
 * A monitor that can't be read is a finding; a key that may not read any is an error. Throws `UserError`.
 */
export async function readHistories<Chosen extends ChosenMonitor>(
  monitors: readonly Chosen[],
  reading: HistoryReading,
  take: (monitor: Chosen, history: MonitorHistory) => void,
): Promise<readonly TuneIncompleteReason[]> {
  const run = new HistoryRun(monitors, reading, take);
  try {
    await run.readChecks();
    await run.readPages();
  } catch (error) {
    if (!(error instanceof Interrupted)) throw error;
    run.stop('interrupted');
  }
  return run.conclude();
}

/** Parts of checks at once: each holds at most 16 MiB of diffs, and all of them together 64 MiB. */
const PARTS_AT_ONCE = 4;
/** Checks that are asked for beside those that count: the newest ones may still run. They cost no request. */
const SPARE_CHECKS = 5;
const LARGEST_PART = 100;
/** Checks of a search of which all results are read, at most. */
const MOST_SEARCHES = 5;

/** A status of pages to read; undefined for all. */
type Wanted = PageStatus | undefined;

interface Draft<Chosen> {
  readonly monitor: Chosen;
  read: TuneReadKind;
  error: string | null;
  /** Newest first. */
  checks: readonly Check[];
  /** The check that saw all pages for the first time. */
  firstLook: Check | null;
  tasks: readonly {readonly check: Check; readonly wanted: readonly Wanted[]}[];
  isTaken: boolean;
}

class HistoryRun<Chosen extends ChosenMonitor> {
  readonly #reading: HistoryReading;
  readonly #drafts: readonly Draft<Chosen>[];
  readonly #take: (monitor: Chosen, history: MonitorHistory) => void;
  readonly #parts: Semaphore;
  readonly #incomplete = new Set<TuneIncompleteReason>();
  /** Requests for pages that are known to be needed. */
  #owed = 0;
  #underWay = 0;
  #failuresInARow = 0;
  #isStopped = false;

  constructor(monitors: readonly Chosen[], reading: HistoryReading, take: (monitor: Chosen, history: MonitorHistory) => void) {
    this.#reading = reading;
    this.#take = take;
    this.#drafts = monitors.map(monitor => ({monitor, read: 'left', error: null, checks: [], firstLook: null, tasks: [], isTaken: false}));
    this.#parts = new Semaphore(Math.min(reading.concurrency, PARTS_AT_ONCE));
  }

  stop(reason: TuneIncompleteReason): void {
    this.#isStopped = true;
    this.#incomplete.add(reason);
  }

  async readChecks(): Promise<void> {
    const {onStep, onRead, budget, checks} = this.#reading;
    const {length} = this.#drafts;
    if (length > 0) onStep('checks', length * Math.ceil(checks / LARGEST_PART));
    let done = 0;
    const read = async (draft: Draft<Chosen>) => {
      this.#underWay++;
      await this.#readOne(draft).finally(() => this.#underWay--);
      onRead(++done, length);
    };
    // What is left of the limit has to do for the pages of those that were read.
    await this.#each(this.#drafts, read, () => budget.left > this.#owed + this.#underWay);
  }

  async readPages(): Promise<void> {
    const {onStep, onRead} = this.#reading;
    const read = this.#drafts.filter(draft => draft.read === 'whole');
    if (this.#owed > 0) onStep('pages', this.#owed);
    let done = 0;
    await this.#each(read, async draft => {
      const history = await this.#readHistory(draft);
      draft.isTaken = true;
      this.#take(draft.monitor, {read: draft.read, error: draft.error, history});
      onRead(++done, read.length);
    });
  }

  conclude(): readonly TuneIncompleteReason[] {
    for (const draft of this.#drafts) {
      if (draft.isTaken) continue;
      if (draft.read === 'whole') draft.read = 'left';
      this.#take(draft.monitor, {read: draft.read, error: draft.error, history: null});
    }
    const isLeft = this.#drafts.some(({read}) => read === 'left');
    if (this.#reading.budget.isRefused || (isLeft && this.#incomplete.size === 0)) this.#incomplete.add('max-requests');
    if (this.#drafts.some(({read}) => read === 'failed')) this.#incomplete.add('not-read');
    return [...this.#incomplete];
  }

  /** Several at once, the first one alone: where the service does not offer it, nothing else is asked. */
  async #each(
    drafts: readonly Draft<Chosen>[],
    work: (draft: Draft<Chosen>) => Promise<void>,
    mayBegin: () => boolean = () => true,
  ): Promise<void> {
    let next = 0;
    const mustStop = () => this.#isStopped || this.#reading.budget.isRefused;
    const worker = async () => {
      while (next < drafts.length && !mustStop() && mayBegin()) await work(drafts[next++] as Draft<Chosen>);
    };
    if (drafts.length === 0 || mustStop() || !mayBegin()) return;
    await work(drafts[next++] as Draft<Chosen>);
    // All end before an error counts: none goes on behind its back.
    const ends = await Promise.allSettled(Array.from({length: this.#reading.concurrency}, worker));
    const failed = ends.find(end => end.status === 'rejected');
    if (failed !== undefined) throw failed.reason;
  }

  async #readOne(draft: Draft<Chosen>): Promise<void> {
    const {reader, checks: wanted} = this.#reading;
    const {monitor} = draft;
    const size = wanted % LARGEST_PART === 0 ? wanted : Math.min(wanted + SPARE_CHECKS, Math.ceil(wanted / LARGEST_PART) * LARGEST_PART);
    const isEnough = (checks: readonly Check[]) => checks.filter(hasEnded).length >= wanted || checks.length >= wanted + LARGEST_PART;
    const outcome = await reader.checksUntil(monitor.id, size, isEnough);
    if (outcome.kind === 'failed') return this.#note(draft, outcome.failure, 'read checks');
    this.#failuresInARow = 0;
    if (outcome.value === null) {
      draft.read = 'missing';
      return;
    }
    draft.read = 'whole';
    const ended = [...new Map(outcome.value.checks.map(check => [check.id, check])).values()].filter(hasEnded);
    ended.sort((one, other) => finishOf(other) - finishOf(one));
    draft.checks = ended.slice(0, wanted);
    draft.firstLook = findFirstLook(ended, outcome.value.isWhole);
    draft.tasks = this.#listTasks(draft);
    this.#owed += draft.tasks.reduce((sum, task) => sum + countRequests(task), 0);
  }

  #listTasks({monitor, checks, firstLook}: Draft<Chosen>): Draft<Chosen>['tasks'] {
    // The first results of a search are found, not compared.
    const first = monitor.hasSearch ? null : firstLook;
    const withResults = monitor.hasSearch ? checks.filter(({summary}) => (summary?.totalPages ?? 0) > 0).slice(0, MOST_SEARCHES) : [];
    const failed = checks.find(({summary, error}) => summary !== null && summary.error > 0 && error === null);
    return checks.flatMap(check => {
      const changed = listChanged(check, check === first);
      const wanted: readonly Wanted[] = withResults.includes(check) ? [undefined] : changed;
      const withErrors = check === failed && !wanted.includes(undefined) ? (['error'] as const) : [];
      return wanted.length + withErrors.length === 0 ? [] : [{check, wanted: [...wanted, ...withErrors]}];
    });
  }

  async #readHistory(draft: Draft<Chosen>): Promise<TunedHistory | null> {
    const tally = new LineTally();
    const results: CheckPage[] = [];
    let pageError: TunedHistory['pageError'] = null;
    const pages = new Map<Check, SeenPage[]>();
    const isCut = new Set<Check>();
    const read = async ({check, wanted}: Draft<Chosen>['tasks'][number]) => {
      const number = draft.checks.indexOf(check);
      const found: SeenPage[] = [];
      pages.set(check, found);
      for (const status of wanted) {
        const outcome = await this.#readPart(draft, check, status, page => {
          if (page.status === 'error') pageError ??= page.error === null ? null : {checkId: check.id, reason: page.error};
          if (page.searchStatus !== null) results.push({...page, diff: null});
          const isFirstSeen = check === draft.firstLook && page.searchStatus === null && verdictOf(page) === 'not-judged';
          if (isChange(page.status) && status !== 'error' && !isFirstSeen) found.push(seePage(page, number, check, tally));
        });
        if (outcome === 'stop') return;
        if (outcome === 'cut') isCut.add(check);
      }
    };
    await Promise.all(draft.tasks.map(read));
    if (draft.read !== 'whole') return null;
    const seen = draft.checks.map((check): SeenCheck => {
      const found = pages.get(check) ?? [];
      const unread = isCut.has(check) ? Math.max(1, countChanged(check) - found.length) : 0;
      return {check, pages: found, unread};
    });
    const compared = countComparisons(seen);
    for (const {pages: changed} of seen)
      for (const {verdict, change} of changed) if (verdict !== 'not-judged') tally.judge(change, verdict === 'meaningful', compared);
    return {checks: seen, tally, pageError, results};
  }

  /** Only so many at once hold diffs. */
  async #readPart(draft: Draft<Chosen>, check: Check, status: Wanted, see: (page: CheckPage) => void): Promise<'whole' | 'cut' | 'stop'> {
    if (draft.read !== 'whole' || this.#isStopped) return this.#leave(draft);
    const take = (part: readonly CheckPage[]) => {
      // A service may not know the filter.
      for (const page of part) if (status === undefined || page.status === status) see(page);
      // One error says why a page failed.
      return status === 'error';
    };
    const outcome: ReadOutcome<{readonly isWhole: boolean} | null> = await this.#parts.run(() =>
      this.#reading.reader.eachPart(draft.monitor.id, check.id, status, take),
    );
    if (outcome.kind === 'failed') {
      this.#note(draft, outcome.failure, 'read a check');
      return 'stop';
    }
    this.#failuresInARow = 0;
    if (outcome.value === null) {
      // Deleted, monitor or check, since the checks were read.
      draft.read = 'missing';
      return 'stop';
    }
    return outcome.value.isWhole || status === 'error' ? 'whole' : 'cut';
  }

  #leave(draft: Draft<Chosen>): 'stop' {
    if (draft.read === 'whole') draft.read = 'left';
    return 'stop';
  }

  /** One monitor that can't be read is a finding; a key that may read none, or a service that is down, ends the reading. */
  #note(draft: Draft<Chosen>, failure: Failure, what: string): void {
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

function seePage(page: CheckPage, number: number, check: Check, tally: LineTally): SeenPage {
  const {url, diff, isJudgeDegraded} = page;
  const at = new Date(finishOf(check)).toISOString();
  // A field of an extraction is no line, and what was cut off may be anything.
  const isText = page.status === 'changed' && diff?.text != null && diff.fields.length === 0 && !diff.isCut;
  const change = diff?.text != null && page.status === 'changed' ? tally.add(url, diff.text, {check: number, at}) : {lines: null};
  return {url, verdict: verdictOf(page), isDegraded: isJudgeDegraded, change: isText ? change : {lines: null}};
}

const CHANGED = ['changed', 'new', 'removed'] as const satisfies readonly PageStatus[];

function isChange(status: string): boolean {
  return CHANGED.some(one => one === status);
}

/** The results whose pages are read; all where the service does not count them. All pages of a monitor's first check are new. */
function listChanged(check: Check, isFirst: boolean): readonly PageStatus[] {
  const {summary, status} = check;
  if (summary === null) return isOver(check) && status !== 'failed' ? CHANGED : [];
  if (isFirst) return [];
  return CHANGED.filter(one => summary[one] > 0);
}

function countChanged({summary}: Check): number {
  return summary === null ? 0 : summary.changed + summary.new + summary.removed;
}

function countRequests({check: {summary}, wanted}: {readonly check: Check; readonly wanted: readonly Wanted[]}): number {
  const pages = (status: Wanted) => (summary === null ? 0 : status === undefined ? summary.totalPages : summary[status]);
  return wanted.reduce((sum, status) => sum + (status === 'error' ? 1 : Math.max(1, Math.ceil(pages(status) / LARGEST_PART))), 0);
}
