/** Encodes a name so that it cannot end the HTML comment of a marker or look like a second word. */
export function encodeWord(word: string): string {
  return encodeURIComponent(word).replaceAll('-', '%2D');
}

/** Whether GitHub holds this text already; it may change line ends. */
export function isSameText(held: string, text: string): boolean {
  return held.replaceAll('\r\n', '\n').trimEnd() === text.trimEnd();
}

/** Names the editor of a comment, for messages. */
export function nameEditor(by: string | null): string {
  return by === null ? 'an unknown account' : `"${by}"`;
}
