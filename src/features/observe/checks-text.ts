import type {Check, CheckPage, CheckSummary} from '../../core/api/check-port';
import {countOf, formatNumber} from '../../core/base/words';
import {boundText} from '../../core/diagnostics/bounded-text';
import {listFailedMessages} from '../../core/observe/deliveries';
import {isSkipped, isSkippedForCredits} from '../../core/observe/health';
import {showCheckTime} from '../../rendering/local-time';
import type {RenderOptions} from '../../rendering/render-options';
import {pasteable, shorten} from '../../rendering/sentences';
import {BLANK, dataLine, hangingLine, type Line, printText, proseLine, type Style, styled} from '../../rendering/text';
import {valueText} from '../../rendering/value-text';
import type {ChangesView, HistoryView} from './checks-document';
import {describeFailed} from './failed-message';

/** Two lines for each check: when and how it ended, and what it found. */
export function renderChecksText({key, checks, reasons, isCut}: HistoryView, options: RenderOptions): string {
  const lines = checks.flatMap(check => [
    headLine(check, options),
    hangingLine(4, 2, describeCheck(check)),
    ...errorLines(check),
    ...reasonLines(reasons.get(check), options),
    ...undeliveredLines(check),
  ]);
  if (checks.length === 0) return printText([proseLine(0, `"${key}" has no check yet.`)], options);
  const hint = proseLine(
    0,
    pasteable(`Run "monitors diff KEY CHECK" to see what a check changed; the first characters of its id are enough.`, options),
  );
  const cut = isCut ? [proseLine(0, 'Ended by --max-requests: reasons are missing.')] : [];
  return printText([...lines, ...(options.verbosity === 'quiet' ? cut : [BLANK, ...cut, hint])], options);
}

/** The changed pages of a check, each with its judgment and its diff. */
export function renderDiffText(view: ChangesView, options: RenderOptions): string {
  const {key, check, lookedAt} = view;
  if (check === null) return printText([proseLine(0, `No changes in the newest ${countOf(lookedAt, 'check')} of "${key}".`)], options);
  return printText(changesLines({...view, check}, options), options);
}

/** A check, and its changed pages, each with its judgment and its diff. */
export function changesLines(
  {check, pages, isWhole}: Pick<ChangesView, 'pages' | 'isWhole'> & {readonly check: Check},
  options: RenderOptions,
): Line[] {
  const blocks = pages.flatMap(page => [BLANK, ...pageLines(page, options)]);
  const isQuiet = options.verbosity === 'quiet';
  const head = [headLine(check, options), hangingLine(4, 2, describeCheck(check)), ...errorLines(check), ...undeliveredLines(check)];
  const nothing = isSkipped(check) ? 'This check looked at no page.' : 'No page of this check is new, changed, removed or an error.';
  return [
    ...(isQuiet ? [] : head),
    ...(isQuiet ? blocks.slice(1) : blocks),
    ...(pages.length === 0 && !isQuiet ? [proseLine(0, nothing)] : []),
    ...(isWhole ? [] : [BLANK, proseLine(0, 'The check has more pages than are read here.')]),
  ];
}

function headLine({id, status, trigger, startedAt, createdAt}: Check, options: RenderOptions): Line {
  const at = startedAt ?? createdAt;
  const style: Style | undefined =
    status === 'failed' || isSkippedForCredits({status})
      ? 'error'
      : status === 'partial' || status === 'skipped_overlap'
        ? 'warning'
        : undefined;
  const words = [describeStatus(status), ...(trigger === 'manual' ? ['manual'] : [])].join(', ');
  return dataLine(
    0,
    styled('strong', at === null ? 'not started' : showCheckTime(at, options)),
    '  ',
    style === undefined ? words : styled(style, words),
    '  ',
    styled('faint', id),
  );
}

function describeStatus(status: string): string {
  if (isSkippedForCredits({status})) return 'skipped (no credits)';
  return status === 'skipped_overlap' ? 'skipped (overlap)' : shorten(status);
}

