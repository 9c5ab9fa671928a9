import type {Path} from '../json/pointer';
import type {JsonObject, JsonValue} from '../json/value';
import {member} from '../service/member';
import {itemsOf} from './rules/sink';
import {readSchedule} from './schedule/schedule';
import {foldScheduleText} from './schedule/text';

/**
 * What a spec watches at its times: for each page or crawl a number of 31 bits that stands for it with the schedule. Equal numbers are
 * compared as text before they are shown. Numbers, since they are cached for each spec; none where the schedule cannot be read.
 */
export type PageNumbers = readonly number[];

/** What a document watches, in numbers, and whether it watches something twice. */
export interface NumberedPages {
  readonly pages: PageNumbers;
  readonly hasRepeats: boolean;
}

/** Numbers what a document watches. */
export function numberPages(data: JsonValue): NumberedPages {
  const seed = hashTimes(member(data, 'schedule'));
  const numbers: number[] = [];
  for (const target of itemsOf(member(data, 'targets'))) {
    const type = member(target, 'type');
    if (type === 'crawl') {
      const url = member(target, 'url');
      if (typeof url === 'string') numbers.push(hash(nameAddress(url), ~seed));
    } else if (type === 'scrape') {
      for (const url of itemsOf(member(target, 'urls'))) if (typeof url === 'string') numbers.push(hash(nameAddress(url), seed));
    }
  }
  const hasRepeats = hasTwice(numbers);
  return {pages: seed === UNKNOWN_TIMES ? NONE : hasRepeats ? [...new Set(numbers)] : numbers, hasRepeats};
}

const NONE: PageNumbers = [];
const UNKNOWN_TIMES = 0;

function hasTwice(numbers: readonly number[]): boolean {
  if (numbers.length > 8) return new Set(numbers).size < numbers.length;
  return numbers.some((number, at) => numbers.indexOf(number) < at);
}

/** One page or the start of a crawl. */
export interface WatchedPage {
  /** Equal for those that watch the same. */
  readonly name: string;
  readonly path: Path;
  readonly url: string;
  readonly target: JsonObject;
  readonly isPage: boolean;
}

/** Lists the pages and crawls of a document. */
export function listPages(data: JsonValue): WatchedPage[] {
  return itemsOf(member(data, 'targets')).flatMap((target, index): WatchedPage[] => {
    const type = member(target, 'type');
    const url = member(target, 'url');
    const shared = {target: target as JsonObject, isPage: type === 'scrape'};
    if (type === 'crawl' && typeof url === 'string') {
      return [{...shared, name: `crawl ${nameAddress(url)}`, url, path: ['targets', index, 'url']}];
    }
    const urls = type === 'scrape' ? itemsOf(member(target, 'urls')) : [];
    return urls.flatMap((page, at): WatchedPage[] =>
      typeof page === 'string' ? [{...shared, name: `scrape ${nameAddress(page)}`, url: page, path: ['targets', index, 'urls', at]}] : [],
    );
  });
}

/** An address as text that is equal for the usual ways to write the same one. */
function nameAddress(url: string): string {
  const trimmed = url.trim();
  if (PLAIN.test(trimmed) || !URL.canParse(trimmed)) return trimmed;
  return new URL(trimmed).href;
}

/** An address that is in its normal form already, as most are; reading it would take longer. */
const PLAIN = /^https?:\/\/(?!.*\/\.)[a-z0-9.-]+\/[\w./?=&-]*$/;

/** When a schedule runs, as text, equal for the usual ways to write the same; null where it cannot be read. */
export function nameTimes(schedule: JsonValue | undefined): string | null {
  const reading = readSchedule(schedule)?.reading;
  if (reading === undefined) return null;
  const zone = member(schedule, 'timezone') ?? 'UTC';
  const written = String(member(schedule, reading.kind));
  if (reading.kind === 'cron') return `${written.trim().replace(/\s+/g, ' ')} ${zone}`;
  return `${reading.text.kind === 'schedule' ? reading.text.cron : foldScheduleText(written)} ${zone}`;
}

function hashTimes(schedule: JsonValue | undefined): number {
  const written = member(schedule, 'text') ?? member(schedule, 'cron');
  if (typeof written !== 'string') return UNKNOWN_TIMES;
  const zone = member(schedule, 'timezone');
  const id = zone === undefined ? written : `${written}\n${zone}`;
  const known = seeds.get(id);
  if (known !== undefined) return known;
  const times = nameTimes(schedule);
  const seed = times === null ? UNKNOWN_TIMES : hash(times, 1) || 1;
  if (id.length <= LONGEST_REMEMBERED && seeds.size < MOST_REMEMBERED) seeds.set(id, seed);
  return seed;
}

/** Most specs of a repository share a few schedules. */
const seeds = new Map<string, number>();
const MOST_REMEMBERED = 2000;
const LONGEST_REMEMBERED = 200;

function hash(text: string, seed: number): number {
  let state = seed ^ 0x9e3779b9;
  for (let index = 0; index < text.length; index++) state = Math.imul(state ^ text.charCodeAt(index), 0x5bd1e995) ^ (state >>> 15);
  state = Math.imul(state ^ (state >>> 16), 0x85ebca6b);
  return (state ^ (state >>> 13)) >>> 1;
}
