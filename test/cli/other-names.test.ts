import {execFileSync} from 'node:child_process';
import {readFileSync, rmSync, symlinkSync} from 'node:fs';
import {specFor} from '../world/cli';
import {type Machines, startMachines} from '../world/machines';

/** States under names that neither the config at hand nor the usual one says, and projects that had another name. */
let machines: Machines;
afterEach(() => machines.close());

const RUN = 'apply --auto-approve';
const STATE = 'monitors.state.json';
const CONFIG = 'project: acme\nservice: {operations: create}\n';
const config = (text: string, where = 'work') => machines.writeFiles({[`${where}/monitors.config.yaml`]: text});

function commit(where = 'work'): void {
  machines.git(['add', '-A'], where);
  machines.git(['commit', '-q', '-m', 'step'], where);
}

/** A clone of a repository without the colleague's caches, marks and backups. */
function cloneAs(name: string): void {
  machines.clone('work', 'hub', '--bare');
  machines.clone('hub', name, '-b', 'main');
}

/** Plan and apply are refused by name, and nothing is created. */
async function expectRefused(where: string, words: RegExp): Promise<void> {
  const before = machines.live();
  for (const line of ['plan', RUN]) {
    const {exitCode, text} = await machines.run(line, where);
    expect([exitCode, text]).toEqual([3, expect.stringMatching(words)]);
  }
  expect(machines.live()).toEqual(before);
}

/** What the branch `feature` records as `late` is held in a clone that took its spec, until its commit is taken in. */
async function expectHeld(): Promise<void> {
  machines.git(['checkout', '-q', 'main']);
  cloneAs('new');
  machines.git(['checkout', 'origin/feature', '--', 'monitors/late.yaml'], 'new');
  const {exitCode, text} = await machines.run(RUN, 'new');
  const [, found = ''] = /"late" exists: commit ([0-9a-f]{12}) records it/.exec(text) ?? [];
  expect([exitCode, found]).toEqual([1, expect.stringMatching(/./)]);
  expect(machines.live()).toEqual(['late', 'seed']);
  expect((await machines.run(`state restore ${found}`, 'new')).exitCode).toBe(0);
  expect((await machines.run(RUN, 'new')).text).toContain('No changes');
  expect(machines.live()).toEqual(['late', 'seed']);
}

test.each([
  ['named by its config alone', 'beta.json', ''],
  ['with an option', 'ci.json', ' --state ci.json'],
  ['without an ending', 'states', ''],
])('C49cf: a branch records it in a file of another name, %s', async (_how, name, flag) => {
  machines = await startMachines();
  machines.git(['checkout', '-q', '-b', 'feature']);
  machines.git(['mv', STATE, name]);
  if (flag === '') config(`${CONFIG}state: ${name}\n`);
  machines.write(['late']);
  expect((await machines.run(`${RUN}${flag}`)).exitCode).toBe(0);
  commit();
  await expectHeld();
});

test('C49cg: a pipeline names the file with an option, and a person leaves that out', async () => {
  machines = await startMachines();
  machines.writeFiles({'ci/monitors.config.yaml': CONFIG, 'ci/monitors/seed.yaml': specFor('first')});
  machines.git(['init', '-q'], 'ci');
  expect((await machines.run(`${RUN} --state ci.json`, 'ci')).exitCode).toBe(0);
  commit('ci');
  machines.clone('ci', 'new');
  // Other files beside it are not waited for.
  execFileSync('mkfifo', [machines.at('new/pipe.json')]);
  symlinkSync('/dev/zero', machines.at('new/zeros.json'));
  await expectRefused('new', /the config names monitors\.state\.json, which holds no state, but ci\.json holds one with 1 monitor/);
  expect((await machines.run('plan --state ci.json', 'new')).text).toContain('No changes');
  const begun = await machines.run(`state init --state ${STATE} --new-state acme/default`, 'new');
  expect([begun.exitCode, begun.text]).toEqual([0, expect.stringContaining('Ready')]);
  expect((await machines.run('plan', 'new')).text).toContain('1 to create');
});

test('C49ch: a project with another name whose state was removed', async () => {
  machines = await startMachines();
  config(CONFIG.replace('acme', 'apex'));
  machines.git(['rm', '-q', STATE]);
  commit();
  cloneAs('new');
  await expectRefused('new', /holds it with 1 monitor of project "acme"; .* write "project: acme" into the config again/);
  expect((await machines.run('state init --new-state apex/default', 'new')).exitCode).toBe(0);
  expect((await machines.run('plan', 'new')).text).toContain('1 to create');
});

