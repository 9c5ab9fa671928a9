import {execFileSync} from 'node:child_process';
import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {encodeState} from '../../src/core/state/format/state';
import {newState} from '../../src/core/state/state';
import {type ActionRun, pushEvent} from '../world/action-run';
import {specFor} from '../world/cli';
import {runMonitorsHere} from '../world/cli-here';
import {type MergeWorld, PROJECT, startMergeWorld} from '../world/merge-world';
import {usePostgres} from '../world/postgres-server';

/** The state goes from a server to a file: by a migration, or by a file that somebody wrote. */
const postgres = usePostgres();
const about = postgres.isHere ? describe : describe.skip;

let world: MergeWorld;
let tables = 0;
afterEach(() => world?.close());

const spec = (name: string) => ({[`monitors/${name}.yaml`]: specFor(name)});
const keeper = () => ({MONITORS_STATE_POSTGRES_URL: postgres.server().url('keeper')});
const errorOf = ({commands}: ActionRun) => commands.find(({command}) => command === 'error');
const here = (line: string, cwd: string, env = {}) => runMonitorsHere(line.split(' '), {cwd, env: {PATH: process.env['PATH'], ...env}});

/** Two monitors whose state is on the server. */
async function start(): Promise<void> {
  const config = {'monitors.config.yaml': `project: acme-web\nstate: {backend: postgres, table: left_${++tables}}\n`};
  world = await startMergeWorld({...config, ...spec('first')});
  const {directory} = world.repository.checkOut({branch: 'main'});
  expect(await here('state init', directory, keeper())).toMatchObject({exitCode: 0});
  const pull = await world.openPullRequest(spec('second'), {env: keeper()});
  expect(await world.apply(world.mergePullRequest(pull), {env: keeper()})).toMatchObject({outputs: {created: '2'}});
}

/** A valid state without records. */
const emptyState = () => {
  const owner = {project: 'acme-web', environment: 'default', origin: world.emulator.url};
  const state = {...newState({lineage: '6b7d1a1e-3c51-4b7e-9a39-000000000001', tool: '1.0.0', ...owner}), serial: 1};
  return {'monitors.state.json': encodeState(state).text};
};

