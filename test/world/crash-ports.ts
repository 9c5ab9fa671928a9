import {copyFileSync, existsSync} from 'node:fs';
import {join} from 'node:path';
import {setTimeout as delay} from 'node:timers/promises';
import type {MonitorService} from '../../src/core/api/port';
import type {ApplyEvent} from '../../src/core/apply/ports';
import type {World} from '../../src/core/base/context';
import {type Disk, patientDisk} from '../../src/core/state/file/disk';
import type {Journal, JournalRecord} from '../../src/core/state/journal';
import type {LockedStore, StateStore} from '../../src/core/state/store';
import {MortalDisk, type Survival} from './crash-disk';
import type {CrashPorts} from './crash-run';
import {watchServers} from './crash-shared';
import {realWorld} from './real-world';

/** Ways to break the protocol on purpose: a loop that does not notice them proves nothing. */
export type Sabotage = 'sync does nothing' | 'sending is forgotten' | 'fsync does nothing';

/** Manner and moment of a run's death. */
export interface Death {
  /** The number of the step before which the process is killed, from 1; 0 for never. */
  readonly at: number;
  /** Counts the steps of this name alone: how many others come before one is a matter of time. All when left out. */
  readonly of?: string;
  readonly survival: Survival;
}

/**
 * Kinds of dying:
 * - `killed`: the run has a process of its own, which gets a SIGKILL.
 * - `cut off`: the run shares the process of the test. From its death on, nothing that it asks of the world happens or
 *   comes back, so that it can't do or learn anything any more.
 */
export type Dying = 'killed' | 'cut off';

/** Counts the steps of a run, and ends it before one of them. */
export class Fate {
  readonly steps: string[] = [];
  /** Resolves when a run that is cut off has died. */
  readonly dead: Promise<void>;
  readonly #death: Death;
  readonly #disk: MortalDisk;
  readonly #dying: Dying;
  readonly #underWay = new Set<Promise<unknown>>();
  #counted = 0;
  #isDead = false;
  #tellDeath: () => void = () => {};

  constructor(death: Death, disk: MortalDisk, dying: Dying) {
    this.#death = death;
    this.#disk = disk;
    this.#dying = dying;
    this.dead = new Promise(resolve => {
      this.#tellDeath = resolve;
    });
  }

  get isDead(): boolean {
    return this.#isDead;
  }

  /** One moment at which the run may die, in a call that answers at once. */
  step(name: string): void {
    this.live();
    if (this.isDue(name)) this.die();
  }

