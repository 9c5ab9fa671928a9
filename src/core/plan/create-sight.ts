import {addToGroup} from '../base/grouping';
import {compareText} from '../diagnostics/diagnostic';
import {type JsonObject, property} from '../json/value';
import type {DesiredMonitor, Key} from '../specs/desired-monitor';
import {type IdOwner, isCreatedFor, listDerivedIds, listExpectedIds, listOwnKeys} from '../specs/expected-ids';
import {listTargetIds} from '../specs/targets';
import {watchesSame} from '../specs/watched';
import type {JournaledCreate} from '../state/journal';
import {listFacts, type ReadableState} from '../state/state';

/** Whose monitors are whose, as far as specs, state, journal and other environments tell. */
export interface KnownOwners extends IdOwner {
  /** All specs, also those that nothing is done for. */
  readonly desired: readonly DesiredMonitor[];
  readonly state: ReadableState | null;
  readonly unresolved: readonly JournaledCreate[];
  readonly otherEnvironments: readonly OtherEnvironment[];
}

/** A monitor of the service that no record names. */
interface UnrecordedMonitor extends TargetOwner {
  readonly name: string;
}

/** A monitor that is about to be created. */
export interface CreateWish {
  readonly after: DesiredMonitor;
  /** One id for each target, in the body's order. */
  readonly targetIds: readonly string[];
  /** Ids of monitors that it takes the place of: never a match. */
  readonly superseded: readonly string[];
}

/** Monitors in the service that may be that of a create already. */
export type CreateSight<Live extends UnrecordedMonitor> =
  /** `sameContent` watch the same under other names, `sameName` watch something else: worth a word, no reason to stop. */
  | {readonly kind: 'none'; readonly sameContent: readonly Live[]; readonly sameName: readonly Live[]}
  /** It has just the target ids that a create of this spec gets, or got. `targetIds` are those, in the body's order; `others` have them too. */
  | {readonly kind: 'one'; readonly monitor: Live; readonly others: readonly Live[]; readonly targetIds: readonly string[]}
  /** Some of its target ids, or more than them; or all of them, and the spec says that it is another one. */
  | {readonly kind: 'conflict'; readonly monitors: readonly Live[]}
  /**
   * They have its name, and watch what it watches or were created for its key and still watch what they did then; or they are several
   * generations of it; or they have the ids that its spec gives itself, and look otherwise. A person has to say which it is, if any.
   */
  | {readonly kind: 'alike'; readonly monitors: readonly Live[]};

/** Functions that compare the contents of monitors and specs; equal texts for targets that watch the same. */
interface ContentReader<Live> {
  readonly bodyOf: (live: Live) => JsonObject;
  readonly ofLive: (live: Live) => readonly string[];
  readonly ofSpec: (spec: DesiredMonitor) => readonly string[];
}

/**
 * Finds what the service may hold already of monitors that are about to be created: by all target ids that a create of the
 * spec can have, then by name and content. Monitors that belong to another spec or environment never match by content.
 */
export class CreateSights<Live extends UnrecordedMonitor> {
  readonly #known: KnownOwners;
  readonly #content: ContentReader<Live>;
  readonly #specKeys: ReadonlySet<Key>;
  readonly #byTargetId = new Map<string, Live[]>();
  readonly #byWatched = new Map<string, Live[]>();
  readonly #byName = new Map<string, Live[]>();
  #owners: ReadonlyMap<string, Key | null> | undefined;

