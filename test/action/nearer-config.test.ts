import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import type {ActionRun} from '../world/action-run';
import {specFor} from '../world/cli';
import {runMonitorsHere} from '../world/cli-here';
import {editState} from '../world/edited-state';
import {type MergeWorld, startMergeWorld} from '../world/merge-world';
import {usePostgres} from '../world/postgres-server';

/** A pull request adds a config below the one that the state belongs to, where the workflow's working directory finds it first. */
const postgres = usePostgres();
const onServer = postgres.isHere ? describe : describe.skip;
const CONFIG = 'monitors.config.yaml';
const NEARER = `web/${CONFIG}`;
const OUTER = 'project: acme-web\nspecs: web/monitors\n';
const spec = {'web/monitors/first.yaml': specFor('first')};
const OTHER = '11111111-1111-4111-8111-111111111111';
const inputs = {'working-directory': 'web'};

let world: MergeWorld;
afterEach(() => world?.close());

const errorOf = ({commands}: ActionRun) => commands.find(({command}) => command === 'error');
const open = (files: Readonly<Record<string, string | null>>, more = {}) => world.openPullRequest(files, {inputs, ...more});

/** Plans and merges these files; both are refused, and nothing is sent. */
async function expectRefused(files: Readonly<Record<string, string | null>>, more = {}, says = ''): Promise<void> {
  const sent = world.emulator.requests().length;
  const pull = await open(files, more);
  expect(errorOf(pull.run)).toMatchObject({properties: {title: 'state/other-place'}});
  expect(errorOf(pull.run)?.message).toContain(says);
  expect(world.github.comments.at(-1)?.body).toContain('### No plan: this must not be merged');
  const run = await world.apply(world.mergePullRequest(pull), {inputs, ...more});
  expect(errorOf(run)).toMatchObject({properties: {title: 'state/other-place'}});
  expect(errorOf(run)?.message).toContain('new-state:');
  expect(world.emulator.requests()).toHaveLength(sent);
  expect(world.monitors()).toEqual(['first']);
}

describe('S98: beside a state in git', () => {
  async function start(files: Readonly<Record<string, string>> = {}, more = {}): Promise<void> {
    world = await startMergeWorld({[CONFIG]: OUTER, ...spec, ...files});
    expect(await world.apply(await world.merge({'README.md': 'Hello\n'}), {inputs, ...more})).toMatchObject({outputs: {created: '1'}});
  }

  test.each([
    ['of the same name', {[NEARER]: 'project: acme-web\n'}],
    ['under another name', {[NEARER]: 'project: other\n'}],
    ['in another environment', {[NEARER]: 'environments: {prod: {}}\nenvironment: prod\n'}],
    ['that moves the specs', {[NEARER]: 'specs: moved\n', 'web/monitors/first.yaml': null, 'web/moved/first.yaml': specFor('first')}],
  ])('a nearer config %s begins no state, whoever reviewed it', async (_how, files) => {
    await start();
    await expectRefused(files, {}, `${CONFIG} covers these specs and keeps their state in monitors.state.json`);
  });

  test.each([
    ['beside it', {}],
    ['instead of it', {[NEARER]: null}],
  ])('a config above the one of the specs, %s, begins no state', async (_how, files) => {
    world = await startMergeWorld({[NEARER]: 'project: acme-web\n', ...spec});
    expect(await world.apply(await world.merge({'README.md': 'Hello\n'}), {inputs})).toMatchObject({outputs: {created: '1'}});
    const run = await world.apply(world.mergePullRequest(await world.openPullRequest({[CONFIG]: OUTER, ...files}, {})), {});
    expect(errorOf(run)?.message).toContain(`${NEARER} covers these specs and keeps their state in web/monitors.state.json`);
    expect(world.monitors()).toEqual(['first']);
  });

  test('where the state is on a branch of its own', async () => {
    const more = {inputs: {...inputs, 'state-branch': 'monitors-state'}};
    await start({}, more);
    await expectRefused({[NEARER]: 'project: acme-web\n'}, more);
  });

  test('a project that moves with its state goes on', async () => {
    await start();
    const state = world.repository.readFile('main', 'monitors.state.json');
    const files = {[CONFIG]: null, 'monitors.state.json': null, 'web/monitors.state.json': state, [NEARER]: 'project: acme-web\n'};
    const pull = await open(files);
    expect(pull.run.exitCode).toBe(0);
    expect(await world.apply(world.mergePullRequest(pull), {inputs})).toMatchObject({exitCode: 0, outputs: {created: '0'}});
  });

  test.each([
    ['empty', (text: string) => editState(text, () => ({lineage: OTHER, serial: 1, monitors: new Map()}))],
    ['of another project', (text: string) => editState(text, () => ({project: 'other', lineage: OTHER, serial: 1, monitors: new Map()}))],
    ['of the same lineage', (text: string) => editState(text, () => ({monitors: new Map()}))],
  ])('a state that is %s, brought along with the config, creates nothing again', async (how, edit) => {
    await start();
    const state = edit(world.repository.readFile('main', 'monitors.state.json') ?? '');
    const pull = await open({
      [NEARER]: how.includes('project') ? 'project: other\n' : 'project: acme-web\n',
      'web/monitors.state.json': state,
    });
    const run = await world.apply(world.mergePullRequest(pull), {inputs});
    expect(errorOf(run)?.message).toContain('"first" waits: the state no longer records monitor');
    expect(world.monitors()).toEqual(['first']);
  });

  test('the way out is the input new-state', async () => {
    await start();
    const more = {inputs: {...inputs, 'new-state': 'acme-web/default'}};
    const pull = await open({[NEARER]: 'project: acme-web\n'}, more);
    expect(await world.apply(world.mergePullRequest(pull), more)).toMatchObject({exitCode: 0, outputs: {created: '1'}});
  });
});

onServer('S98: beside a state on a server', () => {
  let tables = 0;
  const env = () => ({MONITORS_STATE_POSTGRES_URL: postgres.server().url()});

  async function start(): Promise<void> {
    const config = `${OUTER}state: {backend: postgres, table: nearer_action_${++tables}}\n`;
    world = await startMergeWorld({[CONFIG]: config, ...spec});
    const {directory} = world.repository.checkOut({branch: 'main'});
    writeFileSync(join(directory, CONFIG), config);
    expect(await runMonitorsHere(['state', 'init'], {cwd: directory, env: env()})).toMatchObject({exitCode: 0});
    expect(await world.apply(await world.merge({'README.md': 'Hello\n'}), {inputs, env: env()})).toMatchObject({outputs: {created: '1'}});
  }

  test.each([
    ['a nearer config', {[NEARER]: 'project: acme-web\n'}],
    ['a nearer config under another name', {[NEARER]: 'project: other\n'}],
    ['a nearer config instead of the other', {[NEARER]: '# Ours\nproject: other\n', [CONFIG]: null}],
    ['no config', {[CONFIG]: null}],
  ])('%s begins no state file', async (_how, files) => {
    await start();
    await expectRefused(files, {env: env()});
  });
});
