import type {Failure} from '../../core/api/port';
import type {ScrapedPage, ScrapeService} from '../../core/api/scrape-port';
import type {Diagnostic} from '../../core/diagnostics/diagnostic';
import {UserError} from '../../core/diagnostics/user-error';
import type {JsonObject, JsonValue} from '../../core/json/value';
import {member} from '../../core/service/member';
import {type FetchOutcome, type FetchPorts, fetchEach, type PageFetcher} from '../../project/page-fetcher';
import type {Project} from '../../project/project';
import type {TriedPage, TryView} from './document';
import {compareFetches} from './noise';
import {judgePage} from './page/verdict';
import type {PageFolder} from './try-folder';
import type {Trial, TrialPage, TryRequest} from './try-plan';

/** Observers of a run, and the folder where pages are kept. */
interface TryPorts extends FetchPorts {
  /** Connected with the references of the trial; closed by who opened it. */
  readonly service: ScrapeService;
  /** Keeps what came; null where it is not kept. */
  readonly folder: PageFolder | null;
}

/**
 * Fetches the pages of a trial, each once or twice, and judges them. Changes nothing in the service. Throws `UserError` where the first
 * one shows that none can be fetched.
 */
export async function tryPages(project: Project, trial: Trial, {service, folder, ...ports}: TryPorts): Promise<TryView> {
  const {env} = project;
  const lookup = (name: string) => env[name] ?? '';
  const pages = await fetchEach(
    trial.pages,
    (page, fetcher, index) => tryPage(page, index, {fetcher, lookup, request: trial.request, folder}),
    {service, pace: project, isFetched: ({outcome}: TriedPage) => outcome === 'fetched'},
    ports,
  );
  const {searches, credits, notIncluded, request} = trial;
  return {
    ...{searches, credits, notIncluded, pages},
    first: request.first,
    isTwice: request.fetches === 'twice',
    keptIn: folder?.shown ?? null,
  };
}

/** The parts of the run that one page uses. */
interface Tools extends Pick<TryPorts, 'folder'> {
  readonly fetcher: PageFetcher;
  readonly lookup: (name: string) => string;
  readonly request: TryRequest;
}

async function tryPage(page: TrialPage, index: number, {fetcher, lookup, request, folder}: Tools): Promise<TriedPage> {
  const {url, options} = page.resolve(lookup);
  const isTwice = request.fetches === 'twice';
  const asked = isTwice ? withMarkup(options) : options;
  const shown = {key: page.key, url: page.shownUrl, isStart: page.isStart};
  const first = await fetcher.fetch({url, options: request.first === 'now' ? fetchedNow(asked) : asCheck(asked)});
  if (first.kind !== 'fetched') return {...shown, ...lost(first)};
  const findings: Diagnostic[] = [];
  const files: string[] = [];
  keep(folder, [index, 'first', first.page], {files, findings});
  const watch = {url: page.shownUrl, options: page.options, expectedStatus: page.expectedStatus};
  findings.push(...judgePage(watch, first.page));
  const result = {...shown, outcome: 'fetched' as const, page: summarize(first.page)};
  if (!isTwice) return {...result, findings, noise: null, files};
  const second = await fetcher.fetch({url, options: fetchedNow(asked)});
  if (second.kind !== 'fetched') return {...result, findings: [...findings, ...lostSecond(second)], noise: null, files};
  keep(folder, [index, 'second', second.page], {files, findings});
  const noise = compareFetches(first.page, second.page);
  if (noise !== null) findings.push(describeNoise(noise));
  return {...result, findings, noise: noise?.diff ?? null, files};
}

/** A full disk must not lose what was paid for. */
function keep(
  folder: PageFolder | null,
  what: Parameters<PageFolder['keep']>,
  {files, findings}: {readonly files: string[]; readonly findings: Diagnostic[]},
): void {
  try {
    if (folder !== null) files.push(...folder.keep(...what));
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    findings.push({code: 'config/cannot-write', severity: 'error', message: error.message});
  }
}

/** The default of two days would compare a copy with itself. */
export function fetchedNow(options: JsonObject): JsonObject {
  return {...options, maxAge: 0, storeInCache: false};
}

