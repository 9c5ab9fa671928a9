import {type JsonObject, property} from '../json/value';
import {fingerprintBody} from '../secrets/fingerprint';
import {isOfSameKey} from '../secrets/keyed-hash';
import {findReferences} from '../secrets/references';
import {hideAlso} from '../secrets/sent-secrets';
import {member} from '../service/member';
import {hasGoal} from '../specs/credits';
import type {DesiredMonitor, Key} from '../specs/desired-monitor';
import {isProtected} from '../specs/sync';
import {deriveTargetIds, listTargetIds, listTargets, takeIdsOfSameContent, withTargetIds} from '../specs/targets';
import type {RecordedMonitor} from '../state/state';
import type {BlockedChange, ReplaceChange, UpdateChange} from './change';
import {comparableBody, diffBodies, diffComparable, type FieldChange, keepRecordedIds, memberOf} from './diff';
import {losesProtection} from './layer-losses';
import {asWrittenOf, readLeftAlone, takeMembers} from './left-alone';
import {hashLive, type LiveMonitorView, observedOf, readAsWritten} from './live';
import type {DecisionContext} from './match';
import {buildPatch, changeStatus, diffStatus, presentStatus, statusOf, touchedMembers, wantedStatus} from './patch';

/** A recorded monitor, the spec that wants it, and what the service holds under its id; null when it was not asked. */
interface KeptMonitor {
  readonly key: Key;
  readonly before: RecordedMonitor;
  readonly after: DesiredMonitor;
  readonly live: LiveMonitorView | null;
}

/** Decides what full operations do to a monitor that the state and the specs have; null when it is as it should be. */
export function decideEdit(kept: KeptMonitor, context: DecisionContext): UpdateChange | ReplaceChange | BlockedChange | null {
  const edit = compareEdit(kept, context);
  if (edit === null) return null;
  const {key, before, after} = kept;
  const {fields, drift, rotated} = edit;
  const seen = kept.live === null ? null : hashLive(kept.live);
  const why = whyReplace(edit, after);
  if (why === null) {
    const {targetIds, patch} = writeUpdate(kept, edit, context);
    const present = pickPresent(patch, edit.held);
    const alreadySet = Object.keys(patch).filter(name => edit.isAlreadySet(name));
    return {action: 'update', key, id: before.id, before, after, targetIds, patch, present, alreadySet, fields, drift, rotated, seen};
  }
  if (isProtected(after) || losesProtection(before, after)) {
    const outside = drift.length > 0 ? {drift} : {};
    return {action: 'blocked', key, wanted: 'replace', reason: {kind: 'protected'}, before, after, fields, ...outside};
  }
  const {project, environment} = context;
  const whole = {...asWrittenOf(after), ...(after.sync.paused === 'keep' ? {paused: presentStatus(before, kept.live) === 'paused'} : {})};
  const targetIds = deriveTargetIds({project, environment, key, body: whole.body(), taken: context.takenIds()});
  const sent =
    after.asWritten === undefined
      ? fields
      : [...diffBodies(before.applied, whole.body(), context.lineage), ...diffStatus(before, whole, null).fields];
  return {action: 'replace', key, before, after: whole, targetIds, fields: sent, drift, why, seen};
}

/** Differences between a recorded monitor, its spec and its live self. */
interface Edit {
  readonly fields: readonly FieldChange[];
  readonly drift: readonly FieldChange[];
  readonly rotated: readonly string[];
  /** Top-level members to send. */
  readonly members: ReadonlySet<string>;
  readonly hasStatusChange: boolean;
  /** The bodies that the monitor may have now: as recorded, as an update whose answer was lost would have made it, as it is. */
  readonly present: readonly JsonObject[];
  /** The last of them is known: the others are history. */
  readonly isLive: boolean;
  /** The monitor's present values, member by member: as recorded or, where it drifted, as it is; with its `status`. */
  readonly held: JsonObject;
  /** Whether the service was seen to hold a member as it is to be. This cannot be seen of a secret's value. */
  readonly isAlreadySet: (name: string) => boolean;
}

