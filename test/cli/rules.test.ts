import {specFor} from '../world/cli';
import {startUserWorld, type UserWorld} from '../world/service';

/** `rules` of monitors.config.yaml through the command line. */
let world: UserWorld;
afterEach(() => world.close());

const config = (rules: string) => ({'monitors.config.yaml': `project: acme\nrules:\n${rules}`});
const GOAL = '  - {keys: "prod/**", require: [goal], message: prod needs a goal}\n';
const SPECS = {'monitors/prod/a.yaml': specFor('a'), 'monitors/dev/b.yaml': specFor('b')};

test('a broken rule stops validate, plan and apply, with its place; nothing is sent', async () => {
  world = await startUserWorld({...config(GOAL), ...SPECS});
  const {exitCode, stdout} = await world.runHere(['validate', '--format', 'json']);
  const {diagnostics} = JSON.parse(stdout);
  expect(exitCode).toBe(1);
  expect(diagnostics).toMatchObject([
    {code: 'rule/required', severity: 'error', file: 'monitors/prod/a.yaml', message: '"goal" is missing: prod needs a goal'},
  ]);
  expect(await world.runHere(['plan'])).toMatchObject({exitCode: 1});
  expect(await world.runHere(['apply', '--auto-approve'])).toMatchObject({exitCode: 1});
  expect(world.emulator.monitors()).toEqual([]);
});

test('a changed rule is asked again although no spec changed', async () => {
  world = await startUserWorld({...config(GOAL), ...SPECS});
  expect(await world.runHere(['validate'])).toMatchObject({exitCode: 1});
  world.workspace.write(config(GOAL.replace('prod/**', 'stage/**')));
  expect(await world.runHere(['validate'])).toMatchObject({exitCode: 0});
  world.workspace.write(config(GOAL));
  expect(await world.runHere(['validate'])).toMatchObject({exitCode: 1});
});

test('a warning of a rule lets pass, but for --strict', async () => {
  world = await startUserWorld({...config(GOAL.replace('}', ', severity: warning}')), ...SPECS});
  expect(await world.runHere(['validate'])).toMatchObject({exitCode: 0, stdout: expect.stringContaining('rule/required')});
  expect(await world.runHere(['validate', '--strict', 'all'])).toMatchObject({exitCode: 1});
});

test('a rule that names no member is an error of the config', async () => {
  world = await startUserWorld({...config('  - {require: [gaol]}\n'), ...SPECS});
  const {exitCode, stderr} = await world.runHere(['validate']);
  expect(exitCode).toBe(3);
  expect(stderr).toMatch(/monitors\.config\.yaml:3:\d+ {2}error {2}config\/bad-rule/);
  expect(stderr).toContain('did you mean "goal"?');
});

test('words of a rule are escaped where they are shown', async () => {
  world = await startUserWorld({...config(GOAL.replace('prod needs a goal', '"\\e[31mred\\n::error::x"')), ...SPECS});
  const {stdout} = await world.runHere(['validate', '--format', 'github']);
  expect(stdout).not.toContain('\u001b');
  expect(stdout.split('\n').filter(line => line.startsWith('::error::'))).toEqual([]);
});
