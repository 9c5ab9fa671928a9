import {countOf, formatNumber, listFirst} from '../../core/base/words';
import type {Diagnostic} from '../../core/diagnostics/diagnostic';
import type {RenderOptions} from '../../rendering/render-options';
import {pasteable, shorten} from '../../rendering/sentences';
import {BLANK, dataLine, hangingLine, type Line, printText, proseLine, styled} from '../../rendering/text';
import {limitsOf, valueRows} from '../../rendering/value-text';
import {diffLines} from '../observe/checks-text';
import {countTried, type PageSummary, type TriedPage, type TryView} from './document';

/** One block for each page: what came, what speaks against watching it; and a summary. */
export function renderTryText(view: TryView, options: RenderOptions): string {
  const blocks = view.pages.filter(({outcome}) => outcome !== 'not-sent').map(page => pageLines(page, options));
  const isQuiet = options.verbosity === 'quiet';
  const lines = blocks.flatMap((block, index) => (index === 0 ? block : [BLANK, ...block]));
  return printText([...lines, ...(isQuiet ? [] : [...(lines.length === 0 ? [] : [BLANK]), ...summaryLines(view, options)])], options);
}

function pageLines(tried: TriedPage, options: RenderOptions): Line[] {
  const {key, url, isStart, findings} = tried;
  const head = dataLine(0, styled('strong', key), '  ', url, ...(isStart ? ['  (start page of a crawl)'] : []));
  if (tried.outcome !== 'fetched') return [head, ...findings.flatMap(finding => findingLines(finding, options))];
  const {page, noise} = tried;
  const isQuiet = options.verbosity === 'quiet';
  return [
    head,
    ...(isQuiet ? [] : contentLines(page, url, options)),
    ...findings.flatMap(finding => [
      ...findingLines(finding, options),
      ...(finding.code === 'page/noise' && noise !== null ? diffLines(noise, options) : []),
    ]),
  ];
}

function contentLines(
  {statusCode, finalUrl, title, warning, characters, firstLines, json, others}: PageSummary,
  url: string,
  options: RenderOptions,
): Line[] {
  const size = characters === null ? [] : [countOf(characters, 'character')];
  const facts = [statusCode === null ? 'status unknown' : `status ${statusCode}`, ...size, ...others];
  return [
    hangingLine(4, 2, facts.join(', '), ...(title === null ? [] : [', ', JSON.stringify(shorten(title))])),
    ...(finalUrl === null || isEqual(finalUrl, url) ? [] : [dataLine(4, 'final address: ', styled('strong', finalUrl))]),
    ...(warning === null ? [] : [hangingLine(4, 2, 'the service warns: ', warning)]),
    ...firstLines.map(line => dataLine(4, styled('faint', '| '), cut(line, options.width - 6))),
    ...(json === undefined ? [] : valueRows(json, options.width - 4, limitsOf(options.verbosity)).map(row => dataLine(4, row))),
  ];
}

/** A final slash of the host alone is no other address. */
function isEqual(one: string, other: string): boolean {
  return one.replace(/\/$/, '') === other.replace(/\/$/, '');
}

function cut(line: string, width: number): string {
  const most = Math.max(20, width);
  return line.length <= most ? line : `${line.slice(0, most - 3).replace(/[\ud800-\udbff]$/, '')}...`;
}

function findingLines({severity, code, message, hint}: Diagnostic, options: RenderOptions): Line[] {
  return [
    hangingLine(4, 2, styled(severity, severity), `  ${code}  `, message),
    ...(hint === undefined ? [] : [hangingLine(6, 2, `hint: ${pasteable(hint, options)}`)]),
  ];
}

/** The keys of which a page was not sent. */
function notSentKeys({pages}: TryView): readonly string[] {
  return [...new Set(pages.flatMap(({outcome, key}) => (outcome === 'not-sent' ? [key] : [])))];
}

/** Whether both fetches of a page came, and showed the same. */
function wereEqual({findings}: TryView['pages'][number]): boolean {
  return !findings.some(({code}) => code === 'page/noise' || code === 'page/failed');
}

function summaryLines(view: TryView, options: RenderOptions): Line[] {
  const {pages, bad, doubtful, failed, notSent} = countTried(view);
  const counts = [
    ...(bad > 0 ? [`${formatNumber(bad)} bad`] : []),
    ...(doubtful > 0 ? [`${formatNumber(doubtful)} doubtful`] : []),
    ...(failed > 0 ? [`${formatNumber(failed)} not fetched`] : []),
    ...(notSent > 0 ? [`${formatNumber(notSent)} not sent`] : []),
  ];
  const how =
    view.first === 'now'
      ? 'fetched now'
      : view.isTwice
        ? 'first a cached copy if there is one, then fetched now'
        : 'a cached copy if there is one';
  const sent = view.first === 'now' || view.isTwice ? ' (maxAge: 0, storeInCache: false)' : '';
  return [
    proseLine(
      0,
      `Try: ${countOf(pages, 'page')}, ${counts.length === 0 ? 'nothing found against watching' : counts.join(', ')}; ${how}${sent}.`,
    ),
    ...(view.isTwice && view.pages.every(wereEqual) && failed + notSent === 0
      ? [proseLine(0, 'Two fetches of each page were equal.')]
      : []),
    ...(view.searches.length === 0
      ? []
      : [
          proseLine(
            0,
            pasteable(
              `Not tried: the searches of ${countOf(view.searches.length, 'monitor')}; there is no cheap try of a search.`,
              options,
            ),
          ),
        ]),
    ...(notSent === 0 ? [] : [hangingLine(0, 2, `Not sent: ${listFirst(notSentKeys(view))}.`)]),
    ...(view.keptIn === null ? [] : [proseLine(0, `What came is in ${view.keptIn}.`)]),
  ];
}
