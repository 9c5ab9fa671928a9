import type {NoiseKind, NoisyLineDocument} from '../document';
import {type LineChange, readLineChanges} from './line-changes';
import {findRotation, markOf, NO_TURN, type TextTurn} from './rotation';

/** Keys of noise, any of which explains one changed line; empty for what nothing explains. */
type Explanation = readonly string[];

/** A changed page in one check, as the tally keeps it. */
export interface TalliedChange {
  /** Null where it can't be said which lines changed. */
  readonly lines: readonly Explanation[] | null;
}

/** Checks at which a line could have changed. */
export interface Comparisons {
  readonly checks: number;
  /** Days with a check, but for the first: a date changes at most once a day. */
  readonly days: number;
}

/** One thing that changed: a line but for its numbers, a place, or the order of a page. */
interface Tallied {
  readonly url: string;
  readonly kind: NoiseKind;
  readonly shown: string;
  /** Checks at which it changed, by their number, with the text that came in; 0 is the newest. */
  readonly checks: Map<number, TextTurn>;
  readonly days: Set<string>;
  /** Nothing but dates and times changed. */
  isDate: boolean;
  /** Texts that came in, with the check at which each was seen last. */
  readonly texts: Map<string, number>;
  isPriced: boolean;
  isState: boolean;
  /** Lines came or went alone. */
  isAlone: boolean;
  /** Judged changes of the page that nothing else explains, and those of them that were judged meaningful. */
  judged: number;
  meaningful: number;
}

/** Fewest texts with prices that count as a rotation: of two, one may be the price of before. */
const LEAST_PRICED = 3;

/** Things that are kept of a monitor, texts of each of them, and characters of each text. */
const MOST_THINGS = 20_000;
const MOST_TEXTS = 200;
const SHOWN_TEXTS = 20;
const LONGEST = 300;

/** Share of the checks that counts as nearly each, and the fewest checks that say anything. */
const NEARLY_EACH = 0.7;
const LEAST_CHANGES = 5;
/** Counts what changes on the pages of one monitor. Holds no diff. */
export class LineTally {
  readonly #things = new Map<string, Tallied>();

