import type {Check} from '../../core/api/check-port';
import type {Certainty, CheckStart, RefusalReason} from '../../core/apply/start-check';
import {keyCommand} from '../../core/base/command-line';
import {countOf, formatNumber} from '../../core/base/words';
import {showTime} from '../../rendering/local-time';
import type {RenderOptions} from '../../rendering/render-options';
import {describeParts, pasteable, shorten} from '../../rendering/sentences';
import {BLANK, dataLine, hangingLine, type Line, printText, proseLine, type Style, styled} from '../../rendering/text';
import {changesLines} from './checks-text';
import {type MonitorRunView, type RunView, summarizeRun} from './run-document';

/** The most monitors that are listed with what they cost. */
const MOST_COSTS = 20;

/** Renders the cost of checks, before they are started: one line for each monitor, and what is not in the estimate. */
export function renderCostsText(
  costs: readonly (Pick<MonitorRunView, 'key' | 'estimatedCredits' | 'besides'> & {readonly notIncluded: readonly string[]})[],
  options: RenderOptions,
): string {
  const shown = costs.slice(0, MOST_COSTS);
  const rest = costs.length - shown.length;
  const extras = [...new Set(costs.flatMap(({notIncluded}) => notIncluded))].sort();
  return printText(
    [
      ...shown.map(({key, estimatedCredits: credits, besides}) => {
        const parts = credits === null || besides === 0 ? '' : ` (${describeParts(credits - besides, besides)})`;
        return dataLine(
          2,
          styled('strong', shorten(key)),
          `  ${credits === null ? 'unknown cost' : `about ${countOf(credits, 'credit')}${parts}`}`,
        );
      }),
      ...(rest > 0 ? [proseLine(2, `and ${countOf(rest, 'more monitor')}`)] : []),
      ...(extras.length === 0 ? [] : [hangingLine(2, 2, `not included: ${extras.join(', ')}`)]),
    ],
    options,
  );
}

/** Renders the result of each monitor, the changes that its check found, and a summary. */
export function renderRunText(view: RunView, options: RenderOptions): string {
  const blocks = view.runs.map(run => runLines(run, view, options));
  const lines = blocks.flatMap((block, index) => {
    const isApart = block.length > 1 || (blocks[index - 1]?.length ?? 0) > 1;
    return index > 0 && isApart ? [BLANK, ...block] : block;
  });
  return printText([...lines, ...(options.verbosity === 'quiet' ? [] : [BLANK, ...summaryLines(view, options)])], options);
}

function runLines(run: MonitorRunView, {isInterrupted}: RunView, options: RenderOptions): Line[] {
  const {key, start, end} = run;
  const head = (style: Style, words: string): Line => hangingLine(0, 2, styled('strong', shorten(key)), '  ', styled(style, words));
  if (start === null) return [head('faint', 'not attempted')];
  if (start.kind === 'unknown') {
    return [
      head('error', `a check may have been started: ${start.failure.message}`),
      proseLine(2, pasteable(`Run "${keyCommand('checks', key)}" before you start another one: each is paid for.`, options)),
    ];
  }
  if (start.kind === 'refused')
    return [
      head(start.reason === 'running' ? 'warning' : 'error', `not started: ${explainRefusal(start, options)}`),
      ...hintLines(start, key, options),
    ];
  const doubt = CERTAINTY_WORDS[start.certainty];
  const notes = doubt === null ? [] : [proseLine(2, doubt)];
  if (end?.kind === 'ended') return [dataLine(0, styled('strong', shorten(key))), ...notes, ...changesLines(end.changes, aloud(options))];
  const words =
    end === null
      ? `started ${start.checkId}`
      : end.kind === 'not-read'
        ? `started ${start.checkId}, but its end could not be read: ${end.failure.message}`
        : `${isInterrupted ? 'goes on' : 'still running'}: ${start.checkId}`;
  return [head(end?.kind === 'not-read' ? 'warning' : 'added', words), ...notes];
}

/** Keeps the findings and cost of a check even when quiet: they are what was asked for. */
function aloud(options: RenderOptions): RenderOptions {
  return options.verbosity === 'quiet' ? {...options, verbosity: 'normal'} : options;
}

const CERTAINTY_WORDS: Readonly<Record<Certainty, string | null>> = {
  answered: null,
  found: 'The answer was lost; this check is new in the list of checks.',
  'one-of-several':
    'The answer was lost; several manual checks are new in the list of checks. This is the oldest of them, and may be another one.',
  probable: 'The service refused a second request, since a check was running: probably the one that the first request started.',
};

function explainRefusal({reason, failure, running}: Extract<CheckStart, {kind: 'refused'}>, options: RenderOptions): string {
  return (
    REFUSAL_WORDS[reason] ??
    (reason === 'running'
      ? `a check is ${running?.status === 'queued' ? 'queued' : 'running'} already${describeRunning(running, options)}`
      : failure.message)
  );
}

const REFUSAL_WORDS: Readonly<Partial<Record<RefusalReason, string>>> = {
  paused: 'the monitor is paused',
  'no-credits': 'the account has no credits left',
  missing: 'the service has no monitor with the recorded id',
};

function describeRunning(running: Check | null, options: RenderOptions): string {
  if (running === null) return '';
  const at = running.startedAt ?? running.createdAt;
  return ` (${[shorten(running.trigger), running.id, ...(at === null ? [] : [`since ${showTime(at, options)}`])].join(', ')})`;
}

function hintLines({reason}: Extract<CheckStart, {kind: 'refused'}>, key: string, options: RenderOptions): Line[] {
  const hint = {
    running: `Run "${keyCommand('checks', key)}" to see how it ends.`,
    paused: 'Paused monitors run no checks. Remove "paused: true" from its spec and apply, or resume it in the dashboard.',
    'no-credits': 'Add credits, or wait for the next billing period.',
    missing: 'Run "monitors plan --refresh" to compare the state with the service.',
    refused: null,
  }[reason];
  return hint === null ? [] : [proseLine(2, pasteable(hint, options))];
}

function summaryLines(view: RunView, options: RenderOptions): Line[] {
  const {monitors, started, notStarted, unknown, estimatedCredits, actualCredits} = summarizeRun(view);
  const going = view.runs.filter(({end, start}) => start?.kind === 'started' && end?.kind !== 'ended').length;
  const about = estimatedCredits === null ? [] : [`about ${countOf(estimatedCredits, 'credit')} estimated`];
  const parts = [
    started === monitors ? `${countOf(started, 'check')} started` : `${formatNumber(started)} of ${countOf(monitors, 'check')} started`,
    ...(notStarted === 0 ? [] : [`${formatNumber(notStarted)} not started`]),
    ...(unknown === 0 ? [] : [`${formatNumber(unknown)} unknown`]),
    ...(actualCredits === null ? [] : [`${countOf(actualCredits, 'credit')} charged`]),
    ...(started === 0 ? [] : about),
  ];
  const [only] = view.runs;
  const command = view.runs.length === 1 && only !== undefined ? keyCommand('checks', only.key) : 'monitors checks KEY';
  const goesOn =
    going === 0
      ? []
      : [
          proseLine(
            0,
            pasteable(
              `${going === 1 ? 'The check goes' : `${formatNumber(going)} checks go`} on in the service. Run "${command}" to see how ${going === 1 ? 'it ends' : 'they end'}.`,
              options,
            ),
          ),
        ];
  return [proseLine(0, `Run: ${parts.join(', ')}.`), ...goesOn];
}
