import {execFileSync} from 'node:child_process';
import {readFileSync, rmSync, writeFileSync} from 'node:fs';
import {createServer, request, type Server} from 'node:http';
import type {AddressInfo} from 'node:net';
import {join} from 'node:path';
import {specFor} from '../world/cli';
import {usePostgres} from '../world/postgres-server';
import {useS3} from '../world/s3-server';
import {startUserWorld, type UserWorld} from '../world/service';

/**
 * PostgreSQL's volume is put back on the same timeline, or a bucket is made again from older objects: nothing there tells. What is outside
 * the server does, with create-only operations.
 */
const postgres = usePostgres();
const s3 = useS3();
let world: UserWorld;
let service: Server;
let tables = 0;
let place: Place;
/** Empties the server of the test. */
let empty: () => Promise<void>;
/** Copies it as it is. */
let keepCopy: () => Promise<() => Promise<void>>;

/** A server with the state: how a config names it, how a run reaches it, and how it is set back to what it is now. */
interface Place {
  readonly name: string;
  readonly isHere: boolean;
  readonly isOn: () => Promise<{
    readonly setting: string;
    readonly keepCopy: () => Promise<() => Promise<void>>;
    readonly empty: () => Promise<void>;
  }>;
  readonly env: () => Readonly<Record<string, string | undefined>>;
}

const PLACES: readonly Place[] = [
  {
    name: 'PostgreSQL',
    isHere: postgres.isHere,
    env: () => ({MONITORS_STATE_POSTGRES_URL: postgres.server().url()}),
    isOn: async () => {
      const table = `back_${++tables}`;
      return {setting: `{backend: postgres, table: ${table}}`, keepCopy: keepVolume, empty: () => dropTables(table)};
    },
  },
  {
    name: 'S3',
    isHere: s3.isHere,
    env: () => s3.server().env(),
    isOn: async () => {
      const bucket = await s3.server().makeBucket();
      const keepCopy = async () => {
        const putBack = s3.server().keepCopy(bucket);
        return async () => putBack();
      };
      const empty = async () => rmSync(join(s3.server().directoryOf(bucket), 'monitors'), {recursive: true});
      return {setting: `{backend: s3, bucket: ${bucket}}`, keepCopy, empty};
    },
  },
];

async function dropTables(table: string): Promise<void> {
  const server = postgres.server();
  const names = ['', '_monitors', '_journal', '_late', '_backups', '_replaced'].map(end => `${table}${end}`);
  await server.query(`DROP TABLE ${names.join(', ')} CASCADE`, [], 'app');
}

async function keepVolume(): Promise<() => Promise<void>> {
  const server = postgres.server();
  const [data, copy] = [server.dataDirectory, `${server.dataDirectory}-copy`];
  const copyWhole = async (from: string, to: string) => {
    await server.stop();
    rmSync(to, {recursive: true, force: true});
    execFileSync('cp', ['-a', from, to]);
    await server.launch();
  };
  await copyWhole(data, copy);
  return () => copyWhole(copy, data);
}

jest.setTimeout(120_000);

afterEach(async () => {
  service.closeAllConnections();
  await new Promise(resolve => service.close(resolve));
  await world.close();
});

const unwrap = (text: string) => text.replace(/\s+/g, ' ');
/** A run on one of several machines: each has a home of its own. */
const run = (machine: string, line: string) =>
  world.runHere(line.split(' '), {
    env: {
      ...{HOME: world.workspace.path(machine), XDG_STATE_HOME: world.workspace.path(`${machine}/state`)},
      ...{...place.env(), PATH: process.env['PATH']},
      MONITORS_BASE_URL: `http://127.0.0.1:${(service.address() as AddressInfo).port}`,
    },
  });

/** A service that no answer tells from a real one: the emulator without its header. */
async function startService(port: number): Promise<void> {
  service = createServer((message, response) => {
    const {method, url: path, headers} = message;
    const onward = request({host: '127.0.0.1', port, method, path, headers}, answer => {
      const {'x-monitors-emulator': _mark, ...rest} = answer.headers;
      response.writeHead(answer.statusCode ?? 500, rest);
      answer.pipe(response);
    });
    onward.on('error', () => response.destroy());
    message.pipe(onward);
  });
  await new Promise<void>(resolve => service.listen(0, '127.0.0.1', resolve));
}