  /** `unrecorded` are monitors that neither this state nor that of another environment records. */
  constructor(known: KnownOwners, unrecorded: Iterable<Live>, content: ContentReader<Live>) {
    this.#known = known;
    this.#content = content;
    this.#specKeys = new Set(known.desired.map(({key}) => key));
    for (const live of unrecorded) {
      for (const name of this.#namesOf(live)) addToGroup(this.#byName, name, live);
      for (const id of new Set(live.targetIds)) addToGroup(this.#byTargetId, id, live);
      for (const watched of new Set(content.ofLive(live))) addToGroup(this.#byWatched, watched, live);
    }
  }

  /** Says what may be the monitor of this create. */
  sight({after, targetIds, superseded}: CreateWish): CreateSight<Live> {
    const sets = listIdSets(after, targetIds, this.#specKeys, this.#known);
    const isFree = ({id}: Live) => !superseded.includes(id);
    const holders = [...new Set(sets.flat().flatMap(id => this.#byTargetId.get(id) ?? []))].filter(isFree).sort(compareAge);
    if (holders.length === 0) return this.#sightByContent(after, isFree);
    const judged = judgeHolders(holders, sets, after);
    return judged.kind === 'one' && this.#mayBeAnothers(after, judged.monitor) ? {kind: 'alike', monitors: holders} : judged;
  }

  /**
   * Ids that a spec gives itself are copied with it, to another repository, too: they prove nothing of what looks otherwise, nor where an
   * environment gives the same and its state is not here.
   */
  #mayBeAnothers(after: DesiredMonitor, live: Live): boolean {
    const given = new Set(listTargetIds(after.body()).filter(id => id !== null));
    if (given.size === 0) return false;
    if (!this.#namesOf(live).includes(after.name) || !watchesSame(this.#content.ofSpec(after), this.#content.ofLive(live))) return true;
    const gives = (spec: DesiredMonitor) => listTargetIds(spec.body()).some(id => id !== null && given.has(id));
    return this.#known.otherEnvironments.some(({isAbsent, desired}) => isAbsent === true && desired?.().some(gives) === true);
  }

  /** As it is shown, and with nothing hidden. */
  #namesOf(live: Live): readonly string[] {
    const clear = property(this.#content.bodyOf(live), 'name');
    return typeof clear === 'string' && clear !== live.name ? [live.name, clear] : [live.name];
  }

  #sightByContent(after: DesiredMonitor, isFree: (live: Live) => boolean): CreateSight<Live> {
    const wanted = this.#content.ofSpec(after);
    const isUnclaimed = (live: Live) => isFree(live) && !isDistinct(after, live) && !this.#belongsToOther(live, after.key);
    const near = [...new Set(wanted.flatMap(watched => this.#byWatched.get(watched) ?? []))].filter(isUnclaimed).sort(compareAge);
    const named = (this.#byName.get(after.name) ?? []).filter(isUnclaimed).sort(compareAge);
    const keys = listOwnKeys(after, this.#specKeys);
    const wasCreatedForIt = (live: Live) => keys.some(key => isCreatedFor(this.#content.bodyOf(live), key, this.#known));
    const alike = [
      ...new Set([...named.filter(live => near.includes(live) || wasCreatedForIt(live)), ...this.#listFormer(after, isUnclaimed)]),
    ];
    if (alike.length > 0) return {kind: 'alike', monitors: alike};
    const sameContent = near.filter(live => watchesSame(wanted, this.#content.ofLive(live)));
    return {kind: 'none', sameContent, sameName: named};
  }

  /** Monitors with just the target ids that a create of the spec got in an environment that the state was moved from. */
  #listFormer(after: DesiredMonitor, isUnclaimed: (live: Live) => boolean): Live[] {
    const {project, state} = this.#known;
    const former = state?.formerEnvironments ?? [];
    if (former.length === 0) return [];
    const keys = listOwnKeys(after, this.#specKeys);
    const sets = former.flatMap(environment => keys.flatMap(key => listExpectedIds(after, key, {project, environment})));
    const holders = [...new Set(sets.flat().flatMap(id => this.#byTargetId.get(id) ?? []))];
    return holders.filter(live => isUnclaimed(live) && sets.some(set => isSameSet(new Set(set), live.targetIds))).sort(compareAge);
  }

  /** Whether any of its target ids is that of another spec, of a record, of an unresolved create, or of another environment. */
  #belongsToOther({targetIds}: Live, key: Key): boolean {
    this.#owners ??= listOwners(this.#known);
    return targetIds.some(id => {
      const owner = this.#owners?.get(id);
      return owner !== undefined && owner !== key;
    });
  }
}

/** The sets of target ids that the monitor of this spec may have: those that it would get now, and those of earlier creates. */
export function listIdSets(
  after: DesiredMonitor,
  targetIds: readonly string[],
  specKeys: ReadonlySet<Key>,
  owner: IdOwner,
): readonly (readonly string[])[] {
  return [targetIds, ...listOwnKeys(after, specKeys).flatMap(key => listExpectedIds(after, key, owner))];
}

/** Whether the spec says that it is not about this monitor (`sync.distinctFrom`). */
export function isDistinct({sync: {distinctFrom = []}}: DesiredMonitor, {id}: {readonly id: string}): boolean {
  return distinctFrom.some(other => other.toLowerCase() === id.toLowerCase());
}

/** `holders` have any of the ids, oldest first. */
function judgeHolders<Live extends UnrecordedMonitor>(
  holders: readonly Live[],
  sets: readonly (readonly string[])[],
  after: DesiredMonitor,
): CreateSight<Live> {
  const found = holders.map(live => sets.find(set => !isDistinct(after, live) && isSameSet(new Set(set), live.targetIds)));
  const [targetIds] = found;
  const [monitor, ...others] = holders;
  if (monitor === undefined || targetIds === undefined || found.includes(undefined)) return {kind: 'conflict', monitors: holders};
  const isOneSet = found.every(set => set !== undefined && isSameSet(new Set(targetIds), set));
  return isOneSet ? {kind: 'one', monitor, others, targetIds} : {kind: 'alike', monitors: holders};
}

/** The key that each known target id belongs to; null for another environment. Ids that a spec gives itself are its own everywhere. */
function listOwners(known: KnownOwners): ReadonlyMap<string, Key | null> {
  const {desired, state, unresolved, otherEnvironments} = known;
  const owners = new Map<string, Key | null>();
  for (const otherEnvironment of otherEnvironments) {
    for (const id of otherEnvironment.targetIds) owners.set(id, null);
    for (const id of listDerivedIds(otherEnvironment.desired?.() ?? desired, otherEnvironment)) owners.set(id, null);
  }
  const specKeys = new Set(desired.map(({key}) => key));
  for (const spec of desired) for (const id of listIdSets(spec, [], specKeys, known).flat()) owners.set(id, spec.key);
  for (const [key, targetIds] of listFacts(state, 'targetIds')) for (const id of targetIds) owners.set(id, key);
  for (const {intent} of unresolved) for (const id of intent.targetIds) owners.set(id, intent.key);
  return owners;
}

/** The facts that decide whether a monitor of the service is taken for one of ours. */
export interface TargetOwner {
  readonly id: string;
  /** As the service says it; only compared, as text. */
  readonly createdAt: string;
  /** Lower case. */
  readonly targetIds: readonly string[];
}

/** Monitors of the service that have the target ids of one of ours. */
export type Ownership<Live extends TargetOwner> =
  | {readonly kind: 'none'}
  /** Just these ids. `others`, younger ones, have them too. */
  | {readonly kind: 'one'; readonly monitor: Live; readonly others: readonly Live[]}
  /** Some of the ids, or more than them: neither ours nor another's. */
  | {readonly kind: 'conflict'; readonly monitors: readonly Live[]};

/**
 * Looks for the monitor that a create made, by its target ids: the set of ids has to be equal. Of several the oldest is
 * taken (`createdAt`, then id). `superseded` ids are monitors that the create replaces: never a match.
 */
export function findOwner<Live extends TargetOwner>(
  targetIds: readonly string[],
  superseded: readonly string[],
  live: Iterable<Live>,
): Ownership<Live> {
  const wanted = new Set(targetIds);
  const equal: Live[] = [];
  const overlapping: Live[] = [];
  for (const monitor of live) {
    if (superseded.includes(monitor.id)) continue;
    const ids = new Set(monitor.targetIds);
    const shared = [...ids].filter(id => wanted.has(id)).length;
    if (shared === 0) continue;
    (shared === wanted.size && ids.size === wanted.size ? equal : overlapping).push(monitor);
  }
  const [monitor, ...others] = equal.sort(compareAge);
  if (overlapping.length > 0) return {kind: 'conflict', monitors: [...equal, ...overlapping].sort(compareAge)};
  return monitor === undefined ? {kind: 'none'} : {kind: 'one', monitor, others};
}

/** Oldest first. */
export function compareAge(a: TargetOwner, b: TargetOwner): number {
  return compareText(a.createdAt, b.createdAt) || compareText(a.id, b.id);
}

/** Whether a list holds just these ids, each at least once. */
export function isSameSet(wanted: ReadonlySet<string>, ids: readonly string[]): boolean {
  const own = new Set(ids);
  return own.size === wanted.size && ids.every(id => wanted.has(id));
}

/** Another environment of the repository, and what its state records. */
export interface OtherEnvironment {
  readonly project: string;
  readonly environment: string;
  /** It is declared, and its state is not here. */
  readonly isAbsent?: boolean;
  /** Of all its monitors, lower case. */
  readonly targetIds: ReadonlySet<string>;
  /** Monitors that the specs describe in that environment. Absent where it is the same as here, or not known. */
  readonly desired?: () => readonly DesiredMonitor[];
  /** The service's ids of its monitors: none of them is ever taken for one of ours, whatever target ids it has. */
  readonly monitorIds: ReadonlySet<string>;
}
