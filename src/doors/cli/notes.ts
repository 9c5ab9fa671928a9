import {warnOfNearVariables} from '../../core/config/near-variables';
import {type Diagnostic, hasErrors} from '../../core/diagnostics/diagnostic';
import {formatNumber} from '../../core/diagnostics/number-text';
import type {ValidateReport} from '../../core/specs/validate-report';
import {type StateView, viewState} from '../../core/state/fold-open';
import type {StateStore} from '../../core/state/store';
import {renderValidateText} from '../../features/validate/document';
import {type ErrorWords, renderErrorJson, renderErrorText} from '../../rendering/error';
import {escapeTerminal} from '../../rendering/escape-terminal';
import {renderFindingsText} from '../../rendering/finding';
import type {MonitorsCommand} from './command';

/** Takes away what stands on a terminal's line, and puts the cursor at its beginning. */
export const CLEAR_LINE = '\r\x1b[2K';

const COSTS_TWICE: readonly string[] = ['apply/maybe-duplicate', 'config/new-environment', 'state/earlier-version', 'state/server-changed'];

/** Writes warnings to stderr, each with its place and code frame; with `--quiet` only what may cost twice. */
export function noteWarnings(findings: readonly Diagnostic[], report: ValidateReport, command: MonitorsCommand): void {
  const shown = command.quiet ? findings.filter(({code}) => COSTS_TWICE.includes(code)) : findings;
  if (shown.length === 0) return;
  command.note(`${renderFindingsText(shown, command.renderOptions(command.context.stderr), report.sourceOf)}\n`);
}

/** Writes which of these variables are probably misspelt, with `--quiet` too: another environment or address may be used instead. */
export function noteVariables(strange: readonly string[], command: MonitorsCommand): void {
  const {env, stderr} = command.context;
  const findings = warnOfNearVariables(strange, env);
  if (findings.length > 0) command.note(`${renderFindingsText(findings, command.renderOptions(stderr))}\n`);
}

const TORN_TAIL: Diagnostic = {
  code: 'state/journal-torn',
  severity: 'warning',
  message: 'the last line of the journal was cut off by a crash and is ignored; no request depended on it',
};

/** A run that holds the lock has no answer yet for what it has sent. Whether it is alive is judged only by who takes the lock. */
const UNDER_WAY =
  'note: the state is locked by another run. While it runs, what it sent shows as unresolved; if it was killed, the next command that writes takes over the lock.\n';

/** Says what reading the state found besides the state; `lastRun` is the one that wrote the journal. */
export function noteStateView(
  view: Pick<StateView, 'folded' | 'tornTail' | 'unresolved'>,
  command: MonitorsCommand,
  lastRun: 'ended' | 'maybe-running' = 'ended',
): void {
  if (command.quiet) return;
  const {folded, tornTail, unresolved} = view;
  if (lastRun === 'maybe-running') {
    if (folded.length + unresolved.length > 0) command.note(UNDER_WAY);
    return;
  }
  if (tornTail) command.note(renderFindingsText([TORN_TAIL], command.renderOptions(command.context.stderr)));
  if (folded.length > 0) {
    command.note(`note: recorded from the journal of an interrupted run: ${escapeTerminal(showKeys(folded))}\n`);
  }
}

/** So many keys of a note are shown: a run may have finished thousands. */
const SHOWN_KEYS = 5;

function showKeys(keys: readonly string[]): string {
  const rest = keys.length - SHOWN_KEYS;
  return `${keys.slice(0, SHOWN_KEYS).join(', ')}${rest > 0 ? ` and ${formatNumber(rest)} more` : ''}`;
}

/** Says what opening a state for a repair takes over from an interrupted run; call it before the repair folds the journal. */
export async function noteWhatIsFolded(store: StateStore, command: MonitorsCommand): Promise<void> {
  noteStateView(await viewState(store), command);
}

/** Shows the findings that stop a command, in the form that its format asks for; returns exit code 1. `done` completes "so nothing was ...". */
export function invalidExitCode(report: ValidateReport, command: MonitorsCommand, done = 'planned'): number {
  if (!hasErrors(report.findings)) throw new Error('specs without errors were called invalid');
  const failure: ErrorWords = {
    code: 'spec/invalid',
    message: `the specs have ${report.errorCount === 1 ? 'an error' : `${report.errorCount} errors`}, so nothing was ${done}`,
    hint: 'fix the errors above; `monitors validate` shows them again',
  };
  if (command.isMachineReadable()) command.print(renderErrorJson(command.commandName, failure, report.findings));
  const options = command.renderOptions(command.context.stderr);
  command.note(renderValidateText(report, options));
  command.note(renderErrorText(failure, options));
  return 1;
}
