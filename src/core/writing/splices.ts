/** A piece of a text that is replaced by another. */
export interface Splice {
  readonly start: number;
  /** Exclusive; equal to `start` where something is put in. */
  readonly end: number;
  readonly text: string;
}

/** The text with all splices done; they must not overlap. What is put in at one place keeps its order. */
export function applySplices(text: string, splices: readonly Splice[]): string {
  const ordered = splices
    .map((splice, order) => ({...splice, order}))
    .sort((a, b) => a.start - b.start || a.end - b.end || a.order - b.order);
  let result = '';
  let at = 0;
  for (const splice of ordered) {
    result += text.slice(at, splice.start) + splice.text;
    at = Math.max(at, splice.end);
  }
  return result + text.slice(at);
}

/** Finds the start of the line in which `offset` lies. */
export function findLineStart(text: string, offset: number): number {
  return offset === 0 ? 0 : text.lastIndexOf('\n', offset - 1) + 1;
}

/** Finds the start of the next line; an offset that is the start of a line is taken for the end of the one before. */
export function findLineEnd(text: string, offset: number): number {
  if (offset > 0 && text[offset - 1] === '\n') return offset;
  const next = text.indexOf('\n', offset);
  return next === -1 ? text.length : next + 1;
}
