import {mkdirSync, readFileSync, rmSync} from 'node:fs';
import {apply} from '../../src/index';
import {type Machines, startMachines} from '../world/machines';
import {startPlainProxy} from '../world/plain-proxy';
import {API_KEY} from '../world/service';

/** Monitors that any commit of the repository records are not created again, with create-only operations, which can't look them up. */
let machines: Machines;
afterEach(() => machines.close());

const RUN = 'apply --auto-approve';
const STATE = 'monitors.state.json';

/** A plan and an apply name the monitor, and make none. */
async function expectNamed(where: string, key: string, flags = ''): Promise<void> {
  const before = machines.live();
  expect((await machines.run(`plan${flags}`, where)).text).toMatch(
    new RegExp(`"${key}" exists: commit [0-9a-f]{12} records it|${key} create blocked|state/lost`),
  );
  expect([1, 3]).toContain((await machines.run(`${RUN}${flags}`, where)).exitCode);
  expect(machines.live()).toEqual(before);
}

/** A clone that begins a state of its own from before the first one, with `mine`. */
async function beginApart(): Promise<void> {
  machines = await startMachines();
  machines.clone('work', 'peer', '-b', 'before');
  await machines.applyAndCommit('mine', 'peer');
}

function resolve(side: '--ours' | '--theirs', where: string): void {
  machines.git(['checkout', '-q', side, STATE], where);
  machines.git(['add', '-A'], where);
}

test('C49q: two states begun apart, one side taken, and a squash', async () => {
  await beginApart();
  machines.gitConflict(['merge', '-q', '--no-edit', 'origin/main'], 'peer');
  resolve('--ours', 'peer');
  machines.git(['commit', '-q', '--no-edit'], 'peer');
  machines.git(['fetch', '-q', '../peer', 'before:theirs']);
  machines.git(['merge', '-q', '--squash', 'theirs']);
  machines.git(['commit', '-q', '-m', 'Add mine (#1)']);
  machines.git(['branch', '-q', '-D', 'theirs']);
  machines.clone('work', 'fresh');
  await expectNamed('fresh', 'seed');
});

test('C49q: two states begun apart, one side taken in a rebase', async () => {
  await beginApart();
  machines.gitConflict(['rebase', '-q', 'origin/main'], 'peer');
  resolve('--theirs', 'peer');
  machines.git(['-c', 'core.editor=true', 'rebase', '--continue'], 'peer');
  machines.clone('peer', 'fresh', '-b', 'before');
  await expectNamed('fresh', 'seed');
});

test('C49r: specs that come to a branch without the state that records them', async () => {
  machines = await startMachines();
  machines.git(['branch', 'feature']);
  await machines.applyAndCommit('late');
  machines.clone('work', 'hub', '--bare');
  machines.clone('hub', 'peer', '-b', 'feature');
  await machines.applyAndCommit('mine', 'peer');
  machines.git(['checkout', 'origin/main', '--', 'monitors'], 'peer');
  await expectNamed('peer', 'late');
  machines.clone('hub', 'new', '-b', 'before');
  machines.git(['checkout', 'origin/main', '--', 'monitors'], 'new');
  await expectNamed('new', 'late');
});

test('C49r: the library and a state that is on another branch alone', async () => {
  machines = await startMachines();
  machines.git(['checkout', '-q', '-b', 'monitors-state']);
  machines.git(['branch', '-q', '-f', 'main', 'before']);
  machines.clone('work', 'fresh', '-b', 'main');
  machines.write(['seed', 'more'], 'fresh');
  const env = {PATH: process.env['PATH'], HOME: machines.at('fresh-home'), MONITORS_API_KEY: API_KEY};
  const service = JSON.parse(readFileSync(machines.at(`work/${STATE}`), 'utf8')) as {readonly origin: string};
  const applied = await apply({directory: machines.at('fresh'), env, baseUrl: service.origin});
  expect(JSON.stringify(applied)).toMatch(/\\"seed\\" exists: commit/);
  expect(machines.live()).toEqual(['more', 'seed']);
});

test('C49s: a move of the state and a later record are both reset', async () => {
  machines = await startMachines();
  mkdirSync(machines.at('work/infra'));
  machines.git(['mv', STATE, `infra/${STATE}`]);
  machines.writeFiles({'work/monitors.config.yaml': `project: acme\nservice: {operations: create}\nstate: infra/${STATE}\n`});
  machines.git(['commit', '-q', '-am', 'move']);
  await machines.applyAndCommit('late');
  machines.git(['reset', '-q', '--hard', 'HEAD~2']);
  rmSync(machines.at('work-home'), {recursive: true});
  machines.write(['late']);
  await expectNamed('work', 'late');
});

test('C49s: a branch records in one environment while main moves the state to another one', async () => {
  machines = await startMachines();
  machines.git(['checkout', '-q', '-b', 'feature']);
  await machines.applyAndCommit('late');
  machines.git(['checkout', '-q', 'main']);
  machines.writeFiles({'work/monitors.config.yaml': 'project: acme\nservice: {operations: create}\nenvironments: {production: {}}\n'});
  await machines.run('state migrate --environment default --to-environment production');
  machines.git(['add', '-A']);
  machines.git(['commit', '-q', '-m', 'production']);
  machines.gitConflict(['merge', '-q', '--no-edit', 'feature']);
  machines.gitConflict(['checkout', '-q', '--ours', STATE]);
  machines.git(['add', '-A']);
  machines.gitConflict(['commit', '-q', '--no-edit']);
  machines.clone('work', 'fresh');
  await expectNamed('fresh', 'late', ' --environment production');
});

