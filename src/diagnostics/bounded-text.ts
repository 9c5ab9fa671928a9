/** Longer messages are read by nobody, and a file can hold a million characters of one name. */
const LONGEST_TEXT = 600;
const CUT = '...';

/** A message or hint as it may be shown: its beginning and its end where it is longer than a few lines. */
export function boundText(text: string, longest = LONGEST_TEXT): string {
  if (text.length <= longest) return text;
  const half = Math.floor(longest / 2);
  return takeWhole(text.slice(0, half)) + CUT + dropHalf(text.slice(-half));
}

/** Without the half of a surrogate pair at the end. */
function takeWhole(text: string): string {
  return text.replace(/[\ud800-\udbff]$/, '');
}

/** Without the half of a surrogate pair at the beginning. */
function dropHalf(text: string): string {
  return text.replace(/^[\udc00-\udfff]/, '');
}
