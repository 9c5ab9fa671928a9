import {addToGroup} from '../../../core/base/grouping';
import type {NoisyLineDocument} from '../document';
import {type Around, type LineChange, readLineChanges} from './line-changes';
import {foldPrices} from './line-pattern';
import {markOf, type TextTurn} from './rotation';
import {type Comparisons, compare, isFrequent, LEAST_CHANGES, type Tallied, toLine} from './tallied';
import {listToggledLines} from './toggled-lines';

/** Keys of noise, any of which explains one changed line; empty for what nothing explains. */
type Explanation = string[];

/** A changed page in one check, as the tally keeps it. */
export interface TalliedChange {
  /** Null where it can't be said which lines changed. */
  readonly lines: readonly (readonly string[])[] | null;
}

/** A change of a place, until all diffs are read: which lines stay, and so name places, shows only then. */
interface PlacedChange {
  readonly explanation: Explanation;
  readonly url: string;
  readonly around: {readonly before: readonly number[]; readonly after: readonly number[]};
  readonly seen: Seen;
}

/** A change as the tally notes it. */
interface Seen {
  readonly check: number;
  readonly day: string;
  readonly turn: TextTurn;
  readonly texts: readonly string[];
  readonly isDate?: boolean;
  readonly isPriced?: boolean;
  readonly isState?: boolean;
  readonly isNumbers?: boolean;
  /** A line that moved beside others that came or went: part of what happened at the place. */
  readonly isMove?: boolean;
  readonly isAlone?: boolean;
  readonly hasMoved?: boolean;
}

/** Things and changes that are kept of a monitor, texts of each thing, lines of each change, and characters of each text. */
const MOST_THINGS = 20_000;
const MOST_PLACED = 20_000;
const MOST_TEXTS = 200;
const MOST_LINES = 100;
const LONGEST = 300;

/** Counts what changes on the pages of one monitor. Holds no diff. */
export class LineTally {
  readonly #things = new Map<string, Tallied>();
  /** Lines of each page that came or went, as numbers: they name no place. */
  readonly #unsteady = new Map<string, Set<number>>();
  #placed: PlacedChange[] = [];
  #placedInAll = 0;

  /** Counts a changed page of a check. `check` is the number of the check, 0 for the newest; `at` when it ended. */
  add(url: string, diff: string, {check, at}: {readonly check: number; readonly at: string}): TalliedChange {
    const changes = readLineChanges(diff);
    if (changes === null) return {lines: null};
    return {lines: changes.map(change => this.#note(url, change, check, at.slice(0, 10)))};
  }

  #note(url: string, change: LineChange, check: number, day: string): Explanation {
    const explanation: Explanation = [];
    const at = {check, day};
    if (change.kind === 'other') return explanation;
    if (change.kind === 'text') {
      this.#mark(url, [...change.before, ...change.after]);
      const {isPriced, isState, before, after} = change;
      const is = {isPriced, isState, isAlone: before.length === 0 || after.length === 0, hasMoved: change.hasMoved};
      const texts = after.slice(0, MOST_LINES).map(own);
      this.#place(explanation, url, change.around, {...at, turn: turnOf(before, after), texts, ...is});
      return explanation;
    }
    const texts = [own(change.text)];
    if (change.kind === 'order') {
      this.#mark(url, [change.text]);
      const seen = {...at, turn: turnOf([], []), texts};
      if (change.isPure) this.#count(explanation, {url, kind: 'order', key: '', shown: ''}, seen);
      else this.#place(explanation, url, change.around, {...seen, isMove: true});
    }
    const {pattern, shown} = change;
    if (pattern !== null) {
      const turn = change.kind === 'numbers' ? turnOf([change.before], [change.text]) : turnOf([], [change.text]);
      const isDate = change.kind === 'numbers' && change.isDate;
      const seen = {...at, turn, texts, isDate};
      this.#count(explanation, {url, kind: 'numbers', key: pattern, shown}, seen);
      if (change.kind === 'numbers' && change.around !== null) this.#place(explanation, url, change.around, {...seen, isNumbers: true});
    }
    return explanation;
  }

  #mark(url: string, lines: readonly string[]): void {
    const unsteady = this.#unsteady.get(url) ?? new Set<number>();
    this.#unsteady.set(url, unsteady);
    for (const line of lines) if (unsteady.size < MOST_THINGS) unsteady.add(markOf(foldPrices(line)));
  }

