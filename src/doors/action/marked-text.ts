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

/** The hidden lines that hold names of the config and marks alone, none that the service writes. */
const MACHINE_LINE = /^<!-- monitors-(?:plans?|tries|drift|digest|reviewed:1|tried:1|state-seen:1|state-shifts:1) .*-->$/;

/** Begins each section of a shared comment: a fixed line, which holds nothing to redact and which no text of a section has. */
export const SECTION_START = '<!-- monitors-section -->';

/**
 * Redacts a comment or an issue, but for the hidden lines that it begins with: a short secret may be a part of the project's name or of a
 * digest, and the text would neither be found again nor approve anything.
 */
export function redactMarked(body: string, redact: (text: string) => string): string {
  const lines = body.split('\n');
  const first = lines.findIndex(line => !MACHINE_LINE.test(line));
  if (first <= 0) return redact(body);
  const border = `\n${SECTION_START}\n`;
  const parts = lines.slice(first).join('\n').split(border);
  return [...lines.slice(0, first), parts.map(redact).join(border)].join('\n');
}
