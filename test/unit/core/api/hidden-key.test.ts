import {type Answer, toLiveMonitor} from '../../../../src/core/api/answer';
import {createHider, createKeyHider} from '../../../../src/core/api/hide-secrets';
import type {LiveMonitor} from '../../../../src/core/api/port';
import type {JsonObject} from '../../../../src/core/json/value';

const KEY = 'fc-CANARY0123456789abcdef';
const answer = (text: string): Answer => ({status: 200, headers: {}, body: {kind: 'text', text}});
const escaped = [...KEY].map(character => `\\u00${character.charCodeAt(0).toString(16)}`).join('');

test.each([
  {name: 'in a value', text: `{"data":{"id":"a","name":"x ${KEY}"}}`, hidden: '{"data":{"id":"a","name":"x (secret)"}}'},
  {name: 'in a name', text: `{"${KEY}":1}`, hidden: '{"(secret)":1}'},
  {name: 'escaped as JSON need not be', text: `{"name": "x ${escaped}"}`, hidden: '{"name": "x (secret)"}'},
  {name: 'in what is no JSON', text: `${KEY} \\u0041`, hidden: '(secret) \\u0041'},
])('S6: the key is hidden where an answer holds it $name', ({text, hidden}) => {
  expect(createKeyHider(KEY)(answer(text))).toEqual(answer(hidden));
});

test.each([
  {name: 'without the key', text: '{"name":"a\\u0041"}', key: KEY},
  {name: 'with a word that is the key of an emulator', text: '{"name":"any-key"}', key: 'any-key'},
])('an answer $name stays as it is', ({text, key}) => {
  expect(createKeyHider(key)(answer(text))).toEqual(answer(text));
});

const SLASHED = 'fc-CANARY/3aB+xY7/qLmN0pQ2wE5==';

const HEX = '0123456789abcdef0123456789abcdef';
const UUID = '01234567-89ab-cdef-0123-456789abcdef';
const unicode = (text: string) => text.replace(/./g, one => `\\u00${one.charCodeAt(0).toString(16)}`);
const alternate = (text: string) => text.replace(/(.)(.)/g, (_, one: string, other: string) => `${unicode(one)}${other}`);
test.each([
  {key: `fc-${HEX}`, said: HEX},
  {key: `fc-${HEX}`, said: UUID},
  {key: UUID, said: HEX},
  {key: 'fc-zkqwxmnprtuvyhjlsgoizkqwxmnp', said: `${alternate('fc-zkqwxmnprtuvyhjlsgoizkqwxmnp')}", "pad": "${'x'.repeat(4000)}`},
  {key: `fc-${HEX}`, said: `${unicode(`fc-${HEX}`)}", "pad": "${'x'.repeat(70_000)}`},
  {key: `fc-${HEX}`, said: `fc-${HEX.replace('b', '\\u0062').replace('5', '\\u0035')}", "pad": "${'x'.repeat(4000)}`},
  {key: `fc-${HEX}`, said: `fc-${HEX.replace('b', '%62').replace('5', '&#53;')}", "pad": "${'x'.repeat(4000)}`},
])('S119: the key as the service knows it, and far away from others: %#', ({key, said}) => {
  const {body} = createKeyHider(key)(answer(`{"name": "x ${said}"}`));
  expect(JSON.parse((body as {text: string}).text)).toMatchObject({name: 'x (secret)'});
});

test.each([
  {name: 'as PHP escapes it', said: SLASHED.replaceAll('/', '\\/')},
  {name: 'in base64', said: Buffer.from(SLASHED).toString('base64')},
  {name: 'as a password in base64', said: Buffer.from(`user:${SLASHED}`).toString('base64')},
  {name: 'in hex', said: Buffer.from(SLASHED).toString('hex')},
  {name: 'in a URL', said: encodeURIComponent(SLASHED)},
  {name: 'in HTML', said: SLASHED.replace(/[^A-Za-z0-9]/g, one => `&#${one.charCodeAt(0)};`)},
  {name: 'in small letters', said: SLASHED.toLowerCase()},
])('S119: the key is hidden $name', ({said}) => {
  const hidden = createKeyHider(SLASHED)(answer(`{"data":{"name":"got ${said}"}}`)).body;
  expect(hidden).toEqual({kind: 'text', text: expect.stringMatching(/^{"data":{"name":"got .{0,9}\(secret\).{0,9}"}}$/)});
});

const TOKEN = 'sk-live-CANARY0123456789abcdef';
const monitor = (data: JsonObject) => toLiveMonitor(data) as LiveMonitor;

test.each(['createdAt', 'nextRunAt', 'status'])('S119: a part of a secret in %s', member => {
  const hidden = createHider([`Bearer ${TOKEN}`], [])(monitor({id: 'a', [member]: TOKEN}));
  expect(hidden.data[member]).not.toBe(TOKEN);
  expect(JSON.stringify({...hidden, clear: null})).not.toContain(TOKEN);
});

test('a short password is looked for in no id', () => {
  const id = 'c0d1e133-e5b5-4a01-a73b-6f26beef896a';
  const password = Buffer.from('monitors:beef').toString('base64');
  expect(createHider([`Basic ${password}`], [])(monitor({id, name: 'roast beef', status: 'active'}))).toMatchObject({
    id,
    name: 'roast beef',
  });
});
