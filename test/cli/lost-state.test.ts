import {existsSync, readFileSync, rmSync} from 'node:fs';
import {type CliRun, makeWorkspace, specFor, type Workspace} from '../world/cli';
import {API_KEY, startUserWorld, type UserWorld} from '../world/service';

/**
 * Full operations, and the state is lost: no second monitor is made without a word. What target ids prove is adopted; what
 * looks the same waits for an answer; what somebody else has is left alone.
 */
let world: UserWorld;
const others: Workspace[] = [];
afterEach(async () => {
  await world.close();
  for (const workspace of others.splice(0)) workspace.remove();
});

const STATE = 'monitors.state.json';
const CONFIG = 'project: acme\nservice: {operations: full}\n';
const HOOK = 'webhook: {url: "https://hooks.example/x"}\n';
const URL_1 = specFor('a');
const URL_2 = URL_1.replace('https://a.example/', 'https://moved.example/');

const count = () => world.emulator.monitors().length;
const liveIds = () => world.emulator.monitors().map(({id}) => id);
const write = (spec: string) => world.workspace.write({'monitors/a.yaml': spec});
const run = (...args: string[]) => world.runHere(args);

async function start(spec = URL_1): Promise<void> {
  world = await startUserWorld({'monitors.config.yaml': CONFIG, 'monitors/a.yaml': spec}, {}, {operations: 'full'});
}

async function apply(spec: string): Promise<void> {
  write(spec);
  expect(await run('apply', '--auto-approve')).toMatchObject({exitCode: 0});
}

function lose(): void {
  for (const ending of ['', '.journal', '.bak', '.journal.bak']) rmSync(world.workspace.path(STATE + ending), {force: true});
}

function makeByHand(name = 'a', url = 'https://a.example/'): string {
  const {id} = world.emulator.dashboard.create({name, targets: [{type: 'scrape', urls: [url]}], schedule: {text: 'hourly'}});
  return id;
}

/** The same spec, applied by another repository to the same account. */
async function applyElsewhere(spec: string, config = CONFIG.replace('acme', 'colleague')): Promise<void> {
  const workspace = makeWorkspace({'monitors.config.yaml': config, 'monitors/a.yaml': spec});
  others.push(workspace);
  expect(await world.runHere(['apply', '--auto-approve'], {cwd: workspace.directory})).toMatchObject({exitCode: 0});
}

const recordedIds = () => {
  const {monitors} = JSON.parse(readFileSync(world.workspace.path(STATE), 'utf8')) as {monitors: Record<string, {id: string}>};
  return Object.fromEntries(Object.entries(monitors).map(([key, {id}]) => [key, id]));
};

interface Situation {
  readonly name: string;
  readonly make: () => Promise<void>;
  /** What apply comes to: the live monitor is adopted, the create is held back, or a monitor is created. */
  readonly ends: 'adopted' | 'held' | 'created';
  /** Live monitors before apply. */
  readonly live: number;
  /** What a created monitor comes with; a regular expression over all that is printed. */
  readonly says?: RegExp;
}

