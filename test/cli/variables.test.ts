import {specFor} from '../world/cli';
import {startUserWorld, type UserWorld} from '../world/service';

/** Variables that nothing reads, with nearly the name of one that is read, are named on stderr. */
let world: UserWorld;
beforeEach(async () => {
  world = await startUserWorld({
    'monitors/a.yaml': specFor('a'),
    'monitors.config.yaml': 'project: acme\nsecrets: {allow: [ALERTS_TOKEN]}\n',
  });
});
afterEach(() => world.close());

const run = (command: string, env: Readonly<Record<string, string>>) => world.runHere(command.split(' '), {env});

test.each(['plan', 'plan --quiet', 'validate --format json', 'state list', 'render a', 'schema config', 'apply --auto-approve'])(
  'I88: monitors %s names a near miss, and goes on',
  async command => {
    const ran = await run(command, {MONITORS_ENVIROMENT: 'staging', MONITORS_BASEURL: 'https://x.example'});
    const without = await run(command, {});
    expect(ran.stderr).toMatch(/config\/near-variable.*MONITORS_ENVIROMENT is set(?:.|\n)*did you mean MONITORS_ENVIRONMENT\?/);
    expect(ran.stderr).toContain('did you mean MONITORS_BASE_URL?');
    expect(ran.exitCode).toBe(command.startsWith('apply') ? 0 : without.exitCode);
    if (!command.startsWith('apply')) expect(ran.stdout).toBe(without.stdout);
  },
);

test.each([
  ['variables for tests', {MONITORS_TEST_API_KEY: 'x', MONITORS_TEST_ENVIROMENT: 'x'}],
  ['variables that are read', {MONITORS_STATE_S3_RACES: '3', MONITORS_STATE_KEY: 'k'.repeat(40), MONITORS_RETRY_BASE_MS: '1'}],
  ['variables with other names', {MONITORS_URL: 'x', MONITORS_STATE_DIR: 'x', MONITORS_VERSION: '1', MONITOR_API_KEY: 'x'}],
  ['variables of references', {ALERTS_TOKEN: 'x', ALERTS_TOKENS: 'x'}],
  ['an empty one', {MONITORS_ENVIROMENT: ''}],
  ['a copy beside the variable itself', {MONITORS_API_KEY_2: 'x'}],
])('%s are no near misses', async (_name, env) => {
  expect((await run('plan', env)).stderr).not.toContain('config/near-variable');
});
