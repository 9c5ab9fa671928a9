/** Maximum characters of a message: a file can contain a name of a million. */
const LONGEST_TEXT = 600;
const CUT = '...';

/** Shortens a message or hint to its beginning and end if it is longer than a few lines. */
export function boundText(text: string, longest = LONGEST_TEXT): string {
  if (text.length <= longest) return text;
  const half = Math.floor(longest / 2);
  return takeWhole(text.slice(0, half)) + CUT + dropHalf(text.slice(-half));
}

/** Removes half a surrogate pair at the end. */
function takeWhole(text: string): string {
  return text.replace(/[\ud800-\udbff]$/, '');
}

/** Removes half a surrogate pair at the beginning. */
function dropHalf(text: string): string {
  return text.replace(/^[\udc00-\udfff]/, '');
}
