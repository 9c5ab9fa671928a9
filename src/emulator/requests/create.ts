import {isObject, type JsonObject, type JsonValue} from '../../core/json/value';
import {fillingsOf} from '../../core/service/fill-in';
import {listMembers} from '../../core/service/table';
import type {EmulatorWorld, StoredMonitor} from '../ports';
import {readGap, weighMonitor} from './estimate';
import {type Problem, Problems} from './problems';
import {readNotification, readWebhook} from './receivers';
import {readSchedule, spreadById} from './schedule';
import {numberHistories, readTargets} from './targets';
import {replaceLoneSurrogates} from './text';

/** The result of reading a create or update request: the monitor to store, or why it is refused. */
export type BodyReading =
  | {readonly kind: 'accepted'; readonly monitor: StoredMonitor}
  | {readonly kind: 'refused'; readonly problems: readonly Problem[]}
  /** Input that Firecrawl answers with 500, every time. */
  | {readonly kind: 'broken'};

/** Clock, ids and settings that reading a request needs. */
export interface ReadingContext {
  readonly world: EmulatorWorld;
  readonly spreadSchedules: boolean;
  /** Answers the number of the next page history. */
  readonly nextHistory: () => number;
}

/** Checks a create request (API v2, "MonitorCreateRequest") and makes the monitor that would be stored for a team. */
export function createMonitor(body: JsonValue, team: number, context: ReadingContext): BodyReading {
  const {world, spreadSchedules, nextHistory} = context;
  const problems = new Problems();
  const id = world.uuid();
  const now = world.now();
  const request = problems.closedObject(body, [], createMembers);
  const schedule = readSchedule(problems, request?.['schedule'], spreadById(id, spreadSchedules));
  const read = request === undefined ? undefined : readMembers(problems, request);
  if (problems.list.length > 0 || request === undefined || read === undefined || schedule === undefined) {
    return {kind: 'refused', problems: problems.list};
  }
  const gap = readGap(problems, schedule, now);
  if (gap === undefined) return {kind: 'refused', problems: problems.list};
  const estimate = weighMonitor(request, read, gap);
  if (estimate === undefined) return {kind: 'broken'};
  const targets = read.targets.map(target => ({...target, id: target['id'] ?? world.uuid()}));
  const monitor: StoredMonitor = {
    ...read,
    id,
    team,
    status: 'active',
    schedule: {cron: schedule.cron, timezone: schedule.timezone},
    targets,
    estimatedCreditsPerMonth: estimate,
    createdAt: now,
    updatedAt: now,
    histories: numberHistories(targets, {}, nextHistory),
  };
  return {kind: 'accepted', monitor};
}

/** The members of a create request. */
export const createMembers = [...listMembers('MonitorCreateRequest'), 'origin'];

const FILLED_IN = fillingsOf('MonitorCreateRequest');

type Members = Pick<StoredMonitor, 'name' | 'targets' | 'webhook' | 'notification' | 'retentionDays' | 'goal' | 'judgeEnabled'>;

/** Reads all members but the schedule; undefined where one is refused. */
function readMembers(problems: Problems, request: JsonObject): Members | undefined {
  const {retentionDays = FILLED_IN['retentionDays'] as number, origin, judgeEnabled: givenJudge} = request;
  if (origin !== undefined) problems.string(origin, ['origin']);
  const goal = readGoal(problems, request['goal'] ?? null);
  const judgeEnabled = givenJudge === undefined ? goal !== null : problems.boolean(givenJudge, ['judgeEnabled']);
  const isSearching =
    Array.isArray(request['targets']) && request['targets'].some(target => isObject(target) && target['type'] === 'search');
  if (isSearching && goal === null && givenJudge !== false) refuseUnjudgedSearch(problems);
  const name = readName(problems, request['name']);
  const targets = readTargets(problems, request['targets']);
  const webhook = request['webhook'] === undefined ? null : readWebhook(problems, request['webhook'], ['webhook']);
  const notification = readNotification(problems, request['notification'], ['notification']);
  const days = readRetention(problems, retentionDays);
  if (name === undefined || targets === undefined || webhook === undefined || notification === undefined) return undefined;
  if (goal === undefined || judgeEnabled === undefined || days === undefined) return undefined;
  return {name, targets, webhook, notification, retentionDays: days, goal, judgeEnabled};
}

/** Reads a name of 1 to 256 characters. */
export function readName(problems: Problems, value: JsonValue | undefined): string | undefined {
  const name = problems.string(value, ['name'], {min: 1, max: 256});
  return name === undefined ? undefined : replaceLoneSurrogates(name);
}

/** Reads a goal, trimmed; null for none or a blank one. */
export function readGoal(problems: Problems, value: JsonValue): string | null | undefined {
  if (value === null) return null;
  const goal = problems.string(value, ['goal'], {max: 2000})?.trim();
  return goal === undefined ? undefined : replaceLoneSurrogates(goal) || null;
}

/** Reads the days that results are kept. */
export function readRetention(problems: Problems, value: JsonValue): number | undefined {
  return problems.number(value, ['retentionDays'], {min: 1, max: 365, whole: true});
}

/** Adds the problem of a search target that is to be judged without a goal. */
export function refuseUnjudgedSearch(problems: Problems): void {
  problems.add(['goal'], 'custom', 'search targets need a goal unless judgeEnabled is false');
}
