import {localizeTimes, showCheckTime, showSeconds, showTime, showWeekday} from '../../../src/rendering/local-time';

/** Times as their reader would say them: short, and in the zone that is passed in. */
const clockIn = (timeZone: string, now = '2026-11-22T03:00:00Z') => ({clock: {now: () => Date.parse(now), timeZone: () => timeZone}});

test.each([
  {name: 'later on the same day', iso: '2026-11-22T04:00:00.000Z', zone: 'UTC', shown: 'today 04:00'},
  {name: 'the day is that of the zone', iso: '2026-11-22T04:00:00Z', zone: 'America/New_York', shown: 'today 23:00'},
  {name: 'the next day there', iso: '2026-11-22T06:00:00Z', zone: 'America/New_York', shown: 'tomorrow 01:00'},
  {name: 'the day before', iso: '2026-11-21T22:30:00Z', zone: 'UTC', shown: 'yesterday 22:30'},
  {name: 'another day of this year', iso: '2026-11-24T14:00:00Z', zone: 'Europe/Berlin', shown: '24 Nov 15:00'},
  {name: 'another year', iso: '2027-01-02T03:04:05Z', zone: 'UTC', shown: '2 Jan 2027 03:04'},
  {name: 'an offset of its own', iso: '2026-11-22T04:00:00+05:30', zone: 'UTC', shown: 'yesterday 22:30'},
  {name: 'midnight', iso: '2026-11-23T00:00:00Z', zone: 'UTC', shown: 'tomorrow 00:00'},
  {name: 'a zone that no system knows is UTC, and called so', iso: '2026-11-22T04:00:00Z', zone: 'Here/There', shown: 'today 04:00 UTC'},
  {name: 'on another day, too', iso: '2026-11-24T14:00:00Z', zone: 'Here/There', shown: '24 Nov 14:00 UTC'},
  {name: 'what is no time stays', iso: 'soon', zone: 'UTC', shown: 'soon'},
  {name: 'what is no day stays', iso: '2026-13-41T00:00:00Z', zone: 'UTC', shown: '2026-13-41T00:00:00Z'},
])('$name', ({iso, zone, shown}) => {
  expect(showTime(iso, clockIn(zone))).toBe(shown);
  expect(showTime(iso, {})).toBe(iso);
});

test.each([
  {name: 'the evening before', now: '2026-03-08T04:30:00Z', iso: '2026-03-08T16:00:00Z', shown: 'tomorrow 12:00'},
  {name: 'and the day after that', now: '2026-03-08T04:30:00Z', iso: '2026-03-09T04:30:00Z', shown: '9 Mar 00:30'},
  {name: 'the longest day', now: '2026-11-01T04:10:00Z', iso: '2026-11-02T17:00:00Z', shown: 'tomorrow 12:00'},
])('clocks change: $name', ({now, iso, shown}) => {
  expect(showTime(iso, clockIn('America/New_York', now))).toBe(shown);
});

test.each([
  {name: 'today', iso: '2026-11-22T01:00:00Z', shown: 'today 01:00'},
  {name: 'yesterday', iso: '2026-11-21T22:30:00Z', shown: 'yesterday 22:30'},
  {name: 'two days ago', iso: '2026-11-20T14:00:00Z', shown: 'Friday 14:00'},
  {name: 'six days ago', iso: '2026-11-16T00:00:00Z', shown: 'Monday 00:00'},
  {name: 'a week ago', iso: '2026-11-15T23:59:00Z', shown: 'Sun 15 Nov 23:59'},
  {name: 'another year', iso: '2025-11-20T14:00:00Z', shown: 'Thu 20 Nov 2025 14:00'},
  {name: 'still to come', iso: '2026-11-24T14:00:00Z', shown: 'Tue 24 Nov 14:00'},
  {name: 'what is no time stays', iso: 'soon', shown: 'soon'},
])('of what is over, the weekday is told: $name', ({iso, shown}) => {
  expect(showCheckTime(iso, clockIn('UTC'))).toBe(shown);
  expect(showCheckTime(iso, {})).toBe(iso);
});

test.each([
  {name: 'after clocks went forward', now: '2026-03-10T04:30:00Z', iso: '2026-03-07T04:30:00Z', shown: 'Friday 23:30'},
  {name: 'after they went back', now: '2026-11-03T05:30:00Z', iso: '2026-10-31T04:10:00Z', shown: 'Saturday 00:10'},
])('a weekday is that of the zone $name', ({now, iso, shown}) => {
  expect(showCheckTime(iso, clockIn('America/New_York', now))).toBe(shown);
});

test('on another day, too, a time has its weekday', () => {
  expect(showWeekday('2026-11-20T14:00:00Z', clockIn('Europe/Berlin'))).toBe('Fri 20 Nov 15:00');
});

test('what is seconds away has its seconds', () => {
  expect(showSeconds('2026-11-22T03:00:07Z', clockIn('Asia/Kolkata'))).toBe('08:30:07');
});

test('a sentence keeps what stands in quotes', () => {
  const sentence = 'locked since 2026-11-22T02:00:00Z by "2026-11-22T02:00:00Z", id x2026-11-22T02:00:00Zy';
  expect(localizeTimes(sentence, clockIn('UTC'))).toBe('locked since today 02:00 by "2026-11-22T02:00:00Z", id x2026-11-22T02:00:00Zy');
});
