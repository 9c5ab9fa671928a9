/** A stretch of a text in UTF-16 code units: from `start` up to, not including, `end`. */
export interface TextSpan {
  readonly start: number;
  readonly end: number;
}

/** A file's text as it may be shown: the places of its secrets are known. They may overlap. */
export interface SourceText {
  readonly text: string;
  readonly secretRanges: readonly TextSpan[];
}
