import {compareText} from '../diagnostics/diagnostic';
import type {DesiredMonitor, Key, Operations} from '../spec/desired-monitor';
import {listDerivedIds} from '../spec/expected-ids';
import type {JournaledCreate} from '../state/journal';
import type {ReadableState} from '../state/state';
import type {
  AdoptChange,
  BlockedChange,
  Change,
  CreateChange,
  DeleteChange,
  Plan,
  PlanSummary,
  ReplaceChange,
  UnmanagedMonitor,
  UpdateChange,
} from './change';
import {countRequests, digestPlan, isDrift, isOfLeftover, isProtectedLeftover} from './change-facts';
import {compareEstimates, type MonitorCost, sumEstimate} from './costs';
import type {OtherEnvironment} from './create-sight';
import {type Decisions, decideChanges} from './decide';
import {findFolderMoves} from './folder-moves';
import type {LiveMonitorView, LiveView} from './live';
import type {DecisionContext} from './match';
import {listNotices} from './notices';

/** What a plan is made of. */
export interface PlanInput {
  readonly project: string;
  readonly environment: string;
  /** Every spec of the repository, sorted by key. */
  readonly desired: readonly DesiredMonitor[];
  /** What is recorded, with the journal folded in; null at first use. */
  readonly state: ReadableState | null;
  /** The creates whose outcome is unknown, as folding the journal leaves them. */
  readonly unresolved: readonly JournaledCreate[];
  readonly operations: Operations;
  /** The most that may be deleted because specs are gone; {@link allowDeletes} lifts it. */
  readonly maxDeletes: DeleteLimit;
  readonly allowDeletes: boolean;
  /** What the service holds; absent when it was not asked. */
  readonly live?: LiveView | undefined;
  /** Keyed hash of a secret's value today, undefined where it has none; absent without `--check-secrets`. */
  readonly secretHashes?: ((name: string) => string | undefined) | undefined;
  /** Other environments of this repository, so that their monitors are recognised. */
  readonly otherEnvironments?: readonly OtherEnvironment[] | undefined;
  /** Credits a month that no change may raise the estimate above. */
  readonly budget?: number | undefined;
  /** The keys to look at; all when absent. */
  readonly only?: ReadonlySet<Key> | undefined;
  /** What `moves` of the config cannot carry out: see `applyMoves`. */
  readonly moveConflicts?: ReadonlyMap<Key, Key> | undefined;
}

/** Decides what it takes to make the service hold what the specs say. Pure; linear in the number of specs. */
export function makePlan(input: PlanInput): Plan {
  const {project, environment, operations, state, budget} = input;
  const decisions = gateBudget(limitDeletes(decideChanges(input), input), budget);
  const changes = [...decisions.changes].sort(compareChanges);
  const unmanaged = listUnmanaged(decisions.context, input.otherEnvironments ?? []);
  const folderMoves = findFolderMoves(changes, state?.monitors.keys() ?? []);
  return {
    project,
    environment,
    operations,
    emulator: null,
    isRefreshed: input.live !== undefined,
    hasCheckedSecrets: input.secretHashes !== undefined,
    allowsDeletes: input.allowDeletes,
    base: state === null ? null : {lineage: state.lineage, serial: state.serial},
    only: input.only === undefined ? null : [...input.only].sort(compareText),
    changes,
    bookkeeping: decisions.bookkeeping,
    duplicates: decisions.duplicates,
    unmanaged,
    estimateDifferences: compareEstimates(decisions.context),
    summary: countChanges(decisions),
    estimate: sumEstimate(decisions.costs, budget),
    requests: changes.reduce((sum, change) => sum + countRequests(change), 0),
    digest: digestPlan(project, environment, changes),
    notices: listNotices(input, changes, {duplicates: decisions.duplicates, unmanaged, ignoredEdits: decisions.ignoredEdits}),
    ...(folderMoves.length === 0 ? {} : {folderMoves}),
    findings: [],
  };
}

/** The same plan with some of its changes left out, or others in their place; what is counted of them is counted again. */
export function withChanges(plan: Plan, changes: readonly Change[]): Plan {
  const left = new Set(plan.changes.map(({key}) => key)).size - new Set(changes.map(({key}) => key)).size;
  return {
    ...plan,
    changes,
    summary: countChanges({changes, unchanged: plan.summary.unchanged + left}),
    requests: changes.reduce((sum, change) => sum + countRequests(change), 0),
    digest: digestPlan(plan.project, plan.environment, changes),
  };
}

function limitDeletes(decisions: Decisions, {maxDeletes, allowDeletes}: PlanInput): Decisions {
  return gateDeletes(decisions, maxDeletes, allowDeletes ? 'allowed' : 'limited');
}

/** A rename comes before what else its key needs, the delete of what it replaced after it. */
function compareChanges(a: Change, b: Change): number {
  return compareText(a.key, b.key) || rankOf(a) - rankOf(b) || compareText(idOf(a), idOf(b));
}

function rankOf(change: Change): number {
  if (change.action === 'rename') return 0;
  return isOfLeftover(change) ? 2 : 1;
}

function idOf(change: Change): string {
  return change.action === 'delete' ? change.id : '';
}

function countChanges({changes, unchanged}: Pick<Decisions, 'changes' | 'unchanged'>): PlanSummary {
  const counts = {create: 0, update: 0, replace: 0, delete: 0, adopt: 0, rename: 0, blocked: 0, unresolved: 0, protected: 0};
  for (const change of changes) counts[isProtectedLeftover(change) ? 'protected' : change.action] += 1;
  return {...counts, unchanged, drift: changes.filter(isDrift).length};
}

