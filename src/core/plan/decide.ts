import {compareText} from '../diagnostics/diagnostic';
import {isEqualJson, type JsonObject} from '../json/value';
import type {DesiredMonitor, Key} from '../specs/desired-monitor';
import {isProtected, toRecordedSync} from '../specs/sync';
import {deriveTargetIds, listTargetIds} from '../specs/targets';
import type {ReadableState, RecordedMonitor, RecordedOutline} from '../state/state';
import {blockCreate, decideAdoption} from './adopt';
import type {BlockedChange, BlockedReason, Change, DeleteChange, Duplicate, Plan, UnresolvedChange} from './change';
import {costOf, costOfUntouched, type MonitorCost} from './costs';
import {diffBodies, listFields} from './diff';
import {decideEdit, listDrift, listUpdatedIds} from './edit';
import {losesProtection} from './layer-losses';
import {asWrittenOf, dropLeftFields, leaveAlone, listIgnoredEdits, listLeftFields, readAsLive} from './left-alone';
import {hashLive} from './live';
import {isForeign, type LiveIndex, ownersOf} from './live-index';
import {type DecisionContext, type DecisionInput, findRenames, type Match, matchKeys, openDecisionContext, recordOf} from './match';
import {diffStatus, statusOf, wantedStatus} from './patch';

/** Decisions for each monitor, in no particular order. */
export interface Decisions {
  readonly changes: readonly Change[];
  readonly bookkeeping: Plan['bookkeeping'];
  readonly costs: readonly MonitorCost[];
  readonly duplicates: readonly Duplicate[];
  readonly ignoredEdits: readonly IgnoredEdit[];
  readonly leftFields: readonly IgnoredEdit[];
  readonly unchanged: number;
  /** Context of the decisions, for results that are worked out from it afterwards. */
  readonly context: DecisionContext;
}

/** Decides for each spec, recorded monitor and unresolved create what apply has to do, without regard to budget and limits. */
export function decideChanges(input: DecisionInput): Decisions {
  const recorded = input.state?.monitors ?? new Map<Key, RecordedOutline>();
  const unresolved = new Map(input.unresolved.map(create => [create.intent.key, create]));
  const matches = matchKeys(input.desired, recorded, unresolved);
  const context = openDecisionContext(input, findRenames(matches, input));
  const changes: Change[] = [];
  const bookkeeping: Plan['bookkeeping'][number][] = [];
  const costs: MonitorCost[] = [];
  const duplicates: Duplicate[] = [];
  const ignoredEdits: IgnoredEdit[] = [];
  const leftFields: IgnoredEdit[] = [];
  let unchanged = 0;
  for (const found of matches) {
    const match = leaveMatchAlone(found, input.state);
    if (input.only !== undefined && !isSelected(match, input.only)) {
      costs.push(costOfUntouched(match, input.state));
      continue;
    }
    const decided = decideMatch(match, context);
    changes.push(...decided);
    costs.push(costOf(match, decided, input.state));
    if (context.index !== null) duplicates.push(...findDuplicates(match, decided, context.index, input.state));
    if (decided.length === 0) unchanged += 1;
    ignoredEdits.push(...findIgnoredEdits(match, decided));
    if (match.kind !== 'kept' && match.kind !== 'renamed') continue;
    leftFields.push(...findLeftFields(match, decided, input.state));
    bookkeeping.push(...listBookkeeping(match, decided, input.filledIn?.get(match.key)));
  }
  return {
    changes,
    bookkeeping,
    costs,
    duplicates: duplicates.sort((a, b) => compareText(a.key, b.key)),
    ignoredEdits,
    leftFields,
    unchanged,
    context,
  };
}

/** A match of a spec with the record that it continues. */
type ContinuedMatch = Extract<Match, {kind: 'kept' | 'renamed'}>;

/** A spec whose ignored members differ from what the service got: they are not sent. */
interface IgnoredEdit {
  readonly key: Key;
  /** Paths with dots. */
  readonly members: readonly string[];
}

/** The match with what its spec leaves alone as it is recorded. Reads no body where the hashes are equal. */
function leaveMatchAlone(match: Match, state: ReadableState | null): Match {
  if (match.kind !== 'kept' && match.kind !== 'renamed') return match;
  const {after} = match;
  const left = leaveAlone(after, match.before, () => recordOf(match, state).applied);
  return left === after ? match : {...match, after: left};
}

