import type {Change, Plan} from '../plan/change';
import {findUnsaid, listEffects} from '../plan/effects';

/** The reviewed plan, as a pull request's comment records it. */
export type ReviewedPlan =
  | {
      readonly kind: 'complete';
      /** The commit of the pull request that it was made from. */
      readonly headSha: string;
      readonly digest: string;
      /** For each change that apply would carry out the marks of its effects: see {@link listEffects}. */
      readonly changes: readonly (readonly string[])[];
      /** The comment warned that a new state starts, although there is or was another one. */
      readonly startsNewState: boolean;
    }
  /** The comment was too short for the plan. Part of it was not shown, so it approves nothing. */
  | {readonly kind: 'cut'; readonly headSha: string; readonly digest: string};

/** The comparison of a plan with the reviewed one. */
export type ReviewComparison =
  | {readonly kind: 'same'}
  /** All its changes were reviewed; `missing` reviewed changes are no longer needed. */
  | {readonly kind: 'fewer'; readonly missing: number}
  /** Some changes were not reviewed. */
  | {readonly kind: 'not-reviewed'; readonly changes: readonly Change[]};

/** Hexadecimal digits of a mark: 80 bits are enough, since a plan is compared with one comment. */
const MARK_LENGTH = 20;

const HIDDEN =
  /^<!-- monitors-reviewed:1 (complete|cut) ([0-9a-f]{40}) ([0-9a-f]{64})( new-state)?((?: [0-9a-f]{20}(?:\.[0-9a-f]{20})*)*) -->$/;

/** Whether a plan continues its state, or starts a new one although there is or was another. */
export type PlannedState = 'same-state' | 'new-state';

/** The hidden second line of a comment, which tells the merge what was reviewed. The shape is read by {@link parseReviewedPlan} only. */
export function encodeReviewedPlan(plan: Plan, headSha: string, shown: 'complete' | 'cut', state: PlannedState): string {
  const changes = shown === 'cut' ? [] : plan.changes.map(change => listEffects(plan, change).map(markOf));
  const marks = changes.filter(effects => effects.length > 0).map(effects => effects.join('.'));
  const words = state === 'new-state' ? [state] : [];
  return `<!-- monitors-reviewed:1 ${[shown, headSha, plan.digest, ...words, ...marks].join(' ')} -->`;
}

/**
 * Reads the reviewed plan from a comment; null if it has none, as with "the specs have errors". Reads the second line only: later
 * lines quote specs, which could contain such a line.
 */
export function parseReviewedPlan(comment: string): ReviewedPlan | null {
  const found = HIDDEN.exec(comment.split(/\r?\n/, 2)[1] ?? '');
  if (found === null) return null;
  const [, shown, headSha, digest, newState, marks] = found as unknown as [string, string, string, string, string | undefined, string];
  if (shown === 'cut') return {kind: 'cut', headSha, digest};
  const changes = marks
    .split(' ')
    .filter(mark => mark !== '')
    .map(mark => mark.split('.'));
  return {kind: 'complete', headSha, digest, changes, startsNewState: newState !== undefined};
}

/**
 * Compares a plan with the reviewed one: see {@link findUnsaid}. Blocked and unresolved changes do not count: apply does not carry
 * them out.
 */
export function compareReviewed(reviewed: ReviewedPlan, plan: Plan): ReviewComparison {
  if (reviewed.kind === 'cut') {
    const changes = plan.changes.filter(isCarriedOut);
    return changes.length === 0 ? {kind: 'same'} : {kind: 'not-reviewed', changes};
  }
  const said = new Set(reviewed.changes.flat());
  const unsaid = findUnsaid(plan, effect => said.has(markOf(effect)));
  if (unsaid.length > 0) return {kind: 'not-reviewed', changes: unsaid};
  const done = new Set(plan.changes.flatMap(change => listEffects(plan, change).map(markOf)));
  const missing = reviewed.changes.filter(effects => !effects.some(effect => done.has(effect))).length;
  return missing === 0 ? {kind: 'same'} : {kind: 'fewer', missing};
}

/** Whether apply carries out a change. */
export function isCarriedOut({action}: Change): boolean {
  return action !== 'blocked' && action !== 'unresolved';
}

function markOf(effect: string): string {
  return effect.slice(0, MARK_LENGTH);
}
