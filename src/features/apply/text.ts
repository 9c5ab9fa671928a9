import type {Failure} from '../../core/api/port';
import type {ApplyOutcome, ApplyResult, Outcome} from '../../core/apply/ports';
import {addToGroup} from '../../core/base/grouping';
import {countOf, formatNumber, listFirst} from '../../core/base/words';
import type {Change, Plan} from '../../core/plan/change';
import {findPriceReason} from '../../core/plan/costs';
import type {CreditEstimate} from '../../core/specs/credits';
import type {Key} from '../../core/specs/desired-monitor';
import {listFindingLines} from '../../rendering/finding';
import {showCheckTime} from '../../rendering/local-time';
import {groupForPeople} from '../../rendering/plan-group-lines';
import {describePriceReason, placeLines} from '../../rendering/plan-sentences';
import type {RenderOptions} from '../../rendering/render-options';
import {pasteable} from '../../rendering/sentences';
import {BLANK, dataLine, hangingLine, type Line, printText, proseLine, type Span, type Style, styled} from '../../rendering/text';
import {valueText} from '../../rendering/value-text';
import {applySentence, explainStop, isDone, isRepeatable, nextSteps, sayOutcome, summarizeApply} from './sentences';

/** Renders the result of each change, then the totals, why it ended early, and how to continue. */
export function renderApplyText(outcome: ApplyOutcome, plan: Plan, options: RenderOptions): string {
  const results = outcome.results.filter(result => options.verbosity !== 'quiet' || !isDone(result.outcome));
  const reasons = shareFailures(results);
  const estimates = listEstimates(plan);
  const skipped = results.filter(({outcome: ended, error}) => ended === 'not-attempted' && error === undefined);
  const grouped = new Set(skipped.length > 1 ? skipped : []);
  const listed = results.filter(result => !grouped.has(result));
  const single = groupResults(
    {results: listed, ...(outcome.stop === undefined ? {} : {stop: outcome.stop})},
    options.verbosity === 'verbose' ? {changes: []} : plan,
  );
  const blocks = [
    ...single.flatMap(group =>
      group.results.length > 1
        ? groupLines(group, options)
        : resultLines(group.first, reasons, {...options, estimate: estimates.get(group.first.key)}),
    ),
    ...skippedLines([...grouped]),
    ...reasons.flatMap(reason => [BLANK, ...reasonLines(reason)]),
  ];
  const prices = options.verbosity === 'quiet' ? [] : priceReasonLines(results, estimates);
  const findings = listFindingLines(outcome.findings, () => undefined, options);
  return printText([...spaced(blocks), ...spaced(prices), ...spaced(findings), ...footerLines(outcome, plan, options)], options);
}

/** Advises where to look after the first apply of a project; nothing after later ones, or where something is left to do. */
export function renderAfterFirst(outcome: ApplyOutcome, plan: Plan, options: RenderOptions): string {
  const {created, unchanged} = summarizeApply(outcome, plan);
  const isFirst = created > 0 && created === outcome.results.length && unchanged + plan.summary.blocked === 0;
  if (!isFirst || outcome.stop !== undefined) return '';
  const page = 'All on one page: monitors report --out report.html';
  const looks = ['How they do: monitors status', 'Check one now: monitors run KEY --wait', `${page} --refresh`];
  const lines = (plan.operations === 'full' ? looks : [page]).map(look => stepLine(look, options));
  return printText(lines, options);
}

/** Options of showing a result: the reader's clock, and the cost of the monitor by the price list. */
interface ResultView extends Pick<RenderOptions, 'clock'> {
  readonly estimate?: CreditEstimate | undefined;
}

