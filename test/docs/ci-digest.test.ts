import {execFile} from 'node:child_process';
import {chmodSync} from 'node:fs';
import {createServer, type Server} from 'node:http';
import type {AddressInfo} from 'node:net';
import {parse} from 'yaml';
import {monitorsBin, specFor} from '../world/cli';
import {API_KEY, startUserWorld, type UserWorld} from '../world/service';
import {findFence, readCiSample} from './pages';

/** The recipes of docs/ci.md that post what monitors found, run as a job does, with curl and a receiver. */
const gitlab = parse(readCiSample('examples/ci/gitlab-digest.yml'))['monitors-digest'] as {
  readonly script: readonly string[];
  readonly cache: {readonly paths: readonly string[]};
};
const slack = findFence('docs/ci.md', 'rm -f changes.bookmark');
const CONFIG = {'monitors.config.yaml': 'project: shop\nservice: {operations: full}\n'};

let world: UserWorld;
let receiver: Server;
let status = 200;
const received: {readonly path: string; readonly headers: Readonly<Record<string, unknown>>; readonly body: string}[] = [];

beforeEach(async () => {
  status = 200;
  received.length = 0;
  receiver = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', chunk => chunks.push(chunk));
    request.on('end', () => {
      received.push({path: request.url ?? '', headers: request.headers, body: Buffer.concat(chunks).toString()});
      response.writeHead(status).end('ok');
    });
  });
  await new Promise<void>(resolve => receiver.listen(0, '127.0.0.1', resolve));
  world = await startUserWorld({...CONFIG, 'monitors/a.yaml': specFor('a')}, {answers: {checks: 'asked'}}, {operations: 'full'});
  world.workspace.write({'bin/npm': '#!/bin/sh\n', 'bin/monitors': `#!/bin/sh\nexec "${monitorsBin}" "$@"\n`, 'kept/.keep': ''});
  for (const name of ['bin/npm', 'bin/monitors']) chmodSync(world.workspace.path(name), 0o755);
  expect(await world.runHere(['apply', '--auto-approve', '--quiet'])).toMatchObject({exitCode: 0});
  const finishedAt = Date.now() - 300_000;
  const page = {url: 'https://site.example/', status: 'changed', statusCode: 200, diff: {text: '-a\n+one & "two"\n'}};
  const [{id = ''} = {}] = world.emulator.monitors();
  world.emulator.dashboard.setChecks(id, {checks: [{startedAt: finishedAt - 1000, finishedAt, pages: [page]}]});
});

afterEach(async () => {
  await new Promise(resolve => receiver.close(resolve));
  await world.close();
});

function runScript(script: string): Promise<number> {
  const address = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
  const env = {
    PATH: `${world.workspace.path('bin')}:${process.env['PATH']}`,
    HOME: world.workspace.path('.home'),
    MONITORS_BASE_URL: world.emulator.url,
    MONITORS_API_KEY: API_KEY,
    SLACK_WEBHOOK: `${address}/hook`,
    CI_API_V4_URL: `${address}/api/v4`,
    CI_PROJECT_ID: '7',
    DIGEST_ISSUE: '3',
    DIGEST_TOKEN: 'glpat-token',
  };
  // A receiver that refuses is asked once: the waits between attempts are curl's own.
  const once = script.replace(' --retry 3', '');
  return new Promise(resolve => {
    const child = execFile('sh', ['-e', '-c', once], {cwd: world.workspace.directory, env}, () => resolve(child.exitCode ?? -1));
  });
}

test('Slack: what was found is posted once, and again where the post failed', async () => {
  status = 500;
  expect(await runScript(slack)).not.toBe(0);
  status = 200;
  expect(await runScript(slack)).toBe(0);
  expect(await runScript(slack)).toBe(0);
  expect(received.map(({path}) => path)).toEqual(['/hook', '/hook']);
  expect(received[1]?.headers['content-type']).toBe('application/json');
  expect(JSON.parse(received[1]?.body ?? '')).toMatchObject({text: expect.stringContaining('1 changed page'), unfurl_links: false});
  expect(received[1]?.body).toContain('one & \\"two\\"');
}, 120_000);

test('GitLab: the same as a comment of an issue; the cache has what a run that failed must not keep', async () => {
  expect(gitlab.cache.paths).toEqual(['changes.bookmark']);
  const script = gitlab.script.join('\n');
  expect(await runScript(script)).toBe(0);
  expect(await runScript(script)).toBe(0);
  expect(received.map(({path}) => path)).toEqual(['/api/v4/projects/7/issues/3/notes']);
  expect(received[0]?.headers['private-token']).toBe('glpat-token');
  expect(new URLSearchParams(received[0]?.body).get('body')).toContain('+ one & "two"');
}, 120_000);
