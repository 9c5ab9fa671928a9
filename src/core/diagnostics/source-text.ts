/** Part of a text in UTF-16 code units, from `start` to `end`, which is not included. */
export interface TextSpan {
  readonly start: number;
  readonly end: number;
}

/** The text of a file with the places of its secrets, which may overlap. */
export interface SourceText {
  readonly text: string;
  readonly secretRanges: readonly TextSpan[];
}
