import {compareText} from '../diagnostics/diagnostic';
import type {DesiredMonitor, Key, Operations} from '../spec/desired-monitor';
import type {JournaledCreate} from '../state/journal';
import type {State} from '../state/state';
import {gateBudget} from './budget';
import type {Change, Plan, PlanSummary} from './change';
import {type Decisions, decideChanges} from './decisions';
import {type DeleteLimit, gateDeletes} from './delete-limit';
import {digestPlan} from './digest';
import {sumEstimate} from './estimate';
import {compareEstimates} from './estimate-differences';
import type {LiveView} from './live';
import {listNotices} from './notices';
import type {OtherEnvironment} from './other-environment';
import {countRequests} from './requests';
import {isDrift, isOfLeftover, isProtectedLeftover} from './traits';
import {listUnmanaged} from './unmanaged';

/** What a plan is made of. */
export interface PlanInput {
  readonly project: string;
  readonly environment: string;
  /** Every spec of the repository, sorted by key. */
  readonly desired: readonly DesiredMonitor[];
  /** What is recorded, with the journal folded in; null at first use. */
  readonly state: State | null;
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
  /** Other environments of this repository, so that their monitors are known for what they are. */
  readonly otherEnvironments?: readonly OtherEnvironment[] | undefined;
  /** Credits a month that no change may raise the estimate above. */
  readonly budget?: number | undefined;
  /** The keys to look at; all when absent. Must be known: see {@link unknownOnlyKeys}. */
  readonly only?: ReadonlySet<Key> | undefined;
}

/** Decides what it takes to make the service hold what the specs say. Pure; linear in the number of specs. */
export function makePlan(input: PlanInput): Plan {
  const {project, environment, operations, state, budget} = input;
  const decisions = gateBudget(limitDeletes(decideChanges(input), input), budget);
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
    notices: listNotices(input, changes, {duplicates: decisions.duplicates, unmanaged}),
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

/** The keys of `--only` that neither a spec nor the state nor the journal knows, sorted: a slip of the pen, exit 3. */
export function unknownOnlyKeys(input: Pick<PlanInput, 'desired' | 'state' | 'unresolved'>, only: ReadonlySet<Key>): Key[] {
  const known = new Set([...input.desired.map(spec => spec.key), ...input.unresolved.map(create => create.intent.key)]);
  return [...only].filter(key => !known.has(key) && input.state?.monitors.has(key) !== true).sort(compareText);
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
