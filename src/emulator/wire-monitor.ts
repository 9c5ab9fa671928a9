import {isObject, type JsonObject, type JsonValue} from '../json/value';
import {nextRuns, parseCron} from './create/cron';
import {findZone} from './create/zone';
import type {AnswerStyle} from './faults/script';
import type {StoredMonitor} from './model';

/** A monitor as answers show it (service document, "Monitor (response object)"). */
export function toWireMonitor(monitor: StoredMonitor, now: number, timestamps: AnswerStyle['timestamps']): JsonObject {
  const time = (instant: number) => (timestamps === 'postgres' ? toPostgresTime(instant) : new Date(instant).toISOString());
  const next = nextRunOf(monitor, now);
  return reorder({
    id: monitor.id,
    name: monitor.name,
    status: monitor.status,
    schedule: monitor.schedule,
    nextRunAt: next === undefined ? null : time(next),
    lastRunAt: null,
    currentCheckId: null,
    targets: monitor.targets,
    webhook: monitor.webhook,
    notification: monitor.notification,
    retentionDays: monitor.retentionDays,
    estimatedCreditsPerMonth: monitor.estimatedCreditsPerMonth,
    lastCheckSummary: null,
    goal: monitor.goal,
    judgeEnabled: monitor.judgeEnabled,
    createdAt: time(monitor.createdAt),
    updatedAt: time(monitor.updatedAt),
    unchangedPagesFree: true,
    emailRecipientSubscriptions: [],
  } as JsonObject) as JsonObject;
}

function nextRunOf({status, schedule}: StoredMonitor, now: number): number | undefined {
  const cron = parseCron(schedule.cron);
  const zone = findZone(schedule.timezone);
  return status === 'active' && cron !== undefined && zone !== undefined ? nextRuns(cron, zone, now, 1)[0] : undefined;
}

/** `2026-11-20 23:30:00.123+00`, without the fraction where there is none. */
function toPostgresTime(instant: number): string {
  return new Date(instant).toISOString().replace('T', ' ').replace('.000Z', '+00').replace('Z', '+00');
}

/** Members by length of their names, then by name: the order in which a binary JSON column gives them back, never that of the request. */
function reorder(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(reorder);
  if (!isObject(value)) return value;
  const names = Object.keys(value).sort((left, right) => left.length - right.length || (left < right ? -1 : 1));
  return Object.fromEntries(names.map(name => [name, reorder(value[name] as JsonValue)]));
}
