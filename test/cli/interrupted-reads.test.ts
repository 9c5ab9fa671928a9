import {existsSync, readFileSync} from 'node:fs';
import type {JsonObject} from '../../src/json/value';
import {readTree} from '../faults/canary-search';
import {specFor} from '../world/cli';
import {startUserWorld, type UserWorld} from '../world/service';

/** `plan --refresh` asks the service what it holds: in every format, with every way in which it can end, and whatever the service says. */
let world: UserWorld;
afterEach(() => world.close());

const CONFIG = {'monitors.config.yaml': 'project: acme\nservice: {operations: full}\nsecrets: {allow: [HOOK_TOKEN]}\n'};
const SPECS = {'monitors/a.yaml': specFor('a'), 'monitors/b.yaml': specFor('b'), 'monitors/c.yaml': specFor('c')};
const run = (...args: readonly string[]) => world.runHere(args, {env: {HOOK_TOKEN: 'hook-token-value'}});
const _read = (name: string) => readFileSync(world.workspace.path(name), 'utf8');
const find = (name: string) => world.emulator.monitors().find(monitor => monitor.name === name)!;
const byHand = (name: string, members: JsonObject = {}) =>
  world.emulator.dashboard.create({
    ...{name, schedule: {text: 'daily'}, targets: [{type: 'scrape', urls: ['https://by-hand.example/']}]},
    ...members,
  });

async function applied(files: Readonly<Record<string, string>> = SPECS): Promise<void> {
  world = await startUserWorld({...CONFIG, ...files}, {}, {operations: 'full'});
  expect(await run('apply', '--auto-approve', '--settle', '0')).toMatchObject({exitCode: 0});
}

/** Words as they were before they were wrapped. */
const unwrap = (text: string) => text.replace(/\s+/g, ' ');

describe('Ctrl-C while the service is asked ends with 130, and nothing is written', () => {
  const COMMANDS: readonly (readonly string[])[] = [
    ['plan', '--refresh'],
    ['plan', '--refresh', '--out', 'plan.json'],
    ['plan', '--refresh', '--format', 'json'],
    ['apply', '--refresh', '--auto-approve'],
    ['accept', 'a', '--format', 'json'],
    ['resolve', '--prune-duplicates', 'a', '--auto-approve'],
    ['pull'],
    ['import', 'x', '0190a1b2-0000-7000-8000-000000000001', '--format', 'json'],
  ];

  test.each(COMMANDS.map(args => ({args, name: args.join(' ')})))('$name', async ({args}) => {
    await applied();
    expect(await interrupt(args)).toEqual({exitCode: 130, written: []});
    expect(existsSync(world.workspace.path('plan.json'))).toBe(false);
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
    world = await startUserWorld({...CONFIG, ...SPECS}, {faults: lost}, {operations: 'full'});
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
