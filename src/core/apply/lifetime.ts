import {setMaxListeners} from 'node:events';
import type {World} from '../base/context';
import type {Diagnostic} from '../diagnostics/diagnostic';
import type {ApplyEvent, ApplyResult, StopReason} from './ports';

/** Milliseconds that requests under way may go on after an interruption. */
const graceMs = 5000;

/** Whether a run may still send something, and why it stopped. */
export class Lifetime {
  readonly #world: Pick<World, 'sleep'>;
  readonly #onStop: (reason: StopReason) => void;
  readonly #ending = new AbortController();
  readonly #flight = new AbortController();
  readonly #over = new AbortController();
  #reason: StopReason | undefined;
  #bug: {readonly error: unknown} | undefined;

  constructor(world: Pick<World, 'sleep'>, onStop: (reason: StopReason) => void) {
    this.#world = world;
    this.#onStop = onStop;
    // Every request under way listens to it; without this Node takes more than ten for a leak.
    setMaxListeners(0, this.#flight.signal);
  }

  /** Why the run stopped early; undefined while it goes on. */
  get stopReason(): StopReason | undefined {
    return this.#reason;
  }

  /** Whether nothing more may be sent. */
  get isStopping(): boolean {
    return this.#reason !== undefined || this.#bug !== undefined;
  }

  /** Aborted when nothing more is sent: what only waits or reads ends with it. */
  get ending(): AbortSignal {
    return this.#ending.signal;
  }

  /** Given to every request; aborted some time after an interruption. */
  get flight(): AbortSignal {
    return this.#flight.signal;
  }

  /** Stops when the signal is aborted, or at once if it is already. */
  watch(interruption: AbortSignal): void {
    const interrupt = () => this.#interrupt(interruption.reason);
    if (interruption.aborted) interrupt();
    else interruption.addEventListener('abort', interrupt, {signal: this.#over.signal});
  }

  /** Starts nothing more; the first reason is kept. Requests under way complete. */
  stop(reason: StopReason): void {
    if (this.#reason !== undefined) return;
    this.#reason = reason;
    this.#ending.abort();
    this.#onStop(reason);
  }

  /** Notes a bug: nothing more is sent, what was learned is saved, then {@link rethrowBug} throws it. */
  crash(error: unknown): void {
    this.#bug ??= {error};
    this.#ending.abort();
  }

  /** Sleeps; ends early, without an error, when the run stops. */
  async pause(ms: number): Promise<void> {
    await this.#world.sleep(ms, this.ending).catch(() => undefined);
  }

  /** Stops watching the interruption. */
  close(): void {
    this.#over.abort();
  }

  /** Throws the bug that ended the run, if one did. Call it when everything is saved. */
  rethrowBug(): void {
    if (this.#bug !== undefined) throw this.#bug.error;
  }

  #interrupt(reason: unknown): void {
    const {exitCode} = (reason ?? {}) as {readonly exitCode?: unknown};
    this.stop({kind: 'interrupted', exitCode: exitCode === 143 ? 143 : 130});
    this.#world.sleep(graceMs, this.#over.signal).then(
      () => this.#flight.abort(),
      () => undefined,
    );
  }
}

/** Messages of a run: its progress as events, and its findings. */
export class Reporter {
  readonly #onEvent: (event: ApplyEvent) => void;
  readonly #onBug: (error: unknown) => void;
  readonly #total: number;
  readonly #findings: Diagnostic[] = [];
  #finished = 0;

  /** `total` is the number of changes that need the service. */
  constructor(total: number, onEvent: (event: ApplyEvent) => void, onBug: (error: unknown) => void) {
    this.#total = total;
    this.#onEvent = onEvent;
    this.#onBug = onBug;
  }

  /** Findings so far. */
  get findings(): readonly Diagnostic[] {
    return this.#findings;
  }

  /** Adds findings. */
  find(...findings: readonly Diagnostic[]): void {
    this.#findings.push(...findings);
  }

  /** Reports progress. A bug in what shows it must not cost an id: it is noted, and thrown when all is saved. */
  say(event: ApplyEvent): void {
    try {
      this.#onEvent(event);
    } catch (error) {
      this.#onBug(error);
    }
  }

  /** Reports the end of one change. */
  finish(result: ApplyResult): void {
    this.#finished++;
    this.say({type: 'finished', result, done: this.#finished, total: this.#total});
  }
}
