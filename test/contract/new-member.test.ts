import {execFile} from 'node:child_process';
import {cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync} from 'node:fs';
import {createServer, type Server} from 'node:http';
import type {AddressInfo} from 'node:net';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {promisify} from 'node:util';
import {startEmulator} from '../../src/emulator';
import {makeWorkspace, type Workspace} from '../world/cli';
import {NODE_FLAGS} from '../world/node-flags';
import {realWorld} from '../world/real-world';

/**
 * A field that the service gets tomorrow is a documented member of a type and nothing else, and a member of `sync` one and a line that
 * reads it: a copy of the sources gets two and one, is generated and built, and everything knows them.
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

const MEMBER = `  /**
   * Who answers for the monitor.
   * @example "ann"
   */
  owner?: string;
`;
const READER = "  owner: {read: readText, isRecorded: value => typeof value === 'string'},\n";

let copy: string;
let complaint: string;

beforeAll(async () => {
  copy = mkdtempSync(join(tmpdir(), 'monitors-new-member-'));
  for (const name of ['src', 'scripts', 'schemas', 'bin', 'docs', 'action.yml', 'package.json', 'tsconfig.json']) {
    cpSync(join(ROOT, name), join(copy, name), {recursive: true});
  }
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
  insert('src/core/specs/types/spec.ts', MEMBER, '  /**\n   * Environments that have the monitor;');
  complaint = await compile();
  insert('src/core/specs/sync.ts', READER, '  environments: {');
  insertAbove('src/core/specs/types/monitor.ts', FIELDS, '  targets: MonitorTarget[];');
  for (const script of ['schemas.mjs', 'docs.mjs', 'build.mjs']) await run(process.execPath, [join(copy, 'scripts', script)], {cwd: copy});
}, 120_000);

afterAll(() => rmSync(copy, {recursive: true, force: true}));

function insert(file: string, text: string, before: string, from = (content: string) => content.indexOf(before)): void {
  const path = join(copy, file);
  const content = readFileSync(path, 'utf8');
  const at = from(content);
  if (at < 0) throw new Error(`${file} has no ${before}`);
  writeFileSync(path, content.slice(0, at) + text + content.slice(at));
}

/** The same above the comment of a member. */
function insertAbove(file: string, text: string, member: string): void {
  insert(file, text, member, content => content.lastIndexOf('  /**', content.indexOf(member)));
}

/** Messages of the compiler about the one list of settings; empty where it is content. */
async function compile(): Promise<string> {
  const config = join(copy, 'tsconfig.sync.json');
  writeFileSync(config, JSON.stringify({extends: './tsconfig.json', include: ['src/core/specs/sync.ts']}));
  const ended = run(process.execPath, [join(ROOT, 'node_modules/typescript-native/bin/tsc'), '--noEmit', '-p', config], {cwd: copy});
  return ended.then(
    () => '',
    failed => String(failed.stdout),
  );
}

/** Runs the command of the copy in a workspace. */
function runCopy(workspace: Workspace, url: string, args: readonly string[]): Promise<CopyRun> {
  const env = {
    PATH: process.env['PATH'],
    HOME: workspace.path('home'),
    ON_CALL: 'the-secret-number',
    MONITORS_API_KEY: 'some-key',
    MONITORS_BASE_URL: url,
    MONITORS_RETRY_BASE_MS: '1',
  };
  const ended = run(process.execPath, [...NODE_FLAGS, join(copy, 'bin/monitors.cjs'), ...args], {cwd: workspace.directory, env});
  return ended.then(
    said => ({exitCode: 0, ...said}),
    failed => ({exitCode: failed.code as number, stdout: failed.stdout as string, stderr: failed.stderr as string}),
  );
}

interface CopyRun {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

describe('a field of monitors', () => {
  let workspace: Workspace;
  let service: Server;
  const held: Record<string, unknown>[] = [];
  const patches: Record<string, unknown>[] = [];

  beforeAll(async () => {
    workspace = makeWorkspace({
      'monitors.config.yaml': 'project: fields\nservice: {operations: full}\nsecrets: {allow: [ON_CALL]}\n',
    });
    service = await startService();
  });

  afterAll(() => {
    service.close();
    workspace.remove();
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

  const monitors = (...args: string[]) => runCopy(workspace, `http://127.0.0.1:${(service.address() as AddressInfo).port}`, args);

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
    expect(JSON.parse(planned.stdout).changes[0].fields).toEqual([
      {path: '/callee', op: 'add', after: '(secret)', sensitive: true, origin},
    ]);
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
});

describe('a member of `sync`', () => {
  let workspace: Workspace;
  let emulator: Awaited<ReturnType<typeof startEmulator>>;

  beforeAll(async () => {
    workspace = makeWorkspace({'monitors.config.yaml': 'project: settings\n'});
    emulator = await startEmulator({apiKeys: ['some-key'], world: realWorld});
  });

  afterAll(async () => {
    await emulator.close();
    workspace.remove();
  });

  const monitors = (...args: string[]) => runCopy(workspace, emulator.url, args);

  function write(sync: string, defaults = ''): void {
    const body = 'name: a\nschedule: {text: daily}\ntargets: [{type: scrape, urls: ["https://a.example/"]}]\n';
    workspace.write({'monitors/a.yaml': `${body}${sync}`, 'monitors/_defaults.yaml': `retentionDays: 30\n${defaults}`});
  }

  function recorded(): Record<string, unknown> {
    return JSON.parse(readFileSync(workspace.path('monitors.state.json'), 'utf8')).monitors.a;
  }

  test('a member that nothing reads does not compile', () => {
    expect(complaint).toContain('owner');
  });

  test('it is in the schema, and its type is checked', async () => {
    const schema = await monitors('schema', 'spec');
    expect(JSON.parse(schema.stdout).definitions.SpecSync.properties.owner.markdownDescription).toContain('Who answers for the monitor.');
    write('sync: {owner: 5}\n');
    expect((await monitors('validate')).stdout).toContain('"sync.owner" must be text');
    write('sync: {owner: ann}\n');
    expect(await monitors('validate')).toMatchObject({exitCode: 0});
  });

  test('it is rendered, noted in the state, and a change of it is planned and sends nothing', async () => {
    write('sync: {owner: ann}\n');
    expect(JSON.parse((await monitors('render', '--format', 'json')).stdout).monitors[0].spec.sync).toEqual({key: 'a', owner: 'ann'});
    expect(await monitors('apply', '--auto-approve')).toMatchObject({exitCode: 0});
    expect(recorded()).toMatchObject({owner: 'ann'});
    expect((await monitors('plan')).stdout).not.toContain('Owner of');
    write('', 'sync: {owner: bob}\n');
    const planned = await monitors('plan');
    expect(planned.stdout).toContain('No changes.');
    expect(planned.stdout).toContain('Owner of 1 monitor change in the state; this sends nothing.');
    const before = recorded();
    expect(await monitors('apply', '--auto-approve')).toMatchObject({exitCode: 0});
    expect(recorded()).toMatchObject({owner: 'bob', id: before['id']});
    write('');
    expect(await monitors('apply', '--auto-approve')).toMatchObject({exitCode: 0});
    expect(recorded()).not.toHaveProperty('owner');
  });
});
