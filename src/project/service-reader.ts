import type {Check, CheckPage, ObservedService, PageDiff, PageStatus, TeamCredits} from '../core/api/check-port';
import {type ListReading, listAllMonitors} from '../core/api/list-monitors';
import type {Failure, LiveMonitor, MonitorService, ReadOutcome} from '../core/api/port';
import {decideReadRetry, type RetryPolicy, retryPolicy} from '../core/api/retry';
import {type Look, lookForMonitors} from '../core/apply/find-created';
import {Patience} from '../core/apply/patience';
import type {World} from '../core/base/context';
import {refuseInterrupted} from '../core/base/interruption';
import {UserError} from '../core/diagnostics/user-error';
import type {StateView} from '../core/state/fold-open';
import type {Literals} from './connection';
import type {Project} from './project';

/** Pages of one check that are read, at most. */
export const MOST_PAGES = 10_000;
const LARGEST_PART = 100;
/** Pages that show why a check failed. */
const SOME_PAGES = 25;
/** Requests for the pages of one check, at most: parts may be empty or small. */
const MOST_PARTS = 1000;
/** Characters of the diffs of one check that are kept, at most. */
const MOST_DIFF_TEXT = 32 * 1024 * 1024;

/** The changed pages of a check. */
export interface ReadPages {
  readonly pages: readonly CheckPage[];
  /** All were read. */
  readonly isWhole: boolean;
}

/** The newest checks of a monitor. */
interface ReadChecks {
  /** Newest first. */
  readonly checks: readonly Check[];
  /** The service has no older ones. */
  readonly isWhole: boolean;
}

/** Parts of a project that pace its requests, and how many are under way at once (default: 8). */
export type ReadingPace = Pick<Project, 'world' | 'retryBaseMs' | 'watchInterruption'> & {readonly atOnce?: number};

/** Reads the monitors of a service, each request as often as a read may be repeated. */
export class ServiceReader<Service extends MonitorService = MonitorService> {
  readonly service: Service;
  readonly world: World;
  readonly policy: RetryPolicy;
  readonly #watchInterruption: ReadingPace['watchInterruption'];

  constructor(service: Service, {world, retryBaseMs, watchInterruption}: ReadingPace) {
    this.service = service;
    this.world = world;
    this.policy = retryPolicy(retryBaseMs);
    this.#watchInterruption = watchInterruption;
  }

  /** Aborted by a signal: from the first call on, that ends the run in good order. */
  get interruption(): AbortSignal {
    return this.#watchInterruption();
  }

  /** Waits until the time is over or the run is to end. */
  async wait(ms: number): Promise<void> {
    await this.world.sleep(ms, this.interruption).catch(() => undefined);
  }

  /**
   * Reads the list, whole or until all that are wanted were met, and keeps what `keep` makes of each monitor. Throws `UserError` where
   * the service has no list or does not answer, `Interrupted` where the run is to end.
   */
  async list<Kept>(
    keep: ListReading<Kept>['onMonitor'],
    {expected = 0, ...more}: Pick<ListReading<Kept>, 'onPage' | 'expected' | 'wanted'> = {},
  ): Promise<{readonly monitors: readonly Kept[]; readonly serverTime: number | null}> {
    const options = {...this.#limits(), onMonitor: keep, expected, ...more};
    const outcome = await listAllMonitors(this.service, options);
    refuseInterrupted(this);
    if (outcome.kind === 'failed') throw refuseRead(outcome.failure, 'read its list of monitors');
    return {monitors: outcome.value.monitors, serverTime: outcome.serverTime};
  }

  /** Looks for monitors in the whole list once. Throws nothing: a look that fails may be repeated. */
  look(isWanted: (monitor: LiveMonitor) => boolean): Promise<Look<LiveMonitor>> {
    return lookForMonitors(this.service, isWanted, this.#limits());
  }

  /** Reads one monitor alone; null where the service has none with that id. Throws `Interrupted` where the run is to end. */
  async one(id: string): Promise<ReadOutcome<LiveMonitor | null>> {
    for (let attempt = 1; ; attempt++) {
      const outcome = await this.service.getMonitor(id, this.interruption);
      refuseInterrupted(this);
      if (outcome.kind === 'read') return outcome.value?.status === 'deleted' ? {...outcome, value: null} : outcome;
      const decision = decideReadRetry(outcome, attempt, this.policy, attempt, this.world.random);
      if (decision.kind !== 'retry') return outcome;
      await this.wait(decision.waitMs);
    }
  }

  #limits(): Pick<ListReading<unknown>, 'world' | 'policy' | 'signal'> {
    return {world: this.world, policy: this.policy, signal: this.interruption};
  }
}

/** Reads checks too, several at once; when the service asks to wait, all of them wait. Throws `Interrupted` where the run is to end. */
export class CheckReader extends ServiceReader<ObservedService> {
  /** Paces other requests of the run as well. */
  readonly patience: Patience;

