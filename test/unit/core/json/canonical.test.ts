import {createHash} from 'node:crypto';
import fc from 'fast-check';
import {canonicalJson, sha256} from '../../../../src/core/json/canonical';
import type {JsonValue} from '../../../../src/core/json/value';

/** Canonical JSON by its definition, member by member. */
function byDefinition(value: JsonValue): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(byDefinition).join(',')}]`;
  const object = value as Readonly<Record<string, JsonValue>>;
  const members = Object.keys(object).sort();
  return `{${members.map(name => `${JSON.stringify(name)}:${byDefinition(object[name] as JsonValue)}`).join(',')}}`;
}

test('any value is written as the definition says', () => {
  fc.assert(
    fc.property(fc.jsonValue({stringUnit: 'binary'}), value => {
      expect(canonicalJson(value as JsonValue)).toBe(byDefinition(value as JsonValue));
    }),
  );
});

test.each<{name: string; value: JsonValue; text: string}>([
  {
    name: 'members are sorted by code unit, numbers as text',
    value: {b: 1, a: 2, 10: 3, 9: 4, B: 5},
    text: '{"10":3,"9":4,"B":5,"a":2,"b":1}',
  },
  {name: 'what JSON must escape is escaped', value: '"\\\n\u0000\u001f', text: '"\\"\\\\\\n\\u0000\\u001f"'},
  {name: 'half a surrogate pair is escaped, a whole one is not', value: ['\ud83d', '\u{1f600}'], text: '["\\ud83d","\u{1f600}"]'},
  {name: 'empty texts, lists and objects keep their places', value: ['', [], {}, {'': ''}], text: '["",[],{},{"":""}]'},
])('$name', ({value, text}) => expect(canonicalJson(value)).toBe(text));

test('the hash is SHA-256 of the text as UTF-8, or of the bytes', () => {
  const expected = createHash('sha256').update('Z\u00fcrich', 'utf8').digest('hex');
  expect(sha256('Z\u00fcrich')).toBe(expected);
  expect(sha256(Buffer.from('Z\u00fcrich', 'utf8'))).toBe(expected);
});
