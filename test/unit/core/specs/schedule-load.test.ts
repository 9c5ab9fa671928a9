import fc from 'fast-check';
import {listRuns, measureLoad} from '../../../../src/core/specs/schedule/load';
import {cronsAtNight, drawnCrons, listRuns as listByLooking, showMinutes} from './schedule-oracle';

/** Monday, 16 November 2026. */
const MONDAY = Date.UTC(2026, 10, 16);
/** The weeks in which the clocks of Berlin go forward and back. */
const SPRING = Date.UTC(2026, 2, 23);
const AUTUMN = Date.UTC(2026, 9, 19);
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

test.each([
  {name: 'every day at 9 in Berlin is 8 in UTC', cron: '0 9 * * *', zone: 'Europe/Berlin', from: MONDAY, expected: ['2026-11-16T08:00']},
  {name: 'a day that the cron does not name has no runs', cron: '0 9 * * 2', zone: 'UTC', from: MONDAY, expected: []},
  {name: 'an hour that does not exist is left out', cron: '30 2 * * *', zone: 'Europe/Berlin', from: SPRING + 6 * DAY, expected: []},
  {
    name: 'an hour that comes twice runs twice',
    cron: '30 2 * * *',
    zone: 'Europe/Berlin',
    from: AUTUMN + 6 * DAY,
    expected: ['2026-10-25T00:30', '2026-10-25T01:30'],
  },
  {name: 'the first minute counts, the last one does not', cron: '0 0 * * *', zone: 'UTC', from: MONDAY, expected: ['2026-11-16T00:00']},
  {name: 'white space between the fields', cron: ' 0  9 * *\t* ', zone: 'UTC', from: MONDAY, expected: ['2026-11-16T09:00']},
  {name: 'six fields are no cron', cron: '0 0 9 * * *', zone: 'UTC', from: MONDAY, expected: []},
  {name: 'a cron that cannot be read does not run', cron: 'at night', zone: 'UTC', from: MONDAY, expected: []},
  {name: 'a zone that nobody knows has no runs', cron: '0 9 * * *', zone: 'Mars/Olympus', from: MONDAY, expected: []},
])('$name', ({cron, zone, from, expected}) => {
  const runs = listRuns({cron, timezone: zone}, from, from + DAY);
  expect(runs.map(run => new Date(run).toISOString().slice(0, 16))).toEqual(expected);
});

test('runs agree with a week gone through minute by minute', () => {
  const minutes = Array.from({length: 7 * 1440}, (_, index) => MONDAY / 60_000 + index);
  const shown = showMinutes(minutes);
  fc.assert(
    fc.property(fc.oneof(drawnCrons, cronsAtNight), drawn => {
      const runs = listRuns({cron: drawn.text, timezone: 'UTC'}, MONDAY, MONDAY + 7 * DAY);
      expect(runs.map(run => (run - MONDAY) / 60_000)).toEqual(listByLooking(drawn, shown));
    }),
    {numRuns: 50},
  );
});

test('a span that begins within a minute begins with the next one', () => {
  expect(listRuns({cron: '* * * * *', timezone: 'UTC'}, MONDAY + 1, MONDAY + 120_001)).toEqual([MONDAY + 60_000, MONDAY + 120_000]);
});

test('the load stands at the hours of the chosen zone, Monday first, and its peak at the fullest minute', () => {
  const load = measureLoad(
    [
      {cron: '0 9 * * *', timezone: 'Europe/Berlin', weight: 40},
      {cron: '0 8 * * 1', timezone: 'UTC', weight: 5},
      {cron: '30 23 * * 0', timezone: 'UTC'},
    ],
    'Europe/Berlin',
    MONDAY - HOUR,
  );
  expect(load.peak).toEqual({weekday: 0, hour: 9, minute: 0, monitors: 45});
  expect(load.byHour.map(hours => hours[9])).toEqual([45, 40, 40, 40, 40, 40, 40]);
  expect(load.byHour[0]?.[0]).toBe(1);
  expect(load.runs).toBe(7 * 40 + 5 + 1);
});

test('the week of a clock change has every run once', () => {
  const load = measureLoad([{cron: '0 * * * *', timezone: 'UTC'}], 'Europe/Berlin', AUTUMN - 2 * HOUR);
  expect(load.runs).toBe(168);
  expect(load.byHour[6]?.[2]).toBe(2);
});

test('nothing that runs: an empty week', () => {
  const load = measureLoad([{cron: '0 0 30 2 *', timezone: 'UTC'}], 'UTC', MONDAY);
  expect(load).toEqual({
    byHour: Array.from({length: 7}, () => new Array(24).fill(0)),
    peak: {weekday: 0, hour: 0, minute: 0, monitors: 0},
    runs: 0,
  });
});
