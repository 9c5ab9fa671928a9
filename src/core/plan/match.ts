import {addToGroup} from '../base/grouping';
import {once} from '../base/once';
import {hashJson} from '../json/canonical';
import {isObject, type JsonObject, property} from '../json/value';
import {fingerprintBody} from '../secrets/fingerprint';
import type {CheckedSpecs, DesiredMonitor, Key, Operations} from '../specs/desired-monitor';
import {foldKey} from '../specs/keys';
import {normalizeBody} from '../specs/normalize';
import {listTargetIds, listTargets} from '../specs/targets';
import type {JournaledCreate} from '../state/journal';
import {listFacts, type ReadableState, type RecordedMonitor, type RecordedOutline, recordIn} from '../state/state';
import type {OtherEnvironment} from './create-sight';
import type {LaterRecord, SentBefore} from './known-before';
import type {LiveView} from './live';
import {LiveIndex} from './live-index';

/** A spec, a recorded monitor or an unresolved create, and what it belongs to. Each key appears once. */
export type Match =
  | {readonly kind: 'new'; readonly key: Key; readonly after: DesiredMonitor}
  | {
      readonly kind: 'kept';
      readonly key: Key;
      readonly after: DesiredMonitor;
      readonly before: RecordedOutline;
      /** Its `renamedFrom`, where that names another recorded monitor whose spec is gone: the key can have one of the two. */
      readonly contender?: Key;
    }
  | {readonly kind: 'renamed'; readonly key: Key; readonly from: Key; readonly after: DesiredMonitor; readonly before: RecordedOutline}
  /** `claimedBy` is the key whose `renamedFrom` names this one, where it has a monitor of its own, or may have one. */
  | {readonly kind: 'vanished'; readonly key: Key; readonly before: RecordedOutline; readonly claimedBy?: Key}
  | {readonly kind: 'unresolved'; readonly key: Key; readonly create: JournaledCreate; readonly after?: DesiredMonitor}
  /** `renamedFrom` names a key that another spec still has, or that another spec claims too. */
  | {readonly kind: 'disputed'; readonly key: Key; readonly from: Key; readonly after: DesiredMonitor};

/** A match with a recorded monitor. */
type RecordedMatch = Extract<Match, {kind: 'kept' | 'renamed' | 'vanished'}>;

/** The recorded monitor of a match, with its bodies. */
export function recordOf(match: RecordedMatch, state: ReadableState | null): RecordedMonitor {
  const key = match.kind === 'renamed' ? match.from : match.key;
  const record = recordIn(state, key);
  if (record === undefined) throw new Error(`the state has no record of "${key}"`);
  return record;
}

/** Brings specs, recorded monitors and unresolved creates together by key and by `sync.renamedFrom`; sorted like `desired`, then what has no spec. */
export function matchKeys(
  desired: readonly DesiredMonitor[],
  recorded: ReadonlyMap<Key, RecordedOutline>,
  unresolved: ReadonlyMap<Key, JournaledCreate>,
): Match[] {
  const specs = new Set(desired.map(spec => spec.key));
  const claimed = new Set<Key>();
  const claims = new Map<Key, Key>();
  const matches = desired.map(after => matchSpec(after, {specs, recorded, unresolved, claimed, claims}));
  for (const [key, before] of recorded) {
    if (specs.has(key) || claimed.has(key) || unresolved.has(key)) continue;
    const claimedBy = claims.get(key);
    matches.push({kind: 'vanished', key, before, ...(claimedBy === undefined ? {} : {claimedBy})});
  }
  for (const [key, create] of unresolved) {
    if (!specs.has(key)) matches.push({kind: 'unresolved', key, create});
  }
  return matches;
}

interface Known {
  readonly specs: ReadonlySet<Key>;
  readonly recorded: ReadonlyMap<Key, RecordedOutline>;
  readonly unresolved: ReadonlyMap<Key, JournaledCreate>;
  /** Old keys that a rename took. */
  readonly claimed: Set<Key>;
  /** Old keys that a rename asks for and can't take, since the new key is not free; and that new key. */
  readonly claims: Map<Key, Key>;
}

