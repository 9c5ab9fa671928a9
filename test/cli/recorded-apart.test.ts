import {execSync} from 'node:child_process';
import {chmodSync, mkdirSync, rmSync} from 'node:fs';
import {bareSpecFor, specFor} from '../world/cli';
import {type Machines, startMachines} from '../world/machines';

/** Monitors that a commit records apart from the state at hand: on a side branch, under a former key, in a former file. */
let machines: Machines;
afterEach(() => machines.close());

const RUN = 'apply --auto-approve';
const STATE = 'monitors.state.json';
const CONFIG = 'project: acme\nservice: {operations: create}\n';

/** A plan names what exists and holds it, and an apply makes none. */
async function expectHeld(where: string, key: string, flags = ''): Promise<void> {
  const before = machines.live();
  expect((await machines.run(`plan${flags}`, where)).text).toMatch(new RegExp(`"${key}" exists: commit [0-9a-f]{12} records it`));
  expect((await machines.run(`${RUN}${flags}`, where)).exitCode).toBe(1);
  expect(machines.live()).toEqual(before);
}

/** A repository without a work tree, and a clone of it whose branch is older than the state. */
function cloneBefore(): void {
  machines.clone('work', 'hub', '--bare');
  machines.clone('hub', 'new', '-b', 'before');
}

/** A colleague's clone that recorded `late`, which no branch here names, and one with `mine`. */
async function fork(): Promise<void> {
  machines = await startMachines();
  machines.clone('work', 'hub', '--bare');
  for (const name of ['fork', 'peer']) machines.clone('hub', name);
  await machines.applyAndCommit('late', 'fork');
}

test.each(['none', 'its own'])('C49ag: a side branch of another lineage, older by serial; state here: %s', async state => {
  machines = await startMachines();
  machines.git(['checkout', '-q', '-b', 'feature']);
  await machines.applyAndCommit('late');
  machines.git(['checkout', '-q', 'main']);
  machines.git(['clean', '-fdq']);
  for (const key of ['x1', 'x2']) await machines.applyAndCommit(key);
  cloneBefore();
  if (state !== 'none') await machines.applyAndCommit('own', 'new');
  machines.git(['checkout', 'origin/feature', '--', 'monitors/late.yaml'], 'new');
  await expectHeld('new', 'late');
});

test('C49ah: a spec with a former key, by renamedFrom', async () => {
  machines = await startMachines();
  await machines.applyAndCommit('late');
  cloneBefore();
  machines.writeFiles({'new/monitors/later.yaml': `${bareSpecFor('late')}sync: {renamedFrom: late}\n`});
  await expectHeld('new', 'later');
});

test.each(['another branch', 'a reset'])('C49ah: a spec with a former key, by moves; recorded before %s', async how => {
  machines = await startMachines();
  await machines.applyAndCommit('late');
  if (how === 'a reset') machines.git(['reset', '-q', '--hard', 'HEAD~1']);
  else cloneBefore();
  const where = how === 'a reset' ? 'work' : 'new';
  const config = `${CONFIG}moves: [{from: late, to: later}]\n`;
  machines.writeFiles({[`${where}/monitors/later.yaml`]: specFor('late'), [`${where}/monitors.config.yaml`]: config});
  await expectHeld(where, 'later');
});

test('C49ai: specs of a commit that was fetched, and that no branch names', async () => {
  await fork();
  machines.git(['fetch', '-q', '../fork', 'main'], 'peer');
  machines.git(['checkout', '-q', 'FETCH_HEAD', '--', 'monitors'], 'peer');
  await expectHeld('peer', 'late');
});

test('C49ai: a merge of such a commit, before it is committed', async () => {
  await fork();
  await machines.applyAndCommit('mine', 'peer');
  machines.gitConflict(['pull', '-q', '--no-rebase', '--no-edit', '../fork', 'main'], 'peer');
  rmSync(machines.at('peer/.git/FETCH_HEAD'));
  machines.git(['checkout', '-q', '--ours', STATE], 'peer');
  machines.git(['add', '-A'], 'peer');
  await expectHeld('peer', 'late');
});

test.each(['none', 'its own'])('C49aj: a committed journal of a run that died, in another lineage; state here: %s', async state => {
  machines = await startMachines();
  machines.git(['checkout', '-q', '-b', 'feature']);
  machines.write([...'abcdefghij'].map(letter => `late-${letter}`));
  machines.writeFiles({keep: `#!/bin/sh\ncp ${machines.at(`work/${STATE}.journal`)} ${machines.at('journal')}\n`});
  chmodSync(machines.at('keep'), 0o755);
  machines.write(['late-k']);
  await machines.run(`${RUN} --persist-command ${machines.at('keep')}`);
  machines.git(['checkout', '-q', '--', STATE]);
  execSync(`cp ${machines.at('journal')} ${machines.at(`work/${STATE}.journal`)}`);
  machines.git(['add', '-A']);
  machines.git(['commit', '-q', '-m', 'died']);
  cloneBefore();
  if (state !== 'none') await machines.applyAndCommit('own', 'new');
  machines.git(['checkout', 'origin/feature', '--', 'monitors/late-a.yaml'], 'new');
  await expectHeld('new', 'late-a');
});

