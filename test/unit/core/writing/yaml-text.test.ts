import {isDeepStrictEqual} from 'node:util';
import fc from 'fast-check';
import {parse} from 'yaml';
import type {JsonObject, JsonValue} from '../../../../src/core/json/value';
import {parseSource} from '../../../../src/core/specs/document';
import {writeYaml} from '../../../../src/core/writing/yaml-text';
import {anyCharacter} from '../../../world/any-character';

const read = (text: string) => parseSource({file: 'a.yaml', specPath: 'a.yaml', bytes: Buffer.from(text)});

test.each([
  {value: 'daily at 9:00', written: 'daily at 9:00'},
  {value: 'Bearer ${env:TOKEN}', written: 'Bearer ${env:TOKEN}'},
  {value: 'https://acme.example/?a=1#b', written: 'https://acme.example/?a=1#b'},
  {value: '0 9 * * 1', written: '0 9 * * 1'},
  {value: '*/5 * * * *', written: '"*/5 * * * *"'},
  {value: '1.10', written: '"1.10"'},
  {value: '0x1F', written: '"0x1F"'},
  {value: '12:30', written: '"12:30"'},
  {value: '2026-11-21', written: '"2026-11-21"'},
  {value: 'on', written: '"on"'},
  {value: 'Yes', written: '"Yes"'},
  {value: '', written: '""'},
  {value: 'a: b', written: '"a: b"'},
  {value: 'a\u202eb', written: '"a\\u202eb"'},
  {value: '👩\u200d👧', written: '"👩\u200d👧"'},
  {value: 'a\u2065b', written: '"a\\u2065b"'},
  {value: 'é\n\u200d\né', written: '"é\\n\\u200d\\né"'},
  {value: '❤\ufe0f', written: '"❤\ufe0f"'},
  {value: 'one\n\n  two', written: '|-\n  one\n\n    two'},
  {value: 'one\n', written: '|\n  one'},
  {value: 'one\n\n', written: '"one\\n\\n"'},
  {value: 'one \ntwo', written: '"one \\ntwo"'},
  {value: [], written: '[]'},
  {value: {}, written: '{}'},
  {value: [['a', {b: null}]], written: '\n  - ["a", {"b": null}]'},
])('$value is written as $written', ({value, written}) => {
  expect(writeYaml({on: 1, it: value as JsonValue})).toBe(`"on": 1\nit:${written.startsWith('\n') ? '' : ' '}${written}\n`);
});

test('every character is read back without a finding, in names and values, alone and beside line ends', () => {
  const characters = Array.from({length: 0x10000 + 0x1000}, (_, index) =>
    String.fromCodePoint(index < 0x10000 ? index : 0xe0000 + index - 0x10000),
  );
  const held = characters.filter(isHeld);
  for (let start = 0; start < held.length; start += 8000) {
    const data = Object.fromEntries(held.slice(start, start + 8000).map(char => [`a${char}`, `é${char}b\n${char}\nc${char}`]));
    const {documents, findings} = read(writeYaml(data));
    expect({findings, isSame: isDeepStrictEqual(documents[0]?.data, data)}).toEqual({findings: [], isSame: true});
  }
});

/** Whether YAML can hold a text. */
function isHeld(value: string): boolean {
  return !/[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ufffe\uffff]|\p{Cs}/u.test(value);
}

/** Any text that YAML can hold. */
const text = fc.oneof(
  fc.string({unit: anyCharacter, maxLength: 20}),
  fc.string({unit: fc.constantFrom('a', ' ', '\n', '\t', ':', '#', '-', '"', "'", '\\', '\u200d', 'é', '0', '.'), maxLength: 10}),
);
const sayable = text.filter(isHeld);
const name = sayable.filter(value => value !== '__proto__' && value.length < 100);
const json = fc.letrec<{json: JsonValue}>(tie => ({
  json: fc.oneof(
    {maxDepth: 4},
    sayable,
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('json'), {maxLength: 4}),
    fc.dictionary(name, tie('json'), {maxKeys: 4}),
  ) as fc.Arbitrary<JsonValue>,
})).json;

test('any data is read back as it is, by our reader without a finding, and by another, also as YAML 1.1', () => {
  fc.assert(
    fc.property(fc.dictionary(name, json, {minKeys: 1, maxKeys: 4}), data => {
      const written = writeYaml(data as JsonObject);
      const {documents, findings} = read(written);
      expect({findings, data: documents[0]?.data}).toEqual({findings: [], data});
      for (const version of ['1.1', '1.2'] as const) expect(parse(written, {version, merge: false, uniqueKeys: false})).toEqual(data);
    }),
    {numRuns: 1000},
  );
});
