import {readFileSync} from 'node:fs';
import {bareSpecFor, specFor} from '../world/cli';
import {startUserWorld, type UserWorld} from '../world/service';

/** `--check-secrets` compares the values behind `${env:NAME}` with what was sent, by hashes under a key of one's own. */
let world: UserWorld;
afterEach(() => world.close());

const CONFIG = {'monitors.config.yaml': 'project: acme\nservice: {operations: full}\nsecrets: {allow: [TOKEN, OTHER]}\n'};
const HOOK = (name: string) => `webhook: {url: "https://hooks.example/x", headers: {Authorization: "Bearer \${env:${name}}"}}\n`;
const SPECS = {'monitors/a.yaml': bareSpecFor('a') + HOOK('TOKEN'), 'monitors/b.yaml': specFor('b')};
const KEY = '1'.repeat(64);
const OTHER_KEY = '2'.repeat(64);

/** Runs with the token and the key; an empty one is none. */
const run = (token: string, key: string, ...args: readonly string[]) =>
  world.runHere(args, {env: {TOKEN: token, OTHER: 'other-value', MONITORS_STATE_KEY: key}});
const said = ({stdout, stderr}: {stdout: string; stderr: string}) => `${stdout}${stderr}`.replace(/\s+/g, ' ');
const headerOf = (name: string) => (world.emulator.monitors().find(monitor => monitor.name === name)!.webhook as {headers: object}).headers;
const patches = () => world.emulator.requests().filter(({method}) => method === 'PATCH').length;

async function applied(key: string, specs: Readonly<Record<string, string>> = SPECS): Promise<void> {
  world = await startUserWorld({...CONFIG, ...specs}, {}, {operations: 'full'});
  expect(await run('first-value', key, 'apply', '--auto-approve', '--lookup-timeout', '0')).toMatchObject({exitCode: 0});
}

const CHECK = ['plan', '--check-secrets', '--detailed-exitcode'];

test('a value that is as it was sent is no change', async () => {
  await applied(KEY);
  expect(await run('first-value', KEY, ...CHECK)).toMatchObject({exitCode: 0, stderr: ''});
});

test('a rotated value is an update of the member that holds it: planned by name, sent, then no change', async () => {
  await applied(KEY);
  expect(await run('second-value', KEY, 'plan', '--detailed-exitcode')).toMatchObject({exitCode: 0});
  const planned = await run('second-value', KEY, ...CHECK);
  expect(planned).toMatchObject({exitCode: 2, stdout: expect.stringMatching(/^~ a {2}update/)});
  expect(said(planned)).toContain('TOKEN');
  const {stdout} = await run('second-value', KEY, 'plan', '--check-secrets', '--format', 'json');
  expect(JSON.parse(stdout)).toMatchObject({
    summary: {update: 1, unchanged: 1},
    changes: [{action: 'update', key: 'a', rotated: ['TOKEN']}],
  });
  expect((await run('second-value', KEY, 'plan', '--check-secrets', '--format', 'markdown')).stdout).toContain('TOKEN');
  expect(await run('second-value', KEY, 'apply', '--check-secrets', '--auto-approve')).toMatchObject({exitCode: 0});
  expect(headerOf('a')).toEqual({Authorization: 'Bearer second-value'});
  expect(patches()).toBe(1);
  expect(await run('second-value', KEY, ...CHECK)).toMatchObject({exitCode: 0});
});

test('a saved plan that compared values is applied with them, and is stale where they changed back', async () => {
  await applied(KEY);
  expect(await run('second-value', KEY, 'plan', '--check-secrets', '--out', 'plan.json')).toMatchObject({exitCode: 0});
  expect(await run('second-value', '', 'apply', 'plan.json')).toMatchObject({
    exitCode: 3,
    stderr: expect.stringContaining('live/no-state-key'),
  });
  expect(await run('first-value', KEY, 'apply', 'plan.json')).toMatchObject({exitCode: 3, stderr: expect.stringContaining('plan/stale')});
  expect(await run('second-value', KEY, 'apply', 'plan.json')).toMatchObject({exitCode: 0});
  expect(headerOf('a')).toEqual({Authorization: 'Bearer second-value'});
  expect(readFileSync(world.workspace.path('plan.json'), 'utf8')).not.toContain('second-value');
});

