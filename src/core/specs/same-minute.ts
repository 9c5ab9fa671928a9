import type {Diagnostic} from '../diagnostics/diagnostic';
import {formatNumber} from '../diagnostics/number-text';
import type {PlacedFacts} from './facts';
import type {FixedSchedule} from './schedule/fixed';
import {findFullMinute} from './schedule/spread';
import {fixedOf} from './schedule/times';
import {shorten} from './spot';

/** One warning where too many monitors run at the same minute, at the first of those with the most used schedule. */
export function warnOfFullMinute(specs: readonly PlacedFacts<'times' | 'sync'>[]): Diagnostic[] {
  const timed: FixedSchedule[] = [];
  for (const {facts} of specs) {
    const fixed = facts.sync.paused === true ? undefined : fixedOf(facts.times);
    if (fixed !== undefined) timed.push(fixed);
  }
  const full = findFullMinute(timed);
  if (full === null) return [];
  const [most] = full.schedules;
  const first = specs.find(
    ({facts: {times, sync}}) => sync.paused !== true && times.cron === most.cron && times.timezone === most.timezone,
  );
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
