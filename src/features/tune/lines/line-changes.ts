import {differInDatesOnly, foldPrices, listPrices, readPattern} from './line-pattern';
import {saysState} from './states';

/** One change of a page, line by line. The texts are a page's: not escaped. */
export type LineChange =
  /** Only numbers, dates and times differ. */
  | {
      readonly kind: 'numbers';
      readonly pattern: string;
      readonly shown: string;
      readonly text: string;
      readonly before: string;
      readonly isDate: boolean;
      /** Lines around it; null where something else changed there, too. */
      readonly around: Around | null;
    }
  /** The same line at another place; with `pattern`, its numbers differ, too. `isPure`: no other line came or went there. */
  | {
      readonly kind: 'order';
      readonly text: string;
      readonly pattern: string | null;
      readonly shown: string;
      readonly isPure: boolean;
      readonly around: Around;
    }
  /**
   * Other lines at the same place; none before or after where lines came or went alone. `isPriced`: prices differ, too. `isState`: some
   * say that something can be had or works, or that it does not, or stand in a ranking. `hasMoved`: lines beside them changed places.
   */
  | {
      readonly kind: 'text';
      readonly around: Around;
      readonly before: readonly string[];
      readonly after: readonly string[];
      readonly isPriced: boolean;
      readonly isState: boolean;
      readonly hasMoved: boolean;
    }
  /** A price, or a place in a ranking: never noise. */
  | {readonly kind: 'other'};

/** Patterns of the lines before and after a place that did not change, the nearest first. */
export interface Around {
  readonly before: readonly string[];
  readonly after: readonly string[];
}

/** Rows of one diff that are looked at; a page that changes more is no line of noise. */
const MOST_ROWS = 2000;

/** Reads what changed out of a unified diff; null where it is more than is looked at. */
export function readLineChanges(diff: string): readonly LineChange[] | null {
  const rows = listHunkRows(diff);
  if (rows.length > MOST_ROWS) return null;
  const runs = listRuns(rows);
  const matched = runs.map(matchRun);
  const moved = findMoved(matched, rows);
  return matched.flatMap((run, index) => describeRun(run, runs[index] as Run, moved));
}

/** Changed rows without a line of context between them. */
interface Run {
  readonly removed: readonly string[];
  readonly added: readonly string[];
  readonly around: Around;
}

/** The rows of the hunks: only before the first one, `---` and `+++` name files. */
function listHunkRows(diff: string): string[] {
  const rows = diff.split(/\r?\n/);
  const first = rows.findIndex(row => row.startsWith('@@'));
  return first >= 0 ? rows.slice(first) : rows.filter(row => !/^(?:---|\+\+\+) /.test(row));
}

function listRuns(rows: readonly string[]): Run[] {
  const runs: Run[] = [];
  let [removed, added]: [string[], string[]] = [[], []];
  let [start, end] = [0, 0];
  const close = () => {
    if (removed.length + added.length > 0) runs.push({removed, added, around: lookAround(rows, start, end)});
    [removed, added] = [[], []];
  };
  for (const [index, row] of rows.entries()) {
    const isChanged = row.startsWith('-') || row.startsWith('+');
    if (isChanged && removed.length + added.length === 0) start = index;
    if (isChanged) end = index + 1;
    if (row.startsWith('-')) removed.push(row.slice(1));
    else if (row.startsWith('+')) added.push(row.slice(1));
    // An empty line parts paragraphs, not places; "\\ No newline at end of file" stands between lines that replaced each other.
    else if (!row.startsWith('\\') && row.trim() !== '') close();
  }
  close();
  return runs;
}

function lookAround(rows: readonly string[], start: number, end: number): Around {
  return {before: listContext(rows, start - 1, -1), after: listContext(rows, end, 1)};
}

/** Lines of context of a hunk that are looked at. */
const MOST_CONTEXT = 3;

/** The lines of context that are not empty, from a row on. A price may change, and the place stays the same. */
function listContext(rows: readonly string[], from: number, step: 1 | -1): string[] {
  const found: string[] = [];
  for (let index = from; index >= 0 && index < rows.length && found.length < MOST_CONTEXT; index += step) {
    const row = rows[index] as string;
    if (row.startsWith('@@')) break;
    if (row.startsWith(' ') && row.trim() !== '') found.push(foldPrices(row.slice(1)));
  }
  return found;
}

/** Two lines that replaced each other, by their places in their run. */
interface Pair {
  readonly before: string;
  readonly after: string;
  readonly place: readonly [removed: number, added: number];
}

interface MatchedRun {
  /** Lines with one pattern. */
  readonly pairs: readonly Pair[];
  /** Lines that are the same but for a price. */
  readonly prices: number;
  readonly removed: readonly string[];
  readonly added: readonly string[];
}

function matchRun({removed, added}: Run): MatchedRun {
  const patterns = pairUp(removed, added, line => readPattern(line).key);
  const prices = pairUp(patterns.removed, patterns.added, foldPrices);
  return {pairs: patterns.pairs, prices: prices.pairs.length, removed: prices.removed, added: prices.added};
}

