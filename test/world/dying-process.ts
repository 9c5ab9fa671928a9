import {type Disk, realDisk} from '../../src/core/state/file/disk';
import type {LockedSharedStore, SharedStateStore} from '../../src/core/state/remote/store';

/** A process that dies at one of its steps: from there on nothing that it asks of the world works any more. */
export class DyingProcess {
  #steps = 0;
  readonly #lives: number;

  /** It takes so many steps and dies before the next one. */
  constructor(lives: number) {
    this.#lives = lives;
  }

  /** Steps that it took or tried. */
  get steps(): number {
    return this.#steps;
  }

  /** The call as a step. */
  readonly step =
    <Arguments extends unknown[], Result>(call: (...args: Arguments) => Result) =>
    (...args: Arguments): Result => {
      if (++this.#steps > this.#lives) throw new Error('the process died');
      return call(...args);
    };

  /** The machine's own disk, each call that changes something a step. */
  readonly disk: Disk = this.#watchDisk();

  #watchDisk(): Disk {
    const {open, write, fsync, rename, link, unlink, chmod} = realDisk;
    const openAsStep = this.step(open);
    return {
      ...realDisk,
      write: this.step(write),
      fsync: this.step(fsync),
      rename: this.step(rename),
      link: this.step(link),
      unlink: this.step(unlink),
      chmod: this.step(chmod),
      open: (path, mode, permissions) => (mode === 'read' ? open : openAsStep)(path, mode, permissions),
    };
  }
}

/** A state on a server as a process has it that may die: each change there is a step. */
export function mortal(store: SharedStateStore, process: DyingProcess): SharedStateStore {
  const {step} = process;
  const lockMortal = async (): Promise<LockedSharedStore> => {
    const locked = await store.lock();
    return {
      read: () => locked.read(),
      write: step((next, expected) => locked.write(next, expected)),
      openJournal: step(base => locked.openJournal(base)),
      rewriteJournal: step((base, keep) => locked.rewriteJournal(base, keep)),
      replace: step(next => locked.replace(next)),
      setMigration: step(migration => locked.setMigration(migration)),
      removeAll: step(() => locked.removeAll()),
      release: step(() => locked.release()),
      rescue: async () => null,
    };
  };
  return {
    ...store,
    initialize: step(migration => store.initialize(migration)),
    lock: step(lockMortal),
  };
}
