import {execFile} from 'node:child_process';
import {mkdtempSync, rmSync} from 'node:fs';
import {createServer as createHttpServer, type Server} from 'node:http';
import {createServer as createHttpsServer} from 'node:https';
import {type AddressInfo, connect, type Socket} from 'node:net';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {promisify} from 'node:util';
import {build} from 'esbuild';
import {readServiceAddress} from '../../src/core/api/endpoint';
import {createHttpService, type HttpServiceOptions} from '../../src/core/api/http-service';
import type {CreateOutcome} from '../../src/core/api/port';
import {Secret} from '../../src/core/secrets/secret';
import {type Certificate, makeCertificate} from '../world/certificate';
import {createdAnswer, startRawServer} from '../world/raw-server';
import {realWorld} from '../world/real-world';

const key = 'fc-CANARY0123456789';
const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

async function send(address: string, options: Partial<HttpServiceOptions>): Promise<CreateOutcome> {
  const reading = readServiceAddress(address);
  if (reading.kind === 'refused') throw new Error(reading.message);
  const service = createHttpService({
    address: reading.address,
    key: new Secret(key),
    env: {},
    world: realWorld,
    userAgent: 'monitors/test',
    attemptTimeoutMs: 5000,
    ...options,
  });
  closers.push(() => service.close());
  return service.createMonitor({name: 'x'});
}

/** A service that speaks TLS with this certificate; notes the requests it got. */
async function startTlsService(certificate: Certificate): Promise<{port: number; requests: string[]}> {
  const requests: string[] = [];
  const server = createHttpsServer({key: certificate.key, cert: certificate.cert}, (request, response) => {
    requests.push(`${request.method} ${request.headers.host}${request.url}`);
    request.resume().on('end', () => response.setHeader('content-type', 'application/json').end(createdAnswer()));
  });
  return {port: await listen(server), requests};
}

/** A proxy that leads every tunnel to `port`, or answers CONNECT with `status`. */
async function startProxy(port: number, status = 200): Promise<{port: number; connects: {target: string; authorization?: string}[]}> {
  const connects: {target: string; authorization?: string}[] = [];
  const server = createHttpServer();
  const sockets = new Set<Socket>();
  server.on('connect', (request, client: Socket) => {
    const authorization = request.headers['proxy-authorization'];
    connects.push({target: request.url ?? '', ...(authorization === undefined ? {} : {authorization})});
    sockets.add(client);
    client.on('error', () => undefined);
    if (status !== 200) return client.end(`HTTP/1.1 ${status} No\r\ncontent-length: 0\r\n\r\n`);
    const upstream = connect(port, '127.0.0.1', () => {
      client.write('HTTP/1.1 200 Connection established\r\n\r\n');
      upstream.pipe(client).pipe(upstream);
    });
    upstream.on('error', () => client.destroy());
    return undefined;
  });
  closers.push(async () => {
    for (const socket of sockets) socket.destroy();
  });
  return {port: await listen(server), connects};
}

async function listen(server: Server): Promise<number> {
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  closers.push(
    () =>
      new Promise(resolve => {
        server.close(resolve);
        server.closeAllConnections();
      }),
  );
  return (server.address() as AddressInfo).port;
}

describe('N16: a certificate that can not be trusted proves that nothing was sent', () => {
  test('a trusted one is fine', async () => {
    const certificate = makeCertificate('localhost');
    const {port} = await startTlsService(certificate);
    expect(await send(`https://localhost:${port}`, {ca: certificate.cert})).toMatchObject({kind: 'applied'});
  });

  test.each([
    {
      name: 'expired',
      host: 'localhost',
      validity: {from: new Date('2020-01-01'), to: new Date('2021-01-01')},
      trusted: true,
      code: 'CERT_HAS_EXPIRED',
    },
    {name: 'of another host', host: 'elsewhere.example', validity: {}, trusted: true, code: 'ERR_TLS_CERT_ALTNAME_INVALID'},
    {name: 'self-signed', host: 'localhost', validity: {}, trusted: false, code: 'DEPTH_ZERO_SELF_SIGNED_CERT'},
  ])('$name', async ({host, validity, trusted, code}) => {
    const certificate = makeCertificate(host, validity);
    const {port, requests} = await startTlsService(certificate);
    const outcome = await send(`https://localhost:${port}`, trusted ? {ca: certificate.cert} : {});
    expect(outcome).toMatchObject({kind: 'not-applied', failure: {kind: 'tls', code}});
    expect(JSON.stringify(outcome)).not.toMatch(/REJECT_UNAUTHORIZED|insecure/i);
    expect(requests).toEqual([]);
  });

  test('TLS spoken to a plain HTTP port', async () => {
    const outcome = await send(`https://localhost:${await listen(createHttpServer())}`, {});
    expect(outcome).toMatchObject({kind: 'not-applied', failure: {kind: 'tls'}});
  });
});

