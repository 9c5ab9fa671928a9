import {addToGroup} from '../base/grouping';
import {fingerprintBody} from '../secrets/fingerprint';
import {listWatched} from '../specs/watched';
import {listRecordedIds, type RecordedOutline} from '../state/state';
import {type CreateSight, CreateSights, type CreateWish, compareAge, findOwner, type KnownOwners, type Ownership} from './create-sight';
import type {LiveMonitorView, LiveView} from './live';

/** Live monitors, found by id and by the target ids that they share; those of the state apart from the others. */
export class LiveIndex {
  readonly #monitors: LiveView['monitors'];
  readonly #recorded: ReadonlySet<string>;
  /** Of monitors that the state does not know. */
  readonly #byTargetId = new Map<string, LiveMonitorView[]>();
  readonly #claimed = new Set<string>();
  readonly #sights: CreateSights<LiveMonitorView>;

  /** Monitors that other environments record match nothing here. */
  constructor({monitors}: LiveView, known: KnownOwners) {
    this.#monitors = monitors;
    this.#recorded = listRecordedIds(known.state);
    const ofOthers = new Set(known.otherEnvironments.flatMap(({monitorIds}) => [...monitorIds]));
    const free = [...monitors.values()].filter(({id}) => !this.#recorded.has(id) && !ofOthers.has(id));
    const lineage = known.state?.lineage ?? '';
    this.#sights = new CreateSights(known, free, {
      bodyOf: ({body}) => body,
      ofLive: ({body}) => listWatched(body),
      ofSpec: spec => listWatched(fingerprintBody(spec.body(), lineage)),
    });
    for (const monitor of free) {
      for (const id of new Set(monitor.targetIds)) {
        addToGroup(this.#byTargetId, id, monitor);
      }
    }
  }

  /** The monitor of this id; undefined when the service does not list it. */
  find(id: string): LiveMonitorView | undefined {
    return this.#monitors.get(id);
  }

  /** Claims the monitors that the state does not know and that have these target ids. They are not unmanaged from now on. */
  claim(targetIds: readonly string[], superseded: readonly string[]): Ownership<LiveMonitorView> {
    const candidates = new Set(targetIds.flatMap(id => this.#byTargetId.get(id) ?? []));
    const owned = findOwner(targetIds, superseded, candidates);
    for (const monitor of ownersOf(owned)) this.#claimed.add(monitor.id);
    return owned;
  }

  /** Finds monitors that may be that of a create already. Those with any of its target ids are not unmanaged from now on. */
  sight(wish: CreateWish): CreateSight<LiveMonitorView> {
    const sight = this.#sights.sight(wish);
    const ours = sight.kind === 'one' ? [sight.monitor, ...sight.others] : sight.kind === 'conflict' ? sight.monitors : [];
    for (const {id} of ours) this.#claimed.add(id);
    return sight;
  }

  /** Monitors that neither the state knows nor anything claimed, oldest first. */
  listUnmanaged(): LiveMonitorView[] {
    const unmanaged = [...this.#monitors.values()].filter(({id}) => !this.#recorded.has(id) && !this.#claimed.has(id));
    return unmanaged.sort(compareAge);
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
 * at another time. An edit by hand may lose target ids, but not its date.
 */
export function isForeign(
  recorded: Pick<RecordedOutline, 'createdAt'>,
  recordedTargetIds: readonly string[],
  live: LiveMonitorView,
): boolean {
  if (recordedTargetIds.length === 0 || live.targetIds.some(id => recordedTargetIds.includes(id))) return false;
  const [then, now] = [Date.parse(recorded.createdAt), Date.parse(live.createdAt)];
  return Math.abs(then - now) >= PRECISION_MS;
}

/** Answers may leave out fractions of a second. What can't be read as a time differs from nothing. */
const PRECISION_MS = 1000;
