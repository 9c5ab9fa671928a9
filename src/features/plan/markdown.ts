import {countOf, formatNumber, listFirst} from '../../core/base/words';
import {compareDiagnostics, type Diagnostic} from '../../core/diagnostics/diagnostic';
import type {Plan} from '../../core/plan/change';
import {type ChangeGroup, groupChanges} from '../../core/plan/groups';
import {codeSpan, fencedBlock} from '../../rendering/escape-markdown';
import {escapeTerminal} from '../../rendering/escape-terminal';
import {placeText, sayFinding} from '../../rendering/finding';
import {FOLDER_REASON, type FolderGroup, showPairs} from '../../rendering/folder-moves';
import {groupRow} from '../../rendering/plan-group-lines';
import {glyphOf, labelOf, type PlanView, placeOf, viewPlan} from '../../rendering/plan-lines';
import {
  actualSentences,
  driftSentences,
  emulatorSentence,
  estimateNotes,
  estimateSentence,
  keyBudgetSentences,
  planSentence,
  requestSentences,
  SHOWN_KEYS,
  settingSentences,
} from '../../rendering/plan-sentences';
import {describePrice, describeUnmanaged, listPriceReasons, type UnmanagedView, unmanagedSentence} from '../../rendering/plan-service';
import {DETAIL_OPTIONS, type DetailLimits, detailSection, hiddenRow} from './details';
import {listPlanFindings} from './findings';
import {listReach, reachRow} from './reach';

/** A plan as GitHub Markdown. */
export interface PlanMarkdown {
  readonly text: string;
  /** Every change and warning is in the text. One that is not complete must not be approved from this text. */
  readonly complete: boolean;
}

/** Maximum size of a GitHub comment, less room for what its poster adds around the plan. */
const COMMENT_LIMIT = 65_536 - 1_536;

/** Options of rendering a plan. */
export interface MarkdownOptions {
  /** UTF-16 code units. */
  readonly limit?: number;
  readonly unmanaged?: UnmanagedView;
  /** `review`: whole values up to limits, so that all changes fit; `everything`: all values. */
  readonly values?: 'review' | 'everything';
  /** Words for the place of all values. */
  readonly rest?: string;
}

/** New rows of one list that a review shows with their values. */
const REVIEWED_ROWS = 20;
/** Keys of other groups. */
const REVIEWED_KEYS = 50;
/** Characters of one text. */
const REVIEWED_CHARACTERS = 4_000;
const ALL = Number.POSITIVE_INFINITY;

/**
 * A plan for a pull request: what it comes to, where it goes, one line a change, and folded details. Sections that would go beyond
 * the limit are left out, counted, and the text says so at its top.
 */
export function renderPlanMarkdown(plan: Plan, findings: readonly Diagnostic[] = [], options: MarkdownOptions = {}): PlanMarkdown {
  const {rest = 'monitors plan --verbose shows all'} = options;
  if (options.values === 'everything')
    return renderWithin(plan, findings, options, {rows: ALL, keys: ALL, characters: ALL, lines: ALL, rest});
  const limits = {rows: REVIEWED_ROWS, keys: REVIEWED_KEYS, characters: REVIEWED_CHARACTERS, lines: ALL, rest};
  const whole = renderWithin(plan, findings, options, limits);
  // Where long lists of values leave no room for the details of others, of each the first lines are shown.
  return whole.complete ? whole : renderWithin(plan, findings, options, {...limits, lines: REVIEWED_ROWS});
}