  /** One moment at which the run may die, in a call that answers later; a dead run waits for ever. */
  async pass(name: string): Promise<void> {
    if (!this.#isDead && this.isDue(name)) this.#end();
    if (this.#isDead) await new Promise<never>(() => {});
  }

  /** Notes something that was sent, and arrives also where the run dies meanwhile. */
  watch<Value>(sent: Promise<Value>): Promise<Value> {
    this.#underWay.add(sent);
    const forget = () => void this.#underWay.delete(sent);
    sent.then(forget, forget);
    return sent;
  }

  /** Resolves when all of that has arrived. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.#underWay);
  }

  /** Throws where the run is dead. */
  live(): void {
    if (this.#isDead) throw new Error('the process died');
  }

  /** Counts a moment; true when the run dies in it: call {@link die}. */
  isDue(name: string): boolean {
    const {at, of = name} = this.#death;
    this.steps.push(name);
    if (of === name) this.#counted += 1;
    return of === name && this.#counted === at;
  }

  /** Ends the run; never returns. */
  die(): never {
    this.#end();
    throw new Error('the process died');
  }

  #end(): void {
    this.#disk.lose(this.#death.survival);
    if (this.#dying === 'killed') process.kill(process.pid, 'SIGKILL');
    this.#isDead = true;
    this.#disk.abandon();
    this.#tellDeath();
  }
}

/** Parts of a mortal run. */
export interface MortalOrder {
  readonly death: Death;
  readonly dying: Dying;
  readonly persistTo?: string;
  readonly sabotage?: Sabotage;
  /** Default: what this machine does. */
  readonly disk?: 'windows';
  /** Takes what the user sees of the run until it dies: each event before the next thing happens. */
  readonly say: (event: ApplyEvent) => void;
}

/** Ports over the real world in which every call to disk, service and clock is a step. */
export function makeMortalPorts(
  directory: string,
  {death, dying, persistTo, sabotage, disk, say}: MortalOrder,
): CrashPorts & {readonly fate: Fate} {
  const mortal = new MortalDisk(directory, sabotage !== 'fsync does nothing');
  const fate = new Fate(death, mortal, dying);
  return {
    fate,
    disk: disk === 'windows' ? patientDisk(watchDisk(scannedDisk(mortal), fate), () => fate.step('wait')) : watchDisk(mortal, fate),
    reach: watchServers(fate),
    world: watchWorld(fate),
    wrapService: service => watchService(service, fate),
    ...(sabotage === undefined ? {} : {wrapStore: store => sabotageStore(store, sabotage)}),
    ...(persistTo === undefined ? {} : {persist: () => copyAway(directory, persistTo, fate)}),
    onEvent: event => {
      fate.step('say');
      say(event);
    },
  };
}

/** A disk as Windows has it, with a scanner: directories can't be flushed, and the first two renames and the first removal are refused. */
function scannedDisk(disk: Disk): Disk {
  let [renames, removals] = [2, 1];
  const refuse = (code: string): never => {
    throw Object.assign(new Error(code), {code, syscall: 'rename'});
  };
  return {
    // The methods of a class.
    ...{lstat: disk.lstat, fstat: disk.fstat, readAll: disk.readAll, list: disk.list, chmod: disk.chmod},
    open: (path, mode, permissions) => (mode === 'directory' ? refuse('EPERM') : disk.open(path, mode, permissions)),
    write: (file, bytes, offset) => disk.write(file, bytes, offset),
    fsync: file => disk.fsync(file),
    close: file => disk.close(file),
    rename: (from, to) => (renames-- > 0 ? refuse('EPERM') : disk.rename(from, to)),
    link: (from, to) => disk.link(from, to),
    unlink: path => (removals-- > 0 ? refuse('EBUSY') : disk.unlink(path)),
  };
}

function watchDisk(disk: Disk, fate: Fate): Disk {
  return {
    lstat: path => ask(fate, () => disk.lstat(path)),
    fstat: file => ask(fate, () => disk.fstat(file)),
    readAll: file => ask(fate, () => disk.readAll(file)),
    list: path => ask(fate, () => disk.list(path)),
    open: (path, mode, permissions) => {
      fate.live();
      if (mode === 'create') fate.step('open');
      return disk.open(path, mode, permissions);
    },
    write: (file, bytes, offset) => {
      fate.step('write');
      // A process that dies in a write leaves a part of it.
      if (fate.isDue('torn write')) {
        disk.write(file, bytes.subarray(0, offset + Math.ceil((bytes.length - offset) / 2)), offset);
        fate.die();
      }
      return disk.write(file, bytes, offset);
    },
    chmod: (file, permissions) => ask(fate, () => disk.chmod(file, permissions)),
    fsync: async file => {
      await fate.pass('fsync');
      await disk.fsync(file);
      await fate.pass('after fsync');
    },
    close: file => ask(fate, () => disk.close(file)),
    rename: (from, to) => {
      fate.step('rename');
      disk.rename(from, to);
      fate.step('after rename');
    },
    link: (from, to) => {
      fate.step('link');
      disk.link(from, to);
    },
    unlink: path => {
      fate.step('unlink');
      disk.unlink(path);
    },
  };
}

/** Something that is no step of its own. */
function ask<Value>(fate: Fate, act: () => Value): Value {
  fate.live();
  return act();
}

function watchWorld(fate: Fate): World {
  const world = makeHastyWorld();
  return {
    ...world,
    sleep: async (ms, signal) => {
      await fate.pass('sleep');
      await world.sleep(ms, signal);
      await fate.pass('after sleep');
    },
  };
}

/** Long waits are cut short, and the clocks jump by what was not waited: the loop is about order, not about time. */
export function makeHastyWorld(): World {
  let skipped = 0;
  return {
    ...realWorld,
    now: () => realWorld.now() + skipped,
    monotonic: () => realWorld.monotonic() + skipped,
    sleep: async (ms, signal) => {
      const short = Math.min(ms, 2);
      await realWorld.sleep(short, signal);
      skipped += ms - short;
    },
  };
}

function watchService(service: MonitorService, fate: Fate): MonitorService {
  const watched = async <Value>(request: () => Promise<Value>): Promise<Value> => {
    await fate.pass('send');
    const answer = await request();
    await fate.pass('answer');
    return answer;
  };
  return {
    origin: service.origin,
    isEmulator: () => service.isEmulator(),
    listMonitors: (page, signal) => watched(() => service.listMonitors(page, signal)),
    getMonitor: (id, signal) => watched(() => service.getMonitor(id, signal)),
    updateMonitor: (id, changes, signal) => watched(() => service.updateMonitor(id, changes, signal)),
    deleteMonitor: (id, signal) => watched(() => service.deleteMonitor(id, signal)),
    createMonitor: async (body, signal) => {
      await fate.pass('send');
      if (fate.isDue('under way')) {
        const before = await countArrivals(service.origin);
        void service.createMonitor(body, signal);
        while ((await countArrivals(service.origin)) === before) await delay(1);
        fate.die();
      }
      const outcome = await service.createMonitor(body, signal);
      await fate.pass('answer');
      return outcome;
    },
    close: () => service.close(),
  };
}

/** Count of the requests that reached the emulator. */
async function countArrivals(origin: string): Promise<number> {
  const {data} = (await (await fetch(`${origin}/__emulator/requests`)).json()) as {data: unknown[]};
  return data.length;
}

/** Work of `--persist-command` in a pipeline: state, then journal, to where they survive the machine. */
async function copyAway(from: string, to: string, fate: Fate): Promise<void> {
  for (const name of ['monitors.state.json', 'monitors.state.json.journal']) {
    await fate.pass('persist');
    if (existsSync(join(from, name))) copyFileSync(join(from, name), join(to, name));
  }
  await fate.pass('after persist');
}

function sabotageStore(store: StateStore, sabotage: Sabotage): StateStore {
  return {
    read: () => store.read(),
    lock: async () => {
      const locked = await store.lock();
      const broken: LockedStore = {
        read: () => locked.read(),
        write: (next, expected) => locked.write(next, expected),
        openJournal: async base => sabotageJournal(await locked.openJournal(base), sabotage),
        rewriteJournal: (base, keep) => locked.rewriteJournal(base, keep),
        rescue: (next, journal, runId) => locked.rescue(next, journal, runId),
        release: () => locked.release(),
      };
      return broken;
    },
  };
}

function sabotageJournal(journal: Journal, sabotage: Sabotage): Journal {
  const isForgotten = ({phase}: JournalRecord) => sabotage === 'sending is forgotten' && phase === 'sending';
  return {
    append: records => journal.append(records.filter(record => !isForgotten(record))),
    sync: async () => (sabotage === 'sync does nothing' ? undefined : journal.sync()),
    close: () => journal.close(),
  };
}
