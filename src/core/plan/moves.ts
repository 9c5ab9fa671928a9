import {compileMove} from '../base/glob';
import {addToGroup} from '../base/grouping';
import type {DesiredMonitor, Key} from '../specs/desired-monitor';
import type {JournaledCreate} from '../state/journal';
import type {ReadableState, RecordedOutline} from '../state/state';

/** An entry of `moves` in the config: two keys, or two patterns with one wildcard each. */
export interface KeyMove {
  readonly from: string;
  readonly to: string;
}

/** Input of moves. */
interface MoveWorld {
  readonly desired: readonly DesiredMonitor[];
  readonly state: ReadableState | null;
  readonly unresolved: readonly JournaledCreate[];
}

/** The specs after `moves`. */
export interface MovedSpecs {
  /** A spec that is the new place of a record has its key as `renamedFrom`. In the order of the given ones. */
  readonly desired: readonly DesiredMonitor[];
  /** Records that cannot move, and new specs that several records would become: each with the other key. */
  readonly moveConflicts: ReadonlyMap<Key, Key>;
}

/**
 * Lets records whose specs are gone become the new specs that `moves` name: as if these said `renamedFrom`. The first entry
 * that matches a key decides, and its result is not moved again; without a spec under the result, nothing happens. Linear in
 * the number of such records times that of entries; free without entries.
 */
export function applyMoves(moves: readonly KeyMove[], {desired, state, unresolved}: MoveWorld): MovedSpecs {
  if (moves.length === 0) return {desired, moveConflicts: new Map()};
  const renames = moves.map(({from, to}) => compileMove(from, to)).flatMap(move => (move.kind === 'move' ? [move.rename] : []));
  const specs = new Map(desired.map(spec => [spec.key, spec]));
  const recorded: ReadonlyMap<Key, RecordedOutline> = state?.monitors ?? new Map<Key, RecordedOutline>();
  const known = new Set([...recorded.keys(), ...unresolved.map(({intent}) => intent.key)]);
  const claimed = new Set(desired.map(({sync}) => sync.renamedFrom));
  const sources = new Map<Key, Key[]>();
  for (const key of known) {
    if (specs.has(key) || claimed.has(key)) continue;
    const to = findResult(renames, key);
    if (to !== null && specs.has(to)) addToGroup(sources, to, key);
  }
  const moveConflicts = new Map<Key, Key>();
  const from = new Map<Key, Key>();
  for (const [to, keys] of sources) {
    const [first, second] = keys;
    if (first === undefined) continue;
    const spec = specs.get(to);
    const isTaken = known.has(to) || (spec !== undefined && findFormerKey(spec, specs, known) !== null);
    if (!isTaken && second === undefined) {
      from.set(to, first);
      continue;
    }
    for (const key of keys) moveConflicts.set(key, to);
    if (!isTaken) moveConflicts.set(to, first);
  }
  if (from.size === 0) return {desired, moveConflicts};
  return {desired: desired.map(spec => moveSpec(spec, from.get(spec.key))), moveConflicts};
}

function findResult(renames: readonly ((key: Key) => Key | null)[], key: Key): Key | null {
  for (const rename of renames) {
    const result = rename(key);
    if (result !== null) return result;
  }
  return null;
}

/** Some keys. */
type Keys = Pick<ReadonlySet<Key>, 'has'>;

/**
 * The known key that a spec continues, by its own `renamedFrom`, which has precedence, or by `moves`, once they were applied; null where
 * it continues none.
 */
export function findFormerKey({sync}: Pick<DesiredMonitor, 'sync'>, specs: Keys, known: Keys): Key | null {
  const from = sync.renamedFrom;
  return from !== undefined && known.has(from) && !specs.has(from) ? from : null;
}

function moveSpec(spec: DesiredMonitor, from: Key | undefined): DesiredMonitor {
  return from === undefined ? spec : {...spec, sync: {...spec.sync, renamedFrom: from}};
}
