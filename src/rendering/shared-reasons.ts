import {addToGroup} from '../core/base/grouping';
import {formatNumber} from '../core/diagnostics/number-text';
import type {Change} from '../core/plan/change';
import {type HeldChange, isHeld} from '../core/plan/change-facts';
import type {Key} from '../core/specs/desired-monitor';
import {explainChange, kindOf, placeOf, reasonOf} from './held-changes';
import type {BriefExplanation, Explanation} from './reasons/reason';

/** One reason that holds several changes: given once with their number, and how to continue with any of them. */
export interface SharedExplanation extends Explanation {
  readonly changes: readonly HeldChange[];
  /** They are the two changes of one rename. */
  readonly isOneRename: boolean;
}

/** The reasons that hold more than one change, in the order of their first ones. Their ways out say KEY, OLD and NEW where one change's own would name it. */
export function shareExplanations(changes: readonly Change[], environment: string): SharedExplanation[] {
  const byTopic = new Map<string, HeldChange[]>();
  for (const change of changes) {
    if (isHeld(change)) addToGroup(byTopic, `${kindOf(change)} ${reasonOf(change).topic?.(change) ?? ''}`, change);
  }
  return [...byTopic.values()].flatMap(held => (held.length < 2 ? [] : [share(held, environment)]));
}

function share(held: readonly HeldChange[], environment: string): SharedExplanation {
  const typical = held.find(change => change.action === 'blocked' && change.wanted !== 'create') ?? (held[0] as HeldChange);
  const monitors = countMonitors(held);
  // The two changes of one rename: its own words fit both.
  if (monitors === 1) return {...explainChange(typical, environment), changes: held, isOneRename: true};
  const {many, withPlaceholders} = reasonOf(typical);
  const {code, waysOut} = explainChange(withPlaceholders?.(typical) ?? {...typical, key: 'KEY'}, environment);
  const message = many(typical, {changes: formatNumber(held.length), monitors: formatNumber(monitors)});
  return {code, message, waysOut, changes: held, isOneRename: false};
}

/** Counts the monitors that changes are about: a rename holds two, that of the old key and that of the new one. */
function countMonitors(held: readonly HeldChange[]): number {
  return new Set(held.map(change => JSON.stringify([change.key, otherKeyOf(change) ?? change.key].sort()))).size;
}

function otherKeyOf(change: HeldChange): Key | null {
  return change.action === 'blocked' && 'other' in change.reason ? change.reason.other : null;
}

/** Explains the part of a change that a shared reason leaves out; null where its headline says it. */
export function explainBriefly(change: HeldChange, {isOneRename}: SharedExplanation, environment: string): BriefExplanation | null {
  return reasonOf(change).brief?.(change, placeOf(environment), isOneRename) ?? null;
}
