import type {JsonObject} from '../json/value';
import {estimateCredits} from '../spec/credits';
import type {DesiredMonitor, Key} from '../spec/model';
import {deriveTargetIds, listTargetIds} from '../spec/targets';
import type {JournaledCreate} from '../state/journal';
import type {RecordedMonitor, State} from '../state/model';
import {diffBodies} from './diff';
import type {MonitorCost} from './estimate';
import {listFields} from './fields';
import {type Match, matchKeys} from './matching';
import type {Change, Plan} from './model';
import {findPossibleRenames, type PossibleRenames} from './possible-renames';

/** What was decided for each monitor, in no particular order. */
export interface Decisions {
  readonly changes: readonly Change[];
  readonly bookkeeping: Plan['bookkeeping'];
  readonly costs: readonly MonitorCost[];
  readonly unchanged: number;
}

/** What deciding needs of the plan's input. */
export interface DecisionInput {
  readonly project: string;
  readonly environment: string;
  readonly desired: readonly DesiredMonitor[];
  readonly state: State | null;
  readonly unresolved: readonly JournaledCreate[];
  readonly only?: ReadonlySet<Key> | undefined;
}

/** Decides for each spec, recorded monitor and unsettled create what apply has to do, without regard to the budget. */
export function decideChanges(input: DecisionInput): Decisions {
  const recorded = input.state?.monitors ?? new Map<Key, RecordedMonitor>();
  const unresolved = new Map(input.unresolved.map(create => [create.intent.key, create]));
  const matches = matchKeys(input.desired, recorded, unresolved);
  const world: World = {
    ...input,
    lineage: input.state?.lineage ?? '',
    renames: findRenames(matches, input.state?.lineage ?? ''),
    takenIds: once(() => collectIds(input)),
  };
  const changes: Change[] = [];
  const bookkeeping: Plan['bookkeeping'][number][] = [];
  const costs: MonitorCost[] = [];
  let unchanged = 0;
  for (const match of matches) {
    if (input.only !== undefined && !isSelected(match, input.only)) {
      costs.push(costOfUntouched(match));
      continue;
    }
    const decided = decideMatch(match, world);
    changes.push(...decided);
    costs.push(costOf(match, decided));
    if (decided.length === 0) unchanged += 1;
    bookkeeping.push(...listBookkeeping(match, decided));
  }
  return {changes, bookkeeping, costs, unchanged};
}

interface World extends DecisionInput {
  readonly lineage: string;
  readonly renames: PossibleRenames;
  /** Every target id in state, journal and specs; read only when a create needs new ones. */
  readonly takenIds: () => ReadonlySet<string>;
}

function isSelected(match: Match, only: ReadonlySet<Key>): boolean {
  return only.has(match.key) || (match.kind === 'renamed' && only.has(match.from));
}

/** The changes that one match needs; none when it is as it should be. */
function decideMatch(match: Match, world: World): Change[] {
  switch (match.kind) {
    case 'new':
      return [decideNew(match.after, world)];
    case 'disputed':
      return [blockCreate(match.after, {kind: 'possible-rename', other: match.from})];
    case 'kept':
      return decideKept(match.key, match.after, match.before, world);
    case 'renamed': {
      const {key, from, after, before} = match;
      return [{action: 'rename', key, from, after, before}, ...decideKept(key, after, before, world)];
    }
    case 'vanished':
      return [decideVanished(match.key, match.before, world)];
    case 'unresolved': {
      const {key, create, after} = match;
      return [{action: 'unresolved', key, create, ...(after === undefined ? {} : {after})}];
    }
  }
}

function decideNew(after: DesiredMonitor, world: World): Change {
  const unsettled = world.renames.ofUnresolved.get(after.key);
  if (unsettled !== undefined) return blockCreate(after, {kind: 'rename-of-unresolved', other: unsettled});
  const vanished = world.renames.ofRecorded.get(after.key);
  if (vanished !== undefined) return blockCreate(after, {kind: 'possible-rename', other: vanished});
  const {project, environment} = world;
  const body = after.body();
  const targetIds = deriveTargetIds({project, environment, key: after.key, body, taken: world.takenIds()});
  return {action: 'create', key: after.key, after, targetIds, fields: listFields(body)};
}

function blockCreate(after: DesiredMonitor, reason: Extract<Change, {action: 'blocked'}>['reason']): Change {
  return {action: 'blocked', key: after.key, wanted: 'create', reason, after, fields: []};
}

