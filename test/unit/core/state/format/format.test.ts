import fc from 'fast-check';
import {canonicalJson, sha256} from '../../../../../src/core/json/canonical';
import type {JsonObject, JsonValue} from '../../../../../src/core/json/value';
import {findJsonError} from '../../../../../src/core/state/format/damage';
import {Refusals} from '../../../../../src/core/state/format/refusals';
import {writeCompact} from '../../../../../src/core/state/format/signed-text';
import {decodeState, encodeState, hasSameContent} from '../../../../../src/core/state/format/state';
import {recorded, stateWith} from '../world';

const refusals = new Refusals({shown: 'monitors.state.json', project: 'acme-web', environment: 'default', soundBackup: () => null});

/** Names that sort in another way as numbers than as text among them. */
const name = fc.oneof(fc.constantFrom('9', '10', 'constructor', '__proto__', 'é', 'a b'), fc.string());
const json = fc.letrec<{value: JsonValue; object: JsonObject}>(tie => ({
  value: fc.oneof(
    {depthSize: 'small'},
    fc.string(),
    fc.integer(),
    fc.double({noNaN: true, noDefaultInfinity: true}).map(n => (Object.is(n, -0) ? 0 : n)),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('value')),
    tie('object'),
  ),
  object: fc.dictionary(name, tie('value'), {noNullPrototype: true}),
})).object;

test('every state is read back as it was written, byte for byte', () => {
  fc.assert(
    fc.property(fc.dictionary(name, json), json, (bodies, unknown) => {
      const monitors = Object.entries(bodies).map(
        ([key, applied], index) => [key, recorded({id: `id-${index}`, applied, observed: applied})] as const,
      );
      const state = stateWith({}, {serial: 3, monitors: new Map(monitors), unknown: {more: unknown}});
      const {text, version} = encodeState(state);
      const read = decodeState(Buffer.from(text), refusals);
      expect(read.version).toEqual(version);
      expect(hasSameContent(read.state, state)).toBe(true);
      expect(encodeState(read.state).text).toBe(text);
    }),
    {numRuns: 200},
  );
});

test('the checksum is that of the canonical JSON without the checksum', () => {
  const {text, version} = encodeState(stateWith({'9': recorded({id: 'a'}), '10': recorded({id: 'b'})}, {serial: 3}));
  const {checksum, ...content} = JSON.parse(text) as JsonObject;
  expect(checksum).toBe(version.checksum);
  expect(checksum).toBe(`sha256:${sha256(canonicalJson(content))}`);
});

test('what is written is canonical JSON, however the members stand', () => {
  fc.assert(fc.property(json, value => writeCompact(value) === canonicalJson(value)));
});

test('the change of one monitor is one changed line', () => {
  const before = stateWith({a: recorded({id: 'a'}), b: recorded({id: 'b'}), c: recorded({id: 'c'})}, {serial: 3});
  const after = {...before, serial: 4, monitors: new Map(before.monitors).set('b', recorded({id: 'b', observed: {retentionDays: 30}}))};
  const [old, next] = [before, after].map(state => encodeState(state).text.split('\n'));
  expect(next?.length).toBe(old?.length);
  expect(next?.filter((line, index) => line !== old?.[index]).map(line => line.slice(0, 14))).toEqual([
    '  "checksum": ',
    '    "b": {"app',
    '  "serial": 4,',
  ]);
});

describe('the place where a text stops being JSON', () => {
  test.each([
    {text: '{"a": 1,}', at: 8},
    {text: '{"a" 1}', at: 5},
    {text: '[1 2]', at: 3},
    {text: '[1}', at: 2},
    {text: '{"a": "b\nc"}', at: 6},
    {text: '{"a": nul}', at: 6},
    {text: '{"a": 1} x', at: 9},
    {text: '{"a": "b', at: 8},
    {text: '{"a": tr', at: 8},
    {text: '{"a": {', at: 7},
  ])('$text', ({text, at}) => {
    expect(() => JSON.parse(text)).toThrow();
    expect(findJsonError(text)).toBe(at);
  });

  test('a document that was cut anywhere ends at its end', () => {
    const {text} = encodeState(
      stateWith({a: recorded(), b: recorded({id: 'b', observed: {n: [1.5e3, true, null, 'x\\"y']}})}, {serial: 1}),
    );
    const document = text.trimEnd();
    for (let size = 1; size < document.length; size += 1) expect([size, findJsonError(document.slice(0, size))]).toEqual([size, size]);
  });
});

describe('states with the same content', () => {
  const state = stateWith({a: recorded()}, {serial: 5});
  test.each([
    {row: 'another serial or tool', other: {...state, serial: 6, tool: '2.0.0'}, same: true},
    {
      row: 'members in another order',
      other: stateWith({a: recorded({applied: {schedule: {text: 'every 30 minutes'}, name: 'Acme pricing'}})}),
      same: true,
    },
    {row: 'another id', other: stateWith({a: recorded({id: 'x'})}), same: false},
    {row: 'another key', other: stateWith({b: recorded()}), same: false},
    {row: 'one monitor more', other: stateWith({a: recorded(), b: recorded({id: 'b'})}), same: false},
    {row: 'another origin', other: {...state, origin: 'https://other.example'}, same: false},
    {row: 'a mark of the emulator', other: {...state, emulator: true}, same: false},
    {row: 'another unknown member', other: {...state, unknown: {x: 1}}, same: false},
  ])('$row: $same', ({other, same}) => {
    expect(hasSameContent(state, other)).toBe(same);
  });
});

test('the commit that was applied last is kept, and is content', () => {
  const state = stateWith({}, {serial: 3});
  const noted = {...state, commit: 'a'.repeat(40)};
  expect(decodeState(Buffer.from(encodeState(noted).text), refusals).state).toEqual(noted);
  expect(hasSameContent(state, noted)).toBe(false);
});

test.each(['--all', 'HEAD', 'A'.repeat(40), 'a'.repeat(41)])('what is no id of a commit is refused, since git would get it: %s', commit => {
  const {text} = encodeState({...stateWith({}, {serial: 3}), commit});
  expect(() => decodeState(Buffer.from(text), refusals)).toThrow('"commit" must be the id of a commit');
});
