import type {DiagnosticCode} from '../diagnostics/codes';
import {explainFailure} from '../engine/failure';
import type {ActionPorts, ActionResult, FailureReason} from './ports';

/**
 * An error as a result: the exit codes of the command line, and its words, which name inputs here instead of flags.
 * `refused` heads the summary of a refusal.
 */
export async function failWith(
  error: unknown,
  ports: Pick<ActionPorts, 'annotate' | 'log'>,
  refused = 'Nothing was done',
): Promise<ActionResult> {
  const {code, exitCode, findings, stack, ...said} = explainFailure(error);
  const message = nameInputs(said.message);
  const hint = HINTS[code] ?? (said.hint === undefined ? undefined : nameInputs(said.hint));
  const words = {message, ...(hint === undefined ? {} : {hint})};
  const {renderFailureMarkdown} = await import('./plan-comment');
  if (findings.length > 0) {
    const {renderValidateGithub} = await import('../report/validate-github');
    const report = {files: 1, monitors: 0, errorCount: findings.length, warningCount: 0, findings, sourceOf: () => undefined};
    ports.annotate(renderValidateGithub(report, {color: false, width: 100, verbosity: 'normal'}));
  }
  if (stack !== undefined) ports.log(`${stack}\n`);
  return {
    exitCode,
    failureReason: REASONS[code] ?? null,
    message: {title: code, text: message, ...(hint === undefined ? {} : {hint})},
    outputs: {},
    summary: renderFailureMarkdown(exitCode === 3 ? refused : 'The run did not come to its end', {code, ...words}),
  };
}

/** Refusals that workflows may want to tell apart; of every other one the exit code says enough. */
const REASONS: Readonly<Record<string, FailureReason>> = {
  'config/invalid': 'invalid-specs',
  'git/busy-branch': 'state-locked',
  'git/plan-changed': 'plan-changed',
  'state/locked': 'state-locked',
  'state/lock-damaged': 'state-locked',
};

/** Where the way out is another one than on the command line. */
const HINTS: {readonly [Code in DiagnosticCode]?: string} = {
  'config/no-address':
    'give the input base-url, for example "base-url: ${{ vars.MONITORS_BASE_URL }}", and set that variable in the settings of the repository',
  'config/no-key':
    'give the input api-key, for example "api-key: ${{ secrets.MONITORS_API_KEY }}", and set that secret in the settings of the repository',
};

/** The flags of the command line that have an input of the same name. */
const FLAG = /--(?=(?:allow-deletes|base-url|config|environment|on-ambiguous|on-error|only|specs|state|strict)(?![\w-]))/g;

function nameInputs(text: string): string {
  return text.replace(FLAG, 'the input ');
}
