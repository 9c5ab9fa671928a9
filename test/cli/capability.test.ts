import {rmSync} from 'node:fs';
import {bareSpecFor, specFor} from '../world/cli';
import {startUserWorld, type UserWorld} from '../world/service';

/** A service that lacks an operation, or a key that may not use it: the message names the operation and says what still works; nothing is lost. */
let world: UserWorld;
afterEach(() => world.close());

const CONFIG = {'monitors.config.yaml': 'project: acme\nservice: {operations: full}\n'};

type Operation = 'list' | 'get' | 'update' | 'delete';

async function applied(): Promise<void> {
  world = await startUserWorld(
    {...CONFIG, 'monitors/a.yaml': specFor('a'), 'monitors/b.yaml': specFor('b'), 'monitors/c.yaml': specFor('c')},
    {},
    {operations: 'full'},
  );
  expect(await world.runHere(['apply', '--auto-approve', '--lookup-timeout', '0'])).toMatchObject({exitCode: 0});
}

/** `a` is edited, `c` loses its spec, and `d` gets one. */
function change(): void {
  world.workspace.write({'monitors/a.yaml': `${bareSpecFor('a')}retentionDays: 7\n`, 'monitors/d.yaml': specFor('d')});
  rmSync(world.workspace.path('monitors/c.yaml'));
}

/** One apply: what came of each change, and all that a person or a program is told. */
async function apply() {
  const args = ['apply', '--auto-approve', '--lookup-timeout', '0', '--concurrency', '1', '--format', 'json'];
  const {exitCode, stdout, stderr} = await world.runHere(args);
  const {results, diagnostics, stopped} = JSON.parse(stdout) as {
    readonly results: readonly {readonly key: string; readonly outcome: string}[];
    readonly diagnostics: readonly Told[];
    readonly stopped?: Told;
  };
  const told = [...diagnostics, ...(stopped === undefined ? [] : [stopped])].map(({code = '', message, hint = ''}) => [
    code,
    message,
    hint,
  ]);
  const said = [stderr, ...told.flat()].join(' ').replace(/\s+/g, ' ');
  return {exitCode, said, ends: Object.fromEntries(results.map(({key, outcome}) => [key, outcome]))};
}

interface Told {
  readonly code?: string;
  readonly message: string;
  readonly hint?: string;
}

/** A monitor in the service and in no record goes on costing, and nobody knows of it. */
async function expectNothingForgotten(): Promise<void> {
  world.emulator.setFaults({});
  const {stdout} = await world.runHere(['plan', '--refresh', '--format', 'json']);
  expect((JSON.parse(stdout) as {service: {unmanaged: object[]}}).service.unmanaged).toEqual([]);
}

const ALL_BUT_UPDATES = {a: 'failed', c: 'deleted', d: 'created'};
const ALL = {a: 'updated', c: 'deleted', d: 'created'};

