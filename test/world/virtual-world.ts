import type {MonitorService} from '../../src/core/api/port';
import type {World} from '../../src/core/base/context';

interface Sleeper {
  readonly at: number;
  readonly wake: () => void;
}

/**
 * A world whose clock moves only while somebody sleeps: as soon as nothing else is left to do, it jumps to the moment at
 * which the first sleeper wakes. Requests of a {@link VirtualWorld.watch watched} service take no virtual time, however
 * long they really take, so that real HTTP gives the same course of events every time.
 */
export class VirtualWorld implements World {
  /** Sleeps, in order, milliseconds. */
  readonly slept: number[] = [];
  readonly #start: number;
  readonly #sleepers = new Set<Sleeper>();
  #elapsed = 0;
  #busy = 0;
  #isLooking = false;
  #seed: number;
  #uuids = 0;

  constructor(options: {readonly seed?: number; readonly start?: number} = {}) {
    this.#seed = options.seed ?? 1;
    this.#start = options.start ?? Date.UTC(2026, 0, 1);
  }

  readonly now = (): number => this.#start + this.#elapsed;
  readonly monotonic = (): number => this.#elapsed;

  /** Mulberry32: small, even, and the same for the same seed. */
  readonly random = (): number => {
    this.#seed = (this.#seed + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#seed ^ (this.#seed >>> 15), 1 | this.#seed);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };

  readonly uuid = (): string => `00000000-0000-4000-8000-${String(++this.#uuids).padStart(12, '0')}`;

  readonly sleep = (ms: number, signal?: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      if (!(ms >= 0)) throw new Error(`sleep of ${ms} ms`);
      if (signal?.aborted) return reject(signal.reason);
      this.slept.push(ms);
      const sleeper = {
        at: this.#elapsed + ms,
        wake: () => {
          signal?.removeEventListener('abort', abort);
          resolve();
        },
      };
      const abort = () => {
        this.#sleepers.delete(sleeper);
        reject(signal?.reason);
      };
      signal?.addEventListener('abort', abort, {once: true});
      this.#sleepers.add(sleeper);
      this.#look();
    });

  /** Does something that takes no virtual time, however long it really takes. */
  readonly during = async <Value>(act: () => Promise<Value>): Promise<Value> => {
    this.#busy++;
    try {
      return await act();
    } finally {
      this.#busy--;
      this.#look();
    }
  };

  /** The same service; while one of its requests is under way, the clock stands still. */
  watch(service: MonitorService): MonitorService {
    const watched = this.during;
    return {
      origin: service.origin,
      isEmulator: () => service.isEmulator(),
      createMonitor: (body, signal) => watched(() => service.createMonitor(body, signal)),
      listMonitors: (page, signal) => watched(() => service.listMonitors(page, signal)),
      getMonitor: (id, signal) => watched(() => service.getMonitor(id, signal)),
      updateMonitor: (id, changes, signal) => watched(() => service.updateMonitor(id, changes, signal)),
      deleteMonitor: (id, signal) => watched(() => service.deleteMonitor(id, signal)),
      close: () => service.close(),
    };
  }

  /** Moves the clock by hand, also while requests are under way; wakes whoever's time has come. */
  advance(ms: number): void {
    this.#elapsed += ms;
    this.#wakeDue();
  }

  /** After a few turns of the event loop without news, jumps to the next waking. */
  #look(quietTurns = 0): void {
    if (this.#isLooking && quietTurns === 0) return;
    this.#isLooking = true;
    setImmediate(() => {
      if (this.#busy > 0 || this.#sleepers.size === 0) {
        this.#isLooking = false;
      } else if (quietTurns < 3) {
        this.#look(quietTurns + 1);
      } else {
        this.#isLooking = false;
        this.#elapsed = Math.max(this.#elapsed, Math.min(...[...this.#sleepers].map(sleeper => sleeper.at)));
        this.#wakeDue();
        if (this.#sleepers.size > 0) this.#look();
      }
    });
  }

  #wakeDue(): void {
    const due = [...this.#sleepers].filter(sleeper => sleeper.at <= this.#elapsed).sort((a, b) => a.at - b.at);
    for (const sleeper of due) {
      this.#sleepers.delete(sleeper);
      sleeper.wake();
    }
  }
}
