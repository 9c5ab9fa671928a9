import type {TeamCredits} from '../../core/api/check-port';
import {addToGroup} from '../../core/base/grouping';
import {listRuns, measureLoad, type ScheduleLoad} from '../../core/specs/schedule/load';
import type {ScheduleTimes} from '../../core/specs/schedule/times';
import {type FleetMonitor, type HealthWord, judgeFleetMonitor} from './fleet';
import {type FleetBudget, type FleetCredits, sumCredits} from './fleet-credits';

/** The monitors of a project, and what they are judged by. */
interface FleetInput {
  /** By key. */
  readonly monitors: readonly FleetMonitor[];
  /** Milliseconds since 1970. */
  readonly now: number;
  /** The zone that hours and weekdays are those of, an IANA name. */
  readonly zone: string;
  /** Credits a month, of the config. */
  readonly budget: FleetBudget | null;
  /** Credits a month by globs over keys, of the config. */
  readonly keyBudgets?: {readonly [glob: string]: number};
  /** Null where the service was not asked, or has nothing to say. */
  readonly team: TeamCredits | null;
}

/** Content of a report about the monitors of a project. */
export interface FleetReport {
  readonly monitors: readonly FleetMonitor[];
  /** Of the seven days from now on; the fullest minute is that of monitors that name theirs. */
  readonly load: ScheduleLoad;
  /** Monitors that run at times that only the service knows. */
  readonly unplaced: number;
  /** Monitors whose minute the service may choose. */
  readonly unfixed: number;
  readonly credits: FleetCredits;
  readonly nextDay: NextDay;
  /** Null where the service was not asked. */
  readonly health: HealthCounts | null;
}

/** The next 24 hours. */
interface NextDay {
  /** 24 of them, beginning with the current one; the first and the last count only what is left of them. */
  readonly hours: readonly NextHour[];
  readonly runs: number;
  readonly credits: number;
  /** The first runs, by time and key. */
  readonly first: readonly {readonly at: number; readonly key: string}[];
}

/** The checks that begin within an hour. */
interface NextHour {
  /** Its beginning, milliseconds since 1970. */
  readonly from: number;
  readonly runs: number;
  /** At most, by the price list. */
  readonly credits: number;
}

/** Monitors by health; one can be failing and overdue. */
type HealthCounts = {readonly [word in HealthWord]: number};

/** Works out what a report shows. Pure; linear in the number of monitors, since most share a few schedules. */
export function makeFleetReport({monitors, now, zone, ...limits}: FleetInput): FleetReport {
  const groups = groupByTimes(monitors);
  const measure = (measured: readonly TimesGroup[]) =>
    measureLoad(
      measured.map(({cron, timezone, monitors: {length: weight}}) => ({cron, timezone, weight})),
      zone,
      now,
    );
  return {
    monitors,
    load: {...measure(groups), peak: measure(groups.filter(({isFixed}) => isFixed)).peak},
    unplaced: monitors.filter(({times}) => times?.cron === null).length,
    unfixed: monitors.filter(({times}) => times?.isFixed === false).length,
    credits: sumCredits(monitors, limits),
    nextDay: listNextDay(groups, now),
    health: monitors.some(({observed}) => observed !== null) ? countHealth(monitors) : null,
  };
}

interface TimesGroup extends Pick<ScheduleTimes, 'timezone' | 'isFixed'> {
  readonly cron: string;
  readonly monitors: readonly FleetMonitor[];
}

function groupByTimes(monitors: readonly FleetMonitor[]): readonly TimesGroup[] {
  const groups = new Map<string, FleetMonitor[]>();
  for (const monitor of monitors) {
    if (monitor.times === null || monitor.times.cron === null) continue;
    const {cron, timezone, isFixed} = monitor.times;
    addToGroup(groups, JSON.stringify({cron, timezone, isFixed}), monitor);
  }
  return [...groups].map(([name, members]) => ({...(JSON.parse(name) as Omit<TimesGroup, 'monitors'>), monitors: members}));
}

const HOUR = 3_600_000;
/** First runs that are named. */
const MOST_NAMED = 20;

function listNextDay(groups: readonly TimesGroup[], now: number): NextDay {
  const start = Math.floor(now / HOUR) * HOUR;
  const hours = Array.from({length: 24}, (_, index) => ({from: start + index * HOUR, runs: 0, credits: 0}));
  const times: {at: number; group: TimesGroup}[] = [];
  for (const group of groups) {
    const credits = group.monitors.reduce((sum, {creditsPerCheck}) => sum + creditsPerCheck, 0);
    const runs = listRuns(group, now, start + 24 * HOUR);
    for (const at of runs) {
      const hour = hours[Math.floor((at - start) / HOUR)];
      if (hour === undefined) continue;
      hour.runs += group.monitors.length;
      hour.credits += credits;
    }
    for (const at of runs.slice(0, MOST_NAMED)) times.push({at, group});
  }
  times.sort((one, other) => one.at - other.at);
  return {
    hours,
    runs: hours.reduce((sum, {runs}) => sum + runs, 0),
    credits: hours.reduce((sum, {credits}) => sum + credits, 0),
    first: nameFirst(times),
  };
}

/** Those of one time by key, whatever their schedules. */
function nameFirst(times: readonly {readonly at: number; readonly group: TimesGroup}[]): NextDay['first'] {
  const first: {at: number; key: string}[] = [];
  for (let index = 0; index < times.length && first.length < MOST_NAMED; ) {
    const at = times[index]?.at ?? 0;
    const keys: string[] = [];
    for (; times[index]?.at === at; index++) for (const {key} of times[index]?.group.monitors ?? []) keys.push(key);
    for (const key of keys.sort().slice(0, MOST_NAMED - first.length)) first.push({at, key});
  }
  return first;
}

function countHealth(monitors: readonly FleetMonitor[]): HealthCounts {
  const counts = {
    ok: 0,
    failing: 0,
    'no-credits': 0,
    partly: 0,
    overdue: 0,
    'no-check': 0,
    unknown: 0,
    paused: 0,
    missing: 0,
    'not-recorded': 0,
  };
  for (const monitor of monitors) for (const word of judgeFleetMonitor(monitor)) counts[word] += 1;
  return counts;
}
