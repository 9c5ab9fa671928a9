import {isObject, type JsonObject, type JsonValue} from '../json/value';
import {member} from '../service/member';
import {memberOf} from '../service/table';
import {readSchedule} from './schedule/schedule';

/** Cost of one monitor by the service's public price list. See the spec reference, "Credits". */
export interface CreditEstimate {
  /** Checks in 30 days; for schedules with unequal gaps the average over a fixed reference year, rounded up. */
  readonly checksPerMonth: number;
  readonly creditsPerCheck: number;
  readonly creditsPerMonth: number;
  /** The schedule's gaps are unequal, so the figures are averages and the service's own may differ. */
  readonly average: boolean;
  /** Billed on top at a known price, and in no estimate of the service; absent where nothing is. */
  readonly besides?: BilledBesides;
  /** Items billed on top and not in the figures, in words, sorted. */
  readonly notIncluded: readonly string[];
}

/** Items with a known price that the service's own estimate leaves out. */
interface BilledBesides {
  /** At most: the first check of a page may cost more than later ones. */
  readonly creditsPerCheck: number;
  readonly creditsPerMonth: number;
  /** In words, sorted. */
  readonly of: readonly string[];
}

/** Credits of a monitor per month, with the items that the service's estimate leaves out: budgets go by it. */
export function totalPerMonth({creditsPerMonth, besides}: Pick<CreditEstimate, 'creditsPerMonth' | 'besides'>): number {
  return creditsPerMonth + (besides?.creditsPerMonth ?? 0);
}

/** The most that a service can store as an estimate; above it, Firecrawl answers 500. */
export const HIGHEST_ESTIMATE = 2_147_483_647;

/**
 * Estimates the cost of a create-monitor body in credits: an upper bound. A body with wrong types counts as far as it
 * can be read; never throws.
 */
export function estimateCredits(body: JsonObject): CreditEstimate {
  const isJudged = isJudging(body);
  const extras = new Extras();
  let creditsPerCheck = 0;
  for (const target of listOf(member(body, 'targets'))) creditsPerCheck += priceTarget(target, isJudged, extras);
  const {checksPerMonth, average} = countChecks(member(body, 'schedule'));
  const creditsPerMonth = checksPerMonth * creditsPerCheck;
  return {checksPerMonth, creditsPerCheck, creditsPerMonth, average, ...extras.sum(checksPerMonth), notIncluded: extras.notIncluded()};
}

/** Cost of fetching one page, as a check of it does. */
interface PageEstimate {
  /** With everything whose price is known before the page is. */
  readonly credits: number;
  /** Costs that depend on the page itself, in words, sorted. */
  readonly notIncluded: readonly string[];
}