const SITUATIONS: readonly Situation[] = [
  {
    name: 'as it was',
    make: async () => {
      await start();
      await apply(URL_1);
      lose();
    },
    ends: 'adopted',
    live: 1,
  },
  {
    name: 'replaced once',
    make: async () => {
      await start();
      await apply(URL_1 + HOOK);
      await apply(URL_1);
      lose();
    },
    ends: 'adopted',
    live: 1,
  },
  {
    name: 'replaced twice',
    make: async () => {
      await start();
      for (const spec of [URL_1 + HOOK, URL_1, URL_1 + HOOK, URL_1]) await apply(spec);
      lose();
    },
    ends: 'adopted',
    live: 1,
  },
  {
    name: 'and the URL in the spec is another one by now',
    make: async () => {
      await start();
      await apply(URL_1);
      lose();
      write(URL_2);
    },
    ends: 'held',
    live: 1,
  },
  {
    name: 'and the URL in the spec is another one by now, after a rename of the key',
    make: async () => {
      await start();
      await apply(URL_1);
      lose();
      write(`${URL_2}sync: {key: b, renamedFrom: a}\n`);
    },
    ends: 'held',
    live: 1,
  },
  {
    name: 'with its name edited',
    make: async () => {
      await start();
      await apply(URL_1);
      await apply(URL_1.replace('name: a', 'name: renamed'));
      lose();
    },
    ends: 'adopted',
    live: 1,
  },
  {
    name: 'with its URL edited',
    make: async () => {
      await start();
      await apply(URL_1);
      await apply(URL_2);
      lose();
    },
    ends: 'held',
    live: 1,
  },
  {
    name: 'replaced once, then with its URL edited',
    make: async () => {
      await start();
      for (const spec of [URL_1 + HOOK, URL_1, URL_2]) await apply(spec);
      lose();
    },
    ends: 'held',
    live: 1,
  },
  {
    name: 'with one of two URLs edited',
    make: async () => {
      const second = '  - {type: scrape, urls: [https://second.example/]}\n';
      await start(URL_1 + second);
      await apply(URL_1 + second);
      await apply(URL_2 + second);
      lose();
    },
    ends: 'held',
    live: 1,
  },
  {
    name: 'with its URL edited, and its name edited in the dashboard',
    make: async () => {
      await start();
      await apply(URL_1);
      await apply(URL_2);
      world.emulator.dashboard.edit(liveIds()[0] ?? '', {name: 'other'});
      lose();
    },
    ends: 'created',
    live: 1,
    says: /watches the same/,
  },
  {
    name: 'with its URL edited twice, the second time not applied',
    make: async () => {
      await start();
      await apply(URL_1);
      await apply(URL_2);
      lose();
      write(URL_1.replace('https://a.example/', 'https://third.example/'));
    },
    ends: 'created',
    live: 1,
    says: /the same name/,
  },
  {
    name: 'with everything edited',
    make: async () => {
      await start();
      await apply(URL_1);
      lose();
      write(URL_2.replace('name: a', 'name: renamed'));
    },
    ends: 'created',
    live: 1,
  },
  {
    name: 'made by hand twice',
    make: async () => {
      await start();
      makeByHand();
      makeByHand();
    },
    ends: 'held',
    live: 2,
  },
  {
    name: "another project's, which nothing here knows",
    make: async () => {
      await start();
      await applyElsewhere(URL_1);
    },
    ends: 'held',
    live: 1,
  },
  {
    name: "a colleague's of the same URL under another name",
    make: async () => {
      await start();
      await applyElsewhere(URL_1.replace('name: a', 'name: theirs'));
    },
    ends: 'created',
    live: 1,
    says: /watches the same/,
  },
  {
    name: "another environment's, whose state lies here",
    make: async () => {
      await start();
      expect(await run('apply', '--auto-approve', '--environment', 'staging')).toMatchObject({exitCode: 0});
    },
    ends: 'created',
    live: 1,
  },
  {
    name: 'recorded under another key',
    make: async () => {
      await start();
      world.workspace.write({'monitors/b.yaml': URL_1});
      expect(await run('apply', '--auto-approve', '--only', 'b')).toMatchObject({exitCode: 0});
    },
    ends: 'created',
    live: 1,
  },
  {
    name: "another spec's, which has not been recorded yet",
    make: async () => {
      await start();
      await apply(URL_1);
      lose();
      rmSync(world.workspace.path('monitors/a.yaml'));
      world.workspace.write({'monitors/a.yaml': `${URL_1}sync: {key: other}\n`, 'monitors/b.yaml': `${URL_1}sync: {key: a}\n`});
    },
    ends: 'created',
    live: 1,
  },
];

const MODES: readonly (readonly [string, () => Promise<CliRun>])[] = [
  ['somebody says yes', () => world.runHere(['apply'], {answer: 'yes'})],
  ['--auto-approve', () => run('apply', '--auto-approve')],
  ['--auto-approve --refresh', () => run('apply', '--auto-approve', '--refresh')],
  [
    'CI applies a saved plan',
    async () => {
      expect(await run('plan', '--out', 'plan.json')).toMatchObject({exitCode: 0});
      return world.runHere(['apply', 'plan.json'], {env: {CI: 'true'}});
    },
  ],
];

