import {readDataFile, writeDataFile} from './data-file';
import type {StoredMonitor} from './ports';

/**
 * The monitors of one emulator, in memory and, where a data file was asked for, on disk. Writes go to the primary; lists
 * and reads of one monitor come from a replica, which gets each write after the lag.
 */
export class MonitorStore {
  readonly #primary: MonitorTable;
  readonly #replica: MonitorTable;
  /** Writes that the replica has not got yet, oldest first. */
  readonly #underWay: {readonly at: number; readonly monitor: StoredMonitor}[] = [];
  readonly #file: string | undefined;
  readonly #onPut: (monitor: StoredMonitor) => void;
  #histories: number;

  /** Reads the data file if there is one; `onPut` is told each monitor that is stored. Throws `DataFileError` if it is not a data file. */
  constructor(file?: string, onPut: (monitor: StoredMonitor) => void = () => {}) {
    this.#file = file;
    this.#onPut = onPut;
    const monitors = file === undefined ? [] : readDataFile(file);
    this.#primary = new MonitorTable(monitors);
    this.#replica = new MonitorTable(monitors);
    for (const monitor of monitors) onPut(monitor);
    this.#histories = Math.max(0, ...monitors.flatMap(({histories}) => Object.values(histories)));
  }

  /** The live monitors, in the order in which they were made. */
  list(): readonly StoredMonitor[] {
    return this.#primary.list().filter(({status}) => status !== 'deleted');
  }

  /** The deleted monitors, in the order in which they were made: a delete only marks them. */
  listDeleted(): readonly StoredMonitor[] {
    return this.#primary.list().filter(({status}) => status === 'deleted');
  }

  /** Finds a live monitor, of this team if given; undefined if it is deleted or another team's. */
  find(id: string, team?: number): StoredMonitor | undefined {
    return ownLive(this.#primary.find(id), team);
  }

  /** The monitors that lists and reads see at `now` (milliseconds), with a replica `lagMs` behind. It never goes back in time. */
  replica(now: number, lagMs: number): Replica {
    const isDue = (write: {at: number} | undefined) => write !== undefined && write.at + lagMs <= now;
    let due = 0;
    while (isDue(this.#underWay[due])) due += 1;
    for (const {monitor} of this.#underWay.splice(0, due)) this.#replica.put(monitor);
    return {
      find: (id, team) => ownLive(this.#replica.find(id), team),
      page: (team, limit, offset) => this.#replica.page(team, limit, offset),
    };
  }

  /** Adds a monitor or replaces the one with its id, at `now` (milliseconds); on disk before it returns. */
  put(monitor: StoredMonitor, now: number): void {
    // The file comes first: a change that cannot be written must not happen.
    if (this.#file !== undefined) {
      const others = this.#primary.list();
      const index = others.findIndex(({id}) => id === monitor.id);
      writeDataFile(this.#file, index < 0 ? [...others, monitor] : others.with(index, monitor));
    }
    this.#primary.put(monitor);
    this.#underWay.push({at: now, monitor});
    this.#onPut(monitor);
  }

  /** The number of the next page history; never used twice. */
  nextHistory(): number {
    this.#histories += 1;
    return this.#histories;
  }

  clear(): void {
    if (this.#file !== undefined) writeDataFile(this.#file, []);
    this.#primary.clear();
    this.#replica.clear();
    this.#underWay.length = 0;
  }
}

/** The monitors as readers see them. */
interface Replica {
  readonly find: (id: string, team: number) => StoredMonitor | undefined;
  readonly page: (team: number, limit: number, offset: number) => StoredMonitor[];
}

function ownLive(monitor: StoredMonitor | undefined, team: number | undefined): StoredMonitor | undefined {
  if (monitor === undefined || monitor.status === 'deleted') return undefined;
  return team === undefined || monitor.team === team ? monitor : undefined;
}

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

  /** Finds the place of an entry among the live ones, or where it would stand. */
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
