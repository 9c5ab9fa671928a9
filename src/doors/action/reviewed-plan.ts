import {hashJson} from '../../core/json/canonical';
import type {Plan, Step} from '../../core/plan/change';
import {findUnsaid, isDrift, listEffects, listLaterEffects, listSteps, type ReviewablePlan} from '../../core/plan/change-facts';
import {type ChangeGroup, groupChanges} from '../../core/plan/groups';

/** The reviewed plan, as a pull request's comment records it. */
export type ReviewedPlan =
  | {
      readonly kind: 'complete';
      /** The commit of the pull request that it was made from. */
      readonly headSha: string;
      readonly digest: string;
      /** For each change that apply would carry out the marks of its effects: see {@link listEffects}. */
      readonly changes: readonly (readonly string[])[];
      /** Groups of changes that have one digest each, where there is no room for a mark of every change. */
      readonly groups: readonly ReviewedGroup[];
      /** The commit whose state it was made from, where there are such groups; null where it is not known. */
      readonly stateCommit: string | null;
      /** The comment warned that a new state starts, although there is or was another one. */
      readonly startsNewState: boolean;
      /** The marks of the changes of the state that the comment shows. */
      readonly stateShifts: readonly string[];
    }
  /** The comment was too short for the plan. Part of it was not shown, so it approves nothing. */
  | {readonly kind: 'cut'; readonly headSha: string; readonly digest: string}
  /** Another account than the token's edited the comment last, so it approves nothing; `by` is null where GitHub does not name it. */
  | {readonly kind: 'edited'; readonly by: string | null}
  /** It was written after the pull request was merged, so no review saw it. */
  | {readonly kind: 'late'};

/** Equal changes, or new rows of one list, that were reviewed as one. */
interface ReviewedGroup {
  readonly size: number;
  /** SHA-256 over the sorted effects of all its changes: one that is exchanged, added or left out gives another. */
  readonly digest: string;
}

/** The comparison of a plan with the reviewed one. */
export type ReviewComparison =
  | {readonly kind: 'same'}
  /** All its changes were reviewed; `missing` reviewed changes are no longer needed. */
  | {readonly kind: 'fewer'; readonly missing: number}
  /** Some changes were not reviewed. */
  | {readonly kind: 'not-reviewed'; readonly changes: readonly Step[]};

/**
 * Hexadecimal digits of a hash in a mark. Who opens a pull request chooses both what its comment shows and what it brings later: two
 * changes with one mark of 80 bits are found in hours, of 128 bits never.
 */
const MARK_DIGITS = 32;

/** Base64 has a mark in fewer characters. */
const MARK_LENGTH = 22;

/** Hexadecimal digits of a mark in comments of earlier versions. */
const EARLIER_LENGTH = 20;

/** UTF-16 code units of a comment that marks may take: some 1,000 changes. Beyond this the largest groups have one digest each. */
const MOST_MARKS = 24_000;

/** The same where the plan itself needs the room. */
export const FEW_MARKS = 2_000;

const MARK = `(?:[0-9A-Za-z+/]{${MARK_LENGTH}}|[0-9a-f]{${EARLIER_LENGTH}})`;
const MARKS = `${MARK}(?:\\.${MARK})*`;
const GROUP = '[0-9]{1,9}\\*[0-9a-f]{64}';
const HIDDEN = new RegExp(
  `^<!-- monitors-reviewed:1 (complete|cut) ([0-9a-f]{40}) ([0-9a-f]{64})( new-state)?(?: state=([0-9a-f]{40}))?((?: ${GROUP})*)((?: ${MARKS})*) -->$`,
);

/** Whether a plan continues its state, or starts a new one although there is or was another. */
type PlannedState = 'same-state' | 'new-state';

/** The hidden second line of a comment, which tells the merge what was reviewed. The shape is read by {@link parseReviewedPlan} only. */
export function encodeReviewedPlan(
  plan: Plan,
  headSha: string,
  shown: 'complete' | 'cut',
  state: PlannedState,
  stateCommit: string | null = null,
  mostMarks: number = MOST_MARKS,
): string {
  const words = state === 'new-state' ? [state] : [];
  const {folded, marks} = shown === 'cut' ? {folded: [], marks: []} : foldGroups(plan, mostMarks);
  const from = folded.length === 0 || stateCommit === null ? [] : [`state=${stateCommit}`];
  return `<!-- monitors-reviewed:1 ${[shown, headSha, plan.digest, ...words, ...from, ...folded, ...marks].join(' ')} -->`;
}

