import {sha256} from '../core/json/canonical';
import type {JsonObject} from '../core/json/value';
import type {Deliveries} from './deliveries';
import type {CheckHistory, PlayedCheck, PlayedPage, StoredMonitor} from './ports';
import type {CreditAccount} from './team-credits';
import type {CheckedPages, Watcher} from './watch/watcher';

/** A monitor's checks as answers show them. */
export interface CheckView {
  /** Number of checks that have begun. */
  readonly count: number;
  /** The check that is running. */
  readonly runningId: string | null;
  /** When a check last ended, milliseconds, as far as that was written. */
  readonly lastRunAt: number | null;
  /** When a check last began or ended, milliseconds. */
  readonly movedAt: number;
  /** The last check that ended with pages, or was skipped: then without any. */
  readonly lastEnded: StoredCheck | null;
  /** The next run, milliseconds, where it was set by hand. */
  readonly nextRunAt: number | null;
}

/** A check as the emulator keeps it; times in milliseconds. */
export interface StoredCheck {
  readonly id: string;
  readonly status: string;
  readonly trigger: string;
  readonly startedAt: number | null;
  readonly finishedAt: number | null;
  readonly createdAt: number;
  readonly estimatedCredits: number | null;
  readonly actualCredits: number | null;
  readonly error: string | null;
  readonly pages: readonly PlayedPage[];
  /** Results by target, as answers show them. */
  readonly targetResults: readonly JsonObject[];
  /** Deliveries of its messages; null while it runs, and where it had none. */
  readonly notificationStatus: JsonObject | null;
}

/** The duration of a check that nothing ends earlier, milliseconds. */
const checkMs = 1000;

/** Older checks are forgotten. */
const mostKept = 1000;

const NOTHING: CheckView = {count: 0, runningId: null, lastRunAt: null, movedAt: 0, lastEnded: null, nextRunAt: null};

/** Kept checks of one monitor. */
interface MonitorChecks {
  readonly count: number;
  /** Newest first. */
  readonly checks: readonly StoredCheck[];
  readonly nextRunAt: number | null;
  /** When the check that runs ends; null where none runs, and where it was set by hand: then it goes on. */
  readonly endsAt: number | null;
  /** Result of the check that runs. */
  readonly pending: PlayedCheck;
  /** Result of the checks that run; undefined for what is found on the pages. */
  readonly outcome: PlayedCheck | undefined;
  /** Set by hand: reads move nothing. */
  readonly isStill: boolean;
}

const NO_CHECKS: MonitorChecks = {count: 0, checks: [], nextRunAt: null, endsAt: null, pending: {}, outcome: undefined, isStill: false};

/** The checks that monitors ran: what they find is on the pages of the emulator's own site, or was set by hand. */
export class CheckLog {
  readonly #monitors = new Map<string, MonitorChecks>();
  readonly #watcher: Watcher;
  readonly #credits: CreditAccount;
  readonly #deliveries: Deliveries;

  constructor(watcher: Watcher, credits: CreditAccount, deliveries: Deliveries) {
    this.#watcher = watcher;
    this.#credits = credits;
    this.#deliveries = deliveries;
  }

  clear(): void {
    this.#monitors.clear();
    this.#watcher.clear();
  }

  /** Looks up a monitor's checks at `now` (milliseconds). `runLagMs` after its end the monitor shows that a check ran. */
  find(monitor: StoredMonitor, now: number, runLagMs: number): CheckView {
    const known = this.#lookUp(monitor, now);
    const [newest] = known.checks;
    if (newest === undefined) return {...NOTHING, nextRunAt: known.nextRunAt};
    return {
      count: known.count,
      runningId: isRunning(newest) ? newest.id : null,
      lastRunAt: findLastRun(known.checks, now - runLagMs),
      movedAt: newest.finishedAt ?? newest.startedAt ?? 0,
      lastEnded: known.checks.find(({status}) => WITH_SUMMARY.has(status)) ?? null,
      nextRunAt: known.nextRunAt,
    };
  }

  /** A monitor's checks at `now` (milliseconds), newest first. */
  list(monitor: StoredMonitor, now: number): readonly StoredCheck[] {
    return this.#lookUp(monitor, now).checks;
  }

  /** Starts a check; null while one runs. As in the service, one that is only queued stands in no one's way. */
  start(monitor: StoredMonitor, now: number, trigger: 'manual' | 'scheduled' = 'scheduled'): StoredCheck | null {
    const known = this.#lookUp(monitor, now);
    const [newest] = known.checks;
    if (newest?.status === 'running') return null;
    const {outcome} = known;
    const pending = outcome === undefined ? this.#find(monitor, now) : {...outcome, actualCredits: creditsOf(outcome)};
    this.#credits.charge(pending.actualCredits);
    const check = begin(monitor, known.count + 1, trigger, now, pending.estimatedCredits ?? pending.actualCredits);
    this.#add(monitor, {...known, endsAt: now + checkMs, pending}, check);
    return check;
  }

