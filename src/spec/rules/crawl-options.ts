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

interface Wanted {
  readonly words: string;
  readonly fits: (value: JsonValue) => boolean;
}

const NUMBER: Wanted = {words: 'a number', fits: value => typeof value === 'number'};
const FLAG: Wanted = {words: 'true or false', fits: value => typeof value === 'boolean'};

/** What undocumented options of a known service take. */
const WANTED: ReadonlyMap<string, Wanted> = new Map([
  ['maxDiscoveryDepth', NUMBER],
  ['delay', NUMBER],
  ['allowSubdomains', FLAG],
  ['allowExternalLinks', FLAG],
  ['crawlEntireDomain', FLAG],
  ['deduplicateSimilarURLs', FLAG],
  ['ignoreQueryParameters', FLAG],
  ['ignoreRobotsTxt', FLAG],
  ['regexOnFullURL', FLAG],
  ['sitemap', {words: 'skip, include or only', fits: value => value === 'skip' || value === 'include' || value === 'only'}],
  ['robotsUserAgent', {words: 'a text', fits: value => typeof value === 'string'}],
]);
const LONGEST_PATTERN = 2000;

function checkOptions(options: JsonObject, path: Path, sink: RuleSink): void {
  for (const name of Object.keys(options)) {
    const value = member(options, name) ?? null;
    const instead = FAILING.get(name);
    if (instead !== undefined) {
      const message = `with the crawl option "${name}" every check fails in a known service`;
      sink.warn({code: 'service/crawl-option', path: [...path, name], part: 'key', message, hint: instead});
    }
    const wanted = WANTED.get(name);
    if (wanted !== undefined && !wanted.fits(value)) {
      sink.error({
        code: 'spec/crawl-option',
        path: [...path, name],
        message: `the crawl option "${name}" takes ${wanted.words}`,
        hint: `write ${wanted.words}, or remove ${name}`,
      });
    }
    if (name === 'includePaths' || name === 'excludePaths') checkPatterns(itemsOf(value), [...path, name], sink);
  }
}

function checkPatterns(patterns: readonly JsonValue[], path: Path, sink: RuleSink): void {
  for (const [index, pattern] of patterns.entries()) {
    if (typeof pattern !== 'string' || pattern.length <= LONGEST_PATTERN) continue;
    const message = `the pattern has ${pattern.length} characters; a known service takes ${LONGEST_PATTERN}`;
    sink.warn({code: 'service/path-pattern', path: [...path, index], message, hint: 'write several shorter patterns'});
  }
}
