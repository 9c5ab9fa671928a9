import {addToGroup} from '../base/grouping';
import {hashJson} from '../json/canonical';
import {isObject, type JsonObject} from '../json/value';
import {fingerprintBody} from '../secrets/fingerprint';
import type {DesiredMonitor, Key} from '../spec/desired-monitor';
import {normalizeBody} from '../spec/normalize';
import {listTargetIds, listTargets} from '../spec/targets';
import type {JournaledCreate} from '../state/journal';
import type {RecordedMonitor} from '../state/state';

/** New keys that look like the new name of something that is known under another key. */
export interface PossibleRenames {
  /** New key -> vanished key, and each such vanished key -> the first new key. */
  readonly ofRecorded: ReadonlyMap<Key, Key>;
  /** New key -> key of the unsettled create. */
  readonly ofUnresolved: ReadonlyMap<Key, Key>;
}

/** What {@link findPossibleRenames} looks at: specs without a record, records and unsettled creates without a spec. */
export interface RenameCandidates {
  readonly created: readonly DesiredMonitor[];
  readonly vanished: readonly (readonly [Key, RecordedMonitor])[];
  readonly unresolved: readonly (readonly [Key, JournaledCreate])[];
  readonly lineage: string;
}

/**
 * Finds new specs whose body equals that of something that vanished, or that carry one of its target ids: a moved file
 * must not become a second paid monitor. Costs nothing where nothing vanished.
 */
export function findPossibleRenames({created, vanished, unresolved, lineage}: RenameCandidates): PossibleRenames {
  const recorded = new Likeness(lineage);
  for (const [key, monitor] of vanished) recorded.add(key, monitor.bodyHash, monitor.applied);
  const pending = new Likeness(lineage);
  for (const [key, {intent}] of unresolved) pending.add(key, intent.bodyHash, intent.monitor.applied);
  const ofRecorded = new Map<Key, Key>();
  const ofUnresolved = new Map<Key, Key>();
  for (const spec of created) {
    const old = recorded.find(spec);
    const unsettled = spec.renamedFrom !== undefined && pending.has(spec.renamedFrom) ? spec.renamedFrom : pending.find(spec);
    if (old !== null) {
      ofRecorded.set(spec.key, old);
      if (!ofRecorded.has(old)) ofRecorded.set(old, spec.key);
    }
    if (unsettled !== null) ofUnresolved.set(spec.key, unsettled);
  }
  return {ofRecorded, ofUnresolved};
}

/** Known monitors, found again by what they watch. */
class Likeness {
  readonly #lineage: string;
  readonly #keys = new Set<Key>();
  readonly #byHash = new Map<string, Key[]>();
  readonly #byTargetId = new Map<string, Key>();

  constructor(lineage: string) {
    this.#lineage = lineage;
  }

  add(key: Key, bodyHash: string, applied: JsonObject): void {
    this.#keys.add(key);
    for (const hash of [bodyHash, hashContent(applied)]) addToGroup(this.#byHash, hash, key);
    for (const id of listTargetIds(applied)) if (id !== null) this.#byTargetId.set(id, key);
  }

  has(key: Key): boolean {
    return this.#keys.has(key);
  }

  /** The key of the one that is most like `spec`; each is given out once, and again only when all of its like were. */
  find(spec: DesiredMonitor): Key | null {
    if (this.#keys.size === 0) return null;
    const sharedId = spec.explicitTargetIds.find(id => this.#byTargetId.has(id));
    if (sharedId !== undefined) return this.#byTargetId.get(sharedId) ?? null;
    const like = this.#byHash.get(spec.bodyHash) ?? this.#byHash.get(hashContent(fingerprintBody(spec.body(), this.#lineage)));
    if (like === undefined) return null;
    return (like.length > 1 ? like.shift() : like[0]) ?? null;
  }
}

/** Hash of what a body asks for: defaults filled in, target ids left out, targets in a fixed order. */
function hashContent(body: JsonObject): string {
  const normalized = normalizeBody(body);
  const targets = listTargets(normalized).map(target => (isObject(target) ? omitId(target) : target));
  return hashJson({...normalized, targets: targets.map(target => hashJson(target)).sort()});
}

function omitId(target: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(target).filter(([name]) => name !== 'id'));
}
