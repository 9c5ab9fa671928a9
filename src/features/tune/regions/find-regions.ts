import type {ScrapedPage, ScrapeService} from '../../../core/api/scrape-port';
import {isObject, type JsonObject, type JsonValue} from '../../../core/json/value';
import {member} from '../../../core/service/member';
import {type FetchOutcome, type FetchPorts, fetchEach, type PageFetcher} from '../../../project/page-fetcher';
import type {Project} from '../../../project/project';
import {fetchedNow, withMarkup} from '../../try/try';
import type {TunedMonitor} from '../assemble';
import type {RegionDocument} from '../document';
import {type Proposal, proposeRegion} from '../history/propose';
import {compareWithout, findRegion, lineFinder} from './find-region';
import {type RegionPage, type RegionPlan, targetAt} from './region-pages';

/** Result of one page. */
interface SearchedPage {
  readonly page: RegionPage;
  readonly document: RegionDocument;
  readonly fetches: number;
}

/**
 * Fetches pages once as they are and once without the region that holds their noisy lines, and proposes to leave it out where nothing
 * else changes. Without a `service`, nothing is fetched. Throws `UserError` where the first page shows that none can be fetched.
 */
export async function findRegions(
  project: Project,
  {plan, service}: {readonly plan: RegionPlan; readonly service: ScrapeService | null},
  monitors: readonly TunedMonitor[],
  ports: FetchPorts = {},
): Promise<readonly TunedMonitor[]> {
  const fetching = {pace: project, isFetched: ({fetches}: SearchedPage) => fetches > 0};
  const searched = service === null ? [] : await fetchEach(plan.pages, searchPage, {...fetching, service}, ports);
  return monitors.map(monitor =>
    withRegions(
      monitor,
      searched.filter(({page}) => page.monitor === monitor),
      plan.leftOut.get(monitor) ?? [],
    ),
  );
}

async function searchPage(page: RegionPage, fetcher: PageFetcher): Promise<SearchedPage> {
  // Pages with references are never among them.
  const {url, options} = page.page.resolve(() => '');
  const result = (more: Partial<RegionDocument> & Pick<RegionDocument, 'outcome'>, fetches: number): SearchedPage => ({
    page,
    document: {url: page.page.shownUrl, selector: null, error: null, mayBeCharged: false, ...more},
    fetches,
  });
  const first = await fetcher.fetch({url, options: fetchedNow(withMarkup(options))});
  if (first.kind !== 'fetched') return result(describeLoss(first), 0);
  const before = textsOf(first.page);
  if (before === null) return result({outcome: 'no-text'}, 1);
  const finding = findRegion(before.html, page.lines);
  if ('lack' in finding) return result({outcome: finding.lack}, 1);
  const {selector} = finding;
  const second = await fetcher.fetch({url, options: fetchedNow(without(options, selector))});
  if (second.kind !== 'fetched') return result({...describeLoss(second), selector}, 1);
  const {markdown} = second.page;
  if (markdown === null) return result({outcome: 'no-text', selector}, 2);
  const compared = compareWithout(before.markdown, markdown, lineFinder(page.lines));
  return result({outcome: compared === 'same' ? 'found' : compared, selector}, 2);
}

/** An error page says nothing of the page that is watched. */
function textsOf({markdown, html, rawHtml, statusCode}: ScrapedPage): {readonly markdown: string; readonly html: string} | null {
  const markup = html ?? rawHtml;
  return markdown === null || markup === null || (statusCode ?? 200) >= 400 ? null : {markdown, html: markup};
}

function describeLoss(outcome: Exclude<FetchOutcome, {kind: 'fetched'}>): Pick<RegionDocument, 'outcome' | 'error' | 'mayBeCharged'> {
  if (outcome.kind === 'not-sent') return {outcome: 'not-sent', error: null, mayBeCharged: false};
  return {outcome: 'failed', error: outcome.failure.message, mayBeCharged: outcome.charge === 'possible'};
}

/** The options with a region left out, too. */
function without(options: JsonObject, selector: string): JsonObject {
  const given = member(options, 'excludeTags');
  const tags: readonly JsonValue[] = Array.isArray(given) ? given : [];
  return {...options, excludeTags: [...tags, selector]};
}

function withRegions(monitor: TunedMonitor, searched: readonly SearchedPage[], leftOut: readonly string[]): TunedMonitor {
  if (searched.length + leftOut.length === 0) return monitor;
  const found = searched.filter(({document}) => document.outcome === 'found');
  const covered = new Set(found.flatMap(({page: {lines}}) => lines));
  const isCovered = ({document: {kind}, line}: Proposal) => kind === 'lines' && line !== undefined && covered.has(line);
  const regions = found.flatMap(one => {
    const {page, document} = one;
    const {selector, url} = document;
    const lines = monitor.proposals.filter(({line}) => line !== undefined && page.lines.includes(line));
    if (selector === null) return [];
    // Pages of one site have the same names, and two proposals need two ids.
    const isShared = found.some(other => other !== one && other.document.selector === selector);
    const value = isShared ? `${selector} (${url})` : selector;
    return proposeRegion(monitor.document.key, {value, lines, ...editOf(page, selector)}) ?? [];
  });
  const proposals = [...regions, ...monitor.proposals.filter(proposal => !isCovered(proposal))];
  const others = leftOut.map((url): RegionDocument => ({url, outcome: 'left-out', selector: null, error: null, mayBeCharged: false}));
  const document = {
    ...monitor.document,
    regions: [...searched.map(one => one.document), ...others],
    proposals: proposals.map(proposal => proposal.document),
  };
  return {...monitor, document, proposals, fetches: searched.reduce((sum, {fetches}) => sum + fetches, 0)};
}

/** How a body leaves out a region of one target, and where a value for it stands. */
function editOf({target: number, page: {options}}: RegionPage, selector: string): {readonly edit: NonNullable<Proposal['edit']>} {
  const hasTags = member(options, 'excludeTags') !== undefined;
  const make = (body: JsonObject): JsonObject => {
    const targets = member(body, 'targets');
    const target = targetAt(body, number);
    if (!Array.isArray(targets) || target === null) return body;
    const scrapeOptions = member(target, 'scrapeOptions');
    const changed = {...target, scrapeOptions: without(isObject(scrapeOptions) ? scrapeOptions : {}, selector)};
    return {...body, targets: targets.map((one, index) => (index === number ? changed : one))};
  };
  return {edit: {at: hasTags ? `/targets/${number}/scrapeOptions/excludeTags` : `/targets/${number}`, make}};
}
