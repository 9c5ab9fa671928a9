import fc from 'fast-check';
import {parseHttpDate, readRetryAfter} from '../../../../src/core/api/classify-answer';

const now = Date.UTC(2026, 10, 21, 10, 0, 0);

describe('N9: Retry-After is read by its grammar and nothing else', () => {
  test.each([
    {name: '"0" is now', values: ['0'], expected: 0},
    {name: 'a fraction of a second counts', values: ['1.5'], expected: 1500},
    {name: 'white space around it does not matter', values: [' 5 '], expected: 5000},
    {name: 'a negative number says nothing', values: ['-1'], expected: undefined},
    {name: 'a word says nothing', values: ['abc'], expected: undefined},
    {name: 'an exponent is no number of seconds', values: ['1e9'], expected: undefined},
    {name: '"Infinity" says nothing', values: ['Infinity'], expected: undefined},
    {name: 'hexadecimal says nothing', values: ['0x10'], expected: undefined},
    {name: 'an empty header says nothing', values: [''], expected: undefined},
    {name: 'a number of ten digits says nothing', values: ['1234567890'], expected: undefined},
    {name: 'of two values in one header the larger holds', values: ['5, 7'], expected: 7000},
    {name: 'of two headers the larger holds', values: ['7', '5'], expected: 7000},
    {name: 'an invalid value beside a valid one is ignored', values: ['abc, 5'], expected: 5000},
    {name: 'an RFC 1123 date is a moment', values: ['Sat, 21 Nov 2026 10:00:30 GMT'], expected: 30_000},
    {name: 'an RFC 850 date is a moment', values: ['Saturday, 21-Nov-26 10:00:30 GMT'], expected: 30_000},
    {name: 'an asctime date is a moment', values: ['Sat Nov 21 10:00:30 2026'], expected: 30_000},
    {name: 'a date beside seconds: the later holds', values: ['5, Sat, 21 Nov 2026 10:00:30 GMT, 7'], expected: 30_000},
    {name: 'a moment that has passed is now', values: ['Sat, 21 Nov 2026 09:00:00 GMT'], expected: 0},
    {name: 'a date with another zone says nothing', values: ['Sat, 21 Nov 2026 10:00:30 CET'], expected: undefined},
    {name: 'a day that does not exist says nothing', values: ['Sat, 31 Feb 2026 10:00:30 GMT'], expected: undefined},
    {name: 'an ISO date says nothing', values: ['2026-11-21T10:00:30Z'], expected: undefined},
  ])('$name', ({values, expected}) => {
    expect(readRetryAfter({retryAfter: values}, now)?.ms).toBe(expected);
  });

  test('a date is measured against the server’s own clock, one hour off here', () => {
    const hints = {retryAfter: ['Sat, 21 Nov 2026 11:00:30 GMT'], date: 'Sat, 21 Nov 2026 11:00:00 GMT'};
    expect(readRetryAfter(hints, now)).toEqual({ms: 30_000, source: 'header'});
  });

  test('an unreadable Date leaves the local clock', () => {
    expect(readRetryAfter({retryAfter: ['Sat, 21 Nov 2026 10:00:30 GMT'], date: 'soon'}, now)?.ms).toBe(30_000);
  });
});

describe('N8: other places that say how long to wait', () => {
  test.each([
    {
      name: 'the words of the body',
      hints: {retryAfter: [], body: {error: 'Rate limit exceeded, retry after 42s'}},
      expected: {ms: 42_000, source: 'hint'},
    },
    {
      name: 'words with "seconds"',
      hints: {retryAfter: [], body: {error: 'Please Retry after 3.5 seconds.'}},
      expected: {ms: 3500, source: 'hint'},
    },
    {name: 'a member of the body', hints: {retryAfter: [], body: {retry_after_seconds: 9}}, expected: {ms: 9000, source: 'hint'}},
    {name: 'a member that is no number', hints: {retryAfter: [], body: {retry_after_seconds: '9'}}, expected: undefined},
    {name: 'an infinite member', hints: {retryAfter: [], body: {retry_after_seconds: Number.POSITIVE_INFINITY}}, expected: undefined},
    {name: 'the header in milliseconds', hints: {retryAfter: [], retryAfterMs: '1234'}, expected: {ms: 1234, source: 'header'}},
    {
      name: 'a header is stronger than words',
      hints: {retryAfter: ['2'], body: {error: 'retry after 42s'}},
      expected: {ms: 2000, source: 'header'},
    },
    {name: 'no word about it', hints: {retryAfter: [], body: {error: 'Rate limit exceeded'}}, expected: undefined},
  ])('$name', ({hints, expected}) => {
    expect(readRetryAfter(hints, now)).toEqual(expected);
  });
});

test('any text gives a wait of 0 or more, or nothing', () => {
  fc.assert(
    fc.property(fc.array(fc.string(), {maxLength: 4}), fc.string(), (retryAfter, date) => {
      const wait = readRetryAfter({retryAfter, date}, now);
      return wait === undefined || (Number.isFinite(wait.ms) && wait.ms >= 0);
    }),
  );
});

test('every whole second survives a round trip through the usual date form', () => {
  fc.assert(
    fc.property(
      fc.integer({min: 0, max: 4_102_444_799}),
      seconds => parseHttpDate(new Date(seconds * 1000).toUTCString()) === seconds * 1000,
    ),
  );
});
