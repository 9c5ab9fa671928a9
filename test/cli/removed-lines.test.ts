import {readFileSync, rmSync, writeFileSync} from 'node:fs';
import {apply} from '../../src/index';
import {bareSpecFor, specFor} from '../world/cli';
import {usePostgres} from '../world/postgres-server';
import {API_KEY, startUserWorld, type UserWorld} from '../world/service';

/** Whatever takes a record out of the state leaves a line there, at each door, and whatever moves a state takes its lines along. */
const postgres = usePostgres();
let world: UserWorld;
afterEach(() => world.close());

const STATE = 'monitors.state.json';
const FULL = 'project: shop\nservice: {operations: full}\n';

interface StateFile {
  readonly serial: number;
  readonly monitors: Record<string, {readonly id: string}>;
  readonly removed?: readonly {readonly key: string; readonly id: string}[];
}

const readState = (file = STATE) => JSON.parse(readFileSync(world.workspace.path(file), 'utf8')) as StateFile;

const removedKeys = (file = STATE) => readState(file).removed?.map(({key}) => key) ?? [];

async function start(config = FULL): Promise<void> {
  const specs = Object.fromEntries(['a', 'b', 'c', 'd'].map(key => [`monitors/${key}.yaml`, specFor(key)]));
  world = await startUserWorld({'monitors.config.yaml': config, ...specs}, {}, {operations: 'full'});
  await run('apply', '--auto-approve');
}

async function run(...args: readonly string[]): Promise<string> {
  const env = postgres.isHere ? {MONITORS_STATE_POSTGRES_URL: postgres.server().url()} : {};
  const done = await world.runHere(args, {env});
  expect({args, exitCode: done.exitCode, stderr: done.exitCode === 0 ? '' : done.stderr}).toEqual({args, exitCode: 0, stderr: ''});
  return done.stdout;
}

const dropSpec = (key: string) => rmSync(world.workspace.path(`monitors/${key}.yaml`));

test('S9b: a state from which nothing left has no list', async () => {
  await start();
  await run('state', 'mv', 'a', 'moved');
  expect(readState()).not.toHaveProperty('removed');
});

test('S9b: delete, replace and state rm leave a line each, which stays byte for byte while nothing changes', async () => {
  await start();
  const {monitors} = readState();
  dropSpec('a');
  await run('apply', '--auto-approve');
  world.workspace.write({'monitors/b.yaml': `${bareSpecFor('b')}webhook: {url: "https://hooks.example.com/x"}\n`});
  await run('apply', '--auto-approve');
  world.workspace.write({'monitors/b.yaml': specFor('b')});
  await run('apply', '--auto-approve');
  await run('state', 'rm', 'c');
  const at = expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/);
  expect(readState().removed).toEqual([
    {key: 'a', id: monitors['a']?.id, serial: 3, at, by: 'apply'},
    {key: 'b', id: monitors['b']?.id, serial: 5, at, by: 'apply'},
    {key: 'c', id: monitors['c']?.id, serial: 6, at, by: 'state rm'},
  ]);
  expect(readState().monitors['b']?.id).not.toBe(monitors['b']?.id);
  const before = readFileSync(world.workspace.path(STATE), 'utf8');
  expect(before.match(/^ {4}\{"at":.*$/gm)).toHaveLength(3);
  dropSpec('c');
  await run('apply', '--auto-approve');
  expect(readFileSync(world.workspace.path(STATE), 'utf8')).toBe(before);
});

test('S9b: the library leaves a line, too', async () => {
  await start();
  const {id} = readState().monitors['d'] ?? {};
  dropSpec('d');
  const {workspace, emulator} = world;
  const env = {MONITORS_RETRY_BASE_MS: '1', HOME: workspace.path('.home')};
  await apply({directory: workspace.directory, env, apiKey: API_KEY, baseUrl: emulator.url});
  expect(readState().removed).toMatchObject([{key: 'd', id, by: 'apply'}]);
});

test('S9b: a record that is imported again drops its line, but for that it was taken in again', async () => {
  await start();
  const {id = ''} = readState().monitors['a'] ?? {};
  await run('state', 'rm', 'a');
  expect(removedKeys()).toEqual(['a']);
  await run('import', 'a', id);
  expect(readState().removed).toMatchObject([{key: 'a', id, by: 'state restore'}]);
});

test('S9b: restoring a copy keeps the lines, also what state rm let go and is back, and adds one for each later record', async () => {
  await start();
  const {a} = readState().monitors;
  await run('state', 'rm', 'a');
  const copy = readFileSync(world.workspace.path(STATE));
  world.workspace.write({'monitors/e.yaml': specFor('e')});
  dropSpec('a');
  await run('apply', '--auto-approve');
  await run('state', 'rm', 'b');
  const {e} = readState().monitors;
  const {id: b} = readState().removed?.find(({key}) => key === 'b') ?? {};
  writeFileSync(world.workspace.path('copy.json'), copy);
  await run('state', 'restore', 'copy.json');
  expect(readState().removed).toMatchObject([
    {key: 'a', id: a?.id, by: 'state rm'},
    {key: 'b', id: b, by: 'state rm'},
    {key: 'e', id: e?.id, by: 'state restore'},
  ]);
});

test('S9b: verify --fix and recover keep the lines', async () => {
  await start();
  await run('state', 'rm', 'a');
  dropSpec('a');
  const path = world.workspace.path(STATE);
  writeFileSync(path, readFileSync(path, 'utf8').replace('"protect":false', '"protect":true'));
  await run('state', 'verify', '--fix');
  expect(removedKeys()).toEqual(['a']);
  const text = readFileSync(path, 'utf8');
  writeFileSync(path, text.replace(/"checksum": ".*"/, '"checksum": "sha256:0"'));
  await run('recover', '--auto-approve');
  expect(removedKeys()).toEqual(['a']);
});

test('S9b: another environment gets the lines with the state', async () => {
  await start();
  await run('state', 'rm', 'a');
  world.workspace.write({'monitors.config.yaml': `${FULL}environments: {production: {}}\n`});
  await run('state', 'migrate', '--environment', 'default', '--to-environment', 'production');
  expect(removedKeys('monitors.state.production.json')).toEqual(['a']);
});

(postgres.isHere ? test : test.skip)('S9b: a migration takes the lines to a server and back, with those of what left there', async () => {
  await start();
  await run('state', 'rm', 'a');
  await run('state', 'migrate', '--to', 'postgres', '--table', 'removed_lines');
  world.workspace.write({'monitors.config.yaml': `${FULL}state: {backend: postgres, table: removed_lines}\n`});
  expect(removedKeys()).toEqual(['a']);
  await run('state', 'rm', 'b');
  await run('state', 'migrate', '--to', 'file');
  world.workspace.write({'monitors.config.yaml': FULL});
  expect(readState().removed).toMatchObject([{key: 'a'}, {key: 'b', by: 'state rm'}]);
});
