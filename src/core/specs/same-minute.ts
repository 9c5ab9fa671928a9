import type {Diagnostic, Place} from '../diagnostics/diagnostic';
import {formatNumber} from '../diagnostics/number-text';
import type {FixedSchedule} from './schedule/fixed';
import {findFullMinute} from './schedule/spread';
import {fixedOf, type ScheduleTimes} from './schedule/times';
import {shorten} from './spot';

/** A spec with when it runs. */
export interface Timed {
  readonly times: ScheduleTimes;
  readonly isPaused: boolean;
  place(pointer: string): Place;
}

/** One warning where too many monitors run at the same minute, at the first of those with the most used schedule. */
export function warnOfFullMinute(specs: readonly Timed[]): Diagnostic[] {
  const timed: FixedSchedule[] = [];
  for (const {times, isPaused} of specs) {
    const fixed = isPaused ? undefined : fixedOf(times);
    if (fixed !== undefined) timed.push(fixed);
  }
  const full = findFullMinute(timed);
  if (full === null) return [];
  const [most] = full.schedules;
  const first = specs.find(({times: {cron, timezone}, isPaused}) => !isPaused && cron === most.cron && timezone === most.timezone);
  const share = most.monitors === full.monitors ? 'all' : formatNumber(most.monitors);
  return [
    {
      code: 'risk/same-minute',
      severity: 'warning',
      message: `${formatNumber(full.monitors)} monitors run at the same minute, such as ${full.clock} (${shorten(full.timezone)}); ${share} of them by "${shorten(most.cron)}"`,
      hint: 'for schedules that spread them: monitors report --suggest',
      ...(first === undefined ? {} : {where: first.place('/schedule')}),
    },
  ];
}
