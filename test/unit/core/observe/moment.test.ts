import {readMoment, resolveMoment} from '../../../../src/core/observe/moment';

const NOW = Date.UTC(2026, 10, 23, 12);

test.each([
  {name: 'minutes', text: '90m', zone: 'UTC', is: '2026-11-23T10:30:00.000Z'},
  {name: 'hours', text: '36h', zone: 'UTC', is: '2026-11-22T00:00:00.000Z'},
  {name: 'days', text: '3d', zone: 'Europe/Berlin', is: '2026-11-20T12:00:00.000Z'},
  {name: 'weeks', text: '2w', zone: 'UTC', is: '2026-11-09T12:00:00.000Z'},
  {name: 'a date is its midnight in the zone', text: '2026-11-20', zone: 'Europe/Berlin', is: '2026-11-19T23:00:00.000Z'},
  {name: 'a date-time without zone is local', text: '2026-07-01T09:30', zone: 'America/New_York', is: '2026-07-01T13:30:00.000Z'},
  {name: 'a space may stand for the T', text: '2026-07-01 09:30:15', zone: 'UTC', is: '2026-07-01T09:30:15.000Z'},
  {name: 'UTC', text: '2026-07-01T09:30Z', zone: 'Asia/Tokyo', is: '2026-07-01T09:30:00.000Z'},
  {name: 'an offset', text: '2026-07-01T09:30+05:30', zone: 'Asia/Tokyo', is: '2026-07-01T04:00:00.000Z'},
  {
    name: 'an hour that is left out counts as the time after it',
    text: '2026-03-29T02:30',
    zone: 'Europe/Berlin',
    is: '2026-03-29T01:30:00.000Z',
  },
  {name: 'of an hour that comes twice, the first', text: '2026-10-25T02:30', zone: 'Europe/Berlin', is: '2026-10-25T00:30:00.000Z'},
  {name: 'after that hour', text: '2026-10-25T03:00', zone: 'Europe/Berlin', is: '2026-10-25T02:00:00.000Z'},
  {name: 'a zone of half hours', text: '2026-01-05', zone: 'Asia/Kolkata', is: '2026-01-04T18:30:00.000Z'},
])('$name: $text', ({text, zone, is}) => {
  const moment = readMoment(text, () => zone);
  expect(moment === null ? null : new Date(resolveMoment(moment, NOW)).toISOString()).toBe(is);
});

test.each([
  '',
  '3',
  'd',
  '3 d',
  '-3d',
  '3y',
  '2026',
  '2026-13-01',
  '2026-02-29',
  '2026-11-20T25:00',
  '2026-11-20T14',
  '20.11.2026',
  'now',
  '1e3d',
  '9999999d',
])('"%s" is not a moment', text => expect(readMoment(text, () => 'UTC')).toBeNull());
