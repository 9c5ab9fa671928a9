import {type CheckEnd, type CheckStep, DAY, type Environment, MINUTE, type ModelPage, SECOND, SLOTS, type Step} from './steps';

/** A check of the model. Times are milliseconds since 1970; `stamp` is what the service writes, the others are true. */
export interface ModelCheck {
  readonly id: string;
  readonly monitor: string;
  readonly ends: CheckEnd;
  readonly createdAt: number;
  readonly startedAt: number;
  readonly finishedAt: number;
  /** `finishedAt` as answered; null for some checks that were skipped. */
  readonly stamp: number | null;
  readonly visibleAt: number;
  /** When `lastRunAt` becomes this check's; null: never. */
  readonly lastRunWrittenAt: number | null;
  readonly pages: readonly ModelPage[];
}

/** A monitor of the service. */
export interface ModelMonitor {
  readonly id: string;
  readonly slot: number;
  readonly createdAt: number;
  deletedAt: number | null;
  retentionDays: number;
  readonly checks: ModelCheck[];
}

/** A row of an environment: what a repository calls a monitor. */
export interface Holding {
  readonly slot: number;
  key: string;
  readonly monitor: ModelMonitor;
  environment: Environment;
}

/** The service and the environments over time. */
export class ServiceModel {
  now: number;
  machineSkew = 0;
  serviceSkew = 0;
  readonly monitors: ModelMonitor[] = [];
  /** By slot; null: given up. */
  readonly holdings: (Holding | null)[] = [];
  /** Where each monitor belonged, and from when on, oldest first; null: nowhere. */
  private readonly places = new Map<string, {readonly from: number; readonly environment: Environment | null}[]>();
  private checkCount = 0;

  constructor(start: number) {
    this.now = start;
    for (let slot = 0; slot < SLOTS; slot++) this.create(slot, slot === SLOTS - 1 ? 'staging' : 'main');
  }

  /** Makes any step but a call; one that has nothing to act on does nothing. */
  take(step: Exclude<Step, {readonly do: 'call'}>): void {
    if (step.do === 'wait') this.now += step.ms;
    else if (step.do === 'clocks') {
      this.machineSkew = step.machine;
      this.serviceSkew = step.service;
    } else if (step.do === 'create') {
      if (this.holdings[step.slot] === null) this.create(step.slot, 'main');
    } else {
      const holding = this.holdings[step.slot];
      if (holding) this.change(step, holding);
    }
  }

  /** Monitors that the service holds at a moment. */
  alive(at: number): readonly ModelMonitor[] {
    return this.monitors.filter(({createdAt, deletedAt}) => createdAt <= at && (deletedAt === null || deletedAt > at));
  }

  /** Checks that the service shows at a moment, newest first. */
  checks(monitor: ModelMonitor, at: number): readonly ModelCheck[] {
    const oldest = at - monitor.retentionDays * DAY;
    return monitor.checks
      .filter(({createdAt}) => createdAt <= at && createdAt >= oldest)
      .sort((a, b) => b.createdAt - a.createdAt || (a.id < b.id ? 1 : -1));
  }

  /** `lastRunAt` at a moment: of the writes so far the last one, whatever it says. */
  lastRunAt(monitor: ModelMonitor, at: number): number | null {
    let last: ModelCheck | null = null;
    for (const check of monitor.checks) {
      const written = check.lastRunWrittenAt;
      if (written === null || written > at) continue;
      if (last === null || written >= (last.lastRunWrittenAt as number)) last = check;
    }
    return last === null ? null : (last.stamp ?? last.finishedAt);
  }

  /** The first moment at which the list of monitors tells that a check is there. */
  toldAt(check: ModelCheck): number {
    const monitor = this.find(check.monitor);
    const writes = monitor.checks.flatMap(({lastRunWrittenAt: at}) => (at === null || at < check.visibleAt ? [] : [at]));
    return Math.min(...writes);
  }

