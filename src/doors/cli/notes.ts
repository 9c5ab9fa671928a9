import {countOf, formatNumber} from '../../core/base/words';
import {warnOfNearVariables} from '../../core/config/option-values';
import {type Diagnostic, hasErrors} from '../../core/diagnostics/diagnostic';
import type {ValidateReport} from '../../core/specs/validate-report';
import {type StateView, viewState} from '../../core/state/fold-open';
import {renderValidateText} from '../../features/validate/document';
import type {Door, Notes} from '../../project/door';
import type {CheckProgress} from '../../project/refresh';
import {type ErrorWords, renderErrorJson, renderErrorText} from '../../rendering/error';
import {CLEAR_LINE, escapeTerminal} from '../../rendering/escape-terminal';
import {renderFindingsText} from '../../rendering/finding';
import {formatDuration} from '../../rendering/sentences';
import type {Failing} from '../failure';

const COSTS_TWICE: readonly string[] = [
  'apply/maybe-duplicate',
  'config/new-environment',
  'state/earlier-version',
  'state/sent-before',
  'state/server-changed',
];

/** The notes of a command behind this door; `failing` says in which form its errors are written. */
export function openNotes(door: Door, failing: Failing): Notes {
  return {
    warn: (findings, report) => noteWarnings(findings, report, door),
    stateView: (view, lastRun) => noteStateView(view, door, lastRun),
    whatIsFolded: async store => noteStateView(await viewState(store), door),
    invalid: (report, done) => noteInvalid(report, door, failing, done),
  };
}

function noteWarnings(findings: readonly Diagnostic[], report: ValidateReport, door: Door): void {
  const shown = door.flags.quiet ? findings.filter(({code}) => COSTS_TWICE.includes(code)) : findings;
  if (shown.length === 0) return;
  door.note(`${renderFindingsText(shown, door.look('stderr'), report.sourceOf)}\n`);
}

/** Writes which of these variables are probably misspelt, with `--quiet` too: another environment or address may be used instead. */
export function noteVariables(strange: readonly string[], door: Door): void {
  const {env} = door.context;
  const findings = warnOfNearVariables(strange, env);
  if (findings.length > 0) door.note(`${renderFindingsText(findings, door.look('stderr'))}\n`);
}

const TORN_TAIL: Diagnostic = {
  code: 'state/journal-torn',
  severity: 'warning',
  message: 'the last line of the journal was cut off by a crash and is ignored; no request depended on it',
};

/** A run that holds the lock has no answer yet for what it has sent. Whether it is alive is judged only by who takes the lock. */
const UNDER_WAY =
  'note: the state is locked by another run. While it runs, what it sent shows as unresolved; if it was killed, the next command that writes takes over the lock.\n';

/** Says what reading the state found besides the state. */
export function noteStateView(
  view: Pick<StateView, 'folded' | 'tornTail' | 'unresolved'>,
  door: Pick<Door, 'flags' | 'look' | 'note'>,
  lastRun: 'ended' | 'maybe-running' = 'ended',
): void {
  if (door.flags.quiet) return;
  const {folded, tornTail, unresolved} = view;
  if (lastRun === 'maybe-running') {
    if (folded.length + unresolved.length > 0) door.note(UNDER_WAY);
    return;
  }
  if (tornTail) door.note(renderFindingsText([TORN_TAIL], door.look('stderr')));
  if (folded.length > 0) {
    door.note(`note: recorded from the journal of an interrupted run: ${escapeTerminal(showKeys(folded))}\n`);
  }
}

/** So many keys of a note are shown: a run may have finished thousands. */
const SHOWN_KEYS = 5;

function showKeys(keys: readonly string[]): string {
  const rest = keys.length - SHOWN_KEYS;
  return `${keys.slice(0, SHOWN_KEYS).join(', ')}${rest > 0 ? ` and ${formatNumber(rest)} more` : ''}`;
}

function noteInvalid(report: ValidateReport, door: Door, failing: Failing, done = 'planned'): number {
  if (!hasErrors(report.findings)) throw new Error('specs without errors were called invalid');
  const failure: ErrorWords = {
    code: 'spec/invalid',
    message: `the specs have ${report.errorCount === 1 ? 'an error' : `${report.errorCount} errors`}, so nothing was ${done}`,
    hint: 'fix the errors above; `monitors validate` shows them again',
  };
  if (failing.isMachineReadable()) door.print(renderErrorJson(failing.commandName, failure, report.findings));
  const options = door.look('stderr');
  door.note(renderValidateText(report, options));
  door.note(renderErrorText(failure, options));
  return 1;
}

/** Shows on stderr how far reading the service's list has come, and how many requests reading checks takes, before the first. */
export function showProgress(door: Door): CheckProgress {
  const note = (text: string) => door.note(text);
  if (door.flags.quiet) return {};
  const onWait = (missing: number, leftMs: number) => note(renderListWait(missing, leftMs));
  const noteStep = (what: string, requests: number, ms: number | null) => {
    const time = ms === null || ms < 1000 ? '' : `, about ${formatDuration(ms)}`;
    note(`reading ${what}: at most ${countOf(requests, 'request')}${time}\n`);
  };
  const onChecks = (monitors: number, requests: number, ms: number | null) =>
    noteStep(`the newest checks of ${countOf(monitors, 'monitor')}`, requests, ms);
  const onReasons = (what: string, requests: number, ms: number | null) => noteStep(`why ${what}`, requests, ms);
  if (door.context.stderr.isTTY !== true) return {onWait, onChecks, onReasons};
  return {
    onWait,
    onPage: known => note(`${CLEAR_LINE}read ${countOf(known, 'monitor')}`),
    onEnd: () => note(CLEAR_LINE),
    onChecks,
    onReasons,
    onChecked: (done, total, noun = 'monitor') => note(`${CLEAR_LINE}read ${countOf(done, noun)} of ${total}`),
  };
}

/** A note that the run waits for just created monitors to show in the service's list. */
function renderListWait(missing: number, leftMs: number): string {
  const were = missing === 1 ? 'was' : 'were';
  return `the service does not yet list ${countOf(missing, 'monitor')} that ${were} just created: waiting up to ${formatDuration(leftMs)}\n`;
}
