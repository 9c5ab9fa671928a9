import type {DiagnosticCode} from '../core/diagnostics/codes';
import type {Diagnostic} from '../core/diagnostics/diagnostic';
import {helpAddress} from '../core/diagnostics/help-address';
import {stringifyJson} from './escape-json';
import {type FindingDocument, helpLines, toFindingDocument} from './finding';
import {localizeTimes} from './local-time';
import type {RenderOptions} from './render-options';
import {dataLine, hangingLine, printText, proseLine, styled} from './text';

/** Output on stdout if a command fails before it has its own document. */
export interface ErrorDocument {
  /** Version of this document; within a version members are only added. */
  readonly formatVersion: 1;
  /**
   * The command, such as `state list`.
   * @example "apply"
   */
  readonly command: string;
  /** The error that ended the run. */
  readonly error: ErrorDetails;
  /** Findings that caused the error, for example in specs or in the config file. */
  readonly diagnostics?: readonly FindingDocument[];
}

/** What went wrong. */
export interface ErrorDetails {
  /**
   * Code of the error, `family/name`; explained in docs/diagnostics.md.
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
  /** Web address of the code's page. Left out while the package does not name its repository. */
  readonly help?: string;
}

/** An error in words: what happened, and what to do next. */
export interface ErrorWords {
  readonly code: DiagnosticCode;
  readonly message: string;
  readonly hint?: string;
}

/** The document that stands on stdout when a command could not make its own. */
function toErrorDocument(command: string, error: ErrorWords, findings: readonly Diagnostic[] = []): ErrorDocument {
  const {code, message, hint} = error;
  const help = helpAddress(code);
  return {
    formatVersion: 1,
    command,
    error: {code, message, ...(hint === undefined ? {} : {hint}), ...(help === undefined ? {} : {help})},
    ...(findings.length === 0 ? {} : {diagnostics: findings.map(toFindingDocument)}),
  };
}

/** An error for programs. One line, so that it fits where each line is a document as well as where all of stdout is one. */
export function renderErrorJson(command: string, error: ErrorWords, findings: readonly Diagnostic[] = []): string {
  return `${stringifyJson(toErrorDocument(command, error, findings), 0)}\n`;
}

/** An error that ends a run, as its reader meets it: what happened, and what to do next. */
export function renderErrorText(
  error: {readonly code: string; readonly message: string; readonly hint?: string},
  options: RenderOptions,
): string {
  const lines = [
    hangingLine(0, 3, styled('error', 'error'), '  ', styled('faint', error.code), `  ${localizeTimes(error.message, options)}`),
  ];
  if (error.hint !== undefined) lines.push(hangingLine(3, 6, styled('strong', 'hint:'), ` ${error.hint}`));
  lines.push(...helpLines(error.code, options));
  return printText(lines, options);
}

/**
 * Renders the text that is printed for a bug in the tool (exit code 70). `message` and `stack` are redacted by the
 * caller; `tool` names version, Node and platform.
 */
export function renderCrashText(
  crash: {readonly message: string; readonly stack?: string; readonly tool: string},
  options: RenderOptions,
): string {
  return printText(
    [
      hangingLine(0, 3, styled('error', 'error'), '  ', styled('faint', 'config/internal-error'), `  ${crash.message}`),
      ...toolFrames(crash.stack ?? '').map(frame => dataLine(3, styled('faint', frame))),
      dataLine(3, styled('faint', crash.tool)),
      proseLine(3, 'This is a bug in monitors. Please report it with the lines above; they hold no key and no secret.'),
      proseLine(3, 'Everything done before it is recorded in the state and its journal: `monitors plan` shows what is left.'),
    ],
    options,
  );
}

const MOST_FRAMES = 8;

/** The stack's frames that lie in the tool, without the directories of this machine. */
function toolFrames(stack: string): string[] {
  return stack
    .split('\n')
    .map(line => line.trim())
    .filter(line => line.startsWith('at ') && !/\(?node:|node_modules/.test(line))
    .map(line => line.replace(/(?:file:\/\/)?(?:[A-Za-z]:)?[\\/](?:[^\s()]*[\\/])?([^\s()\\/]+:\d+:\d+)/, '$1'))
    .slice(0, MOST_FRAMES);
}
