import {addToGroup} from '../base/grouping';
import {boundText} from '../diagnostics/bounded-text';
import type {Diagnostic} from '../diagnostics/diagnostic';
import {formatNumber} from '../diagnostics/number-text';
import {type Path, toPointer} from '../json/pointer';
import type {JsonObject, JsonValue} from '../json/value';
import {maskValue} from '../secrets/masking';
import {member} from '../service/member';
import {estimateCredits} from './credits';
import type {Key, SpecDocument} from './desired-monitor';
import {nameAddress} from './rules/repeated-urls';
import {shorten} from './rules/sink';
import {readSchedule} from './schedule/schedule';
import {foldScheduleText} from './schedule/text';

/**
 * What a spec watches at its times, as a flat list of numbers: for each page or crawl a number that stands for it with its
 * schedule, and its credits per month. Short, since it is cached for each spec and has no text of it.
 */
export type WatchedPages = readonly number[];

/** Lists what a body watches at its times, each page once. */
export function listWatchedPages(body: JsonObject): WatchedPages {
  const times = nameTimes(member(body, 'schedule'));
  if (times === null) return NONE;
  const pages: number[] = [];
  const seen = new Set<number>();
  let priced: JsonObject | null = null;
  let credits = 0;
  for (const {name, target, isPage} of listPages(body)) {
    const number = hash(`${times}\n${name}`);
    if (seen.has(number)) continue;
    seen.add(number);
    // The pages of a target cost the same.
    if (target !== priced) credits = estimateCredits({...body, targets: [isPage ? {...target, urls: ONE_PAGE} : target]}).creditsPerMonth;
    priced = target;
    pages.push(number, credits);
  }
  return pages;
}

const NONE: WatchedPages = [];
const ONE_PAGE = ['https://page.example/'];

/** One page or the start of a crawl. */
interface Page {
  /** Equal for those that watch the same. */
  readonly name: string;
  readonly path: Path;
  readonly url: string;
  readonly target: JsonObject;
  readonly isPage: boolean;
}

function listPages(body: JsonObject): Page[] {
  const targets = member(body, 'targets');
  if (!Array.isArray(targets)) return [];
  return (targets as readonly JsonValue[]).flatMap((target, index): Page[] => {
    const type = member(target, 'type');
    const url = member(target, 'url');
    const shared = {target: target as JsonObject, isPage: type === 'scrape'};
    if (type === 'crawl' && typeof url === 'string') {
      return [{...shared, name: `crawl ${nameAddress(url)}`, url, path: ['targets', index, 'url']}];
    }
    const urls = member(target, 'urls');
    if (type !== 'scrape' || !Array.isArray(urls)) return [];
    return (urls as readonly JsonValue[]).flatMap((page, at): Page[] =>
      typeof page === 'string' ? [{...shared, name: `scrape ${nameAddress(page)}`, url: page, path: ['targets', index, 'urls', at]}] : [],
    );
  });
}

/** When a schedule runs, as text, equal for the usual ways to write the same; null where it cannot be read. */
function nameTimes(schedule: JsonValue | undefined): string | null {
  const reading = readSchedule(schedule)?.reading;
  if (reading === undefined) return null;
  const zone = member(schedule, 'timezone') ?? 'UTC';
  const written = String(member(schedule, reading.kind));
  if (reading.kind === 'cron') return `${written.trim().replace(/\s+/g, ' ')} ${zone}`;
  return `${reading.text.kind === 'schedule' ? reading.text.cron : foldScheduleText(written)} ${zone}`;
}

/** 53 bits of a text (cyrb53): fast, and equal ones are compared as text before they are shown. */
function hash(text: string): number {
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    high = Math.imul(high ^ unit, 2654435761);
    low = Math.imul(low ^ unit, 1597334677);
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  return 4294967296 * (2097151 & low) + (high >>> 0);
}