/** A project with one monitor applied by machine "one", whose server is copied then; "b" is applied after that. Returns how to put it back. */
async function start(operations: 'create' | 'full' = 'create'): Promise<() => Promise<void>> {
  const {setting, ...on} = await place.isOn();
  empty = on.empty;
  keepCopy = on.keepCopy;
  const config = `project: acme\nservice: {operations: ${operations}}\nstate: ${setting}\n`;
  world = await startUserWorld({'monitors/a.yaml': specFor('a'), 'monitors.config.yaml': config}, {}, {operations});
  await startService(Number(new URL(world.emulator.url).port));
  expect(await run('one', 'state init')).toMatchObject({exitCode: 0});
  expect(await run('one', 'apply --auto-approve --allow-old-checkout')).toMatchObject({exitCode: 0});
  const putBack = await keepCopy();
  world.workspace.write({'monitors/b.yaml': specFor('b')});
  expect(await run('one', 'apply --auto-approve --allow-old-checkout')).toMatchObject({exitCode: 0});
  return putBack;
}

/** A plan and an apply are refused with these words, and make no monitor. */
async function expectRefused(machine: string, words: RegExp): Promise<void> {
  const before = world.emulator.monitors().length;
  for (const line of ['plan', 'apply --auto-approve --allow-old-checkout']) {
    const refused = await run(machine, line);
    expect(refused).toMatchObject({exitCode: 3, stderr: expect.stringContaining('state/server-changed')});
    expect(unwrap(refused.stderr)).toMatch(words);
  }
  expect(world.emulator.monitors()).toHaveLength(before);
}

