import type {Diagnostic} from '../diagnostics/diagnostic';
import type {Plan} from '../plan/change';
import {codeSpan, fencedBlock} from '../report/escape-markdown';
import {renderFindingsText} from '../report/finding';
import {type PlanMarkdown, renderPlanMarkdown} from '../report/plan-markdown';
import type {ValidateReport} from '../report/render-options';
import {countOf} from '../report/sentences';
import type {ActionInputs} from './ports';
import {encodeReviewedPlan, isCarriedOut} from './reviewed-plan';

/** The longest comment that GitHub takes, in UTF-16 code units. */
export const LONGEST_COMMENT = 65_536;

/**
 * The longest summary that is written, in UTF-16 code units: GitHub takes 1 MiB of UTF-8 a step, and a code unit can
 * become three bytes.
 */
const LONGEST_SUMMARY = 340_000;

/** A plan on its way to whoever reviews it. */
export interface ShownPlan {
  readonly plan: Plan;
  /** Of its specs. */
  readonly findings: readonly Diagnostic[];
  readonly onPlanChange: ActionInputs['onPlanChange'];
  /** What of the words only makes sense before a merge is left out elsewhere. */
  readonly moment: 'pull-request' | 'other';
  /** The paths of states that there are or were, where the plan goes on from none of them: what they list is created again. */
  readonly formerStates: readonly string[];
}

/** The comment of a pull request: found again by its first line, compared at the merge by its second, the rest for people. */
export function renderPlanComment(shown: ShownPlan, {marker, headSha}: {readonly marker: string; readonly headSha: string}): string {
  const end = `${applySentences(shown).join('\n')}\n`;
  const state = warnOfNewState(shown).length > 0 ? 'new-state' : 'same-state';
  const assemble = (kind: 'complete' | 'cut') => {
    const lines = [marker, encodeReviewedPlan(shown.plan, headSha, kind, state), ...warnOfNewState(shown)];
    const body = fitPlan(shown, LONGEST_COMMENT - `${lines.join('\n')}\n\n${end}`.length);
    return {complete: body.complete, text: [...lines, body.text, end].join('\n')};
  };
  const whole = assemble('complete');
  if (whole.complete) return whole.text;
  const cut = assemble('cut');
  // Without its marks the plan may fit, but nobody could compare it: then it stays cut, and says so.
  return cut.complete
    ? whole.text.replace(encodeReviewedPlan(shown.plan, headSha, 'complete', state), encodeReviewedPlan(shown.plan, headSha, 'cut', state))
    : cut.text;
}

/** Escaping lengthens hostile names after they were measured: then less of the plan is shown. */
function fitPlan({plan, findings}: ShownPlan, room: number): PlanMarkdown {
  for (let limit = room; ; limit = Math.floor(limit / 2)) {
    const body = renderPlanMarkdown(plan, findings, limit);
    if (body.text.length <= room || limit <= 0) return body;
  }
}

/** The same for the job summary, which holds more. */
export function renderPlanSummary(shown: ShownPlan): string {
  const start = warnOfNewState(shown).map(line => `${line}\n`);
  const end = `${applySentences(shown).join('\n')}\n`;
  return `${start.join('')}${fitPlan(shown, LONGEST_SUMMARY - start.join('').length - end.length).text}\n${end}`;
}

/** Stands above everything else where monitors are paid for a second time. */
function warnOfNewState({plan, formerStates, moment}: ShownPlan): string[] {
  const created = plan.changes.filter(({action}) => action === 'create').length;
  if (formerStates.length === 0 || created === 0) return [];
  const start = moment === 'pull-request' ? 'Merging this starts' : 'Apply starts';
  const paid = countOf(created, 'monitor is', 'monitors are');
  const paths = formerStates.slice(0, 5).map(codeSpan);
  const rest = formerStates.length - paths.length;
  return [
    `> **${start} a new state: ${paid} created and paid for again.**`,
    `> It does not go on from ${paths.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}. What they list stays in the service, and is paid for too.`,
    '',
  ];
}

/** What merging comes to, in words. */
function applySentences({plan, onPlanChange, moment}: ShownPlan): string[] {
  const made = plan.changes.filter(isCarriedOut).length;
  const held = plan.changes.length - made;
  const start = moment === 'pull-request' ? 'After the merge, apply' : 'Apply';
  const guard =
    moment === 'pull-request' && onPlanChange === 'refuse'
      ? ' It plans again first, and does nothing if that plan holds a change that this one does not show.'
      : '';
  return [
    ...(made === 0 ? [`${start} sends nothing.`] : [`${start} makes ${countOf(made, 'change')}.${guard}`]),
    ...(held === 0 ? [] : [`It leaves ${countOf(held, 'change')} alone (marked \`!\` above), and ends with exit code 1 because of that.`]),
  ];
}

/** Where findings go that keep a plan from being made. `marker` is for comments only. */
export function renderInvalidMarkdown(
  report: ValidateReport,
  {limit, marker}: {readonly limit: 'comment' | 'summary'; readonly marker?: string},
): string {
  const head = `### The specs have ${countOf(report.errorCount, 'error')}: nothing was planned`;
  const room = (limit === 'comment' ? LONGEST_COMMENT : LONGEST_SUMMARY) - 2_000 - (marker?.length ?? 0);
  return `${[...(marker === undefined ? [] : [marker, '']), head, '', ...findingSections(report, room)].join('\n')}\n`;
}

/** What `validate` came to, for the job summary. */
export function renderValidateSummary(report: ValidateReport): string {
  const {errorCount, warningCount} = report;
  const found = [
    ...(errorCount > 0 ? [countOf(errorCount, 'error')] : []),
    ...(warningCount > 0 ? [countOf(warningCount, 'warning')] : []),
  ].join(', ');
  const head = `### ${countOf(report.monitors, 'monitor')} in ${countOf(report.files, 'file')}: ${found === '' ? 'no problems found' : found}`;
  return `${[head, '', ...findingSections(report, LONGEST_SUMMARY - 2_000)].join('\n')}\n`;
}

/** A refusal or a bug, for the job summary, below what it came to. */
export function renderFailureMarkdown(
  title: string,
  {code, message, hint}: {readonly code: string; readonly message: string; readonly hint?: string},
): string {
  return `### ${title}\n\n${fencedBlock([`${code}  ${message}`, ...(hint === undefined ? [] : [`hint: ${hint}`])], 'text')}\n`;
}

const FINDING_OPTIONS = {color: false, width: 120, verbosity: 'normal'} as const;

function findingSections(report: ValidateReport, room: number): string[] {
  const texts: string[] = [];
  let used = 0;
  for (const finding of report.findings) {
    const text = renderFindingsText([finding], FINDING_OPTIONS, report.sourceOf).trimEnd();
    // Escaping can lengthen a text: counted as it will stand there.
    used += fencedBlock(text.split('\n'), 'text').length;
    if (used > room) break;
    texts.push(text);
  }
  const left = report.errorCount + report.warningCount - texts.length;
  return [
    ...(texts.length === 0 ? [] : [fencedBlock(texts.join('\n').split('\n'), 'text')]),
    ...(left <= 0 ? [] : ['', `${countOf(left, 'more finding')} not listed here: ${codeSpan('monitors validate')} lists them.`]),
  ];
}
