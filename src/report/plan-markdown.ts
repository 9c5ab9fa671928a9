import {compareDiagnostics, type Diagnostic} from '../diagnostics/diagnostic';
import {listFirst} from '../diagnostics/first-few';
import {formatNumber} from '../diagnostics/number-text';
import type {Change, Plan} from '../plan/change';
import {type ChangeGroup, groupChanges} from '../plan/groups';
import {codeSpan, fencedBlock, htmlCode} from './escape-markdown';
import {escapeTerminal} from './escape-terminal';
import {placeText, sayFinding} from './finding';
import {FOLDER_REASON, type FolderGroup, showPairs} from './folder-moves';
import {fieldLines} from './plan-fields';
import {listPlanFindings} from './plan-findings';
import {groupBody, groupRow, keysLine} from './plan-group-lines';
import {changeLines, glyphOf, labelOf, type PlanView, placeOf, viewPlan} from './plan-lines';
import {
  actualSentences,
  driftSentences,
  emulatorSentence,
  estimateSentence,
  labelSentences,
  planSentence,
  requestSentences,
  SHOWN_KEYS,
} from './plan-sentences';
import {describePrice, describeUnmanaged, listPriceReasons, type UnmanagedView, unmanagedSentence} from './plan-service';
import type {RenderOptions} from './render-options';
import {countOf} from './sentences';
import type {Line} from './text';

/** A plan as GitHub Markdown. */
export interface PlanMarkdown {
  readonly text: string;
  /** Every change and warning is in the text. One that is not complete must not be approved from this text. */
  readonly complete: boolean;
}

/** What a GitHub comment holds, less room for what its poster adds around the plan. */
const COMMENT_LIMIT = 65_536 - 1_536;

/**
 * A plan for a pull request: what it comes to, one line a change, and folded details. Sections that would go beyond
 * `limit` UTF-16 code units are left out, counted, and the text says so at its top.
 */
export function renderPlanMarkdown(
  plan: Plan,
  findings: readonly Diagnostic[] = [],
  limit: number = COMMENT_LIMIT,
  unmanaged: UnmanagedView = 'counted',
): PlanMarkdown {
  const warnings = [...findings, ...listPlanFindings(plan)].sort(compareDiagnostics);
  const view = viewPlan(plan);
  const reasons = reasonSection(view, Math.floor(limit / 4));
  const room = limit - headSection(plan, CUT_NOTE_SAMPLE).length - lengthOf(reasons) - 2 * SECTION_FRAME;
  const groups = groupChanges(view.listed);
  const shownRows = takeWithin(groups, overviewRow, Math.floor(room / 2));
  const shownWarnings = takeWithin(warnings, findingRow, Math.floor((room - lengthOf(shownRows)) / 2));
  const shownDetails = takeWithin(groups, group => detailSection(group, view), room - lengthOf(shownRows) - lengthOf(shownWarnings));
  const cut = [
    ...cutCount(countChanges(groups.slice(shownRows.length)), 'change', 'not listed'),
    ...cutCount(warnings.length - shownWarnings.length, 'warning', 'not listed'),
    ...cutCount(countChanges(groups.slice(shownDetails.length)), 'change', 'without details'),
  ];
  const sections = [
    headSection(plan, cut),
    ...(shownRows.length === 0 ? [] : [fencedBlock(shownRows, 'diff')]),
    ...reasons,
    ...(shownWarnings.length === 0 ? [] : [`Warnings:\n\n${fencedBlock(shownWarnings, 'text')}`]),
    ...shownDetails,
  ];
  if (unmanaged === 'listed') sections.push(...unmanagedSection(plan, limit - lengthOf(sections)));
  return {text: `${sections.join('\n\n')}\n`, complete: cut.length === 0};
}

/** Fences, headings and blank lines around a list. */
const SECTION_FRAME = 200;
const CUT_NOTE_SAMPLE = ['1,000,000 changes not listed', '1,000,000 warnings not listed', '1,000,000 changes without details'];

function headSection(plan: Plan, cut: readonly string[]): string {
  const {notIncluded} = plan.estimate;
  const facts = [
    `project ${codeSpan(plan.project)}, environment ${codeSpan(plan.environment)}`,
    ...(plan.only === null ? [] : [`only ${listFirst(plan.only.map(codeSpan), SHOWN_KEYS)}`]),
    ...driftSentences(plan.summary),
    ...labelSentences(plan),
    estimateSentence(plan),
    ...actualSentences(plan, {}),
    ...(notIncluded.length === 0 ? [] : [`Not included: ${notIncluded.map(codeSpan).join(', ')}`]),
    ...requestSentences(plan),
    ...serviceFacts(plan),
    `plan digest ${codeSpan(plan.digest)}`,
  ];
  const note = `> **This plan is cut: ${cut.join(', ')}.** Do not approve it from this text alone: \`monitors plan\` shows all of it.`;
  const emulator = emulatorSentence(plan);
  const trial = emulator === null ? [] : [`> **${emulator}**`];
  return [
    `### ${planSentence(plan.summary)}`,
    ...trial,
    ...(cut.length === 0 ? [] : [note]),
    facts.map(fact => `- ${fact}`).join('\n'),
  ].join('\n\n');
}

