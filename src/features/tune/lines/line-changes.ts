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
    }
  /** The same line at another place. */
  | {readonly kind: 'order'; readonly text: string}
  /**
   * Other lines at the same place, which one of the anchors names; none before or after where lines came or went alone. `isPriced`: prices
   * differ, too. `isState`: some say that something can be had or works, or that it does not.
   */
  | {
      readonly kind: 'text';
      readonly anchors: readonly string[];
      readonly before: readonly string[];
      readonly after: readonly string[];
      readonly isPriced: boolean;
      readonly isState: boolean;
    }
  /** A price: never noise. */
  | {readonly kind: 'other'};

/** Rows of one diff that are looked at; a page that changes more is no line of noise. */
const MOST_ROWS = 2000;

/** Reads what changed out of a unified diff; null where it is more than is looked at. */
export function readLineChanges(diff: string): readonly LineChange[] | null {
  const rows = listHunkRows(diff);
  if (rows.length > MOST_ROWS) return null;
  const runs = listRuns(rows);
  const matched = runs.map(matchRun);
  const moved = findMoved(matched);
  return matched.flatMap((run, index) => describeRun(run, runs[index] as Run, moved));
}

/** Changed rows without a row of context between them. */
interface Run {
  readonly removed: readonly string[];
  readonly added: readonly string[];
  /** Names of its place: the nearest lines before and after it that did not change, or only in their numbers. */
  readonly anchors: readonly string[];
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
  let start = 0;
  const close = (end: number) => {
    if (removed.length + added.length > 0) runs.push({removed, added, anchors: findAnchors(rows, start, end)});
    [removed, added] = [[], []];
  };
  for (const [index, row] of rows.entries()) {
    const isChanged = row.startsWith('-') || row.startsWith('+');
    if (isChanged && removed.length + added.length === 0) start = index;
    if (row.startsWith('-')) removed.push(row.slice(1));
    else if (row.startsWith('+')) added.push(row.slice(1));
    // "\ No newline at end of file" stands between the lines that replaced each other; an empty line parts paragraphs, not places.
    else if (!row.startsWith('\\')) close(index);
  }
  close(rows.length);
  return runs;
}

function findAnchors(rows: readonly string[], start: number, end: number): string[] {
  const [before, after] = [nearest(rows.slice(0, start).reverse()), nearest(rows.slice(end))];
  return [`^${before ?? ''}`, ...(after === null ? [] : [`$${after}`])];
}

/** The pattern of the first line that is context and not empty; null where the hunk has none. */
function nearest(rows: readonly string[]): string | null {
  for (const row of rows) {
    if (row.startsWith('@@')) return null;
    if (row.startsWith(' ') && row.trim() !== '') return readPattern(row.slice(1)).key;
  }
  return null;
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

/** Patterns of lines that one run lost and another got. */
function findMoved(runs: readonly MatchedRun[]): ReadonlySet<string> {
  const lost = new Set(runs.flatMap(({removed}) => removed.map(patternOf)));
  return new Set(runs.flatMap(({added}) => added.map(patternOf)).filter(key => lost.has(key)));
}

function patternOf(line: string): string {
  return readPattern(line).key;
}

function describeRun({pairs, prices, removed, added}: MatchedRun, {anchors}: Run, moved: ReadonlySet<string>): LineChange[] {
  const isMoved = (line: string) => moved.has(patternOf(line));
  const [before, after] = [removed, added].map(lines => lines.filter(line => !isMoved(line))) as [string[], string[]];
  const changes: LineChange[] = [
    ...describePairs(pairs),
    ...added.filter(isMoved).map(text => ({kind: 'order', text}) as const),
    ...Array.from({length: prices}, () => ({kind: 'other'}) as const),
  ];
  if (before.length + after.length === 0) return changes;
  const isState = [...before, ...after].some(saysState);
  return [...changes, {kind: 'text', anchors, before, after, isPriced: hasOtherPrices(before, after), isState}];
}

/** Where lines of a run change places, all of them count as moved: which of them stayed is the whim of the diff. */
function describePairs(pairs: readonly Pair[]): LineChange[] {
  const isSorted = pairs.every(({place: [, at]}, index) => index === 0 || at > (pairs[index - 1]?.place[1] ?? -1));
  return pairs.map(({before, after}): LineChange => {
    const {key, shown} = readPattern(after);
    // A line that replaced itself stood elsewhere in the run.
    if (!isSorted || before === after) return {kind: 'order', text: after};
    return {kind: 'numbers', pattern: key, shown, text: after, before, isDate: differInDatesOnly(before, after)};
  });
}

function hasOtherPrices(before: readonly string[], after: readonly string[]): boolean {
  const [one, other] = [before, after].map(lines => lines.flatMap(listPrices).sort().join('\n'));
  return one !== other;
}