  constructor(service: ObservedService, pace: ReadingPace) {
    super(service, pace);
    this.patience = new Patience(pace);
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
  async checks(id: string, most: number): Promise<ReadOutcome<readonly Check[] | null>> {
    const read = await this.checksUntil(id, most, checks => checks.length >= most);
    return read.kind === 'failed' ? read : {...read, value: read.value?.checks ?? null};
  }

  /**
   * The newest checks of a monitor, newest first, until `isEnough` of those that were read; null where the service has no such monitor.
   * The first request asks for `size` of them.
   */
  async checksUntil(id: string, size: number, isEnough: (checks: readonly Check[]) => boolean): Promise<ReadOutcome<ReadChecks | null>> {
    const {service, interruption} = this;
    const checks: Check[] = [];
    for (;;) {
      const limit = Math.min(LARGEST_PART, size > checks.length ? size - checks.length : LARGEST_PART);
      const page = await this.#read(() => service.listChecks(id, {limit, offset: checks.length}, interruption));
      if (page.kind === 'failed') return page;
      if (page.value === null) return {...page, value: null};
      checks.push(...page.value.slice(0, limit));
      const isWhole = page.value.length < limit;
      if (isWhole || isEnough(checks)) return {...page, value: {checks, isWhole}};
    }
  }

  /** A monitor as the service shows it; null where it has none with that id. */
  monitor(id: string): Promise<ReadOutcome<LiveMonitor | null>> {
    const {service, interruption} = this;
    return this.#read(() => service.getMonitor(id, interruption));
  }

  /** A check, without its pages; null where the service has no such monitor or check. */
  async check(id: string, checkId: string): Promise<ReadOutcome<Check | null>> {
    const {service, interruption} = this;
    const part = await this.#read(() => service.readCheck(id, checkId, {limit: 1, skip: 0, status: 'changed'}, interruption));
    return part.kind === 'read' ? {...part, value: part.value?.check ?? null} : part;
  }

  /** Some pages of a check that could not be read; null where the service has no such monitor or check. */
  async someErrors(id: string, checkId: string): Promise<ReadOutcome<readonly CheckPage[] | null>> {
    const {service, interruption} = this;
    const part = await this.#read(() => service.readCheck(id, checkId, {limit: SOME_PAGES, skip: 0, status: 'error'}, interruption));
    if (part.kind === 'failed' || part.value === null) return part.kind === 'failed' ? part : {...part, value: null};
    // A service may not know the filter.
    return {...part, value: part.value.pages.filter(({status}) => status === 'error')};
  }

  /** The pages of a check, of one status or of all; null where the service has no such monitor or check. */
  async pages(id: string, checkId: string, status?: PageStatus): Promise<ReadOutcome<ReadPages | null>> {
    const pages: CheckPage[] = [];
    let size = 0;
    const read = await this.eachPart(id, checkId, status, part => {
      pages.push(...part);
      size += part.reduce((sum, {diff}) => sum + sizeOf(diff), 0);
      return size >= MOST_DIFF_TEXT;
    });
    if (read.kind === 'failed') return read;
    return {...read, value: read.value === null ? null : {pages, ...read.value}};
  }

  /**
   * Reads the pages of a check part by part, of one status or of all, until `take` says that it is enough; null where the service has no
   * such monitor or check. A part holds at most 16 MiB.
   */
  async eachPart(
    id: string,
    checkId: string,
    status: PageStatus | undefined,
    take: (pages: readonly CheckPage[]) => boolean,
  ): Promise<ReadOutcome<Pick<ReadPages, 'isWhole'> | null>> {
    const {service, interruption} = this;
    let limit = LARGEST_PART;
    let count = 0;
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
      const {pages, nextSkip} = part.value;
      count += pages.length;
      const isEnough = take(pages) || count >= MOST_PAGES || parts >= MOST_PARTS;
      if (nextSkip === null || isEnough) return {...part, value: {isWhole: nextSkip === null}};
      if (nextSkip <= skip) return {kind: 'failed', failure: endless};
      skip = nextSkip;
    }
  }

