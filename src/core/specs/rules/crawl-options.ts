import {formatNumber} from '../../diagnostics/number-text';
import {suggestName} from '../../diagnostics/suggest';
import type {Path} from '../../json/pointer';
import {isObject, type JsonObject, type JsonValue, property} from '../../json/value';
import {maskValue} from '../../secrets/masking';
import {member} from '../../service/member';
import {memberOf} from '../../service/table';
import {findRegexFlaw} from './rust-regex';
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
]);

/** Options that Firecrawl takes without an effect on a monitor, and what to do instead. */
const WITHOUT_EFFECT: ReadonlyMap<string, string> = new Map([
  ['scrapeOptions', 'move it into the target, beside crawlOptions'],
  ['webhook', 'remove it: the webhook stands in the monitor'],
  ['prompt', 'remove it: write includePaths and excludePaths'],
  ['zeroDataRetention', 'remove it'],
  ['integration', 'remove it'],
  ['origin', 'remove it'],
]);

/** Values that an option takes. A value that does not fit is refused at the create, or accepted and then fails at every check. */
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
]);
const LONGEST_PATTERN = 2000;

function checkOptions(options: JsonObject, path: Path, sink: RuleSink): void {
  for (const name of Object.keys(options)) {
    const value = property(options, name) ?? null;
    const wanted = KNOWN.get(name);
    if (wanted === undefined) warnOfOther(name, path, sink);
    else if (!wanted.fits(value)) reportValue(name, wanted, [...path, name], sink);
    if (name === 'includePaths' || name === 'excludePaths') checkPatterns(name, itemsOf(value), [...path, name], sink);
    else if (name === 'delay' && isNumber(value)) checkPace(member(options, 'limit'), value, [...path, name], sink);
  }
}

/** The longest that a check may take, seconds. */
const LONGEST_CHECK = 3600;

function checkPace(given: JsonValue | undefined, delay: number, path: Path, sink: RuleSink): void {
  const limit = typeof given === 'number' ? given : Number(memberOf('CrawlOptions', 'limit').filledIn);
  if (!(limit * delay > LONGEST_CHECK) || delay > 60) return;
  sink.warn({
    code: 'risk/slow-crawl',
    path,
    message: `${formatNumber(limit)} pages with ${delay} s between them take longer than an hour: on a site with as many every check fails`,
    hint: `write a limit of at most ${formatNumber(Math.floor(LONGEST_CHECK / delay))}, or a shorter delay`,
  });
}

function warnOfOther(name: string, path: Path, sink: RuleSink): void {
  const instead = WITHOUT_EFFECT.get(name);
  if (instead !== undefined) {
    const message = `Firecrawl takes the crawl option "${name}" and does nothing with it`;
    sink.warn({code: 'service/crawl-no-effect', path: [...path, name], part: 'key', message, hint: instead});
  } else if (name === 'url') {
    const message = 'the address in "crawlOptions" takes the place of the target\'s: the crawl begins there';
    sink.warn({
      code: 'service/crawl-url',
      path: [...path, name],
      part: 'key',
      message,
      hint: 'remove it: the address stands in the target',
    });
  } else warnOfUnknown(name, path, sink);
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

/** Most patterns in a list. */
const MOST_PATTERNS = 1000;

function checkPatterns(name: string, patterns: readonly JsonValue[], path: Path, sink: RuleSink): void {
  if (patterns.length > MOST_PATTERNS) {
    const message = `"${name}" has ${patterns.length} patterns; Firecrawl takes ${MOST_PATTERNS}`;
    sink.warn({code: 'service/too-many-paths', path, message, hint: 'join some with |'});
  }
  for (const [index, pattern] of patterns.entries()) {
    if (typeof pattern !== 'string') continue;
    if (pattern.length > LONGEST_PATTERN) {
      const message = `the pattern has ${pattern.length} characters; Firecrawl takes ${LONGEST_PATTERN}`;
      sink.warn({code: 'service/path-pattern', path: [...path, index], message, hint: 'write several shorter patterns'});
    } else checkPattern(name, pattern, [...path, index], sink);
  }
}

function checkPattern(name: string, pattern: string, path: Path, sink: RuleSink): void {
  const flaw = findRegexFlaw(pattern);
  if (flaw === null) return;
  const effect = name === 'includePaths' ? 'and may crawl the whole site' : 'and excludes nothing by it';
  sink.warn({
    code: 'service/path-regex',
    path,
    message: `"${shorten(String(maskValue(pattern, path)))}": ${flaw.message}; Firecrawl drops the pattern ${effect}`,
    hint: flaw.hint,
  });
}
