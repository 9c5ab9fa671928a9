import {addToGroup} from '../../core/base/grouping';
import {countOf, formatNumber, listFirst} from '../../core/base/words';
import {compareDiagnostics, type Diagnostic} from '../../core/diagnostics/diagnostic';
import type {Plan} from '../../core/plan/change';
import type {ChangeGroup} from '../../core/plan/groups';
import {codeSpan, fencedBlock} from '../../rendering/escape-markdown';
import {escapeTerminal} from '../../rendering/escape-terminal';
import {placeText, sayFinding} from '../../rendering/finding';
import {FOLDER_REASON, type FolderGroup, showPairs} from '../../rendering/held-changes';
import {groupForPeople, groupRow} from '../../rendering/plan-group-lines';
import {type PlanView, viewPlan} from '../../rendering/plan-lines';
import {rowOrigin, specOf} from '../../rendering/plan-origins';
import {
  actualSentences,
  describePrice,
  describeUnmanaged,
  driftSentences,
  emulatorSentence,
  estimateNotes,
  estimateSentence,
  keyBudgetSentences,
  listPriceReasons,
  requestSentences,
  SHOWN_KEYS,
  settingSentences,
  type UnmanagedView,
  unmanagedSentence,
} from '../../rendering/plan-sentences';
import {countShown, DETAIL_OPTIONS, type DetailLimits, hiddenRow, type LinkTo} from './details';
import {listPlanFindings} from './findings';
import {planTitle} from './plan-title';
import {listReach, reachRow, type Tabled} from './reach';
import {findRowTable} from './row-table';
import {fitSections} from './section-markdown';
import {keptTitle, testKept} from './text';

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
  /** The address of a line of a file, where the commit is known. */
  readonly linkTo?: LinkTo;
  /** Names the owners of a file, where they are known. */
  readonly ownersOf?: (file: string) => readonly string[];
}

/** New rows that a review shows with their values: of a list that has more than the most, the first few. */
const REVIEWED_ROWS = 20;
const MOST_WHOLE_ROWS = 50;
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
  const {rest = 'monitors plan --verbose shows all', linkTo} = options;
  const all = {rows: ALL, wholeRows: ALL, keys: ALL, characters: ALL, lines: ALL, rest};
  const review = {...all, rows: REVIEWED_ROWS, wholeRows: REVIEWED_ROWS, keys: REVIEWED_KEYS, characters: REVIEWED_CHARACTERS};
  // Where long lists of values leave no room for the details of others, of each the first lines are shown.
  const reviews = [{...review, wholeRows: MOST_WHOLE_ROWS}, review, {...review, lines: REVIEWED_ROWS}];
  const limits = options.values === 'everything' ? [all] : reviews;
  // Links go first where there is little room.
  const tries = limits.flatMap(limit => (linkTo === undefined ? [limit] : [{...limit, linkTo}, limit]));
  const view = viewPlan(plan);
  const looked: LookedPlan = {plan, findings, view, groups: groupForPeople(view.listed)};
  let shown: PlanMarkdown = {text: '', complete: false};
  for (const limit of tries) {
    // Lines give way to tables only where all of the plan has room.
    const tables = findTables(looked, limit);
    if (tables.size > 0) shown = renderWithin(looked, options, limit, tables);
    if (!shown.complete) shown = renderWithin(looked, options, limit, new Map());
    if (shown.complete) break;
  }
  return shown;
}

/** A plan as all tries render it. */
interface LookedPlan {
  readonly plan: Plan;
  readonly findings: readonly Diagnostic[];
  readonly view: PlanView;
  readonly groups: readonly ChangeGroup[];
}

/** Finds the tables with all new rows of a list that have room outside of folds, with what the rows show. */
function findTables({groups}: LookedPlan, limits: DetailLimits): ReadonlyMap<ChangeGroup, Tabled> {
  const tables = new Map<ChangeGroup, Tabled>();
  let room = MOST_WHOLE_ROWS;
  for (const group of groups) {
    const count = group.changes.length;
    const table = count > room || countShown(group, limits) < count ? null : findRowTable(group, count);
    if (table === null) continue;
    room -= count;
    tables.set(group, new Map(table.rows.map(({change, cells}) => [change, cells.join('\n')])));
  }
  return tables;
}

