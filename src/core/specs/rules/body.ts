import type {JsonObject, JsonValue} from '../../json/value';
import {member} from '../../service/member';
import {memberOf} from '../../service/table';
import {estimateCredits, HIGHEST_ESTIMATE, hasGoal, isSurelyCheap} from '../credits';
import {readSchedule} from '../schedule/schedule';
import {itemsOf, type RuleSink} from './sink';

/** The monitor as a whole: its name, judging, its estimate and the size of the request. */
export function checkBody(body: JsonObject, sink: RuleSink): void {
  if (member(body, 'name') === '') {
    sink.warn({
      code: 'service/empty-name',
      path: ['name'],
      message: 'the name is empty; Firecrawl refuses that',
      hint: 'write a name, e.g. Acme pricing',
    });
  }
  if (member(body, 'judgeEnabled') === true && !hasGoal(body) && !hasSearch(body)) {
    const message = '"judgeEnabled" has no effect without a goal';
    sink.warn({code: 'risk/judge-without-goal', path: ['judgeEnabled'], message, hint: 'add a goal, or remove judgeEnabled'});
  }
  checkSearchWindows(body, sink);
  checkEstimate(body, sink);
}

/** A search without a goal is an error of its own. */
function hasSearch(body: JsonObject): boolean {
  return itemsOf(member(body, 'targets')).some(target => member(target, 'type') === 'search');
}

const WINDOWS: ReadonlyMap<JsonValue | undefined, number> = new Map([
  ['5m', 5],
  ['15m', 15],
  ['1h', 60],
  ['6h', 360],
  ['24h', 1440],
  ['7d', 10_080],
]);

function checkSearchWindows(body: JsonObject, sink: RuleSink): void {
  if (!hasSearch(body)) return;
  const gap = readSchedule(member(body, 'schedule'))?.timing?.longestGap ?? null;
  if (gap === null) return;
  for (const [index, target] of itemsOf(member(body, 'targets')).entries()) {
    if (member(target, 'type') !== 'search') continue;
    const given = member(target, 'searchWindow');
    const name = given === undefined ? memberOf('SearchTarget', 'searchWindow').filledIn : given;
    const window = WINDOWS.get(name);
    if (window === undefined || window >= gap) continue;
    const fitting = [...WINDOWS].find(([, minutes]) => minutes >= gap)?.[0];
    sink.warn({
      code: 'risk/search-window',
      path: ['targets', index, ...(given === undefined ? [] : ['searchWindow'])],
      message: `the search window ${String(name)} is shorter than the longest time between two checks: results can be missed`,
      hint: fitting === undefined ? 'check more often' : `write searchWindow: ${String(fitting)}, or check more often`,
    });
  }
}

function checkEstimate(body: JsonObject, sink: RuleSink): void {
  if (isSurelyCheap(body)) return;
  const {creditsPerMonth, creditsPerCheck} = estimateCredits(body);
  if (creditsPerMonth <= HIGHEST_ESTIMATE) {
    checkHighestEstimate(body, creditsPerCheck, sink);
    return;
  }
  const message = `the monitor would cost about ${Math.round(creditsPerMonth).toLocaleString('en-US')} credits a month, more than the service can store`;
  sink.error({
    code: 'spec/estimate-too-high',
    path: ['targets'],
    part: 'key',
    message,
    hint: 'check less often, or lower the limit of the crawls',
  });
}

const MINUTES_A_MONTH = 30 * 1440;

/** Firecrawl takes the time between the next two checks for that between all: at uneven times its estimate is higher at some minutes. */
function checkHighestEstimate(body: JsonObject, creditsPerCheck: number, sink: RuleSink): void {
  const gap = readSchedule(member(body, 'schedule'))?.timing?.shortestGap ?? null;
  if (gap === null || Math.ceil(MINUTES_A_MONTH / gap) * creditsPerCheck <= HIGHEST_ESTIMATE) return;
  sink.warn({
    code: 'service/estimate',
    path: ['schedule'],
    message: `when two checks come ${gap} minutes after each other, Firecrawl takes all to come so: its estimate is more than it can store, and it refuses`,
    hint: 'check at even times, or lower the limit of the crawls',
  });
}