/** A create sends what is ignored too. */
function findIgnoredEdits(match: Match, changes: readonly Change[]): IgnoredEdit[] {
  const adopted = changes.find(change => change.action === 'adopt');
  const after = adopted?.after ?? (match.kind === 'kept' || match.kind === 'renamed' ? match.after : undefined);
  if (after?.asWritten === undefined || changes.some(({action}) => action === 'create' || action === 'replace')) return [];
  return [{key: match.key, members: listIgnoredEdits(after)}];
}

/** Finds the members that a spec lost and that only the config allows; a create or replace makes a monitor without them. */
function findLeftFields(match: ContinuedMatch, changes: readonly Change[], state: ReadableState | null): IgnoredEdit[] {
  if (match.before.bodyHash === match.after.bodyHash) return [];
  if (changes.some(({action}) => action === 'create' || action === 'replace')) return [];
  const members = listLeftFields(recordOf(match, state), match.after.body);
  return members.length === 0 ? [] : [{key: match.key, members}];
}

function isSelected(match: Match, only: ReadonlySet<Key>): boolean {
  return only.has(match.key) || (match.kind === 'renamed' && only.has(match.from));
}

/** The changes that one match needs; none when it is as it should be. */
function decideMatch(match: Match, context: DecisionContext): Change[] {
  switch (match.kind) {
    case 'new':
      return [decideNew(match.after, context)];
    case 'disputed':
      return [blockCreate(match.after, possibleRename(match.from, match.after.key, context))];
    case 'kept':
      return isAsRecorded(match, context)
        ? []
        : decideRecorded(match, dropLeftFields(recordOf(match, context.state), match.after.body, context.lineage), context);
    case 'renamed': {
      const {key, from, after} = match;
      const before = dropLeftFields(recordOf(match, context.state), after.body, context.lineage);
      const kept = [...decideKept(key, after, before, context), ...decideLeftovers(key, before, context)];
      return [{action: 'rename', key, from, after, before}, ...kept];
    }
    case 'vanished': {
      const before = recordOf(match, context.state);
      return [holdForDoubt(decideVanished(match, before, context), before), ...decideLeftovers(match.key, before, context)];
    }
    case 'unresolved':
      return [findUnresolved(match, context)];
  }
}

function decideNew(after: DesiredMonitor, context: DecisionContext): Change {
  if (context.formerHome !== undefined) return blockCreate(after, {kind: 'other-environment', ...context.formerHome});
  const contender = context.moveConflicts?.get(after.key);
  if (contender !== undefined) return blockCreate(after, {kind: 'move-conflict', other: contender});
  const unresolvedKey = context.renames.ofUnresolved.get(after.key);
  if (unresolvedKey !== undefined) return blockCreate(after, {kind: 'rename-of-unresolved', other: unresolvedKey});
  const vanished = context.renames.ofRecorded.get(after.key);
  if (vanished !== undefined) return blockCreate(after, possibleRename(vanished, after.key, context));
  const edited = context.renames.ofEdited.get(after.key);
  if (edited !== undefined) return blockCreate(after, {kind: 'possible-rename', other: edited, isEdited: true});
  const single = findSingle(after, context);
  if (single !== null) return blockCreate(after, single);
  const {project, environment} = context;
  const body = after.body();
  const targetIds = deriveTargetIds({project, environment, key: after.key, body, taken: context.takenIds()});
  const create = {action: 'create', key: after.key, after, targetIds, fields: listFields(body)} as const;
  return (context.index === null ? null : decideAdoption(create, context)) ?? blockLost(after, context) ?? create;
}

/** Holds back what another version of the state records, unless the service was asked and has it no more. */
function blockLost(after: DesiredMonitor, {recordedLater, sentBefore, index}: DecisionContext): BlockedChange | null {
  const later = recordedLater?.get(after.key) ?? recordedLater?.get(after.sync.renamedFrom ?? after.key);
  const sent = sentBefore?.get(after.key);
  if (later === undefined && sent !== undefined) return blockCreate(after, {kind: 'sent-before', ...sent});
  if (later === undefined || (index !== null && index.find(later.id) === undefined)) return null;
  return blockCreate(after, {kind: 'recorded-later', ...later});
}

