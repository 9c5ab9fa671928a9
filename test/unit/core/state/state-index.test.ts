import {Refusals} from '../../../../src/core/state/format/refusals';
import {decodeState, encodeState} from '../../../../src/core/state/format/state';
import {OutlinedState, recordsOf, type State, wholeOf} from '../../../../src/core/state/state';
import {rememberOutline} from '../../../../src/core/state/state-index';
import {memoryText} from '../../../world/kept-outline';
import {recorded, stateWith} from './world';

const facts = {shown: 'monitors.state.json', project: 'acme-web', environment: 'default', soundBackup: () => null};
const refusals = new Refusals(facts);

function bytesOf(state: State): Buffer {
  return Buffer.from(encodeState(state).text);
}

const state = {
  ...stateWith({a: recorded({id: 'id-a'}), 'shop/b': recorded({id: 'id-b', protect: true, observed: {retentionDays: 30}})}),
  serial: 3,
};

test('a state that was read before comes out equal, without being decoded again', () => {
  const text = memoryText();
  const bytes = bytesOf(state);
  const first = rememberOutline(text, 'build 1')(bytes, refusals);
  expect(first).toEqual(decodeState(bytes, refusals));
  text.text = (text.text ?? '').replace('"shop/b"', '"from/cache"');
  const keys = [...rememberOutline(text, 'build 1')(bytes, refusals).state.monitors.keys()];
  expect(keys).toEqual(['a', 'from/cache']);
});

test('bodies are read from the bytes when they are asked for', () => {
  const text = memoryText();
  const bytes = bytesOf(state);
  rememberOutline(text, 'build 1')(bytes, refusals);
  const again = rememberOutline(text, 'build 1')(bytes, refusals);
  expect(again.state.monitors.get('shop/b')).toMatchObject({id: 'id-b', protect: true});
  expect(again.state.monitors.get('shop/b')).not.toHaveProperty('observed');
  expect(recordsOf(again.state).get('shop/b')).toMatchObject({id: 'id-b', observed: {retentionDays: 30}});
  expect(bytesOf(wholeOf(again.state)).equals(bytes)).toBe(true);
  expect(again.version).toEqual(decodeState(bytes, refusals).version);
  expect(text.writes).toBe(1);
});

test('no body goes into the cache', () => {
  const text = memoryText();
  rememberOutline(text, 'build 1')(bytesOf(state), refusals);
  expect(text.text).not.toContain('applied');
  expect(text.text).not.toContain('observed');
});

test('other bytes are never taken for known ones: one changed byte is read and refused', () => {
  const text = memoryText();
  const bytes = bytesOf(state);
  rememberOutline(text, 'build 1')(bytes, refusals);
  const edited = Buffer.from(bytes.toString('utf8').replace('"protect":true', '"protect":false'));
  expect(() => rememberOutline(text, 'build 1')(edited, refusals)).toThrow(expect.objectContaining({code: 'state/checksum'}));
});

test('what another build remembered does not count', () => {
  const text = memoryText();
  rememberOutline(text, 'build 1')(bytesOf(state), refusals);
  rememberOutline(text, 'build 2')(bytesOf(state), refusals);
  expect(text.writes).toBe(2);
});

test('whose state it is, is checked each time', () => {
  const text = memoryText();
  const bytes = bytesOf(state);
  rememberOutline(text, 'build 1')(bytes, refusals);
  const other = new Refusals({...facts, project: 'other'});
  expect(() => rememberOutline(text, 'build 1')(bytes, other)).toThrow(expect.objectContaining({code: 'state/wrong-project'}));
});

test.each([
  {name: 'was cut off', damage: (text: string) => text.slice(0, -10)},
  {name: 'is empty', damage: () => ''},
])('a cache that $name is the same as none', ({damage}) => {
  const text = memoryText();
  const bytes = bytesOf(state);
  rememberOutline(text, 'build 1')(bytes, refusals);
  text.text = damage(text.text ?? '');
  expect(rememberOutline(text, 'build 1')(bytes, refusals)).toEqual(decodeState(bytes, refusals));
});

test('a state with members of a newer version is always read as a whole', () => {
  const text = memoryText();
  const bytes = bytesOf({...state, unknown: {later: 1}});
  rememberOutline(text, 'build 1')(bytes, refusals);
  expect(text.writes).toBe(0);
});

test('what few monitors have is in the outline too', () => {
  const doubted = {...stateWith({a: recorded({id: 'id-a', mayExistTwice: true, leftovers: ['old'], paused: true})}), serial: 3};
  const text = memoryText();
  rememberOutline(text, 'build 1')(bytesOf(doubted), refusals);
  const again = rememberOutline(text, 'build 1')(bytesOf(doubted), refusals).state;
  expect(again).toBeInstanceOf(OutlinedState);
  expect(again.monitors.get('a')).toMatchObject({mayExistTwice: true, leftovers: ['old'], paused: true});
});

test('neither an outlined state nor a copy of it passes for a whole one', () => {
  const text = memoryText();
  const bytes = bytesOf(state);
  rememberOutline(text, 'build 1')(bytes, refusals);
  const outlined = rememberOutline(text, 'build 1')(bytes, refusals).state as OutlinedState;
  // @ts-expect-error Its monitors have no bodies.
  const taken: State = outlined;
  // @ts-expect-error Those of a copy have none either.
  const copied: State = {...outlined};
  expect([taken.monitors.get('a'), copied.monitors.get('a')].map(record => record?.applied)).toEqual([undefined, undefined]);
});
