import {bareSpecFor, specFor} from '../world/cli';
import {type MergeWorld, startMergeWorld} from '../world/merge-world';
import {aloneFor, ENVIRONMENTS, onlyComment, planAll, sharedFor, titleOf} from '../world/shared-comment';

/** The plans of all environments in one comment, as the workflow of `init --environments` writes them. */
let world: MergeWorld;
beforeEach(async () => {
  world = await startMergeWorld(ENVIRONMENTS);
});
afterEach(() => world.close());

const names = (...keys: string[]) => Object.fromEntries(keys.map(key => [`monitors/${key}.yaml`, specFor(key)]));
const open = async (files: Readonly<Record<string, string | null>>) =>
  planAll(world, await world.openPullRequest(files, sharedFor('staging')), [sharedFor('production')]);
const apply = (merge: {readonly sha: string}, environment: string) => world.apply(merge, {inputs: {environment}});
const commit = (number: number, files: Readonly<Record<string, string | null>>) => world.repository.commit(`change-${number}`, files);

test('both plans stand in one comment, and each merge finds the record of its own', async () => {
  const pull = await open(names('shop'));
  const {id, body} = onlyComment(world);
  expect(titleOf(body)).toBe('## `staging`: 1 to create; `production`: 1 to create');
  expect(body).toContain('\n### `staging`: 1 to create, about +720 credits a month\n');
  expect(pull.run.outputs['comment-id']).toBe(String(id));
  const merge = world.mergePullRequest(pull);
  for (const environment of ['staging', 'production']) {
    const applied = await apply(merge, environment);
    expect(applied).toMatchObject({exitCode: 0, outputs: {created: '1'}});
    expect(applied.stdout).toContain('All changes of the plan were reviewed.');
  }
});

test('a later commit writes section after section, and the title says of which commit the other one is', async () => {
  const pull = await open(names('shop'));
  const first = world.repository.tipOf(pull.branch);
  commit(pull.number, names('docs'));
  await world.planPullRequest(pull, sharedFor('staging'));
  expect(titleOf(onlyComment(world).body)).toBe(`## \`staging\`: 2 to create; \`production\`: 1 to create (of ${first.slice(0, 7)})`);
  await world.planPullRequest(pull, sharedFor('production'));
  expect(titleOf(onlyComment(world).body)).toBe('## `staging`: 2 to create; `production`: 2 to create');
  expect(await apply(world.mergePullRequest(pull), 'production')).toMatchObject({exitCode: 0, outputs: {created: '2'}});
});

test('a section of an earlier commit approves nothing of a later one', async () => {
  const pull = await open(names('shop'));
  commit(pull.number, names('docs'));
  await world.planPullRequest(pull, sharedFor('staging'));
  const ended = await apply(world.mergePullRequest(pull), 'production');
  expect(ended).toMatchObject({exitCode: 3, outputs: {'failure-reason': 'plan-changed'}});
});

test('the record of one environment approves nothing of another', async () => {
  const pull = await world.openPullRequest(names('shop'), sharedFor('staging'));
  const merge = world.mergePullRequest(pull);
  const refused = await apply(merge, 'production');
  expect(refused).toMatchObject({exitCode: 3, outputs: {'failure-reason': 'plan-changed'}});
  expect(refused.stdout).toContain('#1 has no comment with changes');
  expect(world.monitors()).toEqual([]);
});

test('comments of the older form count until they are replaced, each by its section', async () => {
  const pull = await planAll(world, await world.openPullRequest(names('shop'), aloneFor('staging')), [aloneFor('production')]);
  const [staging, production] = world.github.comments;
  const older = production?.body;
  await world.planPullRequest(pull, sharedFor('staging'));
  expect(staging?.body).toContain('<!-- monitors-plans acme%2Dweb monitors.state.json -->\n');
  expect(production?.body).toBe(older);
  const merge = world.mergePullRequest(pull);
  expect(await apply(merge, 'production')).toMatchObject({exitCode: 0, outputs: {created: '1'}});
  expect(await apply(merge, 'staging')).toMatchObject({exitCode: 0, outputs: {created: '1'}});
  await world.planPullRequest(pull, sharedFor('production'));
  expect(titleOf(String(staging?.body))).toContain('; `production`: ');
  expect(production?.body).toMatch(/^<!-- monitors-plan \S+ production \S+ -->\n\nThis comment is no longer kept/);
  expect(world.github.comments).toHaveLength(2);
});

