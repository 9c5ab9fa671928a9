import {bareSpecFor} from '../world/cli';
import {expectPromised} from '../world/json-schemas';
import {type RawServer, startRawServer} from '../world/raw-server';
import {startUserWorld, type UserWorld} from '../world/service';

/** `monitors alerts --test`: samples go only where alerts already go. */
const CONFIG = 'project: shop\nservice: {operations: full}\nsecrets: {allow: [TOKEN, OTHER]}\n';
const ENV = {TOKEN: 's3cret-token', OTHER: 's3cret-other'};

let world: UserWorld;
let receiver: RawServer;
let answer: string;
beforeEach(async () => {
  answer = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok';
  receiver = await startRawServer(socket => socket.write(answer));
});
afterEach(async () => {
  await world.close();
  await receiver.close();
});

const host = () => `localhost:${receiver.port}`;
const hook = (path: string, more = '') => `webhook: {url: "http://${host()}${path}"${more}}\n`;

async function start(files: Readonly<Record<string, string>>): Promise<void> {
  world = await startUserWorld({'monitors.config.yaml': CONFIG, ...files}, {}, {operations: 'full'});
  expect(await world.runHere(['apply', '--auto-approve', '--quiet'], {env: ENV})).toMatchObject({exitCode: 0});
}

const run = (args: readonly string[], {env = {}, ...start}: {env?: Record<string, string>; answer?: string} = {}) =>
  world.runHere(['alerts', '--test', ...args], {env: {...ENV, ...env}, ...start});
const named = () => ['--to', host(), '--allow-private'];

async function testJson(args: readonly string[], env: Record<string, string> = {}) {
  const {stdout, exitCode} = await run(['--format', 'json', ...args], {env});
  expectPromised('alerts', stdout);
  return {exitCode, stdout, ...JSON.parse(stdout)};
}

test('each distinct webhook gets one sample, after a question', async () => {
  await start({
    'monitors/a.yaml': bareSpecFor('a') + hook('/in/path'),
    'monitors/b.yaml': bareSpecFor('b') + hook('/in/path'),
    'monitors/c.yaml': bareSpecFor('c') + hook('/in/other'),
    'monitors/d.yaml': `${bareSpecFor('d')}sync: {alerts: none}\n`,
  });
  expect(await run(['--allow-private'], {answer: 'no'})).toMatchObject({exitCode: 3});
  expect(receiver.requests).toHaveLength(0);
  const {exitCode, stdout, stderr} = await run(['--allow-private'], {answer: 'yes'});
  expect(exitCode).toBe(0);
  expect(stderr).toContain('Send a sample to 2 webhooks from this machine? Type "yes" to continue: ');
  expect(stdout).toContain(`http://${host()}/(secret)  accepted, status 200\n    of a, b\n    answer: ok\n`);
  expect(stdout).toContain('Alerts tested: 2 of 2 webhooks accepted the sample.\n');
  expect(receiver.requests.map(request => request.split(' ')[1])).toEqual(['/in/path', '/in/other']);
  expect(receiver.requests[0]).not.toContain('x-firecrawl-signature');
  expect(world.emulator.requests().filter(({path}) => path.includes('/checks'))).toEqual([]);
});

test('without a terminal, or in CI, each host has to be named; --auto-approve is no flag', async () => {
  await start({'monitors/a.yaml': bareSpecFor('a') + hook('/in')});
  const refused = await run(['--allow-private']);
  expect(refused).toMatchObject({exitCode: 3, stderr: expect.stringContaining(`add --to ${host()}`)});
  expect(await run(['--allow-private'], {answer: 'yes', env: {CI: 'true'}})).toMatchObject({exitCode: 3});
  expect(await run(['--allow-private', '--to', 'localhost'])).toMatchObject({exitCode: 3});
  expect(await run(['--allow-private', '--auto-approve'])).toMatchObject({exitCode: 3});
  expect(await run(['--to', `http://${host()}/`])).toMatchObject({exitCode: 3});
  expect(receiver.requests).toHaveLength(0);
  expect(await run(named())).toMatchObject({exitCode: 0});
  expect(receiver.requests).toHaveLength(1);
});

test('an address that is not public gets nothing without leave', async () => {
  await start({'monitors/a.yaml': bareSpecFor('a') + hook('/in')});
  const shown = await testJson(['--to', host()]);
  expect(shown).toMatchObject({exitCode: 1, summary: {webhooks: 1, accepted: 0, failed: 1}});
  expect(shown.tests[0].error).toBe(`the address of ${host()} is not public; --allow-private sends it all the same`);
  expect(receiver.connections).toBe(0);
});

test('a webhook that the state does not record so gets nothing', async () => {
  await start({
    'monitors/a.yaml': bareSpecFor('a') + hook('/in/${env:TOKEN}'),
    'monitors/b.yaml': `${bareSpecFor('b')}sync: {alerts: none}\n`,
  });
  const refusal = {exitCode: 3, stderr: expect.stringContaining('alerts/not-applied')};
  for (const changed of [
    {'monitors/a.yaml': `${bareSpecFor('a')}webhook: {url: "http://127.0.0.1:${receiver.port}/in/\${env:TOKEN}"}\n`},
    {'monitors/a.yaml': bareSpecFor('a') + hook('/in/${env:OTHER}')},
    {'monitors/a.yaml': bareSpecFor('a') + hook('/in/${env:TOKEN}/${env:OTHER}')},
    {'monitors/a.yaml': bareSpecFor('a') + hook('/in/${env:TOKEN}'), 'monitors/new.yaml': bareSpecFor('new') + hook('/in')},
  ]) {
    world.workspace.write(changed as Readonly<Record<string, string>>);
    expect(await run([...named(), '--to', `127.0.0.1:${receiver.port}`])).toMatchObject(refusal);
  }
  expect(receiver.requests).toHaveLength(0);
  expect(await run([...named(), '--exclude', 'new'])).toMatchObject({exitCode: 0});
  expect(receiver.requests.map(request => request.split(' ')[1])).toEqual(['/in/s3cret-token']);
});

