import {countOf, formatNumber, listFirst} from '../../core/base/words';
import {boundText} from '../../core/diagnostics/bounded-text';
import {showCheckTime} from '../../rendering/local-time';
import type {RenderOptions} from '../../rendering/render-options';
import {shorten} from '../../rendering/sentences';
import {BLANK, dataLine, hangingLine, type Line, printText, proseLine, type Span, type Style, styled} from '../../rendering/text';
import {valueText} from '../../rendering/value-text';
import {diffLines} from '../observe/checks-text';
import {type ChangedLine, type LinePiece, listChangedLines} from './changed-lines';
import type {ChangesDocument, PageChangeDocument} from './document';
import {findErrorPages, isErrorStatus} from './error-pages';
import {groupPages, MOST_OF_PAGE, type PageChanges} from './formats/pages';
import {countFirst, type FirstCheck, splitChanges} from './formats/sentences';
import {describeCounts, describeFailure, describeGroup, describeRepetition, describeSpan, listGaps, listNotes} from './sentences';

/** Result for people: changes that matter first, noise as a count, then failures, running checks, and what is missing. */
export function renderChangesText(document: ChangesDocument, options: RenderOptions): string {
  const isQuiet = options.verbosity === 'quiet';
  const repetition = describeRepetition(document);
  const blocks: Line[][] = [
    ...(repetition === null ? [] : [[proseLine(0, styled('warning', repetition))]]),
    ...changeBlocks(document, options),
    failureLines(document, options),
    ...(isQuiet ? [noteLines(listGaps(document))] : [runningLines(document, options), endLines(document, options)]),
  ];
  const shown = blocks.filter(block => block.length > 0);
  return printText(
    shown.flatMap((block, index) => (index === 0 ? block : [BLANK, ...block])),
    options,
  );
}

function changeBlocks({changes, by}: ChangesDocument, options: RenderOptions): Line[][] {
  const {noise, first, shown} = splitChanges({changes});
  const isVerbose = options.verbosity === 'verbose';
  const blocks: Line[][] = [];
  let group: string | null | undefined;
  for (const page of groupPages(isVerbose ? changes : shown)) {
    const isNext = by !== null && (group === undefined || page[0].group !== group);
    if (isNext) blocks.push([dataLine(0, styled('mark', describeGroup(page[0].group, by)))]);
    group = page[0].group;
    blocks.push(pageLines(page, options));
  }
  return isVerbose ? blocks : [...blocks, noise.length === 0 ? [] : [noiseLine(noise)], firstCheckLines(first)];
}

/** First checks that are named. */
const MOST_FIRST = 20;

/** One line for each monitor: nothing was compared. */
function firstCheckLines(first: readonly FirstCheck[]): Line[] {
  const rest = first.length - MOST_FIRST;
  return [
    ...first
      .slice(0, MOST_FIRST)
      .map(check => dataLine(0, styled('added', '+ '), styled('strong', check.key), `  first check: ${countFirst(check)}`)),
    ...(rest > 0 ? [dataLine(0, styled('faint', `... ${countOf(rest, 'more first check')} (--verbose shows them)`))] : []),
  ];
}

/** Names monitors of error pages first: a judge may take a page that is gone for noise. */
function noiseLine(noise: readonly PageChangeDocument[]): Line {
  const errors = new Map([...findErrorPages(noise).values()].map(({key, statusCode}) => [key, statusCode] as const));
  const others = new Set(noise.flatMap(({key}) => (errors.has(key) ? [] : [key])));
  const names = [...[...errors].map(([key, status]) => `${shorten(key)} (status ${status})`), ...[...others].map(key => shorten(key))];
  return hangingLine(0, 2, `${countOf(noise.length, 'change')} judged as noise: ${listFirst(names)} (--verbose shows them)`);
}

const MARKS: ReadonlyMap<string, readonly [mark: string, style: Style]> = new Map([
  ['new', ['+', 'added']],
  ['removed', ['-', 'removed']],
  ['changed', ['~', 'changed']],
]);

/** Lines and fields of one page that are shown without `--verbose`. */
const MOST_LINES = 3;

function pageLines(page: PageChanges, options: RenderOptions): Line[] {
  const [{key, url, status}] = page;
  const [mark, style] = MARKS.get(status) ?? ['?', 'faint'];
  const count = page.length === 1 ? [] : [styled('faint', `  ${countOf(page.length, 'change')}`)];
  const older = options.verbosity === 'verbose' ? [] : page.slice(MOST_OF_PAGE);
  const since = older.map(({at}) => at).sort()[0];
  return [
    dataLine(0, styled(style, `${mark} `), styled('strong', key), `  ${url}`, ...count),
    ...page.slice(0, page.length - older.length).flatMap(change => changeLines(change, options)),
    ...(since === undefined
      ? []
      : [
          dataLine(
            4,
            styled('faint', `... ${countOf(older.length, 'more change')}, since ${showCheckTime(since, options)} (--verbose shows them)`),
          ),
        ]),
  ];
}

