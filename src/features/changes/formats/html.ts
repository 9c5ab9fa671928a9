import {countOf, formatNumber} from '../../../core/base/words';
import {html, type Markup, type Part, section, table} from '../../../rendering/html/markup';
import {STYLE} from '../../../rendering/html/style';
import {renderWholePage} from '../../../rendering/html/whole-page';
import type {ChangesDocument, PageChangeDocument} from '../document';
import {readLink} from './link';
import {groupPages, MOST_OF_PAGE} from './pages';
import {
  countFirst,
  countSentence,
  type FirstCheck,
  failureReason,
  failureSpan,
  groupWords,
  listUnread,
  noteSentences,
  readingSentence,
  runningSpan,
  spanWords,
  splitChanges,
  statusWords,
  type TellTime,
  tellTimes,
  verdictWords,
} from './sentences';
import {describeRest, type LineLimits, type ShownLine, showLines} from './shown-lines';
import {cutText} from './words';
import {LONGEST_TEXT, say} from './words-html';

const LIMITS: LineLimits = {lines: 200, characters: 400};
/** Lines of a change that are seen at once. */
const OPEN_LINES = 20;
/** Characters of a page: after them, changes have no lines. */
const LONGEST_PAGE = 4 * 1024 * 1024;
/** Changes with a place of their own, and rows of a table. */
const MOST_CHANGES = 2_000;
const MOST_ROWS = 500;

/** Beginning of a page: a file that begins so is one of ours. */
const BEGINNING = '<!doctype html>\n<!-- monitors changes -->\n';

/** Styles besides those of all pages: lines of pages are wrapped, and no text from outside turns the direction of what is beside it. */
const OWN_STYLE = `
header p,h1 small,h3,article h4,article p,.notes,.folder>summary{white-space:normal;overflow-wrap:anywhere}
#changes h3{font-size:18px}
article{margin:0 0 28px}
article h4{font-size:16px;margin:24px 0 4px}
article h5{font-size:14px;font-weight:400;color:var(--muted);margin:16px 0 4px;overflow-wrap:anywhere}
article h4 small{font-size:14px;font-weight:400;color:var(--muted)}
article p{margin:0 0 6px}
article pre{white-space:pre-wrap;overflow-wrap:anywhere}
ins,del,code,q{unicode-bidi:isolate}
q{quotes:none}
mark{background:none;color:inherit;font-weight:700;text-decoration:underline}
.notes{margin:16px 0 0;padding-left:20px;max-width:75ch}
@media print{article h4,article h5{break-after:avoid}article p{break-inside:avoid}}
`;

/** Changes as a page: one file without scripts, which sends no request. */
export function renderChangesHtml(document: ChangesDocument): string {
  const {project, environment} = document;
  const tell = tellTimes(document);
  const {shown, noise, first} = splitChanges(document);
  const body = html`${renderHeader(document)}<main>
${renderChanges(shown, document, tell)}${renderNoise(noise, tell)}${renderFailures(document, tell)}${renderUnread(document)}${renderFirst(first, tell)}${renderRunning(document, tell)}</main>
<footer><p>${readingSentence(document)}</p></footer>
`;
  return renderWholePage({
    beginning: BEGINNING,
    title: `Changes: ${project} (${environment})`,
    generator: 'monitors',
    style: STYLE + OWN_STYLE,
    body,
  });
}

function renderHeader(document: ChangesDocument): Markup {
  const {project, environment, summary} = document;
  const {meaningful, notJudged, noise, failing, partlyFailing, paused, recovered, running} = summary;
  const tile = (name: string, value: number, detail: string) =>
    html`<div><dt>${name}</dt><dd>${value}<small>${detail}</small></dd></div>\n`;
  const notes = noteSentences(document).map(words => html`<li>${say(words)}</li>\n`);
  return html`<header>
<h1>${project} <small>${environment}</small></h1>
<p class="faint">Changes from ${say(spanWords(document))}</p>
<p>${countSentence(document)}</p>
${notes.length === 0 ? null : html`<ul class="notes">${notes}</ul>\n`}<dl class="tiles">${[
    tile('Meaningful', meaningful, 'changed pages'),
    tile('Not judged', notJudged, 'changed pages'),
    tile('Noise', noise, 'judged not to matter'),
    tile('Failing', failing - partlyFailing, describeFailing(partlyFailing, paused, recovered)),
    ...(running === 0 ? [] : [tile('Still running', running, 'checks, for the next call')]),
  ]}</dl>
</header>
`;
}

