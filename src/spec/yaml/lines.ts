import type {Position, Range} from '../../diagnostics/diagnostic';

/** Lines and columns of a text, counted once when the first is asked for. Lines end with LF or CRLF. */
export class TextLines {
  readonly #text: string;
  #starts: number[] | null = null;

  constructor(text: string) {
    this.#text = text;
  }

  /** The range from offset `start` up to, not including, `end`; both are moved into the text. */
  range(start: number, end: number): Range {
    return {start: this.position(start), end: this.position(Math.max(start, end))};
  }

  /** The position of an offset. */
  position(at: number): Position {
    const starts = this.#listStarts();
    const offset = Math.min(Math.max(at, 0), this.#text.length);
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return {line: low + 1, column: offset - (starts[low] ?? 0) + 1, offset};
  }

  #listStarts(): number[] {
    if (this.#starts !== null) return this.#starts;
    const starts = [0];
    for (let at = this.#text.indexOf('\n'); at !== -1; at = this.#text.indexOf('\n', at + 1)) starts.push(at + 1);
    this.#starts = starts;
    return starts;
  }
}