/** A check fetches the page unless its options say how old a copy may be, while a plain scrape would take one of two days. */
function asCheck(options: JsonObject): JsonObject {
  const isSaid = ['maxAge', 'minAge'].some(name => Object.hasOwn(options, name)) || options['lockdown'] === true;
  return isSaid ? options : {...options, maxAge: 0};
}

/** Markup costs nothing more, and shows where a difference stands. */
export function withMarkup(options: JsonObject): JsonObject {
  const given = member(options, 'formats');
  const formats: readonly JsonValue[] = Array.isArray(given) ? given : ['markdown'];
  const types = formats.map(format => (typeof format === 'string' ? format : member(format, 'type')));
  return types.includes('html') || types.includes('rawHtml') ? options : {...options, formats: [...formats, {type: 'html'}]};
}

/** Facts of a page that did not come. */
type Lost =
  | Pick<Extract<TriedPage, {outcome: 'failed'}>, 'outcome' | 'status' | 'mayBeCharged'>
  | Pick<Extract<TriedPage, {outcome: 'not-sent'}>, 'outcome'>;

function lost(outcome: Exclude<FetchOutcome, {kind: 'fetched'}>): Lost & Pick<TriedPage, 'findings'> {
  if (outcome.kind === 'not-sent') return {outcome: 'not-sent', findings: []};
  const {failure, charge} = outcome;
  const {status, message} = failure;
  const words = charge === 'possible' ? 'it may have been charged' : 'it was not charged';
  const finding: Diagnostic = {code: 'page/failed', severity: 'error', message: `${message}; ${words}`, hint: hintFor(failure)};
  return {outcome: 'failed', status: status ?? null, mayBeCharged: charge === 'possible', findings: [finding]};
}

/** The second fetch alone did not come. */
function lostSecond(outcome: Exclude<FetchOutcome, {kind: 'fetched'}>): readonly Diagnostic[] {
  if (outcome.kind === 'not-sent') return [{code: 'page/failed', severity: 'error', message: 'the second fetch was not sent'}];
  return lost(outcome).findings.map(finding => ({...finding, message: `the second fetch failed: ${finding.message}`}));
}

function hintFor({status, kind, code}: Failure): string {
  if (status === 402) return 'the team has too few credits: add some, then repeat the command';
  if (status === 408) return 'raise `timeout` of the spec, or lower `waitFor`';
  if (status === 429) return 'wait, then repeat the command';
  if (code === 'TOO_LARGE') return 'select less of the page with `includeTags`, or ask for fewer formats';
  if (kind === 'http' && status !== undefined && status < 500) return 'fix the address or the options of the spec';
  return 'repeat the command later; each fetch is paid for';
}

function describeNoise({selectors, rest, diff}: NonNullable<ReturnType<typeof compareFetches>>): Diagnostic {
  const excluded = selectors.length === 0 ? '' : `exclude it with \`excludeTags: ${JSON.stringify(selectors)}\``;
  const left = {none: '', some: '; more differs outside of it', unknown: ''}[rest];
  const message = diff === null ? 'nearly everything differs between two fetches' : 'two fetches differ: each check would report that';
  return {
    code: 'page/noise',
    severity: 'warning',
    message,
    hint: excluded === '' ? 'select what matters with `includeTags`, or extract it with a JSON format' : `${excluded}${left}`,
  };
}

/** Lines of a page that are shown. */
const FIRST_LINES = 6;

function summarize(page: ScrapedPage): Extract<TriedPage, {outcome: 'fetched'}>['page'] {
  const {statusCode, finalUrl, title, warning, markdown, html, rawHtml, summary, answer, json, others} = page;
  const text = markdown ?? summary ?? answer ?? html ?? rawHtml;
  const lines = (text ?? '')
    .slice(0, 20_000)
    .split('\n')
    .filter(line => line.trim() !== '');
  return {
    ...{statusCode, finalUrl, title, warning, others},
    characters: text?.length ?? null,
    firstLines: lines.slice(0, FIRST_LINES).map(line => line.trimEnd().slice(0, 500)),
    ...(json === undefined ? {} : {json}),
  };
}