describe.each(PLACES)('$name', here => {
  beforeAll(() => {
    place = here;
  });

  (here.isHere ? test : test.skip)(
    'G14: a machine that saw the later state names it: plan, quiet plan and apply create nothing',
    async () => {
      const putBack = await start();
      // Another machine that only ever planned.
      expect(unwrap((await run('two', 'plan')).stdout)).toContain('No changes');
      await putBack();
      for (const machine of ['one', 'two'])
        for (const line of ['plan', 'plan -q', 'apply --auto-approve --allow-old-checkout']) {
          const refused = await run(machine, line);
          expect(refused).toMatchObject({exitCode: 3, stdout: expect.not.stringContaining('Apply sends')});
          expect(unwrap(refused.stderr)).toMatch(/state\/server-changed.*what was recorded last may be missing/);
        }
      expect(world.emulator.monitors()).toHaveLength(2);
    },
  );

  (here.isHere ? test : test.skip)('G14: one that takes its place with the same serial is named, too', async () => {
    const putBack = await start();
    expect(await run('two', 'plan')).toMatchObject({exitCode: 0});
    await putBack();
    // A machine that no witness reaches goes on; its state has the serial that was seen before.
    world.workspace.write({'monitors/c.yaml': specFor('c')});
    rmSync(world.workspace.path('monitors/b.yaml'), {force: true});
    expect(await run('new', 'apply --auto-approve --allow-old-checkout')).toMatchObject({exitCode: 0});
    world.workspace.write({'monitors/b.yaml': specFor('b')});
    const refused = await run('two', 'plan');
    expect(refused).toMatchObject({exitCode: 3, stderr: expect.stringContaining('state/server-changed')});
    expect(world.emulator.monitors()).toHaveLength(3);
  });

  (here.isHere ? test : test.skip)('G14: a saved plan of the later state names it on a machine that never saw it', async () => {
    const putBack = await start();
    world.workspace.write({'monitors/c.yaml': specFor('c')});
    expect(await run('two', 'plan --out later.json')).toMatchObject({exitCode: 0});
    await putBack();
    const refused = await run('new', 'apply later.json --allow-old-checkout');
    expect(refused).toMatchObject({exitCode: 3});
    expect(unwrap(refused.stderr)).toMatch(/state\/server-changed.*the saved plan was made at serial \d+ of the state/);
    expect(world.emulator.monitors()).toHaveLength(2);
  });

  (here.isHere ? test : test.skip)('G14: a saved plan names a state that has its serial and another content', async () => {
    const putBack = await start();
    world.workspace.write({'monitors/c.yaml': specFor('c')});
    expect(await run('two', 'plan --out later.json')).toMatchObject({exitCode: 0});
    const saved = JSON.parse(readFileSync(world.workspace.path('later.json'), 'utf8')) as {state: {checksum?: string; serial: number}};
    expect(saved.state.checksum).toMatch(/^sha256:[0-9a-f]{64}$/);
    await putBack();
    // Another one takes its place, on a machine that no witness reaches.
    rmSync(world.workspace.path('monitors/b.yaml'));
    expect(await run('new', 'apply --auto-approve --allow-old-checkout')).toMatchObject({exitCode: 0});
    world.workspace.write({'monitors/b.yaml': specFor('b')});
    const refused = await run('new', 'apply later.json --allow-old-checkout');
    expect(refused).toMatchObject({exitCode: 3});
    expect(unwrap(refused.stderr)).toMatch(/state\/server-changed.*another state has that serial/);
    // Files of older versions hold no checksum: they are stale, as before.
    const {checksum: _unknown, ...older} = saved.state;
    writeFileSync(world.workspace.path('later.json'), JSON.stringify({...saved, state: older}));
    expect(unwrap((await run('new', 'apply later.json --allow-old-checkout')).stderr)).toMatch(/plan\/stale/);
    expect(world.emulator.monitors()).toHaveLength(3);
  });

  (here.isHere ? test : test.skip)('G14: after a person has compared, the mark does not count any more', async () => {
    const putBack = await start();
    await putBack();
    expect(await run('one', 'plan')).toMatchObject({exitCode: 3});
    expect(await run('one', 'state verify --fix')).toMatchObject({exitCode: 0});
    expect(unwrap((await run('one', 'plan')).stdout)).toContain('Apply sends 1 request');
  });

  (here.isHere ? test : test.skip)('G14: others that went on since do not hide what a machine saw', async () => {
    const putBack = await start();
    await putBack();
    rmSync(world.workspace.path('monitors/b.yaml'));
    for (const key of ['c', 'd', 'e']) {
      world.workspace.write({[`monitors/${key}.yaml`]: specFor(key)});
      expect(await run('new', 'apply --auto-approve --allow-old-checkout')).toMatchObject({exitCode: 0});
    }
    world.workspace.write({'monitors/b.yaml': specFor('b')});
    await expectRefused('one', /"b" \([-0-9a-f]+\), which this machine saw there/);
    expect(await run('one', 'state verify --fix')).toMatchObject({exitCode: 0});
    expect(unwrap((await run('one', 'plan')).stdout)).toContain('Apply sends 1 request');
  });

  (here.isHere ? test : test.skip)('G15: an emptied place that another machine began anew', async () => {
    await start();
    await empty();
    for (const key of ['a', 'b']) rmSync(world.workspace.path(`monitors/${key}.yaml`));
    world.workspace.write({'monitors/c.yaml': specFor('c')});
    expect(await run('new', 'state init')).toMatchObject({exitCode: 0});
    expect(await run('new', 'apply --auto-approve --allow-old-checkout')).toMatchObject({exitCode: 0});
    world.workspace.write({'monitors/a.yaml': specFor('a'), 'monitors/b.yaml': specFor('b')});
    await expectRefused('one', /"a" \([-0-9a-f]+\), "b" \([-0-9a-f]+\), which this machine saw there/);
  });

  (here.isHere ? test : test.skip)('G15: an emptied place: the way out that the refusal names begins a new state', async () => {
    await start();
    await empty();
    expect(await run('one', 'state init')).toMatchObject({exitCode: 0});
    await expectRefused('one', /if no monitor is left, run "monitors state init --new-state acme\/default"/);
    expect(await run('one', 'state init --new-state acme/default')).toMatchObject({exitCode: 0});
    for (const machine of ['one', 'two']) expect(unwrap((await run(machine, 'plan')).stdout)).toContain('Apply sends 2 requests');
  });

  const ENDS = ['at once', 'after verify --fix', 'after others wrote'] as const;
  (here.isHere ? test : test.skip).each(ENDS)('C64: what the machine let go by state rm is not deleted, %s', async end => {
    const putBack = await start('full');
    const cwd = world.workspace.directory;
    const git = (...words: string[]) => execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.com', ...words], {cwd});
    git('init', '-q');
    git('add', 'monitors', 'monitors.config.yaml');
    git('commit', '-q', '-m', 'Specs');
    git('rm', '-q', 'monitors/a.yaml');
    git('commit', '-q', '-m', 'Hand over');
    expect(await run('one', 'state rm a')).toMatchObject({exitCode: 0});
    expect(await run('one', 'apply --auto-approve')).toMatchObject({exitCode: 0});
    await putBack();
    if (end === 'after verify --fix') expect(await run('one', 'state verify --fix')).toMatchObject({exitCode: 0});
    for (const key of end === 'after others wrote' ? ['c', 'd', 'e'] : []) {
      world.workspace.write({[`monitors/${key}.yaml`]: specFor(key), 'monitors/a.yaml': specFor('a')});
      expect(await run('new', 'apply --auto-approve --allow-old-checkout')).toMatchObject({exitCode: 0});
      rmSync(world.workspace.path('monitors/a.yaml'));
    }
    // The first of these settles what the server lost; the second has its result alone.
    for (const line of ['plan', 'apply --auto-approve', 'apply --auto-approve']) {
      expect(unwrap((await run('one', line)).stdout)).toContain('"a" waits: another version of the state says that "state rm" let monitor');
    }
    expect(world.emulator.monitors().map(({name}) => name)).toEqual(expect.arrayContaining(['a', 'b']));
    expect(await run('one', 'state rm a')).toMatchObject({exitCode: 0});
    expect(unwrap((await run('one', 'plan')).stdout)).toContain('No changes');
  });

  (here.isHere ? test : test.skip).each(['create', 'full'] as const)(
    'G19: a record that was taken in again since, and others that wrote, %s operations',
    async operations => {
      await start(operations);
      expect(await run('one', 'state rm b')).toMatchObject({exitCode: 0});
      const putBack = await keepCopy();
      const serial = /serial (\d+)/.exec((await run('one', 'state history')).stdout)?.[1] ?? '';
      expect(await run('one', `state restore ${serial}`)).toMatchObject({exitCode: 0});
      await putBack();
      rmSync(world.workspace.path('monitors/b.yaml'));
      for (const key of ['c', 'd', 'e']) {
        world.workspace.write({[`monitors/${key}.yaml`]: specFor(key)});
        expect(await run('new', 'apply --auto-approve --allow-old-checkout')).toMatchObject({exitCode: 0});
      }
      world.workspace.write({'monitors/b.yaml': specFor('b')});
      const planned = await run('one', 'plan');
      expect(unwrap(`${planned.stdout} ${planned.stderr}`)).toMatch(/"b" \([-0-9a-f]+\), which this machine saw there/);
      await run('one', 'apply --auto-approve --allow-old-checkout');
      expect(world.emulator.monitors().filter(({name}) => name === 'b')).toHaveLength(1);
    },
  );

  (here.isHere ? test : test.skip).each(['as it was', 'edited'] as const)(
    'G18: full operations, a server set back, and a spec %s',
    async how => {
      const putBack = await start('full');
      await putBack();
      if (how === 'edited') world.workspace.write({'monitors/b.yaml': specFor('b').replace('https://b.example/', 'https://b.example/new')});
      expect(unwrap((await run('one', 'plan')).stdout)).toContain('b create blocked');
      for (const line of ['apply --auto-approve --allow-old-checkout', 'apply --auto-approve --allow-old-checkout']) await run('one', line);
      expect(world.emulator.monitors().map(({name}) => name)).toEqual(['a', 'b']);
    },
  );

  (here.isHere ? test : test.skip)('G16: full operations name a lost monitor that no spec has, until it is taken care of', async () => {
    const putBack = await start('full');
    const [b] = world.emulator.monitors().filter(({name}) => name === 'b');
    await putBack();
    rmSync(world.workspace.path('monitors/b.yaml'));
    expect(unwrap((await run('one', 'plan')).stderr)).toContain(`"b" (${b?.id}), which this machine saw there`);
    for (const key of ['c', 'd']) {
      world.workspace.write({[`monitors/${key}.yaml`]: specFor(key)});
      const applied = await run('one', 'apply --auto-approve --allow-old-checkout');
      expect(applied).toMatchObject({exitCode: 1});
      expect(unwrap(applied.stderr)).toContain(`still paid, and not managed here: "b" (${b?.id})`);
    }
    expect(world.emulator.monitors()).toHaveLength(4);
    await fetch(`${world.emulator.url}/__emulator/monitors/${b?.id}`, {method: 'DELETE'});
    world.workspace.write({'monitors/e.yaml': specFor('e')});
    const settled = await run('one', 'apply --auto-approve --allow-old-checkout');
    expect(settled).toMatchObject({exitCode: 0});
    expect(unwrap(settled.stderr)).toContain('state/server-changed');
    expect(await run('one', 'apply --auto-approve --allow-old-checkout')).toMatchObject({
      exitCode: 0,
      stderr: expect.not.stringContaining('state/server-changed'),
    });
  });

  (here.isHere ? test : test.skip)('G16: `recover` in an emptied place names what this machine saw there', async () => {
    await start('full');
    await empty();
    rmSync(world.workspace.path('monitors/b.yaml'));
    expect(await run('one', 'state init')).toMatchObject({exitCode: 0});
    expect(unwrap((await run('one', 'recover --auto-approve')).stdout)).toContain(
      'was recorded as "b"; to manage it again: "monitors import b',
    );
  });

  (here.isHere ? test : test.skip)('G16: what was removed on purpose is missed by no other machine', async () => {
    await start();
    expect(await run('two', 'plan')).toMatchObject({exitCode: 0});
    rmSync(world.workspace.path('monitors/b.yaml'));
    expect(await run('one', 'state rm b')).toMatchObject({exitCode: 0});
    world.workspace.write({'monitors/c.yaml': specFor('c')});
    expect(await run('two', 'apply --auto-approve --allow-old-checkout')).toMatchObject({exitCode: 0});
  });
});