test('C49s: only a merge added the state, under a name of its own', async () => {
  machines = await startMachines();
  machines.git(['checkout', '-q', '-b', 'side']);
  machines.git(['commit', '-q', '--allow-empty', '-m', 'side']);
  machines.git(['checkout', '-q', 'main']);
  machines.git(['merge', '-q', '--no-ff', '--no-commit', 'side']);
  machines.write(['late']);
  await machines.run('state init --state odd.json --new-state acme/default');
  expect(await machines.run(`${RUN} --state odd.json --only late`)).toMatchObject({exitCode: 0});
  machines.git(['add', '-A']);
  machines.git(['commit', '-q', '-m', 'merge']);
  machines.git(['rm', '-q', 'odd.json']);
  machines.git(['commit', '-q', '-m', 'tidy up']);
  machines.clone('work', 'fresh');
  await expectNamed('fresh', 'late');
});

test('C49t: a journal in doubt that git stash took away', async () => {
  const faults = [{when: {name: 'late'}, do: 'drop', work: 'done'}] as const;
  machines = await startMachines('create', {faults});
  machines.write(['late']);
  expect((await machines.run(RUN)).exitCode).toBe(4);
  machines.git(['add', 'monitors']);
  machines.git(['commit', '-q', '-m', 'late']);
  machines.git(['stash', '-q', '-u']);
  // Another machine does not keep the journal.
  expect((await machines.run('plan', 'work', 'other-home')).text).toMatch(/state\/sent-before.*"late" was sent/);
});

test('a state that a person began anew creates what commits record', async () => {
  machines = await startMachines();
  machines.git(['rm', '-q', STATE]);
  machines.git(['commit', '-q', '-m', 'gone']);
  for (const path of ['work-home', `work/${STATE}.bak`]) rmSync(machines.at(path), {recursive: true, force: true});
  expect((await machines.run(RUN)).text).toContain('state/lost');
  await machines.run('state init --new-state acme/default');
  await machines.applyAndCommit('seed');
  machines.clone('work', 'fresh');
  expect((await machines.run('plan', 'fresh')).text).not.toMatch(/warning|exists/);
});

test('a key that no commit records is created on any branch', async () => {
  await beginApart();
  expect(machines.live()).toEqual(['mine', 'seed']);
});

test('C49u: without git, this machine misses a state and its backup that are gone', async () => {
  machines = await startMachines();
  for (const path of ['.git', STATE, `${STATE}.bak`]) rmSync(machines.at(`work/${path}`), {recursive: true, force: true});
  for (const line of ['plan', RUN]) {
    const {exitCode, text} = await machines.run(line);
    expect([exitCode, text]).toEqual([3, expect.stringMatching(/state\/lost.*saw it with 1 monitor, serial 2/)]);
  }
  expect(machines.live()).toEqual(['seed']);
  await machines.run('state init --new-state acme/default');
  expect((await machines.run(RUN)).exitCode).toBe(0);
});

describe.each(['create', 'full'] as const)('what a colleague records is left alone, operations %s', operations => {
  test('C49v: fetched and not merged, where this checkout is ahead by serial', async () => {
    machines = await startMachines(operations);
    machines.clone('work', 'hub', '--bare');
    for (const name of ['mine', 'peer']) machines.clone('hub', name);
    for (const key of ['a1', 'a2', 'a3']) await machines.applyAndCommit(key, 'mine');
    await machines.applyAndCommit('theirs', 'peer');
    machines.git(['push', '-q', 'origin', 'main'], 'peer');
    machines.git(['fetch', '-q'], 'mine');
    for (const _turn of [1, 2]) expect((await machines.run(RUN, 'mine')).exitCode).toBe(0);
    expect(machines.live()).toContain('theirs');
  });

  test('C49v: looked at, and left', async () => {
    machines = await startMachines(operations);
    machines.clone('work', 'peer');
    machines.git(['checkout', '-q', '-b', 'feature'], 'peer');
    await machines.applyAndCommit('theirs', 'peer');
    machines.git(['fetch', '-q', '../peer', 'feature']);
    machines.git(['checkout', '-q', 'FETCH_HEAD']);
    await machines.run('plan');
    machines.git(['checkout', '-q', 'main']);
    for (const _turn of [1, 2]) expect((await machines.run(RUN)).exitCode).toBe(0);
    expect(machines.live()).toEqual(['seed', 'theirs']);
  });
});

test('C49w: a look that found nothing holds only while no spec comes back', async () => {
  machines = await startMachines();
  await machines.applyAndCommit('late');
  await machines.run('state rm late');
  rmSync(machines.at('work/monitors/late.yaml'));
  machines.git(['commit', '-q', '-am', 'take out']);
  machines.clone('work', 'fresh');
  await machines.runBuilt('plan', 'fresh');
  machines.write(['late'], 'fresh');
  await machines.runBuilt(RUN, 'fresh');
  expect(machines.live()).toEqual(['late', 'seed']);
});

test('C49ct: a state that was put back, and whose service then moved: this machine still knows what it made', async () => {
  machines = await startMachines();
  machines.write(['late']);
  await machines.run(RUN);
  machines.git(['checkout', '-q', '--', STATE]);
  const moved = await startPlainProxy(machines.url);
  try {
    expect((await machines.run(`state set-origin ${moved.url}`)).exitCode).toBe(0);
    rmSync(machines.at(`work/${STATE}.bak`), {force: true});
    for (const line of ['plan', RUN, RUN]) {
      expect((await machines.run(`${line} --base-url ${moved.url}`)).text).toMatch(/late.*(exists|blocked)/);
    }
    expect(machines.live()).toEqual(['late', 'seed']);
  } finally {
    await moved.close();
  }
});
