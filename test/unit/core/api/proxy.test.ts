import {chooseProxy, type ServiceAddress} from '../../../../src/core/api/endpoint';

const service: ServiceAddress = {origin: 'https://api.example.dev', host: 'api.example.dev', isLoopback: false};

describe('N24: which requests go through a proxy', () => {
  test.each([
    {name: 'none without HTTPS_PROXY', env: {}, proxied: false},
    {name: 'none with HTTP_PROXY alone: the service speaks https', env: {HTTP_PROXY: 'http://p:1'}, proxied: false},
    {name: 'all with HTTPS_PROXY', env: {HTTPS_PROXY: 'http://p:1'}, proxied: true},
    {name: 'the lower-case name counts too', env: {https_proxy: 'http://p:1'}, proxied: true},
    {name: 'a proxy without a scheme', env: {HTTPS_PROXY: 'p:1'}, proxied: true},
    {name: 'an empty HTTPS_PROXY is none', env: {HTTPS_PROXY: ''}, proxied: false},
    {name: 'NO_PROXY "*" exempts everything', env: {HTTPS_PROXY: 'http://p:1', NO_PROXY: '*'}, proxied: false},
    {name: 'NO_PROXY with the host', env: {HTTPS_PROXY: 'http://p:1', NO_PROXY: 'a.b, API.example.dev'}, proxied: false},
    {name: 'NO_PROXY with its domain', env: {HTTPS_PROXY: 'http://p:1', NO_PROXY: 'example.dev'}, proxied: false},
    {name: 'NO_PROXY with a leading dot', env: {HTTPS_PROXY: 'http://p:1', NO_PROXY: '.example.dev'}, proxied: false},
    {name: 'NO_PROXY with a star before the dot', env: {HTTPS_PROXY: 'http://p:1', NO_PROXY: '*.example.dev'}, proxied: false},
    {name: 'NO_PROXY with the end of a word only', env: {HTTPS_PROXY: 'http://p:1', NO_PROXY: 'ample.dev'}, proxied: true},
    {name: 'NO_PROXY with the same port', env: {HTTPS_PROXY: 'http://p:1', NO_PROXY: 'example.dev:443'}, proxied: false},
    {name: 'NO_PROXY with another port', env: {HTTPS_PROXY: 'http://p:1', NO_PROXY: 'example.dev:8443'}, proxied: true},
    {name: 'NO_PROXY with commas alone', env: {HTTPS_PROXY: 'http://p:1', NO_PROXY: ' , ,'}, proxied: true},
  ])('$name', ({env, proxied}) => {
    expect(chooseProxy(service, env) !== undefined).toBe(proxied);
  });

  test('this machine is never reached through a proxy', () => {
    const local: ServiceAddress = {origin: 'https://localhost:8443', host: 'localhost:8443', isLoopback: true};
    expect(chooseProxy(local, {HTTPS_PROXY: 'http://p:1'})).toBeUndefined();
  });
});

test('N24: credentials of the proxy become its authorization and are known as secrets', () => {
  const proxy = chooseProxy(service, {HTTPS_PROXY: 'http://me:p%40ss@proxy.example:3128'});
  expect(proxy).toMatchObject({
    hostname: 'proxy.example',
    port: 3128,
    authorization: `Basic ${Buffer.from('me:p@ss').toString('base64')}`,
    secrets: expect.arrayContaining(['p@ss', 'p%40ss', Buffer.from('me:p@ss').toString('base64')]),
  });
});

test.each([
  {text: 'http://proxy.example', port: 80},
  {text: 'https://proxy.example', port: 443},
  {text: 'proxy.example:8080', port: 8080},
])('$text listens at port $port', ({text, port}) => {
  expect(chooseProxy(service, {HTTPS_PROXY: text})).toMatchObject({port});
});