function matchSpec(after: DesiredMonitor, {specs, recorded, unresolved, claimed, claims}: Known): Match {
  const {key} = after;
  const from = after.sync.renamedFrom;
  const create = unresolved.get(key);
  const before = recorded.get(key);
  const old = from === undefined ? undefined : recorded.get(from);
  const isFree = from !== undefined && !specs.has(from) && !claimed.has(from) && !unresolved.has(from);
  const isContended = old !== undefined && isFree && (create !== undefined || before !== undefined);
  if (isContended) claims.set(from, key);
  if (create !== undefined) return {kind: 'unresolved', key, create, after};
  if (before !== undefined) return {kind: 'kept', key, after, before, ...(isContended ? {contender: from} : {})};
  if (from === undefined || old === undefined) return {kind: 'new', key, after};
  if (!isFree) return {kind: 'disputed', key, from, after};
  claimed.add(from);
  return {kind: 'renamed', key, from, after, before: old};
}

/** New keys that look like the new name of something that is known under another key. */
interface PossibleRenames {
  /** New key -> vanished key, and each such vanished key -> the first new key. */
  readonly ofRecorded: ReadonlyMap<Key, Key>;
  /** New key -> key whose spec says something else than its record, which can't be updated. */
  readonly ofEdited: ReadonlyMap<Key, Key>;
  /** New key -> key of the unresolved create. */
  readonly ofUnresolved: ReadonlyMap<Key, Key>;
  /** Recorded keys and those of unresolved creates, without a spec. */
  readonly vanished: ReadonlySet<Key>;
  readonly unresolved: ReadonlySet<Key>;
}

/** Of a state in which nothing vanished. */
export const NO_RENAMES: PossibleRenames = {
  ...{ofRecorded: new Map(), ofEdited: new Map(), ofUnresolved: new Map()},
  ...{vanished: new Set(), unresolved: new Set()},
};

/** Finds what may have been renamed among the matches of a plan. */
export function findRenames(matches: readonly Match[], {state, operations}: Pick<DecisionInput, 'state' | 'operations'>): PossibleRenames {
  const created = matches.flatMap(match => (match.kind === 'new' ? [match.after] : []));
  const vanished = matches.flatMap(match => (match.kind === 'vanished' ? [[match.key, recordOf(match, state)] as const] : []));
  const unresolved = matches.filter(match => match.kind === 'unresolved');
  const left = unresolved.filter(({create, after}) => after?.bodyHash !== create.intent.bodyHash);
  const isKept = created.length > 0 && operations === 'create';
  const kept = isKept ? matches.flatMap(match => (isEdited(match) ? [[match.after, recordOf(match, state)] as const] : [])) : [];
  if (vanished.length + left.length + kept.length === 0) return NO_RENAMES;
  const open = left.map(({key, create}) => [key, create] as const);
  const found = findPossibleRenames({created, vanished, kept, unresolved: open, lineage: state?.lineage ?? ''});
  return {...found, unresolved: new Set(left.flatMap(({key, after}) => (after === undefined ? [key] : [])))};
}

function isEdited(match: Match): match is Extract<Match, {kind: 'kept'}> {
  return match.kind === 'kept' && match.before.bodyHash !== match.after.bodyHash;
}

/** Input of {@link findPossibleRenames}: specs without a record, records without a spec, unresolved creates that no spec asks for any more. */
interface RenameCandidates {
  readonly created: readonly DesiredMonitor[];
  readonly vanished: readonly (readonly [Key, RecordedMonitor])[];
  /** Specs with a record that stays as it is, since it can't be updated: its monitor may be that of another spec now. */
  readonly kept: readonly (readonly [DesiredMonitor, RecordedMonitor])[];
  readonly unresolved: readonly (readonly [Key, JournaledCreate])[];
  readonly lineage: string;
}

/**
 * Finds new specs whose body, targets, or name and addresses equal those of something that vanished, or that carry one of its
 * target ids: a moved file must not become a second paid monitor, also where other members changed with it, or layers changed
 * all that they can.
 */
