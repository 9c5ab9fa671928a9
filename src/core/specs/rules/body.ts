import type {JsonObject, JsonValue} from '../../json/value';
import {member} from '../../service/member';
import {memberOf} from '../../service/table';
import {estimateCredits, HIGHEST_ESTIMATE, hasGoal, isSurelyCheap} from '../credits';
import {readSchedule} from '../schedule/schedule';
import {itemsOf, type Spot} from '../spot';

/** The monitor as a whole: its name, judging, its estimate and the size of the request. */
export function checkBody(spec: Spot, targets: readonly Spot[]): void {
  const body = spec.value as JsonObject;
  if (spec.read('name') === '') {
    spec.at('name').warn('service/empty-name', 'the name is empty; Firecrawl refuses that', 'write a name, e.g. Acme pricing');
  }
  // A search without a goal is an error of its own.
  const searches = targets.filter(target => target.read('type') === 'search');
  if (spec.read('judgeEnabled') === true && !hasGoal(body) && searches.length === 0) {
    const message = '"judgeEnabled" has no effect without a goal';
    spec.at('judgeEnabled').warn('risk/judge-without-goal', message, 'add a goal, or remove judgeEnabled');
  }
  if (searches.length > 0) checkSearchWindows(spec, searches);
  checkEstimate(spec, body);
}

const WINDOWS: ReadonlyMap<JsonValue | undefined, number> = new Map([
  ['5m', 5],
  ['15m', 15],
  ['1h', 60],
  ['6h', 360],
  ['24h', 1440],
  ['7d', 10_080],
]);

function checkSearchWindows(spec: Spot, searches: readonly Spot[]): void {
  const gap = readSchedule(spec.read('schedule'))?.timing?.longestGap ?? null;
  if (gap === null) return;
  for (const target of searches) {
    const given = target.read('searchWindow');
    const name = given === undefined ? memberOf('SearchTarget', 'searchWindow').filledIn : given;
    const window = WINDOWS.get(name);
    if (window === undefined || window >= gap) continue;
    const fitting = [...WINDOWS].find(([, minutes]) => minutes >= gap)?.[0];
    (given === undefined ? target : target.at('searchWindow')).warn(
      'risk/search-window',
      `the search window ${String(name)} is shorter than the longest time between two checks: results can be missed`,
      fitting === undefined ? 'check more often' : `write searchWindow: ${String(fitting)}, or check more often`,
    );
  }
}

function checkEstimate(spec: Spot, body: JsonObject): void {
  if (isSurelyCheap(body)) return;
  const {creditsPerMonth, creditsPerCheck} = estimateCredits(body);
  if (creditsPerMonth <= HIGHEST_ESTIMATE) {
    checkHighestEstimate(spec, creditsPerCheck);
    return;
  }
  const message = `the monitor would cost about ${Math.round(creditsPerMonth).toLocaleString('en-US')} credits a month, more than the service can store`;
  spec.at('targets').key.error('spec/estimate-too-high', message, 'check less often, or lower the limit of the crawls');
}

const MINUTES_A_MONTH = 30 * 1440;

/** Firecrawl takes the time between the next two checks for that between all: at uneven times its estimate is higher at some minutes. */
function checkHighestEstimate(spec: Spot, creditsPerCheck: number): void {
  const gap = readSchedule(spec.read('schedule'))?.timing?.shortestGap ?? null;
  if (gap === null || Math.ceil(MINUTES_A_MONTH / gap) * creditsPerCheck <= HIGHEST_ESTIMATE) return;
  spec
    .at('schedule')
    .warn(
      'service/estimate',
      `when two checks come ${gap} minutes after each other, Firecrawl takes all to come so: its estimate is more than it can store, and it refuses`,
      'check at even times, or lower the limit of the crawls',
    );
}

/**
 * Texts that are as long as the API's documentation allows when characters are counted, and too long for Firecrawl, which
 * counts UTF-16 units: an emoji counts as two.
 */
export function checkLengths(spec: Spot, targets: readonly Spot[]): void {
  checkLength(spec, 'name', 256);
  checkLength(spec, 'goal', 2000);
  for (const target of targets) {
    const queries = itemsOf(target.read('queries'));
    for (const [index, query] of queries.entries()) if (isTooLong(query, 256)) warnOfLength(target.at('queries').below(index), 256);
    if (target.read('scrapeOptions') !== undefined) checkOptionLengths(target.at('scrapeOptions'));
  }
}

/** Too long there is accepted, and every check fails. */
function checkOptionLengths(options: Spot): void {
  for (const [index, format] of itemsOf(options.read('formats')).entries()) {
    for (const name of ['question', 'query'] as const) {
      if (isTooLong(member(format, name), 10_000)) warnOfLength(options.at('formats').below(index).at(name), 10_000);
    }
  }
  checkLength(options.at('profile'), 'name', 128);
  checkLength(options.at('auditMetadata'), 'username', 1024);
}

function checkLength(owner: Spot, name: 'name' | 'goal' | 'username', most: number): void {
  if (isTooLong(owner.read(name), most)) warnOfLength(owner.at(name), most);
}

/** More characters than the limit are a fault of the shape. */
function isTooLong(text: JsonValue | undefined, most: number): boolean {
  return typeof text === 'string' && text.length > most && [...text].length <= most;
}

function warnOfLength(text: Spot, most: number): void {
  const message = `the text has ${String(text.value).length} characters as Firecrawl counts them (an emoji as two); the maximum is ${most}`;
  text.warn('service/text-length', message, 'shorten it');
}

const MOST_LABELS = 20;
const LONGEST_VALUE = 200;
const NAME = /^[A-Za-z0-9._/-]{1,63}$/;
/** Characters that no reader sees: control characters, marks of direction, line separators, halves of pairs. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u;

/** `sync.labels`: they stand in the state, in commands and in outputs, so they are few, short and plain. */
export function checkLabels(labels: Spot): void {
  const members = labels.members();
  if (members.length > MOST_LABELS) {
    labels.error('spec/labels', `"sync.labels" has ${members.length} labels; the maximum is ${MOST_LABELS}`, 'remove some');
  }
  for (const label of members) {
    const shown = JSON.stringify(label.name);
    if (!NAME.test(label.name)) {
      label.key.error('spec/labels', `${shown} cannot be the name of a label`, 'use 1 to 63 letters, digits, ".", "_", "/" and "-"');
    }
    const flaw = findValueFlaw(label.value);
    if (flaw !== null) label.error('spec/labels', `the value of the label ${shown} ${flaw.what}`, flaw.hint);
  }
}

function findValueFlaw(value: unknown): {readonly what: string; readonly hint: string} | null {
  if (typeof value !== 'string') return null;
  if ([...value].length > LONGEST_VALUE) return {what: `is longer than ${LONGEST_VALUE} characters`, hint: 'shorten it'};
  return UNSEEN.test(value) ? {what: 'has a control character or another that cannot be seen', hint: 'write it without'} : null;
}
