/** Longer names are not typing errors, and comparing costs the product of the lengths. */
const LONGEST_NAME = 64;

/** Maximum edits of a typing error; with more it is another name, such as `shop/2` and `docs/4`. */
const MOST_EDITS = 3;

/**
 * Finds the name that was probably meant: the nearest of `known` (the first of several), or undefined. Case, `_`, `-` and
 * spaces do not count.
 */
export function suggestName(given: string, known: Iterable<string>): string | undefined {
  if (given.length > LONGEST_NAME) return undefined;
  const wanted = fold(given);
  let nearest: string | undefined;
  const most = Math.max(1, Math.floor(wanted.length / 3));
  let least = most + 1;
  for (const name of known) {
    const folded = fold(name);
    // A name without its end is the same name, however much is missing.
    const limit = Math.min(least, folded.startsWith(wanted) ? least : MOST_EDITS + 1);
    const distance = countEdits(wanted, folded, limit);
    if (distance < limit && distance < folded.length) {
      least = distance;
      nearest = name;
    }
  }
  return nearest;
}

function fold(name: string): string {
  return name.toLowerCase().replace(/[_\- ]/g, '');
}

/** Counts the insertions, deletions, replacements and swaps of neighbours from `a` to `b`; gives up at `limit`. */
function countEdits(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) >= limit) return limit;
  let beforeLast: number[] = [];
  let last = Array.from({length: b.length + 1}, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = at(last, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] ? at(beforeLast, j - 2) + 1 : Infinity;
      row.push(Math.min(at(last, j) + 1, at(row, j - 1) + 1, replaced, swapped));
    }
    beforeLast = last;
    last = row;
  }
  return at(last, b.length);
}

function at(row: readonly number[], index: number): number {
  return row[index] ?? Infinity;
}