test('C49an: a create in doubt, whose journal another branch holds; state restore takes it in, resolve settles it', async () => {
  machines = await startMachines('create', {faults: [{when: {name: 'late'}, do: 'drop', work: 'done', times: 1}]});
  machines.git(['checkout', '-q', '-b', 'feature']);
  machines.write(['late']);
  await machines.run(RUN);
  machines.git(['add', '-A']);
  machines.git(['commit', '-q', '-m', 'late']);
  cloneBefore();
  await machines.applyAndCommit('mine', 'new');
  machines.git(['checkout', 'origin/feature', '--', 'monitors/late.yaml'], 'new');
  const {exitCode, text} = await machines.run(RUN, 'new');
  expect([exitCode, text]).toEqual([1, expect.stringMatching(/late create blocked/)]);
  expect(machines.live()).toEqual(['late', 'mine', 'seed']);
  const [, commit = ''] = /state restore ([0-9a-f]{12})/.exec((await machines.run('plan', 'new')).text) ?? [];
  await machines.run(`state restore ${commit}`, 'new');
  expect((await machines.run('plan', 'new')).text).toContain('late unresolved');
  await machines.run('resolve late --not-created', 'new');
  expect((await machines.run('plan', 'new')).text).toContain('1 to create');
});

test('C49an: a create that a person settled as not made is sent again, though a commit has its journal', async () => {
  machines = await startMachines('create', {faults: [{when: {name: 'late'}, do: 'drop', work: 'none', times: 1}]});
  machines.write(['late']);
  await machines.run(RUN);
  machines.git(['add', '-A']);
  machines.git(['commit', '-q', '-m', 'in doubt']);
  await machines.run('resolve late --not-created');
  machines.git(['add', '-A']);
  machines.git(['commit', '-q', '-m', 'settled']);
  machines.clone('work', 'fresh');
  expect((await machines.run(RUN, 'fresh')).exitCode).toBe(0);
  expect(machines.live()).toEqual(['late', 'seed']);
});

/** `later` is recorded on main, under `seed` in the state of the side that a merge took. */
async function renameAndTakeOlderSide(operations: 'create' | 'full'): Promise<void> {
  machines = await startMachines(operations);
  machines.git(['checkout', '-q', '-b', 'feature']);
  await machines.applyAndCommit('other');
  machines.git(['checkout', '-q', 'main']);
  await machines.run('state mv seed later');
  machines.git(['rm', '-q', 'monitors/seed.yaml']);
  machines.writeFiles({'work/monitors/later.yaml': specFor('seed').replace('hourly', 'daily').replace('.example/', '.example/new')});
  await machines.run(RUN);
  machines.git(['add', '-A']);
  machines.git(['commit', '-q', '-m', 'Rename']);
  machines.gitConflict(['merge', '-q', '--no-edit', 'feature']);
  machines.git(['checkout', '-q', '--theirs', STATE]);
  machines.git(['add', '-A']);
  machines.git(['commit', '-q', '--no-edit']);
  machines.clone('work', 'fresh');
}

test.each(['create', 'full'] as const)(
  'C49ak: a record that was renamed, a changed spec, and a merge that takes the older side; operations: %s',
  async operations => {
    await renameAndTakeOlderSide(operations);
    for (const _turn of [1, 2]) await expectHeld('fresh', 'later');
    const {text} = await machines.run('plan', 'fresh');
    expect(text).toContain('if it was renamed: monitors state mv seed later');
    expect(text).toContain('0 to delete, 2 blocked');
    await machines.run('state mv seed later', 'fresh');
    expect((await machines.run('plan', 'fresh')).text).toContain(operations === 'full' ? '1 to update' : '"later" was edited');
  },
);

test.each(['', ' --refresh'])('C49ak: a person who wants both has both%s', async flags => {
  await renameAndTakeOlderSide('full');
  await expectHeld('fresh', 'later', flags);
  expect((await machines.run(`${RUN} --allow-old-checkout${flags}`, 'fresh')).text).toContain('later created');
  expect((await machines.run(`plan${flags}`, 'fresh')).text).not.toContain('exists: commit');
});

