import type {ExchangeNote} from '../api/http-service';
import {type Diagnostic, hasErrors} from '../diagnostics/diagnostic';
import {escapeTerminal, renderErrorText, renderFindingsText, renderValidate, stringifyJson, toErrorDocument} from '../report';
import type {ValidateReport} from '../report/model';
import type {StateView} from '../state/fold-open';
import type {MonitorsCommand} from './command';

/** Writes warnings to stderr, each with its place and code frame; nothing with `--quiet`. */
export function noteWarnings(findings: readonly Diagnostic[], report: ValidateReport, command: MonitorsCommand): void {
  if (findings.length === 0 || command.quiet) return;
  command.note(`${renderFindingsText(findings, command.renderOptions(command.context.stderr), report.sourceOf)}\n`);
}

/** Says what reading the state found besides the state. */
export function noteStateView(view: Pick<StateView, 'folded' | 'tornTail'>, command: MonitorsCommand): void {
  if (command.quiet) return;
  const {folded, tornTail} = view;
  if (tornTail)
    command.note('note: the last line of the journal was cut off by a crash; nothing was sent on its strength, so it is ignored\n');
  if (folded.length > 0) {
    command.note(`note: an interrupted run had created ${escapeTerminal(folded.join(', '))}: taken over from its journal\n`);
  }
}

/** One request as `--verbose` shows it: method, path, status, time, sizes, never a header or a body. */
export function noteExchange(note: ExchangeNote, command: MonitorsCommand): void {
  const {method, path, status, durationMs, sentBytes, receivedBytes, requestId} = note;
  const id = requestId === undefined ? '' : `, request id ${requestId}`;
  const text = `${method} ${path} -> ${status ?? 'no answer'} in ${Math.round(durationMs)} ms, ${sentBytes} bytes sent, ${receivedBytes} received${id}`;
  command.note(`${escapeTerminal(text)}\n`);
}

/** Shows the findings that stop plan and apply, in the form the command's format asks for; returns exit code 1. */
export function invalidExitCode(report: ValidateReport, command: MonitorsCommand): number {
  if (!hasErrors(report.findings)) throw new Error('specs without errors were called invalid');
  const failure = {
    code: 'spec/invalid',
    message: `the specs have errors (${report.errorCount}), so nothing was planned`,
    hint: 'mend them; `monitors validate` shows them again',
  } as const;
  if (command.isMachineReadable()) {
    command.print(`${stringifyJson({...toErrorDocument(command.commandName, failure), diagnostics: report.findings}, 2)}\n`);
  }
  const options = command.renderOptions(command.context.stderr);
  command.note(renderValidate(report, 'text', options));
  command.note(renderErrorText(failure, options));
  return 1;
}
