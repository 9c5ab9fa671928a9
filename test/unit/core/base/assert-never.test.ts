import {assertNever} from '../../../../src/core/base/assert-never';

test('names the tag that no case handles', () => {
  expect(() => assertNever('later' as never)).toThrow('impossible case: later');
});

test('shows nothing of an object', () => {
  expect(() => assertNever({kind: 'later', token: 'hunter2'} as never)).toThrow(/^impossible case$/);
});