/** Equal hashes settle it without looking at the bodies; unequal ones may still ask for the same. */
function decideKept(key: Key, after: DesiredMonitor, before: RecordedMonitor, {lineage}: World): Change[] {
  if (after.bodyHash === before.bodyHash) return [];
  const fields = diffBodies(before.applied, after.body(), lineage);
  return fields.length === 0 ? [] : [{action: 'blocked', key, wanted: 'update', reason: {kind: 'needs-update'}, after, before, fields}];
}

function decideVanished(key: Key, before: RecordedMonitor, {renames}: World): Change {
  const other = renames.ofRecorded.get(key);
  if (other !== undefined) return {action: 'blocked', key, wanted: 'delete', reason: {kind: 'possible-rename', other}, before, fields: []};
  return {action: 'blocked', key, wanted: 'delete', reason: {kind: before.protect ? 'protected' : 'needs-delete'}, before, fields: []};
}

function findRenames(matches: readonly Match[], lineage: string): PossibleRenames {
  const created: DesiredMonitor[] = [];
  const vanished: [Key, RecordedMonitor][] = [];
  const unresolved: [Key, JournaledCreate][] = [];
  for (const match of matches) {
    if (match.kind === 'new') created.push(match.after);
    else if (match.kind === 'vanished') vanished.push([match.key, match.before]);
    else if (match.kind === 'unresolved' && match.after === undefined) unresolved.push([match.key, match.create]);
  }
  return findPossibleRenames({created, vanished, unresolved, lineage});
}

/** What the state should note without a request: where the spec stands, whether it protects, and, if nothing differs, how it is written. */
function listBookkeeping(match: Match, changes: readonly Change[]): Plan['bookkeeping'][number][] {
  if (match.kind !== 'kept') return [];
  const {key, before, after} = match;
  const {specPath, protect} = after;
  const {bodyHash} = changes.length === 0 ? after : before;
  if (specPath === before.specPath && protect === before.protect && bodyHash === before.bodyHash) return [];
  return [{key, specPath, protect, bodyHash}];
}

function costOf(match: Match, changes: readonly Change[]): MonitorCost {
  const {key} = match;
  const listed = changes.length > 0;
  switch (match.kind) {
    case 'new':
    case 'disputed':
      return {key, before: null, after: changes.some(change => change.action === 'create') ? match.after.estimate : null, listed};
    case 'kept':
    case 'renamed': {
      const isRecorded = changes.some(change => change.action === 'blocked');
      const now = isRecorded ? estimateCredits(match.before.applied) : match.after.estimate;
      return {key, before: now, after: now, listed};
    }
    case 'vanished':
      return both(key, match.before.applied);
    case 'unresolved':
      return both(key, match.create.intent.monitor.applied);
  }
}

/** What `--only` leaves alone goes on costing what it costs: the totals and the budget are those of all monitors. */
function costOfUntouched(match: Match): MonitorCost {
  const {key} = match;
  switch (match.kind) {
    case 'new':
    case 'disputed':
      return {key, before: null, after: null, listed: false};
    case 'kept':
    case 'renamed': {
      const now = match.before.bodyHash === match.after.bodyHash ? match.after.estimate : estimateCredits(match.before.applied);
      return {key, before: now, after: now, listed: false};
    }
    case 'vanished':
      return {...both(key, match.before.applied), listed: false};
    case 'unresolved':
      return {...both(key, match.create.intent.monitor.applied), listed: false};
  }
}

/** What may exist is counted: the estimate is an upper bound. */
function both(key: Key, applied: JsonObject): MonitorCost {
  const estimate = estimateCredits(applied);
  return {key, before: estimate, after: estimate, listed: true};
}

function collectIds({desired, state, unresolved}: DecisionInput): ReadonlySet<string> {
  const ids = new Set<string>();
  for (const spec of desired) for (const id of spec.explicitTargetIds) ids.add(id);
  for (const monitor of state?.monitors.values() ?? []) for (const id of listTargetIds(monitor.applied)) if (id !== null) ids.add(id);
  for (const create of unresolved) for (const id of create.intent.targetIds) ids.add(id);
  return ids;
}

function once<Value>(make: () => Value): () => Value {
  let made: {readonly value: Value} | undefined;
  return () => {
    made ??= {value: make()};
    return made.value;
  };
}
