import type {Diagnostic} from '../diagnostics/diagnostic';
import type {SourceText} from '../diagnostics/source-text';

/** The result of checking specs. */
export interface ValidateReport {
  readonly files: number;
  readonly monitors: number;
  /** All errors, also those beyond what one document lists. */
  readonly errorCount: number;
  /** All warnings, also those beyond what one document lists. */
  readonly warningCount: number;
  /** Sorted by file and place. */
  readonly findings: readonly Diagnostic[];
  /** The text that a finding's file was read as; undefined when it may not or can't be shown. */
  readonly sourceOf: (file: string) => SourceText | undefined;
}
