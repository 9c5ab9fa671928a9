import type {RecordedMonitor, State} from '../state/model';
import type {LiveMonitorView, LiveView} from './live';
import {compareAge, findOwner, type Ownership} from './ownership';

/** Live monitors, found by id and by the target ids that they share; those of the state are told apart from the others. */
export class LiveIndex {
  readonly #monitors: LiveView['monitors'];
  readonly #recorded: ReadonlySet<string>;
  /** Of monitors that the state does not know. */
  readonly #byTargetId = new Map<string, LiveMonitorView[]>();
  readonly #claimed = new Set<string>();

  /** `elsewhere` are ids of monitors that other environments record: they are nobody's here. */
  constructor({monitors}: LiveView, state: State | null, elsewhere: ReadonlySet<string>) {
    this.#monitors = monitors;
    this.#recorded = listRecordedIds(state);
    for (const monitor of monitors.values()) {
      if (this.#recorded.has(monitor.id) || elsewhere.has(monitor.id)) continue;
      for (const id of new Set(monitor.targetIds)) {
        const holders = this.#byTargetId.get(id);
        if (holders === undefined) this.#byTargetId.set(id, [monitor]);
        else holders.push(monitor);
      }
    }
  }

  /** The monitor of this id; undefined when the service does not list it. */
  find(id: string): LiveMonitorView | undefined {
    return this.#monitors.get(id);
  }

  /** Which monitors that the state does not know have these target ids. They are no strangers from now on. */
  claim(targetIds: readonly string[], superseded: readonly string[]): Ownership<LiveMonitorView> {
    const candidates = new Set(targetIds.flatMap(id => this.#byTargetId.get(id) ?? []));
    const owned = findOwner(targetIds, superseded, candidates);
    for (const monitor of ownersOf(owned)) this.#claimed.add(monitor.id);
    return owned;
  }

  /** Monitors that neither the state knows nor anything claimed, oldest first. */
  listStrangers(): LiveMonitorView[] {
    const strangers = [...this.#monitors.values()].filter(({id}) => !this.#recorded.has(id) && !this.#claimed.has(id));
    return strangers.sort(compareAge);
  }
}

/** The monitors of an ownership, oldest first. */
export function ownersOf(owned: Ownership<LiveMonitorView>): readonly LiveMonitorView[] {
  switch (owned.kind) {
    case 'none':
      return [];
    case 'one':
      return [owned.monitor, ...owned.others];
    case 'conflict':
      return owned.monitors;
  }
}

/**
 * Whether the monitor under a recorded id is another one than was recorded: it has none of the targets, and was created
 * at another time. Somebody who edits a monitor may lose its target ids, but not its date.
 */
export function isForeign(recorded: RecordedMonitor, recordedTargetIds: readonly string[], live: LiveMonitorView): boolean {
  if (recordedTargetIds.length === 0 || live.targetIds.some(id => recordedTargetIds.includes(id))) return false;
  const [then, now] = [Date.parse(recorded.createdAt), Date.parse(live.createdAt)];
  return Math.abs(then - now) >= PRECISION_MS;
}

/** Answers may leave out fractions of a second. What can't be read as a time differs from nothing. */
const PRECISION_MS = 1000;

/** Ids of all monitors that a state knows, those that were replaced and still have to go among them. */
export function listRecordedIds(state: State | null): ReadonlySet<string> {
  const ids = new Set<string>();
  for (const {id, leftovers = []} of state?.monitors.values() ?? []) for (const known of [id, ...leftovers]) ids.add(known);
  return ids;
}
