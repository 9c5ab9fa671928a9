import {execFile} from 'node:child_process';
import {cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {promisify} from 'node:util';
import {startEmulator} from '../../src/emulator';
import {makeWorkspace, type Workspace} from '../world/cli';
import {NODE_FLAGS} from '../world/node-flags';
import {realWorld} from '../world/real-world';

/**
 * A member of `sync` is a documented member of a type and a line that reads it: a copy of the sources gets one, is generated and
 * built, and schema, layers, rendering, plan and state know it.
 */
const ROOT = join(__dirname, '../..');
const run = promisify(execFile);

const MEMBER = `  /**
   * Who answers for the monitor.
   * @example "ann"
   */
  owner?: string;
`;
const READER = "  owner: {read: readText, isRecorded: value => typeof value === 'string'},\n";

let copy: string;
let workspace: Workspace;
let emulator: Awaited<ReturnType<typeof startEmulator>>;
let complaint: string;

beforeAll(async () => {
  copy = mkdtempSync(join(tmpdir(), 'monitors-new-setting-'));
  for (const name of ['src', 'scripts', 'schemas', 'bin', 'package.json', 'tsconfig.json']) {
    cpSync(join(ROOT, name), join(copy, name), {recursive: true});
  }
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
  insert('src/core/specs/types/spec.ts', MEMBER, '  /**\n   * Environments that have the monitor;');
  complaint = await compile();
  insert('src/core/specs/sync.ts', READER, '  environments: {');
  for (const script of ['schemas.mjs', 'build.mjs']) await run(process.execPath, [join(copy, 'scripts', script)], {cwd: copy});
  workspace = makeWorkspace({'monitors.config.yaml': 'project: settings\n'});
  emulator = await startEmulator({apiKeys: ['some-key'], world: realWorld});
}, 120_000);

afterAll(async () => {
  await emulator.close();
  workspace.remove();
  rmSync(copy, {recursive: true, force: true});
});

function insert(file: string, text: string, before: string): void {
  const path = join(copy, file);
  const content = readFileSync(path, 'utf8');
  const at = content.indexOf(before);
  if (at < 0) throw new Error(`${file} has no ${before}`);
  writeFileSync(path, content.slice(0, at) + text + content.slice(at));
}

/** What the compiler says of the one list of settings; empty where it is content. */
async function compile(): Promise<string> {
  const config = join(copy, 'tsconfig.sync.json');
  writeFileSync(config, JSON.stringify({extends: './tsconfig.json', include: ['src/core/specs/sync.ts']}));
  const ended = run(process.execPath, [join(ROOT, 'node_modules/typescript/bin/tsc'), '--noEmit', '-p', config], {cwd: copy});
  return ended.then(
    () => '',
    failed => String(failed.stdout),
  );
}

async function monitors(...args: string[]): Promise<{readonly exitCode: number; readonly stdout: string}> {
  const env = {
    PATH: process.env['PATH'],
    HOME: workspace.path('home'),
    MONITORS_API_KEY: 'some-key',
    MONITORS_BASE_URL: emulator.url,
    MONITORS_RETRY_BASE_MS: '1',
  };
  const ended = run(process.execPath, [...NODE_FLAGS, join(copy, 'bin/monitors.cjs'), ...args], {cwd: workspace.directory, env});
  return ended.then(
    ({stdout}) => ({exitCode: 0, stdout}),
    failed => ({exitCode: failed.code as number, stdout: failed.stdout as string}),
  );
}

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
