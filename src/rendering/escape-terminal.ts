/** Takes away what stands on a terminal's line, and puts the cursor at its beginning. */
export const CLEAR_LINE = '\r\x1b[2K';

const PLAIN = /^[\x20-\x7e]*$/;
const SHORT: Readonly<Record<string, string>> = {'\n': '\\n', '\r': '\\r', '\t': '\\t'};

/**
 * Replaces everything that a terminal, a log or a reader's eye may take for something else: control characters (C0,
 * DEL, C1), bidi and zero-width and other format characters, line and paragraph separators, half surrogate pairs, and
 * whatever else is drawn as nothing (Hangul fillers and the like). Left alone: the two selectors that choose how an
 * emoji looks.
 */
function replaceUnsafe(text: string): string {
  // Unicode properties take milliseconds to set up, so that no such expression stands where a start would meet it.
  return text.replace(/(?!\ufe0e|\ufe0f)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Default_Ignorable_Code_Point}]/gu, escapeCharacter);
}

/** A text for a terminal or log: one line, every character visible, `\x1b` and `\u202e` for what would not be. */
export function escapeTerminal(text: string): string {
  return PLAIN.test(text) ? text : replaceUnsafe(text);
}

function escapeCharacter(character: string): string {
  const short = SHORT[character];
  if (short !== undefined) return short;
  const hex = (character.codePointAt(0) ?? 0).toString(16);
  if (hex.length <= 2) return `\\x${hex.padStart(2, '0')}`;
  return hex.length <= 4 ? `\\u${hex.padStart(4, '0')}` : `\\u{${hex}}`;
}

/** Our own colour codes may stand between the characters that a runner would read as one word. */
const STYLES = '(?:\\x1b\\[[\\d;]*m)*';
/** `##[` of GitHub, `##vso[` of Azure Pipelines, `##teamcity[`: read anywhere in a line. */
const HASH_COMMAND = new RegExp(`#(${STYLES})#(?=${STYLES}[A-Za-z]*\\[)`, 'g');
/** `::` of GitHub: read at the start of a line, after whatever .NET's `TrimStart` takes for white space. */
const COLON_COMMAND = new RegExp(`^((?:\\s|\\x85|\\x1b\\[[\\d;]*m)*):(?=${STYLES}:)`, 'gm');

/**
 * Finished text, many lines, in which no line is a command to a CI runner: the last step of every text renderer,
 * since wrapping and joining can put a `::` where a line begins. Done on every terminal, so that what is seen does
 * not depend on where it is seen.
 */
export function disarmCommands(text: string): string {
  const hashless = text.includes('#') ? text.replace(HASH_COMMAND, '#$1\\x23') : text;
  return hashless.includes('::') || hashless.includes('\x1b') ? hashless.replace(COLON_COMMAND, '$1\\x3a') : hashless;
}
