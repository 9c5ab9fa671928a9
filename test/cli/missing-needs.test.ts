import {specFor} from '../world/cli';
import {startUserWorld, type UserWorld} from '../world/service';

/** Missing settings of apply are named once there is something to send, and all of them in one refusal. */
let world: UserWorld;
afterEach(() => world.close());

const HOOK = 'webhook: {url: "https://h.example/", headers: {Authorization: "Bearer ${env:ALERTS_TOKEN}"}}\n';
const NOTHING_SET = {MONITORS_BASE_URL: undefined, MONITORS_API_KEY: undefined};
const run = (command: string, env: Readonly<Record<string, string | undefined>> = {}) => world.runHere(command.split(' '), {env});

async function start(): Promise<void> {
  world = await startUserWorld({
    'monitors/a.yaml': specFor('a').replace('sync: {alerts: none}\n', HOOK),
    'monitors.config.yaml': 'project: acme\nservice: {operations: full}\nsecrets: {allow: [ALERTS_TOKEN]}\n',
  });
}

test('I89: address, key, values and confirmation are named together, after the plan, and nothing is changed', async () => {
  await start();
  const refused = await run('apply', NOTHING_SET);
  expect(refused.exitCode).toBe(3);
  expect(refused.stdout).toContain('+ a  create');
  for (const code of ['config/no-address', 'config/no-key', 'secret/value-missing', 'config/confirmation-needed'])
    expect(refused.stderr.split(code)).toHaveLength(2);
  expect(refused.stderr).toContain('monitors apply --auto-approve');
  const json = JSON.parse((await run('apply --format json --auto-approve', NOTHING_SET)).stdout);
  expect(json).toMatchObject({
    error: {code: 'config/no-address'},
    diagnostics: [{code: 'config/no-key'}, {code: 'secret/value-missing', message: expect.stringContaining('ALERTS_TOKEN')}],
  });
  expect(world.emulator.requests()).toEqual([]);
});

test('one thing that is missing is the error itself', async () => {
  await start();
  const cases = [
    ['apply', {ALERTS_TOKEN: 'x'.repeat(20)}, 'config/confirmation-needed'],
    ['apply --auto-approve', {}, 'secret/value-missing'],
    ['apply --auto-approve', {ALERTS_TOKEN: 'x'.repeat(20), MONITORS_API_KEY: undefined}, 'config/no-key'],
  ] as const;
  for (const [command, env, code] of cases) {
    const {stdout, exitCode} = await run(`${command} --format json`, env);
    expect([exitCode, JSON.parse(stdout)]).toMatchObject([3, {error: {code}}]);
    expect(JSON.parse(stdout).diagnostics ?? []).toEqual([]);
  }
  expect(world.emulator.requests()).toEqual([]);
});

test('with nothing to do nothing is needed', async () => {
  await start();
  expect(await run('apply --auto-approve', {ALERTS_TOKEN: 'x'.repeat(20)})).toMatchObject({exitCode: 0});
  expect(await run('apply', NOTHING_SET)).toMatchObject({exitCode: 0, stdout: expect.stringContaining('No changes')});
});
