import {type Element, type MarkupText, readMarkup} from '../../try/page/markup';
import {isWhole, leavesLittle, listNames, NEAREST} from '../../try/page/regions';
import type {NoisyLineDocument} from '../document';
import {readPattern} from '../lines/line-pattern';

/** Finds the noisy line that a text of a page is, whatever its numbers, dates and times are now; null for none. */
type LineFinder = (text: string) => NoisyLineDocument | null;

/** Characters of a line that are compared: the history keeps so many. */
const LONGEST = 300;

/** Makes a finder of these lines, in markdown and in the text of elements. */
export function lineFinder(lines: readonly NoisyLineDocument[]): LineFinder {
  const known = new Map<string, NoisyLineDocument>();
  for (const line of lines) {
    for (const text of line.texts) known.set(line.kind === 'numbers' ? patternOf(text) : `text ${withoutSpaces(plain(text))}`, line);
  }
  return text => {
    if (text.length > LONGEST) return null;
    return known.get(`text ${withoutSpaces(plain(text))}`) ?? known.get(patternOf(text)) ?? null;
  };
}

/** Where elements begin and end is where markdown may have no space. */
function withoutSpaces(text: string): string {
  return text.replace(/\s+/g, '');
}

function patternOf(text: string): string {
  return `numbers ${withoutSpaces(readPattern(plain(text)).key)}`;
}

/** A line of markdown without its marks. */
function plain(text: string): string {
  return text
    .replace(/!\[[^\]]*\]\([^)]*\)/g, '')
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/^\s*(?:(?:[-*+>]|#{1,6}|\d{1,3}[.)])\s+)+/, '')
    .replace(/[\\`*_~|]/g, '')
    .trim();
}

/** Why a page shows no region: none of its texts is the line, several are, or no selector leaves out just the lines. */
type RegionLack = 'line-missing' | 'several-places' | 'no-selector';

/** A region that holds the noisy lines of a page and nothing else, or why there is none. */
type RegionFinding = {readonly selector: string} | {readonly lack: RegionLack};

/** An element with its text and the elements around it, the outermost first. */
interface Holder {
  readonly element: Element;
  readonly around: readonly Element[];
  /** Its texts, with a space between them; too long ones are cut. */
  text: string;
}

/** Elements that hold the same text, one within the other, at most: more are several places. */
const DEEPEST = 30;

/** Finds the one region of a page that holds all of these lines. */
export function findRegion(html: string, lines: readonly NoisyLineDocument[]): RegionFinding {
  const texts = readMarkup(html);
  const holders = listHolders(texts);
  const find = lineFinder(lines);
  const found = [...holders.values()].flatMap(holder => {
    const line = find(holder.text);
    return line === null ? [] : [{...holder, line}];
  });
  const places: Holder[][] = [];
  for (const line of lines) {
    const mine = found.filter(one => one.line === line);
    if (mine.length > DEEPEST) return {lack: 'several-places'};
    const outermost = mine.filter(({around}) => !mine.some(other => around.includes(other.element)));
    const [first] = outermost;
    if (first === undefined) return {lack: 'line-missing'};
    if (outermost.length > 1) return {lack: 'several-places'};
    places.push([first, ...mine.filter(({around}) => around.includes(first.element))]);
  }
  const selector = chooseSelector(texts, holders, places);
  return selector === null ? {lack: 'no-selector'} : {selector};
}

function listHolders(texts: readonly MarkupText[]): ReadonlyMap<Element, Holder> {
  const holders = new Map<Element, Holder>();
  for (const {text, around} of texts) {
    for (const [index, element] of around.entries()) {
      const holder = holders.get(element);
      if (holder === undefined) holders.set(element, {element, around: around.slice(0, index), text});
      else if (holder.text.length <= LONGEST) holder.text += ` ${text}`;
    }
  }
  return holders;
}

/** The selector of the nearest element that holds the places and nothing else; `places` has the elements of each line, outermost first. */
function chooseSelector(
  texts: readonly MarkupText[],
  holders: ReadonlyMap<Element, Holder>,
  places: readonly (readonly Holder[])[],
): string | null {
  const roots = new Set(places.flatMap(([outermost]) => (outermost === undefined ? [] : [outermost.element])));
  const uses = countNames(holders.keys());
  const isOne = (selector: string) => uses.get(selector) === 1 && !leavesLittle(texts, selector);
  for (const element of listCandidates(places)) {
    if (isWhole(element)) continue;
    const inside = texts.filter(({around}) => around.includes(element));
    const isNoiseAlone = inside.every(({around}) => around.some(one => roots.has(one)));
    const selector = isNoiseAlone ? listNames(element).find(isOne) : undefined;
    if (selector !== undefined) return selector;
  }
  return null;
}

/** Elements that hold every place, the nearest first; then, of a single place, those within it that hold its whole text. */
function listCandidates(places: readonly (readonly Holder[])[]): Element[] {
  const [[first, ...within] = [], ...others] = places;
  if (first === undefined) return [];
  const chain = [...first.around, first.element].reverse();
  const common = chain.filter(element =>
    others.every(([other]) => other !== undefined && (other.element === element || other.around.includes(element))),
  );
  return [...common.slice(0, NEAREST), ...(others.length === 0 ? within.map(({element}) => element) : [])];
}

function countNames(elements: Iterable<Element>): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const element of elements) for (const name of new Set(listNames(element))) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}

/**
 * Compares the markdown of a page before and after a region was left out, noisy lines aside. `line-stays`: one of them is still there.
 * `others-change`: another line is not as it was.
 */
export function compareWithout(before: string, after: string, find: LineFinder): 'same' | 'line-stays' | 'others-change' {
  const rest = (markdown: string) => listLines(markdown).filter(line => find(line) === null);
  if (listLines(after).some(line => find(line) !== null)) return 'line-stays';
  const [left, right] = [rest(before), rest(after)];
  return left.length === right.length && left.every((line, index) => line === right[index]) ? 'same' : 'others-change';
}

function listLines(markdown: string): string[] {
  return markdown
    .split(/\r?\n/)
    .map(line => line.trim())
    .filter(line => line !== '');
}