function findPossibleRenames({created, vanished, kept, unresolved, lineage}: RenameCandidates): Omit<PossibleRenames, 'unresolved'> {
  const recorded = new Likeness(lineage);
  for (const [key, monitor] of vanished) recorded.add(key, monitor.bodyHash, monitor.applied);
  const edited = new Likeness(lineage);
  for (const [{key}, monitor] of kept) edited.add(key, monitor.bodyHash, monitor.applied);
  const watching = new Likeness(lineage);
  for (const [spec, {bodyHash, applied}] of kept) if (!watching.watchesSame(spec, applied)) watching.add(spec.key, bodyHash, applied);
  const pending = new Likeness(lineage);
  for (const [key, {intent}] of unresolved) pending.add(key, intent.bodyHash, intent.monitor.applied);
  const ofRecorded = new Map<Key, Key>();
  const ofEdited = new Map<Key, Key>();
  const ofUnresolved = new Map<Key, Key>();
  const findPending = (spec: DesiredMonitor) => pending.find(spec) ?? pending.findByTargets(spec) ?? pending.findByAddresses(spec);
  // Equal ones first, so that one that only watches the same does not take their place.
  const equal = new Map(created.map(spec => [spec.key, recorded.find(spec)]));
  const alike = new Map(created.map(spec => [spec.key, equal.get(spec.key) ?? recorded.findByTargets(spec)]));
  for (const spec of created) {
    const old = alike.get(spec.key) ?? recorded.findByAddresses(spec);
    const {renamedFrom} = spec.sync;
    const unresolvedKey = renamedFrom !== undefined && pending.keys.has(renamedFrom) ? renamedFrom : findPending(spec);
    if (old !== null) {
      ofRecorded.set(spec.key, old);
      if (!ofRecorded.has(old)) ofRecorded.set(old, spec.key);
    }
    if (unresolvedKey !== null) ofUnresolved.set(spec.key, unresolvedKey);
    const taken = old === null ? (edited.find(spec) ?? watching.findByTargets(spec) ?? watching.findByAddresses(spec)) : null;
    if (taken !== null) ofEdited.set(spec.key, taken);
  }
  return {ofRecorded, ofEdited, ofUnresolved, vanished: recorded.keys};
}

/** Known monitors, found again by what they watch. */
class Likeness {
  readonly #lineage: string;
  readonly keys = new Set<Key>();
  readonly #byHash = new Map<string, Key[]>();
  readonly #byTargets = new Map<string, Key[]>();
  readonly #byAddresses = new Map<string, Key[]>();
  readonly #byTargetId = new Map<string, Key>();
  readonly #byForm = new Map<string, Key>();
  readonly #given = new Set<Key>();

  constructor(lineage: string) {
    this.#lineage = lineage;
  }

