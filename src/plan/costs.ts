import type {JsonObject} from '../json/value';
import {type CreditEstimate, estimateCredits} from '../spec/credits';
import type {DesiredMonitor, Key} from '../spec/desired-monitor';
import type {RecordedMonitor} from '../state/state';
import type {AdoptChange, Change} from './change';
import type {MonitorCost} from './estimate';
import type {Match} from './matching';

/** What the monitor of a match costs now and after its changes. */
export function costOf(match: Match, changes: readonly Change[]): MonitorCost {
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
      if (changes.some(change => change.action === 'blocked')) return both(key, costOfRecorded(match.before));
      if (changes.some(change => change.action === 'update' || change.action === 'replace')) {
        return {key, before: costOfRecorded(match.before), after: costOfDesired(match.after), listed};
      }
      if (changes.some(isCreate)) return {key, before: null, after: costOfDesired(match.after), listed};
      return {...both(key, costOfDesired(match.after)), listed};
    }
    case 'vanished': {
      const now = costOfRecorded(match.before);
      return changes.some(change => change.action === 'delete' && change.why.kind === 'spec-removed')
        ? {key, before: now, after: null, listed}
        : both(key, now);
    }
    case 'unresolved':
      return both(key, estimateCredits(match.create.intent.monitor.applied));
  }
}

/** What `--only` leaves alone goes on costing what it costs: the totals and the budget are those of all monitors. */
export function costOfUntouched(match: Match): MonitorCost {
  const {key} = match;
  switch (match.kind) {
    case 'new':
    case 'disputed':
      return {key, before: null, after: null, listed: false};
    case 'kept':
    case 'renamed': {
      const isSame = match.before.bodyHash === match.after.bodyHash && (match.before.paused === true) === match.after.paused;
      return {...both(key, isSame ? costOfDesired(match.after) : costOfRecorded(match.before)), listed: false};
    }
    case 'vanished':
      return {...both(key, costOfRecorded(match.before)), listed: false};
    case 'unresolved':
      return {...both(key, estimateCredits(match.create.intent.monitor.applied)), listed: false};
  }
}

/** What a change does, or would do, to what its monitor costs; null where it costs nothing before or after. */
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

/** What may exist is counted: the estimate is an upper bound. */
function both(key: Key, estimate: CreditEstimate): MonitorCost {
  return {key, before: estimate, after: estimate, listed: true};
}
