import type {DiagnosticCode} from '../../core/diagnostics/codes';
import {type ExplainedFailure, explainFailure, redactFailure} from '../failure';
import type {ActionPorts, ActionResult, FailureReason} from './ports';

/**
 * Turns an error into a result: exit code and message of the command line, with the names of inputs instead of flags.
 * `refused` is the title of the summary if nothing was sent. The words of a bug show no value of a variable: logs and summaries are
 * read by many, and only registered secrets are masked there.
 */
export async function failWith(
  error: unknown,
  ports: Pick<ActionPorts, 'annotate' | 'log' | 'env'>,
  refused = 'Nothing was done',
): Promise<ActionResult> {
  const met = explainFailure(error);
  const shown: ExplainedFailure = met.exitCode === 70 ? await redactFailure(met, [], ports.env) : met;
  const {code, exitCode, findings, stack, ...said} = shown;
  const message = nameInputs(said.message);
  const hint = HINTS[code] ?? (said.hint === undefined ? undefined : nameInputs(said.hint));
  const words = {message, ...(hint === undefined ? {} : {hint})};
  const {renderFailureMarkdown} = await import('./findings-markdown');
  if (findings.length > 0) {
    const {renderValidateGithub} = await import('../../features/validate/github');
    const report = {files: 1, monitors: 0, errorCount: findings.length, warningCount: 0, findings, sourceOf: () => undefined};
    ports.annotate(renderValidateGithub(report, {color: false, width: 100, verbosity: 'normal'}));
  }
  if (stack !== undefined) ports.log(`${stack}\n`);
  return {
    exitCode,
    failureReason: REASONS[code] ?? null,
    message: {title: code, text: message, ...(hint === undefined ? {} : {hint})},
    outputs: {},
    summary: renderFailureMarkdown(exitCode === 3 ? refused : 'The run failed', {code, ...words}),
  };
}

/** The errors that have a `failure-reason`; for all others the exit code is enough. */
const REASONS: Readonly<Record<string, FailureReason>> = {
  'config/invalid': 'invalid-specs',
  'git/busy-branch': 'state-locked',
  'git/plan-changed': 'plan-changed',
  'state/locked': 'state-locked',
  'state/lock-damaged': 'state-locked',
};

/** Hints that differ from those of the command line. */
const HINTS: {readonly [Code in DiagnosticCode]?: string} = {
  'config/no-address':
    'set the input base-url, for example "base-url: ${{ vars.MONITORS_BASE_URL }}", and define that variable in the repository settings',
  'config/no-key':
    'set the input api-key, for example "api-key: ${{ secrets.MONITORS_API_KEY }}", and define that secret in the repository settings',
  'state/nothing-stored': 'apply first; if the state is on a branch of its own, set the input state-branch',
};

/** The flags of the command line that have an input of the same name. */
const FLAG =
  /--(?=(?:allow-deletes|allow-old-checkout|base-url|config|environment|exclude|on-ambiguous|on-error|only|specs|state|strict)(?![\w-]))/g;

function nameInputs(text: string): string {
  return text.replace(FLAG, 'the input ');
}
