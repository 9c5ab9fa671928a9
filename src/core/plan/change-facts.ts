import {hashJson} from '../json/canonical';
import type {JsonValue} from '../json/value';
import type {DesiredMonitor, Key} from '../specs/desired-monitor';
import {isProtected} from '../specs/sync';
import type {Bookkeeping, Change, Plan, Step, UpdateChange} from './change';

/** Facts that follow from the action of a change. */
interface ActionFacts<One extends Change> {
  /** See {@link isDrift}. */
  readonly isDrift: (change: One) => boolean;
  /** See {@link countRequests}. */
  readonly requests: (change: One) => number;
  /** See {@link countWrites}. */
  readonly writes: (change: One) => number;
  /** All that a plan's digest holds besides action and key. */
  readonly describe: (change: One) => readonly JsonValue[];
}

/** Of a change that sends nothing. */
const NOTHING = {isDrift: () => false, requests: () => 0, writes: () => 0};

const ACTIONS: {readonly [Action in Change['action']]: ActionFacts<Extract<Change, {action: Action}>>} = {
  create: {
    isDrift: ({gone}) => gone !== undefined,
    requests: ({gone, after}) => 1 + (gone === undefined ? 0 : 1) + (after.paused ? 1 : 0),
    writes: ({after}) => (after.paused ? 2 : 1),
    // With operations `create` nothing is ever paused or gone, and the text is what it was before there were others.
    describe: ({after, gone}) => [
      after.bodyHash,
      ...(after.paused || gone !== undefined ? [after.paused, gone ?? null] : []),
      ...describeLeftAlone(after),
    ],
  },
  update: {
    isDrift: ({drift}) => drift.length > 0,
    requests: () => 2,
    writes: () => 1,
    describe: ({id, before, after, patch}) => [id, before.bodyHash, after.bodyHash, hashJson(patch), ...describeLeftAlone(after)],
  },
  replace: {
    isDrift: ({drift}) => drift.length > 0,
    requests: ({after}) => 3 + (after.paused ? 1 : 0),
    writes: ({after}) => (after.paused ? 2 : 1),
    describe: ({before, after, why}) => [before.id, before.bodyHash, after.bodyHash, after.paused, why, ...describeLeftAlone(after)],
  },
  delete: {
    isDrift: ({isGone}) => isGone === true,
    requests: () => 2,
    writes: () => 0,
    describe: ({id, before, why}) => [id, before.bodyHash, why.kind],
  },
  adopt: {
    isDrift: ({gone}) => gone !== undefined,
    requests: ({patch}) => (patch === null ? 1 : 2),
    writes: ({patch}) => (patch === null ? 0 : 1),
    describe: ({id, after, patch}) => [id, after.bodyHash, patch === null ? null : hashJson(patch), ...describeLeftAlone(after)],
  },
  rename: {...NOTHING, describe: ({from, before, after}) => [from, before.id, after.bodyHash]},
  blocked: {
    ...NOTHING,
    isDrift: ({drift, reason}) => drift !== undefined || (reason.kind === 'protected' && reason.isGone === true),
    describe: ({wanted, reason, after, before}) => [wanted, reason.kind, after?.bodyHash ?? null, before?.bodyHash ?? null],
  },
  unresolved: {...NOTHING, describe: ({create, after}) => [create.intent.bodyHash, after?.bodyHash ?? null]},
};

function factsOf<One extends Change>({action}: One): ActionFacts<One> {
  return ACTIONS[action] as ActionFacts<One>;
}

/** Whether a change is about drift: it reverts drift, or is held back because of it. */
export function isDrift(change: Change): boolean {
  return factsOf(change).isDrift(change);
}

/**
 * Whether a change is a protected monitor whose spec is gone: it goes on running, as `sync.protect` asks, so that nothing is left
 * to do. Not one that the service does not list any more: only a person can say what its record is still for.
 */
export function isProtectedLeftover(change: Change): boolean {
  if (change.action !== 'blocked' || change.wanted !== 'delete') return false;
  return change.reason.kind === 'protected' && change.reason.isGone !== true;
}

/** Whether a change is about a monitor that another one under its key has replaced. */
export function isOfLeftover(change: Change): boolean {
  if (change.action === 'delete') return change.why.kind === 'leftover';
  return change.action === 'blocked' && change.reason.kind === 'needs-delete' && change.reason.leftover !== undefined;
}

/** Whether a plan makes monitors. */
export function createsAny({changes}: Pick<Plan, 'changes'>): boolean {
  return changes.some(({action}) => action === 'create' || action === 'replace');
}

/** Keys for which a plan creates a monitor where none is recorded. */
export function listCreated({changes}: Pick<Plan, 'changes'>): Key[] {
  return changes.flatMap(({action, key}) => (action === 'create' ? [key] : []));
}

/** A change that apply does not make. */
export type HeldChange = Extract<Change, {action: 'blocked' | 'unresolved'}>;

/** Whether apply leaves a change alone. */
export function isHeld(change: Change): change is HeldChange {
  return change.action === 'blocked' || change.action === 'unresolved';
}

/** A change for which apply sends the spec, or a part of it. */
export type SentChange = Extract<Change, {action: 'create' | 'update' | 'replace' | 'adopt'}>;

const SENT: ReadonlySet<Change['action']> = new Set<SentChange['action']>(['create', 'update', 'replace', 'adopt']);

/** Whether apply sends the spec of a change. */
export function isSent(change: Change): change is SentChange {
  return SENT.has(change.action);
}

/**
 * Requests that apply sends for a change if nothing fails. In full operations it looks at a monitor before it changes or
 * deletes it, so that an update is a GET and a PATCH, a delete a GET and a DELETE, a replacement a GET, a POST and a DELETE.
 * Looking lost creates up in the list is not counted.
 */