/**
 * Blocks what raises the estimate when the estimate would be above the budget: all of it, since choosing some would be a
 * guess. Never blocks what does not raise it, even when it is above already.
 */
function gateBudget(decisions: Decisions, budget: number | undefined): Decisions {
  if (budget === undefined) return decisions;
  const creditsPerMonth = decisions.costs.reduce((sum, cost) => sum + (cost.after?.creditsPerMonth ?? 0), 0);
  if (creditsPerMonth <= budget) return decisions;
  const dearer = new Set(decisions.costs.filter(isDearer).map(cost => cost.key));
  const isBlocked = (change: Change): change is Costly => isCostly(change) && dearer.has(change.key);
  const blocked = new Set(decisions.changes.filter(isBlocked).map(change => change.key));
  return {
    ...decisions,
    changes: decisions.changes.map(change => (isBlocked(change) ? block(change, creditsPerMonth, budget) : change)),
    costs: decisions.costs.map(cost => (blocked.has(cost.key) ? {...cost, after: cost.before} : cost)),
  };
}

type Costly = CreateChange | UpdateChange | ReplaceChange | AdoptChange;

function isDearer({before, after}: MonitorCost): boolean {
  return (after?.creditsPerMonth ?? 0) > (before?.creditsPerMonth ?? 0);
}

function isCostly(change: Change): change is Costly {
  return change.action === 'create' || change.action === 'update' || change.action === 'replace' || change.action === 'adopt';
}

function block(change: Costly, creditsPerMonth: number, budget: number): BlockedChange {
  const {key, after, fields} = change;
  const wanted = change.action === 'adopt' ? 'create' : change.action;
  return {action: 'blocked', key, wanted, reason: {kind: 'budget', creditsPerMonth, budget}, after, fields, ...keepSight(change)};
}

/** What is known of a monitor that exists: its record and its drift. */
function keepSight(change: Costly): Pick<BlockedChange, 'before' | 'drift'> {
  if (change.action !== 'update' && change.action !== 'replace') return {};
  const {before, drift} = change;
  return drift.length > 0 ? {before, drift} : {before};
}

/** How many monitors one run may delete: a share of those in the state, in percent, or a number. */
export type DeleteLimit = {readonly percent: number} | {readonly count: number};

/** A share of fewer monitors than this is not a limit: one of three would be too many. */
const SHARE_COUNTS_FROM = 10;

/**
 * Blocks the deletes of monitors whose specs are gone when they are more than the limit: all of them, since choosing some
 * would be a guess. Leftovers of replacements, and monitors that are gone already, do not count.
 */
function gateDeletes(decisions: Decisions, limit: DeleteLimit, override: 'limited' | 'allowed'): Decisions {
  const deletes = decisions.changes.filter(isLimited).length;
  const most = countAllowed(limit, decisions.context.state?.monitors.size ?? 0);
  if (override === 'allowed' || deletes <= most) return decisions;
  const blocked = new Set(decisions.changes.filter(isLimited).map(change => change.key));
  return {
    ...decisions,
    changes: decisions.changes.map(change => (isLimited(change) ? blockDelete(change, deletes, most) : change)),
    costs: decisions.costs.map(cost => (blocked.has(cost.key) ? {...cost, after: cost.before} : cost)),
  };
}

function countAllowed(limit: DeleteLimit, recorded: number): number {
  if ('count' in limit) return limit.count;
  return recorded < SHARE_COUNTS_FROM ? recorded : Math.floor((recorded * limit.percent) / 100);
}

function isLimited(change: Change): change is DeleteChange {
  return change.action === 'delete' && change.why.kind === 'spec-removed' && change.isGone !== true;
}

function blockDelete({key, before}: DeleteChange, deletes: number, limit: number): BlockedChange {
  return {action: 'blocked', key, wanted: 'delete', reason: {kind: 'too-many-deletes', deletes, limit}, before, fields: []};
}

/**
 * The live monitors that nothing here claims, oldest first. One is known for another environment's when that one's state
 * records its target ids, or when its ids are those that today's specs would get there; what was made from specs that
 * are gone or were edited since, in an environment whose state is not here, counts as unmanaged.
 */
function listUnmanaged(context: DecisionContext, otherEnvironments: readonly OtherEnvironment[]): UnmanagedMonitor[] {
  const unmanaged = context.index?.listUnmanaged() ?? [];
  if (unmanaged.length === 0) return [];
  const derived = otherEnvironments.map(otherEnvironment => ({otherEnvironment, ids: listDerivedIds(context.desired, otherEnvironment)}));
  return unmanaged.map(monitor => {
    const {id, name, createdAt, estimatedCreditsPerMonth} = monitor;
    const home = derived.find(
      ({otherEnvironment, ids}) => isHome(monitor, otherEnvironment.targetIds) || isHome(monitor, ids),
    )?.otherEnvironment;
    const ours = home === undefined ? {} : {ours: {project: home.project, environment: home.environment}};
    return {id, name, createdAt, creditsPerMonth: estimatedCreditsPerMonth, ...ours};
  });
}

function isHome({targetIds}: LiveMonitorView, known: ReadonlySet<string>): boolean {
  return targetIds.some(id => known.has(id));
}
