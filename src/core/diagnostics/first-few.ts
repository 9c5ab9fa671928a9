import {formatNumber} from './number-text';

/** Number of names that a message lists before it counts the rest. */
const SHOWN = 3;

/** The first few of some words, and how many more there are: `a, b, c and 1,204 more`. */
export function listFirst(words: readonly string[], shown: number = SHOWN): string {
  const first = words.slice(0, shown).join(', ');
  const rest = words.length - shown;
  return rest > 0 ? `${first} and ${formatNumber(rest)} more` : first;
}
