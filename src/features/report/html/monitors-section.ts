import {addToGroup} from '../../../core/base/grouping';
import {countOf, formatNumber, listWords} from '../../../core/base/words';
import type {SearchVerdict} from '../../../core/observe/sample';
import {html, type Markup, type Part, section, table} from '../../../rendering/html/markup';
import {showDate, showWeekday} from '../../../rendering/local-time';
import type {ReportFindings} from '../findings';
import {type FleetMonitor, type HealthWord, judgeFleetMonitor} from '../fleet';
import {chargedOf, folderOf} from '../fleet-credits';
import {changedWhy, failingSince, failingWhy, showKey} from './findings-section';
import type {PageClock} from './load-section';

/** Entry of a report about one monitor beside its figures. */
export interface PageChange {
  readonly key: string;
  /** The members that drifted; empty for a monitor that is gone. */
  readonly members: readonly string[];
}

/** Problems that need someone's attention. */
export interface Attention {
  readonly monitors: readonly FleetMonitor[];
  /** Null where the service was not asked. */
  readonly drift: readonly PageChange[] | null;
  /** Keys of changes that apply would not make. */
  readonly held: readonly string[];
  readonly unresolved: readonly {readonly key: string; readonly sentAt: string}[];
  /** Monitors of the service without a spec, in words; null where there are none, or it was not asked. */
  readonly unmanaged: string | null;
  /** What changed and what fails has a section of its own; null where the service was not asked. */
  readonly findings: ReportFindings | null;
}

/** Rows of a table of what is wrong: those after them are in the table of all monitors. */
const MOST_ROWS = 200;

/** Renders the problems: failing and late monitors, drift, creates whose outcome is unknown, changes that are held back. */
export function renderAttention(attention: Attention, {now, zone}: PageClock): Markup {
  const {monitors, drift, held, unresolved, unmanaged, findings} = attention;
  const clock = {clock: {now: () => now, timeZone: () => zone}};
  // A monitor that is gone is drift, too, with what to do about it.
  const drifted = new Set(drift?.map(({key}) => key));
  const rows: (readonly Part[])[] = [
    ...monitors.flatMap(monitor => listComplaints(monitor, drifted, findings).map(([what, detail]) => [monitor.key, what, detail])),
    ...unresolved.map(({key, sentAt}) => [
      key,
      BAD('unresolved'),
      `A create was sent ${showDate(sentAt, clock)} and its outcome is unknown.`,
    ]),
    ...(drift ?? []).map(({key, members}) => [key, WARN('drift'), describeDrift(members)]),
    ...held.map(key => [key, WARN('blocked'), 'Apply would not make this change: the plan says why.']),
  ];
  const shown = rows.slice(0, MOST_ROWS);
  return section(
    'attention',
    'Needs attention',
    rows.length === 0
      ? html`<p>${findings === null ? 'Nothing that this report knows of.' : 'No other problems found.'}</p>`
      : table('What needs attention', ['Monitor', 'What', {wrap: 'Details'}], shown, 'stack'),
    rows.length > shown.length ? html`<p>&hellip; and ${countOf(rows.length - shown.length, 'more row')}.</p>` : null,
    drift === null
      ? html`<p class="faint">Health and drift are not known: <code>monitors report --refresh</code> asks the service.</p>`
      : null,
    unmanaged === null ? null : html`<p>${unmanaged}: listed by <code>monitors plan --refresh --show-unmanaged</code>.</p>`,
  );
}

function describeDrift(members: PageChange['members']): string {
  return members.length === 0 ? 'Deleted in the service.' : `Changed in the service: ${listWords(members)}.`;
}

const BAD = (word: string) => html`<span class="bad">${word}</span>`;
const WARN = (word: string) => html`<span class="warn">${word}</span>`;

const COMPLAINTS: {readonly [word in HealthWord]?: readonly [what: Markup, detail: string]} = {
  failing: [BAD('✕ failing'), 'Every page of the last check is an error, or the check failed.'],
  'no-credits': [BAD('✕ no credits'), 'The last check was skipped: the account had no credits left.'],
  partly: [WARN('◐ partly failing'), 'Some pages of the last check are errors.'],
  overdue: [WARN('◷ overdue'), 'The next check is late by more than ten minutes and one interval.'],
  missing: [BAD('? missing'), 'Recorded, but the service does not list it.'],
};