describe.each(MODES)('C40: %s', (_mode, applyNow) => {
  test.each(SITUATIONS)('a monitor $name is $ends', async ({make, ends, live, says}) => {
    await make();
    expect(count()).toBe(live);
    const before = liveIds();
    const ended = await applyNow();
    const output = (ended.stdout + ended.stderr).replace(/\s+/g, ' ');
    switch (ends) {
      case 'adopted':
        expect(ended.exitCode).toBe(0);
        expect(liveIds()).toEqual(before);
        expect(Object.values(recordedIds())).toEqual(before);
        break;
      case 'held':
        expect({code: ended.exitCode, count: count()}).toEqual({code: 1, count: live});
        expect(output).toMatch(/import [ab]/);
        break;
      case 'created':
        expect({code: ended.exitCode, count: count()}).toEqual({
          code: 0,
          count: Object.keys(recordedIds()).length + before.length - adoptedOf(before),
        });
        expect(count()).toBeGreaterThan(live);
        if (says !== undefined) expect(output).toMatch(says);
        break;
    }
  });
});

function adoptedOf(before: readonly string[]): number {
  return Object.values(recordedIds()).filter(id => before.includes(id)).length;
}

describe('the answer to a create that is held back', () => {
  const held = async () => {
    await start();
    await apply(URL_1);
    await apply(URL_2);
    lose();
    const ended = await run('apply', '--auto-approve');
    expect(ended.exitCode).toBe(1);
    return {id: liveIds()[0] ?? '', output: (ended.stdout + ended.stderr).replace(/\s+/g, ' ')};
  };

  test('import records it; the next plan is empty', async () => {
    const {id, output} = await held();
    expect(output).toContain(`monitors import a ${id}`);
    expect(await run('import', 'a', id)).toMatchObject({exitCode: 0});
    expect(recordedIds()).toEqual({a: id});
    expect(await run('plan', '--refresh', '--detailed-exitcode')).toMatchObject({exitCode: 0});
    expect(count()).toBe(1);
  });

  test('distinctFrom, which a review can approve, lets it be created', async () => {
    const {id, output} = await held();
    expect(output).toContain(`distinctFrom: [${id}]`);
    write(`${URL_2}sync: {distinctFrom: [${id.toUpperCase()}]}\n`);
    expect(await world.runHere(['apply', '--auto-approve'], {env: {CI: 'true'}})).toMatchObject({exitCode: 0});
    expect(count()).toBe(2);
    expect(await run('plan', '--refresh', '--detailed-exitcode')).toMatchObject({exitCode: 0});
  });

  test('the others of the run are created', async () => {
    await start();
    makeByHand();
    world.workspace.write({'monitors/b.yaml': specFor('b')});
    expect(await run('apply', '--auto-approve')).toMatchObject({exitCode: 1, stdout: expect.stringContaining('1 created')});
    expect(Object.keys(recordedIds())).toEqual(['b']);
  });

  test('a refreshed plan shows it as blocked, with both answers', async () => {
    const {id} = await held();
    const {stdout} = await run('plan', '--refresh', '--format', 'json');
    expect(JSON.parse(stdout)).toMatchObject({
      summary: {create: 0, blocked: 1},
      changes: [{action: 'blocked', wanted: 'create', key: 'a', reason: 'plan/may-exist'}],
    });
    const shown = (await run('plan', '--refresh')).stdout.replace(/\s+/g, ' ');
    expect(shown).toContain(`monitors import a ${id}`);
    expect(shown).toContain(`distinctFrom: [${id}]`);
  });
});

test('a monitor whose ids prove that it is this one is never created beside it, whatever distinctFrom says', async () => {
  await start();
  await apply(URL_1);
  lose();
  write(`${URL_1}sync: {distinctFrom: [${liveIds()[0]}]}\n`);
  expect(await run('apply', '--auto-approve')).toMatchObject({exitCode: 1});
  expect(count()).toBe(1);
});

test('distinctFrom ends the warnings of what has only the name, or only the pages', async () => {
  await start();
  const ids = [makeByHand('a', 'https://other.example/'), makeByHand('other', 'https://a.example/')];
  const warned = await run('plan', '--refresh');
  expect(warned.stderr).toContain('plan/same-name');
  expect(warned.stderr).toContain('plan/same-content');
  write(`${URL_1}sync: {distinctFrom: [${ids.join(', ')}]}\n`);
  expect((await run('plan', '--refresh')).stderr).not.toMatch(/plan\/same-(name|content)/);
  expect((await run('apply', '--auto-approve')).stdout).not.toContain('apply/similar');
});

test('the look before the first create is one list, and none where nothing is created', async () => {
  await start();
  const lists = () => world.emulator.requests().filter(({method}) => method === 'GET').length;
  world.workspace.write(Object.fromEntries(['b', 'c', 'd'].map(name => [`monitors/${name}.yaml`, specFor(name)])));
  expect(await run('apply', '--auto-approve')).toMatchObject({exitCode: 0});
  expect(lists()).toBe(1);
  expect(await run('apply', '--auto-approve')).toMatchObject({exitCode: 0});
  expect(lists()).toBe(1);
});

