import {isObject, type JsonObject, type JsonValue} from '../core/json/value';
import type {CheckView} from './check-log';
import type {AnswerStyle} from './faults/script';
import type {PlayedPage, StoredMonitor} from './ports';
import {estimateMonitor} from './requests/estimate';
import {findRuns} from './runs';

/** Time, style and checks: what an answer depends on besides the monitor. */
interface Showing {
  /** The explicit recipients of its mail, which lists do not show; null for none. */
  readonly subscriptions: JsonValue;
  /** By the clock of checks, milliseconds since 1970. */
  readonly now: number;
  /** By the world's clock, which dates monitors. */
  readonly today: number;
  readonly style: Pick<Required<AnswerStyle>, 'timestamps' | 'creditFactor'>;
  readonly checks: CheckView;
}

/** Writes a monitor as answers show it (API v2, "Monitor (response object)"), as JSON. */
export function writeWireMonitor(monitor: StoredMonitor, showing: Showing): string {
  const still = stillMembers(monitor);
  const moving = movingMembers(monitor, showing);
  const members = memberOrder.flatMap(name => {
    const value = still[name] ?? JSON.stringify(moving[name]);
    return value === undefined ? [] : [`"${name}":${value}`];
  });
  return `{${members.join(',')}}`;
}

/** Members by length of their names, then by name: the order in which a binary JSON column gives them back, never that of the request. */
function compareNames(left: string, right: string): number {
  return left.length - right.length || (left < right ? -1 : 1);
}

const memberOrder = [
  'id',
  'name',
  'status',
  'schedule',
  'nextRunAt',
  'lastRunAt',
  'currentCheckId',
  'targets',
  'webhook',
  'notification',
  'retentionDays',
  'estimatedCreditsPerMonth',
  'lastCheckSummary',
  'goal',
  'judgeEnabled',
  'createdAt',
  'updatedAt',
  'unchangedPagesFree',
  'emailRecipientSubscriptions',
].sort(compareNames);

const written = new WeakMap<StoredMonitor, Readonly<Record<string, string>>>();

/** The members that only an update changes, as JSON: written once, since lists of thousands are read again and again. */
function stillMembers(monitor: StoredMonitor): Readonly<Record<string, string>> {
  const known = written.get(monitor);
  if (known !== undefined) return known;
  const {id, name, status, schedule, targets, webhook, notification, retentionDays, goal, judgeEnabled} = monitor;
  const members: Record<string, unknown> = {
    ...{id, name, status, schedule, targets, webhook, notification, retentionDays, goal, judgeEnabled},
    unchangedPagesFree: true,
  };
  const still = Object.fromEntries(Object.entries(members).map(([key, value]) => [key, JSON.stringify(reorder(value as JsonValue))]));
  written.set(monitor, still);
  return still;
}

function movingMembers(monitor: StoredMonitor, {now, today, style, checks, subscriptions}: Showing): Readonly<Record<string, JsonValue>> {
  const time = (instant: number) => toTime(instant, style);
  const runs = findRuns(monitor, now);
  const next = checks.nextRunAt ?? runs[0];
  return {
    nextRunAt: next === undefined || monitor.status !== 'active' ? null : time(next),
    lastRunAt: checks.lastRunAt === null ? null : time(checks.lastRunAt),
    currentCheckId: checks.runningId,
    estimatedCreditsPerMonth: estimate(monitor, runs, checks.count, style.creditFactor),
    lastCheckSummary: checks.lastEnded === null ? null : countPages(checks.lastEnded.pages),
    ...(subscriptions === null ? {} : {emailRecipientSubscriptions: subscriptions}),
    createdAt: time(monitor.createdAt),
    updatedAt: time(Math.max(monitor.updatedAt, Math.min(checks.movedAt, today))),
  };
}

/** Estimates as the service does, from two runs in a row; each check moves on to the next two. */
function estimate(monitor: StoredMonitor, runs: readonly number[], checkCount: number, factor: number): number {
  const first = runs[checkCount % 2];
  const second = runs[(checkCount % 2) + 1];
  const credits =
    first === undefined || second === undefined ? (monitor.estimatedCreditsPerMonth ?? 0) : estimateMonitor(monitor, second - first);
  return Math.ceil(credits * factor);
}

/** Counts the pages of a check by result. */
export function countPages(pages: readonly PlayedPage[]): JsonObject {
  const count = (result: string) => pages.filter(({status}) => status === result).length;
  const results = ['same', 'changed', 'new', 'removed', 'error'];
  return {totalPages: pages.length, ...Object.fromEntries(results.map(result => [result, count(result)]))};
}

/** A time as answers of this style show it. */
export function toTime(instant: number, {timestamps}: Pick<Showing['style'], 'timestamps'>): string {
  return timestamps === 'postgres' ? toPostgresTime(instant) : new Date(instant).toISOString();
}

/** `2026-11-20 23:30:00.123+00`, without the fraction where there is none. */
function toPostgresTime(instant: number): string {
  return new Date(instant).toISOString().replace('T', ' ').replace('.000Z', '+00').replace('Z', '+00');
}

function reorder(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(reorder);
  if (!isObject(value)) return value;
  const names = Object.keys(value).sort(compareNames);
  return Object.fromEntries(names.map(name => [name, reorder(value[name] as JsonValue)]));
}
