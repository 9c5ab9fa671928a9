import {isObject, type JsonObject, type JsonValue} from '../../json/value';

/** What an estimate is made from. */
export interface Estimated {
  readonly targets: readonly JsonObject[];
  /** Whether changed pages are judged: judging is on and there is a goal. */
  readonly isJudged: boolean;
  readonly checksPerMonth: number;
}

/** The upper-bound monthly estimate in credits (service document, "Monitor (response object)"). */
export function estimateCredits({targets, isJudged, checksPerMonth}: Estimated): number {
  return checksPerMonth * targets.reduce((sum, target) => sum + creditsPerCheck(target, isJudged), 0);
}

/** Checks in 30 days when they are `gapMs` apart. */
export function countChecksPerMonth(gapMs: number): number {
  return Math.ceil((30 * 86_400_000) / gapMs);
}

function creditsPerCheck(target: JsonObject, isJudged: boolean): number {
  const judging = isJudged ? 1 : 0;
  switch (target['type']) {
    case 'scrape':
      return lengthOf(target['urls']) * (creditsPerPage(target['scrapeOptions']) + judging);
    case 'crawl':
      return crawledPages(target['crawlOptions']) * (creditsPerPage(target['scrapeOptions']) + judging);
    case 'search': {
      const results = Number(target['maxResults']);
      return 2 * Math.ceil((lengthOf(target['queries']) * results) / 10) + judging * results;
    }
    default:
      throw new Error(`no price is known for a target of type ${String(target['type'])}`);
  }
}

function crawledPages(options: JsonValue | undefined): number {
  const limit = isObject(options) ? options['limit'] : undefined;
  return Math.max(1, typeof limit === 'number' ? limit : 10_000);
}

const extraFormats = [['question', 'query'], ['highlights'], ['audio'], ['video']];

function creditsPerPage(options: JsonValue | undefined): number {
  if (!isObject(options)) return 1;
  const formats = Array.isArray(options['formats']) ? (options['formats'] as readonly JsonValue[]) : [];
  const types = new Set(formats.map(format => (isObject(format) ? format['type'] : format)));
  const extra = 4 * extraFormats.filter(names => names.some(name => types.has(name))).length;
  if (types.has('deterministicJson')) return 7 + extra;
  if (types.has('json') || formats.some(tracksChangesAsJson)) return 5 + extra;
  // Any truthy value counts: the options are unchecked at this point.
  return 1 + (options['lockdown'] ? 4 : 0) + extra;
}

function tracksChangesAsJson(format: JsonValue): boolean {
  if (!isObject(format) || format['type'] !== 'changeTracking') return false;
  const modes = format['modes'];
  return Array.isArray(modes) && modes.includes('json');
}

function lengthOf(value: JsonValue | undefined): number {
  return Array.isArray(value) ? value.length : 0;
}
