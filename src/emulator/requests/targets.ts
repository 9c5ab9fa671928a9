import {isObject, type JsonObject, type JsonValue} from '../../core/json/value';
import {fillIn, fillingsOf, type Keepers} from '../../core/service/fill-in';
import {listMembers} from '../../core/service/table';
import {isUuid, readDomain, readTargetUrl} from './addresses';
import type {Problems, RequestPath} from './problems';

/** Reads a list of 1 to 50 targets into their stored form; missing `id`s are added later. */
export function readTargets(problems: Problems, value: JsonValue | undefined): JsonObject[] | undefined {
  return problems.array(value, ['targets'], {min: 1, max: 50}, (item, at) => readTarget(problems, item, at));
}

/** Numbers the page histories of targets: an id in `before` keeps its number, any other gets a new one. */
export function numberHistories(
  targets: readonly JsonObject[],
  before: Readonly<Record<string, number>>,
  nextHistory: () => number,
): Record<string, number> {
  const ids = [...new Set(targets.map(target => String(target['id'])))];
  return Object.fromEntries(ids.map(id => [id, before[id] ?? nextHistory()]));
}

/** Reads one target (API v2, "MonitorTarget") into its stored form; a missing `id` is added later. */
function readTarget(problems: Problems, value: JsonValue, path: RequestPath): JsonObject | undefined {
  const target = problems.object(value, path);
  if (target === undefined) return undefined;
  const type = problems.oneOf(target['type'], [...path, 'type'], ['scrape', 'crawl', 'search'] as const);
  if (type === undefined) return undefined;
  const before = problems.list.length;
  const id = target['id'];
  if (id !== undefined && (typeof id !== 'string' || !isUuid(id))) problems.add([...path, 'id'], 'invalid_format', 'must be a UUID');
  const read = {...(id === undefined ? {} : {id}), type, ...readers[type](problems, target, path)};
  return problems.list.length === before ? (read as JsonObject) : undefined;
}

const readers = {scrape: readScrape, crawl: readCrawl, search: readSearch};

function readScrape(problems: Problems, target: JsonObject, path: RequestPath): object {
  // A single `url` counts as `urls`.
  const {url, ...rest} = target;
  const given: JsonObject = url !== undefined && rest['urls'] === undefined ? {...rest, urls: [url]} : target;
  problems.closedObject(given, path, listMembers('ScrapeTarget'));
  return {
    urls: problems.array(given['urls'], [...path, 'urls'], {min: 1}, (item, at) => readUrl(problems, item, at)),
    scrapeOptions: readScrapeOptions(problems, given['scrapeOptions'], [...path, 'scrapeOptions']),
  };
}

function readCrawl(problems: Problems, target: JsonObject, path: RequestPath): object {
  problems.closedObject(target, path, listMembers('CrawlTarget'));
  const options = target['crawlOptions'];
  return {
    url: readUrl(problems, target['url'], [...path, 'url']),
    crawlOptions: options === undefined ? {} : readCrawlOptions(problems, options, [...path, 'crawlOptions']),
    scrapeOptions: readScrapeOptions(problems, target['scrapeOptions'], [...path, 'scrapeOptions']),
  };
}

const searchWindows = ['5m', '15m', '1h', '6h', '24h', '7d'] as const;

function readSearch(problems: Problems, target: JsonObject, path: RequestPath): object {
  // `scrapeOptions`, `depth` and `recheckAfter` are ignored, not refused.
  problems.closedObject(target, path, [...listMembers('SearchTarget'), 'scrapeOptions', 'depth', 'recheckAfter']);
  const {queries, maxResults, searchWindow} = {...fillingsOf('SearchTarget'), ...target};
  const include = readDomains(problems, target, 'includeDomains', path);
  const exclude = readDomains(problems, target, 'excludeDomains', path);
  if ((include?.length ?? 0) > 0 && (exclude?.length ?? 0) > 0) {
    problems.add(path, 'custom', 'includeDomains and excludeDomains exclude each other');
  }
  return {
    queries: problems.array(queries, [...path, 'queries'], {min: 1, max: 12}, (item, at) => problems.string(item, at, {min: 1, max: 256})),
    maxResults: problems.number(maxResults, [...path, 'maxResults'], {min: 1, max: 50, whole: true}),
    searchWindow: problems.oneOf(searchWindow, [...path, 'searchWindow'], searchWindows),
    ...(include === undefined ? {} : {includeDomains: include}),
    ...(exclude === undefined ? {} : {excludeDomains: exclude}),
  };
}

function readDomains(problems: Problems, target: JsonObject, name: string, path: RequestPath): string[] | undefined {
  const value = target[name];
  if (value === undefined) return undefined;
  return problems.array(value, [...path, name], {max: 50}, (item, at) => {
    const text = problems.string(item, at);
    if (text === undefined) return undefined;
    return readDomain(text) ?? problems.add(at, 'invalid_format', 'must be a host name without scheme, port, path or wildcard');
  });
}

function readUrl(problems: Problems, value: JsonValue | undefined, path: RequestPath): string | undefined {
  const text = problems.string(value, path);
  if (text === undefined) return undefined;
  const read = readTargetUrl(text);
  return 'url' in read ? read.url : problems.add(path, 'invalid_format', read.problem);
}

/** Scrape options are kept as they were sent: only the kinds of formats are looked at, the rest fails at the check. */
function readScrapeOptions(problems: Problems, value: JsonValue | undefined, path: RequestPath): JsonObject | undefined {
  if (value === undefined) return {};
  const options = problems.object(value, path);
  const formats = options?.['formats'];
  if (formats === undefined) return options;
  problems.array(formats, [...path, 'formats'], {}, (item, at) =>
    typeof item === 'string' || isObject(item) ? item : problems.wrongType(item, at, 'string or object'),
  );
  return options;
}

/** The service keeps these options as they were sent; only what is missing is added. */
const AS_SENT: Keepers = {
  trimmed: text => text,
  trimmedOrNull: text => text,
  domain: text => text,
  foldedSchedule: text => text,
};

const crawlFlags = [
  'allowSubdomains',
  'allowExternalLinks',
  'crawlEntireDomain',
  'deduplicateSimilarURLs',
  'ignoreQueryParameters',
  'ignoreRobotsTxt',
  'regexOnFullURL',
];

function readCrawlOptions(problems: Problems, value: JsonValue, path: RequestPath): JsonObject | undefined {
  const options = problems.object(value, path);
  if (options === undefined) return undefined;
  const check = (name: string, read: (item: JsonValue, at: RequestPath) => unknown) => {
    const item = options[name];
    if (item !== undefined) read(item, [...path, name]);
  };
  for (const name of ['limit', 'maxDiscoveryDepth']) check(name, (item, at) => problems.number(item, at));
  check('delay', (item, at) => {
    const delay = problems.number(item, at, {max: 60});
    return delay !== undefined && delay <= 0 ? problems.add(at, 'too_small', 'must be above 0') : delay;
  });
  for (const name of crawlFlags) check(name, (item, at) => problems.boolean(item, at));
  for (const name of ['includePaths', 'excludePaths']) {
    check(name, (item, at) => problems.array(item, at, {}, (pattern, where) => problems.string(pattern, where, {max: 2000})));
  }
  check('sitemap', (item, at) => problems.oneOf(item, at, ['skip', 'include', 'only']));
  check('robotsUserAgent', (item, at) => problems.string(item, at));
  return fillIn('CrawlOptions', options, AS_SENT) as JsonObject;
}
