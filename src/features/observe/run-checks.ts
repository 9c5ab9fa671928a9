import type {Check} from '../../core/api/check-port';
import type {ReadOutcome} from '../../core/api/port';
import {Pace} from '../../core/apply/pace';
import {type CheckStart, isOpen, startCheck} from '../../core/apply/start-check';
import {Interrupted, refuseInterrupted} from '../../core/base/interruption';
import {isSkipped} from '../../core/observe/health';
import type {Choice} from '../../core/plan/change';
import {estimateCredits} from '../../core/specs/credits';
import {viewState} from '../../core/state/fold-open';
import {type RecordedMonitor, recordsOf} from '../../core/state/state';
import {chooseKeys} from '../../project/choose-keys';
import {openFlight} from '../../project/flight';
import {type Project, requireFullOperations} from '../../project/project';
import {type CheckReader, refuseRead, refusesAll, withChecks} from '../../project/service-reader';
import {nothingStored} from '../../project/state-access';
import {readChangedPages} from './checks';
import type {CheckEnd, MonitorRunView, RunView} from './run-document';

/** Request of `monitors run`. */
interface RunRequest extends Choice {
  /** Milliseconds to follow the checks; null to start them only. */
  readonly followMs: number | null;
}

/** A monitor of which a check is to be started, and what that costs. */
export interface CheckCost extends Pick<MonitorRunView, 'key' | 'id' | 'estimatedCredits' | 'besides'> {
  /** Billed on top, in words. */
  readonly notIncluded: readonly string[];
}

/** Asks, and notes how far it has come. */
export interface RunHooks {
  /** Returns once the user agrees to pay; throws otherwise. */
  readonly approve: (costs: readonly CheckCost[]) => Promise<void>;
  readonly onStart?: (done: number, total: number) => void;
  /** Called before a check whose start was not answered is looked for, with for how long at most. */
  readonly onLook?: (key: string, forMs: number) => void;
  /** Called where a signal comes while checks are started: how long the requests under way may go on. */
  readonly onStop?: (forMs: number) => void;
  /** Called before started checks are followed. */
  readonly onFollow?: (checks: number) => void;
  readonly onEnded?: (done: number, total: number) => void;
  /** Called after each of the two parts, however it ended. */
  readonly onEnd?: () => void;
}

/**
 * Starts a check of each chosen monitor once the user agrees, and follows the checks where asked. Changes no monitor, and writes
 * nothing. An interruption ends it with what is known; throws `Interrupted` only before anything was sent, `UserError` likewise.
 */
export async function runChecks(project: Project, request: RunRequest, hooks: RunHooks): Promise<RunView> {
  requireFullOperations(project.settings, 'monitors run');
  const view = await viewState(project.store);
  if (view.stored === null) throw nothingStored();
  const {state} = view.stored;
  const chosen = chooseKeys(request, {desired: [], state, unresolved: []}, project.nameOption);
  const recorded = [...recordsOf(state)].filter(([key]) => chosen === undefined || chosen.has(key));
  const costs = recorded.map(([key, record]) => costOf(key, record)).sort((one, other) => (one.key < other.key ? -1 : 1));
  return withChecks(project, view, async reader => {
    await hooks.approve(costs);
    const {requestsPerMinute} = project.settings;
    const pace = requestsPerMinute === undefined ? null : new Pace(requestsPerMinute, project.world);
    return await runThem(costs, request, {reader, pace}, hooks);
  });
}

function costOf(key: string, {id, applied, observed}: RecordedMonitor): CheckCost {
  const {creditsPerCheck, checksPerMonth, besides: extra, notIncluded} = estimateCredits(applied);
  const besides = extra?.creditsPerCheck ?? 0;
  const monthly = observed['estimatedCreditsPerMonth'];
  const byService = typeof monthly === 'number' && checksPerMonth > 0 ? Math.ceil(monthly / checksPerMonth) : null;
  const estimated = creditsPerCheck > 0 ? creditsPerCheck : byService;
  return {key, id, estimatedCredits: estimated === null ? null : estimated + besides, besides, notIncluded};
}

async function runThem(
  costs: readonly CheckCost[],
  {followMs}: RunRequest,
  {reader, pace}: {readonly reader: CheckReader; readonly pace: Pace | null},
  hooks: RunHooks,
): Promise<RunView> {
  const {service, world, patience, interruption} = reader;
  refuseInterrupted(reader);
  const flight = openFlight(interruption, world, hooks.onStop);
  const ports = {service, list: (id: string) => reader.checks(id, NEWEST), patience, pace, world, flight: flight.signal};
  const starter = new Starter(({key, id}) => startCheck(id, {...ports, onLook: forMs => hooks.onLook?.(key, forMs)}));
  const starts = await starter.startAll(costs, hooks).finally(() => {
    flight.close();
    hooks.onEnd?.();
  });
  const runs = costs.map(({key, id, estimatedCredits, besides}) => ({
    key,
    id,
    estimatedCredits,
    besides,
    start: starts.get(key) ?? null,
    end: null,
  }));
  const isFollowed = followMs !== null;
  const ends = isFollowed ? await new Follower(reader).follow(runs, followMs, hooks) : new Map<string, CheckEnd>();
  return {runs: runs.map(run => ({...run, end: ends.get(run.key) ?? null})), isFollowed, isInterrupted: interruption.aborted};
}

