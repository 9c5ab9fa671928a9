import {countOf} from '../../core/base/words';
import type {Diagnostic} from '../../core/diagnostics/diagnostic';
import type {Plan} from '../../core/plan/change';
import {listSteps} from '../../core/plan/change-facts';
import type {ReadableState, StoredState} from '../../core/state/state';
import type {StateShift} from '../../core/state/state-change';
import {type MarkdownOptions, type PlanMarkdown, renderPlanMarkdown} from '../../features/plan/markdown';
import {codeSpan} from '../../rendering/escape-markdown';
import {LARGEST_SUMMARY, LONGEST_COMMENT, LONGEST_SUMMARY} from './findings-markdown';
import type {ActionInputs} from './ports';
import {encodeReviewedPlan, FEW_MARKS, isCarriedOut} from './reviewed-plan';
import {encodeSeenState} from './seen-state';
import {renderStateShifts} from './state-shifts-markdown';

/** A plan to show to reviewers. */
export interface ShownPlan {
  readonly plan: Plan;
  /** The findings of its specs. */
  readonly findings: readonly Diagnostic[];
  readonly onPlanChange: ActionInputs['onPlanChange'];
  /** Some sentences make sense only before a merge. */
  readonly moment: 'pull-request' | 'other';
  /** The paths of existing or former states that the plan does not use: their monitors are created again. */
  readonly formerStates: readonly string[];
  /** The commit that the state was read from; null where it was not read from one. */
  readonly stateCommit: string | null;
  /** The address of a line of a file at the commit that is shown. */
  readonly linkTo?: NonNullable<MarkdownOptions['linkTo']>;
  readonly ownersOf?: NonNullable<MarkdownOptions['ownersOf']>;
  /** The state on a server that it was made from; null in a file, or before the first apply. */
  readonly seenState?: StoredState<ReadableState> | null;
  /** Changes of the state that were made by hand; none when left out. */
  readonly stateShifts?: readonly StateShift[];
}

/** Place that a comment is rendered for. */
interface CommentPlace {
  readonly marker: string;
  readonly headSha: string;
  /** Whether the job summary has all values. */
  readonly summary?: 'whole' | 'cut';
  /** UTF-16 code units; all that GitHub takes by default. */
  readonly longest?: number;
}

/** The parts of a plan's comment, in the order in which one comment has them. */
interface CommentParts {
  /** The first identifies the comment, the second records the plan for the merge, a third one its state. */
  readonly hidden: readonly string[];
  /** Warnings about the state. */
  readonly above: readonly string[];
  /** The plan below its heading. */
  readonly plan: string;
  readonly end: string;
}

/** Renders the comment of a pull request. */
export function renderPlanComment(shown: ShownPlan, place: CommentPlace): string {
  const {hidden, above, plan, end} = renderCommentParts(shown, place);
  return [...hidden, ...above, plan, end].join('\n');
}

/** Renders the parts of a comment, which together have room. */
export function renderCommentParts(
  shown: ShownPlan,
  {marker, headSha, summary = 'whole', longest = LONGEST_COMMENT}: CommentPlace,
): CommentParts {
  const {seenState = null} = shown;
  const seen = seenState === null ? [] : [encodeSeenState(seenState.version, seenState.state.commit)];
  const state = warnOfNewState(shown).length > 0 ? 'new-state' : 'same-state';
  const encode = (kind: 'complete' | 'cut', mostMarks?: number) =>
    encodeReviewedPlan(shown.plan, headSha, kind, state, shown.stateCommit, mostMarks);
  const rest = summary === 'whole' ? 'the job summary has all' : IN_FILE;
  const ends = {complete: `${applySentences(shown).join('\n')}\n`, cut: `${cutSentences(shown, rest).join('\n')}\n`};
  const longestEnd = Math.max(ends.complete.length, ends.cut.length);
  const {hidden: shifts, lines} = renderStateShifts(shown.stateShifts ?? []);
  const above = [...lines, ...warnOfNewState(shown)];
  const assemble = (kind: 'complete' | 'cut', mostMarks?: number): CommentParts & {readonly complete: boolean} => {
    const hidden = [marker, encode(kind, mostMarks), ...seen, ...shifts];
    const body = fitPlan(shown, longest - `${[...hidden, ...above].join('\n')}\n\n`.length - longestEnd, {rest});
    return {complete: body.complete, hidden, above, plan: body.text, end: ends[kind]};
  };
  const whole = assemble('complete');
  if (whole.complete) return whole;
  const folded = assemble('complete', FEW_MARKS);
  if (folded.complete) return folded;
  const cut = assemble('cut');
  // Without marks the plan may fit, but could not be compared at the merge: mark it as cut.
  return cut.complete ? {...folded, hidden: cut.hidden, end: ends.cut} : cut;
}

