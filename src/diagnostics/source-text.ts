/** A stretch of a text in UTF-16 code units: from `start` up to, not including, `end`. */
export interface TextSpan {
  readonly start: number;
  readonly end: number;
}

/**
 * A file's text as it may be shown. Either the places of its secrets are known, or, where the file does not parse,
 * each line is masked by itself before it is shown.
 */
export type SourceText =
  | {readonly text: string; readonly secretRanges: readonly TextSpan[]}
  | {readonly text: string; readonly maskLine: (line: string) => string};
