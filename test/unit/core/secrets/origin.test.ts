import {originOf} from '../../../../src/core/secrets/origin';
import {plan} from '../plan/full-world';
import {bodyOf, desire, record} from '../plan/world';

const BASE = '${env:BASE}';

test.each([BASE, `${BASE}/a`, `${BASE}/b/c?d`, `${BASE}?x`, `${BASE}#y`])('%s has the origin that the variable holds', address => {
  expect(originOf(address)).toEqual({id: BASE, shown: BASE});
});

test.each([
  `${BASE}.evil.example/a`,
  `${BASE}@evil.example/a`,
  `${BASE}:8443/a`,
  `${BASE}//evil.example/a`,
  `${BASE}/\\evil.example/a`,
  `${BASE}\\evil.example/a`,
  `${BASE}://evil.example/a`,
  `${BASE}\${env:OTHER}/a`,
])('of %s it cannot be told: it is another origin than that of any other text', address => {
  expect(originOf(address)).toEqual({id: address, shown: BASE});
});

test('another variable is another origin', () => {
  expect(originOf('${env:OTHER}/a').id).not.toBe(originOf(`${BASE}/a`).id);
});

test('a plan shows no new origin where only the path changes, and shows one where the host does', () => {
  const hooked = (url: string) => bodyOf('shop', {webhook: {url, headers: {A: '${env:TOKEN}'}}});
  const recorded = {a: record('a', hooked(`${BASE}/a`))};
  const kinds = (url: string) => plan({specs: [desire('a', hooked(url))], recorded}).notices.map(({kind}) => kind);
  expect(kinds(`${BASE}/b`)).toEqual([]);
  expect(kinds(`${BASE}.evil.example/b`)).toEqual(['new-origin', 'new-origin']);
  const literal = {a: record('a', hooked('https://a.example/x/y'))};
  const {notices} = plan({specs: [desire('a', hooked('https://a.example/other'))], recorded: literal});
  expect(notices).toEqual([]);
});

test('a reference in a member that only the config allows goes by the name of the member', () => {
  const slack = (token: string) => bodyOf('shop', {notification: {slack: {[token]: '${env:TOKEN}', url: 'https://slack.example/x'}}});
  const noticesOf = (before: string, after: string) =>
    plan({specs: [desire('a', slack(after))], recorded: {a: record('a', slack(before))}}).notices;
  expect(noticesOf('token', 'token')).toEqual([]);
  expect(noticesOf('token', 'other')).toMatchObject([
    {kind: 'new-origin', name: 'TOKEN', origin: 'the member notification.slack.other (service.allowFields)'},
  ]);
});
