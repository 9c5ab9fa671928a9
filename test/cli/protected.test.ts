import {rmSync} from 'node:fs';
import {bareSpecFor, specFor} from '../world/cli';
import {startUserWorld, type UserWorld} from '../world/service';

/** A protected monitor whose spec is gone goes on running, as was asked: every later run says so, and none fails for it. */
let world: UserWorld;
afterEach(() => world.close());

const run = (...args: string[]) => world.runHere(args);
const json = async (...args: string[]) => JSON.parse((await run(...args, '--format', 'json', '-q')).stdout);

async function leftBehind(operations: 'create' | 'full'): Promise<void> {
  const files = {
    'monitors.config.yaml': `project: acme\nservice: {operations: ${operations}}\n`,
    'monitors/kept.yaml': `${bareSpecFor('kept')}sync: {alerts: none, protect: true}\n`,
    'monitors/b.yaml': specFor('b'),
  };
  world = await startUserWorld(files, {}, {operations});
  expect(await run('apply', '--auto-approve')).toMatchObject({exitCode: 0});
  rmSync(world.workspace.path('monitors/kept.yaml'));
}

describe.each(['create', 'full'] as const)('with operations %s', operations => {
  test('a protected leftover is said, and counts as done', async () => {
    await leftBehind(operations);
    const ended = await run('apply', '--auto-approve');
    expect(ended).toMatchObject({exitCode: 0, stdout: expect.stringContaining('! kept  protected')});
    expect(ended.stdout).toContain('monitors state unprotect kept');
    const document = await json('apply', '--auto-approve');
    expect(document).toMatchObject({summary: {protected: 1, blocked: 0, unchanged: 1}, diagnostics: [{code: 'plan/protected'}]});
    expect(world.emulator.monitors()).toHaveLength(2);
  });

  test('the plan counts it apart, and has nothing left to do', async () => {
    await leftBehind(operations);
    expect(await json('plan')).toMatchObject({
      summary: {protected: 1, blocked: 0},
      changes: [{action: 'blocked', wanted: 'delete', key: 'kept', reason: 'plan/protected'}],
    });
    expect(await run('plan', '--detailed-exitcode')).toMatchObject({
      exitCode: 0,
      stdout: expect.stringContaining('No changes. 1 protected'),
    });
    world.workspace.write({'monitors/c.yaml': specFor('c')});
    expect(await run('plan', '--detailed-exitcode')).toMatchObject({
      exitCode: 2,
      stdout: expect.stringContaining(', 1 protected, 1 unchanged'),
    });
    const ended = await run('apply', '--auto-approve');
    expect(ended).toMatchObject({exitCode: 0, stdout: expect.stringContaining('Apply complete: 1 created')});
    expect(ended.stdout).toContain(', 1 protected.');
  });
});

test('what else is held back still ends an apply with 1', async () => {
  await leftBehind('create');
  rmSync(world.workspace.path('monitors/b.yaml'));
  world.workspace.write({'monitors/c.yaml': specFor('c')});
  expect(await run('apply', '--auto-approve')).toMatchObject({exitCode: 1});
  expect(await json('apply', '--auto-approve')).toMatchObject({summary: {protected: 1, blocked: 1}});
});

test('one that somebody deleted in the service is not done: its record is all that is left', async () => {
  await leftBehind('full');
  world.emulator.dashboard.delete(world.emulator.monitors().find(({name}) => name === 'kept')!.id);
  expect(await run('apply', '--refresh', '--lookup-timeout', '0', '--auto-approve')).toMatchObject({exitCode: 1});
  expect(await json('plan', '--refresh', '--lookup-timeout', '0')).toMatchObject({summary: {protected: 0, blocked: 1, drift: 1}});
});
