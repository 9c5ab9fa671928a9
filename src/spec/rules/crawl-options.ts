import {suggestName} from '../../diagnostics/suggest';
import type {Path} from '../../json/pointer';
import {isObject, type JsonObject, type JsonValue, property} from '../../json/value';
import {member} from '../../service/member';
import {itemsOf, type RuleSink, shorten} from './sink';

/** Crawls: a limit, and options whose names or values Firecrawl refuses or never runs. */
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

/** Names that people know from elsewhere, and what to write instead. */
const INSTEAD: ReadonlyMap<string, string> = new Map([
  ['maxDepth', 'write maxDiscoveryDepth'],
  ['ignoreSitemap', 'write sitemap: skip'],
  ['allowBackwardLinks', 'write crawlEntireDomain'],
  ['url', 'remove it: the address stands in the target'],
  ['webhook', 'remove it: the webhook stands in the monitor'],
]);

/** What an option takes. A value that does not fit is refused at the create, or accepted and then fails at every check. */
interface Wanted {
  readonly words: string;
  readonly fits: (value: JsonValue) => boolean;
  readonly otherwise: 'refused' | 'fails at every check';
}

const isNumber = (value: JsonValue): value is number => typeof value === 'number';
const NUMBER: Wanted = {words: 'a number', fits: isNumber, otherwise: 'refused'};
const FLAG: Wanted = {words: 'true or false', fits: value => typeof value === 'boolean', otherwise: 'refused'};
const ANYTHING: Wanted = {words: 'any value', fits: () => true, otherwise: 'refused'};

/** The options that Firecrawl knows, and what they take. The schema checks those that are documented. */
const KNOWN: ReadonlyMap<string, Wanted> = new Map([
  // Of another number the service can't store its estimate, and answers 500.
  ['limit', {words: 'a whole number', fits: value => !isNumber(value) || Number.isInteger(value), otherwise: 'refused'}],
  ['includePaths', ANYTHING],
  ['excludePaths', ANYTHING],
  ['maxDiscoveryDepth', NUMBER],
  ['delay', {words: 'a number above 0 and at most 60', fits: value => isNumber(value) && value > 0 && value <= 60, otherwise: 'refused'}],
  [
    'maxConcurrency',
    {words: 'a whole number of 1 or more', fits: value => Number.isInteger(value) && Number(value) >= 1, otherwise: 'fails at every check'},
  ],
  ['allowSubdomains', FLAG],
  ['allowExternalLinks', FLAG],
  ['crawlEntireDomain', FLAG],
  ['deduplicateSimilarURLs', FLAG],
  ['ignoreQueryParameters', FLAG],
  ['ignoreRobotsTxt', FLAG],
  ['regexOnFullURL', FLAG],
  [
    'sitemap',
    {words: 'skip, include or only', fits: value => value === 'skip' || value === 'include' || value === 'only', otherwise: 'refused'},
  ],
  ['robotsUserAgent', {words: 'a text', fits: value => typeof value === 'string', otherwise: 'refused'}],
  ['scrapeOptions', ANYTHING],
]);
const LONGEST_PATTERN = 2000;

function checkOptions(options: JsonObject, path: Path, sink: RuleSink): void {
  for (const name of Object.keys(options)) {
    const value = property(options, name) ?? null;
    const wanted = KNOWN.get(name);
    if (wanted === undefined) warnOfUnknown(name, path, sink);
    else if (!wanted.fits(value)) reportValue(name, wanted, [...path, name], sink);
    if (name === 'includePaths' || name === 'excludePaths') checkPatterns(itemsOf(value), [...path, name], sink);
  }
}

function warnOfUnknown(name: string, path: Path, sink: RuleSink): void {
  const meant = suggestName(name, KNOWN.keys());
  sink.warn({
    code: 'service/crawl-option',
    path: [...path, name],
    part: 'key',
    message: `Firecrawl does not know the crawl option "${shorten(name)}": every check fails`,
    hint: INSTEAD.get(name) ?? (meant === undefined ? 'remove it' : `did you mean "${meant}"?`),
  });
}

function reportValue(name: string, {words, otherwise}: Wanted, path: Path, sink: RuleSink): void {
  const hint = `write ${words}, or remove ${name}`;
  if (otherwise === 'refused') sink.error({code: 'spec/crawl-option', path, message: `the crawl option "${name}" takes ${words}`, hint});
  else
    sink.warn({
      code: 'service/crawl-option',
      path,
      message: `the crawl option "${name}" takes ${words}; otherwise every check fails`,
      hint,
    });
}

function checkPatterns(patterns: readonly JsonValue[], path: Path, sink: RuleSink): void {
  for (const [index, pattern] of patterns.entries()) {
    if (typeof pattern !== 'string' || pattern.length <= LONGEST_PATTERN) continue;
    const message = `the pattern has ${pattern.length} characters; Firecrawl takes ${LONGEST_PATTERN}`;
    sink.warn({code: 'service/path-pattern', path: [...path, index], message, hint: 'write several shorter patterns'});
  }
}
