import {createHmac} from 'node:crypto';
import {hasSecretsBesideAddress, isApplied, makeTestEvent} from '../../../../src/features/alerts/test-event';

const HASH = `sha256:${'a'.repeat(64)}`;
const values: Readonly<Record<string, string>> = {TOKEN: 's3cret', HOST: 'hooks.example', TRICK: '@evil.example/', TAIL: '.evil.example'};
const make = (webhook: Parameters<typeof makeTestEvent>[0], secret = '') =>
  makeTestEvent(webhook, {name: 'Acme', lookup: name => values[name] ?? '', secret});

test('the sample has the form of a page event; nothing in it is of a monitor but its name and metadata', () => {
  const webhook = {
    url: 'https://hooks.example/in/${env:TOKEN}?k=1',
    headers: {Authorization: 'Bearer ${env:TOKEN}', Host: 'evil.example', 'X-Firecrawl-Signature': 'x', 'Content-Length': '1'},
    metadata: {team: '${env:TOKEN}', test: 'no'},
  };
  const event = make(webhook, 'key');
  const nil = '00000000-0000-0000-0000-000000000000';
  expect(event?.url.href).toBe('https://hooks.example/in/s3cret?k=1');
  expect(event?.headers).toEqual({
    'user-agent': 'monitors (test of alerts)',
    authorization: 'Bearer s3cret',
    'content-type': 'application/json',
    'x-firecrawl-signature': `sha256=${createHmac('sha256', 'key')
      .update(event?.body ?? '')
      .digest('hex')}`,
  });
  const body = JSON.parse(event?.body ?? '');
  expect(body).toMatchObject({success: true, type: 'monitor.page', id: nil, webhookId: nil, metadata: {team: 's3cret', test: 'true'}});
  expect(body.data).toMatchObject([{monitorId: nil, checkId: nil, status: 'changed', isMeaningful: true}]);
  expect(make(webhook)?.headers).not.toHaveProperty('x-firecrawl-signature');
  expect(make({url: 'https://u:p%40ss@hooks.example/'})?.headers['authorization']).toBe(
    `Basic ${Buffer.from('u:p@ss').toString('base64')}`,
  );
});

test.each([
  ['not an address', 'hooks.example'],
  ['another scheme', 'ftp://hooks.example/'],
  ['nothing', '${env:NONE}'],
])('%s: none is made', (_name, url) => {
  expect(make({url})).toBeNull();
});

test('a value moves the sample to no other origin than the written one', () => {
  expect(make({url: 'https://hooks.example/${env:TRICK}'})?.url.origin).toBe('https://hooks.example');
  expect(make({url: 'https://${env:HOST}/x'})?.url.origin).toBe('https://hooks.example');
});

const WEBHOOK = {url: 'https://hooks.example/new', headers: {A: '${env:TOKEN}'}};

test.each([
  {
    name: 'another path and other literals',
    recorded: {url: `https://hooks.example/${HASH}`, headers: {A: '${env:TOKEN}', B: HASH}},
    expected: true,
  },
  {name: 'the reference stands elsewhere', recorded: {url: 'https://hooks.example/${env:TOKEN}'}, expected: true},
  {name: 'nothing is recorded', recorded: undefined, expected: false},
  {name: 'another host', recorded: {url: `https://other.example/${HASH}`, headers: {A: '${env:TOKEN}'}}, expected: false},
  {name: 'another port', recorded: {url: `https://hooks.example:8443/${HASH}`, headers: {A: '${env:TOKEN}'}}, expected: false},
  {name: 'another scheme', recorded: {url: `http://hooks.example/${HASH}`, headers: {A: '${env:TOKEN}'}}, expected: false},
  {name: 'a reference is new', recorded: {url: `https://hooks.example/${HASH}`}, expected: false},
  {name: 'a reference is gone', recorded: {url: 'https://hooks.example/${env:OTHER}', headers: {A: '${env:TOKEN}'}}, expected: false},
  {name: 'another reference', recorded: {url: `https://hooks.example/${HASH}`, headers: {A: '${env:OTHER}'}}, expected: false},
])('applied: $name: $expected', ({recorded, expected}) => {
  expect(isApplied(WEBHOOK, recorded)).toBe(expected);
});

test('secrets beside the address are those in headers and metadata', () => {
  const bare = {username: '', password: ''};
  expect(hasSecretsBesideAddress({url: 'http://h.example/${env:TOKEN}'}, bare)).toBe(false);
  expect(hasSecretsBesideAddress({url: 'http://h.example/', headers: {A: '${env:TOKEN}'}}, bare)).toBe(true);
  expect(hasSecretsBesideAddress({url: 'http://h.example/', metadata: {a: '${env:TOKEN}'}}, bare)).toBe(true);
});
