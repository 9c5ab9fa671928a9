import {readFileSync, writeFileSync} from 'node:fs';
import {apply} from '../../src/index';
import {type Machines, startMachines} from '../world/machines';
import {API_KEY} from '../world/service';

/** Records that left a state and came back, or that a person decided about, in histories that go back. */
let machines: Machines;
afterEach(() => machines.close());

const RUN = 'apply --auto-approve';
const commit = (message: string) => {
  machines.git(['add', '-A']);
  machines.git(['commit', '-q', '-m', message]);
};
const MISSED = /state\/earlier-version .*commit \S+ has a later version, serial \d+, which records "late"/;

/** `late` was let go, and is managed again since: by an import, or by the copy from before. */
async function takeInAgain(operations: 'create' | 'full', by: 'import' | 'backup'): Promise<string> {
  machines = await startMachines(operations);
  await machines.applyAndCommit('late');
  const id = machines.idOf('late');
  expect((await machines.run('state rm late')).exitCode).toBe(0);
  if (by === 'import') machines.git(['rm', '-q', 'monitors/late.yaml']);
  commit('Let it go');
  if (by === 'import') machines.write(['late']);
  const line = by === 'import' ? `import late ${id}` : 'state restore monitors.state.json.bak';
  expect((await machines.run(line)).exitCode).toBe(0);
  commit('Manage it again');
  machines.git(['revert', '--no-edit', 'HEAD']);
  return id;
}

describe.each(['here', 'in a clone on another machine'] as const)('C67: the commit that took a record in again is reverted, %s', place => {
  const where = () => {
    if (place === 'here') return 'work';
    machines.clone('work', 'other');
    return 'other';
  };

  test('after an import, the monitor is named, and not recorded by itself: it may have been handed over', async () => {
    await takeInAgain('full', 'import');
    const at = where();
    for (const line of ['plan', RUN, RUN]) expect((await machines.run(line, at)).text).toMatch(MISSED);
    expect(machines.live()).toEqual(['late', 'seed']);
    expect((await machines.run(`state restore ${machines.git(['rev-parse', 'HEAD~1']).trim()}`, at)).text).toContain('late');
  });

  test('after the copy from before was put back: no second one is made, and the way out takes it in', async () => {
    const id = await takeInAgain('create', 'backup');
    const at = where();
    expect((await machines.run(RUN, at)).exitCode).toBe(1);
    expect(machines.live()).toEqual(['late', 'seed']);
    expect((await machines.run(`state restore ${machines.git(['rev-parse', 'HEAD~1']).trim()}`, at)).text).toContain('late');
    const after = await machines.run(RUN, at);
    expect([after.exitCode, after.text]).toEqual([0, expect.stringContaining('No changes')]);
    expect((await machines.run('state list', at)).text).toContain(id);
  });
});

test('C67: the library, too', async () => {
  const id = await takeInAgain('create', 'backup');
  const env = {PATH: process.env['PATH'], HOME: machines.at('work-home'), MONITORS_API_KEY: API_KEY};
  const document = await apply({directory: machines.at('work'), env, baseUrl: machines.url});
  expect([document.exitCode, JSON.stringify(document)]).toEqual([1, expect.stringContaining(id)]);
  expect(machines.live()).toEqual(['late', 'seed']);
});

test.each(['create', 'full'] as const)('C67: the spec goes with the record that a copy brought back, %s operations', async operations => {
  machines = await startMachines(operations);
  await machines.applyAndCommit('late');
  machines.git(['rm', '-q', 'monitors/late.yaml']);
  expect((await machines.run('state rm late')).exitCode).toBe(0);
  commit('Let it go');
  machines.write(['late']);
  expect((await machines.run('state restore monitors.state.json.bak')).exitCode).toBe(0);
  commit('Manage it again');
  machines.git(['revert', '--no-edit', 'HEAD']);
  for (const key of ['x', 'y', 'z']) {
    machines.write([key]);
    await machines.run(`${RUN} --only ${key}`);
    commit(key);
  }
  const {exitCode, text} = await machines.run(RUN);
  expect([exitCode, text]).toEqual([1, expect.stringMatching(/which records "late" /)]);
});

