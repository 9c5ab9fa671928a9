import type {CheckPage} from '../../../core/api/check-port';
import {countOf} from '../../../core/base/words';
import {html, type Markup, section} from '../../../rendering/html/markup';
import {showDate} from '../../../rendering/local-time';
import {valueText} from '../../../rendering/value-text';
import type {ChangesView} from '../../observe/checks-document';
import type {PageClock} from './load-section';

/** Pages of one check, and lines of one page, that are shown. */
const MOST_PAGES = 20;
const MOST_LINES = 200;
/** Characters of one line: a minified page is a line. */
const LONGEST_LINE = 400;

/** Latest changes, of the monitors that changed last. */
export interface LatestChanges {
  readonly views: readonly ChangesView[];
  /** Monitors with changes that were not read. */
  readonly leftOut: number;
}

/** The latest changes with their diffs: text of pages, which only `--with-diffs` lets in. */
export function renderChanges({views, leftOut}: LatestChanges, {now, zone}: PageClock): Markup {
  const shown = views.filter(({check}) => check !== null);
  const clock = {clock: {now: () => now, timeZone: () => zone}};
  if (shown.length === 0) return section('changes', 'Latest changes', html`<p>No recent check found a change.</p>`);
  const blocks = shown.map(({key, check, pages}) => {
    const at = check?.startedAt ?? check?.createdAt ?? null;
    const rest = pages.length - MOST_PAGES;
    return html`<h3>${key} <small class="faint">${at === null ? '' : showDate(at, clock)}</small></h3>${pages.slice(0, MOST_PAGES).map(renderPage)}${
      rest > 0 ? html`<p class="faint">&hellip; and ${countOf(rest, 'more page')}.</p>` : null
    }`;
  });
  const rest = leftOut === 0 ? '' : ` ${countOf(leftOut, 'more monitor')} changed earlier: choose some by key to see them.`;
  return section(
    'changes',
    'Latest changes',
    html`<p class="faint">This section holds text of the pages that are watched.${rest}</p>`,
    blocks,
  );
}

function renderPage({url, status, error, judgment, diff}: CheckPage): Markup {
  const judged =
    judgment === null
      ? null
      : html`<p>${judgment.meaningful ? 'Meaningful' : 'Not meaningful'} (${judgment.confidence}): ${judgment.reason}</p>`;
  const fields = (diff?.fields ?? []).map(
    ({path, previous, current}) => html`${path}: <del>${cut(valueText(previous))}</del> &rarr; <ins>${cut(valueText(current))}</ins>\n`,
  );
  return html`<p><code>${url}</code> ${status}${error === null ? null : `: ${error}`}</p>${judged}${
    fields.length === 0 ? null : html`<pre tabindex="0">${fields}</pre>`
  }${diff?.text == null ? null : renderDiff(diff.text)}`;
}

function renderDiff(text: string): Markup {
  const lines = text.replace(/\r?\n$/, '').split(/\r?\n/);
  const rest = lines.length - MOST_LINES;
  const marked = lines.slice(0, MOST_LINES).map(line => {
    const content = cut(line);
    if (/^\+(?!\+\+)/.test(line)) return html`<ins>${content}</ins>\n`;
    return /^-(?!--)/.test(line) ? html`<del>${content}</del>\n` : html`${content}\n`;
  });
  return html`<pre tabindex="0">${marked}</pre>${rest > 0 ? html`<p class="faint">&hellip; and ${countOf(rest, 'more line')}.</p>` : null}`;
}

function cut(text: string): string {
  return text.length <= LONGEST_LINE ? text : `${text.slice(0, LONGEST_LINE)}…`;
}
