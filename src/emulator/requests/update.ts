import {isObject, type JsonObject, type JsonValue} from '../../core/json/value';
import type {StoredMonitor} from '../ports';
import {type BodyReading, createMembers, type ReadingContext, readGoal, readName, readRetention, refuseUnjudgedSearch} from './create';
import {findGap, readGap, weighMonitor} from './estimate';
import {Problems} from './problems';
import {readNotification, readWebhook} from './receivers';
import {parseStoredSchedule, readSchedule, spreadById} from './schedule';
import {numberHistories, readTargets} from './targets';

/** Checks an update request and makes the monitor that would be stored. Members that are not sent stay; a sent member replaces the old value whole. */
export function updateMonitor(body: JsonValue, before: StoredMonitor, context: ReadingContext): BodyReading {
  const problems = new Problems();
  const request = problems.closedObject(body, [], [...createMembers, 'status']);
  if (request !== undefined && Object.keys(request).length === 0) problems.add([], 'custom', 'at least one member must be given');
  if (request !== undefined) checkAlone(problems, request);
  const after = request === undefined ? undefined : changeMembers(problems, request, before, context);
  if (problems.list.length > 0 || request === undefined || after === undefined) return {kind: 'refused', problems: problems.list};
  return storeUpdate(request, after, context);
}

/**
 * Checks a request by itself, whatever is stored. If it sends search targets and removes the goal, it must also switch off judging,
 * even if judging is off already.
 */
function checkAlone(problems: Problems, {targets, goal, judgeEnabled}: JsonObject): void {
  const isSearching = Array.isArray(targets) && targets.some(target => isObject(target) && target['type'] === 'search');
  const isWithoutGoal = goal === null || (typeof goal === 'string' && goal.trim() === '');
  if (isSearching && isWithoutGoal && judgeEnabled !== false) refuseUnjudgedSearch(problems);
}

/** Adds the estimate, dates and page histories to a changed monitor. */
function storeUpdate(request: JsonObject, after: StoredMonitor, {world, nextHistory}: ReadingContext): BodyReading {
  const problems = new Problems();
  const now = world.now();
  const schedule = parseStoredSchedule(after.schedule);
  // A schedule that stays is not checked again, even if it would be refused now.
  const gap = request['schedule'] === undefined ? (findGap(schedule, now) ?? yearMs) : readGap(problems, schedule, now);
  if (gap === undefined) return {kind: 'refused', problems: problems.list};
  const estimate = weighMonitor(request, after, gap);
  if (estimate === undefined) return {kind: 'broken'};
  const targets = after.targets.map(target => ({...target, id: target['id'] ?? world.uuid()}));
  const histories = numberHistories(targets, after.histories, nextHistory);
  return {kind: 'accepted', monitor: {...after, targets, histories, estimatedCreditsPerMonth: estimate, updatedAt: now}};
}

const yearMs = 366 * 86_400_000;

function changeMembers(problems: Problems, request: JsonObject, before: StoredMonitor, {spreadSchedules}: ReadingContext): StoredMonitor {
  const sent = <Value>(name: string, read: (value: JsonValue) => Value | undefined, old: Value): Value => {
    const value = request[name];
    return value === undefined ? old : (read(value) ?? old);
  };
  const goal = request['goal'] === undefined ? before.goal : (readGoal(problems, request['goal']) ?? null);
  sent('origin', value => problems.string(value, ['origin']), '');
  const after: StoredMonitor = {
    ...before,
    name: sent('name', value => readName(problems, value), before.name),
    status: sent('status', value => problems.oneOf(value, ['status'], ['active', 'paused']), before.status),
    schedule: sent('schedule', value => readStored(problems, value, before.id, spreadSchedules), before.schedule),
    targets: sent('targets', value => readTargets(problems, value), before.targets),
    webhook: sent('webhook', value => readWebhook(problems, value, ['webhook']), before.webhook),
    notification: sent('notification', value => changeNotification(problems, value, before.notification), before.notification),
    retentionDays: sent('retentionDays', value => readRetention(problems, value), before.retentionDays),
    judgeEnabled: sent('judgeEnabled', value => problems.boolean(value, ['judgeEnabled']), before.judgeEnabled),
    goal,
  };
  const isSearching = after.targets.some(target => target['type'] === 'search');
  if (isSearching && goal === null && after.judgeEnabled) refuseUnjudgedSearch(problems);
  return after;
}

function readStored(problems: Problems, value: JsonValue, id: string, isSpreading: boolean): StoredMonitor['schedule'] | undefined {
  const schedule = readSchedule(problems, value, spreadById(id, isSpreading));
  return schedule === undefined ? undefined : {cron: schedule.cron, timezone: schedule.timezone};
}

/** An empty notification changes nothing; any other replaces the old one, members that it lacks included. */
function changeNotification(problems: Problems, value: JsonValue, before: JsonObject): JsonObject | undefined {
  const after = readNotification(problems, value, ['notification']);
  return after !== undefined && Object.keys(after).length === 0 ? before : after;
}
