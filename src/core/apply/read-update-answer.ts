import type {LiveMonitor} from '../api/port';
import {hashJson} from '../json/canonical';
import {isEqualJson, type JsonObject, property} from '../json/value';
import type {AlignedItem} from '../plan/align-lists';
import {comparableBody, diffPlaced, type FieldChange, memberOf, type PlacedChange} from '../plan/diff';
import {pickFillings} from '../plan/fillings';
import {listSentAlong, takeMembers} from '../plan/left-alone';
import {observedOf, readAsWritten, toLiveView, type Writing} from '../plan/live';
import {touchedMembers} from '../plan/patch';
import {hideTexts} from '../secrets/masking';
import type {AllowedFields} from '../service/allowed-fields';
import {member} from '../service/member';
import {readSchedule} from '../specs/schedule/schedule';
import {listTargetIds} from '../specs/targets';
import type {IntendedMonitor} from '../state/state';
import {observeMonitor} from './observation';
import type {UpdateEdit} from './progress';

/** An update's answer, compared with what was sent. */
export interface EditReading {
  /** Changes that were sent and not done: the monitor still has the old value there. */
  readonly undone: readonly FieldChange[];
  /** Values that the service made something else of: neither the old value nor the new one. Empty where something was not done. */
  readonly changed: readonly FieldChange[];
  /** Record of the monitor: members that were not done stay as they were. */
  readonly monitor: IntendedMonitor;
  /** Values of the service for them, fingerprinted. */
  readonly observed: JsonObject;
}

/** An update, the monitor right before it, and the service's answer; `live` is null where nothing else than `patch` can have changed. */
export interface AnsweredEdit {
  readonly edit: UpdateEdit;
  readonly live: LiveMonitor | null;
  readonly answer: LiveMonitor;
  /** Salts what is compared. */
  readonly lineage: string;
  /** Compared besides the members of the types. */
  readonly fields: AllowedFields;
}

/**
 * Compares an update's answer with what was sent and with what was there before. Of a member that was not sent, and that is not as
 * it was, nothing is taken for what the service made of it: someone else changed it, and the next refreshed plan shows it. Pure.
 */
export function readUpdateAnswer(answered: AnsweredEdit): EditReading {
  const {edit, answer} = answered;
  const wanted = comparableBody(edit.monitor.applied);
  const known = edit.before?.observed ?? {};
  const body = bodyLeftAlone(answer, answered);
  const {hide} = answer;
  const read = readAsWritten(body, readFor(edit, wanted, hide));
  const moves = listMoves(answered, wanted, read);
  const isUndone = (change: PlacedChange) => moves.some(moved => !moved.some(move => concerns(move, change)));
  const others = diffPlaced(wanted, read, hide).filter(({field}) => isPatched(field, edit) && !isUnreadable(field, wanted));
  const unsent = diffPlaced(wanted, readAsWritten(body, {written: wanted, observed: known, hide}), hide).filter(
    ({field}) => !isPatched(field, edit),
  );
  const left = isToLoseWebhook(edit, wanted) ? unsent.filter(change => memberOf(change.field) === 'webhook' && isUndone(change)) : [];
  const undone = [...fieldsOf(others.filter(isUndone)), ...fieldsOf(left), ...readStatus(edit, answer)];
  const outside = edit.sent === 'whole' ? new Set<string>() : touchedMembers(fieldsOf(unsent));
  const isDone = undone.length === 0;
  return {
    undone,
    // Of an update that was not done, another value may be someone else's from before it: it is recorded, and sent again.
    changed: isDone ? fieldsOf(others) : [],
    monitor: isDone ? edit.monitor : leaveUndone(edit.monitor, {wanted, read, members: touchedMembers(fieldsOf(others), undone), answer}),
    observed: keepOutside(observeMonitor(edit.monitor.applied, {...answer, data: body}, answered.lineage).observed, known, outside),
  };
}

/**
 * Lists the differences between each way the monitor may have been and the answer: as it was read right before, which a
 * replica may show too old, and as it is recorded, also as an update whose answer was lost would have left it.
 */
function listMoves(answered: AnsweredEdit, wanted: JsonObject, read: JsonObject): PlacedChange[][] {
  const {live, answer, edit} = answered;
  const {before} = edit;
  const body = bodyLeftAlone(answer, answered);
  const {hide} = answer;
  const readLive = (seen: LiveMonitor) => readAsWritten(bodyLeftAlone(seen, answered), readFor(edit, wanted, seen.hide));
  const seen = live === null ? [] : [diffPlaced(readLive(live), read)];
  return [
    ...seen,
    ...listRecorded(edit).map(written =>
      diffPlaced(written, readAsWritten(body, {written, observed: before === null ? {} : observedOf(before, written), hide})),
    ),
  ];
}

/**
 * Chooses how to read an answer: another update may make something else of its members, but for what the service fills
 * into pages' options.
 */
function readFor({before}: UpdateEdit, written: JsonObject, hide: Writing['hide']): Writing {
  if (before === null) return {written, observed: {}, isNew: true, hide};
  return {written, observed: pickFillings(before.observed), hide};
}

/** The bodies that are recorded of the monitor: as applied, and as an update whose answer was lost would have left it. */
function listRecorded({before}: UpdateEdit): JsonObject[] {
  if (before === null) return [];
  return [before.applied, ...(before.pending === undefined ? [] : [before.pending.applied])].map(comparableBody);
}

