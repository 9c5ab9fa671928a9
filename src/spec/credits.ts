import {isObject, type JsonObject, type JsonValue} from '../json/value';
import {member} from '../service/member';
import {memberOf} from '../service/table';
import {readSchedule} from './schedule/schedule';

/** What one monitor costs, as the service's public price list says. See the spec reference, "Credits". */
export interface CreditEstimate {
  /** Checks in 30 days; for schedules with unequal gaps the average over a fixed reference year, rounded up. */
  readonly checksPerMonth: number;
  readonly creditsPerCheck: number;
  readonly creditsPerMonth: number;
  /** The schedule's gaps are unequal, so the figures are averages and the service's own may differ. */
  readonly average: boolean;
  /** What is billed on top and not in the figures, in words, sorted. */
  readonly notIncluded: readonly string[];
}

/** The most that a service can store as an estimate; above it, Firecrawl answers 500. */
export const HIGHEST_ESTIMATE = 2_147_483_647;

/** What a create-monitor body costs at most, in credits. A body with wrong types counts as far as it can be read; never throws. */
export function estimateCredits(body: JsonObject): CreditEstimate {
  const isJudged = isJudging(body);
  const extras: Extra[] = [];
  let creditsPerCheck = 0;
  for (const target of listOf(member(body, 'targets'))) creditsPerCheck += priceTarget(target, isJudged, extras);
  const {checksPerMonth, average} = countChecks(member(body, 'schedule'));
  const notIncluded = extras.length === 0 ? [] : [...new Set(extras)].sort();
  return {checksPerMonth, creditsPerCheck, creditsPerMonth: checksPerMonth * creditsPerCheck, average, notIncluded};
}

/** What fetching one page costs, as a check of it does. */
export interface PageEstimate {
  /** With everything whose price is known before the page is. */
  readonly credits: number;
  /** What the page itself decides, in words, sorted. */
  readonly notIncluded: readonly string[];
}

/** What one page costs that is fetched with these options. Never throws. */
export function estimatePage(scrapeOptions: JsonValue | undefined): PageEstimate {
  const extras: Extra[] = [];
  const credits = pricePage(scrapeOptions, extras);
  const known = extras.reduce((sum, extra) => sum + (PRICES[extra] ?? 0), 0);
  return {credits: credits + known, notIncluded: [...new Set(extras.filter(extra => PRICES[extra] === null))].sort()};
}

/**
 * Whether a body is so small that its estimate is far below {@link HIGHEST_ESTIMATE}, whatever its schedule and options.
 * Saves the estimate where nothing but that is asked.
 */
export function isSurelyCheap(body: JsonObject): boolean {
  let pages = 0;
  for (const target of listOf(member(body, 'targets'))) {
    const limit = member(target, 'type') === 'crawl' ? member(member(target, 'crawlOptions'), 'limit') : 0;
    if (typeof limit !== 'number' || limit > CRAWL_LIMIT) return false;
    pages += DEAREST_SEARCH + Math.max(0, limit) + listOf(member(target, 'urls')).length;
  }
  return pages < 2000;
}

/** The most that a search can cost, 170 credits, in pages of the dearest kind, 24 credits. */
const DEAREST_SEARCH = 8;

/** What is billed on top of the estimate. */
type Extra = 'PDF pages (1 credit each)' | 'checkPromptInjection (4 credits per page)' | 'threatProtection (2 credits per URL)';

/** The price of each for one page; null where it depends on the page. */
const PRICES: Readonly<Record<Extra, number | null>> = {
  'PDF pages (1 credit each)': null,
  'checkPromptInjection (4 credits per page)': 4,
  'threatProtection (2 credits per URL)': 2,
};

/** Whether changed pages are judged: there is a goal and judging is not switched off. */
function isJudging(body: JsonObject): boolean {
  return hasGoal(body) && member(body, 'judgeEnabled') !== false;
}

/** Whether a body has a goal that is not blank. */
export function hasGoal(body: JsonObject): boolean {
  const goal = member(body, 'goal');
  return typeof goal === 'string' && goal.trim() !== '';
}

