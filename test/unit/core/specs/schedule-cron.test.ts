import {readCron} from '../../../../src/core/specs/schedule/cron';
import {suggestForCron} from '../../../../src/core/specs/schedule/suggestion';

/** The values of the fields, or what is wrong. */
function read(text: string): unknown {
  const reading = readCron(text);
  if (reading.kind !== 'cron') return reading;
  const {minutes, hours, days, months, weekdays} = reading.cron;
  const sorted = (values: Iterable<number>) => [...values].sort((a, b) => a - b);
  return {minutes, hours, days: sorted(days), months: sorted(months), weekdays: sorted(weekdays)};
}

const range = (from: number, to: number) => Array.from({length: to - from + 1}, (_, index) => from + index);

test.each([
  {
    name: 'a star is every value of the field',
    cron: '* * * * *',
    expected: {minutes: range(0, 59), hours: range(0, 23), days: range(1, 31)},
  },
  {name: 'a number is itself', cron: '7 4 1 2 3', expected: {minutes: [7], hours: [4], days: [1], months: [2], weekdays: [3]}},
  {name: 'a range holds both its ends', cron: '0 9-17 * * *', expected: {hours: range(9, 17)}},
  {name: 'a step after a star begins at the first value', cron: '*/20 * */10 * *', expected: {minutes: [0, 20, 40], days: [1, 11, 21, 31]}},
  {name: 'a step after a range begins at its first', cron: '7-59/15 * * * *', expected: {minutes: [7, 22, 37, 52]}},
  {name: 'a step longer than the field leaves its first value', cron: '0 */25 * * *', expected: {hours: [0]}},
  {name: 'a list is in order and each value once', cron: '30,0,30,10-12 * * * *', expected: {minutes: [0, 10, 11, 12, 30]}},
  {name: 'leading zeros do not count', cron: '00 06 01 02 *', expected: {minutes: [0], hours: [6], days: [1], months: [2]}},
  {name: 'weekday 7 is Sunday', cron: '0 0 * * 5-7', expected: {weekdays: [0, 5, 6]}},
  {name: 'white space around and between does not count', cron: ' 0\t6  * * *\n', expected: {minutes: [0], hours: [6]}},
])('$name: $cron', ({cron, expected}) => {
  expect(read(cron)).toMatchObject(expected);
});

test.each([
  {
    name: 'a step after a number names that number only',
    cron: '7/15 2/6 * * *',
    expected: [
      {part: '7/15', ranged: '7-59/15'},
      {part: '2/6', ranged: '2-23/6'},
    ],
  },
])('$name', ({cron, expected}) => {
  expect(readCron(cron)).toMatchObject({kind: 'cron', lonelySteps: expected});
});

test.each([
  {name: 'names of weekdays', cron: '0 12 * * MON-fri', part: 'MON-fri', numeric: '0 12 * * 1-5'},
  {name: 'names of months', cron: '0 0 1 jan,Dec *', part: 'jan,Dec', numeric: '0 0 1 1,12 *'},
  {name: 'a question mark', cron: '0 0 ? * ?', part: '?', numeric: '0 0 * * *'},
  {name: 'the last day of the month', cron: '0 0 L * *', part: 'L', numeric: null},
  {name: 'the nearest weekday', cron: '0 0 15W * *', part: '15W', numeric: null},
  {name: 'the second Monday', cron: '0 0 * * 1#2', part: '1#2', numeric: null},
  {name: 'the last Friday', cron: '0 0 * * 5L', part: '5L', numeric: null},
])('$name: an extension of other crons', ({cron, part, numeric}) => {
  expect(readCron(cron)).toEqual({kind: 'extension', part, numeric});
});

test.each([
  {name: 'no field', cron: '', count: 0},
  {name: 'white space only', cron: ' \n ', count: 0},
  {name: 'four fields', cron: '0 0 * *', count: 4},
  {name: 'six fields', cron: '0 0 0 * * *', count: 6},
  {name: 'a macro', cron: '@daily', count: 1},
])('$name: refused by the number of fields', ({cron, count}) => {
  expect(readCron(cron)).toEqual({kind: 'field-count', count});
});

test.each([
  {name: 'a minute too many', cron: '60 * * * *', field: 'minute', suggestion: '0'},
  {name: 'an hour too many', cron: '0 24 * * *', field: 'hour', suggestion: '0'},
  {name: 'day 0', cron: '0 0 0 * *', field: 'day of month', suggestion: null},
  {name: 'month 13', cron: '0 0 1 13 *', field: 'month', suggestion: null},
  {name: 'weekday 8', cron: '0 0 * * 8', field: 'day of week', suggestion: null},
  {name: 'a range over midnight', cron: '0 22-6 * * *', field: 'hour', suggestion: '22-23,0-6'},
  {name: 'a range over the weekend', cron: '0 0 * * 6-1', field: 'day of week', suggestion: '6,0-1'},
  {name: 'a range over the year', cron: '0 0 1 12-1 *', field: 'month', suggestion: '12,1'},
  {name: 'a step of 0', cron: '*/0 * * * *', field: 'minute', suggestion: null},
  {name: 'a negative step', cron: '*/-5 * * * *', field: 'minute', suggestion: null},
  {name: 'a step with a fraction', cron: '*/1.5 * * * *', field: 'minute', suggestion: null},
  {name: 'a step without a number', cron: '*/ * * * *', field: 'minute', suggestion: null},
  {name: 'two steps', cron: '*/5/7 * * * *', field: 'minute', suggestion: null},
  {name: 'an empty part', cron: '*/5, * * * *', field: 'minute', suggestion: null},
  {name: 'half a range', cron: '5- * * * *', field: 'minute', suggestion: null},
  {name: 'a hexadecimal number', cron: '0x10 * * * *', field: 'minute', suggestion: null},
  {name: 'digits of another script', cron: '\uff15 * * * *', field: 'minute', suggestion: null},
  {name: 'the H of a build server', cron: 'H * * * *', field: 'minute', suggestion: null},
  {name: 'a name in the wrong field', cron: 'MON * * * *', field: 'minute', suggestion: null},
])('$name: refused at its field', ({cron, field, suggestion}) => {
  expect(readCron(cron)).toMatchObject({kind: 'field', field, suggestion});
});

test.each([
  {name: 'a macro', text: '@Daily', expected: {kind: 'cron', cron: '0 0 * * *'}},
  {name: 'seconds of 0', text: '0 */5 * * * *', expected: {kind: 'cron', cron: '*/5 * * * *'}},
  {name: 'a year', text: '0 0 * * * 2027', expected: {kind: 'cron', cron: '0 0 * * *'}},
  {name: 'a zone in front', text: 'CRON_TZ=UTC 0 0 * * *', expected: {kind: 'cron', cron: '0 0 * * *'}},
  {name: 'a comment behind', text: '0 0 * * * # nightly', expected: {kind: 'cron', cron: '0 0 * * *'}},
  {name: 'white space in a list', text: '0, 30 * * * *', expected: {kind: 'cron', cron: '0,30 * * * *'}},
  {name: 'words', text: 'daily at 9am', expected: {kind: 'text', text: 'daily at 9am'}},
  {name: 'words behind an @', text: '@every 30m', expected: {kind: 'text', text: 'every 30 minutes'}},
  {name: 'nothing that could be meant', text: 'now and then', expected: null},
])('$name: what was meant for cron', ({text, expected}) => {
  expect(suggestForCron(text)).toEqual(expected);
});