/** Whether the update was to leave no webhook: no update takes one away, but the plan saw it gone, as a replica may show it. */
function isToLoseWebhook(edit: UpdateEdit, wanted: JsonObject): boolean {
  const hasWebhook = (body: JsonObject) => (property(body, 'webhook') ?? null) !== null;
  return !hasWebhook(wanted) && listRecorded(edit).some(hasWebhook);
}

/** A part that is ignored is sent along as the service has it, and reads as recorded. */
function bodyLeftAlone(monitor: LiveMonitor, {edit, lineage, fields}: AnsweredEdit): JsonObject {
  return takeMembers(toLiveView(monitor, lineage, fields)?.body ?? {}, edit.monitor.applied, listSentAlong(edit.ignored, edit.patch));
}

function isPatched(field: FieldChange, {patch}: UpdateEdit): boolean {
  return Object.hasOwn(patch, memberOf(field));
}

/** Checks for a schedule in words that we can't read: its answer is the service's reading of it, whatever it is. */
function isUnreadable({path}: FieldChange, wanted: JsonObject): boolean {
  if (!path.startsWith('/schedule/') || path === '/schedule/timezone') return false;
  const reading = readSchedule({text: member(member(wanted, 'schedule'), 'text') ?? null})?.reading;
  return reading?.kind === 'text' && reading.text.kind !== 'schedule';
}

/** Any other status is the service's own affair. */
function readStatus({patch}: UpdateEdit, {status}: LiveMonitor): FieldChange[] {
  const sent = property(patch, 'status');
  const isOther = (sent === 'active' && status === 'paused') || (sent === 'paused' && status === 'active');
  return isOther ? [{path: '/status', op: 'change', before: sent, after: status, sensitive: false}] : [];
}

function fieldsOf(changes: readonly PlacedChange[]): FieldChange[] {
  return changes.map(({field}) => field);
}

/**
 * Whether a move is about what differs from what was wanted: both are about the same place of the answer. What happened to one target
 * says nothing about another; but a target that is wanted and missing may be one that is new.
 */
function concerns(move: PlacedChange, change: PlacedChange): boolean {
  const [moved, differing] = [targetStepOf(move), targetStepOf(change)];
  if (moved === null || differing === null) return overlaps(move.field.path, change.field.path);
  if (differing.kind === 'removed') return isNewTarget(move, moved) || (moved.kind === 'removed' && isSameTarget(move, change));
  if (moved.kind === 'removed' || moved.index !== differing.index) return false;
  if (differing.kind === 'added') return isNewTarget(move, moved);
  return moved.kind === 'added' || overlaps(move.field.path, change.field.path);
}

/** Whether a move made a target, or made another one of it. */
function isNewTarget({field: {path}}: PlacedChange, {kind}: AlignedItem): boolean {
  return kind === 'added' || (kind === 'kept' && /^\/targets\/\d+\/(id|type|url|urls|queries)(\/|$)/.test(path));
}

/** The target that a change is about; null where it is about something else. */
function targetStepOf({steps: [first, second]}: PlacedChange): AlignedItem | null {
  if (first?.kind !== 'member' || first.name !== 'targets') return null;
  return second === undefined || second.kind === 'member' ? null : second;
}

/** Whether two targets that are not there any more are one. */
function isSameTarget({field: {before: one = null}}: PlacedChange, {field: {before: other = null}}: PlacedChange): boolean {
  const [id, otherId] = listTargetIds({targets: [one, other]});
  return id === null && otherId === null ? isEqualJson(one, other) : id === otherId;
}

function overlaps(one: string, other: string): boolean {
  const [a, b] = [placeOf(one), placeOf(other)];
  return a === b || a.startsWith(`${b}/`) || b.startsWith(`${a}/`);
}

/** Words and cron are two ways to say the same. */
function placeOf(path: string): string {
  return path === '/schedule/text' ? '/schedule/cron' : path;
}

interface PartlyDone {
  readonly wanted: JsonObject;
  readonly read: JsonObject;
  /** Top-level members of which something was not done. */
  readonly members: ReadonlySet<string>;
  readonly answer: LiveMonitor;
}

/** Makes the record of a monitor that an update changed in part, every default written out: the next plan shows what is left. */
function leaveUndone({paused, ...rest}: IntendedMonitor, {wanted, read, members, answer}: PartlyDone): IntendedMonitor {
  const done = Object.entries(wanted).filter(([name]) => !members.has(name));
  const left = Object.entries(read).filter(([name]) => members.has(name));
  const applied = Object.fromEntries([...done, ...left.map(([name, value]) => [name, hideTexts(value, answer.hide)] as const)]);
  const isPaused = members.has('status') ? answer.status === 'paused' : paused === true;
  return {...rest, applied, bodyHash: hashJson(applied), ...(isPaused ? {paused: true} : {})};
}

/** Keeps the known values of members that someone else changed meanwhile, and takes nothing else of them. */
function keepOutside(observed: JsonObject, before: JsonObject, outside: ReadonlySet<string>): JsonObject {
  const fresh = Object.entries(observed).filter(([name]) => !outside.has(name));
  const known = Object.entries(before).filter(([name]) => outside.has(name));
  return Object.fromEntries([...fresh, ...known]);
}
