import {compareText} from '../diagnostics/diagnostic';
import {hashJson} from '../json/canonical';
import type {Key} from '../specs/desired-monitor';
import {toMonitorJson} from './format/monitor';
import {listHeldIds} from './removed';
import type {RecordedMonitor, State} from './state';

/** A difference between two versions of a state that a run does not explain. */
export type StateShift = HarmlessShift | DangerousShift;

/** Recorded, edited or renamed by a command and committed by hand. `let-go`: no longer recorded; the monitor may still run. */
type HarmlessShift =
  | {readonly kind: 'added'; readonly key: Key; readonly id: string}
  | {readonly kind: 'let-go'; readonly key: Key; readonly id: string}
  | EditedRecord<'edited'>
  | {readonly kind: 'renamed'; readonly key: Key; readonly id: string; readonly from: Key};

/** `content` is the hash of what the record says now. */
interface EditedRecord<Kind> {
  readonly kind: Kind;
  readonly key: Key;
  readonly id: string;
  readonly content: string;
}

/**
 * A difference that pays for a monitor twice, changes or deletes an unrelated one, or leaves one unwatched:
 * - `gone`: the record of `id` is not under this key any more, and a spec still has the key;
 * - `unexplained`: the record is gone, no spec has its key, and no line of the state says that it was removed;
 * - `exchanged`: the key records `id`, and recorded `from` before;
 * - `handed-over`: another version of the state says that `state rm` let the monitor go: it may be another project's by now;
 * - `stray`: apply would delete the monitor, which it would not have before: the id is new under a key without a spec, came from a key
 *   with one, lost its protection, or the record says now that it is to be deleted;
 * - `rewritten`: a pull request that did not show it wrote another content of the record: apply would take it for what the service has;
 * - `another-state`, `earlier-state`: lineage changed, serial lowered. `keys` are those whose records differ.
 */
export type DangerousShift =
  | {readonly kind: 'gone' | 'unexplained' | 'stray' | 'handed-over'; readonly key: Key; readonly id: string}
  | {readonly kind: 'exchanged'; readonly key: Key; readonly id: string; readonly from: string}
  | EditedRecord<'rewritten'>
  | {readonly kind: 'another-state' | 'earlier-state'; readonly lineage: string; readonly keys: readonly Key[]};

/** Whether a shift needs a review before apply touches its keys. */
export function isDangerous(shift: StateShift): shift is DangerousShift {
  return !HARMLESS.has(shift.kind);
}

const HARMLESS: ReadonlySet<StateShift['kind']> = new Set(['added', 'edited', 'let-go', 'renamed'] as const);

/** The keys that apply must leave alone because of a shift. */
export function keysOf(shift: DangerousShift): readonly Key[] {
  return 'keys' in shift ? shift.keys : [shift.key];
}

/** Names a shift: 64 hexadecimal digits, equal for equal shifts only. */
export function hashShift(shift: StateShift): string {
  const {
    kind,
    lineage = null,
    key = null,
    id = null,
    from = null,
    content,
  } = shift as StateShift & Record<'lineage' | 'key' | 'id' | 'from' | 'content', string>;
  return hashJson([kind, lineage, key, id, from, ...(content === undefined ? [] : [content])]);
}

/**
 * Compares two versions of a state record by record, dangerous shifts first. `before` is the version that a run recorded or a review
 * covered, `hasSpec` tells the keys of the specs that are applied with `after`. Both have their journals folded in. Pure.
 */
export function judgeStateChange(before: State, after: State, hasSpec: (key: Key) => boolean): readonly StateShift[] {
  if (before === after) return [];
  const held = {before: listHeldIds(before.monitors), after: listHeldIds(after.monitors)};
  const explained = new Set(after.removed?.map(({id}) => id));
  const shifts: StateShift[] = [];
  for (const [key, {id}] of before.monitors) {
    const now = after.monitors.get(key);
    const isHere = now?.id === id;
    if (isHere || (now !== undefined && held.before.has(now.id) && held.after.has(id))) continue;
    if (now !== undefined) shifts.push(held.before.has(now.id) ? {kind: 'gone', key, id} : {kind: 'exchanged', key, id: now.id, from: id});
    else if (hasSpec(key)) shifts.push({kind: 'gone', key, id});
    else if (!held.after.has(id)) shifts.push({kind: explained.has(id) ? 'let-go' : 'unexplained', key, id});
  }
  const left = new Set([...before.monitors.values()].flatMap(({leftovers = []}) => leftovers));
  const compared: Compared = {before, held: held.before, left, hasSpec};
  for (const [key, record] of after.monitors) shifts.push(...judgeRecord(key, record, compared));
  const sorted = shifts.sort((a, b) => compareText(nameOf(a), nameOf(b)));
  return [...judgeVersion(before, after, sorted), ...sorted.filter(isDangerous), ...sorted.filter(shift => !isDangerous(shift))];
}

