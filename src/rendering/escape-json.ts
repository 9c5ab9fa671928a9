/** The first `#` of what a CI runner reads as a command anywhere in a line. It can only stand in a string. */
const HASH_COMMAND = /#(?=#[A-Za-z]*\[)/g;

/**
 * A value as JSON that is safe to print: parses back to the same value, holds no character that is invisible or
 * acts on a terminal, and no command that a CI runner would carry out. `indent` 0 writes one line.
 */
export function stringifyJson(value: unknown, indent: 0 | 2): string {
  return replaceUnsafe(JSON.stringify(value, null, indent)).replace(HASH_COMMAND, '\\u0023');
}

/** A document as commands print it. */
export function renderJson(document: unknown): string {
  return `${stringifyJson(document, 2)}\n`;
}

/** Replaces the characters that JSON allows in a string and a terminal or log should not get: C1, format characters, separators. */
function replaceUnsafe(json: string): string {
  // Unicode properties take milliseconds to set up, so that no such expression stands where a start would meet it.
  return json.replace(/(?!\ufe0e|\ufe0f)[\x7f-\x9f\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu, escapeUnits);
}

function escapeUnits(character: string): string {
  return character
    .split('')
    .map(unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');
}
