import {addToGroup} from '../base/grouping';
import {formatNumber} from '../base/words';
import {boundText} from '../diagnostics/bounded-text';
import type {Diagnostic, Place} from '../diagnostics/diagnostic';
import {toPointer} from '../json/pointer';
import type {JsonValue} from '../json/value';
import {maskValue} from '../secrets/masking';
import {member} from '../service/member';
import type {Candidate} from './candidate';
import {estimateCredits} from './credits';
import type {Key} from './desired-monitor';
import {findEchoes} from './echoes';
import {bodyOf} from './examine';
import {shorten} from './spot';
import {listPages, nameTimes, type WatchedPage} from './watched-pages';

/** A spec with what it watches. */
type Watcher = Pick<Candidate, 'key' | 'facts' | 'parse'>;

/** Part of one spec in a page that several watch. */
interface Watching {
  /** Its place among the specs. */
  readonly spec: number;
  readonly key: Key;
  readonly page: WatchedPage;
  readonly creditsPerMonth: number;
  readonly place: () => Place;
  /** Its document: what it holds in secret places is not shown. */
  readonly data: JsonValue;
}

/** A page that several specs watch on one schedule. */
interface SharedPage {
  readonly watchers: readonly [Watching, Watching, ...Watching[]];
  /** Credits per month of all but the most expensive. */
  readonly extra: number;
}

/** One warning about all pages that several monitors watch on the same schedule; none where there is no such page. */
export function summarizeSharedPages(specs: readonly Watcher[]): Diagnostic[] {
  const groups = listGroups(specs);
  if (groups.length === 0) return [];
  const {shared, isPartial} = lookCloser(specs, groups);
  const [first] = shared;
  if (first === undefined) return [];
  const credits = formatNumber(shared.reduce((sum, {extra}) => sum + extra, 0));
  const pages = shared.length === 1 && !isPartial ? '1 URL is' : `${formatNumber(shared.length)}${isPartial ? ' or more' : ''} URLs are`;
  const examples = shared.slice(0, MOST_EXAMPLES).map(describe);
  const message = boundText(
    `${pages} watched by several monitors on the same schedule: about ${credits} credits a month more than once each; ${examples.join('; ')}${shared.length > examples.length ? '; ...' : ''}`,
  );
  const where = first.watchers.at(-1)?.place();
  return [
    {
      code: 'risk/shared-url',
      severity: 'warning',
      message,
      hint: 'watch each URL in one monitor, or on another schedule',
      ...(where === undefined ? {} : {where}),
      counterpart: {message, where: first.watchers[0].place()},
    },
  ];
}

const MOST_EXAMPLES = 3;
const MOST_KEYS = 3;

function describe({watchers}: SharedPage): string {
  const [{page}] = watchers;
  const named = watchers.slice(0, MOST_KEYS).map(({key}) => shorten(key));
  const more = watchers.length > named.length ? ` and ${formatNumber(watchers.length - named.length)} more` : '';
  const url = watchers.reduce((text, {data}) => findEchoes(data)?.(text) ?? text, String(maskValue(page.url, page.path)));
  return `${shorten(url)} by ${named.join(', ')}${more}`;
}

/** The specs that share each number. */
function listGroups(specs: readonly Watcher[]): number[][] {
  const repeated = listRepeated(specs);
  if (repeated.size === 0) return [];
  const groups = new Map<number, number[]>();
  for (const [spec, {facts}] of specs.entries()) {
    for (const number of facts.pages) if (repeated.has(number)) addToGroup(groups, number, spec);
  }
  return [...groups.values()];
}

/** The numbers that stand in more than one spec; mostly none. A plain table takes a fifth of the time of a set, for every `validate`. */
function listRepeated(specs: readonly Watcher[]): ReadonlySet<number> {
  let total = 0;
  for (let spec = 0; spec < specs.length; spec++) total += (specs[spec] as Watcher).facts.pages.length;
  const last = 2 ** Math.ceil(Math.log2(2 * total + 2)) - 1;
  const table = new Int32Array(last + 1);
  const repeated = new Set<number>();
  for (let spec = 0; spec < specs.length; spec++) {
    const {pages} = (specs[spec] as Watcher).facts;
    for (let index = 0; index < pages.length; index++) {
      const number = pages[index] as number;
      let at = number & last;
      while (table[at] !== 0 && table[at] !== number) at = (at + 1) & last;
      if (table[at] === number) repeated.add(number);
      table[at] = number;
    }
  }
  return repeated;
}

/** Reads the specs of the groups, as far as {@link MOST_READ} go. */
function lookCloser(specs: readonly Watcher[], groups: readonly (readonly number[])[]) {
  const read = new Map<number, ReadonlyMap<string, Watching>>();
  let isPartial = false;
  for (const group of groups) {
    for (const spec of group) {
      if (read.has(spec)) continue;
      if (read.size < MOST_READ) read.set(spec, readWatcher(specs[spec] as Watcher, spec));
      else isPartial = true;
    }
  }
  const byName = new Map<string, Watching[]>();
  for (const watchings of read.values()) {
    for (const [name, watching] of watchings) addToGroup(byName, name, watching);
  }
  const shared = [...byName.values()].flatMap(toShared);
  return {shared: shared.sort((a, b) => b.extra - a.extra), isPartial};
}

/** Reading takes about 0.1 ms for each. */
const MOST_READ = 1000;

function toShared(watchings: readonly Watching[]): SharedPage[] {
  const [first, second, ...others] = [...watchings].sort((a, b) => a.spec - b.spec);
  if (first === undefined || second === undefined) return [];
  const credits = watchings.map(({creditsPerMonth}) => creditsPerMonth);
  const extra = credits.reduce((sum, one) => sum + one, 0) - credits.reduce((most, one) => Math.max(most, one), 0);
  return [{watchers: [first, second, ...others], extra}];
}

/** Reads the pages that a spec watches, by a name that is equal for the same page at the same times. */
function readWatcher(watcher: Watcher, spec: number): ReadonlyMap<string, Watching> {
  const document = watcher.parse();
  const {key} = watcher;
  const {data} = document;
  const body = bodyOf(data);
  const times = nameTimes(member(body, 'schedule'));
  const watchings = new Map<string, Watching>();
  if (times === null) return watchings;
  let priced: WatchedPage['target'] | null = null;
  let creditsPerMonth = 0;
  for (const page of listPages(body)) {
    const {target, isPage} = page;
    // The pages of a target cost the same.
    if (target !== priced) {
      creditsPerMonth = estimateCredits({...body, targets: [isPage ? {...target, urls: ONE_PAGE} : target]}).creditsPerMonth;
    }
    priced = target;
    const name = `${times}\n${page.name}`;
    const place = () => document.placeOf(toPointer(page.path));
    if (!watchings.has(name)) watchings.set(name, {spec, key, page, creditsPerMonth, place, data});
  }
  return watchings;
}

const ONE_PAGE = ['https://page.example/'];
