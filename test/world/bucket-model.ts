import type {SharedStateStore} from '../../src/core/state/remote/store';
import {openObjects, type SingleRequests} from '../../src/stores/s3/client';
import {S3Failure} from '../../src/stores/s3/errors';
import {openS3Store} from '../../src/stores/s3/store';
import {host} from '../unit/core/state/world';
import {s3Options} from './s3-place';

/** Something that may happen next. */
interface Turn {
  /** Null for a request that is under way although its sender gave it up. */
  readonly owner: ModelProcess | null;
  readonly go: () => void;
}

/** A process of the model. */
export interface ModelProcess {
  readonly pid: number;
  isDead: boolean;
  /** It does nothing before this step. */
  pausedUntil: number;
  /** Each of its requests fails, some of them after they were carried out. */
  isCutOff: boolean;
}

/** Fate of a request. */
type Fate = 'answered' | 'lost' | 'answer-lost' | 'late';

/**
 * Several processes and one bucket. Every request is two steps, one for what it does and one for its answer, and at each step any
 * process goes on: the same random numbers give the same course of events.
 */
export class BucketModel {
  private readonly turns: Turn[] = [];
  private readonly processes: ModelProcess[] = [];
  private steps = 0;
  private underWay = 0;
  private uuids = 0;
  /** Failing requests of a hundred. */
  faults = 6;

  constructor(
    private readonly raw: SingleRequests,
    readonly random: () => number,
    private readonly place: {readonly bucket: string; readonly env: Readonly<Record<string, string>>},
  ) {}

  start(): ModelProcess {
    const process = {pid: this.processes.length + 1, isDead: false, pausedUntil: 0, isCutOff: false};
    this.processes.push(process);
    return process;
  }

  /** Opens the store as a process does. */
  open(process: ModelProcess): SharedStateStore {
    const isGone = (pid: number) => this.processes.some(other => other.pid === pid && other.isDead);
    return openS3Store(
      s3Options({
        ...this.place,
        host: host({
          pid: process.pid,
          startTime: String(process.pid),
          lookUpProcess: pid => (isGone(pid) ? {kind: 'gone'} : {kind: 'running', startTime: String(pid)}),
        }),
        world: {
          now: () => Date.parse('2026-11-20T12:00:00Z') + this.steps * 100,
          monotonic: () => this.steps * 100,
          sleep: () => this.turn(process),
          random: this.random,
          uuid: () => `00000000-0000-4000-8000-${String(++this.uuids).padStart(12, '0')}`,
        },
        open: parts => openObjects({...parts, requests: this.requestsOf(process)}),
      }),
    );
  }

  /** One of a hundred, at random. */
  happens(percent: number): boolean {
    return this.random() * 100 < percent;
  }

  /** Lets things happen until nothing is left. `between` is called before each step, with the processes that wait. */
  async run(between: (processes: readonly ModelProcess[]) => void = () => {}): Promise<void> {
    for (;;) {
      await this.quiet();
      if (this.turns.length === 0) return;
      between(this.processes.filter(process => this.turns.some(({owner}) => owner === process)));
      this.drop();
      if (this.turns.length === 0) return;
      this.steps += 1;
      const ready = this.turns.filter(({owner}) => (owner?.pausedUntil ?? 0) <= this.steps);
      const from = ready.length === 0 ? this.turns : ready;
      const next = from[Math.floor(this.random() * from.length)] as Turn;
      this.turns.splice(this.turns.indexOf(next), 1);
      next.go();
    }
  }

  get step(): number {
    return this.steps;
  }

  /** Pending requests of a dead process never happen. */
  private drop(): void {
    for (let at = this.turns.length - 1; at >= 0; at -= 1) if (this.turns[at]?.owner?.isDead === true) this.turns.splice(at, 1);
  }

  private async quiet(): Promise<void> {
    do await new Promise(resolve => setImmediate(resolve));
    while (this.underWay > 0);
  }

  private turn(owner: ModelProcess | null): Promise<void> {
    return new Promise(go => this.turns.push({owner, go}));
  }

  private async send<T>(act: () => Promise<T>): Promise<T> {
    this.underWay += 1;
    try {
      return await act();
    } finally {
      this.underWay -= 1;
    }
  }

  private async request<T>(owner: ModelProcess, act: () => Promise<T>): Promise<T> {
    await this.turn(owner);
    const fate = this.decide(owner);
    if (fate === 'late') void this.turn(null).then(() => this.send(act).catch(() => undefined));
    const outcome =
      fate === 'lost' || fate === 'late'
        ? null
        : await this.send(act).then(
            value => ({value}),
            (error: unknown) => ({error}),
          );
    await this.turn(owner);
    if (fate !== 'answered' || outcome === null) throw new S3Failure('ECONNRESET', null);
    if ('error' in outcome) throw outcome.error;
    return outcome.value;
  }

  private decide(owner: ModelProcess): Fate {
    if (!owner.isCutOff && !this.happens(this.faults)) return 'answered';
    return (['lost', 'answer-lost', 'late'] as const)[Math.floor(this.random() * 3)] as Fate;
  }

  private requestsOf(owner: ModelProcess): SingleRequests {
    const {raw} = this;
    return {
      get: (key, known) => this.request(owner, () => raw.get(key, known)),
      put: (key, body, condition) => this.request(owner, () => raw.put(key, body, condition)),
      remove: keys => this.request(owner, () => raw.remove(keys)),
      list: start => this.request(owner, () => raw.list(start)),
      close: () => {},
    };
  }
}