  /** Counts a changed page of a check. `check` is the number of the check, 0 for the newest; `at` when it ended. */
  add(url: string, diff: string, {check, at}: {readonly check: number; readonly at: string}): TalliedChange {
    const changes = readLineChanges(diff);
    if (changes === null) return {lines: null};
    return {lines: changes.map(change => this.#note(url, change, check, at.slice(0, 10)))};
  }

  #note(url: string, change: LineChange, check: number, day: string): Explanation {
    if (change.kind === 'other') return [];
    const {kind} = change;
    const keys = kind === 'numbers' ? [change.pattern] : kind === 'order' ? [''] : change.anchors;
    const named = keys.map(key => `${kind} ${url}\n${key}`);
    return named.filter(name => this.#count(name, url, change, check, day));
  }

  #count(name: string, url: string, change: Exclude<LineChange, {kind: 'other'}>, check: number, day: string): boolean {
    const isText = change.kind === 'text';
    const texts = isText ? change.after : [change.text];
    let thing = this.#things.get(name);
    if (thing === undefined) {
      if (this.#things.size >= MOST_THINGS) return false;
      const shown = change.kind === 'numbers' ? cut(change.shown) : '';
      const counts = {checks: new Map<number, TextTurn>(), days: new Set<string>(), texts: new Map<string, number>()};
      const is = {isDate: true, isPriced: false, isState: false, isAlone: false};
      thing = {url, kind: change.kind, shown, ...counts, ...is, judged: 0, meaningful: 0};
      this.#things.set(name, thing);
    }
    thing.checks.set(check, isText ? {before: markOf(change.before), after: markOf(change.after)} : NO_TURN);
    thing.days.add(day);
    thing.isDate &&= change.kind === 'numbers' && change.isDate;
    thing.isPriced ||= isText && change.isPriced;
    thing.isState ||= isText && change.isState;
    thing.isAlone ||= isText && (change.before.length === 0 || change.after.length === 0);
    for (const one of texts) {
      const known = thing.texts.get(cut(one));
      if (known !== undefined || thing.texts.size < MOST_TEXTS) thing.texts.set(cut(one), Math.min(known ?? check, check));
    }
    return true;
  }

  /**
   * Notes whether a changed page was judged meaningful. A judgment is of the page: it counts for a line only where everything that
   * changed may be noise.
   */
  judge({lines}: TalliedChange, isMeaningful: boolean, compared: Comparisons): void {
    if (lines === null || !lines.every(keys => keys.some(key => this.#isFrequent(key, compared)))) return;
    for (const key of new Set(lines.flat())) {
      const thing = this.#things.get(key);
      if (thing === undefined) continue;
      thing.judged++;
      if (isMeaningful) thing.meaningful++;
    }
  }

  /** Whether all that changed on a page was noise. */
  isNoise({lines}: TalliedChange, compared: Comparisons): boolean {
    return lines !== null && lines.length > 0 && lines.every(keys => keys.some(key => this.#isNoise(key, compared)));
  }

  /** The noise, by page and kind, what changes most often first. */
  list(compared: Comparisons): NoisyLineDocument[] {
    const found = [...this.#things].filter(([key]) => this.#isNoise(key, compared)).map(([, thing]) => thing);
    const places = found.filter(({kind}) => kind === 'text');
    // A place is named by the lines before and after it: the name that was seen more often stands for both.
    const sorted = places.sort((one, other) => other.checks.size - one.checks.size);
    const kept = sorted.filter((place, index) => !sorted.slice(0, index).some(earlier => isSamePlace(earlier, place)));
    return [...found.filter(({kind}) => kind !== 'text'), ...kept]
      .map(thing => toLine(thing, compared))
      .sort((one, other) => other.changes - one.changes || compare(one.url, other.url) || compare(one.line, other.line));
  }

  #isFrequent(key: string, {checks, days}: Comparisons): boolean {
    const thing = this.#things.get(key);
    if (thing === undefined || thing.checks.size < LEAST_CHANGES || thing.isState) return false;
    const isOften = thing.checks.size >= NEARLY_EACH * checks || (thing.isDate && thing.days.size >= NEARLY_EACH * days);
    if (thing.kind !== 'text' || (isOften && !thing.isPriced && !thing.isAlone)) return isOften;
    const rotation = findRotation(thing.checks, checks);
    // Prices that change are what many monitors are for, unless they belong to texts that come again.
    if (rotation === null || (thing.isPriced && rotation.texts < LEAST_PRICED)) return false;
    return isOften || rotation.isByChance;
  }

  #isNoise(key: string, compared: Comparisons): boolean {
    const {judged = 0, meaningful = 0} = this.#things.get(key) ?? {};
    return this.#isFrequent(key, compared) && (meaningful === 0 || meaningful <= judged / 2);
  }
}

function toLine({url, kind, shown, checks, texts, isDate}: Tallied, compared: Comparisons): NoisyLineDocument {
  const newest = [...texts].sort(([one, seen], [other, at]) => seen - at || compare(one, other)).map(([text]) => text);
  const isByDay = isDate && kind === 'numbers' && checks.size < NEARLY_EACH * compared.checks;
  return {
    ...{url, kind, line: kind === 'numbers' ? shown : (newest[0] ?? '')},
    ...{texts: newest.slice(0, SHOWN_TEXTS), changes: checks.size, checks: isByDay ? compared.days : compared.checks},
  };
}

function isSamePlace(one: Tallied, other: Tallied): boolean {
  const shared = [...other.texts.keys()].filter(text => one.texts.has(text)).length;
  return one.url === other.url && shared >= other.texts.size / 2;
}

function cut(text: string): string {
  return text
    .trim()
    .slice(0, LONGEST)
    .replace(/[\ud800-\udbff]$/, '');
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
