/**
 * Reads a text as a URL; undefined where it is none. Not `URL.canParse`: once compiled, Node 20's refuses addresses with letters beyond
 * ASCII.
 */
export function parseUrl(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}