test('C67: what --allow-old-checkout left behind, taken in again and reverted', async () => {
  machines = await startMachines('full');
  await machines.applyAndCommit('late');
  const id = machines.idOf('late');
  machines.git(['revert', '--no-edit', 'HEAD']);
  expect((await machines.run(`${RUN} --allow-old-checkout`)).exitCode).toBe(0);
  commit('Leave it');
  machines.write(['late']);
  expect((await machines.run(`import late ${id}`)).exitCode).toBe(0);
  commit('Manage it again');
  machines.git(['revert', '--no-edit', 'HEAD']);
  expect((await machines.run(RUN)).text).toMatch(MISSED);
});

test('a second state rm is believed', async () => {
  machines = await startMachines();
  await machines.applyAndCommit('late');
  for (const line of ['state rm late', 'state restore monitors.state.json.bak', 'state rm late']) {
    expect((await machines.run(line)).exitCode).toBe(0);
    commit(line);
  }
  machines.git(['rm', '-q', 'monitors/late.yaml']);
  commit('Spec');
  const {exitCode, text} = await machines.run(RUN);
  expect([exitCode, text]).toEqual([0, expect.stringContaining('No changes')]);
});

test.each([
  {name: 'a commit, and a reset', back: [['reset', '-q', '--hard', 'HEAD~1']], isCommitted: true},
  {
    name: 'files, and a checkout',
    back: [
      ['checkout', '-q', '.'],
      ['clean', '-qfd'],
    ],
    isCommitted: false,
  },
])('C68: a later state that another home left in $name', async ({back, isCommitted}) => {
  machines = await startMachines();
  await machines.applyAndCommit('base');
  expect((await machines.run('plan')).exitCode).toBe(0);
  machines.write(['late']);
  expect((await machines.run(RUN, 'work', 'container')).exitCode).toBe(0);
  if (isCommitted) commit('late');
  for (const words of back) machines.git(words);
  machines.write(['late']);
  const {exitCode, text} = await machines.run(RUN);
  expect([exitCode, text]).toEqual([1, expect.stringMatching(/"late" exists/)]);
  expect(machines.live()).toEqual(['base', 'late', 'seed']);
});

test.each(['create', 'full'] as const)(
  'C73: a state that was moved and used, and taken back before a commit, %s operations',
  async operations => {
    machines = await startMachines(operations);
    machines.writeFiles({'work/monitors.config.yaml': `project: acme\nservice: {operations: ${operations}}\nstate: x.json\n`});
    machines.git(['mv', 'monitors.state.json', 'x.json']);
    machines.write(['late']);
    expect((await machines.run(RUN)).exitCode).toBe(0);
    machines.git(['reset', '-q', '--hard']);
    machines.git(['clean', '-qfd']);
    const {exitCode, text} = await machines.run(RUN);
    expect([exitCode, text]).toEqual([
      1,
      expect.stringMatching(/a run on this machine has a later version, serial \d+, which records "late"/),
    ]);
    expect((await machines.run(`${RUN} --allow-old-checkout`)).exitCode).toBe(0);
    expect((await machines.run(RUN)).text).not.toContain('earlier-version');
  },
);