/** Said with what fails, where there is such a section. */
const FAILURES: ReadonlySet<HealthWord> = new Set(['failing', 'no-credits', 'partly']);

const VERDICTS: {readonly [verdict in SearchVerdict]: string} = {
  'too-wide': 'Most results are ignored: the queries are too wide.',
  'too-vague': 'Most results stay undecided: the goal is too vague.',
  'too-narrow': 'No results for long: the queries are too narrow.',
};

function listComplaints(
  monitor: FleetMonitor,
  drifted: ReadonlySet<string>,
  findings: ReportFindings | null,
): readonly (readonly [what: Markup, detail: string])[] {
  const complaints = judgeFleetMonitor(monitor).flatMap(word => {
    const isTold = (word === 'missing' && drifted.has(monitor.key)) || (findings !== null && FAILURES.has(word));
    const complaint = isTold ? undefined : COMPLAINTS[word];
    return complaint === undefined ? [] : [complaint];
  });
  const {search = null, undelivered = 0, checks = 0} = monitor.observed?.sample ?? {};
  const lost = `Alerts of ${undelivered} of the newest ${countOf(checks, 'check')} did not arrive: "monitors alerts" shows where they go.`;
  return [
    ...complaints,
    ...(undelivered === 0 ? [] : [[BAD('✕ undelivered'), lost] as const]),
    ...(search === null ? [] : [[WARN('search'), VERDICTS[search]] as const]),
  ];
}

const WORDS: {readonly [word in HealthWord]: Part} = {
  ok: html`<span class="good">&check; ok</span>`,
  failing: BAD('✕ failing'),
  'no-credits': BAD('✕ no credits'),
  partly: WARN('◐ partly failing'),
  overdue: WARN('◷ overdue'),
  'no-check': 'no check yet',
  unknown: '· unknown',
  paused: '‖ paused',
  missing: BAD('? missing'),
  'not-recorded': '–',
};

/** So many monitors are shown at once; of more, each folder opens by itself. */
const MOST_OPEN = 100;
const DEEPEST = 1000;

/** Every monitor: those that fail or changed on top, the others by folder. */
export function renderMonitors(
  monitors: readonly FleetMonitor[],
  {now, zone}: PageClock,
  health: 'known' | 'not-asked',
  findings: ReportFindings | null,
): Markup {
  if (monitors.length === 0)
    return section('monitors', 'Monitors', html`<p>There are no monitors. Specs are the YAML files below <code>monitors/</code>.</p>`);
  const found = findings === null ? [] : listFound(monitors, findings, {now, zone});
  const above = new Set(found.map(({monitor}) => monitor));
  const folders = new Map<string, FleetMonitor[]>();
  for (const monitor of monitors) addToGroup(folders, folderOf(monitor.key, DEEPEST), monitor);
  const open = html`${monitors.length <= MOST_OPEN ? ' open' : ''}`;
  const clock = {clock: {now: () => now, timeZone: () => zone}};
  const blocks = [...folders].map(([folder, members]) => {
    const others = members.filter(member => !above.has(member));
    const raised = members.length - others.length;
    const summary = html`<summary>${folder} <small>${describeFolder(members)}${raised === 0 ? null : `; ${formatNumber(raised)} of them above`}</small></summary>`;
    // A heading without a table would stand alone.
    if (others.length === 0) return null;
    return html`<details class="folder"${open}>${summary}${health === 'known' ? listObserved(folder, others, clock) : listPlanned(folder, others)}</details>`;
  });
  const rest = found.length === 0 || found.length === monitors.length ? null : html`<h3>All others</h3>`;
  const legend =
    health === 'known'
      ? html`<p class="faint">Unknown: the list does not show whether the last check failed as a whole. Pages are those of the last check. Estimated and charged are credits in 30 days.</p>`
      : html`<p class="faint">Credits are those in 30 days.</p>`;
  return section('monitors', 'Monitors', legend, found.length === 0 ? null : renderFound(found, clock), rest, blocks);
}

/** A monitor that fails or changed: since when, and why. */
interface FoundMonitor {
  readonly monitor: FleetMonitor;
  readonly since: Part;
  readonly why: string;
}

