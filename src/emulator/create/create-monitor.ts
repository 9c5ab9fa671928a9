import {isObject, type JsonObject, type JsonValue} from '../../json/value';
import type {EmulatorWorld, StoredMonitor} from '../model';
import {nextRuns} from './cron';
import {countChecksPerMonth, estimateCredits} from './estimate';
import {type Problem, Problems} from './problems';
import {readNotification, readWebhook} from './receivers';
import {type ReadSchedule, readSchedule} from './schedule';
import {readTarget} from './targets';
import {hasLoneSurrogate, hasNul, replaceLoneSurrogates} from './text';

/** What a create request comes to. */
export type Creation =
  | {readonly kind: 'created'; readonly monitor: StoredMonitor}
  | {readonly kind: 'refused'; readonly problems: readonly Problem[]}
  /** Input at which the observed service breaks (500), although it would never succeed. */
  | {readonly kind: 'broken'};

/** Checks a create request (service document, "MonitorCreateRequest") and makes the monitor that would be stored. */
export function createMonitor(body: JsonValue, world: EmulatorWorld, style: {readonly spreadSchedules: boolean}): Creation {
  const problems = new Problems();
  const id = world.uuid();
  const now = world.now();
  const request = problems.closedObject(body, [], members);
  const schedule = readSchedule(problems, request?.['schedule'], style.spreadSchedules ? {seed: seedOf(id)} : 'none');
  const read = request === undefined ? undefined : readMembers(problems, request);
  if (problems.list.length > 0 || request === undefined || read === undefined || schedule === undefined) {
    return {kind: 'refused', problems: problems.list};
  }
  const gap = measureGap(problems, schedule, now);
  if (gap === undefined) return {kind: 'refused', problems: problems.list};

  const isJudged = read.judgeEnabled && read.goal !== null;
  const estimate = estimateCredits({targets: read.targets, isJudged, checksPerMonth: countChecksPerMonth(gap)});
  // Its columns are text without NUL, JSON without halves of surrogate pairs, and a 32-bit integer.
  const isBroken = hasNul(request) || hasLoneSurrogate([read.targets, read.webhook, read.notification]) || estimate > 2_147_483_647;
  if (isBroken) return {kind: 'broken'};
  const monitor: StoredMonitor = {
    ...read,
    id,
    status: 'active',
    schedule: {cron: schedule.cron, timezone: schedule.timezone},
    targets: read.targets.map(target => ({...target, id: target['id'] ?? world.uuid()})),
    estimatedCreditsPerMonth: Math.ceil(estimate),
    createdAt: now,
    updatedAt: now,
  };
  return {kind: 'created', monitor};
}

const members = ['name', 'schedule', 'targets', 'webhook', 'notification', 'retentionDays', 'goal', 'judgeEnabled', 'origin'];

type Members = Pick<StoredMonitor, 'name' | 'targets' | 'webhook' | 'notification' | 'retentionDays' | 'goal' | 'judgeEnabled'>;

/** Reads all members but the schedule; undefined where one is refused. */
function readMembers(problems: Problems, request: JsonObject): Members | undefined {
  const {retentionDays = 30, origin, goal: givenGoal = null, judgeEnabled: givenJudge} = request;
  if (origin !== undefined) problems.string(origin, ['origin']);
  const goal = givenGoal === null ? '' : problems.string(givenGoal, ['goal'], {max: 2000})?.trim();
  const judgeEnabled = givenJudge === undefined ? goal !== '' : problems.boolean(givenJudge, ['judgeEnabled']);
  const isSearching =
    Array.isArray(request['targets']) && request['targets'].some(target => isObject(target) && target['type'] === 'search');
  if (isSearching && goal === '' && givenJudge !== false)
    problems.add(['goal'], 'custom', 'search targets need a goal unless judgeEnabled is false');
  const name = problems.string(request['name'], ['name'], {min: 1, max: 256});
  const targets = problems.array(request['targets'], ['targets'], {min: 1, max: 50}, (item, at) => readTarget(problems, item, at));
  const webhook = readWebhook(problems, request['webhook'], ['webhook']);
  const notification = readNotification(problems, request['notification'], ['notification']);
  const days = problems.number(retentionDays, ['retentionDays'], {min: 1, max: 365, whole: true});
  if (name === undefined || targets === undefined || webhook === undefined || notification === undefined) return undefined;
  if (goal === undefined || judgeEnabled === undefined || days === undefined) return undefined;
  const storedGoal = goal === '' ? null : replaceLoneSurrogates(goal);
  return {name: replaceLoneSurrogates(name), targets, webhook, notification, retentionDays: days, goal: storedGoal, judgeEnabled};
}

/** Milliseconds between the next two runs: that is all that the observed service looks at. */
function measureGap(problems: Problems, schedule: ReadSchedule, now: number): number | undefined {
  const [first, second] = nextRuns(schedule.parsed, schedule.zone, now, 2);
  if (first === undefined || second === undefined)
    return problems.add([], 'custom', 'the schedule must run at least twice within 366 days');
  const gap = second - first;
  return gap < 5 * 60_000 ? problems.add([], 'custom', 'the schedule must not run more often than every 5 minutes') : gap;
}

function seedOf(id: string): number {
  return Number.parseInt(id.slice(0, 8), 16);
}
