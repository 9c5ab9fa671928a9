import type {RetryPolicy} from '../api/retry';
import type {Diagnostic} from '../diagnostics/diagnostic';
import {Circuit} from './circuit';
import type {Ledger} from './ledger';
import type {ApplyEvent, ApplyInput, ApplyPorts, ApplyResult, OnAmbiguous, StopReason} from './model';
import {Traffic} from './traffic';

/** How long requests under way may go on after an interruption, in milliseconds. */
const graceMs = 5000;

/** What the creates of one run share: when to send, when to stop, and what was found on the way. */
export class Run {
  readonly input: ApplyInput;
  readonly ports: ApplyPorts;
  readonly ledger: Ledger;
  /** Lineage of the state: salts what is recorded. */
  readonly lineage: string;
  readonly traffic: Traffic;
  readonly circuit = new Circuit();
  readonly findings: Diagnostic[] = [];
  /** Aborts requests under way, some time after an interruption. */
  readonly #flight = new AbortController();
  readonly #over = new AbortController();
  #onAmbiguous: OnAmbiguous;
  #stop: StopReason | undefined;
  #bug: {readonly error: unknown} | undefined;
  #finished = 0;
  readonly #total: number;

  constructor(input: ApplyInput, ports: ApplyPorts, ledger: Ledger, lineage: string, total: number) {
    this.input = input;
    this.ports = ports;
    this.ledger = ledger;
    this.lineage = lineage;
    this.traffic = new Traffic(input.concurrency, ports.world);
    this.#onAmbiguous = input.onAmbiguous;
    this.#total = total;
    if (ports.interruption.aborted) this.#interrupt();
    else ports.interruption.addEventListener('abort', this.#interrupt, {signal: this.#over.signal});
  }

  /** Why the run stopped early; undefined while it goes on. */
  get stopReason(): StopReason | undefined {
    return this.#stop;
  }

  /** What an ambiguous answer leads to by now. */
  get onAmbiguous(): OnAmbiguous {
    return this.#onAmbiguous;
  }

  /** Given to every request. */
  get flight(): AbortSignal {
    return this.#flight.signal;
  }

  /** The rules of retry as they stand. `verify` needs a list; without one it is `retry`. */
  get policy(): RetryPolicy {
    return {
      attempts: 5,
      baseMs: this.input.retryBaseMs,
      longestWaitMs: 120_000,
      onAmbiguous: this.#onAmbiguous === 'stop' ? 'stop' : 'retry',
    };
  }

  /** Starts nothing more; the first reason is kept. Requests under way complete. */
  stop(reason: StopReason): void {
    if (this.#stop !== undefined) return;
    this.#stop = reason;
    this.traffic.stop();
    this.say({type: 'stopping', stop: reason});
  }

  /** From now on nothing is sent again after an ambiguous answer. */
  distrustIds(): void {
    this.#onAmbiguous = 'stop';
  }

  /** Reports progress. A bug in what shows it must not cost an id: it is kept, and thrown when all is saved. */
  say(event: ApplyEvent): void {
    try {
      this.ports.onEvent(event);
    } catch (error) {
      this.crash(error);
    }
  }

  /** Reports the end of one change. */
  finish(result: ApplyResult): void {
    this.#finished++;
    this.say({type: 'finished', result, done: this.#finished, total: this.#total});
  }

  /** Notes a bug: nothing more is sent, what was learned is saved, then it is thrown by {@link close}. */
  crash(error: unknown): void {
    this.#bug ??= {error};
    this.traffic.stop();
  }

  /** Whether nothing more may be sent. */
  get isStopping(): boolean {
    return this.#stop !== undefined || this.#bug !== undefined;
  }

  /** Lets go of the signals. */
  close(): void {
    this.#over.abort();
  }

  /** Throws the bug that ended the run, if one did. Call it when everything is saved. */
  rethrowBug(): void {
    if (this.#bug !== undefined) throw this.#bug.error;
  }

  readonly #interrupt = (): void => {
    const reason = this.ports.interruption.reason as {readonly exitCode?: unknown} | undefined;
    this.stop({kind: 'interrupted', exitCode: reason?.exitCode === 143 ? 143 : 130});
    const {world} = this.ports;
    world.sleep(graceMs, this.#over.signal).then(
      () => this.#flight.abort(),
      () => undefined,
    );
  };
}