function changeLines(change: PageChangeDocument, options: RenderOptions): Line[] {
  const {at, diff, fields, diffCut} = change;
  const isVerbose = options.verbosity === 'verbose';
  const shownFields = isVerbose ? fields : fields.slice(0, MOST_LINES);
  const hidden = fields.length - shownFields.length;
  return [
    hangingLine(4, 2, `${showCheckTime(at, options)}, ${describeVerdict(change)}`),
    ...(diff === null ? [] : isVerbose ? diffLines(diff, options) : firstLines(diff)),
    ...shownFields.map(({path, previous, current}) =>
      dataLine(4, `${boundText(path, LONGEST)}: `, styled('removed', valueText(previous)), ' -> ', styled('added', valueText(current))),
    ),
    ...(hidden === 0 ? [] : [restLine(hidden, 'field')]),
    ...(diffCut ? [proseLine(4, 'The diff is cut: it is longer than what is kept.')] : []),
  ];
}

function describeVerdict({status, verdict, judgment, judgeDegraded, searchStatus, statusCode}: PageChangeDocument): string {
  const words = [
    ...(status === 'changed' ? [] : [status]),
    ...(searchStatus === null ? [] : [shorten(searchStatus)]),
    ...(isErrorStatus(statusCode) ? [`status ${statusCode}`] : []),
  ];
  const judged =
    verdict === 'first-seen'
      ? 'seen for the first time'
      : judgment !== null
        ? `${verdict === 'noise' ? 'noise' : 'meaningful'} (${shorten(judgment.confidence)}): ${boundText(judgment.reason)}`
        : judgeDegraded
          ? "not judged: the service's judge did not work"
          : 'not judged';
  return [...words, judged].join(', ');
}

function firstLines(diff: string): Line[] {
  const lines = listChangedLines(diff, MOST_LINES);
  const hidden = lines.length - MOST_LINES;
  return [...lines.slice(0, MOST_LINES).flatMap(changedLine), ...(hidden > 0 ? [restLine(hidden, 'changed line')] : [])];
}

function restLine(count: number, noun: string): Line {
  return dataLine(4, styled('faint', `... ${countOf(count, `more ${noun}`)} (--verbose shows them)`));
}

/** Characters of one changed line that are shown. */
const LONGEST = 300;

function changedLine(line: ChangedLine): Line[] {
  if (line.kind === 'replaced') {
    return [
      dataLine(4, styled('removed', '- '), ...markPieces(line.before, 'removed', ['[-', '-]'])),
      dataLine(4, styled('added', '+ '), ...markPieces(line.after, 'added', ['{+', '+}'])),
    ];
  }
  return [dataLine(4, styled(line.kind, `${line.kind === 'added' ? '+' : '-'} ${boundText(line.text, LONGEST)}`))];
}

/** Characters of the words beside a changed one. */
const BESIDE = 60;

/** The marks of `git diff --word-diff`: without colours, too, it is seen which word changed. */
function markPieces(pieces: readonly LinePiece[], style: Style, [open, close]: readonly [string, string]): Span[] {
  return pieces.map(({text, isChanged}, index) => {
    if (isChanged) return styled(style, `${open}${boundText(text, LONGEST)}${close}`);
    if (text.length <= 2 * BESIDE) return text;
    const [isFirst, isLast] = [index === 0, index === pieces.length - 1];
    return [isFirst ? '' : cutEnd(text), '...', isLast ? '' : cutStart(text)].join('');
  });
}

function cutEnd(text: string): string {
  return text.slice(0, BESIDE).replace(/[\ud800-\udbff]$/, '');
}

function cutStart(text: string): string {
  return text.slice(-BESIDE).replace(/^[\udc00-\udfff]/, '');
}

function failureLines({failures}: ChangesDocument, options: RenderOptions): Line[] {
  return failures.map(failure => {
    const style = failure.until !== null || failure.paused || failure.kind === 'some-pages' ? 'warning' : 'error';
    return hangingLine(0, 4, styled(style, '! '), styled('strong', failure.key), `  ${boundText(describeFailure(failure, options))}`);
  });
}

/** Running checks that are named. */
const MOST_RUNNING = 5;

function runningLines({running}: ChangesDocument, options: RenderOptions): Line[] {
  if (running.length === 0) return [];
  const names = running.map(({key, since}) => `${shorten(key)}${since === null ? '' : ` (since ${showCheckTime(since, options)})`}`);
  return [hangingLine(0, 2, `Still running, for the next call: ${listFirst(names, MOST_RUNNING)}.`)];
}

function noteLines(notes: readonly string[]): Line[] {
  return notes.map(note => hangingLine(0, 2, note));
}

function endLines(document: ChangesDocument, options: RenderOptions): Line[] {
  const {requests} = document.summary;
  return [
    ...noteLines(listNotes(document)),
    proseLine(
      0,
      `Changes ${describeSpan(document, options)}: ${describeCounts(document)}; ${formatNumber(requests)} ${requests === 1 ? 'request' : 'requests'}.`,
    ),
  ];
}
