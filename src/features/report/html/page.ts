import {countOf, formatNumber} from '../../../core/base/words';
import {html, type Markup, type Part, trusted} from '../../../rendering/html/markup';
import {STYLE} from '../../../rendering/html/style';
import {renderWholePage} from '../../../rendering/html/whole-page';
import {showDate} from '../../../rendering/local-time';
import type {ReportFindings} from '../findings';
import type {FleetCredits} from '../fleet-credits';
import type {FleetReport} from '../fleet-report';
import {type LatestChanges, renderChanges} from './changes-section';
import {formatShare, renderCredits} from './credits-section';
import {renderDays, renderFindings} from './findings-section';
import {namePeak, type PageClock, renderLoad, renderNextDay} from './load-section';
import {type Attention, renderAttention, renderMonitors} from './monitors-section';

/** Everything that the page of a report shows. */
export interface FleetPage extends PageClock, Omit<Attention, 'monitors'> {
  readonly project: string;
  readonly environment: string;
  /** The tool's version. */
  readonly tool: string;
  readonly isRefreshed: boolean;
  /** Checks a minute that the plan allows; null where not given. */
  readonly rateLimit: number | null;
  /** Operations that the service does not offer, in sentences. */
  readonly lacks: readonly string[];
  readonly report: FleetReport;
  /** What changed and what fails; null where the service was not asked. */
  readonly findings: ReportFindings | null;
  /** Latest changes, which are text of pages; null where they are left out. */
  readonly changes: LatestChanges | null;
}

/** Beginning of the page of a report: a file that begins so is one of ours. */
const BEGINNING = '<!doctype html>\n<!-- monitors report -->\n';

/** Whether a text is a report that this tool made. */
export function isReportPage(text: string): boolean {
  return text.startsWith(BEGINNING);
}

/** The page of a report. */
export function renderReportPage(page: FleetPage): string {
  const {project, environment, tool, isRefreshed, report, findings, changes} = page;
  const sections = [
    ...(findings === null ? [] : [renderFindings(findings, page), ...(findings.span === null ? [] : [renderDays(findings.span, page)])]),
    renderAttention({...page, monitors: report.monitors}, page),
    renderLoad(report, page),
    renderNextDay(report, page),
    renderCredits(report.credits),
    renderMonitors(report.monitors, page, report.health === null ? 'not-asked' : 'known', findings),
    changes === null ? null : renderChanges(changes, page),
  ];
  const body = html`${renderHeader(page)}<main>
${sections}</main>
<footer><p>${isRefreshed ? 'From specs, state and the service.' : 'From specs and state; the service was not asked.'} Credits are in 30 days, as they will be after apply.</p></footer>
`;
  return renderWholePage({
    beginning: BEGINNING,
    title: `Monitors: ${project} (${environment})`,
    generator: `monitors ${tool}`,
    style: STYLE,
    body,
  });
}

const LINKS = [
  ['findings', 'Changes and failures'],
  ['days', 'By day'],
  ['attention', 'Needs attention'],
  ['load', 'Load of the schedule'],
  ['next', 'Next 24 hours'],
  ['credits', 'Credits'],
  ['monitors', 'Monitors'],
  ['changes', 'Latest changes'],
] as const;

function renderHeader({project, environment, now, zone, lacks, report, findings, changes}: FleetPage): Markup {
  const made = new Date(now).toISOString();
  // Without the year of the clock, so that the year is written out.
  const time = showDate(made, {clock: {now: () => 0, timeZone: () => zone}});
  const absent = new Set<string>([
    ...(findings === null ? ['findings'] : []),
    ...(findings?.span == null ? ['days'] : []),
    ...(changes === null ? ['changes'] : []),
  ]);
  const links = LINKS.filter(([id]) => !absent.has(id)).map(([id, title]) => html`<li><a href="#${id}">${title}</a></li>`);
  return html`<header>
<h1>${project} <small>${environment}</small></h1>
<p class="faint">Monitors on <time datetime="${made}">${time}</time> (${zone})</p>
${lacks.map(lack => html`<p class="faint">Left out: ${lack}.</p>`)}<nav aria-label="Sections"><ul>${links}</ul></nav>
${renderTiles(report, findings)}
</header>
`;
}