/** Finds the reason that holds a new row back while its list's key is that of one monitor, which no row claims: any of them may be it. */
function findSingle({list, file}: DesiredMonitor, {renames}: DecisionContext): BlockedReason | null {
  if (list === undefined) return null;
  if (renames.unresolved.has(list)) return {kind: 'rename-of-unresolved', other: list};
  return renames.vanished.has(list) ? {kind: 'became-list', file, other: list} : null;
}

/** Whether the outline alone shows that nothing differs, as of nearly all monitors: no body is read then. */
function isAsRecorded({after, before, contender}: Extract<Match, {kind: 'kept'}>, {index, secretHashes}: DecisionContext): boolean {
  return index === null && secretHashes === undefined && contender === undefined && isUnchanged(before, after);
}

/** Lists the records whose bodies a plan is going to look at, as far as outlines tell. */
export function listLookedAt(desired: readonly DesiredMonitor[], recorded: ReadonlyMap<Key, RecordedOutline>): Key[] {
  const specs = new Map(desired.map(spec => [spec.key, spec]));
  const isSettled = (key: Key, before: RecordedOutline) => {
    const after = specs.get(key);
    return after !== undefined && before.mayExistTwice === undefined && isUnchanged(before, after);
  };
  return [...recorded].flatMap(([key, before]) => (isSettled(key, before) ? [] : [key]));
}

function isUnchanged(before: RecordedOutline, after: DesiredMonitor): boolean {
  if (before.pending !== undefined || before.leftovers !== undefined) return false;
  return before.bodyHash === after.bodyHash && statusOf(before) === wantedStatus(after);
}

function decideRecorded(
  {key, after, contender}: Extract<Match, {kind: 'kept'}>,
  before: RecordedMonitor,
  context: DecisionContext,
): Change[] {
  if (contender !== undefined) return [blockKept(key, after, before, contender)];
  return [...decideKept(key, after, before, context), ...decideLeftovers(key, before, context)];
}