export function countRequests(change: Change): number {
  return factsOf(change).requests(change);
}

/** Those of them that create or update: a service limits how many of these it takes a minute. */
export function countWrites(change: Change): number {
  return factsOf(change).writes(change);
}

/** Identifies what a plan does: SHA-256 over project, environment, actions, keys, body hashes and patches, references unresolved. */
export function digestPlan(
  project: string,
  environment: string,
  changes: readonly Change[],
  bookkeeping: readonly Bookkeeping[] = [],
): string {
  const unprotected = bookkeeping.filter(({losesProtection}) => losesProtection === true).map(({key}) => key);
  return hashJson([project, environment, changes.map(describeChange), ...(unprotected.length === 0 ? [] : [{unprotected}])]);
}

function describeChange(change: Change): JsonValue {
  return [change.action, change.key, ...factsOf(change).describe(change)];
}

/** Describes the members that a spec leaves to the service; empty for most, whose text stays as it was before this existed. */
function describeLeftAlone({sync: {ignore, paused}}: DesiredMonitor): JsonValue[] {
  if (ignore === undefined && paused !== 'keep') return [];
  return [{...(ignore === undefined ? {} : {ignored: [...ignore]}), ...(paused === 'keep' ? {keepsPause: true} : {})}];
}

/** Whose plan a change belongs to. */
type PlanName = Pick<Plan, 'project' | 'environment'>;

/**
 * Lists the effects that apply has for a change, in parts that can be left out one by one: each as the SHA-256 of all
 * that it does. An update has one for each member that it changes, with the value that the member has now and the one
 * that it gets. What is held back has none. Pure.
 */
export function listEffects({project, environment}: PlanName, change: Step): string[] {
  const hash = (description: JsonValue) => hashJson([project, environment, description]);
  if (change.action === 'unprotect') return [hash([change.action, change.key])];
  if (isHeld(change)) return [];
  if (change.action === 'update') return listSentMembers(change).map(member => hash(describeMember(change, member)));
  const described = hash(describeChange(change));
  // A review that shows it protected does not show it unprotected.
  const digest =
    'after' in change && change.after !== undefined && isProtected(change.after) ? hashJson([described, 'protected']) : described;
  if (change.action !== 'replace' && change.action !== 'delete') return [digest];
  // Drift is lost with the monitor, and the reviewer of an older plan did not see it.
  const drift = change.drift ?? [];
  return [drift.length === 0 ? digest : hashJson([digest, change.seen])];
}

/** Facts for a person who approves a plan, besides its steps. */
interface ApprovedBase {
  /** The address that is sent to. */
  readonly origin: string;
  /** The state as it is before anything is applied; null at first use. */
  readonly base: Pick<NonNullable<Plan['base']>, 'lineage' | 'serial'> | null;
}

/**
 * Identifies a plan that a person approves, and only its next apply, which moves the serial: SHA-256 over address, state, flags and the
 * effects of each step, with the drift that it undoes. Null where nothing is to be applied. Pure.
 */
export function digestApproval(plan: Plan, {origin, base}: ApprovedBase): string | null {
  const steps = listSteps(plan).flatMap(step => {
    const effects = listEffects(plan, step);
    return effects.length === 0 ? [] : [[step.action, step.key, ...effects]];
  });
  const {project, environment, isRefreshed, hasCheckedSecrets, allowsDeletes} = plan;
  const state = base === null ? null : [base.lineage, base.serial];
  return steps.length === 0
    ? null
    : hashJson([1, project, environment, origin, state, isRefreshed, hasCheckedSecrets, allowsDeletes, steps]);
}

/**
 * The effects that a change brings about later, where its run halts half-way: the monitor that a replacement could not delete any more
 * is deleted by the next one, for as long as its successor stays as it was reviewed. Pure.
 */
export function listLaterEffects({project, environment}: PlanName, change: Step): string[] {
  if (change.action !== 'replace') return [];
  return [hashJson([project, environment, ['delete', change.key, change.before.id, change.after.bodyHash, 'leftover']])];
}

/** The members that an update changes, in the order of its effects. */
export function listSentMembers({patch, alreadySet}: UpdateChange): string[] {
  return Object.keys(patch).filter(member => !alreadySet.includes(member));
}

/**
 * The steps of a plan with effects that were not shown, in the plan's order: `isSaid` decides for each effect. Totals,
 * serials and what is held back do not count; doing less than was shown is allowed. Pure.
 */
export function findUnsaid(plan: ReviewablePlan, isSaid: (effect: string) => boolean): Step[] {
  return plan.changes.filter(change => !listEffects(plan, change).every(isSaid));
}

/** A plan as it is compared with a reviewed one. */
export interface ReviewablePlan extends PlanName {
  readonly changes: readonly Step[];
}

/** Everything of a plan that a reviewer has to see. */
export function listSteps({changes, bookkeeping}: Pick<Plan, 'changes' | 'bookkeeping'>): Step[] {
  const lost = bookkeeping.filter(({losesProtection}) => losesProtection === true);
  return [...changes, ...lost.map(({key, specPath}) => ({action: 'unprotect', key, after: {specPath}}) as const)];
}

function describeMember({key, id, after, patch, present}: UpdateChange, member: string): JsonValue {
  return ['update', key, id, member, present[member] ?? null, patch[member] ?? null, ...describeLeftAlone(after)];
}

/** Tells whether a change is one of a monitor that runs. */
export function isTouching(change: Change): change is Extract<Change, {action: 'update' | 'replace' | 'delete'}> {
  return change.action === 'update' || change.action === 'replace' || change.action === 'delete';
}