test.each([
  {name: 'another environment', config: 'environments: {production: {}}\n', file: 'monitors.state.production.json'},
  {name: 'another file', config: 'state: x.json\n', file: 'x.json'},
])('C73: the copy that $name left behind is restored with its journal', async ({config, file}) => {
  machines = await startMachines();
  machines.writeFiles({'work/monitors.config.yaml': `project: acme\nservice: {operations: create}\n${config}`});
  const flags = file === 'x.json' ? '' : ' --environment production';
  if (flags === '') machines.git(['mv', 'monitors.state.json', file]);
  else expect((await machines.run('state migrate --environment default --to-environment production')).exitCode).toBe(0);
  machines.write(['late']);
  expect((await machines.run(RUN + flags)).exitCode).toBe(0);
  machines.git(['reset', '-q', '--hard']);
  machines.git(['clean', '-qfd']);
  machines.write(['late']);
  expect((await machines.run(RUN)).exitCode).toBe(1);
  expect((await machines.run(`state restore ${file}.bak`)).exitCode).toBe(0);
  const {exitCode, text} = await machines.run(RUN);
  expect([exitCode, text]).toEqual([0, expect.stringContaining('No changes')]);
  expect(machines.live()).toEqual(['late', 'seed']);
});

test('C73: a work tree of a branch, or a checkout of a runner, that is gone is no loss', async () => {
  machines = await startMachines();
  machines.git(['worktree', 'add', '-q', '-b', 'feature', '../tree']);
  machines.write(['late'], 'tree');
  expect((await machines.run(RUN, 'tree', 'work-home')).exitCode).toBe(0);
  machines.git(['add', '-A'], 'tree');
  machines.git(['commit', '-q', '-m', 'late'], 'tree');
  machines.git(['worktree', 'remove', '--force', '../tree']);
  machines.write(['other']);
  const {exitCode, text} = await machines.run(RUN, 'work', 'work-home');
  expect([exitCode, text]).toEqual([0, expect.not.stringContaining('earlier-version')]);
});

test.each(['create', 'full'] as const)('C68: a later state that came and went with plain commits, %s operations', async operations => {
  machines = await startMachines(operations);
  await machines.applyAndCommit('base');
  expect((await machines.run('plan')).exitCode).toBe(0);
  machines.write(['late']);
  // As in a container, which has a home of its own.
  expect((await machines.run(RUN, 'work', 'container')).exitCode).toBe(0);
  commit('late');
  machines.git(['revert', '-n', 'HEAD']);
  machines.git(['commit', '-q', '-m', 'Undo']);
  const {text} = await machines.run('plan');
  expect(text).toMatch(MISSED);
  expect(machines.live()).toEqual(['base', 'late', 'seed']);
});

test('C70: a saved plan of some keys decides for no others that are lost', async () => {
  machines = await startMachines();
  machines.write(['late']);
  commit('Spec');
  expect((await machines.run(RUN)).exitCode).toBe(0);
  commit('Applied');
  machines.git(['revert', '--no-edit', 'HEAD']);
  machines.write(['other']);
  commit('Other');
  expect((await machines.run('plan --only other --out plan.json')).exitCode).toBe(0);
  await machines.run('apply plan.json --allow-old-checkout');
  expect(machines.live()).toEqual(['late', 'other', 'seed']);
  const after = await machines.run(RUN);
  expect([after.exitCode, after.text]).toEqual([1, expect.stringMatching(/"late" exists: commit \S+ records it/)]);
  expect(machines.live()).toEqual(['late', 'other', 'seed']);
});

test('a removal beside the later version is no taking in', async () => {
  machines = await startMachines();
  await machines.applyAndCommit('late');
  machines.git(['branch', 'beside']);
  machines.git(['rm', '-q', 'monitors/late.yaml']);
  expect((await machines.run('state rm late')).exitCode).toBe(0);
  commit('Let it go');
  machines.git(['checkout', '-q', 'beside']);
  for (const key of ['x', 'y']) await machines.applyAndCommit(key);
  machines.git(['checkout', '-q', '-']);
  const state = readFileSync(machines.at('work/monitors.state.json'));
  machines.gitConflict(['merge', '-q', '--no-edit', 'beside']);
  writeFileSync(machines.at('work/monitors.state.json'), state);
  commit('Merge');
  const {text} = await machines.run('plan');
  expect(text).toMatch(/records "x"/);
  expect(text).not.toContain('"late"');
});
