const PLAIN = /^[\x20-\x7e]*$/;

/** East Asian wide and full-width characters and emoji: two columns on a terminal. */
function isWide(character: string): boolean {
  // Unicode properties take milliseconds to set up, so that no such expression stands where a start would meet it.
  return /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{1b000}-\u{1b2ff}\u{20000}-\u{3fffd}\p{Emoji_Presentation}]/u.test(
    character,
  );
}

/** Accents and the like, drawn onto the character before them. */
function isCombining(character: string): boolean {
  return /\p{M}/u.test(character);
}

/** Columns that an escaped text takes on a terminal. */
export function displayWidth(text: string): number {
  if (PLAIN.test(text)) return text.length;
  let width = 0;
  for (const character of text) width += characterWidth(character);
  return width;
}

function characterWidth(character: string): number {
  if (isCombining(character)) return 0;
  return isWide(character) ? 2 : 1;
}

/** The longest beginning of a text that takes at most `columns`; never half a character or a base without its accents. */
export function takeColumns(text: string, columns: number): string {
  let width = 0;
  let length = 0;
  for (const character of text) {
    width += characterWidth(character);
    if (width > columns) return text.slice(0, length);
    length += character.length;
  }
  return text;
}

/** The longest end of a text that takes at most `columns`. */
export function takeLastColumns(text: string, columns: number): string {
  const characters = [...text];
  let width = 0;
  let first = characters.length;
  while (first > 0) {
    width += characterWidth(characters[first - 1] ?? '');
    if (width > columns) break;
    first--;
  }
  while (first < characters.length && isCombining(characters[first] ?? '')) first++;
  return characters.slice(first).join('');
}
