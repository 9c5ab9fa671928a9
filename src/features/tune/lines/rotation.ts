/** Lines of a place before and after a change, each as a number. */
export interface TextTurn {
  readonly before: readonly number[];
  readonly after: readonly number[];
}

/** Texts that take turns at one place. */
interface Rotation {
  readonly texts: number;
  /** The place changes about as often as one that draws a text at each check: a state lasts longer. */
  readonly isByChance: boolean;
}

/** Texts for each turn, at most: else they do not come again. */
const FEW_TEXTS = 0.7;
/** Share of the checks with a change, from which a place draws its text. */
const LEAST_SHARE = 0.2;
/** The same as a share of what chance would make, and how far below that chance may fall, in standard deviations. */
const LEAST_OF_CHANCE = 0.7;
const DEVIATIONS = 1.6;

/** Finds out whether the texts of a place come again; null where not. `turns` are by the number of their check, 0 for the newest. */
export function findRotation(turns: ReadonlyMap<number, TextTurn>, checks: number): Rotation | null {
  const oldestFirst = listOldestFirst(turns).map(([check, {before, after}]) => ({check, before: markAll(before), after: markAll(after)}));
  const texts = new Set(oldestFirst.flatMap(({before, after}) => [before, after]));
  // Each turn of a list that moves on brings a text, or takes one away, that is there once.
  if (texts.size > FEW_TEXTS * (turns.size + 1)) return null;
  const [share, wanted] = [turns.size / checks, shareByChance(oldestFirst, checks)];
  // Of few checks chance makes anything.
  const least = Math.max(LEAST_OF_CHANCE * wanted, wanted - DEVIATIONS * Math.sqrt((wanted * (1 - wanted)) / checks));
  return {texts: texts.size, isByChance: share >= LEAST_SHARE && share >= least};
}

/** Lines of a place, and how often one came, and came again. */
interface Returns {
  readonly came: number;
  readonly again: number;
  readonly returned: ReadonlySet<number>;
  readonly lines: number;
}

/** Counts lines that came, and those of them that had gone before: items drawn from a store come again, those of a list that moves on do not. */
export function countReturns(turns: ReadonlyMap<number, TextTurn>): Returns {
  const oldestFirst = listOldestFirst(turns).map(([, turn]) => turn);
  const there = countAtFirst(oldestFirst);
  const [seen, returned] = [new Set(there.keys()), new Set<number>()];
  let [came, again] = [0, 0];
  for (const turn of oldestFirst) {
    for (const [line, change] of changesOf(turn)) {
      const count = there.get(line) ?? 0;
      // A line of which the page has several does not come again.
      if (change > 0) came++;
      if (change > 0 && count === 0 && seen.has(line)) {
        again++;
        returned.add(line);
      }
      there.set(line, count + change);
      seen.add(line);
    }
  }
  return {came, again, returned, lines: seen.size};
}

/** Share of the turns that may be otherwise in a place that is empty at times: a neighbour may have changed. */
const FEW_OTHERS = 0.2;

/** Tells whether a place holds one text or none: one that comes alone finds it empty, one that goes alone leaves it so. A list keeps others. */
export function isEmptyAtTimes(turns: ReadonlyMap<number, TextTurn>): boolean {
  const oldestFirst = listOldestFirst(turns).map(([, turn]) => turn);
  let lines = [...countAtFirst(oldestFirst).values()].reduce((sum, count) => sum + count, 0);
  let [alone, others] = [0, 0];
  for (const {before, after} of oldestFirst) {
    const were = lines;
    lines += after.length - before.length;
    if (before.length > 0 && after.length > 0) continue;
    alone++;
    if ((before.length === 0 ? were : lines) > 0) others++;
  }
  return alone > 0 && others <= FEW_OTHERS * alone;
}

/** Counts how often each line stood there before the first turn, at least. */
function countAtFirst(oldestFirst: readonly TextTurn[]): Map<number, number> {
  const [first, count] = [new Map<number, number>(), new Map<number, number>()];
  for (const turn of oldestFirst) {
    for (const [line, change] of changesOf(turn)) {
      const now = (count.get(line) ?? 0) + change;
      count.set(line, now);
      if (now < 0) first.set(line, Math.max(first.get(line) ?? 0, -now));
    }
  }
  return first;
}

/** Lines that came more often than they went, or less often. */
function changesOf({before, after}: TextTurn): ReadonlyMap<number, number> {
  const changes = new Map<number, number>();
  for (const line of after) changes.set(line, (changes.get(line) ?? 0) + 1);
  for (const line of before) changes.set(line, (changes.get(line) ?? 0) - 1);
  return new Map([...changes].filter(([, change]) => change !== 0));
}

function listOldestFirst(turns: ReadonlyMap<number, TextTurn>): (readonly [check: number, turn: TextTurn])[] {
  return [...turns].sort(([one], [other]) => other - one);
}

/** Share of the checks with a change, if each drew one of the texts, by how long it was there. */
function shareByChance(
  oldestFirst: readonly {readonly check: number; readonly before: number; readonly after: number}[],
  checks: number,
): number {
  const lengths = new Map<number, number>();
  const add = (text: number, length: number) => lengths.set(text, (lengths.get(text) ?? 0) + length);
  const [first] = oldestFirst;
  if (first !== undefined) add(first.before, Math.max(1, checks - first.check));
  for (const [index, {check, after}] of oldestFirst.entries()) add(after, check - (oldestFirst[index + 1]?.check ?? -1));
  const all = [...lengths.values()].reduce((sum, length) => sum + length, 0);
  return [...lengths.values()].reduce((rest, length) => rest - (length / all) ** 2, 1);
}

const START = 0x811c9dc5;
const spread = (mark: number, value: number) => Math.imul(mark ^ value, 0x01000193);

/** A number for a line, the same for the same line (FNV-1a): the line itself would keep its diff in memory. */
export function markOf(line: string): number {
  const text = line.trim();
  let mark = START;
  for (let index = 0; index < text.length; index++) mark = spread(mark, text.charCodeAt(index));
  return mark;
}

function markAll(marks: readonly number[]): number {
  return marks.reduce((mark, line) => spread(spread(mark, line & 0xffff), line >>> 16), START);
}