  /** The credits of the key's team; null where the service has nothing to say. */
  credits(): Promise<ReadOutcome<TeamCredits | null>> {
    const {service, interruption} = this;
    return this.#read(() => service.readCredits(interruption));
  }

  async #read<Value>(ask: () => Promise<ReadOutcome<Value>>): Promise<ReadOutcome<Value>> {
    const {outcome} = await this.patience.ask<ReadOutcome<Value>>(ask, (read, ...rest) =>
      read.kind === 'read' ? null : decideReadRetry(read, ...rest),
    );
    refuseInterrupted(this);
    return outcome;
  }
}

function sizeOf(diff: PageDiff | null): number {
  return diff === null ? 0 : (diff.text?.length ?? 0) + (diff.fields.length === 0 ? 0 : JSON.stringify(diff.fields).length);
}

/** A service without checks is not an error: the rest was read. Throws for every other failure. */
function lackOf(failure: Failure): string {
  if (failure.notOffered !== true) throw refuseRead(failure, 'read checks');
  return failure.message;
}

const endless: Failure = {kind: 'body', code: 'BAD_PAGES', message: 'could not read the whole check: its pages do not go on'};

/** Monitors in a row that can't be read, before it counts as trouble of the service. */
export const MOST_FAILURES = 5;

/** Tells whether no other monitor can be read either: the key may read none, or the service does not offer it. */
export function refusesAll({notOffered, status}: Failure): boolean {
  return notOffered === true || status === 401 || status === 403;
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

/** A state as it was read; null where its address needs no check. */
type View = Pick<StateView, 'stored' | 'unresolved'> | null;

/**
 * Connects without any secret of the specs, and closes the connection whatever happens. Throws `UserError` also where the state
 * belongs to another address.
 */
export async function withService<T>(project: Project, view: View, act: (reader: ServiceReader) => Promise<T>): Promise<T> {
  return actOn(new ServiceReader(await project.connect([], literalsOf(project)), project), project, view, act);
}

/** Connects as {@link withService} does, for reading what monitors do. */
export async function withChecks<T>(project: Project, view: View, act: (reader: CheckReader) => Promise<T>): Promise<T> {
  return actOn(new CheckReader(await project.observe(literalsOf(project)), project), project, view, act);
}

/** Lists what specs say literally once that is asked for. */
function literalsOf(project: Project): Literals {
  return async () => (await import('./spec-literals')).listLiterals(project);
}

async function actOn<R extends ServiceReader, T>(reader: R, project: Project, view: View, act: (reader: R) => Promise<T>): Promise<T> {
  const {service} = reader;
  try {
    if (view !== null) project.checkOrigin(view, service.origin);
    return await act(reader);
  } finally {
    await service.close();
  }
}