test('C49ch: a project with another name whose state was removed, and a saved plan that names it', async () => {
  machines = await startMachines();
  expect((await machines.run('plan --out saved.plan')).exitCode).toBe(0);
  config(CONFIG.replace('acme', 'apex'));
  machines.git(['rm', '-q', STATE]);
  commit();
  cloneAs('new');
  await expectRefused('new', /holds it with 1 monitor of project "acme"/);
});

test('C49ch: a project with another name and another file', async () => {
  machines = await startMachines();
  config(`${CONFIG.replace('acme', 'apex')}state: apex.json\n`);
  commit();
  cloneAs('new');
  await expectRefused('new', /monitors\.state\.json holds one with 1 monitor of project "acme"/);
  expect((await machines.run('state init --state apex.json --new-state apex/default', 'new')).exitCode).toBe(0);
  expect((await machines.run('plan', 'new')).text).toContain('1 to create');
});

test('C49ch: a project whose name was changed in its state, too, and a branch from before that', async () => {
  machines = await startMachines();
  machines.git(['checkout', '-q', '-b', 'feature']);
  await machines.applyAndCommit('late');
  machines.git(['checkout', '-q', 'main']);
  config(CONFIG.replace('acme', 'apex'));
  const text = readFileSync(machines.at(`work/${STATE}`), 'utf8').replace(/"project": ?"acme"/, '"project":"apex"');
  machines.writeFiles({[`work/${STATE}`]: text});
  rmSync(machines.at(`work/${STATE}.bak`), {force: true});
  await machines.run('state verify --fix');
  commit();
  machines.gitConflict(['merge', '-q', '--no-edit', 'feature']);
  machines.git(['checkout', '-q', '--ours', STATE]);
  commit();
  const {exitCode, text: said} = await machines.run(RUN, 'work', 'another-home');
  expect([exitCode, said]).toEqual([1, expect.stringMatching(/"late" exists: commit [0-9a-f]{12} records it/)]);
  expect(machines.live()).toEqual(['late', 'seed']);
});

test('another project beside it, whose config has a name of its own, begins its own state', async () => {
  machines = await startMachines();
  machines.writeFiles({'work/apex.yaml': `${CONFIG.replace('acme', 'apex')}state: apex.json\nspecs: apex\n`});
  machines.writeFiles({'work/apex/first.yaml': readFileSync(machines.at('work/monitors/seed.yaml'), 'utf8')});
  commit();
  cloneAs('new');
  expect((await machines.run(`${RUN} --config apex.yaml`, 'new')).exitCode).toBe(0);
  expect(machines.live()).toEqual(['seed', 'seed']);
});

test.each(['stage', 'none'])('C49ck: an environment with another name whose state was removed; now declared: %s', async declared => {
  machines = await startMachines();
  config(`${CONFIG}environments: {staging: {}}\n`);
  machines.git(['rm', '-q', STATE]);
  expect((await machines.run('state init --new-state acme/staging --environment staging')).exitCode).toBe(0);
  expect((await machines.run(`${RUN} --environment staging`)).exitCode).toBe(0);
  commit();
  config(declared === 'none' ? CONFIG : `${CONFIG}environments: {${declared}: {}}\n`);
  machines.git(['rm', '-q', 'monitors.state.staging.json']);
  commit();
  cloneAs('new');
  const name = declared === 'none' ? 'default' : declared;
  const flag = declared === 'none' ? '' : ` --environment ${declared}`;
  const before = machines.live();
  const {exitCode, text} = await machines.run(`${RUN}${flag}`, 'new');
  expect([exitCode, text]).toEqual([3, expect.stringMatching(/is missing, and commit [0-9a-f]{12} holds it with 1 monitor/)]);
  expect(machines.live()).toEqual(before);
  const init = `state init --new-state acme/${name}${flag}`;
  expect((await machines.run(init, 'new')).exitCode).toBe(0);
  expect((await machines.run(`plan${flag}`, 'new')).text).toContain('1 to create');
});