/** One word for each change that apply would carry out, or for a group of them where that would be too many. */
function foldGroups(plan: Plan, mostMarks: number): {readonly folded: readonly string[]; readonly marks: readonly string[]} {
  const groups = groupChanges(listSteps(plan)).map(group => ({group, marks: listMarks(plan, group)}));
  const lengthOf = ({marks}: {readonly marks: readonly string[]}) => marks.reduce((sum, mark) => sum + mark.length + 1, 0);
  let length = groups.reduce((sum, one) => sum + lengthOf(one), 0);
  const folded = new Set<ChangeGroup<Step>>();
  for (const one of groups.filter(({group}) => isFoldable(group)).sort((a, b) => lengthOf(b) - lengthOf(a))) {
    if (length <= mostMarks) break;
    folded.add(one.group);
    length -= lengthOf(one);
  }
  return {
    folded: [...folded].map(group => `${group.changes.length}*${digestGroup(plan, group)}`),
    marks: groups.flatMap(({group, marks}) => (folded.has(group) ? [] : marks)),
  };
}

function listMarks(plan: Plan, {changes}: ChangeGroup<Step>): string[] {
  return changes.flatMap(change => {
    const effects = listEffects(plan, change);
    return effects.length === 0 ? [] : [[...effects, ...listLaterEffects(plan, change)].map(markOf).join('.')];
  });
}

/** Whether specs and state alone make these changes, so that the plan can be made again when a part of them is done. */
function isFoldable({changes}: ChangeGroup<Step>): boolean {
  return changes.length > 1 && changes.every(change => isCarriedOut(change) && !isOfService(change));
}

function isOfService(change: Step): boolean {
  if (change.action === 'unprotect') return false;
  if (isDrift(change) || change.action === 'adopt') return true;
  return change.action === 'update' ? change.alreadySet.length > 0 : change.action === 'delete' && change.drift !== undefined;
}

function digestGroup(plan: ReviewablePlan, {changes}: ChangeGroup<Step>): string {
  return hashJson(changes.flatMap(change => listEffects(plan, change)).sort());
}

/**
 * Reads the reviewed plan from a comment; null if it has none, as with "the specs have errors". Reads the second line only: later
 * lines quote specs, which could contain such a line.
 */
export function parseReviewedPlan(comment: string): ReviewedPlan | null {
  const found = HIDDEN.exec(comment.split(/\r?\n/, 2)[1] ?? '');
  if (found === null) return null;
  const [, shown = '', headSha = '', digest = '', newState, stateCommit = null, groups = '', marks = ''] = found;
  if (shown === 'cut') return {kind: 'cut', headSha, digest};
  return {
    kind: 'complete',
    headSha,
    digest,
    changes: splitWords(marks).map(mark => mark.split('.')),
    groups: splitWords(groups).map(readGroup),
    stateCommit,
    startsNewState: newState !== undefined,
    stateShifts: parseShiftMarks(comment),
  };
}

const SHIFTS = new RegExp(`^<!-- monitors-state-shifts:1((?: ${MARK})+) -->$`);

/** The hidden third line of a comment that shows changes of the state, by their hashes. */
export function encodeShiftMarks(hashes: readonly string[]): string {
  return `<!-- monitors-state-shifts:1 ${hashes.map(markOf).join(' ')} -->`;
}

function parseShiftMarks(comment: string): readonly string[] {
  const [, marks = ''] = SHIFTS.exec(comment.split(/\r?\n/, 3)[2] ?? '') ?? [];
  return splitWords(marks);
}

function splitWords(text: string): string[] {
  return text.split(' ').filter(word => word !== '');
}

function readGroup(word: string): ReviewedGroup {
  const [size = '', digest = ''] = word.split('*');
  return {size: Number(size), digest};
}

