import type {StoredMonitor} from './model';

/** Monitors by id and in the order in which they were made. */
export class MonitorTable {
  readonly #byId = new Map<string, StoredMonitor>();
  /** Oldest first; those made in the same millisecond in the order of their arrival. */
  readonly #order: string[] = [];

  constructor(monitors: readonly StoredMonitor[] = []) {
    for (const monitor of monitors) this.put(monitor);
  }

  /** The monitor with this id, deleted or not. */
  find(id: string): StoredMonitor | undefined {
    return this.#byId.get(id);
  }

  /** Adds a monitor, or replaces the one with its id. */
  put(monitor: StoredMonitor): void {
    const known = this.#byId.get(monitor.id);
    this.#byId.set(monitor.id, monitor);
    if (known !== undefined && known.createdAt === monitor.createdAt) return;
    if (known !== undefined) this.#order.splice(this.#order.indexOf(monitor.id), 1);
    this.#order.splice(this.#placeOf(monitor), 0, monitor.id);
  }

  clear(): void {
    this.#byId.clear();
    this.#order.length = 0;
  }

  /** All monitors, deleted ones too, oldest first. */
  list(): StoredMonitor[] {
    return this.#order.map(id => this.#byId.get(id) as StoredMonitor);
  }

  /** The live monitors of a team from the newest on: `limit` of them after `offset`. */
  page(team: number, limit: number, offset: number): StoredMonitor[] {
    const page: StoredMonitor[] = [];
    let skipped = 0;
    for (let index = this.#order.length - 1; index >= 0 && page.length < limit; index -= 1) {
      const monitor = this.#byId.get(this.#order[index] as string) as StoredMonitor;
      if (monitor.status === 'deleted' || monitor.team !== team) continue;
      if (skipped < offset) skipped += 1;
      else page.push(monitor);
    }
    return page;
  }

  /** Nearly always the end: only a monitor that is dated back goes elsewhere. */
  #placeOf({id, createdAt}: StoredMonitor): number {
    let place = this.#order.length;
    while (place > 0) {
      const before = this.#order[place - 1] as string;
      if (before === id || (this.#byId.get(before) as StoredMonitor).createdAt <= createdAt) break;
      place -= 1;
    }
    return place;
  }
}
