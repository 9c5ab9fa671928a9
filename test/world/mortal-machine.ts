import type {MonitorService} from '../../src/core/api/port';
import type {Journal} from '../../src/core/state/journal';
import type {LockedStore, StateStore} from '../../src/core/state/store';

/** The machine that a run has: from its death on, nothing that it asks of disk or network ever comes back. */
export class MortalMachine {
  /** Resolves when the machine has died. */
  readonly death: Promise<'dead'>;
  readonly #underWay = new Set<Promise<unknown>>();
  #steps = 0;
  #isDead = false;
  readonly #dieAt: number;
  #tellDeath: () => void = () => {};

  /** It dies before its step number `dieAt`, from 1; 0 for never. */
  constructor(dieAt: number) {
    this.#dieAt = dieAt;
    this.death = new Promise(resolve => {
      this.#tellDeath = () => resolve('dead');
    });
  }

  /** Number of steps that it took: calls to disk and network, and their answers. */
  get steps(): number {
    return this.#steps;
  }

  /** Resolves when what the machine had sent when it died has arrived: the network does not keep it for long. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.#underWay);
  }

  readonly wrapService = (service: MonitorService): MonitorService => {
    const watched = async <Value>(request: () => Promise<Value>): Promise<Value> => {
      await this.#step();
      const sent = request();
      this.#underWay.add(sent);
      const answer = await sent;
      this.#underWay.delete(sent);
      await this.#step();
      return answer;
    };
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
  };

  readonly wrapStore = (store: StateStore): StateStore => ({
    read: () => this.#after(() => store.read()),
    lock: async () => this.#wrapLocked(await this.#after(() => store.lock())),
  });

  #wrapLocked(locked: LockedStore): LockedStore {
    return {
      read: () => this.#after(() => locked.read()),
      write: (next, expected) => this.#after(() => locked.write(next, expected)),
      openJournal: async base => this.#wrapJournal(await this.#after(() => locked.openJournal(base))),
      rewriteJournal: (base, keep) => this.#after(() => locked.rewriteJournal(base, keep)),
      rescue: (next, journal, runId) => this.#after(() => locked.rescue(next, journal, runId)),
      release: () => this.#after(() => locked.release()),
    };
  }

  #wrapJournal(journal: Journal): Journal {
    return {
      append: records => journal.append(records),
      sync: () => this.#after(() => journal.sync()),
      close: () => this.#after(() => journal.close()),
    };
  }

  async #after<Value>(act: () => Promise<Value>): Promise<Value> {
    await this.#step();
    return act();
  }

  /** Returns as long as the machine lives, and never again after that. */
  #step(): Promise<void> {
    this.#steps++;
    if (this.#steps === this.#dieAt) {
      this.#isDead = true;
      this.#tellDeath();
    }
    return this.#isDead ? new Promise<never>(() => {}) : Promise.resolve();
  }
}
