import type {DiagnosticCode} from '../diagnostics/codes';
import type {Diagnostic} from '../diagnostics/diagnostic';
import {stringifyJson} from './escape-json';
import {type FindingDocument, toFindingDocument} from './finding-document';

/** What stands on stdout when a command could not make its own document: what went wrong, and what to do next. */
export interface ErrorDocument {
  /** Version of this shape; members are only ever added within a version. */
  readonly formatVersion: 1;
  /**
   * The command's words.
   * @example "apply"
   */
  readonly command: string;
  /** The error that ended the run. */
  readonly error: ErrorDetails;
  /** The findings that the error comes from, where there are any: of specs with errors, of a config file. */
  readonly diagnostics?: readonly FindingDocument[];
}

/** What went wrong. */
export interface ErrorDetails {
  /**
   * Which kind of error: `family/name`, each with a page in docs/diagnostics.md.
   * @pattern ^[a-z]+/[a-z0-9-]+$
   * @example "config/no-key"
   */
  readonly code: string;
  /**
   * What happened, in one sentence.
   * @example "MONITORS_API_KEY is not set"
   */
  readonly message: string;
  /**
   * What to do next.
   * @example "set it to a key of the service; in CI, as a secret"
   */
  readonly hint?: string;
}

/** An error in words: what happened, and what to do next. */
export interface ErrorWords {
  readonly code: DiagnosticCode;
  readonly message: string;
  readonly hint?: string;
}

/** The document that stands on stdout when a command could not make its own. */
export function toErrorDocument(command: string, error: ErrorWords, findings: readonly Diagnostic[] = []): ErrorDocument {
  const {code, message, hint} = error;
  return {
    formatVersion: 1,
    command,
    error: {code, message, ...(hint === undefined ? {} : {hint})},
    ...(findings.length === 0 ? {} : {diagnostics: findings.map(toFindingDocument)}),
  };
}

/** An error for programs. One line, so that it fits where each line is a document as well as where all of stdout is one. */
export function renderErrorJson(command: string, error: ErrorWords, findings: readonly Diagnostic[] = []): string {
  return `${stringifyJson(toErrorDocument(command, error, findings), 0)}\n`;
}