  find(id: string): ModelMonitor {
    return this.monitors.find(monitor => monitor.id === id) as ModelMonitor;
  }

  /** Monitors that an environment's state holds. */
  held(environment: Environment): readonly Holding[] {
    return this.holdings.filter((holding): holding is Holding => holding?.environment === environment);
  }

  /** Whether a monitor belonged to an environment at a moment. */
  wasHeld(environment: Environment, id: string, at: number): boolean {
    return this.places.get(id)?.findLast(({from}) => from <= at)?.environment === environment;
  }

  private create(slot: number, environment: Environment, key = `m${slot}`): void {
    const number = this.monitors.length + 1;
    const id = `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
    const monitor: ModelMonitor = {id, slot, createdAt: this.now, deletedAt: null, retentionDays: 30, checks: []};
    this.monitors.push(monitor);
    this.hold({slot, key, monitor, environment});
  }

  private hold(holding: Holding): void {
    this.holdings[holding.slot] = holding;
    this.place(holding.monitor, holding.environment);
  }

  private place({id}: ModelMonitor, environment: Environment | null): void {
    this.places.set(id, [...(this.places.get(id) ?? []), {from: this.now, environment}]);
  }

  private change(step: Exclude<Step, {readonly do: 'call' | 'wait' | 'clocks' | 'create'}>, holding: Holding): void {
    const {slot, key, monitor, environment} = holding;
    const isGone = monitor.deletedAt !== null;
    if (step.do === 'check') {
      if (!isGone) this.addCheck(monitor, step, this.now);
    } else if (step.do === 'burst') {
      if (!isGone)
        for (let index = 0; index < step.count; index++) this.addCheck(monitor, shortCheck(step, index), this.now + index * step.every);
    } else if (step.do === 'rename') holding.key = key.endsWith('-new') ? key.slice(0, -4) : `${key}-new`;
    else if (step.do === 'move') this.hold({...holding, environment: step.to});
    else if (step.do === 'retain') monitor.retentionDays = step.days;
    else {
      if (!isGone) this.remove(monitor);
      if (step.do === 'delete') {
        this.holdings[slot] = null;
        this.place(monitor, null);
      }
      if (step.do === 'replace') this.create(slot, environment, key);
    }
  }

  private remove(monitor: ModelMonitor): void {
    monitor.deletedAt = this.now;
    const kept = monitor.checks.filter(({createdAt}) => createdAt <= this.now);
    monitor.checks.splice(0, monitor.checks.length, ...kept);
  }

  private addCheck(monitor: ModelMonitor, step: CheckStep, createdAt: number): void {
    this.checkCount += 1;
    const startedAt = createdAt + step.queued;
    const finishedAt = startedAt + step.length;
    const visibleAt = finishedAt + step.rowLag;
    monitor.checks.push({
      id: `10000000-0000-4000-8000-${String(this.checkCount).padStart(12, '0')}`,
      monitor: monitor.id,
      ends: step.ends,
      createdAt,
      startedAt,
      finishedAt,
      // The worker that stamps the start stamps the finish too: it is never before the row.
      stamp: step.hasFinish ? Math.max(createdAt, finishedAt + step.stampSkew) : null,
      visibleAt,
      lastRunWrittenAt: step.lastRunLag === null ? null : visibleAt + step.lastRunLag,
      pages: step.pages,
    });
  }
}

function shortCheck({slot, lastRunLag}: {readonly slot: number; readonly lastRunLag: number}, index: number): CheckStep {
  const changed: readonly ModelPage[] = [
    {url: 'https://shop.example/', status: 'changed', judgment: index % 2 === 0 ? 'meaningful' : 'none'},
  ];
  const pages = index % 5 === 0 ? changed : [{url: 'https://shop.example/', status: 'same' as const, judgment: 'none' as const}];
  const times = {queued: 0, length: MINUTE, stampSkew: 0, rowLag: SECOND};
  return {do: 'check', slot, ...times, ends: 'completed', lastRunLag, hasFinish: true, pages};
}
