import fc from 'fast-check';
import {hasShortGapAtClockChange} from '../../../../src/core/specs/schedule/clock-change';
import {type Cron, readCron} from '../../../../src/core/specs/schedule/cron';
import {cronsAtNight, type DrawnCron, listRuns, type Minutes, minutesOf, showMinutes} from './schedule-oracle';

function cronOf(text: string): Cron {
  const reading = readCron(text);
  if (reading.kind !== 'cron') throw new Error(`${text} is no cron expression`);
  return reading.cron;
}

test.each([
  {name: 'the hour that comes twice in Berlin', cron: '1,57 1,3 * * *', zone: 'Europe/Berlin', expected: true},
  {name: 'the same in London, an hour earlier', cron: '1,57 0,2 * * *', zone: 'Europe/London', expected: true},
  {name: 'an hour that London keeps', cron: '1,57 4,6 * * *', zone: 'Europe/London', expected: false},
  {name: 'one hour that comes twice after itself', cron: '0,58 1 * * *', zone: 'America/New_York', expected: true},
  {name: 'the hour that is left out in New York', cron: '1,58 1,3 * * *', zone: 'america/new_york', expected: true},
  {name: 'St. John\u2019s, half an hour off, changes by a whole one', cron: '2,59 1,3 * * *', zone: 'America/St_Johns', expected: true},
  {name: 'Lord Howe changes by half an hour: :58 meets :30', cron: '30,58 1 * * *', zone: 'Australia/Lord_Howe', expected: true},
  {name: 'Lord Howe by its other name', cron: '30,58 1 * * *', zone: 'Australia/LHI', expected: true},
  {name: 'Lord Howe with minutes that never meet', cron: '0,30 * * * *', zone: 'Australia/Lord_Howe', expected: false},
  {name: 'Casablanca goes back for Ramadan', cron: '1,57 1,3 * * *', zone: 'Africa/Casablanca', expected: true},
  {name: 'UTC never changes', cron: '1,57 1,3 * * *', zone: 'UTC', expected: false},
  {name: 'Tokyo never changes', cron: '1,57 1,3 * * *', zone: 'Asia/Tokyo', expected: false},
  {name: 'weekdays on which no clock changes', cron: '1,57 1,3 * * 1-5', zone: 'Europe/Berlin', expected: false},
  {name: 'a zone that this Node does not know', cron: '1,57 1,3 * * *', zone: 'Mars/Olympus', expected: false},
])('$name', ({cron, zone, expected}) => {
  expect(hasShortGapAtClockChange(cronOf(cron), zone, 5)).toBe(expected);
});

test('agrees with a year gone through minute by minute on the clocks of the zone', () => {
  const zones = ['Europe/Berlin', 'Europe/London', 'America/St_Johns', 'Australia/Lord_Howe', 'Africa/Casablanca'] as const;
  const unchanged = minutesOf(2026);
  const clocks = zones.map(zone => ({zone, minutes: showMinutes(wallClock(zone))}));
  fc.assert(
    fc.property(cronsAtNight, fc.constantFrom(...clocks), (drawn, {zone, minutes}) => {
      fc.pre(shortestGap(drawn, unchanged) >= 5);
      expect(hasShortGapAtClockChange(cronOf(drawn.text), zone, 5)).toBe(shortestGap(drawn, minutes) < 5);
    }),
    {numRuns: 30},
  );
});

const HALF_HOUR = 30;
const START = Date.UTC(2026, 0, 1) / 60_000;

/** Readings of the clock at each minute of 2026; asked half hour by half hour, since no change comes in between. */
function wallClock(zone: string): number[] {
  const format = new Intl.DateTimeFormat('sv-SE', {timeZone: zone, dateStyle: 'short', timeStyle: 'short'});
  return Array.from({length: 366 * 48}, (_, index) => START + index * HALF_HOUR).flatMap(minute => {
    const shown = Date.parse(`${format.format(minute * 60_000).replace(' ', 'T')}Z`) / 60_000;
    return Array.from({length: HALF_HOUR}, (_, step) => shown + step);
  });
}

/** The shortest time between two runs. */
function shortestGap(drawn: DrawnCron, minutes: Minutes): number {
  const runs = listRuns(drawn, minutes);
  return runs.slice(1).reduce((least, run, index) => Math.min(least, run - (runs[index] ?? 0)), Number.POSITIVE_INFINITY);
}
