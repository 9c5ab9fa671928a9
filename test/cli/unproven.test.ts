import {execFileSync} from 'node:child_process';
import {readdirSync, readFileSync, rmSync} from 'node:fs';
import {apply} from '../../src/index';
import {makeWorkspace, specFor} from '../world/cli';
import {type Machines, startMachines} from '../world/machines';
import {API_KEY, startUserWorld, type UserWorld} from '../world/service';

/** With full operations the service is asked. Where its answer proves nothing, nothing follows from it. */
const STATE = 'monitors.state.json';
const RUN = 'apply --auto-approve --lookup-timeout 1';
const FULL = 'project: acme\nservice: {operations: full}\n';
const OTHER_TEAMS_KEY = 'fc-OTHERKEY0123456789abcdef';

describe('C49ca: a service that lacks operations', () => {
  let machines: Machines;
  afterEach(() => machines.close());

  /** A merge took the state of one side; `late` is recorded by the other. */
  async function mergeOneSide(): Promise<void> {
    machines = await startMachines();
    machines.git(['checkout', '-q', '-b', 'feature']);
    await machines.applyAndCommit('late');
    machines.git(['checkout', '-q', 'main']);
    await machines.applyAndCommit('mine');
    machines.writeFiles({'work/monitors.config.yaml': FULL});
    machines.git(['commit', '-q', '-am', 'full']);
    machines.gitConflict(['merge', '-q', '--no-edit', 'feature']);
    machines.git(['checkout', '-q', '--ours', STATE]);
    machines.git(['add', '-A']);
    machines.git(['commit', '-q', '--no-edit']);
  }

  test('a 404 to reading a lost monitor does not free its key', async () => {
    await mergeOneSide();
    const before = machines.live();
    expect((await machines.run(RUN)).exitCode).toBe(1);
    expect(machines.live()).toEqual(before);
    expect((await machines.run('plan')).text).toMatch(/late create blocked/);
  });

  test('without a list, what a commit records is not created, by command line and library', async () => {
    machines = await startMachines();
    machines.git(['rm', '-q', STATE]);
    machines.writeFiles({'work/monitors.config.yaml': FULL});
    machines.git(['commit', '-q', '-am', 'full']);
    machines.clone('work', 'fresh');
    const {exitCode, text} = await machines.run(RUN, 'fresh');
    expect(exitCode).toBe(1);
    expect(text).toMatch(
      /"seed" was not created: commit [0-9a-f]{12} records it as [0-9a-f-]{36}, and the service's list .* can't be read/,
    );
    const env = {PATH: process.env['PATH'], HOME: machines.at('fresh-home'), MONITORS_API_KEY: API_KEY};
    const applied = await apply({directory: machines.at('fresh'), env, baseUrl: machines.url});
    expect(JSON.stringify(applied.diagnostics)).toContain('apply/may-exist');
    expect(machines.live()).toEqual(['seed']);
  });

  test('a key that may not list creates nothing that a commit records', async () => {
    machines = await startMachines('full', {faults: [{when: {operation: 'list'}, do: 'answer', status: 403}]});
    machines.clone('work', 'new', '-b', 'before');
    machines.git(['checkout', 'origin/main', '--', 'monitors'], 'new');
    expect((await machines.run(RUN, 'new')).exitCode).toBe(1);
    expect(machines.live()).toEqual(['seed']);
  });
});

