import {isObject, type JsonObject, type JsonValue, property} from '../../core/json/value';
import type {PlayedPage, StoredMonitor} from '../ports';
import {creditsPerPage} from '../requests/estimate';
import {writeScrape} from '../scrape/read-page';
import type {Served} from '../site/page';
import type {Site} from '../site/site';
import {judgeChange} from './judge';
import {diffFields, diffMarkdown} from './page-diff';

/** Findings of a check, and its cost. */
export interface CheckedPages {
  readonly pages: readonly PlayedPage[];
  /** Credits at most. */
  readonly estimatedCredits: number;
  /** Credits: pages that stayed the same are free. */
  readonly actualCredits: number;
}

/** A page as the last check found it. */
interface Snapshot {
  readonly served: Served;
  /** Read only where it is compared: most pages of most checks are the same. */
  readonly markdown: () => string;
  /** Of a JSON format; undefined without one. */
  readonly json: JsonValue | undefined;
}

/** Reads the pages of monitors on the emulator's own site, and keeps what was there before. */
export class Watcher {
  readonly #site: Site;
  readonly #snapshots = new Map<string, Snapshot>();

  constructor(site: Site) {
    this.#site = site;
  }

  /** Checks all pages of a monitor at `now` (milliseconds). */
  check(monitor: StoredMonitor, now: number): CheckedPages {
    const {targets, judgeEnabled, goal} = monitor;
    const isJudged = judgeEnabled && goal !== null;
    const found = targets.map(target => {
      const pages = target['type'] === 'search' ? this.#search(monitor, target) : this.#visitAll(monitor, target, now);
      const price = target['type'] === 'search' ? 0 : creditsPerPage(target['scrapeOptions']);
      const queries = target['type'] === 'search' ? 2 * Math.ceil((lengthOf(target['queries']) * Number(target['maxResults'])) / 10) : 0;
      const paid = pages.filter(({status}) => status !== 'same').length;
      const judged = isJudged ? pages.filter(({judgment}) => isObject(judgment)).length : 0;
      return {
        pages,
        estimatedCredits: queries + pages.length * (price + (isJudged ? 1 : 0)),
        actualCredits: queries + paid * price + judged,
      };
    });
    const sum = (name: 'estimatedCredits' | 'actualCredits') => found.reduce((total, part) => total + part[name], 0);
    return {
      pages: found.flatMap(({pages}) => pages),
      estimatedCredits: sum('estimatedCredits'),
      actualCredits: sum('actualCredits'),
    };
  }

  clear(): void {
    this.#snapshots.clear();
  }

  #visitAll(monitor: StoredMonitor, target: JsonObject, now: number): PlayedPage[] {
    const {url, urls, scrapeOptions, crawlOptions} = target;
    const options = isObject(scrapeOptions) ? scrapeOptions : {};
    const limit = Number(property(crawlOptions, 'limit') ?? MOST_CRAWLED);
    const addresses =
      typeof url === 'string' ? this.#site.below(url).slice(0, Math.max(1, Math.min(limit, MOST_CRAWLED))) : (urls as readonly string[]);
    return addresses.map(address => this.#visit(monitor, target, address, options, now));
  }

  #visit(monitor: StoredMonitor, target: JsonObject, url: string, options: JsonObject, now: number): PlayedPage {
    const key = `${monitor.histories[String(target['id'])]} ${url}`;
    const found = {url, targetId: target['id'] ?? null};
    const served = this.#site.visit(url, now);
    if ((served.takesMs ?? 0) > Number(options['timeout'] ?? 60_000)) {
      return {...found, status: 'error', error: 'the page took longer than the timeout'};
    }
    const before = this.#snapshots.get(key);
    const metadata = {title: served.title ?? null};
    const answered = {...found, statusCode: served.status ?? 200, metadata};
    if (before !== undefined && isSamePage(before.served, served)) return {...answered, status: 'same', ...snapshotOf(before)};
    const after = read(url, served, options);
    this.#snapshots.set(key, after);
    if (before === undefined) return {...answered, status: 'new', ...snapshotOf(after)};
    const diff = compare(before, after, options);
    if (diff === null) return {...answered, status: 'same', ...snapshotOf(after)};
    const {judgeEnabled, goal} = monitor;
    const judgment = judgeEnabled && goal !== null ? judgeChange(goal, diff) : null;
    return {...answered, status: 'changed', diff, judgment, ...snapshotOf(after)};
  }

  /** Results that are made up: one that the goal asks for, found once, and one that it does not. */
  #search(monitor: StoredMonitor, target: JsonObject): PlayedPage[] {
    const queries = (target['queries'] ?? []) as readonly string[];
    return queries.flatMap((query, index): PlayedPage[] => {
      const url = `https://news.site.example/search/${encodeURIComponent(query)}`;
      const key = `${monitor.histories[String(target['id'])]} ${index} ${query}`;
      const isKnown = this.#snapshots.has(key);
      if (!isKnown) this.#snapshots.set(key, {served: {body: ''}, markdown: () => '', json: undefined});
      const targetId = target['id'] ?? null;
      return [
        {url, targetId, status: isKnown ? 'same' : 'new', metadata: {searchStatus: isKnown ? 'already_seen' : 'alert'}},
        {url: `${url}/other`, targetId, status: 'same', metadata: {searchStatus: 'ignored'}},
      ];
    });
  }
}

/** Pages of a crawl, at most. */
const MOST_CRAWLED = 20;

/** The same answer needs no reading. */
function isSamePage(before: Served, after: Served): boolean {
  return before === after || (before.body === after.body && before.banner === after.banner && before.status === after.status);
}

function read(url: string, served: Served, options: JsonObject): Snapshot {
  const given = options['formats'];
  const formats = Array.isArray(given) ? (given as readonly JsonValue[]) : ['markdown'];
  const extraction = formats.find(extractsFields);
  const readAs = (format: JsonObject) => writeScrape(url, served, options, [format]);
  const json = isObject(extraction) ? readAs({...extraction, type: 'json'})['json'] : undefined;
  return {served, markdown: () => String(readAs({type: 'markdown'})['markdown']), json};
}

/** Whether a format is watched by its fields. */
function extractsFields(format: JsonValue): boolean {
  const type = property(format, 'type');
  const modes = property(format, 'modes');
  return type === 'json' || (type === 'changeTracking' && Array.isArray(modes) && modes.includes('json'));
}

/** Whether a format is watched by its text. */
function showsText(format: JsonValue): boolean {
  return !extractsFields(format);
}

/** The difference as the service shows it: of the text, of the fields, or of both; null where there is none. */
function compare(before: Snapshot, after: Snapshot, {formats}: JsonObject): JsonObject | null {
  const isText = !Array.isArray(formats) || formats.some(format => showsText(format as JsonValue));
  const [old, young] = isText ? [before.markdown(), after.markdown()] : ['', ''];
  const text = old === young ? {} : diffMarkdown(old, young);
  if (before.json === undefined || after.json === undefined) return Object.keys(text).length === 0 ? null : text;
  const fields = diffFields(before.json, after.json);
  const isSame = Object.keys(text).length === 0 && Object.keys(fields).length === 0;
  return isSame ? null : {...text, json: fields};
}

function snapshotOf({json}: Snapshot): JsonObject {
  return json === undefined ? {} : {snapshot: {json}};
}

function lengthOf(value: JsonValue | undefined): number {
  return Array.isArray(value) ? value.length : 0;
}