/** So many checks are compared to find one whose start was not answered. */
const NEWEST = 20;
/** Starts checks until the service refuses what it would refuse for all. */
class Starter {
  readonly #start: (cost: CheckCost) => Promise<CheckStart>;
  readonly #starts = new Map<string, CheckStart>();
  #isStopped = false;

  constructor(start: (cost: CheckCost) => Promise<CheckStart>) {
    this.#start = start;
  }

  /**
   * Starts all and returns the outcome of each, by key; without those that were not attempted. Throws `UserError` where
   * the first can't be.
   */
  async startAll(costs: readonly CheckCost[], {onStart}: RunHooks): Promise<ReadonlyMap<string, CheckStart>> {
    const startOne = async (cost: CheckCost) => {
      await this.#startOne(cost);
      onStart?.(this.#starts.size, costs.length);
    };
    const [first, ...others] = costs;
    // The first one alone: where the service does not start checks, nothing else is asked.
    if (first !== undefined) await startOne(first);
    const start = this.#starts.get(first?.key ?? '');
    if (start?.kind === 'refused' && start.failure.notOffered === true) throw refuseRead(start.failure, 'start a check');
    await Promise.all(others.map(startOne));
    return this.#starts;
  }

  async #startOne(cost: CheckCost): Promise<void> {
    if (this.#isStopped) return;
    try {
      const start = await this.#start(cost);
      this.#starts.set(cost.key, start);
      if (start.kind === 'refused' && concernsAll(start)) this.#isStopped = true;
    } catch (error) {
      if (!(error instanceof Interrupted)) throw error;
      this.#isStopped = true;
    }
  }
}

function concernsAll({failure}: Extract<CheckStart, {kind: 'refused'}>): boolean {
  return refusesAll(failure) || failure.status === 402 || failure.kind === 'tls';
}

/** After how long checks are looked at again, milliseconds; then always as the last one says. */
const LOOK_AFTER_MS = [2000, 3000, 5000, 10_000] as const;

/** Follows checks to their end. */
class Follower {
  readonly #reader: CheckReader;
  readonly #ends = new Map<string, CheckEnd>();

  constructor(reader: CheckReader) {
    this.#reader = reader;
  }

  /** Returns how far each check was followed, by key: to its end, or until the time is over or a signal comes. */
  async follow(
    runs: readonly MonitorRunView[],
    followMs: number,
    {onFollow, onEnded, onEnd}: RunHooks,
  ): Promise<ReadonlyMap<string, CheckEnd>> {
    const started = runs.flatMap(({key, id, start}) => (start?.kind === 'started' ? [{key, id, checkId: start.checkId}] : []));
    for (const {key} of started) this.#ends.set(key, {kind: 'going-on'});
    if (started.length === 0) return this.#ends;
    onFollow?.(started.length);
    const {patience, world} = this.#reader;
    const endsAt = world.monotonic() + followMs;
    try {
      for (let round = 0; ; round++) {
        const leftMs = endsAt - world.monotonic();
        if (leftMs <= 0) break;
        await patience.pause(Math.min(leftMs, LOOK_AFTER_MS[round] ?? LOOK_AFTER_MS.at(-1)!));
        await Promise.all(started.filter(({key}) => this.#isGoingOn(key)).map(check => this.#look(check)));
        const left = started.filter(({key}) => this.#isGoingOn(key)).length;
        onEnded?.(started.length - left, started.length);
        if (left === 0) break;
      }
    } catch (error) {
      if (!(error instanceof Interrupted)) throw error;
    } finally {
      onEnd?.();
    }
    return this.#ends;
  }

  #isGoingOn(key: string): boolean {
    return this.#ends.get(key)?.kind === 'going-on';
  }

  async #look({key, id, checkId}: {readonly key: string; readonly id: string; readonly checkId: string}): Promise<void> {
    const end = (outcome: Extract<ReadOutcome<unknown>, {kind: 'failed'}>) =>
      this.#ends.set(key, {kind: 'not-read', failure: outcome.failure});
    const read = await this.#reader.check(id, checkId);
    if (read.kind === 'failed') return void end(read);
    // A replica may not know it yet.
    if (read.value === null || isOpen(read.value)) return;
    const pages = await readChangedPages(this.#reader, id, read.value);
    if (pages.kind === 'failed') return void end(pages);
    if (pages.value === null) return;
    this.#ends.set(key, {kind: 'ended', changes: {key, id, check: read.value, ...pages.value, lookedAt: 1}});
  }
}

/** The exit code of a run, but for an interruption. */
export function runExitCode({runs, isFollowed}: RunView): 0 | 1 | 4 {
  if (runs.some(({start}) => start?.kind === 'unknown')) return 4;
  const isDone = ({start, end}: MonitorRunView) =>
    start?.kind === 'started' && (!isFollowed || (end?.kind === 'ended' && !foundNothing(end.changes.check)));
  return runs.every(isDone) ? 0 : 1;
}

/** Whether a check ended without having looked: it failed as a whole, or was skipped. */
function foundNothing(check: Check): boolean {
  return check.status === 'failed' || isSkipped(check);
}
