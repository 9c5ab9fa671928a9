import {mkdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import type {RecordedMonitor} from '../../src/core/state/state';
import {apply} from '../../src/index';
import {specFor} from '../world/cli';
import {editState, idsOf, withoutRecords} from '../world/edited-state';
import {createForeign, forgeJournal, recordForeign} from '../world/foreign-monitor';
import {git} from '../world/hosted-repository';
import {findProgram} from '../world/programs';
import {API_KEY, startUserWorld, type UserWorld} from '../world/service';

/** A state that a commit changed by hand after the Action recorded it, as the command line and programs meet it. */
let world: UserWorld;
afterEach(() => world.close());

const STATE = 'monitors.state.json';
const path = () => world.workspace.path(STATE);
const inGit = (...args: string[]) => git(world.workspace.directory, ...args);
const commit = (message: string) => {
  inGit('add', '-A');
  inGit('commit', '-q', '-m', message);
};

/** Two monitors that a commit of the Action records. */
async function startRecorded(
  message = 'Record the state\n\nMonitors-State: main',
  operations: 'create' | 'full' = 'create',
): Promise<void> {
  const config = {'.gitignore': '.home\n', 'monitors.config.yaml': `service: {operations: ${operations}}\n`};
  const specs = {'monitors/a.yaml': specFor('a'), 'monitors/b.yaml': specFor('b')};
  world = await startUserWorld({...config, ...specs}, {}, {operations});
  inGit('init', '-q', '--initial-branch=main');
  commit('Add specs');
  expect(await world.runHere(['apply', '--auto-approve'])).toMatchObject({exitCode: 0});
  inGit('add', STATE);
  inGit('commit', '-q', '-m', message);
}

function takeAway(...keys: string[]): void {
  writeFileSync(path(), withoutRecords(readFileSync(path(), 'utf8'), keys));
}

const living = () => world.emulator.monitors().map(({name}) => name);

test('S9c: a committed state without records creates nothing again, and everything else is applied', async () => {
  await startRecorded();
  const {b} = idsOf(readFileSync(path(), 'utf8'));
  takeAway('b');
  commit('Merge something');
  world.workspace.write({'monitors/c.yaml': specFor('c')});
  const planned = await world.runHere(['plan']);
  expect(planned.stdout.replace(/\s+/g, ' ')).toContain(`the state no longer records monitor ${b} for it`);
  expect(await world.runHere(['apply', '--auto-approve'])).toMatchObject({exitCode: 1});
  expect(living()).toEqual(['a', 'b', 'c']);
  const {workspace, emulator} = world;
  const env = {MONITORS_RETRY_BASE_MS: '1', HOME: workspace.path('.home'), PATH: process.env['PATH']};
  const options = {directory: workspace.directory, env, apiKey: API_KEY, baseUrl: emulator.url};
  expect(await apply(options)).toMatchObject({exitCode: 1});
  expect(living()).toEqual(['a', 'b', 'c']);
  expect(await apply({...options, allowStateChange: 'default/default'})).toMatchObject({exitCode: 0, summary: {created: 1}});
});

test('S9c: --allow-state-change names the state that is meant', async () => {
  await startRecorded();
  takeAway('b');
  commit('Merge something');
  const planned = (await world.runHere(['plan'])).stdout.replace(/\s+/g, ' ');
  expect(planned).toContain('--allow-state-change default/default');
  expect(await world.runHere(['apply', '--auto-approve', '--allow-state-change', 'shop/default'])).toMatchObject({
    exitCode: 3,
    stderr: expect.stringContaining('--allow-state-change'),
  });
  expect(living()).toEqual(['a', 'b']);
  expect(await world.runHere(['apply', '--auto-approve', '--allow-state-change', 'default/default'])).toMatchObject({exitCode: 0});
  expect(living()).toEqual(['a', 'b', 'b']);
});

test.each([
  {name: 'what a person removes in the checkout is meant', commits: false, message: undefined},
  {name: 'where no run of the Action recorded a state, commits are not judged', commits: true, message: 'Apply by hand'},
])('S9c: $name', async ({commits, message}) => {
  await startRecorded(message);
  expect(await world.runHere(['state', 'rm', 'b'])).toMatchObject({exitCode: 0});
  if (commits) commit('Remove a record');
  expect(await world.runHere(['apply', '--auto-approve'])).toMatchObject({exitCode: 0});
  expect(living()).toEqual(['a', 'b', 'b']);
});

test.each(['', '[trailer]\n\tseparators = "="\n', '[core]\n\tcommentChar = M\n'])(
  'S88: a record that was let go, and that a commit puts back without its spec, deletes nothing; git settings %j',
  async settings => {
    await startRecorded(undefined, 'full');
    let record: RecordedMonitor | undefined;
    editState(readFileSync(path(), 'utf8'), monitors => {
      record = monitors.get('b');
      return undefined;
    });
    world.workspace.write({'.home/.gitconfig': settings});
    takeAway('b');
    rmSync(world.workspace.path('monitors/b.yaml'));
    commit('Let it go');
    const back = editState(readFileSync(path(), 'utf8'), monitors => {
      if (record !== undefined) monitors.set('b', record);
      return undefined;
    });
    writeFileSync(path(), back);
    commit('Merge something');
    const {exitCode, stdout} = await world.runHere(['apply', '--auto-approve']);
    expect([exitCode, living()]).toEqual([1, ['a', 'b']]);
    expect(stdout).toContain('no run did that');
  },
);

test('S91: a project that a commit renames in state and config is judged by what runs recorded under its former name', async () => {
  await startRecorded(undefined, 'full');
  const foreign = await createForeign(world.emulator.url);
  const ghost = editState(readFileSync(path(), 'utf8'), monitors => {
    monitors.set('ghost', recordForeign(monitors.get('a') as RecordedMonitor, foreign));
    return {project: 'two'};
  });
  world.workspace.write({'monitors.config.yaml': 'project: two\nservice: {operations: full}\n', [STATE]: ghost});
  commit('Merge something');
  for (const runs of [1, 2]) expect([runs, await world.runHere(['apply', '--auto-approve'])]).toMatchObject([runs, {exitCode: 1}]);
  expect(living()).toEqual(['a', 'b', 'victim']);
});

test('S95: a commit moves the state, and names another project and lineage in it: what it leaves out is not created again', async () => {
  await startRecorded();
  const change = {project: 'two', lineage: '99999999-9999-4999-8999-999999999999'};
  const moved = withoutRecords(readFileSync(path(), 'utf8'), ['a', 'b'], change);
  rmSync(path());
  world.workspace.write({'monitors.config.yaml': 'project: two\nstate: new.json\n', 'new.json': moved});
  commit('Merge something');
  for (const runs of [1, 2]) expect([runs, await world.runHere(['apply', '--auto-approve'])]).toMatchObject([runs, {exitCode: 1}]);
  expect(living()).toEqual(['a', 'b']);
});

test.each(['patternType = fixed', 'patternType = perl'])('S95: git settings of a user, grep.%s', async setting => {
  await startRecorded();
  const change = {project: 'two', lineage: '99999999-9999-4999-8999-999999999999'};
  const moved = withoutRecords(readFileSync(path(), 'utf8'), ['a', 'b'], change);
  rmSync(path());
  world.workspace.write({
    '.home/.gitconfig': `[grep]\n\t${setting}\n`,
    'monitors.config.yaml': 'project: two\nstate: new.json\n',
    'new.json': moved,
  });
  commit('Merge something');
  expect(await world.runHere(['apply', '--auto-approve'])).toMatchObject({exitCode: 1});
  expect(living()).toEqual(['a', 'b']);
});

test('a new spec starts as many git processes after thirty commits of the state as after ten', async () => {
  await startRecorded('Apply by hand');
  const real = findProgram({program: 'git', variable: 'GIT_PROGRAM', untested: 'counted gits', install: 'apt-get install git'}) ?? 'git';
  const bin = world.workspace.path('.bin');
  const calls = `${bin}/calls`;
  mkdirSync(bin);
  writeFileSync(`${bin}/git`, `#!/bin/sh\necho . >> '${calls}'\nexec '${real}' "$@"\n`, {mode: 0o755});
  const plan = async () => {
    writeFileSync(calls, '');
    const env = {PATH: `${bin}:${process.env['PATH']}`};
    expect(await world.runHere(['plan'], {env})).toMatchObject({exitCode: 0});
    return readFileSync(calls, 'utf8').length;
  };
  const commitStates = (count: number) => {
    for (let turn = 0; turn < count; turn++) {
      writeFileSync(path(), withoutRecords(readFileSync(path(), 'utf8'), []));
      inGit('commit', '-q', '-am', 'Apply by hand');
    }
  };
  world.workspace.write({'monitors/c.yaml': specFor('c')});
  commitStates(9);
  const few = await plan();
  commitStates(20);
  expect(await plan()).toBe(few);
});

test('S92: a commit brings a journal with a create that was never sent: it replaces nothing', async () => {
  await startRecorded(undefined, 'full');
  const text = readFileSync(path(), 'utf8');
  const journal = forgeJournal(text, 'a', await createForeign(world.emulator.url), [idsOf(text)['a'] ?? '']);
  world.workspace.write({[`${STATE}.journal`]: journal});
  commit('Merge something');
  for (const runs of [1, 2]) expect([runs, await world.runHere(['apply', '--auto-approve'])]).toMatchObject([runs, {exitCode: 1}]);
  expect(living()).toEqual(['a', 'b', 'victim']);
});

test('S96: a commit raises the serial to the last number: refused, and a revert ends it', async () => {
  await startRecorded();
  const good = readFileSync(path(), 'utf8');
  world.workspace.write({'monitors/c.yaml': specFor('c'), [STATE]: editState(good, () => ({serial: Number.MAX_SAFE_INTEGER}))});
  commit('Merge something');
  const run = await world.runHere(['apply', '--auto-approve']);
  expect([run.exitCode, living()]).toEqual([3, ['a', 'b']]);
  expect(run.stderr).toContain('state/malformed');
  writeFileSync(path(), good);
  commit('Revert it');
  expect(await world.runHere(['apply', '--auto-approve'])).toMatchObject({exitCode: 0});
  expect(living()).toEqual(['a', 'b', 'c']);
});

test('S9c: a create in doubt is named with the monitor that the state recorded for its key', async () => {
  await startRecorded();
  const {b} = idsOf(readFileSync(path(), 'utf8'));
  takeAway('b');
  writeFileSync(`${path()}.journal`, forgeJournal(readFileSync(path(), 'utf8'), 'b', await createForeign(world.emulator.url), []));
  commit('Merge something');
  for (const line of ['plan', 'apply --auto-approve']) {
    const {stdout, stderr} = await world.runHere(line.split(' '));
    const said = (stdout + stderr).replace(/\s+/g, ' ');
    expect(said).toContain('1 unresolved');
    expect(said).toContain(`monitors resolve b --adopt ${b}`);
  }
  const {workspace, emulator} = world;
  const env = {HOME: workspace.path('.home'), PATH: process.env['PATH']};
  const applied = await apply({directory: workspace.directory, env, apiKey: API_KEY, baseUrl: emulator.url});
  expect(JSON.stringify(applied)).toContain(`--adopt ${b}`);
});
