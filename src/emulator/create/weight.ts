import type {JsonObject} from '../../json/value';
import type {StoredMonitor} from '../ports';
import {nextRuns} from './cron';
import {countChecksPerMonth, estimateCredits} from './estimate';
import type {Problems} from './problems';
import type {ReadSchedule} from './schedule';
import {hasLoneSurrogate, hasNul} from './text';

/** The members of a monitor that decide whether it can be stored and what it costs. */
export type Weighed = Pick<StoredMonitor, 'targets' | 'webhook' | 'notification' | 'goal' | 'judgeEnabled'>;

/** Credits a month, or undefined for input at which the observed service breaks (500) when it comes to storing it. */
export function weighMonitor(request: JsonObject, monitor: Weighed, gapMs: number): number | undefined {
  const {targets, webhook, notification} = monitor;
  const estimate = priceMonitor(monitor, gapMs);
  // Its columns are text without NUL, JSON without halves of surrogate pairs, and a 32-bit integer.
  const isBroken = hasNul(request) || hasLoneSurrogate([targets, webhook, notification]);
  return isBroken || !Number.isInteger(estimate) || estimate > 2_147_483_647 ? undefined : estimate;
}

/** Credits a month of a monitor whose next two runs are `gapMs` apart. */
export function estimateMonitor(monitor: Weighed, gapMs: number): number {
  return Math.ceil(priceMonitor(monitor, gapMs));
}

function priceMonitor({targets, goal, judgeEnabled}: Weighed, gapMs: number): number {
  return estimateCredits({targets, isJudged: judgeEnabled && goal !== null, checksPerMonth: countChecksPerMonth(gapMs)});
}

/** Milliseconds between the next two runs, since that is all that the observed service looks at; undefined where there are none within 366 days. */
export function findGap({parsed, zone}: ReadSchedule, now: number): number | undefined {
  const [first, second] = nextRuns(parsed, zone, now, 2);
  return first === undefined || second === undefined ? undefined : second - first;
}

/** The gap of {@link findGap}, if it is one that the service takes. */
export function readGap(problems: Problems, schedule: ReadSchedule, now: number): number | undefined {
  const gap = findGap(schedule, now);
  if (gap === undefined) return problems.add([], 'custom', 'the schedule must run at least twice within 366 days');
  return gap < 5 * 60_000 ? problems.add([], 'custom', 'the schedule must not run more often than every 5 minutes') : gap;
}
