import {compareText} from '../diagnostics/diagnostic';
import type {JsonObject} from '../json/value';
import {type CreditEstimate, estimateCredits, scaleToActual, totalPerMonth} from '../specs/credits';
import type {DesiredMonitor, Key} from '../specs/desired-monitor';
import type {RecordedMonitor, RecordedOutline} from '../state/state';
import type {AdoptChange, Change, EstimateDifference, PriceReason} from './change';
import type {ActualCosts, BudgetInput, Charges, PlanEstimate} from './estimate';
import type {LiveMonitorView} from './live';
import type {LiveIndex} from './live-index';
import {type DecisionContext, type Match, recordOf} from './match';

/** Calculates the cost of a match's monitor, now and after its changes. */
export function costOf(match: Match, changes: readonly Change[], state: DecisionContext['state']): MonitorCost {
  const {key} = match;
  const listed = changes.length > 0;
  const adopted = changes.find(change => change.action === 'adopt');
  if (adopted !== undefined) return {key, before: costOfLive(adopted), after: costOfDesired(adopted.after), listed};
  switch (match.kind) {
    case 'new':
    case 'disputed':
      return {key, before: null, after: changes.some(isCreate) ? costOfDesired(match.after) : null, listed};
    case 'kept':
    case 'renamed': {
      if (changes.some(change => change.action === 'blocked')) return both(key, costOfRecorded(recordOf(match, state)));
      if (changes.some(change => change.action === 'update' || change.action === 'replace')) {
        return {key, before: costOfRecorded(recordOf(match, state)), after: costOfDesired(sentOf(changes) ?? match.after), listed};
      }
      if (changes.some(isCreate)) return {key, before: null, after: costOfDesired(sentOf(changes) ?? match.after), listed};
      return {...both(key, costOfDesired(match.after)), listed};
    }
    case 'vanished': {
      const now = costOfRecorded(recordOf(match, state));
      return changes.some(change => change.action === 'delete' && change.why.kind === 'spec-removed')
        ? {key, before: now, after: null, listed}
        : both(key, now);
    }
    case 'unresolved':
      return both(key, estimateCredits(match.create.intent.monitor.applied));
  }
}

/**
 * Calculates the cost of a monitor that `--only` leaves alone, which stays the same: the totals and the budget are
 * those of all monitors.
 */
export function costOfUntouched(match: Match, state: DecisionContext['state']): MonitorCost {
  const {key} = match;
  switch (match.kind) {
    case 'new':
    case 'disputed':
      return {key, before: null, after: null, listed: false};
    case 'kept':
    case 'renamed': {
      const isSame = match.before.bodyHash === match.after.bodyHash && (match.before.paused === true) === match.after.paused;
      return {...both(key, isSame ? costOfDesired(match.after) : costOfRecorded(recordOf(match, state))), listed: false};
    }
    case 'vanished':
      return {...both(key, costOfRecorded(recordOf(match, state))), listed: false};
    case 'unresolved':
      return {...both(key, estimateCredits(match.create.intent.monitor.applied)), listed: false};
  }
}

/**
 * Compares the cost of a change's monitor before and after it, also of a change that is held back; null where it costs
 * nothing before or after.
 */
export function compareCosts(change: Change): {readonly before: CreditEstimate | null; readonly after: CreditEstimate | null} {
  switch (change.action) {
    case 'create':
      return {before: null, after: costOfDesired(change.after)};
    case 'update':
    case 'replace':
      return {before: costOfRecorded(change.before), after: costOfDesired(change.after)};
    case 'adopt':
      return {before: costOfLive(change), after: costOfDesired(change.after)};
    case 'delete':
      return {before: change.why.kind === 'spec-removed' ? costOfRecorded(change.before) : null, after: null};
    case 'blocked':
      return {
        before: change.before === undefined ? null : costOfRecorded(change.before),
        after: change.after === undefined ? null : costOfDesired(change.after),
      };
    case 'rename':
    case 'unresolved':
      return {before: null, after: null};
  }
}

/** A create sends members that updates leave alone. */
function sentOf(changes: readonly Change[]): DesiredMonitor | undefined {
  return changes.flatMap(change => (change.action === 'create' || change.action === 'replace' ? [change.after] : []))[0];
}

function isCreate(change: Change): boolean {
  return change.action === 'create';
}

/** A paused monitor runs no checks. */
const NOTHING: CreditEstimate = {checksPerMonth: 0, creditsPerCheck: 0, creditsPerMonth: 0, average: false, notIncluded: []};

function costOfDesired({paused, estimate}: DesiredMonitor): CreditEstimate {
  return paused ? NOTHING : estimate;
}

function costOfRecorded({paused, applied}: RecordedMonitor): CreditEstimate {
  return paused === true ? NOTHING : estimateCredits(applied);
}

function costOfLive({live}: AdoptChange): CreditEstimate {
  return live.status === 'paused' ? NOTHING : estimateCredits(live.body satisfies JsonObject);
}

/** A monitor that may exist is counted: the estimate is an upper bound. */
function both(key: Key, estimate: CreditEstimate): MonitorCost {
  return {key, before: estimate, after: estimate, listed: true};
}