describe('N17: a process in which certificate checks are switched off', () => {
  test.each([
    {name: 'sends nothing to another machine', address: 'https://api.example.test', kind: 'not-applied', requests: 0},
    {name: 'may talk to this machine', address: 'https://localhost', kind: 'applied', requests: 1},
  ])('$name', async ({address, kind, requests}) => {
    const service = await startTlsService(makeCertificate('somewhere.example'));
    const proxy = await startProxy(service.port);
    const at = address.endsWith('localhost') ? `${address}:${service.port}` : address;
    const outcome = await sendFromProcess(at, {HTTPS_PROXY: `http://127.0.0.1:${proxy.port}`, NODE_TLS_REJECT_UNAUTHORIZED: '0'});
    expect(outcome).toMatchObject({kind});
    expect(service.requests).toHaveLength(requests);
  });

  /** Node reads the variable when it starts, so it takes a process of its own. */
  async function sendFromProcess(address: string, env: Readonly<Record<string, string>>): Promise<CreateOutcome> {
    const directory = mkdtempSync(join(tmpdir(), 'monitors-tls-'));
    closers.push(async () => rmSync(directory, {recursive: true, force: true}));
    const outfile = join(directory, 'client.cjs');
    const contents = `
      import {readServiceAddress} from './endpoint';
      import {createHttpService} from './http-service';
      import {Secret} from '../secrets/secret';
      const world = {now: Date.now, monotonic: () => performance.now()};
      const {address} = readServiceAddress(process.argv[2]);
      const service = createHttpService({address, key: new Secret('fc-test'), env: process.env, world, userAgent: 'monitors/test'});
      service.createMonitor({name: 'x'}).then(outcome => { console.log(JSON.stringify(outcome)); return service.close(); });`;
    const resolveDir = join(__dirname, '../../src/core/api');
    await build({stdin: {contents, resolveDir, loader: 'ts'}, outfile, bundle: true, platform: 'node', format: 'cjs', logLevel: 'error'});
    const {stdout} = await promisify(execFile)(process.execPath, [outfile, address], {env: {PATH: process.env['PATH'], ...env}});
    return JSON.parse(stdout) as CreateOutcome;
  }
});

describe('N24: proxies', () => {
  test('the request goes through the tunnel, and TLS reaches to the service', async () => {
    const certificate = makeCertificate('api.example.test');
    const {port, requests} = await startTlsService(certificate);
    const proxy = await startProxy(port);
    const env = {HTTPS_PROXY: `http://me:hunter22@127.0.0.1:${proxy.port}`};
    const outcome = await send('https://api.example.test/gate', {env, ca: certificate.cert});
    expect(outcome).toMatchObject({kind: 'applied'});
    expect(requests).toEqual(['POST api.example.test/gate/v2/monitor']);
    expect(proxy.connects).toEqual([
      {target: 'api.example.test:443', authorization: `Basic ${Buffer.from('me:hunter22').toString('base64')}`},
    ]);
  });

  test('NO_PROXY keeps the proxy out', async () => {
    const proxy = await startProxy(1);
    const env = {HTTPS_PROXY: `http://127.0.0.1:${proxy.port}`, NO_PROXY: '.invalid'};
    const outcome = await send('https://api.example.invalid', {env});
    expect(outcome).toMatchObject({kind: 'not-applied', failure: {kind: 'connect'}});
    expect(proxy.connects).toEqual([]);
  });

  test.each([407, 403, 502])('a proxy that answers %i: nothing was sent, its password is in no message', async status => {
    const proxy = await startProxy(1, status);
    const env = {HTTPS_PROXY: `http://me:hunter22@127.0.0.1:${proxy.port}`};
    const outcome = await send('https://api.example.test', {env});
    expect(outcome).toMatchObject({kind: 'not-applied', failure: {kind: 'connect', code: 'PROXY_REFUSED', status}});
    expect(JSON.stringify(outcome)).not.toContain('hunter22');
    expect(outcome).toMatchObject({
      failure: {message: `the proxy 127.0.0.1:${proxy.port} refused to connect to api.example.test (${status})`},
    });
    expect(proxy.connects).toHaveLength(1);
  });

  test('a proxy that hangs up is asked once', async () => {
    const server = await startRawServer(socket => socket.destroy());
    closers.push(() => server.close());
    const outcome = await send('https://api.example.test', {env: {HTTPS_PROXY: `http://127.0.0.1:${server.port}`}});
    expect(outcome).toMatchObject({kind: 'not-applied', failure: {kind: 'connect'}});
    expect(server.connections).toBe(1);
  });

  test.each(['socks5://127.0.0.1:1080', 'http://', 'http://a b'])('a proxy that can not be used is not passed by: %s', async text => {
    const outcome = await send('https://api.example.test', {env: {HTTPS_PROXY: text}});
    expect(outcome).toMatchObject({kind: 'not-applied', failure: {code: 'PROXY_INVALID', message: expect.stringContaining('HTTPS_PROXY')}});
  });

  test('a proxy that is not there', async () => {
    const server = await startRawServer(() => undefined);
    await server.close();
    const outcome = await send('https://api.example.test', {env: {HTTPS_PROXY: `http://127.0.0.1:${server.port}`}});
    expect(outcome).toMatchObject({kind: 'not-applied', failure: {kind: 'connect', code: 'ECONNREFUSED'}});
    expect(outcome).toMatchObject({failure: {message: `connection refused: the proxy 127.0.0.1:${server.port} (ECONNREFUSED)`}});
  });

  test('a proxy whose name no one knows is named, and not the service', async () => {
    const outcome = await send('https://api.example.test', {env: {HTTPS_PROXY: 'http://proxy.invalid:3128'}});
    expect(outcome).toMatchObject({
      kind: 'not-applied',
      failure: {kind: 'connect', message: expect.stringContaining('the proxy proxy.invalid:3128')},
    });
    expect(JSON.stringify(outcome)).not.toContain('api.example.test');
  });
});