function renderTiles({monitors, health, load, credits, nextDay}: FleetReport, findings: ReportFindings | null): Markup {
  const tile = (name: string, value: Part, detail: Part, extra: Markup | null = null) =>
    html`<div><dt>${name}</dt><dd>${value}<small>${detail}</small>${extra}</dd></div>\n`;
  const {peak} = load;
  const fullest = tile(
    'Fullest minute',
    peak.monitors,
    peak.monitors === 0 ? 'no schedule names its minute' : `${peak.monitors === 1 ? 'check' : 'checks'} on ${namePeak(peak)}`,
  );
  const left = credits.team === null ? null : tile('Left of the plan', credits.team.remaining ?? 'unknown', describePlan(credits.team));
  const common = [
    tile('Monitors', monitors.length, describeHealth(health, findings)),
    tile('Credits in 30 days', credits.total.estimated, ...describeBudget(credits)),
    tile('Next 24 hours', nextDay.runs, `${nextDay.runs === 1 ? 'check' : 'checks'}, ${countOf(nextDay.credits, 'credit')} at most`),
  ];
  // Four or six: no screen leaves one alone in its row.
  if (findings === null) return html`<dl class="tiles">${common}${left ?? fullest}</dl>`;
  return html`<dl class="tiles six">${describeFindings(findings).map(words => tile(...words))}${common}${left ?? fullest}</dl>`;
}

/** The tiles of what fails and what changed: name, figure, detail. */
function describeFindings({span, failing, changed}: ReportFindings): readonly (readonly [string, Part, string])[] {
  const partly = failing.filter(({kind}) => kind === 'some-pages').length;
  const whole = failing.length - partly;
  const noun = whole === 1 ? 'monitor' : 'monitors';
  const fails: Part = whole === 0 ? 0 : html`<span class="bad">${whole}</span>`;
  const {meaningful = 0, notJudged = 0, noise = 0} = span?.document.summary ?? {};
  const pages = span === null ? changed.reduce((sum, one) => sum + one.pages, 0) : meaningful + notJudged + noise;
  const detail =
    span === null
      ? 'in the last checks'
      : pages === 0
        ? 'no page changed'
        : [`${formatNumber(meaningful)} meaningful`, `${formatNumber(notJudged)} not judged`, `${formatNumber(noise)} noise`].join(', ');
  return [
    ['Failing', fails, partly === 0 ? noun : `${noun}, and ${formatNumber(partly)} in part`],
    ['Changed pages', pages, detail],
  ];
}

function describeHealth(health: FleetReport['health'], findings: ReportFindings | null): Part {
  if (health === null) return 'health not asked';
  const {ok, failing, partly, overdue, missing} = health;
  const bad = [
    failing > 0 && findings === null ? `${formatNumber(failing)} failing` : '',
    partly > 0 && findings === null ? `${formatNumber(partly)} partly failing` : '',
    overdue > 0 ? `${formatNumber(overdue)} overdue` : '',
    missing > 0 ? `${formatNumber(missing)} missing` : '',
  ].filter(text => text !== '');
  const worst = bad.join(', ');
  if (worst === '') return findings === null ? `${formatNumber(ok)} ok, none failing` : `${formatNumber(ok)} ok`;
  return html`<span class="${failing + missing > 0 && findings === null ? 'bad' : 'warn'}">${worst}</span>`;
}

function describeBudget({total, budget}: FleetCredits): readonly [string, Markup | null] {
  if (budget === null) return ['estimated; no budget is set', null];
  const {creditsPerMonth, by} = budget;
  const charged = by === 'actual' ? total.actual : null;
  const cost = charged === null ? total.estimated : total.estimated - charged.estimated + charged.credits;
  const share = creditsPerMonth === 0 ? (cost > 0 ? 2 : 0) : cost / creditsPerMonth;
  const width = Math.round(Math.min(1, share) * 1000) / 10;
  const color = share > 1 ? 'bad' : 'bar-0';
  const bar = `<svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true"><rect width="100" height="8" fill="var(--line)"/><rect width="${width}" height="8" fill="var(--${color})"/></svg>`;
  const text = `${share > 1 ? 'above' : `${formatShare(share)} of`} the budget of ${formatNumber(creditsPerMonth)}, by ${charged === null ? 'the estimate' : 'what was charged'}`;
  return [text, trusted(bar)];
}

function describePlan({plan, periodEnd}: NonNullable<FleetCredits['team']>): string {
  const of = plan === null ? 'credits' : `of ${countOf(plan, 'credit')}`;
  return periodEnd === null ? of : `${of}, until ${periodEnd.slice(0, 10)}`;
}
