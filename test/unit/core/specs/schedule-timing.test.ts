import fc from 'fast-check';
import {estimateCredits} from '../../../../src/core/specs/credits';
import {findSkippedDays} from '../../../../src/core/specs/schedule/clock-change';
import {type Cron, readCron} from '../../../../src/core/specs/schedule/cron';
import {pausesOverAYear, timeCron} from '../../../../src/core/specs/schedule/timing';
import {type DrawnCron, drawnCrons, listRuns, minutesOf} from './schedule-oracle';

const reference = minutesOf(2026);
const yearAfter = minutesOf(2027);
const leapYear = minutesOf(2028);

function cronOf(text: string): Cron {
  const reading = readCron(text);
  if (reading.kind !== 'cron') throw new Error(`${text} is no cron expression`);
  return reading.cron;
}

const DAY = 1440;

test.each([
  {name: 'every 5 minutes', cron: '*/5 * * * *', expected: {runsPerYear: 105_120, shortestGap: 5, longestGap: 5}},
  {name: 'every 7 minutes runs at :56 and :00', cron: '*/7 * * * *', expected: {shortestGap: 4, longestGap: 7}},
  {name: 'minutes given in any order', cron: '10,5 * * * *', expected: {shortestGap: 5, longestGap: 55}},
  {name: 'the last minute of a day and the first of the next', cron: '0,59 23,0 * * *', expected: {shortestGap: 1}},
  {name: 'the same where no day follows the other', cron: '0,59 23,0 */2 2 *', expected: {shortestGap: 59}},
  {name: 'once a day', cron: '0 6 * * *', expected: {runsPerYear: 365, shortestGap: DAY, longestGap: DAY}},
  {
    name: 'once a week, also over the end of the year',
    cron: '0 0 * * 0',
    expected: {runsPerYear: 52, shortestGap: 7 * DAY, longestGap: 7 * DAY},
  },
  {name: 'two weekdays, also over the end of the year', cron: '0 0 * * 1,4', expected: {shortestGap: 3 * DAY, longestGap: 4 * DAY}},
  {name: 'once a month', cron: '0 0 1 * *', expected: {runsPerYear: 12, shortestGap: 28 * DAY, longestGap: 31 * DAY}},
  {name: 'once a year', cron: '0 0 1 1 *', expected: {runsPerYear: 1, shortestGap: 365 * DAY, longestGap: 365 * DAY}},
  {name: 'the last and the first day of the year', cron: '0 0 1,31 1,12 *', expected: {shortestGap: DAY}},
  {name: 'a day that never comes', cron: '0 0 30 2 *', expected: {runsPerYear: 0, shortestGap: null, longestGap: null}},
  {name: 'days that follow each other in leap years only', cron: '2,58 0,23 29,1 2,3 *', expected: {shortestGap: 4}},
])('$name: $cron', ({cron, expected}) => {
  expect(timeCron(cronOf(cron))).toMatchObject(expected);
});

test.each([
  {name: 'every day does not', cron: '0 0 * * *', expected: false},
  {name: 'once a year does not', cron: '0 0 1 1 *', expected: false},
  {name: 'a Monday that is the first of a month does not, for years', cron: '0 0 1 * 1', expected: false},
  {name: 'a Friday the 13th does, from August 2027 to October 2028', cron: '0 6 13 * 5', expected: true},
  {name: '29 February does', cron: '0 0 29 2 *', expected: true},
  {name: 'two times on 29 February do: it is one day', cron: '0,30 0 29 2 *', expected: true},
  {name: '29 February on a Monday does', cron: '0 0 29 2 1', expected: true},
  {name: 'New Year on a Monday does', cron: '0 0 1 1 1', expected: true},
  {name: 'New Year on a Thursday, as in 2026, does', cron: '0,30 0 1 1 4', expected: true},
  {name: '31 April does', cron: '0 0 31 4 *', expected: true},
  {name: '31 April or May does not', cron: '0 0 31 4,5 *', expected: false},
  {name: 'a day on which the hour is missing in 2027 does', cron: '30 2 28 3 *', zone: 'Europe/Berlin', expected: true},
  {name: 'the same day at another hour does not', cron: '30 3 28 3 *', zone: 'Europe/Berlin', expected: false},
  {name: 'the same hour on a day before the clocks change does not', cron: '30 2 20 3 *', zone: 'Europe/Berlin', expected: false},
  {name: 'the missing hour of every year does', cron: '30 2 25-31 3 0', zone: 'Europe/Berlin', expected: true},
  {name: 'a day with another time, too, does not', cron: '30 2,4 28 3 *', zone: 'Europe/Berlin', expected: false},
  {name: 'the missing hour of New York does', cron: '0 2 14 3 *', zone: 'America/New_York', expected: true},
  {name: 'the half hour that is missing on Lord Howe Island does', cron: '15 2 4 10 *', zone: 'Australia/Lord_Howe', expected: true},
])('within three years $name pause for more than 366 days: $cron', ({cron, zone, expected}) => {
  expect(pausesOverAYear(cronOf(cron), () => (zone === undefined ? null : findSkippedDays(cronOf(cron), zone)))).toBe(expected);
});

test('runs and gaps are those of a year gone through minute by minute', () => {
  fc.assert(
    fc.property(drawnCrons, drawn => {
      const runs = listRuns(drawn, reference);
      const timing = timeCron(cronOf(drawn.text));
      expect(timing.runsPerYear).toBe(runs.length);
      const gaps = runs.slice(1).map((run, index) => run - (runs[index] ?? 0));
      const isWithin = (gap: number) => gap >= (timing.shortestGap ?? Infinity) && gap <= (timing.longestGap ?? -Infinity);
      expect(gaps.filter(gap => !isWithin(gap))).toEqual([]);
      // The year itself does not show the gaps over its ends, of less than a year.
      if (timing.shortestGap !== null && !gaps.includes(timing.shortestGap)) expect(timing.shortestGap).toBe(gapOverEnd(drawn, runs));
    }),
    {numRuns: 20},
  );
});

test('checks a month are the average of the reference year, rounded up, and exact where all gaps are equal', () => {
  fc.assert(
    fc.property(drawnCrons, drawn => {
      const runs = listRuns(drawn, reference);
      const estimate = estimateCredits({
        schedule: {cron: drawn.text},
        targets: [{type: 'scrape', urls: ['https://acme.example/'], scrapeOptions: {parsers: []}}],
      });
      if (estimate.average) expect(estimate.checksPerMonth).toBe(Math.ceil((runs.length * 30) / 365));
      else if (runs.length > 1) expect(estimate.checksPerMonth).toBe(Math.ceil((30 * DAY) / ((runs[1] ?? 0) - (runs[0] ?? 0))));
      else if (runs.length === 0) expect(estimate.checksPerMonth).toBe(0);
    }),
    {numRuns: 20},
  );
});

/** From the last run of 2026 to the first of 2027, or a nearer one of a leap year. */
function gapOverEnd(drawn: DrawnCron, runs: readonly number[]): number {
  const last = runs.at(-1) ?? 0;
  const [first] = listRuns(drawn, yearAfter);
  const overEnd = first === undefined ? 365 * DAY : first + reference.count - last;
  const leap = listRuns(drawn, leapYear);
  const nearer = leap.slice(1).map((run, index) => run - (leap[index] ?? 0));
  return Math.min(overEnd, ...nearer.filter(gap => gap < 5));
}
