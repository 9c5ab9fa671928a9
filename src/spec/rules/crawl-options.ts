import type {Path} from '../../json/pointer';
import {isObject, type JsonObject, type JsonValue, member} from '../../json/value';
import {itemsOf, type RuleSink} from './sink';

/** Crawls: a limit, and options whose names or values a known service refuses or never runs. Others are nobody's business. */
export function checkCrawlOptions(body: JsonObject, sink: RuleSink): void {
  for (const [index, target] of itemsOf(member(body, 'targets')).entries()) {
    if (member(target, 'type') !== 'crawl') continue;
    const options = member(target, 'crawlOptions');
    const path = ['targets', index];
    if (member(options, 'limit') === undefined) {
      const message = 'a crawl without a limit may visit 10,000 pages at each check';
      const where = isObject(options) ? ({path: [...path, 'crawlOptions'], part: 'key'} as const) : {path};
      sink.warn({code: 'risk/crawl-without-limit', ...where, message, hint: 'add e.g. crawlOptions: {limit: 100}'});
    }
    if (isObject(options)) checkOptions(options, [...path, 'crawlOptions'], sink);
  }
}

/** Names that make every check of a known service fail, and what to write instead. */
const FAILING: ReadonlyMap<string, string> = new Map([
  ['maxDepth', 'write maxDiscoveryDepth'],
  ['ignoreSitemap', 'write sitemap: skip'],
  ['url', 'remove it: the address stands in the target'],
  ['webhook', 'remove it: the webhook stands in the monitor'],
]);

const NUMBERS = ['maxDiscoveryDepth', 'delay'];
const FLAGS = [
  'allowSubdomains',
  'allowExternalLinks',
  'crawlEntireDomain',
  'deduplicateSimilarURLs',
  'ignoreQueryParameters',
  'ignoreRobotsTxt',
  'regexOnFullURL',
];
const SITEMAPS: readonly JsonValue[] = ['skip', 'include', 'only'];
const LONGEST_PATTERN = 2000;

function checkOptions(options: JsonObject, path: Path, sink: RuleSink): void {
  for (const [name, value] of Object.entries(options)) {
    const at = [...path, name];
    const instead = FAILING.get(name);
    if (instead !== undefined) {
      const message = `with the crawl option "${name}" every check fails in a known service`;
      sink.warn({code: 'service/crawl-option', path: at, part: 'key', message, hint: instead});
    }
    const wanted = describeWanted(name, value);
    if (wanted !== null) {
      sink.error({
        code: 'spec/crawl-option',
        path: at,
        message: `the crawl option "${name}" takes ${wanted}`,
        hint: `write ${wanted}, or remove ${name}`,
      });
    }
    if (name === 'includePaths' || name === 'excludePaths') checkPatterns(itemsOf(value), at, sink);
  }
}

/** What an undocumented option of a known service takes, where `value` is something else; null where it fits. */
function describeWanted(name: string, value: JsonValue): string | null {
  if (NUMBERS.includes(name)) return typeof value === 'number' ? null : 'a number';
  if (FLAGS.includes(name)) return typeof value === 'boolean' ? null : 'true or false';
  if (name === 'sitemap') return SITEMAPS.includes(value) ? null : 'skip, include or only';
  return name === 'robotsUserAgent' && typeof value !== 'string' ? 'a text' : null;
}

function checkPatterns(patterns: readonly JsonValue[], path: Path, sink: RuleSink): void {
  for (const [index, pattern] of patterns.entries()) {
    if (typeof pattern !== 'string' || pattern.length <= LONGEST_PATTERN) continue;
    const message = `the pattern has ${pattern.length} characters; a known service takes ${LONGEST_PATTERN}`;
    sink.warn({code: 'service/path-pattern', path: [...path, index], message, hint: 'write several shorter patterns'});
  }
}