test('secrets in headers do not go over plain http', async () => {
  await start({'monitors/a.yaml': bareSpecFor('a') + hook('/in', ', headers: {X-Token: "${env:TOKEN}"}')});
  expect(await run(named())).toMatchObject({exitCode: 3, stderr: expect.stringContaining('alerts/plain-http')});
  expect(receiver.requests).toHaveLength(0);
});

test.each(['http://me:${env:TOKEN}@HOST/in', '${env:TOKEN}'])(
  'nor do those in the user info of an address, which becomes a header: %s',
  async url => {
    const env = {TOKEN: url.startsWith('$') ? `http://me:s3cret-pass@${host()}/in` : ENV.TOKEN};
    const webhook = `webhook: {url: "${url.replace('HOST', host())}"}\n`;
    world = await startUserWorld({'monitors.config.yaml': CONFIG, 'monitors/a.yaml': bareSpecFor('a') + webhook}, {}, {operations: 'full'});
    expect(await world.runHere(['apply', '--auto-approve', '--quiet'], {env: {...ENV, ...env}})).toMatchObject({exitCode: 0});
    const refused = await run(named(), {env});
    expect(refused).toMatchObject({exitCode: 3, stderr: expect.stringContaining('alerts/plain-http')});
    expect(receiver.requests).toHaveLength(0);
  },
);

test('in a pull request nothing is tested, nor without the values of references', async () => {
  await start({'monitors/a.yaml': bareSpecFor('a') + hook('/in/${env:TOKEN}')});
  const inRequest = await run(named(), {env: {GITHUB_EVENT_NAME: 'pull_request'}});
  expect(inRequest).toMatchObject({exitCode: 3, stderr: expect.stringContaining('alerts/pull-request')});
  expect(await run(named(), {env: {TOKEN: ''}})).toMatchObject({exitCode: 3, stderr: expect.stringContaining('secret/value-missing')});
  expect(receiver.requests).toHaveLength(0);
});

test('a refusal exits with 1; its answer is cut, and shows no secret that the receiver sends back', async () => {
  await start({'monitors/a.yaml': bareSpecFor('a') + hook('/in/literal-s3cret?key=query-s3cret&t=${env:TOKEN}')});
  const echoed = 'got /in/literal-s3cret?key=query-s3cret s3cret-token key-s3cret \u001b[31m ';
  answer = `HTTP/1.1 403 Forbidden\r\ncontent-length: 9000\r\n\r\n${echoed}${'x'.repeat(9000 - echoed.length)}`;
  const shown = await testJson(named(), {MONITORS_WEBHOOK_SECRET: 'key-s3cret'});
  expect(shown).toMatchObject({exitCode: 1, tests: [{outcome: 'refused', statusCode: 403, signed: true, error: null}]});
  expect(shown.tests[0].answer).toMatch(/^got [\s\S]*x…$/);
  expect(shown.tests[0].answer).toHaveLength(200);
  expect(shown.stdout).not.toContain('s3cret');
  expect(receiver.requests).toHaveLength(1);
  expect(receiver.requests[0]).toMatch(/\r\nx-firecrawl-signature: sha256=[0-9a-f]{64}\r\n/);
  const shownAgain = await run(named(), {env: {MONITORS_WEBHOOK_SECRET: 'key-s3cret'}});
  expect(shownAgain.stdout + shownAgain.stderr).not.toContain('s3cret');
});

test('S114: a receiver that sends a token back as its JSON or its URLs write it', async () => {
  await start({'monitors/a.yaml': bareSpecFor('a') + hook('/in?t=${env:OTHER}')});
  const token = 'q7Rw/9xK+Zt2&LmB4<v==';
  const echoes = [JSON.stringify(token).replaceAll('/', '\\/').replace('&', '\\u0026'), encodeURIComponent(token).replaceAll('%2F', '/')];
  const echoed = `{"got":${echoes.join(', ')}}`;
  answer = `HTTP/1.1 401 Unauthorized\r\ncontent-length: ${echoed.length}\r\n\r\n${echoed}`;
  for (const format of ['text', 'json']) {
    const {stdout, stderr} = await run([...named(), '--format', format], {env: {OTHER: token}});
    expect(stdout).toContain('(secret)');
    expect(stdout + stderr).not.toMatch(/q7Rw|9xK|Zt2|LmB4/);
  }
});

test('flags of the test need it, and a choice without a webhook is refused', async () => {
  await start({'monitors/a.yaml': `${bareSpecFor('a')}sync: {alerts: none}\n`});
  expect(await world.runHere(['alerts', '--to', 'x'])).toMatchObject({exitCode: 3, stderr: expect.stringContaining('--to needs --test')});
  expect(await world.runHere(['alerts', '--allow-private'])).toMatchObject({exitCode: 3});
  expect(await run(['--max-requests', '3'])).toMatchObject({exitCode: 3});
  expect(await run(named())).toMatchObject({exitCode: 3, stderr: expect.stringContaining('none of the chosen monitors has a webhook')});
});
