import type {JsonValue} from '../../../../src/core/json/value';
import {member} from '../../../../src/core/service/member';

const body: JsonValue = {name: 'Shop', sync: {key: 'shop'}, targets: []};

test('members are found by the names that the types have', () => {
  expect(member(body, 'name')).toBe('Shop');
  expect(member(member(body, 'sync'), 'key')).toBe('shop');
  expect(member(body, 'goal')).toBeUndefined();
  expect(member(undefined, 'url')).toBeUndefined();
  expect(member(member(body, 'targets'), 'type')).toBeUndefined();
});

test('a name that no type has does not compile', () => {
  // @ts-expect-error: a misspelt member.
  expect(member(body, 'schedul')).toBeUndefined();
  // @ts-expect-error: a member of every object, and of no type.
  expect(member(body, 'constructor')).toBeUndefined();
  const given: string = 'name';
  // @ts-expect-error: a name that is worked out is read with `property`.
  expect(member(body, given)).toBe('Shop');
});