/** The versions and keys to compare one record with. */
interface Compared {
  readonly before: State;
  readonly held: ReadonlyMap<string, Key>;
  /** The ids that were to be deleted before. */
  readonly left: ReadonlySet<string>;
  readonly hasSpec: (key: Key) => boolean;
}

function judgeRecord(key: Key, record: RecordedMonitor, compared: Compared): StateShift[] {
  const {before, held, left, hasSpec} = compared;
  const {id, leftovers = []} = record;
  const stray = leftovers.filter(leftover => !left.has(leftover)).map((leftover): StateShift => ({kind: 'stray', key, id: leftover}));
  if (isLostNow(key, record, compared)) return [...stray, {kind: 'stray', key, id}];
  const recorded = before.monitors.get(key);
  if (recorded?.id === id)
    return isSameRecord(recorded, record) ? stray : [...stray, {kind: 'edited', key, id, content: hashRecord(record)}];
  const from = held.get(id);
  if (from !== undefined) {
    const former = before.monitors.get(from);
    // A rename alone leaves the content as it is, but for the file that the spec is in.
    const isSame = former?.id === id && isSameRecord({...former, specPath: record.specPath}, record);
    return [
      ...stray,
      {kind: 'renamed', key, id, from},
      ...(isSame ? [] : [{kind: 'edited', key, id, content: hashRecord(record)} as const]),
    ];
  }
  // Another id under a known key is the business of that key.
  if (recorded !== undefined) return stray;
  return [...stray, {kind: hasSpec(key) ? 'added' : 'stray', key, id}];
}

/** Whether apply would delete a recorded monitor that a spec or its protection kept before. */
function isLostNow(key: Key, {id, protect}: RecordedMonitor, {before, held, hasSpec}: Compared): boolean {
  const from = held.get(id);
  const recorded = from === undefined ? undefined : before.monitors.get(from);
  if (from === undefined || recorded?.id !== id || hasSpec(key)) return false;
  return hasSpec(from) || (recorded.protect && !protect);
}

function isSameRecord(a: RecordedMonitor, b: RecordedMonitor): boolean {
  return a === b || hashRecord(a) === hashRecord(b);
}

/** Tells whether a record has the content that {@link hashRecord} names. */
export function hasContent(record: RecordedMonitor | undefined, content: string): boolean {
  return record !== undefined && hashRecord(record) === content;
}

/** Names the content of a record. */
export function hashRecord(record: RecordedMonitor): string {
  return hashJson(toMonitorJson(record));
}

function judgeVersion(before: State, after: State, shifts: readonly StateShift[]): DangerousShift[] {
  const kind = before.lineage !== after.lineage ? 'another-state' : before.serial > after.serial ? 'earlier-state' : null;
  if (kind === null) return [];
  const keys = shifts.flatMap(shift => ('key' in shift ? [shift.key] : []));
  return [{kind, lineage: after.lineage, keys: [...new Set(keys)].sort(compareText)}];
}

function nameOf(shift: StateShift): string {
  return 'key' in shift ? `${shift.key}\0${shift.kind}` : '';
}

/**
 * `base` with what one run changed between two versions: what others changed in between stays out, with the keys `foreign`, and so does
 * which monitor a record is of and what is to be deleted after it, where the run only went on from that.
 */
export function withRun(base: State, parent: State, recorded: State, foreign: ReadonlySet<Key> = new Set()): State {
  const monitors = new Map(base.monitors);
  for (const [key, record] of recorded.monitors) {
    if (foreign.has(key) || parent.monitors.get(key) === record || isAsBefore(parent, key, record)) continue;
    const [before, own] = [parent.monitors.get(key), base.monitors.get(key)];
    if (before?.id === record.id && own?.id !== record.id) continue;
    monitors.set(key, withoutLeftovers(record, before, own));
  }
  for (const key of parent.monitors.keys()) if (!recorded.monitors.has(key)) monitors.delete(key);
  return {...base, monitors, serial: Math.max(base.serial, recorded.serial)};
}

/** A record of a run without the leftovers that others wrote into the one before. */
function withoutLeftovers(record: RecordedMonitor, before?: RecordedMonitor, own?: RecordedMonitor): RecordedMonitor {
  const {leftovers = [], ...rest} = record;
  const kept = leftovers.filter(id => own?.leftovers?.includes(id) === true || before?.leftovers?.includes(id) !== true);
  return kept.length === leftovers.length ? record : kept.length === 0 ? rest : {...rest, leftovers: kept};
}

function isAsBefore({monitors}: State, key: Key, record: RecordedMonitor): boolean {
  const before = monitors.get(key);
  return before !== undefined && isSameRecord(before, record);
}
