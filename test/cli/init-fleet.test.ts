import {execFileSync} from 'node:child_process';
import {existsSync, readFileSync, rmSync} from 'node:fs';
import {parse} from 'yaml';
import {specFor} from '../world/cli';
import {startUserWorld, type UserWorld} from '../world/service';

/** `monitors init --fleet` through the real command: a start for many monitors that works as it stands. */
let world: UserWorld;

beforeEach(async () => {
  world = await startUserWorld({});
  execFileSync('git', ['init', '-q', '--initial-branch=main'], {cwd: world.workspace.directory});
});
afterEach(() => world.close());

const START = ['monitors/_defaults.yaml', 'monitors/_pages.csv', 'monitors/pages.yaml'];

const read = (path: string) => readFileSync(world.workspace.path(path), 'utf8');
const init = (...args: string[]) => world.run(['init', '--project', 'acme-web', '--fleet', ...args]);

async function outcomes(...args: string[]): Promise<Record<string, string>> {
  const {files} = JSON.parse((await init('--format', 'json', ...args)).stdout) as {files: {path: string; outcome: string}[]};
  return Object.fromEntries(files.map(({path, outcome}) => [path, outcome]));
}

test('what it wrote validates without a warning in both environments, and each row is a monitor', async () => {
  const first = await init();
  expect(first).toMatchObject({exitCode: 0, stderr: ''});
  for (const path of START) expect(first.stdout).toContain(`created   ${path}\n`);
  expect(first.stdout).toContain('monitors/_pages.csv, one row each');
  expect(existsSync(world.workspace.path('monitors/example.yaml'))).toBe(false);
  const validated = await world.run(['validate', '--strict', 'all']);
  expect(validated).toMatchObject({exitCode: 0, stdout: '2 monitors in 1 file: no problems found.\n', stderr: ''});
  expect(Object.keys(parse(read('monitors.config.yaml')).environments)).toEqual(['staging', 'production']);
  const applied = await world.run(['apply', '--auto-approve', '--environment', 'production']);
  expect(applied).toMatchObject({exitCode: 0, stdout: expect.stringContaining('Apply complete: 2 created')});
  expect(world.emulator.monitors()).toMatchObject([{schedule: {cron: '0 9 * * *'}}, {schedule: {cron: '0 9 * * *'}}]);
  expect(existsSync(world.workspace.path('monitors.state.production.json'))).toBe(true);
});

test('merges are applied to production, by hand it is staging', async () => {
  await init();
  const {jobs} = parse(read('.github/workflows/monitors.yml'));
  for (const job of [jobs.plan, jobs.apply]) expect(job.steps.at(-1).with).toMatchObject({environment: 'production'});
  expect(await world.run(['plan'])).toMatchObject({exitCode: 0, stdout: expect.stringContaining('of a budget of 1,000.')});
  rmSync(world.workspace.path('.github'), {recursive: true});
  await world.run(['init']);
  expect(parse(read('.github/workflows/monitors.yml')).jobs.apply.steps.at(-1).with).toMatchObject({environment: 'production'});
});

test('run again it finds nothing to do, and writes what a crash left out', async () => {
  await init();
  expect(await init()).toMatchObject({exitCode: 0, stdout: 'Nothing to do: all files of init exist already.\n', stderr: ''});
  rmSync(world.workspace.path('monitors/pages.yaml'));
  world.workspace.write({'monitors/_pages.csv': 'key,name,url\nmine,Mine,https://mine.example/\n'});
  expect(await outcomes()).toMatchObject({'monitors/_pages.csv': 'kept', 'monitors/pages.yaml': 'created'});
  expect(read('monitors/_pages.csv')).toContain('mine');
});

test('specs that are there inherit nothing: neither defaults nor a list are added, and it says so', async () => {
  world.workspace.write({'monitors/shop.yaml': specFor('shop'), 'monitors.config.yaml': 'project: acme-web\n'});
  const ran = await init();
  expect(ran).toMatchObject({exitCode: 0, stderr: ''});
  expect(ran.stdout.replace(/\s+/g, ' ')).toContain('monitors already holds specs, which defaults would change');
  for (const path of START) expect(existsSync(world.workspace.path(path))).toBe(false);
  expect(parse(read('.github/workflows/monitors.yml')).jobs.apply.steps.at(-1).with).not.toHaveProperty('environment');
  expect((await init()).stdout.replace(/\s+/g, ' ')).toContain('monitors already holds specs');
});

test('in a directory of its own, the list and its rows are found from there', async () => {
  expect(await init('ops/web')).toMatchObject({exitCode: 0});
  expect(await world.run(['-C', 'ops/web', 'validate', '--strict', 'all'])).toMatchObject({exitCode: 0});
  const [hook] = parse(read('.pre-commit-config.yaml')).repos[0].hooks;
  for (const path of START) expect(new RegExp(hook.files).test(`ops/web/${path}`)).toBe(true);
  for (const path of START.filter(name => name.endsWith('.yaml'))) {
    const schema = /^# yaml-language-server: \$schema=(.+)$/m.exec(read(`ops/web/${path}`))?.[1] ?? '';
    expect(existsSync(world.workspace.path(`ops/web/monitors/${schema}`))).toBe(true);
  }
});
