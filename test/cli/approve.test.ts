import {apply, plan} from '../../src/index';
import {specFor} from '../world/cli';
import {unwrap} from '../world/git-history';
import {API_KEY, startUserWorld, type UserWorld} from '../world/service';

/** A person approves one plan by its digest: no other is applied, and that one once. */
let world: UserWorld;
beforeEach(async () => {
  const files = {'monitors.config.yaml': 'project: shop\nservice: {operations: full}\n', 'monitors/a.yaml': specFor('a')};
  world = await startUserWorld(files, {}, {operations: 'full'});
});
afterEach(() => world.close());

const run = (line: string) => world.runHere(line.split(' '));
const names = () => world.emulator.monitors().map(({name}) => name);

async function readApproval(): Promise<string> {
  const {stdout} = await run('plan');
  const [, digest = ''] = /^Approval: ([0-9a-f]{64})$/m.exec(stdout) ?? [];
  expect(digest).not.toBe('');
  expect(JSON.parse((await run('plan --format json')).stdout)).toMatchObject({approval: digest});
  return digest;
}

test('the approved plan is applied without a question, and once', async () => {
  const approval = await readApproval();
  expect(await run(`apply --approve ${approval}`)).toMatchObject({exitCode: 0});
  expect(names()).toEqual(['a']);
  const again = await run(`apply --approve ${approval}`);
  expect(again).toMatchObject({exitCode: 3, stderr: expect.stringContaining('plan/not-approved')});
  world.workspace.write({'monitors/b.yaml': specFor('b')});
  expect(await run(`apply --approve ${approval}`)).toMatchObject({exitCode: 3});
  expect(names()).toEqual(['a']);
});

test.each([
  {other: 'another spec', change: () => world.workspace.write({'monitors/a.yaml': `${specFor('a')}retentionDays: 7\n`}), flags: ''},
  {other: 'one more spec', change: () => world.workspace.write({'monitors/b.yaml': specFor('b')}), flags: ''},
  {other: 'another flag', change: () => {}, flags: ' --refresh'},
  {other: 'leave to delete', change: () => {}, flags: ' --allow-deletes'},
])('$other is refused, and changes nothing', async ({change, flags}) => {
  const approval = await readApproval();
  change();
  const refused = await run(`apply --approve ${approval}${flags}`);
  expect(refused).toMatchObject({exitCode: 3, stderr: expect.stringContaining('this is not the plan that was approved')});
  expect(names()).toEqual([]);
});

test('another address is refused', async () => {
  const approval = await readApproval();
  const elsewhere = await startUserWorld({}, {}, {operations: 'full'});
  try {
    const other = await run(`apply --approve ${approval} --base-url ${elsewhere.emulator.url}`);
    expect(other).toMatchObject({exitCode: 3, stderr: expect.stringContaining('this is not the plan that was approved')});
    expect(elsewhere.emulator.monitors()).toEqual([]);
  } finally {
    await elsewhere.close();
  }
});

test('drift that came since is refused', async () => {
  expect(await run('apply --auto-approve')).toMatchObject({exitCode: 0});
  const shown = await run('plan --refresh');
  expect(shown.stdout).not.toContain('Approval');
  const [monitor] = world.emulator.monitors();
  world.emulator.dashboard.edit(String(monitor?.id), {goal: 'by hand'});
  const {stdout} = await run('plan --refresh');
  const [, approval = ''] = /^Approval: ([0-9a-f]{64})$/m.exec(stdout) ?? [];
  world.emulator.dashboard.edit(String(monitor?.id), {goal: 'by another hand'});
  expect(await run(`apply --refresh --approve ${approval}`)).toMatchObject({exitCode: 3});
  world.emulator.dashboard.edit(String(monitor?.id), {goal: 'by hand'});
  expect(await run(`apply --refresh --approve ${approval}`)).toMatchObject({exitCode: 0});
});

test('without a terminal, the hint has a person approve just this plan', async () => {
  const refused = await run('apply');
  expect(refused.exitCode).toBe(3);
  const approval = await readApproval();
  expect(unwrap(refused.stderr)).toContain(`show this plan to a person, who runs: monitors apply --approve ${approval}`);
});

test('an approval beside a saved plan or --auto-approve is refused', async () => {
  const approval = await readApproval();
  for (const line of [`apply --approve ${approval} --auto-approve`, `apply plan.json --approve ${approval}`]) {
    expect(await run(line)).toMatchObject({exitCode: 3, stderr: expect.stringContaining('exclude each other')});
  }
  expect(await run('apply --approve yes')).toMatchObject({exitCode: 3});
});

test('the library applies what was approved, and nothing else', async () => {
  const options = {
    directory: world.workspace.directory,
    env: {PATH: process.env['PATH'], HOME: world.workspace.path('home'), MONITORS_API_KEY: API_KEY},
    baseUrl: world.emulator.url,
  };
  const {approval} = await plan(options);
  await expect(apply({...options, approve: '0'.repeat(64)})).rejects.toMatchObject({code: 'plan/not-approved'});
  expect(names()).toEqual([]);
  expect(await apply({...options, ...(approval === undefined ? {} : {approve: approval})})).toMatchObject({exitCode: 0});
  expect(names()).toEqual(['a']);
});
