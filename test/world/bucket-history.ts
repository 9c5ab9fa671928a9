import {UserError} from '../../src/core/diagnostics/user-error';
import {type OpenedState, openForChange, type StateView, viewState} from '../../src/core/state/fold-open';
import type {JournaledCreate} from '../../src/core/state/journal';
import type {LockedSharedStore, SharedStateStore} from '../../src/core/state/remote/store';
import type {State, StateVersion} from '../../src/core/state/state';
import type {SingleRequests} from '../../src/stores/s3/client';
import {done, intent, progress, recorded, stateWith} from '../unit/core/state/world';
import {BucketModel, type ModelProcess} from './bucket-model';

/** Cause that stopped a process, which is no fault of the store. */
const ALLOWED = new Set([
  'state/locked',
  'state/lock-lost',
  'state/lock-id',
  'state/not-locked',
  'state/not-saved',
  'state/unreachable',
  'state/unreadable',
  'state/changed',
]);

/** Fate of a create, as the process that sent it was told by the store. */
interface Told {
  phase: 'sending' | 'done';
}

/** A random course of a few runs, some of which are paused, killed, unlocked by a person, or get no answers. */
export class BucketHistory {
  readonly problems: string[] = [];
  private readonly model: BucketModel;
  private readonly told = new Map<string, Told>();
  private readonly known: ModelProcess[] = [];

  constructor(
    raw: SingleRequests,
    private readonly random: () => number,
    place: {readonly bucket: string; readonly env: Readonly<Record<string, string>>},
  ) {
    this.model = new BucketModel(raw, random, place);
  }

  async play(): Promise<void> {
    const {model} = this;
    const faults = model.faults;
    model.faults = 0;
    await this.finish(() => model.open(model.start()).initialize());
    model.faults = faults;
    const runs = [1, 2, 3].map(() => this.runAlone(model.start()));
    const looks = [1, 2].map(() => this.look(model.start()));
    await model.run(processes => this.disturb(processes));
    // Whoever still waits is dead by now.
    for (const process of this.known) process.isDead = true;
    void Promise.allSettled([...runs, ...looks]);
    model.faults = 0;
    await this.finish(() => this.judge(model.start()));
  }

  private async finish(act: () => Promise<unknown>): Promise<void> {
    const end = act().catch((error: unknown) => this.fail('at the end', error));
    await this.model.run();
    await end;
  }

  /** Kills, pauses, and cuts off at random. */
  private disturb(processes: readonly ModelProcess[]): void {
    const {model} = this;
    if (!model.happens(5) || processes.length === 0) return;
    const process = processes[Math.floor(this.random() * processes.length)] as ModelProcess;
    if (model.happens(12)) process.isDead = true;
    else if (model.happens(85)) process.pausedUntil = model.step + Math.floor(this.random() * 150);
    else process.isCutOff = !process.isCutOff;
  }

  /** One apply. */
  private async runAlone(process: ModelProcess): Promise<void> {
    this.known.push(process);
    process.pausedUntil = Math.floor(this.random() * 80);
    const store = this.model.open(process);
    try {
      const locked = await this.lock(store);
      if (locked.doubt !== null) this.problems.push(`run ${process.pid} doubts the server`);
      await this.apply(process, locked);
      await locked.release();
    } catch (error) {
      this.fail(`run ${process.pid}`, error);
    }
  }

  /** A person may take the holder for dead, whether or not it is. */
  private async lock(store: SharedStateStore): Promise<LockedSharedStore> {
    for (let tries = 0; ; tries += 1) {
      try {
        return await store.lock();
      } catch (error) {
        if (!(error instanceof UserError) || error.code !== 'state/locked' || tries === 3 || this.model.happens(30)) throw error;
        const holder = await store.readHolder();
        if (holder !== null) await store.unlock(holder.id);
      }
    }
  }

  private async apply(process: ModelProcess, locked: LockedSharedStore): Promise<void> {
    const before = new Map(this.told);
    const opened = await openForChange(locked);
    this.compare(`run ${process.pid}`, opened, before);
    const base = opened.stored ?? (await locked.write(stateWith({first: recorded()}), null));
    const work = new Map<string, JournaledCreate>();
    try {
      await this.create(process, locked, base.version, work);
    } catch (error) {
      this.fail(`run ${process.pid}`, error);
    }
    await this.save(locked, opened, base.state, base.version, [...work.values()]);
  }

