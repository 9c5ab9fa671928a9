import type {StoredMonitor} from './ports';

/** A monitor at its place: the number of its arrival orders those of the same millisecond. */
interface Entry {
  monitor: StoredMonitor;
  readonly arrival: number;
}

/** Monitors by id and in the order in which they were made. A page costs what is on it, however many monitors there are. */
export class MonitorTable {
  readonly #byId = new Map<string, Entry>();
  /** The live monitors of each team, oldest first. */
  readonly #live = new Map<number, Entry[]>();
  #arrivals = 0;

  constructor(monitors: readonly StoredMonitor[] = []) {
    for (const monitor of monitors) this.put(monitor);
  }

  /** The monitor with this id, deleted or not. */
  find(id: string): StoredMonitor | undefined {
    return this.#byId.get(id)?.monitor;
  }

  /** Adds a monitor, or replaces the one with its id. */
  put(monitor: StoredMonitor): void {
    const known = this.#byId.get(monitor.id);
    if (known !== undefined && isSamePlace(known.monitor, monitor)) {
      known.monitor = monitor;
      return;
    }
    if (known !== undefined && known.monitor.status !== 'deleted') this.#liveOf(known).splice(this.#placeOf(known), 1);
    const entry = {monitor, arrival: known?.arrival ?? this.#arrivals++};
    this.#byId.set(monitor.id, entry);
    if (monitor.status !== 'deleted') this.#liveOf(entry).splice(this.#placeOf(entry), 0, entry);
  }

  clear(): void {
    this.#byId.clear();
    this.#live.clear();
  }

  /** All monitors, deleted ones too, oldest first. */
  list(): StoredMonitor[] {
    return [...this.#byId.values()].sort(compareEntries).map(({monitor}) => monitor);
  }

  /** The live monitors of a team from the newest on: `limit` of them after `offset`. */
  page(team: number, limit: number, offset: number): StoredMonitor[] {
    const live = this.#live.get(team) ?? [];
    const end = Math.max(0, live.length - offset);
    const page = live.slice(Math.max(0, end - limit), end);
    return page.reverse().map(({monitor}) => monitor);
  }

  #liveOf({monitor: {team}}: Entry): Entry[] {
    const live = this.#live.get(team) ?? [];
    this.#live.set(team, live);
    return live;
  }

  /** Where an entry stands among the live ones, or would stand. */
  #placeOf(entry: Entry): number {
    const live = this.#liveOf(entry);
    let low = 0;
    let high = live.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (compareEntries(live[middle] as Entry, entry) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

function isSamePlace(before: StoredMonitor, after: StoredMonitor): boolean {
  return (
    before.createdAt === after.createdAt && before.team === after.team && (before.status === 'deleted') === (after.status === 'deleted')
  );
}

function compareEntries(left: Entry, right: Entry): number {
  return left.monitor.createdAt - right.monitor.createdAt || left.arrival - right.arrival;
}