/** The end of a comment that does not hold the whole plan: it approves nothing, and a person has to know before the merge. */
function cutSentences(shown: ShownPlan, rest: string): string[] {
  if (shown.onPlanChange === 'apply') return applySentences(shown);
  const ways =
    'Split the pull request, a folder or a list at a time; or read all of it, merge, and run the workflow by hand (`workflow_dispatch`)';
  return [
    `**This comment has no room for the whole plan, so it approves nothing: after the merge, apply refuses the plan.** ${ways}: ${rest}.`,
  ];
}

/** Place of all values if the summary has no room for them. */
const IN_FILE = 'the file of the output json-path has all';

/** Fits the plan into the room. Escaping can lengthen names after they were measured: then show less. */
function fitPlan({plan, findings, linkTo, ownersOf}: ShownPlan, room: number, options: MarkdownOptions): PlanMarkdown {
  for (let limit = room; ; limit = Math.floor(limit / 2)) {
    const body = renderPlanMarkdown(plan, findings, {...options, ...(linkTo && {linkTo}), ...(ownersOf && {ownersOf}), limit});
    if (body.text.length <= room || limit <= 0) return body;
  }
}

/** A plan in the job summary. */
export interface PlanSummaryText {
  readonly text: string;
  /** Whether it has all values: only then the comment may leave some to it. */
  readonly kind: 'whole' | 'cut';
}

/** Renders the plan for the job summary, with all values where GitHub takes as much. */
export function renderPlanSummary(shown: ShownPlan): PlanSummaryText {
  const start = [...renderStateShifts(shown.stateShifts ?? []).lines, ...warnOfNewState(shown)].map(line => `${line}\n`);
  const end = `${applySentences(shown).join('\n')}\n`;
  const around = start.join('').length + end.length;
  const put = ({text}: PlanMarkdown) => `${start.join('')}${text}\n${end}`;
  const whole = fitPlan(shown, LARGEST_SUMMARY - around, {values: 'everything', rest: IN_FILE});
  if (whole.complete && Buffer.byteLength(put(whole)) <= LARGEST_SUMMARY) return {text: put(whole), kind: 'whole'};
  return {text: put(fitPlan(shown, LONGEST_SUMMARY - around, {rest: IN_FILE})), kind: 'cut'};
}

/** Warns, above everything else, that monitors are created and paid for a second time. */
function warnOfNewState({plan, formerStates, moment}: ShownPlan): string[] {
  const created = plan.changes.filter(({action}) => action === 'create').length;
  if (formerStates.length === 0 || created === 0) return [];
  const start = moment === 'pull-request' ? 'Merging this starts' : 'Apply starts';
  const paid = countOf(created, 'monitor is', 'monitors are');
  const paths = formerStates.slice(0, 5).map(codeSpan);
  const rest = formerStates.length - paths.length;
  return [
    `> **${start} a new state: ${paid} created and paid for again.**`,
    `> It does not use ${paths.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}. The monitors recorded there stay in the service and are paid for, too.`,
    '',
  ];
}

/** Describes the effects of apply, in sentences. */
function applySentences({plan, onPlanChange, moment}: ShownPlan): string[] {
  const steps = listSteps(plan);
  const made = steps.filter(isCarriedOut).length;
  const held = steps.length - made;
  const start = moment === 'pull-request' ? 'After the merge, apply' : 'Apply';
  const guard =
    moment === 'pull-request' && onPlanChange === 'refuse'
      ? ' It plans again first, and stops if the new plan has a change that is not shown here.'
      : '';
  return [
    ...(made === 0 ? [`${start} changes nothing.`] : [`${start} makes ${countOf(made, 'change')}.${guard}`]),
    ...(held === 0 ? [] : [`It skips ${countOf(held, 'change')} (marked \`!\` above), so its exit code is 1.`]),
  ];
}
