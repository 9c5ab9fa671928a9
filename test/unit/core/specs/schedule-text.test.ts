import fc from 'fast-check';
import {readCron} from '../../../../src/core/specs/schedule/cron';
import {suggestSchedule} from '../../../../src/core/specs/schedule/suggestion';
import {isDocumentedSpelling, readScheduleText} from '../../../../src/core/specs/schedule/text';

/** The times that a text means, whatever the expression. */
function timesOf(text: string) {
  const reading = readScheduleText(text);
  const cron = reading.kind === 'schedule' ? readCron(reading.cron) : null;
  return cron?.kind === 'cron' ? cron.cron : null;
}

const documented = [
  {text: 'every 30 minutes', cron: '*/30 * * * *'},
  {text: 'every 15 minutes starting at :07', cron: '7-59/15 * * * *'},
  {text: 'every 60 minutes', cron: '*/60 * * * *'},
  {text: 'every 5 minutes', cron: '*/5 * * * *'},
  {text: 'hourly', cron: '0 * * * *'},
  {text: 'every 2 hours', cron: '0 */2 * * *'},
  {text: 'every 24 hours', cron: '0 */24 * * *'},
  {text: 'daily', cron: '0 0 * * *'},
  {text: 'daily at 9:00', cron: '0 9 * * *'},
  {text: 'daily at 09:00', cron: '0 9 * * *'},
  {text: 'daily at 9am', cron: '0 9 * * *'},
  {text: 'daily at 5:30 PM', cron: '30 17 * * *'},
  {text: 'daily at 12am', cron: '0 0 * * *'},
  {text: 'daily at 12:30 pm', cron: '30 12 * * *'},
  {text: 'daily at 23:59', cron: '59 23 * * *'},
  {text: 'weekly', cron: '0 0 * * 0'},
];

test.each(documented)('$text is documented and means $cron', ({text, cron}) => {
  const reading = readScheduleText(text);
  expect(reading).toMatchObject({kind: 'schedule', cron});
  expect(isDocumentedSpelling(text, reading.kind === 'schedule' ? reading.documented : null)).toBe(true);
});

test('case and spacing never matter', () => {
  const variant = fc.constantFrom(...documented).chain(({text}) =>
    fc.record({
      text: fc.constant(text),
      letters: fc.array(fc.boolean(), {minLength: text.length, maxLength: text.length}),
      spaces: fc.constantFrom(' ', '  ', '\t', ' \n '),
      around: fc.constantFrom('', ' ', '\n'),
    }),
  );
  fc.assert(
    fc.property(variant, ({text, letters, spaces, around}) => {
      const cased = [...text].map((letter, index) => (letters[index] ? letter.toUpperCase() : letter.toLowerCase())).join('');
      const spaced = around + cased.replaceAll(' ', spaces) + around;
      const reading = readScheduleText(spaced);
      expect(reading).toEqual(readScheduleText(text));
      expect(isDocumentedSpelling(spaced, reading.kind === 'schedule' ? reading.documented : null)).toBe(true);
    }),
  );
});

test.each([
  {text: 'every hour', hint: 'hourly'},
  {text: 'every 1 hour', hint: 'hourly'},
  {text: 'every 5 mins', hint: 'every 5 minutes'},
  {text: 'every 6 hrs', hint: 'every 6 hours'},
  {text: 'every 15 minutes start on 7', hint: 'every 15 minutes starting at :07'},
  {text: 'every hour starting at 30', hint: 'every 60 minutes starting at :30'},
  {text: 'every 0030 minutes', hint: 'every 30 minutes'},
  {text: 'hourly,', hint: 'hourly'},
  {text: 'every day', hint: 'daily'},
  {text: 'every week', hint: 'weekly'},
  {text: 'every day at 7pm', hint: 'daily at 7pm'},
  {text: 'daily at 9', hint: 'daily at 9:00'},
  {text: 'daily at 9:30 a.m.', hint: 'daily at 9:30 AM'},
  {text: 'hourly at :15', hint: 'every 60 minutes starting at :15'},
  {text: 'hourly at 15', hint: 'every 60 minutes starting at :15'},
  {text: 'every hour at :30', hint: 'every 60 minutes starting at :30'},
  {text: 'every 3.0 minutes', hint: 'every 30 minutes'},
  {text: 'every 1,5 minutes', hint: 'every 15 minutes'},
  {text: 'every. 30. minutes.', hint: 'every 30 minutes'},
  {text: 'd,aily', hint: 'daily'},
])('$text is understood, and documented as $hint', ({text, hint}) => {
  const reading = readScheduleText(text);
  expect(reading).toMatchObject({kind: 'schedule', documented: hint});
  expect(isDocumentedSpelling(text, hint)).toBe(false);
  expect(timesOf(hint)).toEqual(timesOf(text));
});