/** Null where nothing differs: what only an update needs is not worked out then, the spec's body above all. */
function compareEdit({before, after, live: seen}: KeptMonitor, context: DecisionContext): Edit | null {
  const live = seen === null ? null : {...readLeftAlone(seen, after, before), hide: hideAlso(seen.hide, () => after.body())};
  const {lineage} = context;
  const fields = after.bodyHash === before.bodyHash ? [] : diffBodies(before.applied, after.body(), lineage);
  const recorded = comparableBody(before.applied);
  const desired = fields.length === 0 ? recorded : withKnownIds(after.body(), {before, live: seen}, context);
  const {ignore: ignored = []} = after.sync;
  const doubted = before.pending === undefined ? [] : [comparableBody(takeMembers(before.pending.applied, before.applied, ignored))];
  const read = live === null ? null : readNearest(live, recorded, doubted, before);
  const undoing = doubted.flatMap(body => diffComparable(body, desired));
  const outside = read?.outside ?? [];
  const correcting = read === null ? [] : desired === read.written ? outside : diffComparable(read.body, desired, live?.hide);
  const drift = read === null ? [] : selectDrift({read, correcting, desired, hasEdits: fields.length > 0});
  const status = diffStatus(before, after, live);
  const rotated = listRotated(before, after, context);
  const lists = [fields, drift, rotated, doubted, status.fields, status.drift];
  if (lists.every(({length}) => length === 0)) return null;
  const members = touchedMembers(fields, undoing, correcting);
  for (const name of membersReferringTo(after, rotated)) members.add(name);
  const changing = new Set([...touchedMembers(correcting), ...membersReferringTo(after, after.references)]);
  if (presentStatus(before, live) !== wantedStatus(after)) changing.add('status');
  return {
    fields: [...fields, ...status.fields],
    drift: [...drift, ...status.drift],
    rotated,
    members,
    hasStatusChange: status.isToBeSent,
    present: [recorded, ...doubted, ...(read === null ? [] : [read.body])],
    isLive: read !== null,
    isAlreadySet: name => read !== null && !changing.has(name),
    held: {...(read === null ? recorded : mergeDrift(read.written, read.body, outside)), status: presentStatus(before, live)},
  };
}

/** A body as it was written, but for the members that drifted: those as they were read. */
function mergeDrift(written: JsonObject, read: JsonObject, outside: readonly FieldChange[]): JsonObject {
  const changed = touchedMembers(outside);
  const names = Object.keys({...written, ...read});
  return Object.fromEntries(
    names.flatMap(name => {
      const value = property(changed.has(name) ? read : written, name);
      return value === undefined ? [] : [[name, value] as const];
    }),
  );
}

function pickPresent(patch: JsonObject, held: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(held).filter(([name]) => Object.hasOwn(patch, name)));
}

/** A live body read as one that is recorded. */
interface Reading {
  readonly written: JsonObject;
  readonly body: JsonObject;
  /** Differences between the two. */
  readonly outside: readonly FieldChange[];
}

/** The reading that is nearest, and what of its differences no reading explains: no update of ours has made these. */
interface NearestReading extends Reading {
  readonly unexplained: readonly FieldChange[];
}

/** Reads a live body as what it is nearest to: after a lost answer it may be as before the update or as after it. */
function readNearest(
  {body: live, hide}: LiveMonitorView,
  recorded: JsonObject,
  doubted: readonly JsonObject[],
  before: RecordedMonitor,
): NearestReading {
  const readings = [recorded, ...doubted].map((written): Reading => {
    const observed = written === recorded ? before.observed : observedOf(before, written);
    const body = readAsWritten(live, {written, observed, hide});
    return {written, body, outside: diffComparable(body, written, hide)};
  });
  const nearest = readings.reduce((best, reading) => (reading.outside.length < best.outside.length ? reading : best));
  const differing = readings.map(({outside}) => new Set(outside.map(({path}) => path)));
  // Each reading may pair the targets in another way: a path of one says nothing about another.
  const unexplained = nearest.outside.filter(field => memberOf(field) === 'targets' || differing.every(paths => paths.has(field.path)));
  return {...nearest, unexplained};
}

