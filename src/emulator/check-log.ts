import type {StoredMonitor} from './ports';

/** A monitor's checks as answers show them. */
export interface CheckView {
  /** How many checks have begun. */
  readonly count: number;
  /** The check that is running. */
  readonly runningId: string | null;
  /** When a check last began, milliseconds. */
  readonly lastRunAt: number | null;
  /** When a check last began or ended, milliseconds. */
  readonly movedAt: number;
}

/** The duration of a check that nothing ends earlier, milliseconds. */
const checkMs = 1000;

/** The checks that monitors ran. The emulator visits no page: a check only changes what answers show. */
export class CheckLog {
  readonly #views = new Map<string, CheckView & {readonly endsAt: number}>();

  clear(): void {
    this.#views.clear();
  }

  /** Looks up a monitor's checks at `now` (milliseconds). */
  find({id}: StoredMonitor, now: number): CheckView {
    const view = this.#views.get(id);
    if (view === undefined) return {count: 0, runningId: null, lastRunAt: null, movedAt: 0};
    return view.runningId !== null && now >= view.endsAt ? this.#end(id, view, view.endsAt) : view;
  }

  /** Starts a check; false while one runs. */
  start(monitor: StoredMonitor, now: number): boolean {
    const {count, runningId} = this.find(monitor, now);
    if (runningId !== null) return false;
    const id = `${monitor.id.slice(0, 24)}${(count + 1).toString(16).padStart(12, '0')}`;
    this.#views.set(monitor.id, {count: count + 1, runningId: id, lastRunAt: now, movedAt: now, endsAt: now + checkMs});
    return true;
  }

  /** Plays what may happen between two reads: a running check ends, or else one begins. */
  move(monitor: StoredMonitor, now: number): void {
    if (monitor.status !== 'active') return;
    const view = this.#views.get(monitor.id);
    if (view !== undefined && view.runningId !== null) this.#end(monitor.id, view, now);
    else this.start(monitor, now);
  }

  #end(id: string, view: CheckView & {readonly endsAt: number}, now: number): CheckView {
    const ended = {...view, runningId: null, movedAt: now};
    this.#views.set(id, ended);
    return ended;
  }
}