function listFound(monitors: readonly FleetMonitor[], {failing, changed}: ReportFindings, clock: PageClock): readonly FoundMonitor[] {
  const byKey = new Map(monitors.map(monitor => [monitor.key, monitor]));
  const failed = new Set(failing.map(({key}) => key));
  const found = [
    ...failing.map(failure => ({key: failure.key, since: failingSince(failure, clock), why: failingWhy(failure)})),
    ...changed
      .filter(({key}) => !failed.has(key))
      .map(change => ({
        key: change.key,
        since: change.at === null ? '–' : showWeekday(change.at, toClocked(clock)),
        why: changedWhy(change),
      })),
  ];
  return found.flatMap(({key, ...rest}) => {
    const monitor = byKey.get(key);
    return monitor === undefined ? [] : [{monitor, ...rest}];
  });
}

function renderFound(found: readonly FoundMonitor[], clock: Clocked): Markup {
  const rows = found.map(({monitor, since, why}): Part[] => {
    const {pages, last, health} = observedCells(monitor, clock);
    const {creditsPerMonth, notes} = monitor;
    const words = notes.length === 0 ? health : [health, ', ', notes.join(', ')];
    return [showKey(monitor.key), words, since, why, pages, last, creditsPerMonth, chargedOf(monitor) ?? '–'];
  });
  const columns = ['Monitor', 'Health', 'Since / changed', {wrap: 'Why'}, 'Pages', 'Last check', {n: 'Estimated'}, {n: 'Charged'}];
  return html`<h3>Failing and changed</h3>${table('Monitors that fail or changed', columns, rows, 'raised')}`;
}

function toClocked({now, zone}: PageClock): Clocked {
  return {clock: {now: () => now, timeZone: () => zone}};
}

function describeFolder(members: readonly FleetMonitor[]): string {
  const words = members.flatMap(judgeFleetMonitor);
  const bad = (['failing', 'partly', 'overdue', 'missing'] as const).flatMap(word => {
    const count = words.filter(one => one === word).length;
    return count === 0 ? [] : [`${count} ${word === 'partly' ? 'partly failing' : word}`];
  });
  return [countOf(members.length, 'monitor'), ...bad].join(', ');
}

type Clocked = Parameters<typeof showDate>[1];

function listObserved(folder: string, members: readonly FleetMonitor[], clock: Clocked): Markup {
  const rows = members.map((monitor): Part[] => {
    const {key, creditsPerMonth, notes} = monitor;
    const {health, pages, last, next} = observedCells(monitor, clock);
    return [key, health, pages, last, next, creditsPerMonth, chargedOf(monitor) ?? '–', notes.join(', ')];
  });
  return table(
    `Monitors of ${folder}`,
    ['Monitor', 'Health', 'Pages', 'Last check', 'Next check', {n: 'Estimated'}, {n: 'Charged'}, 'Note'],
    rows,
    'observed',
  );
}

function observedCells(monitor: FleetMonitor, clock: Clocked): {readonly [name in 'health' | 'pages' | 'last' | 'next']: Part} {
  const {summary = null, lastRunAt = null, nextRunAt = null} = monitor.observed?.monitor ?? {};
  const time = (iso: string | null) => (iso === null ? '–' : showDate(iso, clock));
  const pages =
    summary === null ? '–' : summary.error === 0 ? String(summary.totalPages) : `${summary.error} of ${summary.totalPages} failed`;
  const health = judgeFleetMonitor(monitor).map((word, index) => [index === 0 ? null : ', ', WORDS[word]]);
  return {health, pages, last: time(lastRunAt), next: time(nextRunAt)};
}

function listPlanned(folder: string, members: readonly FleetMonitor[]): Markup {
  const rows = members.map(({key, times, creditsPerMonth, notes}): Part[] => [
    key,
    times === null ? 'does not run' : (times.cron ?? 'set by the service'),
    times?.timezone ?? '',
    creditsPerMonth,
    notes.join(', '),
  ]);
  return table(`Monitors of ${folder}`, ['Monitor', 'Schedule', 'Time zone', {n: 'Credits'}, 'Note'], rows, 'planned');
}