function renderWithin(
  {plan, findings, view, groups}: LookedPlan,
  {limit = COMMENT_LIMIT, unmanaged = 'counted', ownersOf}: MarkdownOptions,
  limits: DetailLimits,
  tables: ReadonlyMap<ChangeGroup, Tabled>,
): PlanMarkdown {
  const warnings = [...findings, ...listPlanFindings(plan)].sort(compareDiagnostics);
  const isKept = testKept(view, findings);
  const reasons = reasonSection(view, Math.floor(limit / 4));
  const end = digestSection(plan);
  const owners = ownersOf === undefined ? [] : ownerSentence(view, ownersOf);
  const room = limit - headSection(plan, owners, CUT_NOTE_SAMPLE).length - lengthOf([...reasons, end]) - 4 * SECTION_FRAME;
  const reach = listReach(plan, groups, new Map([...tables.values()].flatMap(rows => [...rows])));
  const opened = new Set(reach.needsTables ? tables.keys() : []);
  const always = [...reach.lines.map(reachRow), ...groups.flatMap(group => hiddenLines(group, limits))];
  const shownAlways = takeWithin(always, row => row, room);
  const left = room - lengthOf(shownAlways);
  const alike = groupAlike(warnings);
  const ordered = [...alike.filter(([one]) => !isKept(one)), ...alike.filter(([one]) => isKept(one))];
  const shownWarnings = takeWithin(ordered, warningItem, Math.floor(left / 4));
  const open = alike.filter(([one]) => !isKept(one)).length;
  const unlisted = ordered.slice(shownWarnings.length).flat().length;
  const changes = fitSections(groups, view, {...limits, opened}, left - lengthOf(shownWarnings));
  const cut = [
    ...cutCount(always.length - shownAlways.length, 'address or loss', 'not listed', 'addresses or losses'),
    ...cutCount(changes.notListed, 'change', 'not listed'),
    ...cutCount(unlisted, 'warning', 'not listed'),
    ...cutCount(changes.withoutDetails, 'change', 'without details'),
  ];
  const sections = [
    headSection(plan, owners, cut),
    ...(shownAlways.length === 0 ? [] : [`Where it goes, and what ends:\n\n${fencedBlock(shownAlways, 'text')}`]),
    ...reasons,
    ...warningSections(shownWarnings.slice(0, open), shownWarnings.slice(open)),
    ...changes.sections,
  ];
  if (unmanaged === 'listed') sections.push(...unmanagedSection(plan, limit - lengthOf([...sections, end])));
  return {text: `${[...sections, end].join('\n\n')}\n`, complete: cut.length === 0};
}

/** Warnings in the open, and those about files that the plan leaves alone in a fold: they were there before. */
function warningSections(open: readonly string[], kept: readonly string[]): string[] {
  return [
    ...(open.length === 0 ? [] : [`Warnings:\n\n${open.join('\n')}`]),
    ...(kept.length === 0 ? [] : [`<details><summary>${keptTitle(kept.length)}</summary>\n\n${kept.join('\n')}\n\n</details>`]),
  ];
}

/** What the details of a group leave out; empty where they have all. */
function hiddenLines(group: ChangeGroup, limits: DetailLimits): string[] {
  const hidden = hiddenRow(group, limits);
  return hidden === null ? [] : [groupRow(group, DETAIL_OPTIONS), hidden];
}

/** Owners that are named; others are counted. */
const SHOWN_OWNERS = 5;

/** Who owns the specs and rows that changes come from. In code, so that GitHub tells none of them. */
function ownerSentence({listed}: PlanView, ownersOf: NonNullable<MarkdownOptions['ownersOf']>): string[] {
  const counts = new Map<string, number>();
  for (const change of listed) {
    const files = new Set([specOf(change)?.file, rowOrigin(change)?.file].filter(file => file !== undefined));
    for (const owner of new Set([...files].flatMap(ownersOf))) counts.set(owner, (counts.get(owner) ?? 0) + 1);
  }
  if (counts.size === 0) return [];
  const told = [...counts].sort(([, a], [, b]) => b - a).map(([owner, count]) => `${codeSpan(owner)} (${countOf(count, 'change')})`);
  return [`Owners: ${listFirst(told, SHOWN_OWNERS)}.`];
}

