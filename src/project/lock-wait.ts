import type {World} from '../core/base/context';
import {Interrupted, type Interruption, refuseInterrupted} from '../core/base/interruption';
import {readDuration} from '../core/config/option-values';
import {StateLocked} from '../core/state/store';

/** The time between two looks at the lock grows from the first to the last of these, milliseconds. */
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 1000;

/** Options of waiting for a lock that another run holds. */
interface LockWaitOptions {
  /** For how long: `10s`, `5m`. */
  readonly timeout: string;
  /** The option that says so, as messages name it. */
  readonly name: string;
  readonly world: World;
  /** Gives the same signal at each call. */
  readonly watchInterruption: () => AbortSignal;
}

/** Notes how a wait goes. */
interface LockWaitUi {
  /** Notes who holds the lock, once for each holder. */
  readonly waiting: (holder: string) => void;
  /** Notes that the lock is free, after so many milliseconds. */
  readonly free: (waitedMs: number) => void;
}

/**
 * Runs what takes the lock; while another run holds it, waits and runs it again from its beginning, so that config, specs, state
 * and saved plan are read as the other run left them. A run that finds the lock held has changed nothing yet. Throws
 * `StateLocked` when the time is over, `Interrupted` when a signal ends the wait.
 */
export async function runWhenFree<Result>(act: () => Promise<Result>, options: LockWaitOptions, ui: LockWaitUi): Promise<Result> {
  const wait = new LockWait(options, readDuration(options.name, options.timeout), ui);
  for (;;) {
    try {
      return await act();
    } catch (error) {
      if (!(error instanceof StateLocked)) throw error;
      await wait.untilFree(error);
    }
  }
}

/** One wait for the lock, over all holders. */
class LockWait {
  #start: number | undefined;
  #pauseMs = FIRST_PAUSE_MS;
  #holder: string | undefined;

  constructor(
    private readonly options: LockWaitOptions,
    private readonly timeoutMs: number,
    private readonly ui: LockWaitUi,
  ) {}

  async untilFree(locked: StateLocked): Promise<void> {
    const {world, watchInterruption} = this.options;
    const interruption = watchInterruption();
    refuseInterrupted({interruption});
    this.#start ??= world.monotonic();
    const end = this.#start + this.timeoutMs;
    if (this.timeoutMs > 0 && locked.holder !== this.#holder) this.ui.waiting(locked.holder);
    this.#holder = locked.holder;
    do {
      const leftMs = end - world.monotonic();
      if (leftMs <= 0) throw this.#tooLong(locked);
      await this.#sleep(Math.min(leftMs, this.#nextPause()), interruption);
    } while (await locked.isHeld());
    this.ui.free(world.monotonic() - this.#start);
  }

  async #sleep(ms: number, interruption: AbortSignal): Promise<void> {
    try {
      await this.options.world.sleep(ms, interruption);
    } catch (error) {
      if (!interruption.aborted) throw error;
      throw new Interrupted(interruption.reason as Interruption);
    }
  }

  /** Spread, so that several that wait do not look at the same time. */
  #nextPause(): number {
    const pause = this.#pauseMs * (0.5 + this.options.world.random() / 2);
    this.#pauseMs = Math.min(LONGEST_PAUSE_MS, this.#pauseMs * 1.5);
    return pause;
  }

  #tooLong(locked: StateLocked): StateLocked {
    if (this.timeoutMs === 0) return locked;
    const {timeout, name} = this.options;
    return new StateLocked(`${locked.message}; gave up after ${timeout} (${name})`, locked.hint ?? '', locked);
  }
}