function possibleRename(other: Key, added: Key, {lists}: Pick<DecisionContext, 'lists'>): BlockedReason {
  // The part of a row may have slashes of its own.
  const isRow = lists !== undefined && [...added.matchAll(/\//g)].some(({index}) => lists.has(added.slice(0, index)));
  return {kind: 'possible-rename', other, ...(isRow ? {isRow} : {})};
}

/** Two recorded monitors for one key: going on with either would lose the history of the other. */
function blockKept(key: Key, after: DesiredMonitor, before: RecordedMonitor, other: Key): BlockedChange {
  return {action: 'blocked', key, wanted: 'update', reason: {kind: 'rename-taken', other}, after, before, fields: []};
}

/** Equal hashes settle it without looking at the bodies; unequal ones may still ask for the same. */
function decideKept(key: Key, after: DesiredMonitor, recorded: RecordedMonitor, context: DecisionContext): Change[] {
  if (context.operations === 'create') return blockEdit(key, after, recorded, context);
  const live = context.index?.find(recorded.id) ?? null;
  const before = live === null ? recorded : readAsLive(recorded, live.body, context.lineage);
  if (context.index !== null && live === null) return [decideGone(after, before, context)];
  if (live !== null && isForeign(before, recordedIds(before), live)) {
    return [{action: 'blocked', key, wanted: 'update', reason: {kind: 'conflict', ids: [before.id]}, after, before, fields: []}];
  }
  const edit = decideEdit({key, before, after, live}, context);
  return edit === null ? [] : [holdForDoubt(edit, before)];
}

/** Makes a blocked change for an update where updates are not available. */
function blockEdit(key: Key, after: DesiredMonitor, before: RecordedMonitor, {lineage}: DecisionContext): Change[] {
  const body = after.bodyHash === before.bodyHash ? [] : diffBodies(before.applied, after.body(), lineage);
  const fields = [...body, ...diffStatus(before, after, null).fields];
  if (fields.length === 0 && before.pending === undefined) return [];
  return [{action: 'blocked', key, wanted: 'update', reason: {kind: 'needs-update'}, after, before, fields}];
}

/** It was deleted in the service: it is created again, with the target ids that it had. */
function decideGone(kept: DesiredMonitor, before: RecordedMonitor, context: DecisionContext): Change {
  const after = asWrittenOf(kept);
  const targetIds = listUpdatedIds({key: after.key, before, live: null}, after.body(), context);
  const create = {action: 'create', key: after.key, after, targetIds, fields: listFields(after.body()), gone: before.id} as const;
  return decideAdoption(create, context) ?? create;
}

function decideVanished({key, claimedBy}: Extract<Match, {kind: 'vanished'}>, before: RecordedMonitor, context: DecisionContext): Change {
  const block = (reason: BlockedReason): Change => ({action: 'blocked', key, wanted: 'delete', reason, before, fields: []});
  if (claimedBy !== undefined) return block({kind: 'rename-taken', other: claimedBy});
  const place = context.moveConflicts?.get(key);
  if (place !== undefined) return block({kind: 'move-conflict', other: place});
  const other = context.renames.ofRecorded.get(key);
  if (other !== undefined) return block(possibleRename(other, other, context));
  const list = context.lists?.get(key);
  if (list !== undefined) return block({kind: 'became-list', file: list.file, other: key});
  const live = context.index?.find(before.id);
  const isGone = context.index !== null && live === undefined;
  if (before.protect) return block({kind: 'protected', ...(isGone ? {isGone} : {})});
  if (context.operations === 'create') return block({kind: 'needs-delete'});
  const environments = context.elsewhere?.get(key);
  if (environments !== undefined && !context.allowDeletes) return block({kind: 'left-environment', environments});
  if (live !== undefined && isForeign(before, recordedIds(before), live)) return block({kind: 'conflict', ids: [before.id]});
  const again = context.recordedLater?.get(key);
  if (again?.id === before.id) return block({kind: 'recorded-later', ...again});
  for (const [other, later] of context.recordedLater ?? []) {
    if (later.heldAs === key && later.id === before.id) return block({kind: 'recorded-later', ...later, recordedAs: other});
  }
  const file = context.neverCommitted?.get(key);
  if (file !== undefined) return block({kind: 'never-committed', file});
  const remove = {action: 'delete', key, id: before.id, before, why: {kind: 'spec-removed'}} as const;
  if (live !== undefined) {
    const drift = listDrift(readAsLive(before, live.body, context.lineage), live);
    return {...remove, seen: hashLive(live), ...(drift.length > 0 ? {drift} : {})};
  }
  return isGone ? {...remove, seen: null, isGone} : {...remove, seen: null};
}

/** Monitors that another one has replaced and that are still there, costing. One that is recorded again under a key stays. */
function decideLeftovers(key: Key, before: RecordedMonitor, {operations, index, recordedIds}: DecisionContext): Change[] {
  const left = (before.leftovers ?? []).filter(id => !recordedIds().has(id));
  return left.map((id): BlockedChange | DeleteChange => {
    if (operations === 'create') {
      return {action: 'blocked', key, wanted: 'delete', reason: {kind: 'needs-delete', leftover: id}, before, fields: []};
    }
    const live = index?.find(id);
    const remove = {action: 'delete', key, id, before, why: {kind: 'leftover', of: key}} as const;
    if (live !== undefined) return {...remove, seen: hashLive(live)};
    return index === null ? {...remove, seen: null} : {...remove, seen: null, isGone: true};
  });
}

function findUnresolved(
  {key, create, after}: Extract<Match, {kind: 'unresolved'}>,
  {index, operations}: DecisionContext,
): UnresolvedChange {
  const canBeLookedUp = operations === 'full';
  const change = {action: 'unresolved', key, create, canBeLookedUp, ...(after === undefined ? {} : {after})} as const;
  const owned = index?.claim(create.intent.targetIds, create.intent.supersedes);
  return owned?.kind === 'one' ? {...change, found: owned.monitor.id} : change;
}

/** Other monitors that answer to the target ids of one that is recorded, adopted or in doubt. */
function findDuplicates(match: Match, changes: readonly Change[], index: LiveIndex, state: ReadableState | null): Duplicate[] {
  const known = listKnownAs(match, changes, state);
  if (known === null) return [];
  const {ids, id, superseded} = known;
  const own = id === null ? undefined : index.find(id);
  const owned = index.claim(ids, superseded);
  const monitors = [...(own === undefined ? [] : [own]), ...(owned.kind === 'one' ? ownersOf(owned) : [])];
  if (monitors.length < 2) return [];
  const shown = monitors.map(({id: monitorId, name, createdAt}) => ({id: monitorId, name, createdAt}));
  return [{key: match.key, monitors: shown.sort((a, b) => compareText(a.createdAt, b.createdAt) || compareText(a.id, b.id))}];
}

/** The target ids that a monitor is known by, and its id where the state knows it. */
function listKnownAs(
  match: Match,
  changes: readonly Change[],
  state: ReadableState | null,
): {ids: readonly string[]; id: string | null; superseded: readonly string[]} | null {
  const adopted = changes.find(change => change.action === 'adopt');
  if (adopted !== undefined) return {ids: adopted.targetIds, id: null, superseded: []};
  switch (match.kind) {
    case 'kept':
    case 'renamed':
    case 'vanished':
      return {ids: recordedIds(recordOf(match, state)), id: match.before.id, superseded: []};
    case 'unresolved':
      return {ids: match.create.intent.targetIds, id: null, superseded: match.create.intent.supersedes};
    case 'new':
    case 'disputed':
      return null;
  }
}

function recordedIds({applied}: RecordedMonitor): string[] {
  return listTargetIds(applied).filter(id => id !== null);
}

/**
 * Lists the notes for the state that need no request: where the spec stands, whether it protects, and, if nothing
 * differs, how it is written.
 */
function listBookkeeping(match: ContinuedMatch, changes: readonly Change[], observed?: JsonObject): Plan['bookkeeping'][number][] {
  const {key, before, after} = match;
  const {specPath} = after;
  const protect = isProtected(after);
  const isKept = changes.every(({action}) => action === 'delete' || action === 'rename');
  const {bodyHash} = isKept ? after : before;
  // The record keeps the sources that the recorded body was merged from.
  const isMergedAlike = !isKept || before.inherited === after.inherited || isEqualJson(before.inherited ?? null, after.inherited ?? null);
  const loss = {
    ...(losesProtection(before, after) ? {losesProtection: true as const} : {}),
    ...(isMergedAlike ? {} : {inherits: {after: after.inherited}}),
  };
  if (match.kind === 'renamed') return Object.keys(loss).length === 0 ? [] : [{key, specPath, protect, bodyHash, ...loss}];
  const settings = {before: toRecordedSync(before), after: toRecordedSync(after.sync)};
  const isSetAlike = settings.before === settings.after || isEqualJson(settings.before, settings.after);
  const isNoted = specPath === before.specPath && protect === before.protect && bodyHash === before.bodyHash && observed === undefined;
  if (isNoted && isSetAlike && isMergedAlike) return [];
  const seen = observed === undefined ? {} : {observed};
  const turned = protect === before.protect ? {} : {changesProtection: true as const};
  return [{key, specPath, protect, bodyHash, ...loss, ...turned, ...seen, ...(isSetAlike ? {} : {settings})}];
}

/**
 * Holds a change back that would leave nothing to find a possible second monitor by: the delete of the first one, or a change
 * after which it has none of the target ids that both have.
 */
function holdForDoubt(change: Change, before: RecordedMonitor): Change {
  if (before.mayExistTwice === undefined) return change;
  const targetIds = listTargetIds(before.applied).filter(id => id !== null);
  const reason = {kind: 'may-exist-twice', targetIds} as const;
  const {key} = change;
  switch (change.action) {
    case 'delete':
      return {action: 'blocked', key, wanted: 'delete', reason, before, fields: []};
    case 'replace':
    case 'update': {
      const isFindable = change.targetIds.some(id => targetIds.includes(id));
      if (isFindable) return change;
      const {action: wanted, after, fields, drift} = change;
      return {action: 'blocked', key, wanted, reason, before, after, fields, ...(drift.length > 0 ? {drift} : {})};
    }
    default:
      return change;
  }
}