/** Selects the corrections that undo changes from outside. Where the spec changed too, both values are shown: each in its own list. */
function selectDrift(found: {
  read: NearestReading;
  correcting: readonly FieldChange[];
  desired: JsonObject;
  hasEdits: boolean;
}): readonly FieldChange[] {
  const {read, correcting, desired, hasEdits} = found;
  if (read.unexplained.length === 0) return [];
  if (!hasEdits) return correcting;
  const places = new Set(read.unexplained.map(field => placeIn(read.written, field)));
  const undone = correcting.filter(field => places.has(placeIn(desired, field)));
  return [...undone, ...listDropped(read.unexplained, correcting, desired)];
}

/** Finds the place of a field, its target by its id: the targets of two bodies may be in another order. */
function placeIn(body: JsonObject, {path}: FieldChange): string {
  const [whole, index] = /^\/targets\/(\d+)(?=\/|$)/.exec(path) ?? [];
  const id = index === undefined ? undefined : listTargetIds(body)[Number(index)];
  return whole === undefined || id == null ? path : path.replace(whole, `/targets/${id}`);
}

/** Targets from outside that the update drops, and that the comparison pairs with new ones of the spec. */
function listDropped(outside: readonly FieldChange[], correcting: readonly FieldChange[], desired: JsonObject): FieldChange[] {
  const known = new Set([null, ...listTargetIds(desired), ...correcting.map(idOfRemoved)]);
  return outside.filter(field => !known.has(idOfRemoved(field)));
}

/** The id of the target that a field takes away; null for any other field. */
function idOfRemoved({path, op, before = null}: FieldChange): string | null {
  return path === '/targets' && op === 'remove' ? (listTargetIds({targets: [before]})[0] ?? null) : null;
}

/** Why an update can't bring the monitor to its spec; null when it can. */
function whyReplace({present, isLive}: Edit, after: DesiredMonitor): ReplaceChange['why'] | null {
  const hasWebhook = (body: JsonObject | undefined) => (member(body, 'webhook') ?? null) !== null;
  const possible = isLive ? present.slice(-1) : present;
  if (!possible.some(hasWebhook) || hasWebhook(after.body())) return null;
  return present.slice(0, isLive ? -1 : undefined).some(hasWebhook) ? 'webhook-removed' : 'webhook-added-outside';
}

function writeUpdate(
  {key, before, after, live}: KeptMonitor,
  edit: Edit,
  context: DecisionContext,
): Pick<UpdateChange, 'targetIds' | 'patch'> {
  const body = after.body();
  const targetIds = listUpdatedIds({key, before, live}, body, context);
  const hadGoal = edit.present.every(hasGoal);
  const patch = buildPatch({body, targetIds, members: edit.members, hadGoal});
  const status = edit.hasStatusChange ? {status: wantedStatus(after)} : {};
  const whole = {...patch, ...status};
  return {targetIds, patch: Object.keys(whole).length > 0 ? whole : confirm(before, body, targetIds)};
}

/** An update whose answer was lost and that leaves nothing to change is sent once more, as little of it as there is: only its answer shows what was done. */
function confirm(before: RecordedMonitor, body: JsonObject, targetIds: readonly string[]): JsonObject {
  const referring = new Set(before.pending === undefined ? [] : findReferences(body).map(({path}) => String(path[0])));
  return buildPatch({body, targetIds, members: referring.size > 0 ? referring : new Set(['name']), hadGoal: true});
}

/** One id for each target: the one that is known of it, else a new one. */
export function listUpdatedIds(kept: Omit<KeptMonitor, 'after'>, body: JsonObject, context: DecisionContext): string[] {
  const {project, environment} = context;
  const ids = listTargetIds(withKnownIds(body, kept, context));
  return deriveTargetIds({project, environment, key: kept.key, body: withTargetIds(body, ids), taken: context.takenIds()});
}