/** One result: glyph, key, outcome, and the service's message; long lines are wrapped. */
export function resultLine(result: ApplyResult, view: ResultView = {}): Line {
  const {glyph, style} = GLYPHS[result.outcome];
  const words = result.recovered === true ? 'created (the response was lost; found in the service)' : sayOutcome(result.outcome);
  const head = [styled(style, glyph), ' ', styled('strong', result.key), '  ', styled(style, words)];
  return hangingLine(0, 4, ...head, ...serviceWords(result, view));
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

function spaced(lines: readonly Line[]): Line[] {
  return lines.length === 0 ? [] : [...lines, BLANK];
}

function serviceWords({id, estimatedCreditsPerMonth, nextRunAt, isPaused, attempts, outcome}: ApplyResult, view: ResultView): Span[] {
  const words: string[] = [];
  if (id !== undefined) words.push(id);
  if (isPaused === true) words.push('paused');
  else if (typeof estimatedCreditsPerMonth === 'number') words.push(priceWords(estimatedCreditsPerMonth, view));
  if (typeof nextRunAt === 'string' && isPaused !== true) words.push(`next check ${showCheckTime(nextRunAt, view)}`);
  if (attempts > 1 || (attempts === 1 && !isDone(outcome))) words.push(countOf(attempts, 'attempt'));
  return words.length === 0 ? [] : ['  ', styled('faint', words.join(', '))];
}

/** Lists the cost of the monitors by the price list, by key. */
function listEstimates({changes}: Plan): ReadonlyMap<Key, CreditEstimate> {
  return new Map(
    changes.flatMap(change => ('after' in change && change.after !== undefined ? [[change.key, change.after.estimate] as const] : [])),
  );
}

/** Why figures of the service differ from those of the price list, each reason once with the monitors that it is about. */
function priceReasonLines(results: readonly ApplyResult[], estimates: ReadonlyMap<Key, CreditEstimate>): Line[] {
  const keysOf = new Map<string, Key[]>();
  for (const {key, estimatedCreditsPerMonth: service, isPaused} of results) {
    const estimate = estimates.get(key);
    const reason = estimate === undefined || typeof service !== 'number' || isPaused === true ? null : findPriceReason(estimate, service);
    if (reason !== null) addToGroup(keysOf, describePriceReason(reason), key);
  }
  return [...keysOf].map(([reason, keys]) =>
    proseLine(0, `Credits of ${keys.length === 1 ? `"${keys[0]}"` : countOf(keys.length, 'monitor')}: ${reason}.`),
  );
}

/** The service's figure, and ours where it is another one. */
function priceWords(service: number, {estimate}: ResultView): string {
  const words = `${countOf(service, 'credit')} a month`;
  const reason = estimate === undefined ? null : findPriceReason(estimate, service);
  if (estimate === undefined || reason === null) return words;
  return `${words} (${formatNumber(estimate.creditsPerMonth)} by the price list)`;
}

function resultLines(result: ApplyResult, reasons: readonly SharedFailure[], view: ResultView): Line[] {
  const isShared = reasons.some(({failed}) => failed.includes(result));
  return [resultLine(result, view), ...(isShared ? [] : failureLines(result.error)), ...doubtLines(result)];
}

/** Results that have one line, and the keys below it: the ids are in the state. */
function groupLines({first, results, list}: ResultGroup, clocked: Pick<RenderOptions, 'clock'>): Line[] {
  const {glyph, style} = GLYPHS[first.outcome];
  const name = list === undefined ? [] : ['  ', styled('strong', list === '' ? '*' : `${list}/*`)];
  const words = sumWords(results, clocked);
  const head = [styled(style, glyph), ' ', styled('strong', countOf(results.length, 'monitor')), ...name];
  const said = ['  ', styled(style, sayOutcome(first.outcome)), ...(words === '' ? [] : ['  ', styled('faint', words)])];
  const keys = results.map(({key}) => key);
  return [hangingLine(0, 4, ...head, ...said), hangingLine(4, 2, listFirst(keys, SHOWN_KEYS))];
}

/** Keys that are listed below a group. */
const SHOWN_KEYS = 5;

/** Says of a group what the service says of each: what they cost together, and when the first of them is checked. */
function sumWords(results: readonly ApplyResult[], clocked: Pick<RenderOptions, 'clock'>): string {
  const running = results.filter(({isPaused}) => isPaused !== true);
  const paused = results.length - running.length;
  const prices = running.flatMap(({estimatedCreditsPerMonth: price}) => (typeof price === 'number' ? [price] : []));
  const [next] = running.flatMap(({nextRunAt}) => (typeof nextRunAt === 'string' ? [nextRunAt] : [])).sort();
  const isKnown = prices.length > 0 && prices.length === running.length;
  const credits = prices.reduce((sum, price) => sum + price, 0);
  return [
    ...(isKnown ? [`${countOf(credits, 'credit')} a month together`] : []),
    ...(next === undefined ? [] : [`first check ${showCheckTime(next, clocked)}`]),
    ...(paused === 0 ? [] : [running.length === 0 ? 'paused' : `${formatNumber(paused)} paused`]),
  ].join(', ');
}

/** Changes that were not attempted, in one line: after a stop they may be thousands. */
function skippedLines(skipped: readonly ApplyResult[]): Line[] {
  if (skipped.length === 0) return [];
  const {glyph, style} = GLYPHS['not-attempted'];
  const words = `${countOf(skipped.length, 'change')} not attempted`;
  return [hangingLine(0, 4, styled(style, glyph), ' ', styled(style, words), `  ${listFirst(skipped.map(({key}) => key))}`)];
}

/** A failure that several changes met. */
interface SharedFailure {
  readonly failed: readonly ApplyResult[];
  readonly failure: Failure | undefined;
}

/** The failures that more than one result has, in the order of their first ones. */
function shareFailures(results: readonly ApplyResult[]): SharedFailure[] {
  const byWords = new Map<string, ApplyResult[]>();
  for (const result of results) {
    if (result.error !== undefined) addToGroup(byWords, JSON.stringify([result.error.message, result.error.details ?? null]), result);
  }
  return [...byWords.values()].filter(failed => failed.length > 1).map(failed => ({failed, failure: failed[0]?.error}));
}

function reasonLines({failed, failure}: SharedFailure): Line[] {
  return [proseLine(0, `The same reason for ${formatNumber(failed.length)} changes:`), ...failureLines(failure)];
}

function failureLines(failure: Failure | undefined): Line[] {
  if (failure === undefined) return [];
  const details = failure.details === undefined ? [] : [hangingLine(4, 2, `details: ${valueText(failure.details)}`)];
  return [hangingLine(4, 2, failure.message), ...details];
}

/** Describes the doubt where a change may have been carried out unseen, or a create twice. */
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
  const lines = [dataLine(0, styled('strong', applySentence(summary))), ...placeLines(options)];
  if (outcome.stop !== undefined) {
    const {message, hint} = explainStop(outcome.stop);
    lines.push(proseLine(0, styled('error', message)), hangingLine(3, 6, styled('strong', 'hint:'), ` ${pasteable(hint, options)}`));
  }
  const steps = nextSteps(outcome, summary, plan).flatMap(({text, ways}) => [
    stepLine(text, options),
    ...ways.map(way => dataLine(3, styled('mark', '->'), ` ${pasteable(way, options)}`)),
  ]);
  return [...lines, ...steps, ...ambiguityLines(outcome)];
}