/** Moved folders, as far as there is room, and the reasons that hold several changes, once each. */
function reasonSection({shared, folders}: PlanView, room: number): string[] {
  if (shared.length === 0 && folders.length === 0) return [];
  const fitting = takeWithin(folders, group => folderRows(group).join('\n'), room).length;
  const moved = folders.slice(0, fitting).flatMap(folderRows);
  const rest = folders.length - fitting;
  const more = rest === 0 ? [] : [`! ${countOf(rest, 'more folder')} may have moved`];
  const rows = shared.flatMap(({message, waysOut}) => [`! ${message}`, ...waysOut.map(way => `  -> ${way}`)]);
  return [`Held back:\n\n${fencedBlock([...moved, ...more, ...rows], 'text')}`];
}

function folderRows(group: FolderGroup): string[] {
  const pairs = showPairs(group, 'first').map(pair => `  ${pair}`);
  return [`! ${group.title}: ${FOLDER_REASON}`, ...pairs, ...group.waysOut.map(way => `  -> ${way}`)];
}

/** Unmanaged monitors, folded. They are not part of what is approved: what does not fit is counted. */
function unmanagedSection({unmanaged}: Plan, room: number): string[] {
  const rows = takeWithin(unmanaged, monitor => escapeTerminal(describeUnmanaged(monitor, DETAIL_OPTIONS)), room - SECTION_FRAME);
  const rest = unmanaged.length - rows.length;
  if (rows.length === 0) return [];
  const more = rest === 0 ? [] : [`and ${formatNumber(rest)} more`];
  return [`<details><summary>Unmanaged monitors (never changed)</summary>\n\n${fencedBlock([...rows, ...more], 'text')}\n\n</details>`];
}

/** Other prices are counted, and the first few named: a comment has little room. */
function serviceFacts(plan: Plan): string[] {
  const others = unmanagedSentence(plan);
  const prices = plan.estimateDifferences;
  return [
    ...(others === null ? [] : [`${others}.`]),
    ...(prices.length === 0
      ? []
      : [
          `Prices in the service that differ from its price list: ${listFirst(prices.map(price => codeSpan(describePrice(price))))}. Why: ${listPriceReasons(prices).join('; ')}`,
        ]),
  ];
}

function overviewRow(group: ChangeGroup): string {
  const {first, changes} = group;
  if (changes.length > 1) return groupRow(group, DETAIL_OPTIONS);
  const {glyph} = glyphOf(first);
  const place = placeOf(first);
  return `${glyph} ${first.key}  ${labelOf(first)}${place === null ? '' : `  ${place}`}`;
}

const DETAIL_OPTIONS: RenderOptions = {color: false, width: 120, verbosity: 'normal'};

/** Keys of a group that its details list. */
const SHOWN_GROUP_KEYS = 50;

function detailSection(group: ChangeGroup, view: PlanView): string {
  const {first, changes} = group;
  const {glyph} = glyphOf(first);
  const isOne = changes.length === 1;
  const rows = isOne ? detailRows(first, view) : groupRows(group, view);
  const who = isOne ? htmlCode(first.key) : countOf(changes.length, 'monitor');
  return `<details><summary>${glyph} ${who} ${labelOf(first)}</summary>\n\n${fencedBlock(rows, 'diff')}\n\n</details>`;
}

/** What is done to all of a group, and who they are; of new ones the first as an example. */
function groupRows(group: ChangeGroup, view: PlanView): string[] {
  const {first, changes} = group;
  const example = first.action === 'create' ? [`For example ${first.key}:`, ...detailRows(first, view)] : [];
  return [...groupBody(group, false, DETAIL_OPTIONS), keysLine(changes, SHOWN_GROUP_KEYS, 'monitors plan --verbose')]
    .map(diffRow)
    .concat(example);
}

/** Every field of a new monitor is new: GitHub colours it by its sign, which text leaves to the headline. */
function detailRows(change: Change, view: PlanView): string[] {
  const lines = changeLines(change, view, DETAIL_OPTIONS).slice(1);
  const added = change.action === 'create' ? fieldLines(change.fields, 'whole', DETAIL_OPTIONS).length : 0;
  return lines.map((line, index) => (index < added ? diffRow(line).replace(/^ /, '+') : diffRow(line)));
}

/** A line of text as one that GitHub colours: the sign, if it has one, moves to the margin. */
function diffRow(line: Line): string {
  const text = line.spans.map(span => (typeof span === 'string' ? span : span.text)).join('');
  const margin = ' '.repeat(Math.max(0, line.indent - 4));
  const sign = /^([+-]|->) /.exec(text)?.[1];
  if (sign === '+' || sign === '-') return `${sign} ${margin}${text.slice(2)}`;
  if (text.startsWith('~ ')) return `! ${margin}${text.slice(2)}`;
  return `  ${margin}${text}`;
}

function findingRow(finding: Diagnostic): string {
  const place = placeText(finding);
  const hint = finding.hint === undefined ? '' : ` (${finding.hint})`;
  return `${place === '' ? '' : `${place}  `}${finding.code}  ${sayFinding(finding)}${hint}`;
}

/** Renders items one after the other as long as they fit. */
function takeWithin<Item>(items: readonly Item[], render: (item: Item) => string, room: number): string[] {
  const taken: string[] = [];
  let used = 0;
  for (const item of items) {
    const part = render(item);
    used += part.length + 2;
    if (used > room) break;
    taken.push(part);
  }
  return taken;
}

function countChanges(groups: readonly ChangeGroup[]): number {
  return groups.reduce((sum, {changes}) => sum + changes.length, 0);
}

function lengthOf(parts: readonly string[]): number {
  return parts.reduce((sum, part) => sum + part.length + 2, 0);
}

function cutCount(count: number, noun: string, words: string): string[] {
  return count === 0 ? [] : [`${countOf(count, noun)} ${words}`];
}
