import {compareText} from '../diagnostics/diagnostic';
import {type AllowedFields, NO_FIELDS} from '../service/allowed-fields';
import type {CheckedSpecs, DesiredMonitor, Key, Operations, SettledFleet} from '../specs/desired-monitor';
import {listDerivedIds} from '../specs/expected-ids';
import type {JournaledCreate} from '../state/journal';
import type {ReadableState} from '../state/state';
import {gateBudgets, listKeyBudgets} from './budget';
import type {BlockedChange, BlockedReason, Change, DeleteChange, Plan, PlanSummary, ReplaceChange, UnmanagedMonitor} from './change';
import {countRequests, digestPlan, isDrift, isOfLeftover, isProtectedLeftover} from './change-facts';
import {compareEstimates, sumEstimate} from './costs';
import type {OtherEnvironment} from './create-sight';
import {type Decisions, decideChanges} from './decide';
import type {BudgetInput} from './estimate';
import {type Learned, learnFillings} from './fillings';
import {isLostWithLayer, layersOfLoss} from './layer-losses';
import type {LiveMonitorView, LiveView} from './live';
import {type DecisionContext, type DecisionInput, NO_RENAMES, openDecisionContext} from './match';
import {listNotices} from './notices';

/** Input of a plan. */
export interface PlanInput extends BudgetInput {
  readonly project: string;
  readonly environment: string;
  /** Every spec of the repository, sorted by key. */
  readonly desired: readonly DesiredMonitor[];
  /** The lists of the repository, by the key that those of their rows begin with. */
  readonly lists?: CheckedSpecs['lists'] | undefined;
  /** The state records all of {@link desired} as they are, and nothing else: these stand for them, and for the records. */
  readonly settled?: SettledFleet | undefined;
  /** The recorded state, with the journal folded in; null at first use. */
  readonly state: ReadableState | null;
  /** The creates whose outcome is unknown, as folding the journal leaves them. */
  readonly unresolved: readonly JournaledCreate[];
  readonly operations: Operations;
  /** The most that may be deleted because specs are gone, or replaced; {@link allowDeletes} lifts it. */
  readonly maxDeletes: DeleteBound;
  readonly allowDeletes: boolean;
  /** Content of the service; absent when it was not asked. */
  readonly live?: LiveView | undefined;
  /** Keyed hash of a secret's value today, undefined where it has none; absent without `--check-secrets`. */
  readonly secretHashes?: ((name: string) => string | undefined) | undefined;
  /** Other environments of this repository, so that their monitors are recognised. */
  readonly otherEnvironments?: readonly OtherEnvironment[] | undefined;
  /** Members that specs may have besides those of the types. */
  readonly allowedFields?: AllowedFields | undefined;
  /** The keys to look at; all when absent. */
  readonly only?: ReadonlySet<Key> | undefined;
  /** See {@link DecisionInput}. */
  readonly elsewhere?: DecisionInput['elsewhere'];
  readonly formerHome?: DecisionInput['formerHome'];
  readonly takenElsewhere?: DecisionInput['takenElsewhere'];
  readonly recordedLater?: DecisionInput['recordedLater'];
  readonly neverCommitted?: DecisionInput['neverCommitted'];
  readonly sentBefore?: DecisionInput['sentBefore'];
  /** The `moves` of the config that cannot be carried out: see `applyMoves`. */
  readonly moveConflicts?: ReadonlyMap<Key, Key> | undefined;
}

/** Decides what it takes to make the service hold what the specs say. Pure; linear in the number of specs. */
export function makePlan(input: PlanInput): Plan {
  const {project, environment, operations, settled} = input;
  const {state, ...learned} = input.live === undefined ? {...NOTHING_LEARNED, state: input.state} : learnFillings(input.state, input.live);
  const decided = settled === undefined ? decideChanges({...input, state, filledIn: learned.observed}) : decideNothing(input, settled);
  const losses = input.allowDeletes ? [] : decided.changes.filter(isLoss);
  const decisions = gateBudgets(losses.length === 0 ? decided : gateDeletes(decided, losses, input), input);
  const keyBudgets = listKeyBudgets(decisions.costs, input);
  const changes = [...decisions.changes].sort(compareChanges);
  const {context} = decisions;
  const unmanaged = context.index === null ? [] : listUnmanaged(context, context.index.listUnmanaged(), input.otherEnvironments ?? []);
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
    estimateDifferences: context.index === null ? [] : compareEstimates(context, context.index),
    summary: countChanges(decisions),
    estimate: {...sumEstimate(decisions.costs, input), ...readUnchangedFree(input.live), ...(keyBudgets === undefined ? {} : {keyBudgets})},
    requests: changes.reduce((sum, change) => sum + countRequests(change), 0),
    digest: digestPlan(project, environment, changes, decisions.bookkeeping),
    notices: settled !== undefined ? [] : listNotices(input, changes, {...decisions, unmanaged, fillings: learned.fillings}),
    findings: [],
  };
}

/** Decisions where nothing is to be done: no match is made. */
function decideNothing(input: PlanInput, {monitors, estimate}: SettledFleet): Decisions {
  const nothing = {changes: [], bookkeeping: [], duplicates: [], ignoredEdits: [], leftFields: []};
  const costs = [{key: '', before: estimate, after: estimate, listed: false}];
  return {...nothing, costs, unchanged: monitors, context: openDecisionContext(input, NO_RENAMES)};
}

