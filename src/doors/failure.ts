import {completeCommands, type ProjectFlags} from '../core/base/command-line';
import type {Context} from '../core/base/context';
import {Interrupted} from '../core/base/interruption';
import {describeTool} from '../core/base/version';
import {boundText} from '../core/diagnostics/bounded-text';
import type {DiagnosticCode} from '../core/diagnostics/codes';
import type {Diagnostic} from '../core/diagnostics/diagnostic';
import {UserError} from '../core/diagnostics/user-error';
import type {RenderOptions} from '../rendering/render-options';

/** An error as users meet it: the words, and the exit code that contract and docs/output.md give it. */
export interface ExplainedFailure {
  readonly code: DiagnosticCode;
  readonly message: string;
  readonly hint?: string;
  readonly exitCode: 3 | 5 | 70 | 130 | 143;
  /** Findings that say more, shown before the message. */
  readonly findings: readonly Diagnostic[];
  /** Stack trace of a bug, for the report. */
  readonly stack?: string;
}

/** Facts of the command that failed, for writing its error. */
export interface Failing extends ProjectFlags {
  readonly commandName: string;
  /** The environment names that the config lets specs refer to, as far as they were read: their values are not shown. */
  readonly referenceNames?: readonly string[];
  isMachineReadable(): boolean;
}

/** A message may list many names; what it quotes of a command line or a file may have any length. */
const LONGEST_MESSAGE = 4000;

/** A command to paste may have many words, and has to stay whole: only unreadably long words are cut. */
function boundWords(hint: string): string {
  return hint.replace(/\S{1000,}/g, word => boundText(word));
}

/** Completes the commands of a hint with the flags that were given: without `--environment`, one would change another environment. */
function completeHint<T extends {readonly hint?: string | undefined}>(words: T, given: ProjectFlags): T {
  return words.hint === undefined ? words : {...words, hint: boundWords(completeCommands(words.hint, given))};
}

/** The table from error to words and exit code. What is not in it is a bug in the tool. */
export function explainFailure(error: unknown): ExplainedFailure {
  if (error instanceof UserError) {
    const {code, message, hint, exitCode, findings} = error;
    return {code, message, ...(hint === undefined ? {} : {hint}), exitCode, findings};
  }
  if (error instanceof Interrupted) return {code: 'config/interrupted', message: error.message, exitCode: error.exitCode, findings: []};
  const bug = error instanceof Error ? error : new Error(String(error));
  return {
    code: 'config/internal-error',
    message: `${bug.name}: ${bug.message}`,
    exitCode: 70,
    findings: [],
    ...(bug.stack === undefined ? {} : {stack: bug.stack}),
  };
}

/** Writes the error where its reader looks for it, in the form the command's format asks for; returns the exit code. */
export async function writeFailure(met: ExplainedFailure, failing: Failing, context: Context): Promise<number> {
  const {renderCrashText, renderErrorJson, renderErrorText} = await import('../rendering/error');
  const {renderFindingsText} = await import('../rendering/finding');
  const redacted = await redactFailure(met, failing.referenceNames ?? [], context.env);
  const failure = {...completeHint(redacted, failing), findings: redacted.findings.map(finding => completeHint(finding, failing))};
  const clock = {now: context.world.now, timeZone: context.timeZone};
  const {columns, isTTY = false} = context.stderr;
  const options: RenderOptions = {color: false, width: columns || 100, onTerminal: isTTY, verbosity: 'normal', clock};
  if (failing.isMachineReadable()) context.stdout.write(renderErrorJson(failing.commandName, failure, failure.findings));
  if (failure.exitCode === 70) {
    const {nodeVersion, platform} = context.process;
    const tool = `${describeTool()}, Node ${nodeVersion}, ${platform}`;
    context.stderr.write(renderCrashText({...failure, tool}, options));
    return 70;
  }
  if (failure.findings.length > 0) context.stderr.write(renderFindingsText(failure.findings, options));
  context.stderr.write(renderErrorText(failure, options));
  return failure.exitCode;
}

/** Characters from which on a variable's value counts as a secret in the words of a bug: shorter ones stand in ordinary words. */
const SHORTEST_SECRET = 8;

/** Characters from which on a password is no ordinary word. */
const LONG_SECRET = 16;

/** A value that may be a word of a key or a path, such as the last part of a webhook's address: hidden, it would hide these. */
const ORDINARY_WORD = /^\p{L}{1,11}$/u;

/**
 * Takes out of words that come from elsewhere, such as an exception's, the keys and the values of references; bounds their
 * length. A bug may be met before it is known which variables specs refer to, so that its words show the value of none.
 */
export async function redactFailure(
  failure: ExplainedFailure,
  referenceNames: readonly string[],
  env: Context['env'],
): Promise<ExplainedFailure> {
  const {createRedactor} = await import('../core/secrets/redaction');
  const references = referenceNames.filter(name => !ORDINARY_WORD.test(env[name]?.trim() ?? ''));
  const names =
    failure.exitCode === 70 ? Object.keys(env) : ['MONITORS_API_KEY', 'MONITORS_STATE_KEY', 'MONITORS_WEBHOOK_SECRET', ...references];
  const isShown = (value: string) => failure.exitCode === 70 && (value.length < SHORTEST_SECRET || __dirname.startsWith(value));
  const values = names.flatMap(name => [env[name] ?? '', (env[name] ?? '').trim()]);
  const {listStateSecrets} = await import('../core/state/credentials');
  // A short one may be an ordinary word, which is left in words of ours.
  const parts = listStateSecrets(env).filter(({length}) => failure.exitCode === 70 || length >= LONG_SECRET);
  const secrets = [...values, ...parts].filter(value => !isShown(value));
  const redact = createRedactor(secrets.filter(secret => secret !== ''));
  const {message, hint, stack} = failure;
  return {
    ...failure,
    message: boundText(redact(message), LONGEST_MESSAGE),
    ...(hint === undefined ? {} : {hint: boundWords(redact(hint))}),
    ...(stack === undefined ? {} : {stack: redact(stack)}),
  };
}
