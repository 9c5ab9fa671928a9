import {compareText} from '../diagnostics/diagnostic';
import {type AllowedFields, NO_FIELDS} from '../service/allowed-fields';
import type {CheckedSpecs, DesiredMonitor, Key, Operations} from '../spec/desired-monitor';
import {listDerivedIds} from '../spec/expected-ids';
import type {JournaledCreate} from '../state/journal';
import type {ReadableState} from '../state/state';
import type {Change, Plan, PlanSummary, UnmanagedMonitor} from './change';
import {countRequests, digestPlan, isDrift, isOfLeftover, isProtectedLeftover} from './change-facts';
import {compareEstimates, sumEstimate} from './costs';
import type {OtherEnvironment} from './create-sight';
import {type Decisions, decideChanges} from './decide';
import {type DeleteLimit, gateBudget, gateDeletes} from './gates';
import type {LiveMonitorView, LiveView} from './live';
import type {DecisionContext, DecisionInput} from './match';
import {listNotices} from './notices';

/** What a plan is made of. */
export interface PlanInput {
  readonly project: string;
  readonly environment: string;
  /** Every spec of the repository, sorted by key. */
  readonly desired: readonly DesiredMonitor[];
  /** The lists of the repository, by the key that those of their rows begin with. */
  readonly lists?: CheckedSpecs['lists'] | undefined;
  /** What is recorded, with the journal folded in; null at first use. */
  readonly state: ReadableState | null;
  /** The creates whose outcome is unknown, as folding the journal leaves them. */
  readonly unresolved: readonly JournaledCreate[];
  readonly operations: Operations;
  /** The most that may be deleted because specs are gone, or replaced; {@link allowDeletes} lifts it. */
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
  /** What specs may have besides the members of the types. */
  readonly allowedFields?: AllowedFields | undefined;
  /** The keys to look at; all when absent. */
  readonly only?: ReadonlySet<Key> | undefined;
  /** See {@link DecisionInput}. */
  readonly elsewhere?: DecisionInput['elsewhere'];
  readonly formerHome?: DecisionInput['formerHome'];
  readonly takenElsewhere?: DecisionInput['takenElsewhere'];
  /** What `moves` of the config cannot carry out: see `applyMoves`. */
  readonly moveConflicts?: ReadonlyMap<Key, Key> | undefined;
}

/** Decides what it takes to make the service hold what the specs say. Pure; linear in the number of specs. */
export function makePlan(input: PlanInput): Plan {
  const {project, environment, operations, state, budget} = input;
  const decisions = gateBudget(gateDeletes(decideChanges(input), input), budget);
  const changes = [...decisions.changes].sort(compareChanges);
  const unmanaged = listUnmanaged(decisions.context, input.otherEnvironments ?? []);
  return {
    project,
    environment,
    operations,
    emulator: null,
    isRefreshed: input.live !== undefined,
    hasCheckedSecrets: input.secretHashes !== undefined,
    allowsDeletes: input.allowDeletes,
    allowedFields: input.allowedFields ?? NO_FIELDS,
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
    digest: digestPlan(project, environment, changes, decisions.bookkeeping),
    notices: listNotices(input, changes, {...decisions, unmanaged}),
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
    digest: digestPlan(plan.project, plan.environment, changes, plan.bookkeeping),
  };
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
 * The live monitors that nothing here claims, oldest first. One is known for another environment's when that one's state
 * records its target ids, or when its ids are those that today's specs would get there; what was made from specs that
 * are gone or were edited since, in an environment whose state is not here, counts as unmanaged.
 */
function listUnmanaged(context: DecisionContext, otherEnvironments: readonly OtherEnvironment[]): UnmanagedMonitor[] {
  const unmanaged = context.index?.listUnmanaged() ?? [];
  if (unmanaged.length === 0) return [];
  const derived = otherEnvironments.map(otherEnvironment => ({
    otherEnvironment,
    ids: listDerivedIds(otherEnvironment.desired?.() ?? context.desired, otherEnvironment),
  }));
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