  #place(explanation: Explanation, url: string, {before, after}: Around, seen: Seen): void {
    if (++this.#placedInAll > MOST_PLACED) return;
    this.#placed.push({explanation, url, around: {before: before.map(markOf), after: after.map(markOf)}, seen});
  }

  /** Counts the changes of places, by the nearest lines before and after them that stay. */
  #settle(): void {
    const placed = this.#placed;
    this.#placed = [];
    const isText = ({seen}: PlacedChange) => seen.isNumbers !== true && seen.isMove !== true;
    for (const change of placed) if (isText(change)) this.#countPlaced(change);
    // Numbers alone make no place.
    for (const change of placed) if (!isText(change)) this.#countPlaced(change);
    const byPage = new Map<string, PlacedChange[]>();
    for (const change of placed) if (isText(change)) addToGroup(byPage, change.url, change);
    for (const [url, changes] of byPage) this.#countToggled(url, changes);
  }

  /** Counts lines that come and go, whatever changes beside them. */
  #countToggled(url: string, changes: readonly PlacedChange[]): void {
    for (const [index, {turns, texts, lines}] of listToggledLines(
      changes.map(({seen}) => seen),
      LEAST_CHANGES,
    ).entries()) {
      if (this.#things.size >= MOST_THINGS) return;
      const named = {url, kind: 'text', key: `=${index}`, shown: ''} as const;
      const thing = {...start(named), isDate: false, checks: new Map(turns)};
      for (const [text, seen] of texts) thing.texts.set(text, {seen, lines: 1});
      for (const [check, {before, after}] of turns) if (before.length === 0 || after.length === 0) thing.alone.add(check);
      this.#things.set(nameOf(named), thing);
      for (const {explanation, seen} of changes) {
        if ([...seen.turn.before, ...seen.turn.after].every(line => lines.has(line))) explanation.push(nameOf(named));
      }
    }
  }

  #countPlaced({explanation, url, around, seen}: PlacedChange): void {
    const unsteady = this.#unsteady.get(url);
    const nearest = (lines: readonly number[]) => lines.find(line => unsteady?.has(line) !== true) ?? lines[0];
    const [before, after] = [nearest(around.before), nearest(around.after)];
    const keys = [`^${before ?? ''}`, ...(after === undefined ? [] : [`$${after}`])];
    for (const key of keys) {
      const named = {url, kind: 'text', key, shown: ''} as const;
      const isKnown = this.#things.has(nameOf(named));
      if (seen.isMove === true && isKnown) explanation.push(nameOf(named));
      else if (seen.isMove !== true && (seen.isNumbers !== true || isKnown)) this.#count(explanation, named, seen);
    }
  }

  #count(explanation: Explanation, named: Named, seen: Seen): void {
    const name = nameOf(named);
    let thing = this.#things.get(name);
    if (thing === undefined) {
      if (this.#things.size >= MOST_THINGS) return;
      thing = start(named);
      this.#things.set(name, thing);
    }
    if (seen.isState === true) thing.states.add(seen.check);
    // A place that says a state is a neighbour's, or no noise.
    if (seen.isState === true && thing.kind === 'text') return;
    note(thing, seen);
    explanation.push(name);
  }

  /**
   * Notes whether a changed page was judged meaningful. A judgment is of the page: it counts for a line only where everything that
   * changed may be noise.
   */
  judge({lines}: TalliedChange, isMeaningful: boolean, compared: Comparisons): void {
    this.#settle();
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
    this.#settle();
    return lines !== null && lines.length > 0 && lines.every(keys => keys.some(key => this.#isNoise(key, compared)));
  }

  /** The noise, by page and kind, what changes most often first. */
  list(compared: Comparisons): NoisyLineDocument[] {
    this.#settle();
    const found = [...this.#things].filter(([key]) => this.#isNoise(key, compared)).map(([, thing]) => thing);
    const others = found.filter(({kind}) => kind !== 'text');
    const places = found.filter(({kind}) => kind === 'text');
    // A place is named by the lines before and after it: the name that was seen more often stands for both.
    const sorted = places.sort((one, other) => other.checks.size - one.checks.size);
    const kept = sorted.filter((place, index) => ![...others, ...sorted.slice(0, index)].some(earlier => isSamePlace(earlier, place)));
    return [...others, ...kept]
      .map(thing => toLine(thing, compared))
      .sort((one, other) => other.changes - one.changes || compare(one.url, other.url) || compare(one.line, other.line));
  }

  #isFrequent(key: string, compared: Comparisons): boolean {
    const thing = this.#things.get(key);
    return thing !== undefined && isFrequent(thing, compared);
  }

  #isNoise(key: string, compared: Comparisons): boolean {
    const {judged = 0, meaningful = 0} = this.#things.get(key) ?? {};
    return this.#isFrequent(key, compared) && (meaningful === 0 || meaningful <= judged / 2);
  }
}

