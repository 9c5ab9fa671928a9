import {scrapeWaitMs} from '../../../../src/core/api/scrape-wait';

test.each([
  {name: 'as long as the spec lets the page take, and 30 s more', options: {timeout: 120_000}, expected: 150_000},
  {name: 'without a timeout, that of the service counts', options: {}, expected: 60_000 + 30_000},
])('$name', ({options, expected}) => {
  expect(scrapeWaitMs(options)).toBe(expected);
});