test.each(['create', 'full'] as const)('a key that was renamed long ago is free, operations: %s', async operations => {
  machines = await startMachines(operations);
  await machines.run('state mv seed later');
  machines.git(['mv', 'monitors/seed.yaml', 'monitors/later.yaml']);
  machines.git(['commit', '-q', '-am', 'Rename']);
  machines.git(['rm', '-q', 'monitors/later.yaml']);
  machines.writeFiles({'work/monitors/seed.yaml': specFor('fresh')});
  const {text} = await machines.run('plan');
  expect(text).toContain('1 to create');
});

test.each([
  '[diff]\n\trelative = true\n',
  '[log]\n\tshowRoot = false\n',
  '[log]\n\tfollow = true\n',
  '[diff]\n\torderFile = /nowhere\n',
  '[i18n]\n\tlogOutputEncoding = UTF-16\n',
])('C49al: git settings of a user, %j', async setting => {
  machines = await startMachines();
  mkdirSync(machines.at('work/infra'));
  machines.git(['mv', STATE, `infra/${STATE}`]);
  machines.git(['commit', '-q', '-am', 'move']);
  // The only commit that has the state has no parent.
  machines.git(['checkout', '-q', '--orphan', 'root']);
  machines.git(['commit', '-q', '-m', 'root']);
  machines.git(['clone', '-q', '--single-branch', '-b', 'root', 'work', 'hub'], '.');
  machines.git(['checkout', '-q', '-b', 'begin'], 'hub');
  machines.git(['rm', '-q', `infra/${STATE}`], 'hub');
  machines.git(['commit', '-q', '-m', 'begin'], 'hub');
  mkdirSync(machines.at('hub/other'));
  machines.writeFiles({'hub-home/.gitconfig': setting, 'hub/monitors.config.yaml': `${CONFIG}state: other/${STATE}\n`});
  await expectHeld('hub', 'seed');
});

test('C49am: a state that the config does not name any more stands beside a new one', async () => {
  machines = await startMachines();
  machines.clone('work', 'peer', '-b', 'before');
  mkdirSync(machines.at('peer/infra'));
  machines.writeFiles({'peer/monitors.config.yaml': `${CONFIG}state: infra/${STATE}\n`});
  await machines.applyAndCommit('mine', 'peer');
  machines.git(['merge', '-q', '--no-edit', 'origin/main'], 'peer');
  await expectHeld('peer', 'seed');
});

test('C49am: a state of an environment that is not declared any more stands beside a new one', async () => {
  machines = await startMachines();
  machines.clone('work', 'peer', '-b', 'before');
  machines.writeFiles({'peer/monitors.config.yaml': `${CONFIG}environments: {production: {}}\n`});
  machines.write(['mine'], 'peer');
  await machines.run(`${RUN} --environment production`, 'peer');
  machines.git(['add', '-A'], 'peer');
  machines.git(['commit', '-q', '-m', 'mine'], 'peer');
  machines.git(['merge', '-q', '--no-edit', 'origin/main'], 'peer');
  await expectHeld('peer', 'seed', ' --environment production');
});

test('two projects of one name in a repository create the same key each', async () => {
  machines = await startMachines();
  for (const name of ['a', 'b']) {
    machines.writeFiles({[`work/${name}/monitors.config.yaml`]: CONFIG, [`work/${name}/monitors/own.yaml`]: specFor(`own-${name}`)});
    const {exitCode, text} = await machines.run(RUN, `work/${name}`);
    expect([exitCode, text]).toEqual([0, expect.not.stringContaining('exists')]);
    machines.git(['add', '-A']);
    machines.git(['commit', '-q', '-m', name]);
  }
});

test.each(['none', 'another one', 'in another file'])(
  'C49ao: state restore takes in the commit that a held create names; state here: %s',
  async state => {
    machines = await startMachines();
    cloneBefore();
    if (state === 'in another file') {
      mkdirSync(machines.at('new/other'));
      machines.writeFiles({'new/monitors.config.yaml': `${CONFIG}state: other/${STATE}\n`});
    }
    if (state !== 'none') await machines.applyAndCommit('own', 'new');
    machines.git(['checkout', 'origin/main', '--', 'monitors'], 'new');
    await expectHeld('new', 'seed');
    const [, commit = ''] = /state restore ([0-9a-f]{12})/.exec((await machines.run('plan', 'new')).text) ?? [];
    const {exitCode, text} = await machines.run(`state restore ${commit}`, 'new');
    expect([exitCode, text]).toEqual([0, expect.stringContaining('Took in from serial 2: seed.')]);
    expect((await machines.run('plan', 'new')).text).toContain('No changes.');
  },
);

test('state restore does not take the state of another project of that name', async () => {
  machines = await startMachines();
  machines.writeFiles({'work/b/monitors.config.yaml': CONFIG, 'work/b/monitors/own.yaml': specFor('own')});
  await machines.run(RUN, 'work/b');
  expect((await machines.run('state restore HEAD', 'work/b')).exitCode).toBe(3);
});
