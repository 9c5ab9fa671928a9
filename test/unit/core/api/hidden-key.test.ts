import type {Answer} from '../../../../src/core/api/answer';
import {hideKey} from '../../../../src/core/api/hide-secrets';

const KEY = 'fc-CANARY0123456789abcdef';
const answer = (text: string): Answer => ({status: 200, headers: {}, body: {kind: 'text', text}});
const escaped = [...KEY].map(character => `\\u00${character.charCodeAt(0).toString(16)}`).join('');

test.each([
  {name: 'in a value', text: `{"data":{"id":"a","name":"x ${KEY}"}}`, hidden: '{"data":{"id":"a","name":"x (secret)"}}'},
  {name: 'in a name', text: `{"${KEY}":1}`, hidden: '{"(secret)":1}'},
  {name: 'escaped as JSON need not be', text: `{"name": "x ${escaped}"}`, hidden: '{"name":"x (secret)"}'},
  {name: 'in what is no JSON', text: `${KEY} \\u0041`, hidden: '(secret) \\u0041'},
])('S6: the key is hidden where an answer holds it $name', ({text, hidden}) => {
  expect(hideKey(answer(text), KEY)).toEqual(answer(hidden));
});

test.each([
  {name: 'without the key', text: '{"name":"a\\u0041"}', key: KEY},
  {name: 'with a word that is the key of an emulator', text: '{"name":"any-key"}', key: 'any-key'},
])('an answer $name stays as it is', ({text, key}) => {
  expect(hideKey(answer(text), key)).toEqual(answer(text));
});
