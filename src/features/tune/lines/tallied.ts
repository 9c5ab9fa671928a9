import type {NoiseKind, NoisyLineDocument} from '../document';
import {countReturns, findRotation, isEmptyAtTimes, markOf, type TextTurn} from './rotation';
import {saysState} from './states';

/** Checks at which a line could have changed. */
export interface Comparisons {
  readonly checks: number;
  /** Days with a check, but for the first: a date changes at most once a day. */
  readonly days: number;
}

/** One thing that changed: a line but for its numbers, a place, or the order of a page. */
export interface Tallied {
  readonly url: string;
  readonly kind: NoiseKind;
  readonly shown: string;
  /** Checks at which it changed, by their number, with the lines that went and came; 0 is the newest. */
  readonly checks: Map<number, TextTurn>;
  readonly days: Set<string>;
  /** Nothing but dates and times changed. */
  isDate: boolean;
  /** Texts that came in, with the check at which each was seen last and the fewest lines that came with it. */
  readonly texts: Map<string, {readonly seen: number; readonly lines: number}>;
  /** Checks of a place at which prices differed, a state was said, lines came or went alone, others beside them moved, only numbers changed. */
  readonly priced: Set<number>;
  readonly states: Set<number>;
  readonly alone: Set<number>;
  readonly moved: Set<number>;
  readonly numbers: Set<number>;
  /** Judged changes of the page that nothing else explains, and those of them that were judged meaningful. */
  judged: number;
  meaningful: number;
}

/** Fewest texts with prices that count as a rotation: of two, one may be the price of before. */
const LEAST_PRICED = 3;
/** Share of the checks that counts as nearly each, and the fewest checks that say anything. */
const NEARLY_EACH = 0.7;
export const LEAST_CHANGES = 5;
/** The same for lines that change places: a list that is drawn at each visit often comes as it was. */
const OFTEN_ENOUGH = 0.4;
/** Share of the changes of a place or a line up to which a state or a price is that of a neighbour. */
export const FEW = 0.25;
/** The same for lines that come or go alone. */
const SOME = 0.4;
/** Fewest lines that come again, and their share of those that come. */
const LEAST_RETURNS = 3;
const RETURNS = 0.3;
const SHOWN_TEXTS = 20;

/** Tells whether a thing changes nearly each time, or as a draw by chance does. */
export function isFrequent(thing: Tallied, {checks, days}: Comparisons): boolean {
  const {kind, isDate} = thing;
  if (thing.checks.size < LEAST_CHANGES) return false;
  const isOften = thing.checks.size >= NEARLY_EACH * checks;
  if (kind === 'order') return thing.checks.size >= OFTEN_ENOUGH * checks;
  if (kind === 'text') return isDrawn(thing, checks, isOften);
  if (isDate && (isOften || thing.days.size >= Math.max(LEAST_CHANGES, NEARLY_EACH * days))) return true;
  // Seats that are left are few or many: the number is the state.
  return (isOften || isByChance(thing, checks)) && ![...thing.texts.keys()].some(saysState);
}

/** Tells whether the texts of a place are drawn. Prices that change are what many monitors are for, unless they belong to texts that come again. */
function isDrawn(thing: Tallied, checks: number, isOften: boolean): boolean {
  const {size} = thing.checks;
  if (thing.states.size > FEW * (size + thing.states.size)) return false;
  // Numbers alone have a pattern of their own.
  if (thing.numbers.size > 0 && size - thing.numbers.size < Math.max(2, FEW * size)) return false;
  const isPriced = thing.priced.size > FEW * size;
  const listed = new Set([...thing.alone, ...thing.moved]).size;
  const isReplaced = listed <= SOME * size || (thing.moved.size <= SOME * size && isEmptyAtTimes(thing.checks));
  if (isOften && !isPriced && isReplaced) return true;
  const {came, again, lines} = countReturns(thing.checks);
  if (isPriced && lines < LEAST_PRICED) return false;
  if (isOften && again >= LEAST_RETURNS && again >= RETURNS * came) return true;
  const rotation = findRotation(thing.checks, checks);
  if (rotation === null || (isPriced && rotation.texts < LEAST_PRICED)) return false;
  return isOften || rotation.isByChance;
}

function isByChance(thing: Tallied, checks: number): boolean {
  return findRotation(thing.checks, checks)?.isByChance ?? false;
}

/** Describes noise for the document. */
export function toLine(thing: Tallied, compared: Comparisons): NoisyLineDocument {
  const {url, kind, shown, checks, isDate} = thing;
  const all = [...thing.texts].sort(([one, {seen}], [other, {seen: at}]) => seen - at || compare(one, other));
  const isOwn = tellOwnTexts(thing);
  const newest = all.filter(([text, {lines}]) => isOwn(text, lines)).map(([text]) => text);
  const isByDay = isDate && kind === 'numbers' && checks.size < NEARLY_EACH * compared.checks;
  return {
    ...{url, kind, line: kind === 'numbers' ? shown : (newest[0] ?? '')},
    ...{texts: newest.slice(0, SHOWN_TEXTS), changes: checks.size, checks: isByDay ? compared.days : compared.checks},
  };
}

/** Tells the texts of a place from those of a neighbour that changed with it: they come again, or came with as few lines as any. */
function tellOwnTexts({checks, texts}: Tallied): (text: string, lines: number) => boolean {
  const fewest = Math.min(...[...texts.values()].map(({lines}) => lines));
  const {returned} = countReturns(checks);
  return (text, lines) => lines <= fewest || returned.has(markOf(text));
}

export function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
