/** Texts of a place before and after a change, each as a number. */
export interface TextTurn {
  readonly before: number;
  readonly after: number;
}

/** The turn of what has no texts to tell apart. */
export const NO_TURN: TextTurn = {before: 0, after: 0};

/** Texts that take turns at one place. */
interface Rotation {
  readonly texts: number;
  /** The place changes about as often as one that draws a text at each check: a state lasts longer. */
  readonly isByChance: boolean;
}

/** Texts for each turn, at most: else they do not come again. */
const FEW_TEXTS = 0.5;
/** Share of the checks with a change, from which a place draws its text. */
const LEAST_SHARE = 0.2;
/** The same as a share of what chance would make, and how far below that chance may fall, in standard deviations. */
const LEAST_OF_CHANCE = 0.7;
const DEVIATIONS = 1.6;

/** Finds out whether the texts of a place come again; null where not. `turns` are by the number of their check, 0 for the newest. */
export function findRotation(turns: ReadonlyMap<number, TextTurn>, checks: number): Rotation | null {
  const oldestFirst = [...turns].sort(([one], [other]) => other - one);
  const texts = new Set(oldestFirst.flatMap(([, {before, after}]) => [before, after]));
  // Each turn of a list that moves on brings a text, or takes one away, that is there once.
  if (texts.size > FEW_TEXTS * (turns.size + 1)) return null;
  const [share, wanted] = [turns.size / checks, shareByChance(oldestFirst, checks)];
  // Of few checks chance makes anything.
  const least = Math.max(LEAST_OF_CHANCE * wanted, wanted - DEVIATIONS * Math.sqrt((wanted * (1 - wanted)) / checks));
  return {texts: texts.size, isByChance: share >= LEAST_SHARE && share >= least};
}

/** Share of the checks with a change, if each drew one of the texts, by how long it was there. */
function shareByChance(oldestFirst: readonly (readonly [check: number, turn: TextTurn])[], checks: number): number {
  const lengths = new Map<number, number>();
  const add = (text: number, length: number) => lengths.set(text, (lengths.get(text) ?? 0) + length);
  const [first] = oldestFirst;
  if (first !== undefined) add(first[1].before, Math.max(1, checks - first[0]));
  for (const [index, [check, {after}]] of oldestFirst.entries()) add(after, check - (oldestFirst[index + 1]?.[0] ?? -1));
  const all = [...lengths.values()].reduce((sum, length) => sum + length, 0);
  return [...lengths.values()].reduce((rest, length) => rest - (length / all) ** 2, 1);
}

/** A number for some lines, the same for the same lines (FNV-1a): the lines themselves would keep their diff in memory. */
export function markOf(lines: readonly string[]): number {
  let mark = 0x811c9dc5;
  for (const line of lines) {
    const text = line.trim();
    for (let index = 0; index < text.length; index++) mark = Math.imul(mark ^ text.charCodeAt(index), 0x01000193);
    mark = Math.imul(mark ^ 10, 0x01000193);
  }
  return mark;
}