function stepLine(text: string, options: RenderOptions): Line {
  return hangingLine(0, 3, styled('mark', '->'), ` ${pasteable(text, options)}`);
}

/** Said only where it mattered: something was sent again after doubt, or was not because of the mode. */
function ambiguityLines({results, onAmbiguous}: ApplyOutcome): Line[] {
  const isUnknown = results.some(({outcome}) => outcome === 'unknown');
  const wasSentAgain = results.some(
    ({outcome, attempts, mayExistTwice}) => mayExistTwice === true || (outcome === 'unknown' && attempts > 1),
  );
  if (onAmbiguous === 'stop' ? !isUnknown : !wasSentAgain) return [];
  const meaning = onAmbiguous === 'stop' ? 'nothing was sent again' : 'errors that the service documents as retryable were retried';
  return [proseLine(0, `For creates that may or may not have happened, this run used --on-ambiguous ${onAmbiguous}: ${meaning}.`)];
}

/** Results that are shown as one: of changes that the plan shows as one, and that ended well and alike. */
interface ResultGroup {
  readonly first: ApplyResult;
  /** One or more, in the order of the results. */
  readonly results: readonly ApplyResult[];
  /** The list whose rows they are; absent for others. */
  readonly list?: string;
}

/** Puts results together as the plan does their changes. One of which there is more to say stands alone. Linear. */
function groupResults({results, stop}: Pick<ApplyOutcome, 'results' | 'stop'>, plan: Pick<Plan, 'changes'>): ResultGroup[] {
  // Their ids are recorded nowhere else.
  if (stop?.kind === 'state-not-saved') return results.map(result => ({first: result, results: [result]}));
  const groupOf = new Map<string, Change>();
  for (const {first, changes} of groupForPeople(plan.changes)) {
    if (changes.length > 1) for (const change of changes) groupOf.set(nameOf(change), first);
  }
  const groups: {readonly first: ApplyResult; readonly results: ApplyResult[]; readonly list?: string}[] = [];
  const known = new Map<Change, ApplyResult[]>();
  for (const result of results) {
    const change = isPlain(result) ? groupOf.get(nameOf(result)) : undefined;
    const members = change === undefined ? undefined : known.get(change);
    if (members !== undefined) {
      members.push(result);
      continue;
    }
    const group = {first: result, results: [result], ...listOf(change)};
    groups.push(group);
    if (change !== undefined) known.set(change, group.results);
  }
  return groups;
}

function nameOf({action, key}: Pick<Change | ApplyResult, 'action' | 'key'>): string {
  return `${action} ${key}`;
}

function listOf(change: Change | undefined): Pick<ResultGroup, 'list'> {
  return change?.action === 'create' && change.after.list !== undefined ? {list: change.after.list} : {};
}

/** Requests of a change that went well at once; of other outcomes there is more to say. */
const REQUESTS: Partial<Readonly<Record<Outcome, number>>> = {created: 1, updated: 1, replaced: 2, deleted: 1, renamed: 0};

function isPlain({outcome, attempts, recovered, mayExistTwice, error}: ApplyResult): boolean {
  return attempts <= (REQUESTS[outcome] ?? -1) && recovered !== true && mayExistTwice !== true && error === undefined;
}