type Named = Pick<Tallied, 'url' | 'kind' | 'shown'> & {readonly key: string};

function nameOf({kind, url, key}: Pick<Named, 'url' | 'kind' | 'key'>): string {
  return `${kind} ${url}\n${key}`;
}

function start({url, kind, shown}: Named): Tallied {
  const sets = {
    priced: new Set<number>(),
    states: new Set<number>(),
    alone: new Set<number>(),
    moved: new Set<number>(),
    numbers: new Set<number>(),
  };
  const maps = {checks: new Map<number, TextTurn>(), days: new Set<string>(), texts: new Map()};
  return {url, kind, shown: own(shown), isDate: true, ...sets, ...maps, judged: 0, meaningful: 0};
}

function note(thing: Tallied, {check, day, turn, texts, ...seen}: Seen): void {
  const known = thing.checks.get(check);
  // Several changes of one check at one place are one.
  const both = known === undefined ? turn : {before: [...known.before, ...turn.before], after: [...known.after, ...turn.after]};
  thing.checks.set(check, {before: both.before.slice(0, MOST_LINES), after: both.after.slice(0, MOST_LINES)});
  thing.days.add(day);
  thing.isDate &&= seen.isDate === true;
  if (seen.isPriced === true) thing.priced.add(check);
  if (seen.isAlone === true) thing.alone.add(check);
  if (seen.hasMoved === true) thing.moved.add(check);
  if (seen.isNumbers === true && known === undefined) thing.numbers.add(check);
  for (const text of texts) {
    const {seen: at, lines} = thing.texts.get(text) ?? {seen: check, lines: texts.length};
    if (thing.texts.has(text) || thing.texts.size < MOST_TEXTS) {
      thing.texts.set(text, {seen: Math.min(at, check), lines: Math.min(lines, texts.length)});
    }
  }
}

function turnOf(before: readonly string[], after: readonly string[]): TextTurn {
  return {before: before.slice(0, MOST_LINES).map(markOf), after: after.slice(0, MOST_LINES).map(markOf)};
}

function isSamePlace(one: Tallied, other: Tallied): boolean {
  const shared = [...other.texts.keys()].filter(text => one.texts.has(text)).length;
  return one.url === other.url && shared >= other.texts.size / 2;
}

/** The beginning of a text, as a copy: a part of a string keeps the whole of it in memory. */
function own(text: string): string {
  const cut = text
    .trim()
    .slice(0, LONGEST)
    .replace(/[\ud800-\udbff]$/, '');
  return cut.split('').join('');
}
