import {compareText} from '../diagnostics/diagnostic';
import {isObject, type JsonValue} from '../json/value';
import type {Key} from '../specs/desired-monitor';
import type {ReadableState, RecordedOutline, RemovedRecord, State} from './state';

/** The time for which every line is kept, in milliseconds: 90 days. */
const KEPT_MS = 90 * 24 * 60 * 60 * 1000;

/** The number of older lines that are kept; the newest. */
const KEPT_OLDER = 500;

/** When records leave a state, and by which command. */
type Removal = Pick<RemovedRecord, 'serial' | 'at' | 'by'>;

/**
 * Adds a line to `next` for each id that `before` holds and `next` does not, and keeps the lines of both. The line of a record that is
 * back is dropped, but for what `state rm` let go: whether it was taken in again, or a state of before put back, tells whose it is. An edit
 * that a person allowed takes it in. Returns `next` itself where nothing changes; a state of another lineage says nothing.
 */
export function noteRemoved(before: State | null, next: State, removal: Removal): State {
  if (before === null || before.lineage !== next.lineage) return next;
  if (before.monitors === next.monitors && before.removed === next.removed) return next;
  const held = listHeldIds(next.monitors);
  const heldBefore = listHeldIds(before.monitors);
  const lines = mergeLines(before.removed, next.removed).flatMap((line): RemovedRecord[] => {
    // A record that goes again gets a line of its own.
    if (!held.has(line.id)) return heldBefore.has(line.id) ? [] : [line];
    if (line.by === LEFT_BEHIND) return [{...line, ...removal, by: SAYS_NOTHING}];
    if (!isTakenOut(line)) return tellsRemoval(line) ? [] : [line];
    // A rename takes nothing in.
    const [was, is] = [heldBefore.get(line.id), held.get(line.id) ?? ''];
    const isTakenIn = was === undefined || before.monitors.get(was)?.bodyHash !== next.monitors.get(is)?.bodyHash;
    return isTakenIn && removal.by !== SAYS_NOTHING ? [{...line, ...removal, by: SAYS_NOTHING}] : [line];
  });
  const noted = new Set(lines.map(({id}) => id));
  const added: RemovedRecord[] = [];
  for (const [id, key] of heldBefore) if (!held.has(id) && !noted.has(id)) added.push({key, id, ...removal});
  return withRemoved(next, added.length === 0 ? lines : dropOld([...lines, ...added.sort(compareLines)], removal.at));
}

/** Lists the monitors that a state records and that `state rm` let go: a state of before that was put back. */
export function listPutBackAfterRemoval({removed = []}: Pick<ReadableState, 'removed'>): ReadonlySet<string> {
  return new Set(removed.filter(isTakenOut).map(({id}) => id));
}

/** Tells whether a state says of a monitor that it was taken in again after `state rm`. */
export function isTakenInAgain({removed = []}: Pick<ReadableState, 'removed'>, id: string): boolean {
  return removed.some(line => line.id === id && !tellsRemoval(line));
}

/** A state with other lines; none is no member. */
function withRemoved(state: State, removed: readonly RemovedRecord[]): State {
  const {removed: before = [], ...rest} = state;
  const isSame = before.length === removed.length && before.every((line, index) => line === removed[index]);
  if (isSame) return state;
  return removed.length === 0 ? rest : {...rest, removed};
}

/** The lines of several copies of a state, each id once; of two the one with the higher serial. */
export function mergeLines(...copies: readonly (readonly RemovedRecord[] | undefined)[]): readonly RemovedRecord[] {
  const lines = new Map<string, RemovedRecord>();
  for (const line of copies.flatMap(copy => copy ?? [])) {
    const known = lines.get(line.id);
    if (known === undefined || known.serial < line.serial) lines.set(line.id, line);
  }
  return [...lines.values()];
}

/** The ids of a state with their keys: those of its records, and those that are still to be deleted. */
export function listHeldIds(monitors: ReadableState['monitors']): ReadonlyMap<string, Key> {
  const held = new Map<string, Key>();
  const note = (key: Key, {id, leftovers = []}: RecordedOutline) => {
    held.set(id, key);
    for (const leftover of leftovers) held.set(leftover, key);
  };
  for (const [key, record] of monitors) note(key, record);
  return held;
}

/** The id of each record of a state by its key. */
export function listIdsByKey(monitors: ReadableState['monitors']): ReadonlyMap<Key, string> {
  return new Map([...monitors].map(([key, {id}]) => [key, id]));
}

/** The latest of these times at which a monitor was made, as RFC 3339 in UTC sorts; undefined where none tells. */
export function findLatest(times: Iterable<string | undefined>): string | undefined {
  let latest: string | undefined;
  for (const time of times) if (time && (latest === undefined || time > latest)) latest = time;
  return latest;
}

/** Reads the lines of a state; null for anything else. */
export function readRemoved(value: JsonValue): readonly RemovedRecord[] | null {
  return Array.isArray(value) && value.every(isLine) ? (value as unknown as readonly RemovedRecord[]) : null;
}

function isLine(value: JsonValue): boolean {
  if (!isObject(value)) return false;
  const {key, id, serial, at, by} = value;
  return (
    typeof key === 'string' && typeof id === 'string' && Number.isSafeInteger(serial) && typeof at === 'string' && typeof by === 'string'
  );
}

/** Drops what is older than 90 days, but for the newest 500 of it. */
function dropOld(lines: readonly RemovedRecord[], now: string): readonly RemovedRecord[] {
  const isOld = ({at}: RemovedRecord) => !(Date.parse(now) - Date.parse(at) < KEPT_MS);
  const old = lines.filter(isOld).sort((a, b) => compareText(b.at, a.at));
  const dropped = new Set(old.slice(KEPT_OLDER));
  return dropped.size === 0 ? lines : lines.filter(line => !dropped.has(line));
}

function compareLines(a: RemovedRecord, b: RemovedRecord): number {
  return compareText(a.key, b.key) || compareText(a.id, b.id);
}

/** A state restored by hand says nothing of what its monitors became. */
const SAYS_NOTHING = 'state restore';

/** The command that leaves a monitor to run, as other versions of the state record it. */
export const LEFT_BEHIND = 'apply --allow-old-checkout';

/** The command that takes a record out without its monitor. */
export const LET_GO = 'state rm';

/** Whether a record went without its monitor, which runs on. */
export function isTakenOut({by}: Pick<RemovedRecord, 'by'>): boolean {
  return by === LET_GO;
}

/** Whether a line says that a command let a monitor go. */
export function tellsRemoval({by}: Pick<RemovedRecord, 'by'>): boolean {
  return by !== SAYS_NOTHING;
}

/**
 * Tells whether a version of the same state recorded a monitor again after a line of ours says that it went: it knew the line. One that has
 * another line of it only was made beside.
 */
export function isRecordedAgain(
  {removed}: {readonly removed?: readonly Pick<RemovedRecord, 'id' | 'serial'>[] | undefined},
  {id, serial}: Pick<RemovedRecord, 'id' | 'serial'>,
): boolean {
  return (removed ?? []).some(line => line.id === id && line.serial >= serial);
}