describe('recover', () => {
  const expectNothingRecorded = () => expect(existsSync(world.workspace.path(STATE)) ? recordedIds() : {}).toEqual({});

  test.each([
    ['--auto-approve', () => run('recover', '--auto-approve')],
    ['somebody says yes', () => world.runHere(['recover'], {answer: 'yes'})],
  ] as const)('C41: never takes a monitor of another project by name and URL: %s', async (_mode, recover) => {
    await start();
    await applyElsewhere(URL_1);
    const ended = await recover();
    expect(ended).toMatchObject({exitCode: 1, stdout: expect.stringContaining(`monitors import a ${liveIds()[0]}`)});
    expectNothingRecorded();
    const account = {env: {MONITORS_API_KEY: API_KEY}};
    expect(await world.runHere(['apply', '--auto-approve'], account)).toMatchObject({exitCode: 1});
    expect(count()).toBe(1);
  });

  test('takes one that somebody made by hand when somebody says yes, and not on --auto-approve', async () => {
    await start();
    const id = makeByHand();
    expect(await run('recover', '--auto-approve')).toMatchObject({exitCode: 1, stdout: expect.stringContaining(`monitors import a ${id}`)});
    expectNothingRecorded();
    expect(await world.runHere(['recover'], {answer: 'yes'})).toMatchObject({exitCode: 0});
    expect(recordedIds()).toEqual({a: id});
  });

  test('takes no monitor that distinctFrom names', async () => {
    await start();
    const id = makeByHand();
    write(`${URL_1}sync: {distinctFrom: [${id}]}\n`);
    expect(await world.runHere(['recover'], {answer: 'yes'})).toMatchObject({
      exitCode: 0,
      stdout: expect.stringContaining('Nothing to recover'),
    });
    expectNothingRecorded();
  });

  test('knows the ids of another environment also where its record is gone', async () => {
    await start();
    expect(await run('apply', '--auto-approve', '--environment', 'staging')).toMatchObject({exitCode: 0});
    expect(await run('state', 'rm', 'a', '--environment', 'staging')).toMatchObject({exitCode: 0});
    expect(await world.runHere(['recover'], {answer: 'yes'})).toMatchObject({
      exitCode: 0,
      stdout: expect.stringContaining('Nothing to recover'),
    });
    expect(await run('apply', '--auto-approve')).toMatchObject({exitCode: 0});
    expect(count()).toBe(2);
  });
});

describe('what may be the monitor of a spec is not adopted for another one', () => {
  test('pull leaves it to the spec, and refuses to be told to take it', async () => {
    await start();
    const id = makeByHand();
    const other = makeByHand('x', 'https://x.example/');
    expect(await run('pull')).toMatchObject({exitCode: 0, stdout: expect.stringContaining(other)});
    expect(recordedIds()).toEqual({x: other});
    const refused = await run('pull', '--only', id);
    expect(refused).toMatchObject({exitCode: 3, stderr: expect.stringContaining(`monitors import a ${id}`)});
    expect(await run('import', 'a', id)).toMatchObject({exitCode: 0});
    expect(await run('plan', '--refresh', '--detailed-exitcode')).toMatchObject({exitCode: 0});
    expect(count()).toBe(2);
  });

  test('import and pull know a monitor that was replaced for that of its spec', async () => {
    await start();
    for (const spec of [URL_1 + HOOK, URL_1]) await apply(spec);
    const [id = ''] = liveIds();
    lose();
    expect(await run('import', 'other', id)).toMatchObject({exitCode: 3, stderr: expect.stringContaining('live/claimed')});
    expect(await run('pull')).toMatchObject({exitCode: 0, stdout: expect.stringContaining('Nothing to pull')});
    expect(await run('apply', '--auto-approve')).toMatchObject({exitCode: 0});
    expect(recordedIds()).toEqual({a: id});
  });

  test('import refuses a monitor that the spec itself says it is not', async () => {
    await start();
    const id = makeByHand();
    write(`${URL_1}sync: {distinctFrom: [${id}]}\n`);
    expect(await run('import', 'a', id)).toMatchObject({exitCode: 3, stderr: expect.stringContaining('sync.distinctFrom')});
  });
});
