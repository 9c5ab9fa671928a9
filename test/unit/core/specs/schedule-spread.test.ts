import fc from 'fast-check';
import {readCron} from '../../../../src/core/specs/schedule/cron';
import {findFullMinute, MOST_AT_ONCE, suggestSpread} from '../../../../src/core/specs/schedule/spread';
import {readFixedSchedule} from '../../../../src/core/specs/schedule/times';
import {timeCron} from '../../../../src/core/specs/schedule/timing';
import {drawnCrons} from './schedule-oracle';

const many = (count: number, cron: string, timezone = 'UTC', folder = cron) =>
  Array.from({length: count}, (_, index) => ({key: `${folder}/${String(index).padStart(5, '0')}`, cron, timezone}));

function timingOf(text: string) {
  const reading = readCron(text);
  if (reading.kind !== 'cron') throw new Error(`${text} is no cron expression`);
  return timeCron(reading.cron);
}

test.each([
  {name: 'cron', schedule: {cron: ' 0 9  * * *', timezone: 'Asia/Tokyo'}, expected: {cron: '0 9 * * *', timezone: 'Asia/Tokyo'}},
  {name: 'words with a time of day', schedule: {text: 'daily at 9:00'}, expected: {cron: '0 9 * * *', timezone: 'UTC'}},
  {name: 'words with a minute', schedule: {text: 'every 15 minutes starting at :07'}, expected: {cron: '7-59/15 * * * *', timezone: 'UTC'}},
  {name: 'words without a minute: the service spreads them', schedule: {text: 'daily'}, expected: null},
  {name: 'an interval in words', schedule: {text: 'every 30 minutes'}, expected: null},
  {name: 'what cannot be read', schedule: {cron: 'at night'}, expected: null},
  {name: 'no schedule', schedule: undefined, expected: null},
])('fixed or not: $name', ({schedule, expected}) => {
  expect(readFixedSchedule(schedule)).toEqual(expected);
});

test('as many as may be at once are no full minute; one more are', () => {
  const few = many(MOST_AT_ONCE, '0 9 * * *');
  expect(findFullMinute(few)).toBeNull();
  const full = findFullMinute([...few, {key: 'x', cron: '0 9 1 * *', timezone: 'UTC'}]);
  expect(full).toMatchObject({
    monitors: 51,
    schedules: [
      {cron: '0 9 * * *', monitors: 50},
      {cron: '0 9 1 * *', monitors: 1},
    ],
  });
  expect(full).toMatchObject({clock: 'Thursday 09:00', timezone: 'UTC'});
});

test('zones meet at the same minute', () => {
  const full = findFullMinute([...many(40, '0 10 * * 1', 'Europe/Berlin'), ...many(40, '0 9 * * *')]);
  expect(full).toMatchObject({monitors: 80, clock: 'Monday 10:00', timezone: 'Europe/Berlin'});
});

test('nothing is suggested where no minute is full', () => {
  expect(suggestSpread(many(MOST_AT_ONCE, '0 9 * * *'))).toEqual({before: null, after: null, groups: []});
});

test('a group is spread evenly over its hour, in the order of the keys, and stays as it is elsewhere', () => {
  const {before, after, groups} = suggestSpread([...many(120, '30 9 * * 1-5'), ...many(20, '0 6 * * *')]);
  expect(before?.monitors).toBe(120);
  expect(after).toMatchObject({monitors: 20});
  expect(groups).toMatchObject([{cron: '30 9 * * 1-5', timezone: 'UTC'}]);
  expect(groups[0]?.monitors.slice(0, 3)).toEqual([
    {key: '30 9 * * 1-5/00000', cron: '0 9 * * 1-5'},
    {key: '30 9 * * 1-5/00001', cron: '0 9 * * 1-5'},
    {key: '30 9 * * 1-5/00002', cron: '1 9 * * 1-5'},
  ]);
});

test.each([
  {cron: '*/5 * * * *', suggested: ['*/5 * * * *', '1-59/5 * * * *', '2-59/5 * * * *', '3-59/5 * * * *', '4-59/5 * * * *']},
  {cron: '0,30 8-18 * * *', suggested: [0, 6, 12, 18, 24].map(minute => (minute === 0 ? '*/30 8-18 * * *' : `${minute}-59/30 8-18 * * *`))},
  {cron: '0,10,25 * * * *', suggested: ['0,10,25 * * * *', '7,17,32 * * * *', '14,24,39 * * * *', '21,31,46 * * * *', '28,38,53 * * * *']},
])('$cron moves as a whole', ({cron, suggested}) => {
  const {groups} = suggestSpread(many(100, cron));
  const found = groups[0]?.monitors.map(monitor => monitor.cron) ?? [];
  expect([0, 20, 40, 60, 80].map(index => found[index])).toEqual(suggested);
});

test('schedules of one monitor each are spread, too', () => {
  const alone = Array.from({length: 60}, (_, index) => ({
    key: `k${index}`,
    cron: `0 9 * * ${'0123456'
      .slice(0, (index % 7) + 1)
      .split('')
      .join(',')}`,
    timezone: index < 30 ? 'UTC' : 'Etc/UTC',
  }));
  const {before, after} = suggestSpread([...alone, ...many(30, '0 9 * * *', 'GMT')]);
  expect(before?.monitors).toBeGreaterThan(MOST_AT_ONCE);
  expect(after?.monitors).toBeLessThan(10);
});

test('hours, days, interval and number of runs stay; the order of the list does not matter', () => {
  fc.assert(
    fc.property(drawnCrons, ({text}) => {
      const {groups} = suggestSpread([...many(30, text), ...many(40, '* * * * *', 'UTC', 'all')]);
      for (const {cron, monitors} of groups) {
        for (const one of monitors) {
          expect(one.cron.split(' ').slice(1)).toEqual(cron.split(' ').slice(1));
          expect(timingOf(one.cron)).toEqual(timingOf(cron));
        }
      }
    }),
    {numRuns: 30},
  );
  const all = [...many(70, '0 9 * * *'), ...many(70, '0 9 * * 1')];
  expect(suggestSpread([...all].reverse())).toEqual(suggestSpread(all));
});
