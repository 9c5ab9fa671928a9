import {specFor} from '../world/cli';
import {commitLinks} from '../world/hosted-repository';
import {type MergeWorld, startMergeWorld} from '../world/merge-world';

/** A config that no longer leads to the specs, and a commit that puts it right: that one made none of their changes. */
const README = {'README.md': 'Hello\n'};
const REFUSED = {exitCode: 3, outputs: {'failure-reason': 'plan-changed'}};
const APPLIED = {exitCode: 0, outputs: {'failure-reason': ''}};
const FULL = 'service: {operations: full}\n';
const CONFIG = `project: acme-web\n${FULL}`;
const DECLARED = `${CONFIG}environments: {production: {}, staging: {}}\n`;
const DAILY = specFor('first').replace('hourly', 'daily');

type Files = Readonly<Record<string, string | null>>;

let world: MergeWorld;
afterEach(() => world.close());

const push = (files: Files) => ({sha: world.repository.commit('main', files)});

/** Places that a config leads to instead, in a commit that also changes a spec. */
const AWAY: readonly {name: string; config?: string; away: Files; inputs?: Record<string, string>}[] = [
  {
    name: 'no environment of this name',
    config: `${CONFIG}environments: {production: {}}\n`,
    away: {'monitors.config.yaml': `${CONFIG}environments: {staging: {}}\n`},
    inputs: {environment: 'production'},
  },
  {
    name: 'another environment',
    config: `${DECLARED}environment: production\n`,
    away: {'monitors.config.yaml': `${DECLARED}environment: staging\n`},
  },
  {name: 'no directory', away: {'monitors.config.yaml': `${CONFIG}specs: nowhere\n`}},
  {name: 'an empty directory', away: {'monitors.config.yaml': `${CONFIG}specs: empty\n`, 'empty/README.md': 'Hello\n'}},
  {
    name: 'another directory',
    away: {'monitors.config.yaml': `${CONFIG}specs: other\n`, 'other/first.yaml': specFor('first')},
  },
  {name: 'another project', away: {'monitors.config.yaml': `project: acme\n${FULL}`}},
  {name: 'no config', away: {'monitors.config.yaml': null}},
];

async function startWith(config: string, inputs: Readonly<Record<string, string>>): Promise<void> {
  world = await startMergeWorld({'monitors.config.yaml': config, 'monitors/first.yaml': specFor('first')}, {}, 'full');
  expect(await world.apply({sha: world.repository.tipOf('main')}, {inputs})).toMatchObject(APPLIED);
}

describe.each(AWAY)('$name', ({config = CONFIG, away, inputs = {}}) => {
  const back = {'monitors.config.yaml': config};

  test('S112: what the same commit changed and no comment showed stays refused once a push puts the config right', async () => {
    await startWith(config, inputs);
    const pull = await world.openPullRequest(README, {inputs});
    world.repository.commit(pull.branch, {...away, 'monitors/first.yaml': DAILY});
    await world.apply(world.mergePullRequest(pull), {inputs});
    expect(await world.apply(push(back), {inputs})).toMatchObject(REFUSED);
    expect(await world.apply(push({'CONTRIBUTING.md': 'Hello\n'}), {inputs})).toMatchObject(REFUSED);
  });

  test('what a push changed meanwhile is applied', async () => {
    await startWith(config, inputs);
    push({...away, 'monitors/first.yaml': DAILY});
    expect(await world.apply(push(back), {inputs})).toMatchObject({...APPLIED, outputs: {'to-update': '1'}});
  });
});

test('S112: what a pull request changed while the config led nowhere stays refused', async () => {
  await startWith(CONFIG, {});
  const pull = await world.openPullRequest(README);
  await world.apply(push({'monitors.config.yaml': `${CONFIG}specs: nowhere\n`}));
  world.repository.commit(pull.branch, {'monitors/first.yaml': DAILY});
  await world.apply(world.mergePullRequest(pull));
  push({'CONTRIBUTING.md': 'Hello\n'});
  expect(await world.apply(push({'monitors.config.yaml': CONFIG}))).toMatchObject(REFUSED);
});

describe('a config in a directory of its own', () => {
  const inputs = {config: 'conf/monitors.config.yaml', specs: 'monitors', state: 'monitors.state.json'};
  const back = {'conf/monitors.config.yaml': CONFIG};

  test.each([
    {name: 'which is gone', links: {}},
    {name: 'in whose place a link leads out', links: {conf: '/nowhere'}},
  ])('S112: $name', async ({links}) => {
    world = await startMergeWorld({...back, 'monitors/first.yaml': specFor('first')}, {}, 'full');
    const {apply, repository} = world;
    expect(await apply({sha: repository.tipOf('main')}, {inputs})).toMatchObject(APPLIED);
    const pull = await world.openPullRequest(README, {inputs});
    commitLinks(repository.remote, pull.branch, {'conf/monitors.config.yaml': null, 'monitors/first.yaml': DAILY}, links);
    await apply(world.mergePullRequest(pull), {inputs});
    push(Object.fromEntries(Object.keys(links).map(path => [path, null])));
    expect(await apply(push(back), {inputs})).toMatchObject(REFUSED);
  });
});

test('a first apply of specs that come after their config, by a pull request without a plan and a push, is applied', async () => {
  world = await startMergeWorld(README, {}, 'full');
  await world.merge({'monitors.config.yaml': CONFIG, 'monitors/_defaults.yaml': 'schedule: {text: hourly}\n'});
  expect(await world.apply(push({'monitors/first.yaml': specFor('first')}))).toMatchObject({...APPLIED, outputs: {created: '1'}});
});

test('specs that a push moves to another directory, with a change, are applied', async () => {
  await startWith(CONFIG, {});
  const moved = {'monitors.config.yaml': `${CONFIG}specs: watch\n`, 'monitors/first.yaml': null, 'watch/first.yaml': DAILY};
  expect(await world.apply(push(moved))).toMatchObject({...APPLIED, outputs: {'to-update': '1'}});
});
