import type {ErrorDocument} from '../../rendering/error';
import type {FindingDocument} from '../../rendering/finding';

/** Nothing was done, for a reason that can be fixed: specs with errors, wrong options, no key, an unreadable or locked state. */
export class MonitorsError extends Error {
  override readonly name = 'MonitorsError';
  /** Code of the error, `family/name`; explained in docs/diagnostics.md. */
  readonly code: string;
  /** Advice for the next step. */
  readonly hint: string | undefined;
  /** The exit code of the command; see docs/output.md. */
  readonly exitCode: number;
  /** The findings that the error comes from, such as those of specs with errors. */
  readonly diagnostics: readonly FindingDocument[];

  constructor({error, diagnostics = []}: Pick<ErrorDocument, 'error' | 'diagnostics'>, exitCode: number) {
    super(error.message);
    this.code = error.code;
    this.hint = error.hint;
    this.exitCode = exitCode;
    this.diagnostics = diagnostics;
  }
}
