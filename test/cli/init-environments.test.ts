import {execFileSync} from 'node:child_process';
import {existsSync, readFileSync, rmSync} from 'node:fs';
import {parse} from 'yaml';
import {specFor} from '../world/cli';
import {startUserWorld, type UserWorld} from '../world/service';
import {auditWorkflow, findZizmor, lintWorkflow} from '../world/workflow-lint';

/** `monitors init --environments` through the real command: one workflow that applies several environments. */
let world: UserWorld;

beforeEach(async () => {
  world = await startUserWorld({});
  execFileSync('git', ['init', '-q', '--initial-branch=main'], {cwd: world.workspace.directory});
});
afterEach(() => world.close());

const read = (path: string) => readFileSync(world.workspace.path(path), 'utf8');
const init = (names: string, ...args: string[]) => world.run(['init', '--project', 'acme-web', '--environments', names, ...args]);

test.each([
  {directory: [], inDirectory: {}},
  {directory: ['ops/web'], inDirectory: {'working-directory': 'ops/web'}},
])('each environment is planned, and applied after the one before by a job of its own ($directory)', async ({directory, inDirectory}) => {
  const ran = await init('staging,pre-live,production', ...directory);
  expect(ran).toMatchObject({exitCode: 0, stderr: ''});
  expect(ran.stdout.replaceAll(/\s+/g, ' ')).toContain('"monitors-staging", "monitors-pre-live" and "monitors-production"');
  const name = directory.length === 0 ? 'monitors' : 'monitors-ops-web';
  const text = read(`.github/workflows/${name}.yml`);
  expect(await lintWorkflow(text)).toEqual([]);
  const zizmor = findZizmor();
  if (zizmor !== undefined) expect(auditWorkflow(zizmor, text)).toEqual([]);
  const {on, jobs} = parse(text);
  expect(on.workflow_dispatch.inputs.environment.options).toEqual(['staging', 'pre-live', 'production']);
  expect(jobs.plan.steps.slice(1).map((step: {with: object}) => step.with)).toEqual(
    ['staging', 'pre-live', 'production'].map(environment => ({
      command: 'plan',
      ...inDirectory,
      environment,
      'shared-comment': 'staging, pre-live, production',
    })),
  );
  for (const environment of ['staging', 'pre-live', 'production']) {
    expect(jobs[`apply-${environment}`]).toMatchObject({
      environment: `monitors-${environment}`,
      concurrency: {group: `${name}-apply-${environment}`, 'cancel-in-progress': false},
      steps: [{}, {with: {command: 'apply', ...inDirectory, environment, compare: true}}],
    });
  }
  expect([jobs['apply-staging'].needs, jobs['apply-production'].needs]).toEqual([undefined, 'apply-pre-live']);
  expect(jobs['apply-production'].if).toContain("needs.apply-pre-live.result == 'success'");
});

test('the config declares them, and what was written validates', async () => {
  await init('staging,production');
  expect(parse(read('monitors.config.yaml'))).toMatchObject({environment: 'staging', environments: {staging: {}, production: {}}});
  expect(await world.run(['validate', '--strict', 'all'])).toMatchObject({exitCode: 0, stderr: ''});
  expect(await world.run(['plan', '--environment', 'production'])).toMatchObject({exitCode: 0});
  expect((await init('staging,production')).stdout).toMatch(/^Nothing to do/);
});

test('a workflow of one environment that is there already is named, with what to do', async () => {
  await world.run(['init', '--project', 'acme-web']);
  const config = 'monitors.config.yaml';
  world.workspace.write({[config]: `${read(config)}environment: staging\nenvironments: {staging: {}, production: {}}\n`});
  const ran = await init('staging,production');
  expect(ran).toMatchObject({exitCode: 0, stdout: expect.not.stringContaining('Nothing to do')});
  expect(ran.stdout.replaceAll(/\s+/g, ' ')).toContain(
    '.github/workflows/monitors.yml was there before and does not apply staging and production one after the other: delete it, and run this again.',
  );
  const {files, next} = JSON.parse((await init('staging,production', '--format', 'json')).stdout);
  expect(files.filter(({toAdd}: {toAdd?: object}) => toAdd !== undefined)).toEqual([]);
  expect(next[0]).toContain('delete it');
  rmSync(world.workspace.path('.github/workflows/monitors.yml'));
  expect((await init('staging,production')).stdout).toContain('created   .github/workflows/monitors.yml');
  world.workspace.write({'.github/workflows/monitors.yml': read('.github/workflows/monitors.yml').replaceAll('OWNER', 'acme')});
  expect((await init('staging,production')).stdout).toContain('Nothing to do');
});

test('with --fleet the names are those that were given', async () => {
  await init('one,two', '--fleet');
  expect(Object.keys(parse(read('monitors.config.yaml')).environments)).toEqual(['one', 'two']);
  expect(await world.run(['validate', '--strict', 'all'])).toMatchObject({exitCode: 0, stderr: ''});
});

test('a config that is there has to declare them', async () => {
  world.workspace.write({
    'monitors.config.yaml': 'project: acme-web\nenvironments: {a: {}, b: {}, c: {}}\n',
    'monitors/x.yaml': specFor('x'),
  });
  const refused = await init('a,production');
  expect(refused).toMatchObject({exitCode: 3, stderr: expect.stringContaining('declares no environment "production"')});
  expect(existsSync(world.workspace.path('.github'))).toBe(false);
  expect(await init('c,a')).toMatchObject({exitCode: 0});
  expect(Object.keys(parse(read('.github/workflows/monitors.yml')).jobs)).toEqual(['plan', 'apply-c', 'apply-a']);
});

test('a config without environments gets the lines to add, and where recorded monitors go', async () => {
  world.workspace.write({'monitors.config.yaml': 'project: acme-web\n', 'monitors/x.yaml': specFor('x')});
  const {exitCode, stderr} = await init('dev,staging,production');
  const words = stderr.replace(/\s+/g, ' ');
  expect(exitCode).toBe(3);
  expect(words).toContain('declares no environments "dev", "staging" and "production"');
  expect(words).toContain('write this there: environments: {dev: {}, staging: {}, production: {}}');
  expect(words).toContain('monitors state migrate --environment default --to-environment production');
});

test.each([
  {names: 'production', says: 'at least two different names'},
  {names: 'a,a', says: 'at least two different names'},
  {names: 'a,', says: 'the environment name "" given with --environments cannot be used'},
  {names: "a,b' || true", says: 'cannot be used'},
  {names: 'a,${{ secrets.KEY }}', says: 'cannot be used'},
])('$names is refused, and nothing is written', async ({names, says}) => {
  const refused = await init(names);
  expect(refused.exitCode).toBeGreaterThan(1);
  expect(refused.stderr.replaceAll(/\s+/g, ' ')).toContain(says);
  expect(existsSync(world.workspace.path('monitors.config.yaml'))).toBe(false);
});