/** Pairs lines for which `keyOf` gives the same, in their order; empty lines need no partner. */
function pairUp(removed: readonly string[], added: readonly string[], keyOf: (line: string) => string) {
  const open = new Map<string, number[]>();
  for (const [index, line] of added.entries()) {
    if (line.trim() === '') continue;
    const key = keyOf(line);
    open.set(key, [...(open.get(key) ?? []), index]);
  }
  const taken = new Set<number>();
  const pairs: Pair[] = [];
  const left = removed.filter((before, index) => {
    const at = before.trim() === '' ? undefined : open.get(keyOf(before))?.shift();
    if (at === undefined) return before.trim() !== '';
    taken.add(at);
    pairs.push({before, after: added[at] as string, place: [index, at]});
    return false;
  });
  return {pairs, removed: left, added: added.filter((line, index) => !taken.has(index) && line.trim() !== '')};
}

/** Lines that one run lost and another got. */
interface Moved {
  /** Their patterns. */
  readonly keys: ReadonlySet<string>;
  /** Nothing else came or went in these runs: a list in another order, not one that moves on. */
  readonly isPure: boolean;
}

function findMoved(runs: readonly MatchedRun[], rows: readonly string[]): Moved {
  const lost = new Set(runs.flatMap(({removed}) => removed.map(patternOf)));
  const keys = new Set(runs.flatMap(({added}) => added.map(patternOf)).filter(key => lost.has(key)));
  if (keys.size === 0) return {keys, isPure: true};
  // A line of which the page has several, such as the headings of a changelog, comes at one place and goes at another without moving.
  for (const row of rows) if (row.startsWith(' ')) keys.delete(patternOf(row.slice(1)));
  const isPure = runs.every(({removed, added}) => {
    const moved = [...removed, ...added].filter(line => keys.has(patternOf(line)));
    return moved.length === 0 || moved.length === removed.length + added.length;
  });
  return {keys, isPure};
}

function patternOf(line: string): string {
  return readPattern(line).key;
}

function describeRun({pairs, prices, removed, added}: MatchedRun, {around}: Run, {keys, isPure}: Moved): LineChange[] {
  const isMoved = (line: string) => keys.has(patternOf(line));
  const [before, after] = [removed, added].map(lines => lines.filter(line => !isMoved(line))) as [string[], string[]];
  const isOneLine = pairs.length === 1 && prices + removed.length + added.length === 0;
  const described = describePairs(pairs, {around, isOneLine, isPure: isPure && before.length + after.length === 0});
  const changes: LineChange[] = [
    ...described,
    ...added.filter(isMoved).map(text => ({kind: 'order', text, pattern: null, shown: '', isPure, around}) as const),
    ...Array.from({length: prices}, () => ({kind: 'other'}) as const),
  ];
  if (before.length + after.length === 0) return changes;
  const isState = described.some(({kind}) => kind === 'other') || [...before, ...after].some(saysState);
  const hasMoved = before.length < removed.length || after.length < added.length || described.some(({kind}) => kind === 'order');
  return [...changes, {kind: 'text', around, before, after, isPriced: hasOtherPrices(before, after), isState, hasMoved}];
}

/** Where lines of a run change places, all of them count as moved: which of them stayed is the whim of the diff. */
function describePairs(
  pairs: readonly Pair[],
  {around, isOneLine, isPure}: {readonly around: Around; readonly isOneLine: boolean; readonly isPure: boolean},
): LineChange[] {
  const isSorted = pairs.every(({place: [, at]}, index) => index === 0 || at > (pairs[index - 1]?.place[1] ?? -1));
  return pairs.map(({before, after}): LineChange => {
    const {key, shown} = readPattern(after);
    // A line that replaced itself stood elsewhere in the run.
    if (before === after) return {kind: 'order', text: after, pattern: null, shown, isPure, around};
    if (isOtherRank(before, after)) return {kind: 'other'};
    if (!isSorted) return {kind: 'order', text: after, pattern: key, shown, isPure, around};
    return {
      kind: 'numbers',
      pattern: key,
      shown,
      text: after,
      before,
      isDate: differInDatesOnly(before, after),
      around: isOneLine ? around : null,
    };
  });
}

const RANK = /^[\s*_|-]*(?:#|n[or\u00b0]\.?\s?)?\d{1,3}(?:[.)\u00b0][\s*_]*\|?|[\s*_]*\|)[\s*_]*(?=[[\u201c\u00ab"']*\p{L})/iu;

/** Tells whether two lines differ only in the place in a list that they begin with: `3. A title`. */
function isOtherRank(before: string, after: string): boolean {
  return RANK.test(before) && RANK.test(after) && before.replace(RANK, '') === after.replace(RANK, '') && !differInDatesOnly(before, after);
}

function hasOtherPrices(before: readonly string[], after: readonly string[]): boolean {
  const [one, other] = [before, after].map(lines => lines.flatMap(listPrices).sort().join('\n'));
  return one !== other;
}