describe('C49cb: the key of another team', () => {
  let world: UserWorld;
  beforeEach(async () => {
    const files = {'monitors.config.yaml': FULL, 'monitors/a.yaml': specFor('a'), 'monitors/b.yaml': specFor('b')};
    world = await startUserWorld(files, {}, {operations: 'full', apiKeys: [API_KEY, OTHER_TEAMS_KEY]});
    expect(await run(RUN)).toMatchObject({exitCode: 0});
  });
  afterEach(() => world.close());

  const run = (line: string, key = API_KEY) =>
    world.runHere(line.split(' '), {env: {PATH: process.env['PATH'], HOME: world.workspace.path('home'), MONITORS_API_KEY: key}});
  const recorded = () => Object.keys(JSON.parse(readFileSync(world.workspace.path(STATE), 'utf8')).monitors);
  const git = (...words: string[]) =>
    execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.com', ...words], {cwd: world.workspace.directory, stdio: 'pipe'});

  test('deletes nothing, and keeps the record', async () => {
    rmSync(world.workspace.path('monitors/b.yaml'));
    const done = await run(RUN, OTHER_TEAMS_KEY);
    expect(done.exitCode).toBe(1);
    expect(done.stdout + done.stderr).toMatch(/MONITORS_API_KEY\s+may\s+be\s+of\s+another\s+team/);
    expect(recorded()).toEqual(['a', 'b']);
  });

  /** A list shows young ones late. */
  async function makeOld(): Promise<void> {
    const text = readFileSync(world.workspace.path(STATE), 'utf8');
    world.workspace.write({[STATE]: text.replace(/"createdAt": ?"[^"]*"/g, '"createdAt": "2026-01-02T03:04:05.000Z"')});
    expect(await run('state verify --fix')).toMatchObject({exitCode: 0});
  }

  test('creates nothing, by command line and library', async () => {
    await makeOld();
    world.workspace.write({'monitors/c.yaml': specFor('c')});
    const {exitCode, stdout, stderr} = await run(RUN, OTHER_TEAMS_KEY);
    expect([exitCode, (stdout + stderr).replace(/\s+/g, ' ')]).toEqual([
      1,
      expect.stringMatching(/lists none of the 2 monitors that the state records.* MONITORS_API_KEY belongs to the team/),
    ]);
    const env = {PATH: process.env['PATH'], HOME: world.workspace.path('home'), MONITORS_API_KEY: OTHER_TEAMS_KEY};
    const applied = await apply({directory: world.workspace.directory, env, baseUrl: world.emulator.url});
    expect(JSON.stringify(applied)).toContain('lists none of the 2 monitors');
    expect(world.emulator.monitors()).toHaveLength(2);
    expect((await run(RUN)).exitCode).toBe(0);
    expect(world.emulator.monitors()).toHaveLength(3);
  });

  test('says nothing about a create whose answer was lost, also by resolve', async () => {
    await makeOld();
    world.workspace.write({'monitors/c.yaml': specFor('c')});
    world.emulator.setFaults({faults: [{when: {operation: 'create'}, do: 'drop', work: 'done', times: 1}]});
    expect((await run(`${RUN} --on-ambiguous stop`)).exitCode).toBe(4);
    for (const line of [RUN, 'resolve c --probe --lookup-timeout 1']) {
      const {exitCode, stdout, stderr} = await run(line, OTHER_TEAMS_KEY);
      expect(exitCode).toBeGreaterThan(0);
      expect((stdout + stderr).replace(/\s+/g, ' ')).toMatch(/lists none of the 2 monitors|outcome is unknown/);
    }
    expect(world.emulator.monitors().map(({name}) => name)).toEqual(['a', 'b', 'c']);
    expect((await run(RUN)).exitCode).toBe(0);
    expect(world.emulator.monitors()).toHaveLength(3);
    expect(recorded()).toEqual(['a', 'b', 'c']);
  });

  test('is refused where the service is read, also for two monitors', async () => {
    expect(await run(`${RUN} --refresh`, OTHER_TEAMS_KEY)).toMatchObject({
      exitCode: 3,
      stderr: expect.stringContaining('live/none-listed'),
    });
    expect(world.emulator.monitors()).toHaveLength(2);
  });

  test('does not show that what a commit records is gone', async () => {
    rmSync(world.workspace.path('monitors/b.yaml'));
    await run(RUN);
    git('init', '-q');
    git('add', '-A');
    git('commit', '-q', '-m', 'a');
    world.workspace.write({'monitors/b.yaml': specFor('b')});
    await run(RUN);
    git('add', '-A');
    git('commit', '-q', '-m', 'b');
    git('checkout', '-q', 'HEAD~1', '--', STATE);
    await run(RUN, OTHER_TEAMS_KEY);
    expect(world.emulator.monitors()).toHaveLength(2);
  });
});

describe("C49cd: a colleague's monitors, known from a branch that a forced push replaced", () => {
  let machines: Machines;
  afterEach(() => machines.close());

  /** `mine` had the branch of `peer`, which amended its commit since. */
  async function leaveTheirs(how: 'cloned' | 'pulled' | 'worked on'): Promise<void> {
    machines = await startMachines('full');
    machines.clone('work', 'hub', '--bare');
    machines.clone('hub', 'peer');
    if (how === 'pulled') machines.clone('hub', 'mine');
    machines.git(['checkout', '-q', '-b', 'theirs'], 'peer');
    await machines.applyAndCommit('theirs', 'peer');
    machines.git(['push', '-q', '-u', 'origin', 'theirs'], 'peer');
    if (how === 'pulled') machines.git(['pull', '-q', '--ff-only', 'origin', 'theirs'], 'mine');
    else machines.clone('hub', 'mine', '-b', 'theirs');
    if (how === 'worked on') await machines.applyAndCommit('ours', 'mine');
    if (how === 'pulled') machines.git(['reset', '-q', '--hard', 'origin/main'], 'mine');
    else machines.git(['checkout', '-q', 'main'], 'mine');
    if (how !== 'pulled') machines.git(['branch', '-q', '-D', 'theirs'], 'mine');
    machines.git(['commit', '-q', '--amend', '-m', 'better words'], 'peer');
    machines.git(['push', '-q', '-f'], 'peer');
    machines.git(['fetch', '-q', '--prune'], 'mine');
  }

  test.each(['cloned', 'pulled', 'worked on'] as const)('%s: named, and neither recorded here nor deleted', async how => {
    await leaveTheirs(how);
    for (const _turn of [1, 2, 3]) {
      const {exitCode, text} = await machines.run(RUN, 'mine');
      expect([exitCode, text]).toEqual([
        1,
        expect.stringMatching(/records .*"theirs" \([0-9a-f-]{36}\), .* still paid, and not managed here/),
      ]);
      expect(text).toMatch(/state restore [0-9a-f]{12}; if the state here is right: monitors apply --allow-old-checkout/);
    }
    expect(machines.live()).toContain('theirs');
    expect(Object.keys(JSON.parse(readFileSync(machines.at(`mine/${STATE}`), 'utf8')).monitors)).toEqual(['seed']);
  });

  test.each([
    ['merged', ['merge -q --no-ff --no-edit origin/theirs']],
    ['picked', ['cherry-pick origin/theirs']],
    ['amended', ['checkout -q --detach origin/theirs', 'commit -q --amend -m mine']],
    ['rebased', ['commit -q --allow-empty -m mine', 'checkout -q --detach origin/theirs', 'rebase -q main']],
  ])('%s here and taken back: named, and neither recorded here nor deleted', async (_how, lines) => {
    machines = await startMachines('full');
    machines.clone('work', 'hub', '--bare');
    for (const name of ['peer', 'mine']) machines.clone('hub', name);
    machines.git(['checkout', '-q', '-b', 'theirs'], 'peer');
    await machines.applyAndCommit('theirs', 'peer');
    machines.git(['push', '-q', '-u', 'origin', 'theirs'], 'peer');
    machines.git(['fetch', '-q'], 'mine');
    for (const line of lines) machines.git(line.split(' '), 'mine');
    machines.git(['checkout', '-q', '-B', 'main', 'origin/main'], 'mine');
    machines.git(['push', '-q', 'origin', ':theirs'], 'peer');
    machines.git(['fetch', '-q', '--prune'], 'mine');
    for (const _turn of [1, 2]) {
      const {exitCode, text} = await machines.run(RUN, 'mine');
      expect([exitCode, text]).toEqual([1, expect.stringMatching(/records "theirs" \([0-9a-f-]{36}\), .* not managed here/)]);
    }
    expect(machines.live()).toEqual(['seed', 'theirs']);
  });

  test('left on purpose, it is not named again; what was recorded here is recorded again', async () => {
    await leaveTheirs('cloned');
    expect((await machines.run(`${RUN} --allow-old-checkout`, 'mine')).exitCode).toBe(0);
    expect((await machines.run(RUN, 'mine')).text).not.toContain('theirs');
    machines.git(['checkout', '-q', '-b', 'own'], 'mine');
    await machines.applyAndCommit('own', 'mine');
    machines.git(['checkout', '-q', '-'], 'mine');
    machines.git(['reset', '-q', '--hard', 'origin/main'], 'mine');
    machines.git(['branch', '-q', '-D', 'own'], 'mine');
    expect((await machines.run(RUN, 'mine')).text).toContain('own');
    expect(machines.live()).toContain('theirs');
  });
});

test('C49cc: a spec copied with its target ids does not take over the monitor that has them', async () => {
  const world = await startUserWorld({'monitors.config.yaml': FULL}, {}, {operations: 'full'});
  world.emulator.dashboard.create({
    name: 'Prices',
    targets: [{type: 'scrape', urls: ['https://prices.example/']}],
    schedule: {text: 'hourly'},
  });
  expect(await world.runHere(['pull'])).toMatchObject({exitCode: 0});
  const [file = ''] = readdirSync(world.workspace.path('monitors'));
  const copied = readFileSync(world.workspace.path(`monitors/${file}`), 'utf8')
    .replace('Prices', 'Offers')
    .replace('prices.', 'offers.');
  const other = makeWorkspace({'monitors.config.yaml': FULL.replace('acme', 'offers'), 'monitors/offers.yaml': copied});
  const done = await world.runHere(['apply', '--auto-approve'], {cwd: other.directory});
  expect(done.exitCode).toBe(1);
  expect(done.stdout + done.stderr).toContain('apply/may-exist');
  expect(world.emulator.monitors()).toMatchObject([{name: 'Prices'}]);
  other.remove();
  await world.close();
});
