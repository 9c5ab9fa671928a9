import {isObject, type JsonObject, type JsonValue} from '../../core/json/value';
import type {StoredMonitor} from '../ports';
import {nextRuns} from './cron';
import type {Problems} from './problems';
import type {ReadSchedule} from './schedule';
import {hasLoneSurrogate, hasNul} from './text';

/** The members of a monitor that decide whether it can be stored and what it costs. */
type Weighed = Pick<StoredMonitor, 'targets' | 'webhook' | 'notification' | 'goal' | 'judgeEnabled'>;

/** Estimates the credits a month; undefined for input that Firecrawl cannot store (it answers 500). */
export function weighMonitor(request: JsonObject, monitor: Weighed, gapMs: number): number | undefined {
  const {targets, webhook, notification} = monitor;
  const estimate = priceMonitor(monitor, gapMs);
  // Its columns are text without NUL, JSON without halves of surrogate pairs, and a 32-bit integer.
  const isBroken = hasNul(request) || hasLoneSurrogate([targets, webhook, notification]);
  return isBroken || !Number.isInteger(estimate) || estimate > 2_147_483_647 ? undefined : estimate;
}

/** Credits a month of a monitor whose next two runs are `gapMs` apart. */
export function estimateMonitor(monitor: Weighed, gapMs: number): number {
  return Math.ceil(priceMonitor(monitor, gapMs));
}

function priceMonitor({targets, goal, judgeEnabled}: Weighed, gapMs: number): number {
  return estimateCredits({targets, isJudged: judgeEnabled && goal !== null, checksPerMonth: countChecksPerMonth(gapMs)});
}

/** The milliseconds between the next two runs, which is all that Firecrawl looks at; undefined if there are none within 366 days. */
export function findGap({parsed, zone}: ReadSchedule, now: number): number | undefined {
  const [first, second] = nextRuns(parsed, zone, now, 2);
  return first === undefined || second === undefined ? undefined : second - first;
}

/** The gap of {@link findGap}; adds a problem and answers undefined if the service refuses it. */
export function readGap(problems: Problems, schedule: ReadSchedule, now: number): number | undefined {
  const gap = findGap(schedule, now);
  if (gap === undefined) return problems.add([], 'custom', 'the schedule must run at least twice within 366 days');
  return gap < 5 * 60_000 ? problems.add([], 'custom', 'the schedule must not run more often than every 5 minutes') : gap;
}

/** Input of an estimate. */
interface Estimated {
  readonly targets: readonly JsonObject[];
  /** Whether changed pages are judged: judging is on and there is a goal. */
  readonly isJudged: boolean;
  readonly checksPerMonth: number;
}

/** The upper-bound monthly estimate in credits (API v2, "Monitor (response object)"). */
function estimateCredits({targets, isJudged, checksPerMonth}: Estimated): number {
  return checksPerMonth * targets.reduce((sum, target) => sum + creditsPerCheck(target, isJudged), 0);
}

/** Checks in 30 days when they are `gapMs` apart. */
function countChecksPerMonth(gapMs: number): number {
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

/** The credits that one page costs with these scrape options. */
export function creditsPerPage(options: JsonValue | undefined): number {
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