/** Cost of one monitor, now and after apply; null where it does not exist. */
export interface MonitorCost {
  readonly key: Key;
  readonly before: CreditEstimate | null;
  readonly after: CreditEstimate | null;
  /** The plan touches it: it is listed by name. */
  readonly listed: boolean;
}

/** Adds up what the monitors will cost a month: by what was charged where that is known of one that stays as it is, else by the estimate. */
export function sumActual(costs: readonly MonitorCost[], charged: Charges | undefined): Omit<ActualCosts, 'newest'> {
  const monitors: ActualCosts['monitors'][number][] = [];
  let creditsPerMonth = 0;
  let estimated = 0;
  for (const {key, before, after} of costs) {
    if (after === null) continue;
    // One that changes has two estimates: what it was charged says nothing of what it becomes.
    const known = before === after ? charged?.monitors.get(key) : undefined;
    const credits = known === undefined ? totalPerMonth(after) : scaleToActual(after.creditsPerMonth, known);
    creditsPerMonth += credits;
    if (known === undefined) estimated++;
    else monitors.push({key, creditsPerMonth: credits, estimate: after.creditsPerMonth, checks: known.checks, since: known.since});
  }
  return {creditsPerMonth, monitors: monitors.sort((a, b) => compareText(a.key, b.key)), estimated};
}

/** Adds up what the monitors cost a month, before and after. */
export function sumEstimate(costs: readonly MonitorCost[], {budget, budgetBy, charged}: BudgetInput): PlanEstimate {
  let before = 0;
  let creditsPerMonth = 0;
  let besidesBefore = 0;
  let besides = 0;
  const of = new Set<string>();
  const notIncluded = new Set<string>();
  const monitors: PlanEstimate['monitors'][number][] = [];
  for (const cost of costs) {
    before += cost.before?.creditsPerMonth ?? 0;
    creditsPerMonth += cost.after?.creditsPerMonth ?? 0;
    besidesBefore += cost.before?.besides?.creditsPerMonth ?? 0;
    besides += cost.after?.besides?.creditsPerMonth ?? 0;
    const estimate = cost.after ?? cost.before;
    if (estimate === null) continue;
    for (const words of estimate.notIncluded) notIncluded.add(words);
    for (const words of estimate.besides?.of ?? []) of.add(words);
    if (cost.listed) monitors.push({key: cost.key, creditsPerMonth: estimate.creditsPerMonth, checksPerMonth: estimate.checksPerMonth});
  }
  return {
    creditsPerMonth,
    before,
    billedBesides: {creditsPerMonth: besides, before: besidesBefore, of: [...of].sort(compareText)},
    ...(budget === undefined ? {} : {budget}),
    ...(budget === undefined || budgetBy !== 'actual' ? {} : {budgetBy}),
    ...(charged === undefined ? {} : {actual: {newest: charged.newest, ...sumActual(costs, charged)}}),
    notIncluded: [...notIncluded].sort(compareText),
    monitors: monitors.sort((a, b) => compareText(a.key, b.key)),
  };
}

/**
 * Monitors for which the service names another price than the public price list gives for what it holds, by more than
 * one check a month (both round checks up), each with the reason if it is known. Sorted by key.
 */
export function compareEstimates({state, only}: DecisionContext, index: LiveIndex): EstimateDifference[] {
  const differences: EstimateDifference[] = [];
  for (const [key, {id}] of state?.monitors ?? new Map<Key, RecordedOutline>()) {
    const live = only === undefined || only.has(key) ? index.find(id) : undefined;
    const difference = live === undefined ? null : compareEstimate(key, live);
    if (difference !== null) differences.push(difference);
  }
  return differences.sort((a, b) => (a.key < b.key ? -1 : 1));
}

function compareEstimate(key: Key, {id, body, estimatedCreditsPerMonth}: LiveMonitorView): EstimateDifference | null {
  if (estimatedCreditsPerMonth === null) return null;
  const estimate = estimateCredits(body);
  const reason = findPriceReason(estimate, estimatedCreditsPerMonth);
  if (reason === null) return null;
  return {key, id, creditsPerMonth: estimate.creditsPerMonth, serviceCreditsPerMonth: estimatedCreditsPerMonth, reason};
}

/** Finds why the service's own figure, in credits a month, is another than ours; null where they agree. */
export function findPriceReason(estimate: CreditEstimate, serviceCreditsPerMonth: number): PriceReason | null {
  const {creditsPerMonth, creditsPerCheck, checksPerMonth, average} = estimate;
  if (Math.abs(creditsPerMonth - serviceCreditsPerMonth) <= creditsPerCheck) return null;
  if (average) return {kind: 'uneven-checks'};
  if (checksPerMonth > 0 && serviceCreditsPerMonth % checksPerMonth === 0)
    return {kind: 'credits-per-check', service: serviceCreditsPerMonth / checksPerMonth, list: creditsPerCheck};
  if (creditsPerCheck > 0 && serviceCreditsPerMonth % creditsPerCheck === 0)
    return {kind: 'checks-per-month', service: serviceCreditsPerMonth / creditsPerCheck, schedule: checksPerMonth};
  return {kind: 'unknown'};
}