test.each(['a file of another name', 'a table'])('C49ck: its state was removed, and the config names %s at once', async place => {
  machines = await startMachines();
  config(`${CONFIG}environments: {default: {}, staging: {}}\n`);
  expect((await machines.run(`${RUN} --environment staging`)).exitCode).toBe(0);
  commit();
  const state = place === 'a table' ? '{backend: postgres, table: other}' : 'other.json';
  config(`${CONFIG}state: ${state}\nenvironments: {default: {}, stage: {}}\n`);
  machines.git(['rm', '-q', 'monitors.state.staging.json']);
  commit();
  cloneAs('new');
  const before = machines.live();
  const line = place === 'a table' ? 'state init --environment stage' : `${RUN} --environment stage`;
  const {exitCode, text} = await machines.run(line, 'new');
  expect([exitCode, text]).toEqual([3, expect.stringMatching(/holds it with 1 monitor of environment "staging", which is not declared/)]);
  expect(machines.live()).toEqual(before);
});

test.each(['environment: live\n', ''])('C49ck: without a table, the config says "environment: prod", and then: %j', async more => {
  machines = await startMachines();
  const say = (text: string) => machines.writeFiles({'fresh/monitors.config.yaml': text, 'fresh/monitors/a.yaml': specFor('a')});
  say(`${CONFIG}environment: prod\n`);
  machines.git(['init', '-q'], 'fresh');
  expect((await machines.run(RUN, 'fresh')).exitCode).toBe(0);
  commit('fresh');
  say(`${CONFIG}${more}`);
  machines.git(['rm', '-q', 'monitors.state.prod.json'], 'fresh');
  commit('fresh');
  machines.clone('fresh', 'new');
  const {exitCode, text} = await machines.run(RUN, 'new');
  expect([exitCode, text]).toEqual([3, expect.stringContaining('of environment "prod", which is not declared')]);
  expect(machines.live()).toEqual(['a', 'seed']);
});

test('C49ck: its state, put back, can be moved to the new name', async () => {
  machines = await startMachines();
  machines.writeFiles({'fresh/monitors.config.yaml': `${CONFIG}environments: {staging: {}}\n`, 'fresh/monitors/a.yaml': specFor('a')});
  machines.git(['init', '-q'], 'fresh');
  expect((await machines.run(`${RUN} --environment staging`, 'fresh')).exitCode).toBe(0);
  commit('fresh');
  config(`${CONFIG}environments: {stage: {}}\n`, 'fresh');
  machines.git(['rm', '-q', 'monitors.state.staging.json'], 'fresh');
  commit('fresh');
  machines.clone('fresh', 'new');
  const {text} = await machines.run(`${RUN} --environment stage`, 'new');
  expect(text).toContain('1 monitor of environment "staging", which is not declared any more');
  const [, back = '', move = ''] = /put it back: git (checkout .+?), and move it here: monitors (state migrate .+?);/.exec(text) ?? [];
  machines.git(back.split(' '), 'new');
  expect((await machines.run(move, 'new')).exitCode).toBe(0);
  expect((await machines.run(`${RUN} --environment stage`, 'new')).text).toContain('No changes');
  expect(machines.live()).toEqual(['a', 'seed']);
});

test('a project that moved into a directory with its state leaves its place to another one', async () => {
  machines = await startMachines();
  machines.writeFiles({'work/apps/a/keep': ''});
  for (const name of ['monitors.config.yaml', STATE, 'monitors']) machines.git(['mv', name, `apps/a/${name}`]);
  config(CONFIG.replace('acme', 'apex'));
  machines.write(['first']);
  commit();
  cloneAs('new');
  expect((await machines.run(RUN, 'new')).exitCode).toBe(0);
  expect((await machines.run('plan', 'new/apps/a')).text).toContain('No changes');
  expect(machines.live()).toEqual(['first', 'seed']);
});

test('C49ck: its state was moved to another environment a moment ago, which is not committed yet', async () => {
  machines = await startMachines();
  config(`${CONFIG}environments: {staging: {}, production: {}}\n`);
  expect((await machines.run('state migrate --environment default --to-environment production')).exitCode).toBe(0);
  expect((await machines.run(`${RUN} --environment staging`)).text).toContain('1 created');
  expect((await machines.run(`${RUN} --environment production`)).text).toContain('No changes');
  expect(machines.live()).toEqual(['seed', 'seed']);
});
