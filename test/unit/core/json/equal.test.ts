import fc from 'fast-check';
import {canonicalJson} from '../../../../src/core/json/canonical';
import {isEqualJson, type JsonValue} from '../../../../src/core/json/value';

const json = fc.jsonValue({maxDepth: 3}).map(value => JSON.parse(JSON.stringify(value)) as JsonValue);

test('two values are equal just when their canonical texts are', () => {
  fc.assert(fc.property(json, json, (a, b) => isEqualJson(a, b) === (canonicalJson(a) === canonicalJson(b))));
  fc.assert(fc.property(json, a => isEqualJson(a, JSON.parse(JSON.stringify(a)) as JsonValue)));
});

test.each<{name: string; a: JsonValue; b: JsonValue; equal: boolean}>([
  {name: 'members in another order', a: {a: 1, b: [2]}, b: {b: [2], a: 1}, equal: true},
  {name: 'items in another order', a: [1, 2], b: [2, 1], equal: false},
  {name: 'a member more', a: {a: 1}, b: {a: 1, b: 2}, equal: false},
  {name: 'another member', a: {a: 1}, b: {b: 1}, equal: false},
  {name: 'a list and an object', a: [], b: {}, equal: false},
  {name: 'nothing and an object', a: null, b: {}, equal: false},
])('$name', ({a, b, equal}) => expect([isEqualJson(a, b), isEqualJson(b, a)]).toEqual([equal, equal]));