/** Estimates the cost of one page that is fetched with these options; an address with secrets masked will do. Never throws. */
export function estimatePage(scrapeOptions: JsonValue | undefined, url: string): PageEstimate {
  const extras = new Extras();
  const credits = priceOptions(scrapeOptions, 1, extras) + (isOfX(url) ? (PRICES[X_PAGES] ?? 0) : 0);
  return {credits: credits + (extras.sum(1).besides?.creditsPerCheck ?? 0), notIncluded: extras.notIncluded()};
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

const X_PAGES = 'X pages (29 credits each)';
const FIRST_JSON = 'the first deterministicJson (3 credits per page, once)';

/** Items billed on top of the estimate, with their price for one page; null where it depends on the page. */
const PRICES = {
  'PDF pages (1 credit each)': null,
  'PDF pages with redactPII (4 credits each)': null,
  'checkPromptInjection (4 credits per page)': 4,
  'redactPII (4 credits per page)': 4,
  'threatProtection (2 credits per URL)': 2,
  [X_PAGES]: 29,
  [FIRST_JSON]: 3,
} as const satisfies Readonly<Record<string, number | null>>;

type Extra = keyof typeof PRICES;

/** Adds up what is billed on top of the estimate. Empty for most monitors. */
class Extras {
  readonly #pages = new Map<Extra, number>();

  add(extra: Extra, pages: number): void {
    this.#pages.set(extra, (this.#pages.get(extra) ?? 0) + pages);
  }

  /** Nothing where nothing is billed on top at a known price. */
  sum(checksPerMonth: number): Pick<CreditEstimate, 'besides'> {
    let each = 0;
    let once = 0;
    const of: string[] = [];
    for (const [extra, pages] of this.#pages) {
      const price = PRICES[extra];
      if (price === null) continue;
      of.push(extra);
      if (extra === FIRST_JSON) once += price * pages;
      else each += price * pages;
    }
    if (of.length === 0) return {};
    const creditsPerMonth = checksPerMonth === 0 ? 0 : checksPerMonth * each + once;
    return {besides: {creditsPerCheck: each + once, creditsPerMonth, of: of.sort()}};
  }

  /** In words, sorted. */
  notIncluded(): string[] {
    return [...this.#pages.keys()].filter(extra => PRICES[extra] === null).sort();
  }
}

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

function priceTarget(target: JsonValue, isJudged: boolean, extras: Extras): number {
  const judging = isJudged ? 1 : 0;
  switch (member(target, 'type')) {
    case 'scrape': {
      const urls = listOf(member(target, 'urls'));
      const ofX = urls.filter(isOfX).length;
      if (ofX > 0) extras.add(X_PAGES, ofX);
      return urls.length * (priceOptions(member(target, 'scrapeOptions'), urls.length, extras) + judging);
    }
    case 'crawl': {
      const limit = member(member(target, 'crawlOptions'), 'limit');
      const pages = Math.max(1, typeof limit === 'number' ? limit : CRAWL_LIMIT);
      if (isOfX(member(target, 'url'))) extras.add(X_PAGES, pages);
      return pages * (priceOptions(member(target, 'scrapeOptions'), pages, extras) + judging);
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

/** Whether an address is one of X or Twitter, whose pages cost more. */
function isOfX(url: JsonValue | undefined): boolean {
  return typeof url === 'string' && /^\s*(?:https?:\/\/)?(?:[^/?#@\s]*@)?(?:[a-z0-9-]+\.)*(?:x|twitter)\.com(?:[:/?#]|\s*$)/i.test(url);
}

/** Calculates the cost of one page with these options; adds the items that are billed on top of it for all `pages`. */
function priceOptions(options: JsonValue | undefined, pages: number, extras: Extras): number {
  const parsers = member(options, 'parsers');
  const readsPdf = parsers === undefined || listOf(parsers).some(parser => parser === 'pdf' || member(parser, 'type') === 'pdf');
  if (readsPdf) extras.add('PDF pages (1 credit each)', pages);
  if (options === undefined) return 1;
  const redacts = member(options, 'redactPII') as JsonValue | undefined;
  if (redacts === true || isObject(redacts)) {
    extras.add('redactPII (4 credits per page)', pages);
    if (readsPdf) extras.add('PDF pages with redactPII (4 credits each)', pages);
  }
  const threats = member(options, 'threatProtection');
  if (isObject(threats) && member(threats, 'mode') !== 'off') extras.add('threatProtection (2 credits per URL)', pages);
  return priceFormats(listOf(member(options, 'formats')), {isLockdown: member(options, 'lockdown') === true, pages}, extras);
}

function priceFormats(
  formats: readonly JsonValue[],
  {isLockdown, pages}: {readonly isLockdown: boolean; readonly pages: number},
  extras: Extras,
): number {
  const types = formats.map(format => (typeof format === 'string' ? format : member(format, 'type')));
  const has = (type: string) => types.includes(type);
  for (const format of formats) {
    if (member(format, 'checkPromptInjection') === true) extras.add('checkPromptInjection (4 credits per page)', pages);
  }
  if (has('deterministicJson')) extras.add(FIRST_JSON, pages);
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

/** Credits charged for the newest checks of a monitor, of those that have both figures. */
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