test.each([
  ['no key was set when it was sent', ''],
  ['the key is another one since', OTHER_KEY],
])('whether it was rotated is not known where %s; once it was sent again, it is', async (_name, keyThen) => {
  await applied(keyThen);
  for (const value of ['first-value', 'second-value']) {
    const planned = await run(value, KEY, ...CHECK);
    expect(planned.exitCode).toBe(0);
    expect(said(planned)).toContain('plan/rotation-unknown cannot tell whether TOKEN was rotated');
  }
  world.workspace.write({'monitors/a.yaml': bareSpecFor('a') + HOOK('TOKEN').replace('Bearer', 'Token')});
  expect(await run('second-value', KEY, 'apply', '--auto-approve')).toMatchObject({exitCode: 0});
  expect(await run('second-value', KEY, ...CHECK)).toMatchObject({exitCode: 0, stderr: ''});
  expect(await run('third-value', KEY, ...CHECK)).toMatchObject({exitCode: 2});
});

test('without the key nothing is compared: the message says how to make one, and nothing is asked of the service', async () => {
  await applied(KEY);
  const asked = world.emulator.requests().length;
  for (const args of [
    ['plan', '--check-secrets'],
    ['apply', '--check-secrets', '--auto-approve'],
  ]) {
    const refused = await run('second-value', '', ...args);
    expect(refused).toMatchObject({exitCode: 3, stderr: expect.stringContaining('live/no-state-key')});
    expect(said(refused)).toContain('openssl rand -hex 32');
  }
  expect(world.emulator.requests()).toHaveLength(asked);
});

test('a value that is not set is refused by its name', async () => {
  await applied(KEY);
  const refused = await run('', KEY, ...CHECK);
  expect(refused).toMatchObject({exitCode: 3, stderr: expect.stringContaining('secret/value-missing')});
  expect(said(refused)).toContain('set TOKEN');
});

test('specs without a reference have nothing to compare, and need no value', async () => {
  await applied('', {'monitors/b.yaml': specFor('b')});
  expect(await run('', KEY, ...CHECK)).toMatchObject({exitCode: 0, stderr: ''});
});

test('of several references only the rotated one is named, and a reference that is new is no rotation', async () => {
  await applied(KEY, {...SPECS, 'monitors/c.yaml': bareSpecFor('c') + HOOK('OTHER')});
  world.workspace.write({'monitors/b.yaml': bareSpecFor('b') + HOOK('OTHER')});
  const {stdout} = await run('second-value', KEY, 'plan', '--check-secrets', '--format', 'json');
  expect(JSON.parse(stdout).changes).toMatchObject([
    {key: 'a', rotated: ['TOKEN'], fields: []},
    {key: 'b', rotated: [], fields: [{path: '/webhook', op: 'change', before: null}]},
  ]);
});

test('it goes with --refresh and --only, and not with operations create', async () => {
  await applied(KEY);
  expect(await run('second-value', KEY, ...CHECK, '--refresh')).toMatchObject({exitCode: 2});
  expect(await run('second-value', KEY, ...CHECK, '--only', 'b')).toMatchObject({exitCode: 0});
  world.workspace.write({'monitors.config.yaml': 'project: acme\nsecrets: {allow: [TOKEN]}\n'});
  expect(await run('second-value', KEY, ...CHECK)).toMatchObject({exitCode: 3, stderr: expect.stringContaining('live/needs-full')});
});

test('neither values nor the key stand in the state, and a hash does not tell equal values of two names', async () => {
  await applied(KEY, {...SPECS, 'monitors/c.yaml': bareSpecFor('c') + HOOK('OTHER')});
  world.workspace.write({'monitors/c.yaml': bareSpecFor('c') + HOOK('OTHER').replace('Bearer', 'Token')});
  const env = {TOKEN: 'same-value', OTHER: 'same-value', MONITORS_STATE_KEY: KEY};
  expect(await world.runHere(['apply', '--check-secrets', '--auto-approve'], {env})).toMatchObject({exitCode: 0});
  const state = readFileSync(world.workspace.path('monitors.state.json'), 'utf8');
  for (const text of ['same-value', 'first-value', KEY]) expect(state).not.toContain(text);
  const hashes = [...state.matchAll(/"(?:TOKEN|OTHER)":"([^"]+)"/g)].map(([, hash]) => hash);
  expect(hashes).toHaveLength(2);
  expect(new Set(hashes).size).toBe(2);
});
