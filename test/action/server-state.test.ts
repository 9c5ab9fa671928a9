import {readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {type ActionRun, pushEvent} from '../world/action-run';
import {specFor} from '../world/cli';
import {runMonitorsHere} from '../world/cli-here';
import {git} from '../world/hosted-repository';
import {type ApplyStart, type MergeWorld, type PlanStart, PROJECT, startMergeWorld} from '../world/merge-world';
import {usePostgres} from '../world/postgres-server';

const postgres = usePostgres();
const about = postgres.isHere ? describe : describe.skip;

let world: MergeWorld;
let tables = 0;
afterEach(() => world?.close());

const configFor = (table: string) => ({'monitors.config.yaml': `project: acme-web\nstate: {backend: postgres, table: ${table}}\n`});
const spec = (name: string) => ({[`monitors/${name}.yaml`]: specFor(name)});
/** The server asks for no password: this one only must not be shown. */
const PASSWORD = 'pw-CANARY-0815';
const addressOf = (user: string) => ({MONITORS_STATE_POSTGRES_URL: postgres.server().url(`${user}:${PASSWORD}`)});
const writer = () => addressOf('keeper');
const reader = () => addressOf('reader');

/** A repository whose state is in a table of its own, which a person has made. Nobody may push to the repository. */
async function start(
  files: Readonly<Record<string, string>> = spec('first'),
  isUsed = true,
  operations: 'create' | 'full' = 'create',
): Promise<MergeWorld> {
  const config = configFor(`state_of_action_${++tables}`);
  world = await startMergeWorld({...config, ...files}, {}, operations);
  const {directory} = world.repository.checkOut({branch: 'main'});
  if (!isUsed) writeFileSync(join(directory, 'monitors.config.yaml'), config['monitors.config.yaml']);
  expect(await runMonitorsHere(['state', 'init'], {cwd: directory, env: writer()})).toMatchObject({exitCode: 0});
  await postgres.server().query('GRANT SELECT ON ALL TABLES IN SCHEMA public TO reader', [], 'app');
  if (isUsed) world.onPush('exit 1');
  return world;
}

const open = (files: Readonly<Record<string, string | null>>, more: PlanStart = {}) =>
  world.openPullRequest(files, {env: reader(), ...more});
const apply = (merge: {readonly sha: string}, more: ApplyStart = {}) => world.apply(merge, {env: writer(), ...more});
const errorOf = ({commands}: ActionRun) => commands.find(({command}) => command === 'error');

about('a state on a server', () => {
  beforeAll(() => postgres.server().query('CREATE ROLE reader LOGIN', [], 'app'));

  test('a plan reads with a role that can not write, the merge applies, and nothing is pushed', async () => {
    const {mergePullRequest, monitors, repository} = await start();
    const pull = await open(spec('second'));
    expect(pull.run).toMatchObject({exitCode: 0, outputs: {'to-create': '2'}});
    expect(world.github.comments).toHaveLength(1);
    const merge = mergePullRequest(pull);
    const before = git(repository.remote, 'for-each-ref');
    const run = await apply(merge);
    expect(run).toMatchObject({exitCode: 0, outputs: {created: '2', 'failure-reason': ''}});
    expect(run.stdout).toContain('All changes of the plan were reviewed.');
    expect(run.summary).toContain('the state is on a server: nothing was committed');
    expect(monitors()).toEqual(['first', 'second']);
    expect(git(repository.remote, 'for-each-ref')).toBe(before);
    expect((await open({'README.md': 'Hello\n'})).run).toMatchObject({exitCode: 0, outputs: {changes: 'false'}});
    const unreachable = await open(spec('third'), {env: {MONITORS_STATE_POSTGRES_URL: `postgres://reader:${PASSWORD}@127.0.0.1:9/app`}});
    expect(errorOf(unreachable.run)).toMatchObject({properties: {title: 'state/unreachable'}});
    expect(JSON.stringify([pull.run, run, unreachable.run, world.github.comments])).not.toContain(PASSWORD);
  });

  test("a re-run of yesterday's pipeline applies the tip; a branch without the last applied commit is refused, unless told", async () => {
    const {merge, mergePullRequest, monitors, repository, emulator} = await start();
    const yesterday = await merge({'README.md': 'Hello\n'});
    await apply(yesterday);
    repository.commit('feature', spec('feature'));
    const today = mergePullRequest(await open(spec('second')));
    await apply(today);
    const sent = emulator.requests().length;
    expect(await apply(yesterday)).toMatchObject({exitCode: 0, outputs: {changes: 'false'}});

    const tip = repository.tipOf('feature');
    const event = {...pushEvent(tip, 'feature'), name: 'workflow_dispatch'};
    const byHand = (inputs = {}) => apply({sha: tip}, {event, inputs: {command: 'apply', ...inputs}});
    const refused = await byHand();
    expect(refused.exitCode).toBe(3);
    expect(errorOf(refused)).toMatchObject({properties: {title: 'state/old-checkout'}});
    expect(errorOf(refused)?.message).toContain(`commit ${tip.slice(0, 12)} does not contain ${today.sha.slice(0, 12)}`);
    expect(errorOf(refused)?.message).toContain('the input allow-old-checkout');
    expect(emulator.requests()).toHaveLength(sent);
    expect(await byHand({'allow-old-checkout': 'true'})).toMatchObject({outputs: {created: '1'}});
    expect(monitors()).toContain('feature');
  });

  test('drift reads with a role that can not write', async () => {
    const {mergePullRequest, emulator, repository} = await start(spec('first'), true, 'full');
    const config = `${repository.readFile('main', 'monitors.config.yaml')}service: {operations: full}\n`;
    const merge = mergePullRequest(await open({'monitors.config.yaml': config}));
    expect(await apply(merge)).toMatchObject({exitCode: 0, outputs: {created: '1'}});
    const [monitor] = emulator.monitors();
    emulator.dashboard.edit(String(monitor?.id), {name: 'renamed'});
    const event = {...pushEvent(merge.sha), name: 'schedule'};
    const run = await apply(merge, {event, env: reader(), inputs: {command: 'drift'}});
    expect(run).toMatchObject({exitCode: 0, outputs: {drift: '1'}});
  });

  test('S40: a pull request from a fork needs no credentials: checked, estimated, no plan', async () => {
    await start();
    const {run} = await open(spec('second'), {env: {}, isFork: true});
    expect(run).toMatchObject({exitCode: 0, outputs: {'failure-reason': ''}});
    expect(run.commands).toMatchObject([{command: 'notice', properties: {title: 'No plan'}}]);
    expect(run.summary).toContain("no plan: the state can't be read here");
    expect(run.summary).toMatch(/Estimate of all specs: [\d,]+ credits a month/);
    expect(run.summary).toContain('2 monitors in 2 files');
    expect(JSON.parse(readFileSync(run.outputs['json-path'] ?? '', 'utf8'))).toMatchObject({command: 'validate'});
    const bad = await open({'monitors/bad.yaml': 'name: 1\n'}, {env: {}, isFork: true});
    expect(bad.run).toMatchObject({exitCode: 1, outputs: {'failure-reason': 'invalid-specs'}});
  });

  test('S40: credentials of the state beside a fork are refused before any file is read', async () => {
    await start();
    const {run} = await open(spec('second'), {isFork: true});
    expect(run.exitCode).toBe(3);
    expect(run.commands).toMatchObject([{command: 'error', properties: {title: 'action/unsafe-event'}}]);
    expect(run.commands[0]?.message).toContain('MONITORS_STATE_POSTGRES_URL is set');
  });

  test.each([
    ['state', {state: 'other.json'}],
    ['state-branch', {'state-branch': 'monitors-state'}],
    ['commit-state', {'commit-state': 'false'}],
    ['new-state', {'new-state': 'acme-web/default'}],
  ])('the input %s is refused, with plan and apply', async (_, inputs) => {
    const {mergePullRequest} = await start();
    const pull = await open(spec('second'), {inputs});
    expect(pull.run.exitCode).toBe(3);
    expect(await apply(mergePullRequest(pull), {inputs})).toMatchObject({exitCode: 3});
    expect(world.monitors()).toEqual([]);
  });

  test.each([
    {name: 'a new table', config: configFor('elsewhere'), code: 'state/not-initialized'},
    {name: 'a state file', config: PROJECT, code: 'state/other-place'},
  ])('a pull request that names $name heads its comment with the refusal, and its merge creates nothing', async ({config, code}) => {
    const {mergePullRequest, emulator, github} = await start();
    await apply(mergePullRequest(await open(spec('second'))));
    const sent = emulator.requests().length;
    const pull = await open(config);
    expect(pull.run.exitCode).toBe(3);
    expect(errorOf(pull.run)).toMatchObject({properties: {title: code}});
    expect(github.comments.at(-1)?.body).toMatch(/^<!-- monitors-plan .* -->\n\n### No plan: this must not be merged/);
    expect(github.comments.at(-1)?.body).toContain(code);
    expect(await apply(mergePullRequest(pull))).toMatchObject({exitCode: 3});
    expect(emulator.requests()).toHaveLength(sent);
    expect(world.monitors()).toEqual(['first', 'second']);
  });

  test('a table that was initialized by hand beside a state file in git is refused with plan and apply', async () => {
    const {mergePullRequest} = await start({...PROJECT, ...spec('first')}, false);
    await world.apply(await world.merge(spec('second')));
    world.onPush('exit 1');
    const config = configFor(`state_of_action_${tables}`);
    const pull = await open(config);
    expect(errorOf(pull.run)).toMatchObject({properties: {title: 'state/other-place'}});
    const run = await apply(mergePullRequest(pull));
    expect(errorOf(run)).toMatchObject({properties: {title: 'state/other-place'}});
    expect(world.monitors()).toEqual(['first', 'second']);
  });
});