  /** Starts a check that is due by schedule; where one still runs, or no credits are left, that is noted. */
  startDue(monitor: StoredMonitor, at: number): void {
    const known = this.#lookUp(monitor, at);
    if (known.isStill) return;
    const isRefused = this.#credits.lacks(1);
    if (!isRefused && this.start(monitor, at) !== null) return;
    const check = begin(monitor, known.count + 1, 'scheduled', at, null);
    const [running, ...older] = known.checks;
    if (isRefused) this.#add(monitor, known, {...check, status: 'skipped_no_credits', finishedAt: at});
    // The check that runs stays the newest: it is the one that ends.
    else if (running !== undefined) {
      const skipped = {...check, status: 'skipped_overlap', startedAt: null, finishedAt: at};
      this.#monitors.set(monitor.id, {...known, count: known.count + 1, checks: [running, skipped, ...older]});
    }
  }

  /** Plays what may happen between two reads: a running check ends, or else one begins. */
  move(monitor: StoredMonitor, now: number): void {
    const known = this.#lookUp(monitor, now);
    if (monitor.status !== 'active' || known.isStill) return;
    const [newest] = known.checks;
    if (newest !== undefined && isRunning(newest)) this.#end(monitor, known, newest, now);
    else this.start(monitor, now);
  }

  /** Replaces a monitor's checks at `now` (milliseconds); from then on one runs only on request. */
  set(monitor: StoredMonitor, {checks = [], nextRunAt, outcome}: CheckHistory, now: number): void {
    const oldest = checks.length;
    const stored = checks.map((check, index) => {
      const played = play(check, checkId(monitor, oldest - index), now - (index + 1) * HOUR);
      const {notificationStatus = this.#deliveries.note(monitor, played)} = check;
      return {...played, notificationStatus};
    });
    const kept = {count: oldest, checks: stored, nextRunAt: nextRunAt ?? null, endsAt: null, pending: {}, outcome, isStill: true};
    this.#monitors.set(monitor.id, kept);
  }

  #lookUp(monitor: StoredMonitor, now: number): MonitorChecks {
    const known = this.#monitors.get(monitor.id) ?? NO_CHECKS;
    const [newest] = known.checks;
    const {endsAt} = known;
    return newest === undefined || endsAt === null || now < endsAt ? known : this.#end(monitor, known, newest, endsAt);
  }

  #end(monitor: StoredMonitor, known: MonitorChecks, running: StoredCheck, at: number): MonitorChecks {
    const {status = 'completed', error = null, pages = [], actualCredits = null, targetResults = []} = known.pending;
    const over = {...running, status, error, finishedAt: at, actualCredits, pages, targetResults};
    const {notificationStatus = this.#deliveries.note(monitor, over)} = known.pending;
    const ended: StoredCheck = {...over, notificationStatus};
    const moved = {...known, endsAt: null, pending: {}, checks: [ended, ...known.checks.slice(1)]};
    this.#monitors.set(monitor.id, moved);
    return moved;
  }

  #add(monitor: StoredMonitor, known: MonitorChecks, check: StoredCheck): void {
    this.#monitors.set(monitor.id, {...known, count: known.count + 1, checks: [check, ...known.checks].slice(0, mostKept)});
  }

  #find(monitor: StoredMonitor, now: number): CheckedPages & {readonly status: string} {
    const findings = this.#watcher.check(monitor, now);
    return {...findings, status: findings.pages.some(({status}) => status === 'error') ? 'partial' : 'completed'};
  }
}

const HOUR = 3_600_000;

/** Results of checks that the list shows the counts of. */
const WITH_SUMMARY: ReadonlySet<string> = new Set(['completed', 'partial', 'skipped_overlap', 'skipped_no_credits']);

function isRunning({status}: StoredCheck): boolean {
  return status === 'running' || status === 'queued';
}

/** Skipped checks were no runs. */
function findLastRun(checks: readonly StoredCheck[], until: number): number | null {
  const ended = checks.filter(({startedAt, finishedAt}) => startedAt !== null && finishedAt !== null && finishedAt <= until);
  return ended.length === 0 ? null : Math.max(...ended.map(({finishedAt}) => finishedAt ?? 0));
}

/** A UUID that is the same each time; ids of one monitor differ in their first characters. */
function checkId({id}: StoredMonitor, number: number): string {
  const hex = sha256(`${id} ${number}`);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

function begin(monitor: StoredMonitor, number: number, trigger: string, now: number, estimatedCredits: number | null): StoredCheck {
  const times = {startedAt: now, finishedAt: null, createdAt: now};
  return {
    id: checkId(monitor, number),
    status: 'running',
    trigger,
    ...times,
    estimatedCredits,
    actualCredits: null,
    error: null,
    pages: [],
    targetResults: [],
    notificationStatus: null,
  };
}

/** The credits of a check that was set by hand. */
function creditsOf({actualCredits, pages = []}: PlayedCheck): number {
  return actualCredits ?? pages.length;
}

function play(check: PlayedCheck, id: string, otherwise: number): StoredCheck {
  const {status = 'completed', trigger = 'scheduled', startedAt = otherwise, pages = []} = check;
  const isOver = status !== 'queued' && status !== 'running';
  return {
    id,
    status,
    trigger,
    startedAt: status === 'queued' ? null : startedAt,
    finishedAt: isOver ? (check.finishedAt ?? startedAt + checkMs) : null,
    createdAt: startedAt,
    estimatedCredits: check.estimatedCredits ?? (isOver ? pages.length : null),
    actualCredits: isOver ? (check.actualCredits ?? pages.length) : null,
    error: check.error ?? null,
    pages,
    targetResults: check.targetResults ?? [],
    notificationStatus: null,
  };
}