/** A spec with what it watches. */
export interface Watcher {
  readonly watched: WatchedPages;
  parse(): SpecDocument;
}

/** What several monitors watch on one schedule. */
interface SharedPage {
  readonly number: number;
  readonly watchers: readonly number[];
  /** Credits per month of all but the dearest. */
  readonly extra: number;
}

/** One warning about all pages that several monitors watch on the same schedule; none where there is no such page. */
export function summarizeSharedPages(specs: readonly Watcher[], keys: readonly Key[]): Diagnostic[] {
  const shared = listShared(specs);
  const examples = shared.slice(0, MOST_EXAMPLES).flatMap(page => describeShared(page, specs, keys));
  const [first] = examples;
  if (first === undefined) return [];
  const credits = formatNumber(shared.reduce((sum, {extra}) => sum + extra, 0));
  const pages = shared.length === 1 ? '1 URL is' : `${formatNumber(shared.length)} URLs are`;
  const message = boundText(
    `${pages} watched by several monitors on the same schedule: about ${credits} credits a month more than once each; ${examples.map(({words}) => words).join('; ')}${shared.length > examples.length ? '; ...' : ''}`,
  );
  const [where, other] = first.places;
  return [
    {
      code: 'risk/shared-url',
      severity: 'warning',
      message,
      hint: 'watch each URL in one monitor, or on another schedule',
      where,
      counterpart: {message, where: other},
    },
  ];
}

const MOST_EXAMPLES = 3;
const MOST_KEYS = 3;

function listShared(specs: readonly Watcher[]): SharedPage[] {
  const first = new Map<number, number>();
  const groups = new Map<number, [spec: number, credits: number][]>();
  for (const [spec, {watched}] of specs.entries()) {
    for (let at = 0; at < watched.length; at += 2) {
      const number = watched[at] as number;
      const owner = first.get(number);
      if (owner === undefined) first.set(number, spec);
      else {
        if (!groups.has(number)) groups.set(number, [[owner, creditsOf(specs[owner], number)]]);
        addToGroup(groups, number, [spec, watched[at + 1] as number]);
      }
    }
  }
  const shared = [...groups].map(([number, members]) => {
    const credits = members.map(([, amount]) => amount);
    return {
      number,
      watchers: members.map(([spec]) => spec),
      extra: credits.reduce((sum, one) => sum + one, 0) - credits.reduce((most, one) => Math.max(most, one), 0),
    };
  });
  return shared.sort((a, b) => b.extra - a.extra);
}

function creditsOf(spec: Watcher | undefined, number: number): number {
  const watched = spec?.watched ?? NONE;
  for (let at = 0; at < watched.length; at += 2) if (watched[at] === number) return watched[at + 1] as number;
  return 0;
}

/** The words for a shared page with the places of its last and first watcher; empty where the numbers alone are equal. */
function describeShared({number, watchers}: SharedPage, specs: readonly Watcher[], keys: readonly Key[]) {
  const [first, last] = [watchers[0], watchers.at(-1)].map(index => findPage(specs[index as number] as Watcher, number));
  if (first === undefined || last === undefined || first.page.name !== last.page.name) return [];
  const named = watchers.slice(0, MOST_KEYS).map(index => shorten(keys[index] ?? ''));
  const more = watchers.length > named.length ? ` and ${formatNumber(watchers.length - named.length)} more` : '';
  const words = `${shorten(String(maskValue(last.page.url, last.page.path)))} by ${named.join(', ')}${more}`;
  return [{words, places: [last.place, first.place] as const}];
}

function findPage(watcher: Watcher, number: number) {
  const document = watcher.parse();
  const times = nameTimes(member(document.data, 'schedule'));
  const page = listPages(document.data as JsonObject).find(({name}) => hash(`${times}\n${name}`) === number);
  if (page === undefined) return undefined;
  const pointer = toPointer(page.path);
  return {page, place: {file: document.source.file, pointer, range: document.rangeOf(pointer)}};
}
