import {formatNumber} from '../../base/words';
import {suggestName} from '../../diagnostics/suggest';
import {isObject, type JsonValue} from '../../json/value';
import {maskValue} from '../../secrets/masking';
import {memberOf} from '../../service/table';
import {itemsOf, type Spot, shorten} from '../spot';
import {findRegexFlaw} from './rust-regex';

/** A crawl: its limit, and options whose names or values Firecrawl refuses or never runs. */
export function checkCrawlOptions(crawl: Spot): void {
  const options = crawl.at('crawlOptions');
  const hasOptions = isObject(options.value);
  if (options.read('limit') === undefined) {
    const message = 'a crawl without a limit may visit 10,000 pages at each check';
    (hasOptions ? options.key : crawl).warn('risk/crawl-without-limit', message, 'add e.g. crawlOptions: {limit: 100}');
  }
  if (hasOptions) for (const option of options.members()) checkOption(option, options);
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

function checkOption(option: Spot, options: Spot): void {
  const {name} = option;
  const value = option.value ?? null;
  const wanted = KNOWN.get(name);
  if (wanted === undefined) warnOfOther(option);
  else if (!wanted.fits(value)) reportValue(option, wanted);
  if (name === 'includePaths' || name === 'excludePaths') checkPatterns(option);
  else if (name === 'delay' && isNumber(value)) checkPace(options.read('limit'), value, option);
}

/** The longest that a check may take, seconds. */
const LONGEST_CHECK = 3600;

function checkPace(given: JsonValue | undefined, delay: number, option: Spot): void {
  const limit = typeof given === 'number' ? given : Number(memberOf('CrawlOptions', 'limit').filledIn);
  if (!(limit * delay > LONGEST_CHECK) || delay > 60) return;
  option.warn(
    'risk/slow-crawl',
    `${formatNumber(limit)} pages with ${delay} s between them take longer than an hour: on a site with as many every check fails`,
    `write a limit of at most ${formatNumber(Math.floor(LONGEST_CHECK / delay))}, or a shorter delay`,
  );
}

function warnOfOther(option: Spot): void {
  const {name, key} = option;
  const instead = WITHOUT_EFFECT.get(name);
  if (instead !== undefined) {
    key.warn('service/crawl-no-effect', `Firecrawl takes the crawl option "${name}" and does nothing with it`, instead);
  } else if (name === 'url') {
    const message = 'the address in "crawlOptions" takes the place of the target\'s: the crawl begins there';
    key.warn('service/crawl-url', message, 'remove it: the address stands in the target');
  } else {
    const meant = suggestName(name, KNOWN.keys());
    const message = `Firecrawl does not know the crawl option "${shorten(name)}": every check fails`;
    const hint = INSTEAD.get(name) ?? (meant === undefined ? 'remove it' : `did you mean "${meant}"?`);
    key.warn('service/crawl-option', message, hint);
  }
}

function reportValue(option: Spot, {words, otherwise}: Wanted): void {
  const message = `the crawl option "${option.name}" takes ${words}`;
  const hint = `write ${words}, or remove ${option.name}`;
  if (otherwise === 'refused') option.error('spec/crawl-option', message, hint);
  else option.warn('service/crawl-option', `${message}; otherwise every check fails`, hint);
}

/** Most patterns in a list. */
const MOST_PATTERNS = 1000;

function checkPatterns(option: Spot): void {
  const patterns = itemsOf(option.value);
  if (patterns.length > MOST_PATTERNS) {
    const message = `"${option.name}" has ${patterns.length} patterns; Firecrawl takes ${MOST_PATTERNS}`;
    option.warn('service/too-many-paths', message, 'join some with |');
  }
  for (const [index, pattern] of patterns.entries()) {
    if (typeof pattern !== 'string') continue;
    if (pattern.length > LONGEST_PATTERN) {
      const message = `the pattern has ${pattern.length} characters; Firecrawl takes ${LONGEST_PATTERN}`;
      option.below(index).warn('service/path-pattern', message, 'write several shorter patterns');
      continue;
    }
    const flaw = findRegexFlaw(pattern);
    if (flaw === null) continue;
    const spot = option.below(index);
    const effect = option.name === 'includePaths' ? 'and may crawl the whole site' : 'and excludes nothing by it';
    const shown = shorten(String(maskValue(pattern, spot.path)));
    spot.warn('service/path-regex', `"${shown}": ${flaw.message}; Firecrawl drops the pattern ${effect}`, flaw.hint);
  }
}
