import {countOf, formatNumber} from '../../../core/base/words';
import {html, type Markup, type Part, section, table, tableBehind} from '../../../rendering/html/markup';
import type {BudgetedGroup, CreditGroup, FleetCredits} from '../fleet-credits';
import {type BarRow, drawChart, lyingBars, MIDDLE, NARROW, WIDE} from './charts';
import {swatch} from './load-section';

/** Renders the cost of monitors: in all, by folder and by label, estimated and charged. */
export function renderCredits({total, byKeys, byFolder, byLabel}: FleetCredits): Markup {
  if (total.monitors === 0) return section('credits', 'Credits', html`<p>No monitor, no credits.</p>`);
  return section(
    'credits',
    'Credits',
    html`<p>Credits in 30 days. The estimate is an upper bound by the price list: some plans do not charge unchanged pages.</p>`,
    total.actual === null ? null : html`<p>${describeActual(total.actual)}</p>`,
    byKeys.length === 0 ? null : html`<h3>By budget</h3>${table('Budgets by keys', BUDGET_COLUMNS, byKeys.map(describeBudgeted))}`,
    html`<h3>By folder</h3>`,
    renderGroups('Credits in 30 days by folder', 'Folder', byFolder),
    html`<h3>By label</h3>`,
    byLabel.length === 0
      ? html`<p class="faint">No monitor has a label.</p>`
      : renderGroups('Credits in 30 days by label', 'Label', byLabel),
  );
}

const BUDGET_COLUMNS = ['Keys', {n: 'Monitors'}, {n: 'Estimated'}, {n: 'Budget'}, {n: 'Share'}];

function describeBudgeted({name, monitors, estimated, budget}: BudgetedGroup): Part[] {
  const share = budget === 0 ? (estimated > 0 ? 'above' : '') : formatShare(estimated / budget);
  return [name, monitors, estimated, budget, estimated > budget ? html`<span class="bad">${share}</span>` : share];
}

function describeActual({credits, monitors, estimated}: NonNullable<CreditGroup['actual']>): string {
  const share = estimated === 0 ? '' : `, ${formatShare(credits / estimated)} of the estimate`;
  return `Charged: about ${formatNumber(credits)}${share}. Worked out from the newest checks of ${countOf(monitors, 'monitor')}.`;
}

/** A share in percent, without pretending to know more than the figures do. */
export function formatShare(share: number): string {
  const percent = share * 100;
  return `${percent > 0 && percent < 1 ? 'less than 1' : formatNumber(Math.round(percent))}%`;
}

/** Groups that a chart has room for. */
const MOST_BARS = 12;
/** Rows of a table behind a chart: the rest of the page has each monitor. */
const MOST_ROWS = 200;

function renderGroups(title: string, noun: string, groups: readonly CreditGroup[]): Markup {
  const hasActual = groups.some(({actual}) => actual !== null);
  const bars = toBars(groups, hasActual);
  const shown = groups.slice(0, MOST_ROWS);
  const columns = [noun, {n: 'Monitors'}, {n: 'Estimated'}, ...(hasActual ? [{n: 'Charged'}, {n: 'Known of'}] : [])];
  const rows = shown.map(({name, monitors, estimated, actual}): Part[] => [
    name,
    monitors,
    estimated,
    ...(hasActual ? [actual?.credits ?? '', actual === null ? '' : countOf(actual.monitors, 'monitor')] : []),
  ]);
  const caption = groups.length > shown.length ? `${title}, the dearest ${MOST_ROWS} of ${formatNumber(groups.length)}` : title;
  return html`${drawChart({title, wide: lyingBars(bars, WIDE), middle: lyingBars(bars, MIDDLE), narrow: lyingBars(bars, NARROW)})}${hasActual ? LEGEND : null}${
    groups.length <= 3 ? table(caption, columns, rows) : tableBehind(caption, columns, rows)
  }`;
}

const LEGEND = html`<ul class="legend"><li>${swatch('bar-0')}estimated (wide bar)</li><li>${swatch('bar-1')}charged (narrow bar)</li></ul>`;

function toBars(groups: readonly CreditGroup[], hasActual: boolean): readonly BarRow[] {
  const bar = (name: string, members: readonly CreditGroup[]): BarRow => {
    const known = members.filter(({actual}) => actual !== null);
    const actual = known.length === 0 ? null : known.reduce((sum, group) => sum + (group.actual?.credits ?? 0), 0);
    return {name, values: [members.reduce((sum, {estimated}) => sum + estimated, 0), ...(hasActual ? [actual] : [])]};
  };
  if (groups.length <= MOST_BARS) return groups.map(group => bar(group.name, [group]));
  const others = groups.slice(MOST_BARS - 1);
  return [...groups.slice(0, MOST_BARS - 1).map(group => bar(group.name, [group])), bar(`${others.length} others`, others)];
}