  private async create(process: ModelProcess, locked: LockedSharedStore, version: StateVersion, work: Map<string, JournaledCreate>) {
    const journal = await locked.openJournal(version);
    const keys = Array.from({length: 1 + Math.floor(this.random() * 5)}, (_, index) => `p${process.pid}-${index}`);
    journal.append(keys.map(key => intent(key)));
    await journal.sync();
    const one = async (key: string) => {
      const sending = progress(key, 'sending');
      journal.append([sending]);
      work.set(key, {intent: intent(key), phase: 'sending', attempt: 1, firstSentAt: sending.firstSentAt, lastSentAt: sending.lastSentAt});
      await journal.sync();
      this.told.set(key, {phase: 'sending'});
      // Some answers of the service are lost, too.
      if (this.model.happens(25)) return;
      const record = done(key, `id-${key}`);
      work.set(key, {...(work.get(key) as JournaledCreate), phase: 'done', done: record});
      journal.append([record]);
      await journal.sync();
      this.told.set(key, {phase: 'done'});
    };
    // Side by side, or one after the other.
    const lanes = this.model.happens(50) ? keys.map(key => [key]) : [keys];
    const ends = await Promise.allSettled(
      lanes.map(async lane => {
        for (const key of lane) await one(key);
      }),
    );
    await journal.close();
    for (const end of ends) if (end.status === 'rejected') throw end.reason;
  }

  /** Writes what the run knows, as an apply does at its end. */
  private async save(
    locked: LockedSharedStore,
    {unresolved}: OpenedState,
    state: State,
    version: StateVersion,
    work: readonly JournaledCreate[],
  ) {
    const monitors = new Map(state.monitors);
    for (const create of work) if (create.done !== undefined) monitors.set(create.intent.key, recorded({id: create.done.monitor.id}));
    const stored = await locked.write({...state, monitors}, version);
    for (const create of work) if (create.done !== undefined) this.told.set(create.intent.key, {phase: 'done'});
    await locked.rewriteJournal(stored.version, [...unresolved, ...work.filter(({phase}) => phase === 'sending')]).catch(() => undefined);
  }

  /** A plan: it sees what was told before it began, whatever runs meanwhile. */
  private async look(process: ModelProcess): Promise<void> {
    this.known.push(process);
    const store = this.model.open(process);
    for (let times = 0; times < 4; times += 1) {
      process.pausedUntil = this.model.step + Math.floor(this.random() * 60);
      const before = new Map(this.told);
      try {
        this.compare(`plan ${process.pid}`, await viewState(store), before);
      } catch (error) {
        this.fail(`plan ${process.pid}`, error);
      }
    }
  }

  /** After all of it, one more run finds everything that was told. */
  private async judge(process: ModelProcess): Promise<void> {
    const store = this.model.open(process);
    const holder = await store.readHolder();
    if (holder !== null && this.model.happens(50)) await store.unlock(holder.id);
    const locked = await store.lock();
    if (locked.doubt !== null) this.problems.push('the last run doubts the server');
    this.compare('the last run', await openForChange(locked), this.told);
    await locked.release();
    this.compare('the last plan', await viewState(store), this.told);
  }

  private compare(who: string, view: StateView, told: ReadonlyMap<string, Told>): void {
    const unresolved = new Set(view.unresolved.map(({intent: {key}}) => key));
    for (const [key, {phase}] of told) {
      const id = view.stored?.state.monitors.get(key)?.id;
      const isKnown = id === `id-${key}` || (phase === 'sending' && unresolved.has(key));
      if (!isKnown) this.problems.push(`${who} does not see ${key}, which was ${phase}`);
    }
  }

  private fail(who: string, error: unknown): void {
    const isAllowed = error instanceof UserError && ALLOWED.has(error.code);
    if (!isAllowed)
      this.problems.push(`${who}: ${error instanceof UserError ? `${error.code}: ${error.message}` : String((error as Error)?.stack)}`);
  }
}