/** Whether unchanged pages are free: one answer is for all of a team. */
function readUnchangedFree(live: LiveView | undefined): Pick<Plan['estimate'], 'unchangedPagesFree'> {
  for (const {unchangedPagesFree} of live?.monitors.values() ?? []) if (unchangedPagesFree !== undefined) return {unchangedPagesFree};
  return {};
}

const NOTHING_LEARNED: Omit<Learned, 'state'> = {observed: new Map(), fillings: []};

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

/** Number of monitors that one run may delete or replace: a share of those in the state, in percent, or a number. */
type DeleteBound = {readonly percent: number} | {readonly count: number};

/** A share of fewer monitors than this is not a limit: one of three would be too many. */
const SHARE_COUNTS_FROM = 10;

type Loss = DeleteChange | ReplaceChange;

/**
 * Blocks what loses the history of monitors: deletes of those whose specs are gone, and replaces. All of them where they are more
 * than the limit, since choosing some would be a guess; else those that may come from a layer, which one edit can give any number
 * of specs. Leftovers of replacements, and monitors that are gone already, do not count.
 */
function gateDeletes(
  decisions: Decisions,
  losses: readonly Loss[],
  {maxDeletes, ownLimits}: Pick<PlanInput, 'maxDeletes' | 'ownLimits'>,
): Decisions {
  const {state, lists} = decisions.context;
  const recorded = [...(state?.monitors.keys() ?? [])];
  const judge = (own: readonly Loss[], known: readonly Key[]) => judgeLosses(own, known, maxDeletes, ownLimits?.safety);
  const whole = judge(losses, recorded);
  const ofLists = whole === null ? judgeLists([...(lists?.keys() ?? [])], losses, recorded, judge) : NO_REASONS;
  const blocked = new Map(losses.map(change => [change, whyFromLayer(change) ?? whole ?? ofLists.get(change) ?? null]));
  const keys = new Set(losses.filter(change => blocked.get(change) !== null).map(change => change.key));
  return {
    ...decisions,
    changes: decisions.changes.map(change => {
      const reason = isLoss(change) ? (blocked.get(change) ?? null) : null;
      return reason === null ? change : blockLoss(change as Loss, reason);
    }),
    costs: decisions.costs.map(cost => (keys.has(cost.key) ? {...cost, after: cost.before} : cost)),
  };
}

const NO_REASONS: ReadonlyMap<Loss, BlockedReason> = new Map();

/** Why these are too many for what is recorded; null where they are not. */
function judgeLosses(losses: readonly Loss[], recorded: readonly Key[], maxDeletes: DeleteBound, at?: string): BlockedReason | null {
  const limit = countAllowed(maxDeletes, recorded.length);
  return losses.length > limit ? {kind: 'too-many-deletes', deletes: losses.length, limit, ...placeOf(at)} : null;
}

function placeOf(at: string | undefined) {
  return at === undefined ? {} : {at};
}

/** Each list for itself: one edit of its rows can delete as many as it has. */
function judgeLists(
  lists: readonly Key[],
  losses: readonly Loss[],
  recorded: readonly Key[],
  judge: (own: readonly Loss[], known: readonly Key[]) => BlockedReason | null,
) {
  const reasons = new Map<Loss, BlockedReason>();
  for (const list of lists) {
    const isOf = (key: Key) => list !== '' && key.startsWith(`${list}/`);
    const own = losses.filter(({key}) => isOf(key));
    const reason = own.length === 0 ? null : judge(own, recorded.filter(isOf));
    if (reason !== null) for (const change of own) reasons.set(change, reason);
  }
  return reasons;
}

function countAllowed(limit: DeleteBound, recorded: number): number {
  if ('count' in limit) return limit.count;
  return recorded < SHARE_COUNTS_FROM ? recorded : Math.floor((recorded * limit.percent) / 100);
}

function isLoss(change: Change): change is Loss {
  return change.action === 'replace' || (change.action === 'delete' && change.why.kind === 'spec-removed' && change.isGone !== true);
}

/** A webhook may be gone with a layer. */
function whyFromLayer(change: Loss): BlockedReason | null {
  if (change.action === 'delete' || change.why !== 'webhook-removed') return null;
  const {before, after} = change;
  return isLostWithLayer('webhook', before, after) ? {kind: 'from-layer', layers: layersOfLoss('webhook', before, after)} : null;
}

function blockLoss(change: Loss, reason: BlockedReason): BlockedChange {
  const {key, before} = change;
  if (change.action === 'delete') return {action: 'blocked', key, wanted: 'delete', reason, before, fields: []};
  const {after, fields, drift} = change;
  return {action: 'blocked', key, wanted: 'replace', reason, after, before, fields, ...(drift.length > 0 ? {drift} : {})};
}

/**
 * The live monitors that nothing here claims, oldest first. One is known for another environment's when that one's state
 * records its target ids, or when its ids are those that today's specs would get there; what was made from specs that
 * are gone or were edited since, in an environment whose state is not here, counts as unmanaged.
 */
function listUnmanaged(
  context: DecisionContext,
  unmanaged: readonly LiveMonitorView[],
  otherEnvironments: readonly OtherEnvironment[],
): UnmanagedMonitor[] {
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
