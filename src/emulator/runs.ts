import type {StoredMonitor} from './ports';
import {nextRuns} from './requests/cron';
import {parseStoredSchedule} from './requests/schedule';

const foundRuns = new Map<string, {readonly from: number; readonly runs: readonly number[]}>();
const mostFoundRuns = 10_000;

/** The next three runs of a monitor after `now` (milliseconds). They are cached by schedule until the first of them. */
export function findRuns({schedule}: Pick<StoredMonitor, 'schedule'>, now: number): readonly number[] {
  const name = `${schedule.timezone} ${schedule.cron}`;
  const known = foundRuns.get(name);
  if (known !== undefined && known.from <= now && now < (known.runs[0] ?? now)) return known.runs;
  const {parsed, zone} = parseStoredSchedule(schedule);
  const runs = nextRuns(parsed, zone, now, 3);
  if (foundRuns.size >= mostFoundRuns) foundRuns.clear();
  foundRuns.set(name, {from: now, runs});
  return runs;
}