test.each([
  {name: 'minutes that do not divide 60', text: 'every 8 minutes', expected: {kind: 'uneven', minutes: 8, suggestion: 'every 10 minutes'}},
  {name: 'more than 60 minutes', text: 'every 120 minutes', expected: {kind: 'uneven', minutes: 120, suggestion: 'every 2 hours'}},
  {name: 'a little more than 60 minutes', text: 'every 90 minutes', expected: {kind: 'uneven', minutes: 90, suggestion: 'hourly'}},
  {name: 'hours that do not divide 24', text: 'every 5 hours', expected: {kind: 'uneven', minutes: 300, suggestion: 'every 6 hours'}},
  {name: 'more than 24 hours', text: 'every 36 hours', expected: {kind: 'uneven', minutes: 2160, suggestion: 'daily'}},
  {name: 'less than 5 minutes', text: 'every 4 minutes', expected: {kind: 'too-frequent'}},
  {name: '0 minutes', text: 'every 0 minutes', expected: {kind: 'wrong-number'}},
  {name: 'minute 60', text: 'every 15 minutes starting at :60', expected: {kind: 'wrong-number'}},
  {name: '24 o clock', text: 'daily at 24:00', expected: {kind: 'wrong-number'}},
  {name: '13 pm', text: 'daily at 13pm', expected: {kind: 'wrong-number'}},
  {name: '0:30 pm', text: 'daily at 0:30pm', expected: {kind: 'wrong-number'}},
  {name: 'nothing', text: '', expected: {kind: 'unknown'}},
  {name: 'a fraction', text: 'every 5.5 minutes', expected: {kind: 'unknown'}},
  {name: 'an hour that begins at a minute, without "at"', text: 'hourly starting :20', expected: {kind: 'unknown'}},
  {name: 'hours that begin at a minute', text: 'every 2 hours starting at :10', expected: {kind: 'unknown'}},
  {name: 'I23: a minute of one digit', text: 'daily at 9:5', expected: {kind: 'unknown'}},
  {name: 'words that go on', text: 'every 30 minutes please', expected: {kind: 'unknown'}},
])('$name: $text', ({text, expected}) => {
  expect(readScheduleText(text)).toMatchObject(expected);
});

test.each([
  {text: 'everyday', meant: 'daily'},
  {text: 'once a day', meant: 'daily'},
  {text: 'evry 30 minutes', meant: 'every 30 minutes'},
  {text: 'every 30m', meant: 'every 30 minutes'},
  {text: '2h', meant: 'every 2 hours'},
  {text: 'every two hours', meant: 'every 2 hours'},
  {text: 'every half hour', meant: 'every 30 minutes'},
  {text: 'every minute', meant: 'every 5 minutes'},
  {text: 'daily at noon', meant: 'daily at 12:00'},
  {text: 'at 9:30', meant: 'daily at 9:30'},
  {text: 'weekdays', meant: '0 0 * * 1-5'},
  {text: 'every monday at 9am', meant: '0 9 * * 1'},
  {text: 'weekly on fri', meant: '0 0 * * 5'},
  {text: 'monthly', meant: '0 0 1 * *'},
  {text: 'every other day', meant: '0 0 */2 * *'},
  {text: '*/30 * * * *', meant: '*/30 * * * *'},
  {text: 'hourly starting :20', meant: '20 * * * *'},
  {text: 'every 2 hours starting at :10', meant: '10 */2 * * *'},
  {text: 'daily at 9:5', meant: 'daily at 9:05'},
  {text: 'whenever you like', meant: null},
  {text: '0', meant: null},
])('"$text" was probably meant as $meant', ({text, meant}) => {
  const suggestion = suggestSchedule(text);
  expect(suggestion === null ? null : suggestion.kind === 'text' ? suggestion.text : suggestion.cron).toBe(meant);
});

test('what is suggested is always accepted, and documented', () => {
  const words = fc.array(
    fc.constantFrom(
      'every',
      'each',
      'daily',
      'weekly',
      'at',
      '30',
      '2',
      '9:00',
      '9am',
      'noon',
      'minutes',
      'hour',
      'h',
      'monday',
      'days',
      '0',
    ),
    {minLength: 1, maxLength: 5},
  );
  fc.assert(
    fc.property(words, parts => {
      const suggestion = suggestSchedule(parts.join(' '));
      if (suggestion?.kind === 'cron') expect(readCron(suggestion.cron).kind).toBe('cron');
      if (suggestion?.kind === 'text') {
        const reading = readScheduleText(suggestion.text);
        expect(isDocumentedSpelling(suggestion.text, reading.kind === 'schedule' ? reading.documented : null)).toBe(true);
      }
    }),
    {numRuns: 1000},
  );
});
