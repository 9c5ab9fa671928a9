import {fillPlaces} from '../../../src/rendering/fill-places';

test('each place gets its value, which is not searched for places', () => {
  expect(fillPlaces('@name@: @name@, a@b, "$@"', {name: '@other@ $1'})).toBe('@other@ $1: @other@ $1, a@b, "$@"');
});

test('a place without a value is an error', () => {
  expect(() => fillPlaces('@name@', {})).toThrow('name');
});
