import {execFile} from 'node:child_process';
import {cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync} from 'node:fs';
import {createServer, type Server} from 'node:http';
import type {AddressInfo} from 'node:net';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {promisify} from 'node:util';
import {makeWorkspace, type Workspace} from '../world/cli';
import {NODE_FLAGS} from '../world/node-flags';

/**
 * A field that the service gets tomorrow is a documented member of a type and nothing else: a copy of the sources gets two, is
 * generated and built, and everything knows them.
 */
const ROOT = join(__dirname, '../..');
const run = promisify(execFile);

const FIELDS = `  /**
   * How soon somebody looks at a change.
   * @asType integer
   * @minimum 1
   * @default 3
   * @filledIn
   * @example 5
   */
  urgency?: number;
  /**
   * Who is called. May hold \${env:NAME} and is treated as a secret.
   * @secret
   * @references
   * @example "\${env:ON_CALL}"
   */
  callee?: string;
`;

let copy: string;
let workspace: Workspace;
let service: Server;
const held: Record<string, unknown>[] = [];
const patches: Record<string, unknown>[] = [];

beforeAll(async () => {
  copy = mkdtempSync(join(tmpdir(), 'monitors-new-field-'));
  for (const name of ['src', 'scripts', 'schemas', 'bin', 'docs', 'package.json', 'tsconfig.json']) {
    cpSync(join(ROOT, name), join(copy, name), {recursive: true});
  }
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
  const types = join(copy, 'src/core/specs/types/monitor.ts');
  const text = readFileSync(types, 'utf8');
  const place = text.indexOf('  targets: MonitorTarget[];');
  const above = text.lastIndexOf('  /**', place);
  writeFileSync(types, text.slice(0, above) + FIELDS + text.slice(above));
  for (const script of ['schemas.mjs', 'docs.mjs', 'build.mjs']) await run(process.execPath, [join(copy, 'scripts', script)], {cwd: copy});
  workspace = makeWorkspace({
    'monitors.config.yaml': 'project: fields\nservice: {operations: full}\nsecrets: {allow: [ON_CALL]}\n',
  });
  service = await startService();
}, 120_000);

afterAll(() => {
  service.close();
  workspace.remove();
  rmSync(copy, {recursive: true, force: true});
});

/** A service that keeps whatever it is sent, and fills in the one field. */
async function startService(): Promise<Server> {
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    const body = text === '' ? {} : (JSON.parse(text) as Record<string, unknown>);
    const found = held.find(({id}) => request.url?.endsWith(`/${id}`));
    if (request.method === 'POST') {
      const id = `00000000-0000-4000-8000-00000000000${held.length}`;
      held.push({urgency: 3, status: 'active', createdAt: '2026-01-01T00:00:00Z', ...body, id});
    }
    if (request.method === 'PATCH') {
      patches.push(body);
      Object.assign(found ?? {}, body);
    }
    const data = request.method === 'POST' ? held.at(-1) : (found ?? held);
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({success: true, data}));
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  return server;
}

async function monitors(...args: string[]): Promise<{readonly exitCode: number; readonly stdout: string; readonly stderr: string}> {
  const env = {
    PATH: process.env['PATH'],
    HOME: workspace.path('home'),
    ON_CALL: 'the-secret-number',
    MONITORS_API_KEY: 'some-key',
    MONITORS_BASE_URL: `http://127.0.0.1:${(service.address() as AddressInfo).port}`,
    MONITORS_RETRY_BASE_MS: '1',
  };
  const ended = run(process.execPath, [...NODE_FLAGS, join(copy, 'bin/monitors.cjs'), ...args], {cwd: workspace.directory, env});
  return ended.then(
    said => ({exitCode: 0, ...said}),
    failed => ({exitCode: failed.code as number, stdout: failed.stdout as string, stderr: failed.stderr as string}),
  );
}

/** Where {@link write} puts what is added. */
const origin = {file: 'monitors/a.yaml', line: 4};

function write(more: string): void {
  workspace.write({
    'monitors/a.yaml': `name: a\nschedule: {cron: "0 6 * * *"}\ntargets: [{type: scrape, urls: ["https://a.example/"]}]\n${more}`,
  });
}

test('it is validated, its references are, and a misspelt one is suggested', async () => {
  write('urgency: soon\n');
  expect((await monitors('validate')).stdout).toContain('"urgency" must be a whole number');
  write('urgencie: 5\n');
  expect((await monitors('validate')).stdout).toContain('did you mean "urgency"?');
  write('callee: "${env:NOT_ALLOWED}"\n');
  expect((await monitors('validate')).stdout).toContain('NOT_ALLOWED');
  write('goal: "${env:ON_CALL}"\n');
  expect((await monitors('validate')).stdout).toContain('references may stand in callee, ');
  write('urgency: 5\ncallee: "${env:ON_CALL}"\n');
  expect(await monitors('validate')).toMatchObject({exitCode: 0});
});

test('it is completed in editors, and documented', async () => {
  const schema = JSON.parse((await monitors('schema', 'spec')).stdout);
  expect(schema.properties.urgency).toMatchObject({
    else: {type: 'integer', minimum: 1},
    markdownDescription: 'How soon somebody looks at a change.\n\n1 or more; default: 3.',
  });
  expect(schema.properties.callee).not.toHaveProperty('secret');
  expect(readFileSync(join(copy, 'docs/spec-reference.md'), 'utf8')).toContain('How soon somebody looks at a change.');
});

test('it is created, compared with what the service fills in, diffed and patched', async () => {
  write('');
  expect(await monitors('apply', '--auto-approve')).toMatchObject({exitCode: 0});
  expect((await monitors('plan', '--refresh')).stdout).toContain('No changes.');
  write('urgency: 3\n');
  expect((await monitors('plan')).stdout).toContain('No changes.');
  write('urgency: 5\n');
  const planned = JSON.parse((await monitors('plan', '--format', 'json')).stdout);
  expect(planned.changes[0].fields).toEqual([{path: '/urgency', op: 'change', before: 3, after: 5, sensitive: false, origin}]);
  expect(await monitors('apply', '--auto-approve')).toMatchObject({exitCode: 0});
  expect(patches.at(-1)).toEqual({urgency: 5});
  write('');
  expect(await monitors('apply', '--auto-approve')).toMatchObject({exitCode: 0});
  expect(patches.at(-1)).toEqual({urgency: 3});
  expect((await monitors('plan', '--refresh')).stdout).toContain('No changes.');
});

test('what is secret in it is in no plan, no state and no answer that is shown', async () => {
  write('callee: a-literal-secret\n');
  const planned = await monitors('plan', '--format', 'json');
  expect(JSON.parse(planned.stdout).changes[0].fields).toEqual([{path: '/callee', op: 'add', after: '(secret)', sensitive: true, origin}]);
  expect(await monitors('apply', '--auto-approve')).toMatchObject({exitCode: 0});
  write('callee: "${env:ON_CALL}"\n');
  const applied = await monitors('apply', '--auto-approve', '--verbose');
  expect(applied).toMatchObject({exitCode: 0});
  expect(held[0]).toMatchObject({callee: 'the-secret-number'});
  const refreshed = await monitors('plan', '--refresh');
  expect(refreshed.stdout).toContain('No changes.');
  const texts = [planned, applied, refreshed].flatMap(({stdout, stderr}) => [stdout, stderr]);
  for (const text of [...texts, readFileSync(workspace.path('monitors.state.json'), 'utf8')]) {
    expect(text).not.toContain('a-literal-secret');
    expect(text).not.toContain('the-secret-number');
  }
});