test('a workflow that goes back to a comment each takes the sections out', async () => {
  const pull = await open(names('shop'));
  await planAll(world, pull, [aloneFor('staging')]);
  const [shared, staging] = world.github.comments;
  expect(titleOf(String(shared?.body))).toBe('## `production`: 1 to create');
  expect(staging?.body).toContain('\n<!-- monitors-reviewed:1 complete ');
  await planAll(world, pull, [aloneFor('production')]);
  expect(shared?.body).toMatch(/\n\nThis comment is no longer kept/);
  const merge = world.mergePullRequest(pull);
  for (const environment of ['staging', 'production']) expect(await apply(merge, environment)).toMatchObject({outputs: {created: '1'}});
});

test('where nothing changes there is no comment; where one environment changes, the other says that it does not', async () => {
  const merge = world.mergePullRequest(await open(names('shop')));
  for (const environment of ['staging', 'production']) await apply(merge, environment);
  await open({'README.md': 'words\n'});
  onlyComment(world);
  await open({'monitors/docs.yaml': `${bareSpecFor('docs')}sync: {alerts: none, environments: [staging]}\n`});
  expect(world.github.comments.map(({body}) => titleOf(body))).toEqual([
    '## `staging`: 1 to create; `production`: 1 to create',
    '## `staging`: 1 to create; `production`: no changes',
  ]);
});

test('specs with errors take the plan of their environment away, and that of the other stays', async () => {
  const pull = await open(names('shop'));
  commit(pull.number, {'monitors/_overlay.staging.yaml': 'schedule: {text: 5}\n'});
  await world.planPullRequest(pull, sharedFor('staging'));
  const {body} = onlyComment(world);
  expect(titleOf(body)).toMatch(/^## `staging`: 1 error in the specs: nothing was planned; `production`: 1 to create \(of /);
  expect(body.match(/^<!-- monitors-reviewed:1 /gm)).toHaveLength(1);
  const merge = world.mergePullRequest(pull);
  commit(pull.number, {'monitors/_overlay.staging.yaml': null});
  expect(await apply(merge, 'staging')).not.toMatchObject({exitCode: 0});
});

test('a plan that has no room in its share gets a comment of its own, and comes back when it is smaller', async () => {
  const keys = Array.from({length: 18}, (_, index) => `m${index}`);
  const files = Object.fromEntries(keys.map(key => [`monitors/${key}.yaml`, `${specFor(key)}goal: ${key} ${'long '.repeat(390)}\n`]));
  const pull = await open(files);
  const [shared, staging, ...rest] = world.github.comments;
  expect(titleOf(String(shared?.body))).toBe('## `staging`: 18 to create; `production`: 18 to create');
  expect(shared?.body).toContain('Its plan needs more room, and has a comment of its own.');
  expect(staging?.body).toMatch(/^<!-- monitors-plan \S+ staging \S+ -->\n<!-- monitors-reviewed:1 complete /);
  expect(rest).toEqual([]);
  const {sha} = world.mergePullRequest(pull);
  for (const environment of ['staging', 'production']) {
    expect((await apply({sha}, environment)).stdout).toContain('All changes of the plan were reviewed.');
  }
  commit(pull.number, Object.fromEntries(keys.slice(1).map(key => [`monitors/${key}.yaml`, null])));
  await planAll(world, pull);
  expect(staging?.body).toContain('This comment is no longer kept');
  expect(shared?.body.match(/^<!-- monitors-reviewed:1 complete /gm)).toHaveLength(2);
});

test.each([
  {list: 'staging, staging', says: 'shared-comment cannot have "staging"'},
  {list: 'staging, a b', says: 'shared-comment cannot have "a b"'},
  {list: 'live, production', says: 'shared-comment does not name the environment "staging"'},
])('the list $list is refused', async ({list, says}) => {
  const {run} = await world.openPullRequest(names('shop'), sharedFor('staging', {'shared-comment': list}));
  expect(run.commands.at(-1)).toMatchObject({properties: {title: 'action/bad-input'}, message: expect.stringContaining(says)});
  expect(world.github.comments).toEqual([]);
});

test('one environment alone in the list, and no list, give the comment of one environment byte for byte', async () => {
  const pull = await world.openPullRequest(names('shop'), aloneFor('staging'));
  const {body} = onlyComment(world);
  expect(body).toMatch(/^<!-- monitors-plan acme%2Dweb staging monitors\.state\.staging\.json -->\n<!-- monitors-reviewed:1 complete /);
  const requests = world.github.requests.length;
  await world.planPullRequest(pull, sharedFor('staging', {'shared-comment': 'staging'}));
  expect(onlyComment(world).body).toBe(body);
  await world.planPullRequest(pull, sharedFor('production', {comment: 'never'}));
  expect(onlyComment(world).body).toBe(body);
  expect(world.github.requests.slice(requests).filter(request => !request.startsWith('GET') && !request.includes('graphql'))).toEqual([]);
});