const MINUTES_A_MONTH = 30 * 1440;

function countChecks(schedule: JsonValue | undefined): {checksPerMonth: number; average: boolean} {
  const timing = readSchedule(schedule)?.timing ?? null;
  if (timing?.shortestGap == null) return {checksPerMonth: 0, average: false};
  if (timing.shortestGap === timing.longestGap) return {checksPerMonth: Math.ceil(MINUTES_A_MONTH / timing.shortestGap), average: false};
  return {checksPerMonth: Math.ceil((timing.runsPerYear * 30) / 365), average: true};
}

function priceTarget(target: JsonValue, isJudged: boolean, extras: Extra[]): number {
  const judging = isJudged ? 1 : 0;
  switch (member(target, 'type')) {
    case 'scrape':
      return listOf(member(target, 'urls')).length * (pricePage(member(target, 'scrapeOptions'), extras) + judging);
    case 'crawl': {
      const limit = member(member(target, 'crawlOptions'), 'limit');
      return Math.max(1, typeof limit === 'number' ? limit : CRAWL_LIMIT) * (pricePage(member(target, 'scrapeOptions'), extras) + judging);
    }
    case 'search': {
      const given = member(target, 'maxResults');
      const results = typeof given === 'number' ? given : SEARCH_RESULTS;
      return 2 * Math.ceil((listOf(member(target, 'queries')).length * results) / 10) + judging * results;
    }
    default:
      return 0;
  }
}

/** Pages that one check of a crawl without a limit may visit. */
const CRAWL_LIMIT = memberOf('CrawlOptions', 'limit').filledIn as number;

/** Results of each query of a search that does not say how many. */
const SEARCH_RESULTS = memberOf('SearchTarget', 'maxResults').filledIn as number;

function pricePage(options: JsonValue | undefined, extras: Extra[]): number {
  const parsers = member(options, 'parsers');
  if (parsers === undefined || listOf(parsers).some(parser => parser === 'pdf' || member(parser, 'type') === 'pdf')) {
    extras.push('PDF pages (1 credit each)');
  }
  const threats = member(options, 'threatProtection');
  if (isObject(threats) && member(threats, 'mode') !== 'off') extras.push('threatProtection (2 credits per URL)');
  return priceFormats(listOf(member(options, 'formats')), member(options, 'lockdown') === true, extras);
}

function priceFormats(formats: readonly JsonValue[], isLockdown: boolean, extras: Extra[]): number {
  const types = formats.map(format => (typeof format === 'string' ? format : member(format, 'type')));
  const has = (type: string) => types.includes(type);
  for (const format of formats) {
    if (member(format, 'checkPromptInjection') === true) extras.push('checkPromptInjection (4 credits per page)');
  }
  let extra = has('question') || has('query') ? 4 : 0;
  for (const type of ['highlights', 'audio', 'video']) if (has(type)) extra += 4;
  if (has('deterministicJson')) return 7 + extra;
  if (has('json') || formats.some(isTrackingJson)) return 5 + extra;
  return 1 + (isLockdown ? 4 : 0) + extra;
}

function isTrackingJson(format: JsonValue): boolean {
  return member(format, 'type') === 'changeTracking' && listOf(member(format, 'modes')).includes('json');
}

function listOf(value: JsonValue | undefined): readonly JsonValue[] {
  return Array.isArray(value) ? value : [];
}

/** What the newest checks of a monitor were charged, of those that have both figures. */
export interface ChargedCredits {
  readonly checks: number;
  /** When the oldest of them began. */
  readonly since: string | null;
  readonly actual: number;
  readonly estimated: number;
}

/** Scales a monthly estimate by what checks were charged of their own estimates. */
export function scaleToActual(creditsPerMonth: number, {actual, estimated}: Pick<ChargedCredits, 'actual' | 'estimated'>): number {
  return Math.round((creditsPerMonth * actual) / estimated);
}