function describeCheck({status, summary, estimatedCredits, actualCredits}: Check): string {
  const credits =
    actualCredits === null
      ? estimatedCredits === null
        ? []
        : [`at most ${countOf(estimatedCredits, 'credit')}`]
      : [`${countOf(actualCredits, 'credit')}${estimatedCredits === null ? '' : ` of ${formatNumber(estimatedCredits)} estimated`}`];
  return [summary === null ? (/^(?:queued|running)$/.test(status) ? 'no pages yet' : 'no pages') : describePages(summary), ...credits].join(
    ', ',
  );
}

function describePages(summary: CheckSummary): string {
  if (summary.totalPages === 0) return 'no pages';
  const counts = [
    [summary.changed, 'changed'],
    [summary.new, 'new'],
    [summary.removed, 'removed'],
    [summary.error, 'failed'],
  ] as const;
  const parts = counts.filter(([count]) => count > 0).map(([count, word]) => `${formatNumber(count)} ${word}`);
  return `${countOf(summary.totalPages, 'page')}: ${parts.length === 0 ? 'all the same' : parts.join(', ')}`;
}

function errorLines({error}: Check): Line[] {
  return error === null ? [] : [hangingLine(4, 2, styled('error', error))];
}

function reasonLines(reason: string | undefined, {verbosity}: RenderOptions): Line[] {
  if (reason === undefined) return [];
  return [hangingLine(4, 2, styled('error', verbosity === 'verbose' ? reason : boundText(reason, LONGEST_REASON)))];
}

/** Characters of a page's error that are shown without `--verbose`. */
const LONGEST_REASON = 200;

function undeliveredLines(check: Check): Line[] {
  return listFailedMessages(check).map(message => hangingLine(4, 2, styled('error', describeFailed(message))));
}

/** Lines of one diff that are shown without `--verbose`. */
const MOST_LINES = 200;

const MARKS: ReadonlyMap<string, readonly [mark: string, style: Style]> = new Map([
  ['new', ['+', 'added']],
  ['removed', ['-', 'removed']],
  ['changed', ['~', 'changed']],
  ['error', ['!', 'error']],
]);

function pageLines(
  {url, status, statusCode, error, searchStatus, isJudgeDegraded, judgment, diff}: CheckPage,
  options: RenderOptions,
): Line[] {
  const [mark, style] = MARKS.get(status) ?? ['?', 'faint'];
  const words = [status, ...(statusCode === null ? [] : [`status ${statusCode}`]), ...(searchStatus === null ? [] : [searchStatus])];
  return [
    dataLine(0, styled(style, `${mark} `), styled('strong', url), `  ${words.join(', ')}`),
    ...(error === null ? [] : [hangingLine(4, 2, styled('error', error))]),
    ...(isJudgeDegraded ? [hangingLine(4, 2, "not judged: the service's judge did not work")] : []),
    ...(judgment === null
      ? []
      : [hangingLine(4, 2, `${judgment.meaningful ? 'meaningful' : 'not meaningful'} (${judgment.confidence}): ${judgment.reason}`)]),
    ...(diff?.text == null ? [] : diffLines(diff.text, options)),
    ...(diff?.fields ?? []).map(({path, previous, current}) =>
      dataLine(4, `${path}: `, styled('removed', valueText(previous)), ' -> ', styled('added', valueText(current))),
    ),
    ...(diff?.isCut === true ? [proseLine(4, 'The diff is cut: it is longer than what is read of one page.')] : []),
  ];
}

/** Lines of a unified diff, in colours; cut and counted when it is long. */
export function diffLines(text: string, {verbosity}: RenderOptions): Line[] {
  const rows = text.replace(/\r?\n$/, '').split(/\r?\n/);
  const shown = verbosity === 'verbose' || rows.length <= MOST_LINES + 1 ? rows : rows.slice(0, MOST_LINES);
  const hidden = rows.length - shown.length;
  return [
    ...shown.map(row => {
      const style = styleOf(row);
      return dataLine(4, style === undefined ? row : styled(style, row));
    }),
    ...(hidden === 0 ? [] : [dataLine(4, styled('faint', `... ${countOf(hidden, 'more line')} (--verbose shows them)`))]),
  ];
}

function styleOf(row: string): Style | undefined {
  if (/^(?:---|\+\+\+|diff |index )/.test(row)) return 'faint';
  if (row.startsWith('@@')) return 'mark';
  if (row.startsWith('+')) return 'added';
  return row.startsWith('-') ? 'removed' : undefined;
}
