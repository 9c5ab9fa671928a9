import type {Change, Plan} from '../plan/change';
import {findUnsaid, listEffects} from '../plan/change-facts';

/** What a pull request's comment says was reviewed. */
export type ReviewedPlan =
  | {
      readonly kind: 'complete';
      /** The commit of the pull request that it was made from. */
      readonly headSha: string;
      readonly digest: string;
      /** For each change that apply would carry out the marks of its effects: see {@link listEffects}. */
      readonly changes: readonly (readonly string[])[];
      /** It said that a new state is started beside or in the place of one that is or was there. */
      readonly startsNewState: boolean;
    }
  /** The comment could not hold all of the plan: nobody has seen the rest, so that it approves nothing. */
  | {readonly kind: 'cut'; readonly headSha: string; readonly digest: string};

/** How a plan relates to the one that was reviewed. */
export type ReviewComparison =
  | {readonly kind: 'same'}
  /** Everything that it does was reviewed; so many reviewed changes are no longer needed. */
  | {readonly kind: 'fewer'; readonly missing: number}
  /** It does what nobody has reviewed. */
  | {readonly kind: 'not-reviewed'; readonly changes: readonly Change[]};

/** Hexadecimal digits of a mark: 80 bits, since a plan is compared with one comment and not with the world. */
const MARK_LENGTH = 20;

const HIDDEN =
  /^<!-- monitors-reviewed:1 (complete|cut) ([0-9a-f]{40}) ([0-9a-f]{64})( new-state)?((?: [0-9a-f]{20}(?:\.[0-9a-f]{20})*)*) -->$/;

/** Which state a plan goes on from: the one that there is, or a new one although there is or was one. */
export type PlannedState = 'same-state' | 'new-state';

/** The hidden second line of a comment, which tells the merge what was reviewed. The shape is read by {@link parseReviewedPlan} only. */
export function encodeReviewedPlan(plan: Plan, headSha: string, shown: 'complete' | 'cut', state: PlannedState): string {
  const changes = shown === 'cut' ? [] : plan.changes.map(change => listEffects(plan, change).map(markOf));
  const marks = changes.filter(effects => effects.length > 0).map(effects => effects.join('.'));
  const words = state === 'new-state' ? [state] : [];
  return `<!-- monitors-reviewed:1 ${[shown, headSha, plan.digest, ...words, ...marks].join(' ')} -->`;
}

/**
 * What a comment says was reviewed; null where it says nothing of the kind, such as "the specs have errors". Only the
 * second line is looked at: what follows quotes specs, which could hold such a line too.
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
 * Compares what a plan does with what was reviewed: see {@link findUnsaid}. What is only shown (blocked, unresolved) does not
 * count.
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

/** Whether apply does something for a change. */
export function isCarriedOut({action}: Change): boolean {
  return action !== 'blocked' && action !== 'unresolved';
}

function markOf(effect: string): string {
  return effect.slice(0, MARK_LENGTH);
}
