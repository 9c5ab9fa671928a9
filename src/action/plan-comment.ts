import type {Diagnostic} from '../diagnostics/diagnostic';
import type {Plan} from '../plan/change';
import {listSteps} from '../plan/change-facts';
import {codeSpan} from '../report/escape-markdown';
import {type PlanMarkdown, renderPlanMarkdown} from '../report/plan-markdown';
import {countOf} from '../report/sentences';
import {LONGEST_COMMENT, LONGEST_SUMMARY} from './findings-markdown';
import type {ActionInputs} from './ports';
import {encodeReviewedPlan, isCarriedOut} from './reviewed-plan';

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
}

/** Renders the comment of a pull request. The hidden first line identifies the comment, the hidden second line records the plan for the merge. */
export function renderPlanComment(shown: ShownPlan, {marker, headSha}: {readonly marker: string; readonly headSha: string}): string {
  const end = `${applySentences(shown).join('\n')}\n`;
  const state = warnOfNewState(shown).length > 0 ? 'new-state' : 'same-state';
  const encode = (kind: 'complete' | 'cut') => encodeReviewedPlan(shown.plan, headSha, kind, state, shown.stateCommit);
  const assemble = (kind: 'complete' | 'cut') => {
    const lines = [marker, encode(kind), ...warnOfNewState(shown)];
    const body = fitPlan(shown, LONGEST_COMMENT - `${lines.join('\n')}\n\n${end}`.length);
    return {complete: body.complete, text: [...lines, body.text, end].join('\n')};
  };
  const whole = assemble('complete');
  if (whole.complete) return whole.text;
  const cut = assemble('cut');
  // Without marks the plan may fit, but could not be compared at the merge: mark it as cut.
  return cut.complete ? whole.text.replace(encode('complete'), encode('cut')) : cut.text;
}

/** Fits the plan into the room. Escaping can lengthen names after they were measured: then show less. */
function fitPlan({plan, findings}: ShownPlan, room: number): PlanMarkdown {
  for (let limit = room; ; limit = Math.floor(limit / 2)) {
    const body = renderPlanMarkdown(plan, findings, limit);
    if (body.text.length <= room || limit <= 0) return body;
  }
}

/** Renders the plan for the job summary, which may be longer. */
export function renderPlanSummary(shown: ShownPlan): string {
  const start = warnOfNewState(shown).map(line => `${line}\n`);
  const end = `${applySentences(shown).join('\n')}\n`;
  return `${start.join('')}${fitPlan(shown, LONGEST_SUMMARY - start.join('').length - end.length).text}\n${end}`;
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

/** What apply will do, in sentences. */
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
