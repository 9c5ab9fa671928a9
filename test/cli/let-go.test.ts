import {rmSync} from 'node:fs';
import {apply} from '../../src/index';
import {specFor} from '../world/cli';
import {type Machines, startMachines} from '../world/machines';
import {API_KEY} from '../world/service';

/** Monitors that `state rm` let go, and that a state which was put back, or a merge that took one side, records again. */
let machines: Machines;
afterEach(() => machines.close());

const RUN = 'apply --auto-approve';
const LET_GO = /"late" waits: another version of the state says that "state rm" let monitor \S+ go/;

/** `work` lets `late` go and pushes; `theirs`, which recorded it before, merges and keeps its own state, or also its edited spec. */
async function handOver(isEdited = false): Promise<void> {
  machines = await startMachines('full');
  await machines.applyAndCommit('late');
  machines.git(['clone', '-q', '--bare', 'work', 'hub'], '.');
  machines.git(['remote', 'add', 'origin', '../hub']);
  machines.git(['fetch', '-q']);
  machines.clone('hub', 'theirs');
  if (isEdited) machines.writeFiles({'theirs/monitors/late.yaml': specFor('other')});
  if (isEdited) machines.git(['commit', '-q', '-a', '-m', 'Edit'], 'theirs');
  machines.write(['x'], 'theirs');
  await machines.run(`${RUN} --only x`, 'theirs');
  machines.git(['add', '-A'], 'theirs');
  machines.git(['commit', '-q', '-m', 'x'], 'theirs');
  machines.git(['rm', '-q', 'monitors/late.yaml']);
  await machines.run('state rm late');
  machines.git(['commit', '-q', '-a', '-m', 'Hand over']);
  machines.git(['push', '-q', 'origin', 'main']);
  machines.git(['fetch', '-q'], 'theirs');
  machines.gitConflict(['merge', '-q', '--no-edit', 'origin/main'], 'theirs');
  machines.git(['checkout', '--ours', 'monitors.state.json'], 'theirs');
  machines.git(['add', '-A'], 'theirs');
  machines.git(['commit', '-q', '-m', 'Merge'], 'theirs');
}

test('C64: after a merge that took one side it is not deleted', async () => {
  await handOver();
  for (const line of ['plan', RUN]) {
    const {exitCode, text} = await machines.run(line, 'theirs');
    expect([exitCode, text]).toEqual([line === 'plan' ? 0 : 1, expect.stringMatching(LET_GO)]);
  }
  expect(machines.live()).toEqual(['late', 'seed', 'x']);
  expect((await machines.run('state rm late', 'theirs')).exitCode).toBe(0);
  expect((await machines.run(RUN, 'theirs')).text).toContain('No changes');
});

test('C64: nor by the library; a person may delete it', async () => {
  await handOver();
  const env = {PATH: process.env['PATH'], HOME: machines.at('theirs-home'), MONITORS_API_KEY: API_KEY};
  const options = {directory: machines.at('theirs'), env, baseUrl: machines.url};
  const document = await apply(options);
  expect([document.exitCode, JSON.stringify(document)]).toEqual([1, expect.stringMatching(/state rm.{0,4} let monitor/)]);
  expect(machines.live()).toEqual(['late', 'seed', 'x']);
  expect((await machines.run(`${RUN} --allow-old-checkout`, 'theirs')).exitCode).toBe(0);
  expect(machines.live()).toEqual(['seed', 'x']);
});

test('C64: a state of before it, put back in place', async () => {
  machines = await startMachines('full');
  await machines.applyAndCommit('late');
  const before = machines.git(['show', 'HEAD:monitors.state.json']);
  machines.git(['rm', '-q', 'monitors/late.yaml']);
  await machines.run('state rm late');
  machines.git(['commit', '-q', '-a', '-m', 'Hand over']);
  machines.writeFiles({'work/monitors.state.json': before});
  expect((await machines.run(RUN)).text).toMatch(LET_GO);
  expect(machines.live()).toEqual(['late', 'seed']);
});