/**
 * Compares a plan with the reviewed one: see {@link findUnsaid}. Blocked and unresolved changes do not count: apply does not carry
 * them out. A group was reviewed where all of it is in the plan. Where a part is done, it needs `replayed`: the plan that the
 * specs give with the state of the review. The digest proves that it is the one that was shown.
 */
export function compareReviewed(reviewed: ReviewedPlan, plan: ReviewablePlan, replayed: ReviewablePlan | null = null): ReviewComparison {
  if (reviewed.kind !== 'complete') {
    const changes = plan.changes.filter(isCarriedOut);
    return changes.length === 0 ? {kind: 'same'} : {kind: 'not-reviewed', changes};
  }
  const {says, saidOfGroups} = collectSaid(reviewed, plan, replayed);
  const unsaid = findUnsaid(plan, says);
  if (unsaid.length > 0) return {kind: 'not-reviewed', changes: unsaid};
  const done = new Set(plan.changes.flatMap(change => listEffects(plan, change).flatMap(listMarksOf)));
  const missing = reviewed.changes.filter(effects => !effects.some(effect => done.has(effect))).length;
  const kept = plan.changes.filter(change => listEffects(plan, change).some(effect => saidOfGroups.has(effect))).length;
  const missingOfGroups = reviewed.groups.reduce((sum, {size}) => sum + size, 0) - kept;
  return missing + missingOfGroups === 0 ? {kind: 'same'} : {kind: 'fewer', missing: missing + missingOfGroups};
}

/** Finds out which effects a reviewed plan shows; groups as in {@link compareReviewed}. */
export function findSaid(reviewed: ReviewedPlan, plan: ReviewablePlan, replayed: ReviewablePlan | null = null): Says {
  return reviewed.kind === 'complete' ? collectSaid(reviewed, plan, replayed).says : () => false;
}

/** Whether an effect was shown. */
export type Says = (effect: string) => boolean;

function collectSaid(
  reviewed: Extract<ReviewedPlan, {kind: 'complete'}>,
  plan: ReviewablePlan,
  replayed: ReviewablePlan | null,
): {readonly says: Says; readonly saidOfGroups: ReadonlySet<string>} {
  const said = new Set(reviewed.changes.flat());
  const groups = [...findShownGroups(reviewed, plan, replayed).values()].flat();
  const saidOfGroups = new Set(groups.flatMap(({now}) => now));
  const later = new Set(groups.flatMap(group => group.later));
  return {says: effect => isMarked(said, effect) || saidOfGroups.has(effect) || later.has(effect), saidOfGroups};
}

/** The effects of a reviewed change, and those that follow where its run halts. */
interface ShownEffects {
  readonly now: readonly string[];
  readonly later: readonly string[];
}

/** The effects of the reviewed groups that were found, by digest. */
function findShownGroups(
  {groups}: Extract<ReviewedPlan, {kind: 'complete'}>,
  plan: ReviewablePlan,
  replayed: ReviewablePlan | null,
): ReadonlyMap<string, readonly ShownEffects[]> {
  const wanted = new Set(groups.map(({digest}) => digest));
  const found = new Map<string, readonly ShownEffects[]>();
  if (wanted.size === 0) return found;
  for (const candidate of replayed === null ? [plan] : [plan, replayed]) {
    for (const group of groupChanges(candidate.changes)) {
      const digest = digestGroup(candidate, group);
      if (wanted.has(digest))
        found.set(
          digest,
          group.changes.map(change => ({now: listEffects(candidate, change), later: listLaterEffects(candidate, change)})),
        );
    }
  }
  return found;
}

/** Whether apply carries out a step. */
export function isCarriedOut({action}: Step): boolean {
  return action !== 'blocked' && action !== 'unresolved';
}

function markOf(hash: string): string {
  return Buffer.from(hash.slice(0, MARK_DIGITS), 'hex').toString('base64').slice(0, MARK_LENGTH);
}

/** The marks that a hash has in comments of this version and of earlier ones. */
function listMarksOf(hash: string): readonly string[] {
  return [markOf(hash), hash.slice(0, EARLIER_LENGTH)];
}

/** Tells whether the marks of a comment have that of a hash. */
export function isMarked(marks: ReadonlySet<string>, hash: string): boolean {
  return listMarksOf(hash).some(mark => marks.has(mark));
}