function describeFailing(partly: number, paused: number, recovered: number): string {
  const more = [
    ...(partly === 0 ? [] : [`${formatNumber(partly)} partly`]),
    ...(paused === 0 ? [] : [`${formatNumber(paused)} paused`]),
    ...(recovered === 0 ? [] : [`${formatNumber(recovered)} working again`]),
  ];
  return ['monitors', ...more].join('; ');
}

function renderChanges(changes: readonly PageChangeDocument[], document: ChangesDocument, tell: TellTime): Markup {
  if (changes.length === 0) return section('changes', 'Changes', html`<p>No changes to show.</p>`);
  let left = LONGEST_PAGE;
  let bare = 0;
  const pages = groupPages(changes.slice(0, MOST_CHANGES));
  const blocks = pages.map((page, index) => {
    const group = index > 0 && pages[index - 1]?.[0].group === page[0].group ? null : groupWords(page[0], document);
    const parts = page.map((change, place) => {
      const lines = left > 0 ? renderLines(change) : null;
      if (left <= 0) bare++;
      const part = renderChange(change, place === 0, lines, tell);
      left -= part.text.length;
      return part;
    });
    return html`${group === null ? null : html`<h3>${say(group)}</h3>\n`}${renderPage(parts)}`;
  });
  const rest = Math.max(0, changes.length - MOST_CHANGES);
  return section(
    'changes',
    'Changes',
    html`<p class="faint">This section holds text of the pages that are watched.</p>`,
    blocks,
    bare === 0 ? null : html`<p>${countOf(bare, 'change')} shown without lines: the page would be too long.</p>`,
    rest === 0 ? null : html`<p>&hellip; and ${countOf(rest, 'more change')}.</p>`,
  );
}

/** Changes of one page; all but the newest are folded. */
function renderPage(parts: readonly Markup[]): Markup {
  const older = parts.slice(MOST_OF_PAGE);
  const summary = html`<summary>${countOf(older.length, 'more change')} of this page</summary>`;
  const folded = older.length === 0 ? null : html`<details class="folder">${summary}\n${older}</details>\n`;
  return html`<article>\n${parts.slice(0, MOST_OF_PAGE)}${folded}</article>\n`;
}

/** The first change of a page names it; those below it say when they were. */
function renderChange(change: PageChangeDocument, isFirst: boolean, lines: Markup | null, tell: TellTime): Markup {
  const {key, url, judgment, at} = change;
  const words = [...verdictWords(change), ', ', ...statusWords(change), ', ', ...tell(at)];
  const reason = judgment === null || judgment.reason === '' ? null : html`<p><q>${cutText(judgment.reason, LONGEST_TEXT)}</q></p>\n`;
  const head = isFirst
    ? html`<h4>${cutText(key, LONGEST_TEXT)} <small>${say(words)}</small></h4>\n<p>${renderAddress(url)}</p>\n`
    : html`<h5>${say(words)}</h5>\n`;
  return html`${head}${reason}${lines}`;
}

function renderAddress(url: string): Markup {
  const link = readLink(url);
  const text = html`<code>${cutText(link ?? url, LONGEST_TEXT)}</code>`;
  return link === null ? text : html`<a href="${link}" rel="noreferrer nofollow">${text}</a>`;
}

function renderLines(change: PageChangeDocument): Markup | null {
  const shown = showLines(change, LIMITS);
  const rest = describeRest(shown, change);
  if (shown.lines.length === 0 && rest === '') return null;
  const more = rest === '' ? null : html`<p class="faint">&hellip; ${rest}.</p>\n`;
  // Nothing is folded for a line or two.
  const open = shown.lines.length <= OPEN_LINES + 5 ? shown.lines : shown.lines.slice(0, OPEN_LINES);
  const folded = shown.lines.slice(open.length);
  const summary = html`<summary>${countOf(folded.length, 'line')} more</summary>`;
  return html`${renderBlock(open)}${
    folded.length === 0 ? null : html`<details class="folder">${summary}${renderBlock(folded)}</details>\n`
  }${more}`;
}