about('an empty state file in the place of a server', () => {
  test.each([
    ['of a pull request', true, {}],
    ['of a pull request, the server out of reach', false, {}],
    ['of a fork', true, {isFork: true}],
  ])('S99: %s: no monitor is created twice', async (_, isReached, more) => {
    await start();
    const env = isReached ? keeper() : {};
    const pull = await world.openPullRequest({...PROJECT, ...emptyState()}, 'isFork' in more ? more : {env});
    expect(errorOf(pull.run)).toMatchObject({properties: {title: 'state/other-place'}});
    const merge = world.mergePullRequest(pull);
    for (const sha of [merge.sha, (await world.merge(spec('third'))).sha]) {
      const run = await world.apply({sha}, {env});
      expect(run).toMatchObject({exitCode: 3});
      expect(errorOf(run)).toMatchObject({properties: {title: 'state/other-place'}});
      expect(errorOf(run)?.message).toMatch(/"first".*"second"/);
    }
    expect(world.monitors()).toEqual(['first', 'second']);
  });

  test('S99: of a direct push: the same, until a person allows it', async () => {
    await start();
    world.repository.commit('main', {...PROJECT, ...emptyState()});
    const sha = world.repository.tipOf('main');
    expect(errorOf(await world.apply({sha}, {env: keeper()}))).toMatchObject({properties: {title: 'state/other-place'}});
    expect(world.monitors()).toEqual(['first', 'second']);
    const event = {...pushEvent(sha), name: 'workflow_dispatch'};
    const inputs = {command: 'apply', 'allow-state-change': 'acme-web/default'};
    expect(await world.apply({sha}, {env: keeper(), event, inputs})).toMatchObject({outputs: {created: '2'}});
  });

  test('S99: after a thousand changes of the config, and one below a folder with line breaks in its name: the same', async () => {
    await start();
    const {remote} = world.repository;
    const folder = `"x${'\\n'.repeat(30)}+refs/heads/main"`;
    const begin = 'commit refs/heads/main\ncommitter A <a@example.com> 1790000000 +0000\ndata 1\nx\n';
    const commits = Array.from({length: 1002}, (_, index) => {
      const path = index === 1000 ? folder.replace(/"$/, '/monitors.config.yaml"') : 'monitors.config.yaml';
      const text = `${PROJECT['monitors.config.yaml']}# ${index}\n`;
      const change = index === 1001 ? `D ${folder}\n` : `M 100644 inline ${path}\ndata ${text.length}\n${text}\n`;
      return `${begin}${index === 0 ? 'from refs/heads/main^0\n' : ''}${change}`;
    });
    execFileSync('git', ['fast-import', '--quiet'], {cwd: remote, input: commits.join('')});
    world.repository.commit('main', {...PROJECT, ...emptyState()});
    const run = await world.apply({sha: world.repository.tipOf('main')}, {env: keeper()});
    expect(errorOf(run)).toMatchObject({properties: {title: 'state/other-place'}});
    expect(world.monitors()).toEqual(['first', 'second']);
  });

  test('S99: of a fork, in a checkout of depth 1 whose state the workflow commits: the same', async () => {
    await start();
    const pull = await world.openPullRequest({...PROJECT, ...emptyState()}, {isFork: true});
    const run = await world.apply(world.mergePullRequest(pull), {env: keeper(), inputs: {'commit-state': 'false'}});
    expect(errorOf(run)).toMatchObject({properties: {title: 'state/other-place'}});
    expect(world.monitors()).toEqual(['first', 'second']);
  });

  test.each([
    ['with an empty state file', emptyState],
    ['without a state file', () => ({})],
  ])('S99: of a forced push that took the config of before away, %s, and of a plain push then: the same', async (_, stateFile) => {
    await start();
    const {remote} = world.repository;
    const before = world.repository.tipOf('main');
    const files = Object.entries({...PROJECT, ...stateFile(), ...spec('first'), ...spec('second')});
    const changes = files.map(([path, text]) => `M 100644 inline ${path}\ndata ${Buffer.byteLength(text)}\n${text}\n`).join('');
    const commit = `reset refs/heads/main\ncommit refs/heads/main\ncommitter A <a@example.com> 1790000000 +0000\ndata 1\nx\n${changes}`;
    execFileSync('git', ['fast-import', '--quiet', '--force'], {cwd: remote, input: commit});
    const sha = world.repository.tipOf('main');
    const {payload, ...event} = pushEvent(sha);
    const forced = {env: keeper(), event: {...event, payload: {...payload, before, forced: true}}};
    expect(errorOf(await world.apply({sha}, forced))).toMatchObject({properties: {title: 'state/other-place'}});
    world.github.noteReplaced('main', before);
    for (let others = 0; others < 3; others++) world.github.noteReplaced('main', 'f'.repeat(40));
    const plain = await world.apply({sha: world.repository.commit('main', spec('third'))}, {env: keeper()});
    expect(errorOf(plain)).toMatchObject({properties: {title: 'state/other-place'}});
    expect(world.monitors()).toEqual(['first', 'second']);
  });

  test('S99: a state in another table: its creates are refused while the former one holds them', async () => {
    await start();
    const config = {'monitors.config.yaml': `project: acme-web\nstate: {backend: postgres, table: left_${++tables}}\n`};
    world.repository.commit('other', config);
    const {directory} = world.repository.checkOut({branch: 'other'});
    expect(await here('state init --new-state acme-web/default', directory, keeper())).toMatchObject({exitCode: 0});
    const pull = await world.openPullRequest(config, {env: keeper()});
    for (const sha of [world.mergePullRequest(pull).sha, (await world.merge(spec('third'))).sha]) {
      const run = await world.apply({sha}, {env: keeper()});
      expect(errorOf(run)).toMatchObject({properties: {title: 'state/other-place'}});
    }
    expect(world.monitors()).toEqual(['first', 'second']);
  });

  test('a server that only commits within the merge of a fork named is asked for what is created alone, and holds up nothing', async () => {
    world = await startMergeWorld({...PROJECT, ...spec('first')});
    expect(await world.apply({sha: world.repository.tipOf('main')})).toMatchObject({outputs: {created: '1'}});
    world.repository.commit('change-1', {'monitors.config.yaml': 'project: acme-web\nstate: {backend: postgres, table: far}\n'});
    const merge = world.mergePullRequest(await world.openPullRequest({...PROJECT, ...spec('second')}, {isFork: true}));
    expect(await world.apply(merge)).toMatchObject({exitCode: 0, outputs: {created: '1'}});
  });

  test('a migration that is merged goes on without the server', async () => {
    await start();
    const {directory} = world.repository.checkOut({branch: 'main'}, 0);
    expect(await here('state migrate --to file', directory, keeper())).toMatchObject({exitCode: 0});
    const state = readFileSync(join(directory, 'monitors.state.json'), 'utf8');
    await world.merge({...PROJECT, 'monitors.state.json': state});
    for (const [name, env] of [['third', {}] as const, ['fourth', keeper()] as const]) {
      expect(await world.apply(await world.merge(spec(name)), {env})).toMatchObject({exitCode: 0, outputs: {created: '1'}});
    }
    expect(world.monitors()).toEqual(['first', 'fourth', 'second', 'third']);
  });
});
