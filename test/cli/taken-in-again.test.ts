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
