import type {StoredMonitor} from '../ports';
import {findRuns} from '../runs';

/** Starts the checks of monitors that are due, in the order of time. */
export class Scheduler {
  readonly #due = new Map<string, {readonly monitor: StoredMonitor; readonly at: number}>();
  #earliest = Number.POSITIVE_INFINITY;

  /** Notes a monitor that was made or changed at `now`, by the clock of checks. */
  note(monitor: StoredMonitor, now: number): void {
    if (monitor.status !== 'active') {
      this.#due.delete(monitor.id);
      return;
    }
    const at = findRuns(monitor, now)[0] ?? Number.POSITIVE_INFINITY;
    this.#due.set(monitor.id, {monitor, at});
    this.#earliest = Math.min(this.#earliest, at);
  }

  clear(): void {
    this.#due.clear();
    this.#earliest = Number.POSITIVE_INFINITY;
  }

  /** Starts each check that is due until `now`, with the time at which it is due. */
  play(now: number, start: (monitor: StoredMonitor, at: number) => void): void {
    while (this.#earliest <= now) {
      // No monitor runs twice within so short a time.
      const until = Math.min(now, this.#earliest + SHORTEST_GAP - 1);
      const due = [...this.#due.values()].filter(({at}) => at <= until).sort((one, other) => one.at - other.at);
      for (const {monitor, at} of due) {
        start(monitor, at);
        this.#due.set(monitor.id, {monitor, at: findRuns(monitor, at)[0] ?? Number.POSITIVE_INFINITY});
      }
      this.#earliest = Math.min(Number.POSITIVE_INFINITY, ...[...this.#due.values()].map(({at}) => at));
    }
  }
}

/** Milliseconds. */
const SHORTEST_GAP = 5 * 60_000;
