import {parseUrl} from '../base/url';
import type {Path} from '../json/pointer';
import type {JsonObject, JsonValue} from '../json/value';
import {member} from '../service/member';
import {readSchedule} from './schedule/schedule';
import {foldScheduleText} from './schedule/text';
import {itemsOf} from './spot';

/**
 * Pages that a spec watches at its times: for each page or crawl a number of 31 bits that stands for it with the
 * schedule. Equal numbers are compared as text before they are shown. Numbers, since they are cached for each spec;
 * none where the schedule cannot be read.
 */
export type PageNumbers = readonly number[];

/** Pages that a document watches, in numbers, and whether it watches something twice. */
interface NumberedPages {
  readonly pages: PageNumbers;
  readonly hasRepeats: boolean;
}

/** Numbers what a document watches. */
export function numberPages(data: JsonValue): NumberedPages {
  const seed = seedOf(member(data, 'schedule'));
  const numbers: number[] = scratch;
  numbers.length = 0;
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
  return {pages: seed === UNKNOWN_TIMES ? NONE : hasRepeats ? [...new Set(numbers)] : numbers.slice(), hasRepeats};
}

/** A copy of it is half as large as a list that grew. */
const scratch: number[] = [];

const NONE: PageNumbers = [];
const UNKNOWN_TIMES = 0;

function hasTwice(numbers: readonly number[]): boolean {
  if (numbers.length > 8) return new Set(numbers).size < numbers.length;
  for (let at = 1; at < numbers.length; at++) if (numbers.indexOf(numbers[at] as number) < at) return true;
  return false;
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
  return isPlain(trimmed) ? trimmed : (parseUrl(trimmed)?.href ?? trimmed);
}

/** Whether an address is in its normal form already, as most are; reading it would take longer. */
function isPlain(url: string): boolean {
  return /^https?:\/\/[a-z0-9.-]+\/[\w./?=&-]*$/.test(url) && !url.includes('/.');
}

/** When a schedule runs, as text, equal for the usual ways to write the same; null where it cannot be read. */
export function nameTimes(schedule: JsonValue | undefined): string | null {
  const reading = readSchedule(schedule)?.reading;
  if (reading === undefined) return null;
  const zone = member(schedule, 'timezone') ?? 'UTC';
  const written = String(member(schedule, reading.kind));
  if (reading.kind === 'cron') return `${written.trim().replace(/\s+/g, ' ')} ${zone}`;
  return `${reading.text.kind === 'schedule' ? reading.text.cron : foldScheduleText(written)} ${zone}`;
}

/** A number for the times of a schedule. Most specs of a repository share a few schedules. */
function seedOf(schedule: JsonValue | undefined): number {
  const written = member(schedule, 'text') ?? member(schedule, 'cron');
  if (typeof written !== 'string') return UNKNOWN_TIMES;
  const zone = member(schedule, 'timezone');
  const known = seedsOfZones.get(zone)?.get(written);
  return known ?? rememberSeed(schedule, written, zone);
}

function rememberSeed(schedule: JsonValue | undefined, written: string, zone: JsonValue | undefined): number {
  const times = nameTimes(schedule);
  const seed = times === null ? UNKNOWN_TIMES : hash(times, 1);
  if (typeof zone === 'object' || written.length > LONGEST_REMEMBERED || seedsOfZones.size >= MOST_ZONES) return seed;
  const seeds = seedsOfZones.get(zone) ?? new Map<string, number>();
  seedsOfZones.set(zone, seeds);
  if (seeds.size < MOST_REMEMBERED) seeds.set(written, seed);
  return seed;
}

const seedsOfZones = new Map<JsonValue | undefined, Map<string, number>>();
const MOST_ZONES = 100;
const MOST_REMEMBERED = 1000;
const LONGEST_REMEMBERED = 200;

/** 31 bits of a text, never 0. */
function hash(text: string, seed: number): number {
  let state = seed ^ 0x9e3779b9;
  let index = 1;
  for (; index < text.length; index += 2) state = mix(state, text.charCodeAt(index - 1) | (text.charCodeAt(index) << 16));
  if (index === text.length) state = mix(state, text.charCodeAt(index - 1));
  state = mix(state, state >>> 16);
  return (state ^ (state >>> 13)) >>> 1 || 1;
}

function mix(state: number, unit: number): number {
  return Math.imul(state ^ unit, 0x5bd1e995) ^ (state >>> 15);
}
