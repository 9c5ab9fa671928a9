import {existsSync} from 'node:fs';
import {readTree} from '../faults/canary-search';
import type {UserWorld} from '../world/service';
import {applied, byHand, find, run, SPECS, start, unwrap, world} from '../world/three-applied';

/** Reads of the service that a signal ends: nothing is written. */
afterEach(() => world.close());

describe('Ctrl-C while the service is asked ends with 130, and nothing is written', () => {
  const COMMANDS: readonly (readonly string[])[] = [
    ['plan', '--refresh'],
    ['plan', '--refresh', '--out', 'plan.json'],
    ['plan', '--refresh', '--format', 'json'],
    ['apply', '--refresh', '--auto-approve'],
    ['accept', 'a', '--format', 'json'],
    ['resolve', '--prune-duplicates', 'a', '--auto-approve'],
    ['pull'],
    ['status', '--fail-on', 'failing', '--format', 'json'],
    ['checks', 'a'],
    ['diff', 'a', '--format', 'json'],
    ['changes', '--bookmark', 'changes.bookmark'],
    ['alerts', '--format', 'json'],
    ['plan', '--checks', '1'],
    ['report', '--out', 'report.html', '--refresh'],
    ['import', 'x', '0190a1b2-0000-7000-8000-000000000001', '--format', 'json'],
  ];

  test.each(COMMANDS.map(args => ({args, name: args.join(' ')})))('$name', async ({args}) => {
    await applied();
    expect(await interrupt(args)).toEqual({exitCode: 130, written: []});
    expect(['plan.json', 'report.html'].filter(name => existsSync(world.workspace.path(name)))).toEqual([]);
  });

  test('recover', async () => {
    await applied();
    world.workspace.write({'monitors.state.json': ''});
    expect(await interrupt(['recover', '--auto-approve'])).toEqual({exitCode: 130, written: []});
  });

  test.each([
    {name: 'resolve --probe', args: ['resolve', 'a', '--probe'], says: '"a" is still unresolved: the run was interrupted.'},
    {name: 'apply', args: ['apply', '--auto-approve'], says: '1 unresolved'},
  ])('$name: what was looked up stays as it was', async ({args, says}) => {
    const lost = [{when: {operation: 'create', name: 'a'}, times: 1, do: 'drop'}] as const;
    await start(SPECS, {faults: lost});
    expect(await run('apply', '--auto-approve', '--on-ambiguous', 'stop')).toMatchObject({exitCode: 4});
    const ended = await world.run(args, {onStart: child => signalAfter(world.emulator.requests().length + 1, child)});
    expect(ended).toMatchObject({exitCode: 130, stdout: expect.stringContaining(says)});
    expect(await run('resolve', 'a', '--not-created')).toMatchObject({exitCode: 0});
  });

  test('in the middle of deleting doubles: says which are deleted', async () => {
    await applied();
    const {name, schedule, targets} = find('a');
    for (let count = 0; count < 2; count++) byHand(name, {schedule, targets});
    world.emulator.setFaults({faults: [{when: {operation: 'delete'}, skip: 1, do: 'hang'}]});
    const args = ['resolve', '--prune-duplicates', 'a', '--auto-approve'];
    const deletes = () => world.emulator.requests().filter(({method}) => method === 'DELETE').length;
    const ended = await world.run(args, {onStart: child => signalWhen(() => deletes() === 2, child)});
    expect(ended).toMatchObject({exitCode: 130, stdout: expect.stringMatching(/^Deleted \S+\.\n\S+ may be deleted or not: /m)});
  });

  test('tune: what was read is shown, marked as incomplete', async () => {
    await applied();
    const asked = world.emulator.requests().length;
    world.emulator.setFaults({faults: [{do: 'hang'}]});
    const ended = await world.run(['tune', '--format', 'json'], {onStart: child => signalAfter(asked + 1, child)});
    expect(ended.exitCode).toBe(130);
    expect(JSON.parse(ended.stdout)).toMatchObject({complete: false, incomplete: ['interrupted'], summary: {monitors: 3, notRead: 3}});
  });

  type Child = Parameters<NonNullable<NonNullable<Parameters<UserWorld['run']>[1]>['onStart']>>[0];

  function signalWhen(isTime: () => boolean, child: Child): void {
    const timer = setInterval(() => {
      if (!isTime()) return;
      clearInterval(timer);
      child.kill('SIGINT');
    }, 5);
    child.on('close', () => clearInterval(timer));
  }

  function signalAfter(requests: number, child: Child): void {
    signalWhen(() => world.emulator.requests().length >= requests, child);
  }

  /** Sends the signal when the request has arrived; the paths that the run left otherwise than they were. */
  async function interrupt(args: readonly string[]) {
    const files = () => readTree(world.workspace.directory, ['.home']).map(({place, bytes}) => `${place} ${bytes.toString('base64')}`);
    const before = files();
    const asked = world.emulator.requests().length;
    world.emulator.setFaults({faults: [{do: 'hang'}]});
    const ended = await world.run(args, {
      onStart: child => signalAfter(asked + 1, child),
    });
    expect(unwrap(ended.stderr)).toContain('config/interrupted interrupted by SIGINT: nothing was changed');
    if (args.includes('json')) expect(JSON.parse(ended.stdout)).toMatchObject({error: {code: 'config/interrupted'}});
    return {exitCode: ended.exitCode, written: files().filter(file => !before.includes(file))};
  }
});
