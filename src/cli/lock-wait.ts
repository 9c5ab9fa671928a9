import {readDuration} from '../config/duration';
import type {Context} from '../context';
import {UserError} from '../diagnostics/user-error';
import {Interrupted, type Interruption, refuseInterrupted} from '../interruption';
import {localizeTimes} from '../report/local-time';
import {formatDuration} from '../report/sentences';
import {hangingLine, printText} from '../report/text';
import {StateLocked} from '../state/store';
import type {MonitorsCommand} from './command';

/** The time between two looks at the lock grows from the first to the last of these, milliseconds. */
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 1000;

/**
 * Runs a command that takes the lock; while another run holds it, waits for up to `--lock-timeout` and runs the command again
 * from its beginning, so that config, specs, state and saved plan are read as the other run left them. A run that finds the
 * lock held has changed nothing yet. Throws `StateLocked` when the time is over, `Interrupted` when a signal ends the wait.
 */
export async function executeWhenFree(command: MonitorsCommand, timeout: string): Promise<number> {
  const wait = new LockWait(command, {text: timeout, ms: readDuration('--lock-timeout', timeout)});
  for (;;) {
    try {
      return await command.validateAndExecute();
    } catch (error) {
      if (!(error instanceof StateLocked)) throw error;
      await wait.untilFree(error);
    }
  }
}

/** One wait for the lock, over all holders. */
class LockWait {
  readonly #command: MonitorsCommand;
  readonly #timeout: {readonly text: string; readonly ms: number};
  readonly #watch: () => AbortSignal;
  #start: number | undefined;
  #pauseMs = FIRST_PAUSE_MS;
  #holder: string | undefined;

  constructor(command: MonitorsCommand, timeout: {readonly text: string; readonly ms: number}) {
    this.#command = command;
    this.#timeout = timeout;
    // The command may watch for signals itself, each time it is run: the first one has to be the same for all.
    const {context} = command;
    let signal: AbortSignal | undefined;
    this.#watch = () => {
      signal ??= context.watchInterruption();
      return signal;
    };
    command.context = Object.assign(Object.create(context), {watchInterruption: this.#watch} satisfies Partial<Context>);
  }

  async untilFree(locked: StateLocked): Promise<void> {
    const {world} = this.#command.context;
    const interruption = this.#watch();
    refuseInterrupted({interruption});
    this.#start ??= world.monotonic();
    const end = this.#start + this.#timeout.ms;
    if (this.#timeout.ms > 0) this.#sayWaiting(locked);
    do {
      const leftMs = end - world.monotonic();
      if (leftMs <= 0) throw this.#tooLong(locked);
      await this.#sleep(Math.min(leftMs, this.#nextPause()), interruption);
    } while (locked.isHeld());
    const waited = formatDuration(world.monotonic() - this.#start);
    this.#note(`the lock was released after ${waited}; reading everything again`);
  }

  async #sleep(ms: number, interruption: AbortSignal): Promise<void> {
    try {
      await this.#command.context.world.sleep(ms, interruption);
    } catch (error) {
      if (!interruption.aborted) throw error;
      throw new Interrupted(interruption.reason as Interruption);
    }
  }

  /** Spread, so that several that wait do not look at the same time. */
  #nextPause(): number {
    const pause = this.#pauseMs * (0.5 + this.#command.context.world.random() / 2);
    this.#pauseMs = Math.min(LONGEST_PAUSE_MS, this.#pauseMs * 1.5);
    return pause;
  }

  #sayWaiting({holder}: StateLocked): void {
    if (holder === this.#holder) return;
    this.#holder = holder;
    const options = this.#command.renderOptions(this.#command.context.stderr);
    this.#note(`waiting for the lock held by ${localizeTimes(holder, options)} (--lock-timeout ${this.#timeout.text})`);
  }

  #tooLong(locked: StateLocked): UserError {
    if (this.#timeout.ms === 0) return locked;
    return new UserError(locked.code, `${locked.message}; gave up after ${this.#timeout.text} (--lock-timeout)`, locked.hint);
  }

  #note(text: string): void {
    if (this.#command.quiet) return;
    this.#command.note(printText([hangingLine(0, 2, text)], this.#command.renderOptions(this.#command.context.stderr)));
  }
}
