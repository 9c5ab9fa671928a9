import {existsSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {startUserWorld, type UserWorld} from '../world/service';

const worlds: UserWorld[] = [];
afterEach(async () => {
  for (const world of worlds.splice(0)) await world.close();
});

const spec = (name: string, sync = '') =>
  `name: ${name}\nschedule: {text: hourly}\ntargets: [{type: scrape, urls: ["https://shop.example/${name}"]}]\n${sync}`;

async function start(): Promise<UserWorld> {
  const world = await startUserWorld(
    {
      'monitors.config.yaml': 'project: shop\nservice: {operations: full}\n',
      'monitors/pricing/a.yaml': spec('a'),
      'monitors/pricing/b.yaml': spec('b', 'sync: {protect: true}\n'),
      'monitors/docs/a.yaml': spec('docs'),
    },
    {},
    {operations: 'full'},
  );
  worlds.push(world);
  return world;
}

async function runJson<Document>(world: UserWorld, ...args: readonly string[]): Promise<Document> {
  const run = await world.runHere([...args, '--format', 'json']);
  expect({args, exitCode: run.exitCode, stderr: run.exitCode === 0 ? '' : run.stderr}).toEqual({args, exitCode: 0, stderr: ''});
  return JSON.parse(run.stdout) as Document;
}

const keysOf = (document: {readonly changes: readonly {readonly key: string}[]}) => document.changes.map(({key}) => key);
const listKeys = async (world: UserWorld, ...given: readonly string[]) =>
  (await runJson<{monitors: {key: string}[]}>(world, 'state', 'list', ...given)).monitors.map(({key}) => key);

describe('plan and apply', () => {
  test('globs choose, --exclude leaves out, and a saved plan holds the keys', async () => {
    const world = await start();
    expect(keysOf(await runJson(world, 'plan', '--only', 'pricing/**'))).toEqual(['pricing/a', 'pricing/b']);
    expect(keysOf(await runJson(world, 'plan', '--exclude', '**/a'))).toEqual(['pricing/b']);
    expect((await world.runHere(['plan', '--only', '*/a'])).stdout).toContain('Limited to "docs/a", "pricing/a".');
    const saved = await world.runHere(['plan', '--only', '*/a', '--exclude', 'docs/a', '--out', 'plan.json']);
    expect(saved.exitCode).toBe(0);
    expect(JSON.parse(readFileSync(join(world.workspace.directory, 'plan.json'), 'utf8'))).toMatchObject({
      only: ['pricing/a'],
      choice: {only: ['*/a'], exclude: ['docs/a']},
    });
    expect((await world.runHere(['apply', 'plan.json'])).exitCode).toBe(0);
    expect(await listKeys(world)).toEqual(['pricing/a']);
    const stale = await world.runHere(['apply', 'plan.json']);
    expect(stale.exitCode).toBe(3);
    expect(stale.stderr).toContain("monitors plan --only '*/a' --exclude docs/a --out FILE");
    expect((await world.runHere(['apply', '--auto-approve', '--exclude', 'docs/*'])).exitCode).toBe(0);
    expect(await listKeys(world)).toEqual(['pricing/a', 'pricing/b']);
  });

  test('a glob that matches nothing is refused, and so are both kinds with a saved plan', async () => {
    const world = await start();
    const run = await world.runHere(['plan', '--only', 'pricng/**']);
    expect(run.exitCode).toBe(3);
    expect(run.stderr).toContain('did you mean "pricing/**"?');
    await world.runHere(['plan', '--out', 'plan.json']);
    expect((await world.runHere(['apply', 'plan.json', '--exclude', 'docs/a'])).stderr).toContain(
      'a saved plan and --exclude exclude each other',
    );
  });
});

test('accept, resolve and import take exact keys: a glob names no monitor, and changes nothing', async () => {
  const world = await start();
  await world.runHere(['apply', '--auto-approve']);
  for (const {id} of world.emulator.monitors()) world.emulator.dashboard.edit(id, {retentionDays: 9});
  const read = () => ['monitors.state.json', 'monitors/pricing/a.yaml'].map(name => readFileSync(world.workspace.path(name), 'utf8'));
  const {id} = world.emulator.monitors().find(({name}) => name === 'docs')!;
  await world.runHere(['state', 'rm', 'docs/a']);
  const before = read();
  const stranger = world.emulator.dashboard.create({
    name: 'x',
    schedule: {cron: '0 0 * * *'},
    targets: [{type: 'scrape', urls: ['https://x.example/']}],
  });
  for (const {args, says} of [
    {args: ['accept', 'pricing/*'], says: 'no spec has the key "pricing/*"'},
    {args: ['resolve', 'pricing/**', '--not-created'], says: 'no monitor and no create "pricing/**"'},
    {args: ['import', 'docs/*', id], says: 'KEY is one key, and "docs/*" has a wildcard'},
    {args: ['import', 'docs/*', stranger.id], says: 'KEY is one key, and "docs/*" has a wildcard'},
  ]) {
    const ended = await world.runHere(args);
    const words = ended.stderr.replace(/\s+/g, ' ');
    expect({args, exitCode: ended.exitCode, words}).toEqual({args, exitCode: 3, words: expect.stringContaining(says)});
  }
  expect(read()).toEqual(before);
  expect(existsSync(world.workspace.path('monitors/docs.yaml'))).toBe(false);
  expect((await world.runHere(['import', 'docs/a', id])).exitCode).toBe(0);
});

describe('the state', () => {
  test('list chooses; mv renames a folder and refuses the whole where one key is taken', async () => {
    const world = await start();
    await world.runHere(['apply', '--auto-approve']);
    expect(await listKeys(world, 'pricing/*')).toEqual(['pricing/a', 'pricing/b']);
    expect(await listKeys(world, 'docs/a', 'pricing/b')).toEqual(['docs/a', 'pricing/b']);
    expect((await world.runHere(['state', 'list', 'x/**'])).exitCode).toBe(3);
    const taken = await world.runHere(['state', 'mv', 'pricing/*', 'docs/*']);
    expect(taken.stderr).toContain('"docs/a" is already recorded for another monitor');
    expect(await listKeys(world)).toEqual(['docs/a', 'pricing/a', 'pricing/b']);
    expect(await runJson(world, 'state', 'mv', 'pricing/**', 'prices/**')).toMatchObject({
      key: 'prices/**',
      from: 'pricing/**',
      monitors: [
        {key: 'prices/a', from: 'pricing/a'},
        {key: 'prices/b', from: 'pricing/b'},
      ],
    });
    expect(await listKeys(world)).toEqual(['docs/a', 'prices/a', 'prices/b']);
    expect((await world.runHere(['state', 'mv', 'prices/**', 'x/*'])).stderr).toMatch(/both sides need the same\s+wildcard/);
    expect(world.emulator.monitors()).toHaveLength(3);
  });

  test('rm and unprotect list what a glob matches and ask; an exact key is not asked about', async () => {
    const world = await start();
    await world.runHere(['apply', '--auto-approve']);
    const refused = await world.runHere(['state', 'rm', 'pricing/**', '--auto-approve']);
    expect(refused.stderr).toContain('"pricing/b" is protected');
    const asked = await world.runHere(['state', 'unprotect', '**']);
    expect(asked.exitCode).toBe(3);
    expect(asked.stderr).toMatch(/pricing\/b\n[\s\S]*needs confirmation[\s\S]*monitors state unprotect '\*\*' --auto-approve/);
    expect(await runJson(world, 'state', 'unprotect', '**', '--auto-approve')).toMatchObject({
      wasProtected: true,
      monitors: [
        {key: 'docs/a', wasProtected: false},
        {key: 'pricing/a', wasProtected: false},
        {key: 'pricing/b', wasProtected: true},
      ],
    });
    const unasked = await world.runHere(['state', 'rm', 'pricing/**']);
    expect(unasked.exitCode).toBe(3);
    expect(await listKeys(world)).toHaveLength(3);
    expect(await runJson(world, 'state', 'rm', 'pricing/**', '--auto-approve')).toMatchObject({
      monitors: [{key: 'pricing/a'}, {key: 'pricing/b'}],
    });
    expect(await runJson(world, 'state', 'rm', 'docs/a')).toMatchObject({key: 'docs/a'});
    expect(await listKeys(world)).toEqual([]);
  });
});

test('rm of several says once what becomes of them, and names each with its id', async () => {
  const world = await start();
  await world.runHere(['apply', '--auto-approve']);
  await world.runHere(['state', 'unprotect', '**', '--auto-approve']);
  const {stdout} = await world.runHere(['state', 'rm', '**', '--auto-approve']);
  expect(stdout.match(/still cost/g)).toHaveLength(1);
  for (const {id} of world.emulator.monitors()) expect(stdout).toContain(id);
  expect(stdout).toContain('"docs/a"');
  // With full operations, apply looks for what it would create.
  expect(stdout.replace(/\s+/g, ' ')).toContain('with full operations it records this one again');
  expect((await world.runHere(['apply', '--auto-approve'])).stdout).toContain('0 created, 0 updated, 0 deleted, 3 adopted');
  expect(world.emulator.monitors()).toHaveLength(3);
});

test('of hundreds, mv and rm show the count and the first few; --verbose all', async () => {
  const rows = Array.from({length: 200}, (_, index) => `p${index},https://p${index}.example/\n`).join('');
  const list =
    'name: ${each:key}\nschedule: {text: hourly}\ntargets: [{type: scrape, urls: ["${each:url}"]}]\nsync: {each: {file: _list.csv}}\n';
  const world = await startUserWorld(
    {
      'monitors.config.yaml': 'project: shop\nservice: {operations: full}\n',
      'monitors/list.yaml': list,
      'monitors/_list.csv': `key,url\n${rows}`,
    },
    {},
    {operations: 'full'},
  );
  worlds.push(world);
  await world.runHere(['apply', '--auto-approve', '--quiet']);
  const moved = await world.runHere(['state', 'mv', 'list/*', 'old/*']);
  expect(moved.stdout).toContain('... 190 more monitors (--verbose shows them)');
  const {stderr} = await world.runHere(['state', 'rm', '**']);
  expect(stderr).toMatch(/^200 monitors:\nold\/p0\n(?:old\/.*\n){9}\.\.\. 190 more monitors \(--verbose shows them\)\n/);
  expect((await world.runHere(['state', 'rm', '**', '--verbose'])).stderr).toContain('old/p99\n');
  const {stdout} = await world.runHere(['state', 'rm', '**', '--auto-approve']);
  expect(stdout.split('\n').length).toBeLessThan(20);
  expect(stdout.replace(/\s+/g, ' ')).toContain('... 190 more monitors (--verbose shows them; the backup of the state has their ids)');
});

describe('labels', () => {
  test('are recorded, chosen by, and changed without a request; other records stay as they are', async () => {
    const world = await start();
    const write = (name: string, sync: string) => writeFileSync(join(world.workspace.directory, `monitors/${name}.yaml`), spec(name, sync));
    write('team', 'sync: {labels: {tier: "1", team: pricing}}\n');
    await world.runHere(['apply', '--auto-approve']);
    const requests = world.emulator.requests().length;
    const state = () => JSON.parse(readFileSync(join(world.workspace.directory, 'monitors.state.json'), 'utf8')) as {monitors: object};
    expect(JSON.stringify(state().monitors)).toMatch(/"labels":\{"team":"pricing","tier":"1"\}/);
    expect(JSON.stringify(state().monitors).match(/"labels"/g)).toHaveLength(1);
    expect(await listKeys(world, '--label', 'team=pricing')).toEqual(['team']);
    expect((await runJson<{labels?: object}>(world, 'plan')).labels).toBeUndefined();

    write('team', 'sync: {labels: {team: docs}}\n');
    const plan = await runJson<{changes: []; labels: object}>(world, 'plan', '--label', 'team=pricing');
    expect(plan).toMatchObject({changes: [], labels: [{key: 'team', before: {team: 'pricing', tier: '1'}, after: {team: 'docs'}}]});
    const text = await world.runHere(['plan']);
    expect(text.stdout).toContain('Labels of 1 monitor change in the state; this sends nothing.');
    expect((await world.runHere(['apply'])).exitCode).toBe(0);
    expect(await listKeys(world, '--label', 'team=docs')).toEqual(['team']);
    expect(await runJson(world, 'state', 'list', 'team')).toMatchObject({monitors: [{key: 'team', labels: {team: 'docs'}}]});

    write('team', 'sync: {labels: {team: docs}, protect: true}\n');
    const protection = 'Protection of 1 monitor changes in the state; this sends nothing.';
    expect((await world.runHere(['plan'])).stdout).toContain(protection);
    expect((await world.runHere(['apply'])).exitCode).toBe(0);
    expect((await world.runHere(['plan'])).stdout).not.toContain('Protection');
    write('team', 'sync: {labels: {team: docs}}\n');
    expect((await world.runHere(['plan', '--format', 'markdown'])).stdout).toContain(protection);

    write('team', '');
    expect((await world.runHere(['apply', '--label', 'team=docs'])).exitCode).toBe(0);
    expect(JSON.stringify(state().monitors)).not.toContain('labels');
    expect(world.emulator.requests()).toHaveLength(requests);
  });

  test('an update and a rename keep them right', async () => {
    const world = await start();
    const write = (name: string, text: string) => writeFileSync(join(world.workspace.directory, `monitors/${name}.yaml`), text);
    write('a', spec('one', 'sync: {labels: {team: a}}\n'));
    await world.runHere(['apply', '--auto-approve']);
    write('a', spec('two', 'sync: {labels: {team: b}}\n'));
    await world.runHere(['apply', '--auto-approve']);
    expect(await listKeys(world, '--label', 'team=b')).toEqual(['a']);
    rmSync(join(world.workspace.directory, 'monitors/a.yaml'));
    write('b', spec('two', 'sync: {labels: {team: c}, renamedFrom: a}\n'));
    expect((await world.runHere(['apply', '--auto-approve', '--label', 'team=c'])).exitCode).toBe(0);
    expect(await listKeys(world, '--label', 'team=c')).toEqual(['b']);
    expect((await world.runHere(['plan', '--detailed-exitcode'])).exitCode).toBe(0);
  });
});
