import type {Check, CheckPage, ObservedService, PageDiff, PageStatus, TeamCredits} from '../core/api/check-port';
import type {Failure, LiveMonitor, ReadOutcome} from '../core/api/port';
import {decideReadRetry} from '../core/api/retry';
import {Patience, type PatienceOptions} from '../core/apply/patience';
import {refuseInterrupted} from '../core/base/interruption';
import {type ListProgress, refuseRead} from './refresh';

/** Pages of one check that are read, at most. */
const MOST_PAGES = 10_000;
const LARGEST_PART = 100;
/** Requests for the pages of one check, at most: parts may be empty or small. */
const MOST_PARTS = 1000;
/** Characters of the diffs of one check that are kept, at most. */
const MOST_DIFF_TEXT = 32 * 1024 * 1024;

/** The parts of the world that reading uses. */
export interface ReaderOptions extends PatienceOptions {
  readonly service: ObservedService;
  /** Shared with other requests of the run. Default: one of its own. */
  readonly patience?: Patience;
}

/** Notes how far reading has come. */
export interface CheckProgress extends ListProgress {
  /** Called before checks are read: of how many monitors, with how many requests at most. */
  readonly onChecks?: (monitors: number, requests: number) => void;
  readonly onChecked?: (done: number, total: number) => void;
}

/** The changed pages of a check. */
export interface ReadPages {
  readonly pages: readonly CheckPage[];
  /** All were read. */
  readonly isWhole: boolean;
}

/** Reads checks, several at once; when the service asks to wait, all of them wait. Throws `Interrupted` where the run is to end. */
export class CheckReader {
  readonly #options: ReaderOptions;
  readonly #patience: Patience;

  constructor(options: ReaderOptions) {
    this.#options = options;
    this.#patience = options.patience ?? new Patience(options);
  }

  /**
   * Reads something of each item, several at once, but the first one alone: where the service does not offer it, nothing else is asked.
   * `lack` says so, in a sentence; any other failure is thrown as a `UserError`.
   */
  async each<Item, Value>(
    items: readonly Item[],
    read: (item: Item) => Promise<ReadOutcome<Value | null>>,
    onRead?: (done: number, total: number) => void,
  ): Promise<{readonly found: ReadonlyMap<Item, Value>; readonly lack: string | null}> {
    const found = new Map<Item, Value>();
    let lack: string | null = null;
    let done = 0;
    const readOne = async (item: Item) => {
      if (lack !== null) return;
      const outcome = await read(item);
      if (outcome.kind === 'failed') lack = lackOf(outcome.failure);
      else if (outcome.value !== null) found.set(item, outcome.value);
      onRead?.(++done, items.length);
    };
    const [first, ...others] = items;
    if (first !== undefined) await readOne(first);
    await Promise.all(others.map(readOne));
    return {found, lack};
  }

  /** The newest checks of a monitor, newest first; null where the service has no such monitor. */
  async list(id: string, most: number): Promise<ReadOutcome<readonly Check[] | null>> {
    const {service, interruption} = this.#options;
    const checks: Check[] = [];
    for (;;) {
      const limit = Math.min(LARGEST_PART, most - checks.length);
      const page = await this.#read(() => service.listChecks(id, {limit, offset: checks.length}, interruption));
      if (page.kind === 'failed' || page.value === null) return page;
      checks.push(...page.value.slice(0, limit));
      if (page.value.length < limit || checks.length >= most) return {...page, value: checks};
    }
  }

  /** A monitor as the service shows it; null where it has none with that id. */
  monitor(id: string): Promise<ReadOutcome<LiveMonitor | null>> {
    const {service, interruption} = this.#options;
    return this.#read(() => service.getMonitor(id, interruption));
  }

  /** A check, without its pages; null where the service has no such monitor or check. */
  async get(id: string, checkId: string): Promise<ReadOutcome<Check | null>> {
    const {service, interruption} = this.#options;
    const part = await this.#read(() => service.readCheck(id, checkId, {limit: 1, skip: 0, status: 'changed'}, interruption));
    return part.kind === 'read' ? {...part, value: part.value?.check ?? null} : part;
  }

  /** The pages of a check, of one status or of all; null where the service has no such monitor or check. */
  async pages(id: string, checkId: string, status?: PageStatus): Promise<ReadOutcome<ReadPages | null>> {
    const {service, interruption} = this.#options;
    const pages: CheckPage[] = [];
    let limit = LARGEST_PART;
    let size = 0;
    for (let skip = 0, parts = 1; ; parts++) {
      const query = {limit, skip, ...(status === undefined ? {} : {status})};
      const part = await this.#read(() => service.readCheck(id, checkId, query, interruption));
      if (part.kind === 'failed') {
        // Diffs may be long: fewer at once.
        if (part.failure.code !== 'TOO_LARGE' || limit === 1) return part;
        limit = Math.ceil(limit / 4);
        continue;
      }
      if (part.value === null) return {...part, value: null};
      pages.push(...part.value.pages);
      size += part.value.pages.reduce((sum, {diff}) => sum + sizeOf(diff), 0);
      const {nextSkip} = part.value;
      const isEnough = pages.length >= MOST_PAGES || size >= MOST_DIFF_TEXT || parts >= MOST_PARTS;
      if (nextSkip === null || isEnough) return {...part, value: {pages, isWhole: nextSkip === null}};
      if (nextSkip <= skip) return {kind: 'failed', failure: endless};
      skip = nextSkip;
    }
  }

  /** The credits of the key's team; null where the service has nothing to say. */
  credits(): Promise<ReadOutcome<TeamCredits | null>> {
    const {service, interruption} = this.#options;
    return this.#read(() => service.readCredits(interruption));
  }

  async #read<Value>(ask: () => Promise<ReadOutcome<Value>>): Promise<ReadOutcome<Value>> {
    const {outcome} = await this.#patience.ask<ReadOutcome<Value>>(ask, (read, ...rest) =>
      read.kind === 'read' ? null : decideReadRetry(read, ...rest),
    );
    refuseInterrupted(this.#options);
    return outcome;
  }
}

function sizeOf(diff: PageDiff | null): number {
  return diff === null ? 0 : (diff.text?.length ?? 0) + (diff.fields.length === 0 ? 0 : JSON.stringify(diff.fields).length);
}

/** A service without checks is no error: the rest was read. Throws for every other failure. */
function lackOf(failure: Failure): string {
  if (failure.notOffered !== true) throw refuseRead(failure, 'read checks');
  return failure.message;
}

const endless: Failure = {kind: 'body', code: 'BAD_PAGES', message: 'could not read the whole check: its pages do not go on'};
