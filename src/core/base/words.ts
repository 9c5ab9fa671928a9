/** Writes a number with commas between thousands and at most two decimals, the same on every machine. */
export function formatNumber(value: number): string {
  const [whole = '', fraction] = String(Math.round(value * 100) / 100).split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return fraction === undefined ? grouped : `${grouped}.${fraction}`;
}

/** A count with its noun: `1 monitor`, `1,200 monitors`. */
export function countOf(count: number, noun: string, plural = `${noun}s`): string {
  return `${formatNumber(count)} ${count === 1 ? noun : plural}`;
}

/** Number of names that a message lists before it counts the rest. */
const SHOWN = 3;

/** The first few of some words, and how many more there are: `a, b, c and 1,204 more`. */
export function listFirst(words: readonly string[], shown: number = SHOWN): string {
  const first = words.slice(0, shown).join(', ');
  const rest = words.length - shown;
  return rest > 0 ? `${first} and ${formatNumber(rest)} more` : first;
}

/** Number of monitors that may be lost or made twice which a message names. */
const DOUBTED_SHOWN = 20;

/** Names of monitors that may be lost or made twice: nearly all, since a person has to look for each. */
export function listDoubted(names: readonly string[]): string {
  return listFirst(names, DOUBTED_SHOWN);
}

/** Words as a list: `a, b and c`. */
export function listWords(words: readonly string[], conjunction: 'and' | 'or' = 'and'): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} ${conjunction} ${words.at(-1)}`;
}