function renderBlock(lines: readonly ShownLine[]): Markup | null {
  return lines.length === 0 ? null : html`<pre>${lines.map(renderLine)}</pre>\n`;
}

function renderLine({mark, pieces}: ShownLine): Markup {
  if (mark === '!') {
    const [path, before, arrow, after] = pieces.map(({text}) => text);
    return html`${path ?? ''}<del>${before ?? ''}</del>${arrow ?? ''}<ins>${after ?? ''}</ins>\n`;
  }
  const text = pieces.map(piece => (piece.isChanged ? html`<mark>${piece.text}</mark>` : piece.text));
  return mark === '+' ? html`<ins>+ ${text}</ins>\n` : html`<del>- ${text}</del>\n`;
}

function renderNoise(noise: readonly PageChangeDocument[], tell: TellTime): Markup | null {
  if (noise.length === 0) return null;
  const rows = tableOf('Changes judged as noise', ['Monitor', 'Page', 'When', 'Reason'], noise, ({key, url, at, judgment}) => [
    cutText(key, LONGEST_TEXT),
    renderAddress(url),
    say(tell(at)),
    cutText(judgment?.reason ?? '', LONGEST_TEXT),
  ]);
  const summary = html`<summary>${countOf(noise.length, 'changed page')}</summary>`;
  return section('noise', 'Judged as noise', html`<details class="folder">${summary}${rows}</details>`);
}

function renderFailures({failures}: ChangesDocument, tell: TellTime): Markup | null {
  if (failures.length === 0) return null;
  const rows = tableOf('Failures', ['Monitor', 'Since', 'Reason', 'Page'], failures, failure => [
    cutText(failure.key, LONGEST_TEXT),
    html`<span class="${failure.until === null ? 'bad' : 'good'}">${say(failureSpan(failure, tell))}</span>`,
    say(failureReason(failure)),
    failure.url === null ? '' : renderAddress(failure.url),
  ]);
  return section('failures', 'Failures', rows);
}

/** Monitors that could not be read. */
function renderUnread(document: ChangesDocument): Markup | null {
  const unread = listUnread(document);
  if (unread.length === 0) return null;
  const rows = tableOf('Monitors that could not be read', ['Monitor', 'Why'], unread, ({key, error}) => [
    cutText(key, LONGEST_TEXT),
    cutText(error ?? '', LONGEST_TEXT),
  ]);
  return section('unread', 'Not read', rows);
}

/** First checks of monitors. */
function renderFirst(first: readonly FirstCheck[], tell: TellTime): Markup | null {
  if (first.length === 0) return null;
  const rows = tableOf('First checks', ['Monitor', 'Pages', 'When'], first, check => [
    cutText(check.key, LONGEST_TEXT),
    countFirst(check),
    say(tell(check.at)),
  ]);
  const summary = html`<summary>${countOf(first.length, 'monitor')}, with nothing to compare</summary>`;
  return section('first', 'First checks', html`<details class="folder">${summary}${rows}</details>`);
}

/** Checks that have not ended. */
function renderRunning({running}: ChangesDocument, tell: TellTime): Markup | null {
  if (running.length === 0) return null;
  const rows = tableOf('Checks that have not ended', ['Monitor', 'Check'], running, check => [
    cutText(check.key, LONGEST_TEXT),
    say(runningSpan(check, tell)),
  ]);
  return section('running', 'Still running', rows);
}

/** A table of sentences; items after the first ones are counted. */
function tableOf<Item>(
  caption: string,
  columns: readonly string[],
  items: readonly Item[],
  toRow: (item: Item) => readonly Part[],
): Markup {
  const [first = '', ...others] = columns;
  const rest = items.length - MOST_ROWS;
  return html`${table(caption, [first, ...others.map(wrap => ({wrap}))], items.slice(0, MOST_ROWS).map(toRow), 'stack')}${
    rest > 0 ? html`<p>&hellip; and ${countOf(rest, 'more row')}.</p>` : null
  }`;
}