function renderWithin(
  plan: Plan,
  findings: readonly Diagnostic[],
  {limit = COMMENT_LIMIT, unmanaged = 'counted'}: MarkdownOptions,
  limits: DetailLimits,
): PlanMarkdown {
  const warnings = [...findings, ...listPlanFindings(plan)].sort(compareDiagnostics);
  const view = viewPlan(plan);
  const groups = groupChanges(view.listed);
  const reasons = reasonSection(view, Math.floor(limit / 4));
  const start = limit - headSection(plan, CUT_NOTE_SAMPLE).length - lengthOf(reasons) - 3 * SECTION_FRAME;
  const reach = listReach(plan, groups);
  const shownReach = takeWithin(reach, reachRow, start);
  const room = start - lengthOf(shownReach);
  const shownRows = takeWithin(groups, group => overviewRow(group, limits), Math.floor(room / 2));
  const shownWarnings = takeWithin(warnings, findingRow, Math.floor((room - lengthOf(shownRows)) / 2));
  const left = room - lengthOf(shownRows) - lengthOf(shownWarnings);
  const shownDetails = takeWithin(groups, group => detailSection(group, view, limits), left);
  const cut = [
    ...cutCount(reach.length - shownReach.length, 'address or loss', 'not listed', 'addresses or losses'),
    ...cutCount(countChanges(groups.slice(shownRows.length)), 'change', 'not listed'),
    ...cutCount(warnings.length - shownWarnings.length, 'warning', 'not listed'),
    ...cutCount(countChanges(groups.slice(shownDetails.length)), 'change', 'without details'),
  ];
  const sections = [
    headSection(plan, cut),
    ...(shownRows.length === 0
      ? []
      : [
          fencedBlock(
            shownRows.flatMap(row => row.split(ROW_END)),
            'diff',
          ),
        ]),
    ...reachSection(shownReach),
    ...reasons,
    ...(shownWarnings.length === 0 ? [] : [`Warnings:\n\n${fencedBlock(shownWarnings, 'text')}`]),
    ...shownDetails,
  ];
  if (unmanaged === 'listed') sections.push(...unmanagedSection(plan, limit - lengthOf(sections)));
  return {text: `${sections.join('\n\n')}\n`, complete: cut.length === 0};
}

/** Lines of a block that a reader sees at once; a longer one can be folded, but is open at first. */
const OPEN_LINES = 30;

/** Whom and what the plan reaches, and what it ends. */
function reachSection(rows: readonly string[]): string[] {
  if (rows.length === 0) return [];
  const title = 'Where it goes, and what ends';
  const block = fencedBlock(rows, 'text');
  if (rows.length <= OPEN_LINES) return [`${title}:\n\n${block}`];
  return [`<details open><summary>${title}: ${countOf(rows.length, 'line')}</summary>\n\n${block}\n\n</details>`];
}

/** Fences, headings and blank lines around a list. */
const SECTION_FRAME = 200;
const CUT_NOTE_SAMPLE = [
  '1,000,000 addresses or losses not listed',
  '1,000,000 changes not listed',
  '1,000,000 warnings not listed',
  '1,000,000 changes without details',
];

function headSection(plan: Plan, cut: readonly string[]): string {
  const facts = [
    `project ${codeSpan(plan.project)}, environment ${codeSpan(plan.environment)}`,
    ...(plan.only === null ? [] : [`only ${listFirst(plan.only.map(codeSpan), SHOWN_KEYS)}`]),
    ...driftSentences(plan.summary),
    ...settingSentences(plan),
    estimateSentence(plan),
    ...keyBudgetSentences(plan, codeSpan),
    ...actualSentences(plan, {}),
    ...estimateNotes(plan, words => words.map(codeSpan).join(', ')),
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

/** Stands between the two lines of a group; a key holds none. */
const ROW_END = '\0';

function overviewRow(group: ChangeGroup, limits: DetailLimits): string {
  const {first, changes} = group;
  if (changes.length > 1) return [groupRow(group, DETAIL_OPTIONS), hiddenRow(group, limits) ?? []].flat().join(ROW_END);
  const {glyph} = glyphOf(first);
  const place = placeOf(first);
  return `${glyph} ${first.key}  ${labelOf(first)}${place === null ? '' : `  ${place}`}`;
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

function cutCount(count: number, noun: string, words: string, plural?: string): string[] {
  return count === 0 ? [] : [`${countOf(count, noun, plural)} ${words}`];
}