describe('an apply goes on with what does without the operation', () => {
  const STILL_CREATES = /creating still works; updates, replacements and deletes need to read the monitor first/;
  test.each<readonly [Operation, number, 0 | 1, Readonly<Record<string, string>>, RegExp, RegExp]>([
    ['list', 404, 0, ALL, /does not offer listing monitors \(it answered 404\)/, /was sent again if .* retryable.*operations: create/],
    ['list', 405, 0, ALL, /does not offer listing monitors \(it answered 405\)/, /was sent again if .* retryable.*operations: create/],
    ['list', 501, 0, ALL, /does not offer listing monitors \(it answered 501\)/, /was sent again if .* retryable.*operations: create/],
    [
      'list',
      403,
      0,
      ALL,
      /listing monitors was refused: the service answered 403: Forbidden/,
      /use a MONITORS_API_KEY that may list monitors/,
    ],
    ['get', 404, 1, ALL_BUT_UPDATES, /plan is stale for a: the service has no monitor with its id any more/, /monitors plan --refresh/],
    ['get', 405, 1, {a: 'failed', c: 'failed', d: 'created'}, /does not offer reading a monitor \(it answered 405\)/, STILL_CREATES],
    ['get', 501, 1, {a: 'failed', c: 'failed', d: 'created'}, /does not offer reading a monitor \(it answered 501\)/, STILL_CREATES],
    [
      'update',
      404,
      1,
      ALL_BUT_UPDATES,
      /answered 404 to the update: .* or this service does not offer updating monitors/,
      /monitors plan --refresh/,
    ],
    [
      'update',
      405,
      1,
      ALL_BUT_UPDATES,
      /does not offer updating monitors \(it answered 405\)/,
      /creating, replacing and deleting still work/,
    ],
    [
      'update',
      501,
      1,
      ALL_BUT_UPDATES,
      /does not offer updating monitors \(it answered 501\)/,
      /creating, replacing and deleting still work/,
    ],
    [
      'delete',
      404,
      1,
      {...ALL, c: 'failed'},
      /does not offer deleting monitors \(it answered 404, and still has/,
      /creating and updating still work/,
    ],
    ['delete', 405, 1, {...ALL, c: 'failed'}, /does not offer deleting monitors \(it answered 405\)/, /creating and updating still work/],
    ['delete', 501, 1, {...ALL, c: 'failed'}, /does not offer deleting monitors \(it answered 501\)/, /creating and updating still work/],
  ])('%s answered %i', async (operation, status, exitCode, ends, says, stillWorks) => {
    await applied();
    change();
    world.emulator.setFaults({faults: [{when: {operation}, do: 'answer', status}]});
    const ended = await apply();
    expect(ended).toMatchObject({exitCode, ends});
    expect(ended.said).toMatch(says);
    expect(ended.said).toMatch(stillWorks);
    await expectNothingForgotten();
  });

  test.each<readonly [Operation, Readonly<Record<string, string>>, RegExp]>([
    [
      'get',
      {a: 'not-attempted', c: 'not-attempted', d: 'not-attempted'},
      /reading a monitor was refused: the service answered 403: Forbidden/,
    ],
    ['update', {a: 'failed', c: 'not-attempted', d: 'not-attempted'}, /updating monitors was refused: the service answered 403: Forbidden/],
    ['delete', {a: 'updated', c: 'failed', d: 'created'}, /deleting monitors was refused: the service answered 403: Forbidden/],
  ])('%s answered 403: the key may not, so that nothing more is sent', async (operation, ends, says) => {
    await applied();
    change();
    world.emulator.setFaults({faults: [{when: {operation}, do: 'answer', status: 403}]});
    const ended = await apply();
    expect(ended).toMatchObject({exitCode: 1, ends});
    expect(ended.said).toMatch(says);
    expect(ended.said).not.toContain('live/not-offered');
    const text = await world.runHere(['apply', '--auto-approve', '--lookup-timeout', '0', '--concurrency', '1']);
    expect(text.stdout.replace(/\s+/g, ' ')).toContain('MONITORS_API_KEY probably lacks a permission: use a key that has it');
    await expectNothingForgotten();
  });
});

describe('a 404 to a delete does not make a record go while the monitor lives', () => {
  test('where the service takes creates only, and answers everything else as if it knew no such monitor', async () => {
    await applied();
    change();
    const notFound = {do: 'answer', status: 404} as const;
    world.emulator.setFaults({
      faults: [...(['list', 'get', 'update', 'delete'] as const).map(operation => ({when: {operation}, ...notFound}))],
    });
    const ended = await apply();
    expect(ended).toMatchObject({exitCode: 1, ends: {a: 'failed', c: 'failed', d: 'created'}});
    expect(ended.said).toMatch(/this service shows no monitors, so its 404 does not prove that this one is gone/);
    await expectNothingForgotten();
  });

  test('a monitor that somebody deleted meanwhile is done with, its record goes', async () => {
    await applied();
    change();
    const gone = world.emulator.monitors().find(({name}) => name === 'c')!;
    world.emulator.dashboard.delete(gone.id);
    expect(await apply()).toMatchObject({exitCode: 0, ends: ALL});
    expect((await world.runHere(['state', 'list'])).stdout).not.toContain(gone.id);
  });

  test('a monitor that somebody deleted, of which a lagging replica does not know yet, is done with once it does', async () => {
    await applied();
    change();
    const gone = world.emulator.monitors().find(({name}) => name === 'c')!;
    world.emulator.setFaults({answers: {replicaLagMs: 1500}});
    world.emulator.dashboard.delete(gone.id);
    const ended = await world.runHere(['apply', '--auto-approve', '--lookup-timeout', '5', '--only', 'c']);
    expect(ended).toMatchObject({exitCode: 0, stdout: expect.stringContaining('1 deleted')});
  });

  test('a list that fails for now leaves the record to the next run', async () => {
    await applied();
    change();
    world.emulator.dashboard.delete(world.emulator.monitors().find(({name}) => name === 'c')!.id);
    world.emulator.setFaults({faults: [{when: {operation: 'list'}, do: 'answer', status: 500}]});
    const ended = await world.runHere(['apply', '--auto-approve', '--only', 'c']);
    expect(ended).toMatchObject({exitCode: 1, stdout: expect.stringMatching(/could not find out whether the monitor is gone/)});
    world.emulator.setFaults({});
    expect(await world.runHere(['apply', '--auto-approve', '--only', 'c'])).toMatchObject({exitCode: 0});
  });
});

describe('a command that asks for the list', () => {
  const COMMANDS = [
    ['plan', '--refresh'],
    ['apply', '--refresh', '--auto-approve'],
    ['accept', 'a'],
    ['pull'],
    ['resolve', '--prune-duplicates', 'a'],
  ];

  test.each([404, 405, 501])('answered %i: names the operation and what still works', async status => {
    await applied();
    world.emulator.setFaults({faults: [{when: {operation: 'list'}, do: 'answer', status}]});
    for (const args of COMMANDS) {
      const {exitCode, stderr} = await world.runHere(args);
      expect({args, exitCode}).toEqual({args, exitCode: 3});
      expect(stderr.replace(/\s+/g, ' ')).toContain(
        `error live/not-offered this service does not offer listing monitors (it answered ${status})`,
      );
      expect(stderr.replace(/\s+/g, ' ')).toMatch(
        /validate, plan without --refresh and creating monitors still work; check MONITORS_BASE_URL/,
      );
    }
  });

  test('answered 403: says that the key probably may not', async () => {
    await applied();
    world.emulator.setFaults({faults: [{when: {operation: 'list'}, do: 'answer', status: 403}]});
    for (const args of COMMANDS) {
      const {exitCode, stderr} = await world.runHere(args);
      expect({args, exitCode}).toEqual({args, exitCode: 3});
      expect(stderr.replace(/\s+/g, ' ')).toContain(
        'error live/not-read could not read its list of monitors: listing monitors was refused',
      );
      expect(stderr.replace(/\s+/g, ' ')).toContain('MONITORS_API_KEY probably lacks a permission: use a key that may read monitors');
    }
  });

  test('recover and import say the same', async () => {
    await applied();
    const {id} = world.emulator.dashboard.create({
      name: 'x',
      schedule: {text: 'daily'},
      targets: [{type: 'scrape', urls: ['https://x.example/']}],
    });
    for (const [status, code] of [
      [405, 'live/not-offered'],
      [403, 'live/not-read'],
      [401, 'live/not-read'],
    ] as const) {
      world.emulator.setFaults({faults: [{when: {operation: ['list', 'get']}, do: 'answer', status}]});
      expect(await world.runHere(['import', 'x', id])).toMatchObject({exitCode: 3, stderr: expect.stringContaining(code)});
    }
    rmSync(world.workspace.path('monitors.state.json'));
    expect(await world.runHere(['recover'])).toMatchObject({exitCode: 3, stderr: expect.stringContaining('live/not-read')});
  });
});
