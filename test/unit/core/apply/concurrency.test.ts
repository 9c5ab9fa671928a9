import {ConcurrencyLimit} from '../../../../src/core/apply/concurrency';

function succeed(concurrency: ConcurrencyLimit, times: number): number {
  for (let i = 0; i < times; i++) concurrency.succeed();
  return concurrency.limit;
}

test('starts with one, then doubles with every round that goes well', () => {
  const concurrency = new ConcurrencyLimit(8);
  expect(concurrency.limit).toBe(1);
  expect(succeed(concurrency, 1)).toBe(2);
  expect(succeed(concurrency, 2)).toBe(4);
  expect(succeed(concurrency, 4)).toBe(8);
  expect(succeed(concurrency, 100)).toBe(8);
});

test('N23: halves when the service is overloaded, later grows by one after two rounds, and never above the cap', () => {
  const concurrency = new ConcurrencyLimit(8);
  succeed(concurrency, 7);
  concurrency.strain(concurrency.round);
  expect(concurrency.limit).toBe(4);
  expect(succeed(concurrency, 7)).toBe(4);
  expect(succeed(concurrency, 1)).toBe(5);
  expect(succeed(concurrency, 10)).toBe(6);
  expect(succeed(concurrency, 1000)).toBe(8);
});

test('N23: requests that were sent together halve it once', () => {
  const concurrency = new ConcurrencyLimit(8);
  succeed(concurrency, 7);
  const {round} = concurrency;
  for (let i = 0; i < 8; i++) concurrency.strain(round);
  expect(concurrency.limit).toBe(4);
});

test('never falls below one, and a cap below one is one', () => {
  const concurrency = new ConcurrencyLimit(0);
  concurrency.strain(concurrency.round);
  expect(concurrency.limit).toBe(1);
  expect(succeed(concurrency, 50)).toBe(1);
});