/**
 * A body in the form in which bodies are compared, with the id that is known of each target: the spec's own, else the recorded one, else
 * one of an update in doubt, else the live one. A target that was added in the service keeps its id, and with it its history.
 */
function withKnownIds(
  body: JsonObject,
  {before, live}: Pick<KeptMonitor, 'before' | 'live'>,
  {lineage, takenIds}: DecisionContext,
): JsonObject {
  const recorded = keepRecordedIds(before.applied, fingerprintBody(comparableBody(body), lineage));
  const known = before.pending === undefined ? recorded : keepRecordedIds(before.pending.applied, recorded);
  return live === null || !listTargetIds(known).includes(null) ? known : takeIdsOfSameContent(known, listTargets(live.body), takenIds());
}

function listRotated(before: RecordedMonitor, after: DesiredMonitor, {secretHashes}: DecisionContext): readonly string[] {
  if (secretHashes === undefined) return [];
  return after.references.filter(name => {
    const sent = before.secrets !== undefined && Object.hasOwn(before.secrets, name) ? before.secrets[name] : undefined;
    const now = secretHashes(name);
    return sent !== undefined && now !== undefined && sent !== now && isOfSameKey(sent, now);
  });
}

function membersReferringTo(after: DesiredMonitor, names: readonly string[]): string[] {
  if (names.length === 0) return [];
  return findReferences(after.body()).flatMap(({name, path}) => (names.includes(name) ? [String(path[0])] : []));
}

/** The drift of a recorded monitor, in all members: as it is there, and as it was last applied. */
export function listDrift(before: RecordedMonitor, live: LiveMonitorView): readonly FieldChange[] {
  const written = comparableBody(before.applied);
  const {body, hide} = live;
  const fields = diffComparable(readAsWritten(body, {written, observed: before.observed, hide}), written, hide);
  const [then, now] = [statusOf(before), presentStatus(before, live)];
  return then === now ? fields : [...fields, changeStatus(now, then)];
}

/**
 * Lists the values that an update would overwrite and that its plan did not see: as it is in the service, and as the
 * update would make it. A member that the update does not send does not matter, and so is one that is already as it is
 * to be. Empty where the update does just what its plan says. `lineage` salts the fingerprints, as in the state. Pure.
 */
export function listOverwritten(change: UpdateChange, seen: LiveMonitorView, lineage: string): readonly FieldChange[] {
  const {body: live, hide} = readLeftAlone(seen, change.after, change.before);
  const wanted = comparableBody(fingerprintBody(withTargetIds(change.after.body(), change.targetIds), lineage));
  const allowed = [...listPlanned(change), {written: wanted, expected: wanted, observed: {}}];
  let left: readonly string[] = Object.keys(change.patch).filter(name => name !== 'status');
  for (const {written, expected, observed} of allowed) {
    const touched = touchedMembers(diffComparable(readAsWritten(live, {written, observed, hide}), expected));
    left = left.filter(name => touched.has(name));
    if (left.length === 0) return [];
  }
  const fields = diffComparable(readAsWritten(live, {written: wanted, observed: {}, hide}), wanted, hide);
  return fields.filter(field => left.includes(memberOf(field)));
}

/**
 * Lists the readings of a live body, each with the expected result: as the plan saw it, in whose words the plan read
 * it, or as an update whose answer was lost would have left it.
 */
function listPlanned({before, patch, present}: UpdateChange) {
  const {observed, pending} = before;
  const recorded = comparableBody(before.applied);
  const kept: JsonObject = Object.fromEntries(Object.entries(recorded).filter(([name]) => !Object.hasOwn(patch, name)));
  const {status: _status, ...seen} = present;
  const expected = {...kept, ...seen};
  const planned = {written: recorded, expected, observed};
  if (pending === undefined) return [planned];
  const doubted = comparableBody(pending.applied);
  const inDoubt = {written: doubted, observed: observedOf(before, doubted)};
  return [planned, {...inDoubt, expected}, {...inDoubt, expected: doubted}];
}