  add(key: Key, bodyHash: string, applied: JsonObject): void {
    this.keys.add(key);
    this.#byForm.set(foldKey(key), key);
    for (const hash of [bodyHash, hashContent(applied)]) addToGroup(this.#byHash, hash, key);
    addToGroup(this.#byTargets, hashTargets(applied), key);
    addToGroup(this.#byAddresses, hashAddresses(applied), key);
    for (const id of listTargetIds(applied)) if (id !== null) this.#byTargetId.set(id, key);
  }

  /** The key of the one that is most like `spec`; each is given out once, and again only when all of its like were. */
  find(spec: DesiredMonitor): Key | null {
    if (this.keys.size === 0) return null;
    const sharedId = spec.explicitTargetIds.find(id => this.#byTargetId.has(id));
    if (sharedId !== undefined) return this.#byTargetId.get(sharedId) ?? null;
    // Another file system may have written the name in another form.
    const sameName = this.#byForm.get(foldKey(spec.key));
    if (sameName !== undefined) return sameName;
    return this.#give(this.#byHash.get(spec.bodyHash) ?? this.#byHash.get(hashContent(fingerprintBody(spec.body(), this.#lineage))));
  }

  /** Tells whether a spec watches just what a record does. */
  watchesSame(spec: DesiredMonitor, applied: JsonObject): boolean {
    return hashTargets(fingerprintBody(spec.body(), this.#lineage)) === hashTargets(applied);
  }

  /** The key of one that watches just what `spec` watches, whatever its other members say. */
  findByTargets(spec: DesiredMonitor): Key | null {
    if (this.keys.size === 0) return null;
    return this.#give(this.#byTargets.get(hashTargets(fingerprintBody(spec.body(), this.#lineage))));
  }

  /** The key of one with the same name and addresses, whatever its layers say. */
  findByAddresses(spec: DesiredMonitor): Key | null {
    if (this.keys.size === 0) return null;
    return this.#give(this.#byAddresses.get(hashAddresses(fingerprintBody(spec.body(), this.#lineage))));
  }

  #give(like: Key[] | undefined): Key | null {
    if (like === undefined) return null;
    while (like.length > 1 && this.#given.has(like[0]!)) like.shift();
    const key = like.length > 1 ? like.shift() : like[0];
    if (key === undefined) return null;
    this.#given.add(key);
    return key;
  }
}

/** Hash of what a body asks for: defaults filled in, target ids left out, targets in a fixed order. */
function hashContent(body: JsonObject): string {
  const normalized = normalizeBody(body);
  return hashJson({...normalized, targets: listTargetHashes(normalized)});
}

/** Hash of what a body watches, whatever its schedule, goal and receivers. */
function hashTargets(body: JsonObject): string {
  return hashJson(listTargetHashes(normalizeBody(body)));
}

const ADDRESS_MEMBERS = ['type', 'url', 'urls', 'queries'];

/** Hash of what no layer can change. */
function hashAddresses(body: JsonObject): string {
  const normalized = normalizeBody(body);
  const addresses = listTargets(normalized).map(target => hashJson(ADDRESS_MEMBERS.map(name => property(target, name) ?? null)));
  return hashJson([property(normalized, 'name') ?? null, addresses.sort()]);
}

function listTargetHashes(normalized: JsonObject): string[] {
  const targets = listTargets(normalized).map(target => (isObject(target) ? omitId(target) : target));
  return targets.map(target => hashJson(target)).sort();
}

function omitId(target: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(target).filter(([name]) => name !== 'id'));
}

/** The parts of the plan's input that decisions depend on. */
export interface DecisionInput {
  readonly project: string;
  readonly environment: string;
  readonly operations: Operations;
  readonly desired: readonly DesiredMonitor[];
  readonly state: ReadableState | null;
  readonly unresolved: readonly JournaledCreate[];
  readonly live?: LiveView | undefined;
  /** Values that the service was found to fill in, as observed of each of these keys. */
  readonly filledIn?: ReadonlyMap<Key, JsonObject>;
  readonly otherEnvironments?: readonly OtherEnvironment[] | undefined;
  readonly secretHashes?: ((name: string) => string | undefined) | undefined;
  readonly only?: ReadonlySet<Key> | undefined;
  /** See `applyMoves`; absent where there are none. */
  readonly moveConflicts?: ReadonlyMap<Key, Key> | undefined;
  readonly lists?: CheckedSpecs['lists'] | undefined;
  /** Lets deletes be made that are held back otherwise. */
  readonly allowDeletes: boolean;
  /** Keys of specs that live in other environments only, and those environments. */
  readonly elsewhere?: ReadonlyMap<Key, readonly string[]> | undefined;
  /** The environment whose state records monitors while there is none here: nothing is created. */
  readonly formerHome?: FormerHome | undefined;
  /** Target ids that are taken, though nothing here has them; read only when new ones are needed. */
  readonly takenElsewhere?: (() => Iterable<string>) | undefined;
  /** The monitors that other versions of the state record, and this one lost. */
  readonly recordedLater?: ReadonlyMap<Key, LaterRecord> | undefined;
  /** Recorded monitors whose specs no commit ever had: their files, as messages show them. */
  readonly neverCommitted?: ReadonlyMap<Key, string> | undefined;
  /** The creates that committed journals leave open, where they can't be looked up. */
  readonly sentBefore?: ReadonlyMap<Key, SentBefore> | undefined;
}

/** An environment that is not declared any more, and its state. */
export interface FormerHome {
  readonly environment: string;
  /** Number of monitors that its state records, with those of unresolved creates. */
  readonly recorded: number;
}

/** Facts for the decision about one monitor, besides the monitor itself. */
export interface DecisionContext extends DecisionInput {
  /** Salts what is compared; empty at first use. */
  readonly lineage: string;
  readonly renames: PossibleRenames;
  /** Every target id in state, journal and specs; read only when new ones are needed. */
  readonly takenIds: () => ReadonlySet<string>;
  /** The id of every recorded monitor. */
  readonly recordedIds: () => ReadonlySet<string>;
  /** Null when the service was not asked. */
  readonly index: LiveIndex | null;
}

/** The input, and what is worked out from it once. */
export function openDecisionContext(input: DecisionInput, renames: PossibleRenames): DecisionContext {
  return {
    ...input,
    lineage: input.state?.lineage ?? '',
    renames,
    takenIds: once(() => collectIds(input)),
    recordedIds: once(() => new Set([...(input.state?.monitors.values() ?? [])].map(({id}) => id))),
    index: input.live === undefined ? null : new LiveIndex(input.live, {...input, otherEnvironments: input.otherEnvironments ?? []}),
  };
}

function collectIds({desired, state, unresolved, takenElsewhere}: DecisionInput): ReadonlySet<string> {
  const ids = new Set(takenElsewhere?.());
  for (const spec of desired) for (const id of spec.explicitTargetIds) ids.add(id);
  for (const [, targetIds] of listFacts(state, 'targetIds')) for (const id of targetIds) ids.add(id);
  for (const create of unresolved) for (const id of create.intent.targetIds) ids.add(id);
  return ids;
}