/** Programs read the digest from JSON: here it is for those who compare two plans. */
function digestSection({digest}: Plan): string {
  return `<details><summary>Digest</summary>\n\n${codeSpan(digest)}\n\n</details>`;
}

/** Fences, headings and blank lines around a list. */
const SECTION_FRAME = 200;
const CUT_NOTE_SAMPLE = [
  '1,000,000 addresses or losses not listed',
  '1,000,000 changes not listed',
  '1,000,000 warnings not listed',
  '1,000,000 changes without details',
];

function headSection(plan: Plan, owners: readonly string[], cut: readonly string[]): string {
  const facts = [
    describeRest(plan),
    ...(plan.only === null ? [] : [`only ${listFirst(plan.only.map(codeSpan), SHOWN_KEYS)}`]),
    ...driftSentences(plan.summary),
    ...settingSentences(plan),
    estimateSentence(plan),
    ...keyBudgetSentences(plan, codeSpan),
    ...actualSentences(plan, {}),
    ...estimateNotes({...plan, estimate: {...plan.estimate, notIncluded: []}}, words => words.map(codeSpan).join(', ')),
    ...requestSentences(plan),
    ...owners,
    ...serviceFacts(plan),
  ];
  const note = `> **This plan is cut: ${cut.join(', ')}.** Do not approve it from this text alone: \`monitors plan\` shows all of it.`;
  const emulator = emulatorSentence(plan);
  const trial = emulator === null ? [] : [`> **${emulator}**`];
  return [`### ${planTitle(plan)}`, ...trial, ...(cut.length === 0 ? [] : [note]), facts.map(fact => `- ${fact}`).join('\n')].join('\n\n');
}

/** Where the plan belongs, and what it leaves as it is. */
function describeRest({project, environment, summary}: Plan): string {
  const kept = [
    ...(summary.unchanged === 0 ? [] : [`${formatNumber(summary.unchanged)} unchanged`]),
    ...(summary.protected === 0 ? [] : [`${formatNumber(summary.protected)} protected`]),
  ];
  return [`project ${codeSpan(project)}, environment ${codeSpan(environment)}`, ...kept].join(', ');
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
  const differing = 'Prices in the service that differ from its price list';
  const named = listFirst(prices.map(price => codeSpan(describePrice(price))));
  return [
    ...(others === null ? [] : [`${others}.`]),
    ...(prices.length === 0 ? [] : [`${differing}: ${named}. Why: ${listPriceReasons(prices).join('; ')}`]),
  ];
}

/** Warnings of one file that say the same, such as those of rows. */
type AlikeWarnings = readonly [Diagnostic, ...Diagnostic[]];

function groupAlike(warnings: readonly Diagnostic[]): AlikeWarnings[] {
  const groups = new Map<string, Diagnostic[]>();
  for (const one of warnings) addToGroup(groups, JSON.stringify([one.where?.file, one.code, sayFinding(one), one.hint]), one);
  return [...groups.values()].flatMap(([first, ...others]) => (first === undefined ? [] : [[first, ...others]]));
}

/** Warnings that say the same as an item of a list, whose lines GitHub wraps. */
function warningItem([finding, ...others]: AlikeWarnings): string {
  const lines = [...new Set(others.flatMap(({where}) => where?.range.start.line ?? []))];
  const more = lines.length === 0 ? '' : ` (also ${lines.length === 1 ? 'line' : 'lines'} ${listFirst(lines.map(String))})`;
  const place = placeText(finding);
  const hint = finding.hint === undefined ? '' : ` (${finding.hint})`;
  return `- ${[...(place === '' ? [] : [place]), finding.code, `${sayFinding(finding)}${hint}`].map(codeSpan).join(' ')}${more}`;
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

function lengthOf(parts: readonly string[]): number {
  return parts.reduce((sum, part) => sum + part.length + 2, 0);
}

function cutCount(count: number, noun: string, words: string, plural?: string): string[] {
  return count === 0 ? [] : [`${countOf(count, noun, plural)} ${words}`];
}
