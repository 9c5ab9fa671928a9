import type {Failure} from '../api/port';
import type {ApplyOutcome, ApplyResult, Outcome} from '../apply/model';
import type {Plan} from '../plan/model';
import {applySentence, explainStop, isRepeatable, nextSteps, summarizeApply} from './apply-sentences';
import {findingLines} from './finding-text';
import type {RenderOptions} from './model';
import {countOf, pasteable} from './sentences';
import {BLANK, dataLine, hangingLine, type Line, printText, proseLine, type Span, type Style, styled} from './text';
import {valueText} from './value-text';

/** What became of each change, then what it comes to, why it ended early, and how to go on. */
export function renderApplyText(outcome: ApplyOutcome, plan: Plan, options: RenderOptions): string {
  const results = outcome.results.filter(result => options.verbosity !== 'quiet' || !isDone(result.outcome));
  const blocks = results.flatMap(resultLines);
  const findings = outcome.findings.flatMap(finding => findingLines(finding, undefined, options));
  return printText([...spaced(blocks), ...spaced(findings), ...footerLines(outcome, plan, options)], options);
}

/** One result on one line: glyph, key, what became of it, and what the service said of it. */
export function resultLine(result: ApplyResult): Line {
  const {glyph, style} = GLYPHS[result.outcome];
  const words = result.recovered === true ? 'created (its answer was lost; found in the service)' : OUTCOME_WORDS[result.outcome];
  return dataLine(0, styled(style, glyph), ' ', styled('strong', result.key), '  ', styled(style, words), ...serviceWords(result));
}

const GLYPHS: Readonly<Record<Outcome, {readonly glyph: string; readonly style: Style}>> = {
  created: {glyph: '+', style: 'added'},
  updated: {glyph: '~', style: 'changed'},
  replaced: {glyph: '-/+', style: 'changed'},
  deleted: {glyph: '-', style: 'removed'},
  adopted: {glyph: '~', style: 'changed'},
  renamed: {glyph: '~', style: 'changed'},
  failed: {glyph: '!', style: 'error'},
  'not-attempted': {glyph: '!', style: 'warning'},
  unknown: {glyph: '!', style: 'error'},
};

const OUTCOME_WORDS: Readonly<Record<Outcome, string>> = {
  created: 'created',
  updated: 'updated',
  replaced: 'replaced',
  deleted: 'deleted',
  adopted: 'adopted',
  renamed: 'renamed',
  failed: 'failed',
  'not-attempted': 'not attempted',
  unknown: 'outcome unknown',
};

function isDone(outcome: Outcome): boolean {
  return outcome !== 'failed' && outcome !== 'not-attempted' && outcome !== 'unknown';
}

function spaced(lines: readonly Line[]): Line[] {
  return lines.length === 0 ? [] : [...lines, BLANK];
}

function serviceWords({id, estimatedCreditsPerMonth, nextRunAt, isPaused, attempts, outcome}: ApplyResult): Span[] {
  const words: string[] = [];
  if (id !== undefined) words.push(id);
  if (isPaused === true) words.push('paused');
  else if (typeof estimatedCreditsPerMonth === 'number') words.push(`${countOf(estimatedCreditsPerMonth, 'credit')} a month`);
  if (typeof nextRunAt === 'string' && isPaused !== true) words.push(`next check ${nextRunAt}`);
  if (attempts > 1 || (attempts === 1 && !isDone(outcome))) words.push(countOf(attempts, 'attempt'));
  return words.length === 0 ? [] : ['  ', styled('faint', words.join(', '))];
}

function resultLines(result: ApplyResult): Line[] {
  return [resultLine(result), ...failureLines(result.error), ...doubtLines(result)];
}

function failureLines(failure: Failure | undefined): Line[] {
  if (failure === undefined) return [];
  const details = failure.details === undefined ? [] : [hangingLine(4, 2, `details: ${valueText(failure.details)}`)];
  return [hangingLine(4, 2, failure.message), ...details];
}

/** What is in doubt where a change may have been carried out unseen, or a create twice. */
function doubtLines(result: ApplyResult): Line[] {
  const {outcome, mayExistTwice, targetIds} = result;
  if (outcome !== 'unknown' && mayExistTwice !== true) return [];
  if (isRepeatable(result)) return [hangingLine(4, 2, `the ${result.action} may have been carried out`)];
  const why = outcome === 'unknown' ? 'it may exist: look for a monitor with' : 'it may exist twice: look for another monitor with';
  if (targetIds === undefined || targetIds.length === 0) return [hangingLine(4, 2, why.replace(/: .*/, ': look in the service'))];
  return [hangingLine(4, 2, `${why} ${targetIds.length === 1 ? 'target id' : 'target ids'}`), ...targetIds.map(id => dataLine(6, id))];
}

function footerLines(outcome: ApplyOutcome, plan: Plan, options: RenderOptions): Line[] {
  const summary = summarizeApply(outcome, plan);
  const lines = [dataLine(0, styled('strong', applySentence(summary)))];
  if (outcome.stop !== undefined) {
    const {message, hint} = explainStop(outcome.stop);
    lines.push(proseLine(0, styled('error', message)), hangingLine(3, 6, styled('strong', 'hint:'), ` ${pasteable(hint, options)}`));
  }
  const steps = nextSteps(outcome, summary).flatMap(({text, ways}) => [
    dataLine(0, styled('mark', '->'), ` ${pasteable(text, options)}`),
    ...ways.map(way => dataLine(3, styled('mark', '->'), ` ${pasteable(way, options)}`)),
  ]);
  return [...lines, ...steps, ...ambiguityLines(outcome)];
}

/** Said only where it mattered: something was sent again after doubt, or was not because of the mode. */
function ambiguityLines({results, onAmbiguous}: ApplyOutcome): Line[] {
  const isUnknown = results.some(({outcome}) => outcome === 'unknown');
  const wasSentAgain = results.some(
    ({outcome, attempts, mayExistTwice}) => mayExistTwice === true || (outcome === 'unknown' && attempts > 1),
  );
  if (onAmbiguous === 'stop' ? !isUnknown : !wasSentAgain) return [];
  const meaning = onAmbiguous === 'stop' ? 'nothing is sent again' : 'what the service documents as retryable is sent again';
  return [proseLine(0, `After an answer that left doubt, this run followed --on-ambiguous ${onAmbiguous}: ${meaning}.`)];
}