test('C64: another config of the repository records it by now', async () => {
  machines = await startMachines('full');
  machines.writeFiles({
    'work/pb/monitors.config.yaml': 'project: pb\nservice: {operations: full}\n',
    'work/pb/monitors/late.yaml': specFor('late'),
  });
  await machines.applyAndCommit('late');
  const before = machines.git(['show', 'HEAD:monitors.state.json']);
  const id = machines.idOf('late');
  machines.git(['rm', '-q', 'monitors/late.yaml']);
  await machines.run('state rm late');
  expect((await machines.run(`import late ${id}`, 'work/pb', 'work-home')).exitCode).toBe(0);
  machines.writeFiles({'work/monitors.state.json': before});
  const {exitCode, text} = await machines.run(`${RUN} --allow-old-checkout`, 'work', 'other-home');
  expect([exitCode, text]).toEqual([
    3,
    expect.stringContaining(`the monitor ${id} of "late" would be changed, and pb/default records it, too`),
  ]);
  expect(machines.live()).toEqual(['late', 'seed']);
});

test('C64: an edit of it is held, too', async () => {
  await handOver(true);
  const {exitCode, text} = await machines.run(RUN, 'theirs');
  expect([exitCode, text]).toEqual([1, expect.stringMatching(LET_GO)]);
  expect(machines.live()).toEqual(['late', 'seed', 'x']);
  expect((await machines.run(`${RUN} --allow-state-change acme/default`, 'theirs')).exitCode).toBe(0);
  expect(machines.live()).toEqual(['other', 'seed', 'x']);
});

test.each(['import', 'apply'])('what was let go by mistake, and taken in again by %s, is edited and deleted as any other', async how => {
  machines = await startMachines('full');
  await machines.applyAndCommit('late');
  await machines.run('state rm late');
  machines.git(['commit', '-q', '-a', '-m', 'A mistake']);
  await machines.run(how === 'import' ? `import late ${machines.idOf('late')}` : RUN);
  machines.git(['commit', '-q', '-a', '-m', 'Again']);
  machines.writeFiles({'work/monitors/late.yaml': specFor('late').replace('hourly', 'daily')});
  expect((await machines.run(RUN)).exitCode).toBe(0);
  machines.git(['commit', '-q', '-a', '-m', 'Edit']);
  machines.git(['rm', '-q', 'monitors/late.yaml']);
  machines.git(['commit', '-q', '-m', 'Remove']);
  expect((await machines.run(RUN)).exitCode).toBe(0);
  expect(machines.live()).toEqual(['seed']);
});

test('N26: a young monitor that state rm let go, and a replica may lack, is not made again', async () => {
  machines = await startMachines('full');
  await machines.applyAndCommit('late');
  await machines.run('state rm late');
  machines.remove(machines.idOf('late'));
  expect((await machines.run(RUN)).text).toContain('"late" exists');
  expect(machines.live()).toEqual(['seed']);
  expect((await machines.run('apply --auto-approve --lookup-timeout 0')).exitCode).toBe(0);
  expect(machines.live()).toEqual(['late', 'seed']);
});

test('C64: a rename does not take it in', async () => {
  machines = await startMachines('full');
  await machines.applyAndCommit('late');
  await machines.run('state rm late');
  machines.git(['commit', '-q', '-a', '-m', 'Hand over']);
  await machines.run('state restore monitors.state.json.bak');
  machines.git(['rm', '-q', 'monitors/late.yaml']);
  machines.writeFiles({'work/monitors/other.yaml': `${specFor('late').replace('sync: {', 'sync: {renamedFrom: late, ')}`});
  await machines.run(RUN);
  expect((await machines.run('state mv other more')).exitCode).toBe(0);
  rmSync(machines.at('work/monitors/other.yaml'));
  expect((await machines.run(RUN)).text).toContain('"more" waits: another version of the state says that');
  expect(machines.live()).toEqual(['late', 'seed']);
});

test('a state of before a mistake, put back by state restore: an edit that was allowed once is the last one to ask for', async () => {
  machines = await startMachines('full');
  await machines.applyAndCommit('late');
  await machines.run('state rm late');
  expect((await machines.run('state restore monitors.state.json.bak')).exitCode).toBe(0);
  const edit = (text: string) => machines.writeFiles({'work/monitors/late.yaml': specFor('late').replace('hourly', text)});
  edit('daily');
  expect((await machines.run(RUN)).text).toMatch(LET_GO);
  expect((await machines.run(`${RUN} --allow-state-change acme/default`)).exitCode).toBe(0);
  edit('weekly');
  expect((await machines.run(RUN)).exitCode).toBe(0);
});
