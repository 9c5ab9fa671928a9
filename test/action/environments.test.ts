import {bareSpecFor, specFor} from '../world/cli';
import {editState, idsOf} from '../world/edited-state';
import {type MergeWorld, startMergeWorld} from '../world/merge-world';

/** The workflow of `init --environments`: staging and production applied one after the other. Plans have a comment each here. */
const CONFIG = {'monitors.config.yaml': 'project: acme-web\nenvironments: {staging: {}, production: {}}\n'};

let world: MergeWorld;
beforeEach(async () => {
  world = await startMergeWorld(CONFIG);
});
afterEach(() => world.close());

const environment = (name: string) => ({environment: name, compare: 'true'});

async function openReviewed(files: Readonly<Record<string, string>>) {
  const pull = await world.openPullRequest(files, {inputs: {environment: 'staging'}});
  await world.planPullRequest(pull, {inputs: {environment: 'production'}});
  return pull;
}

const byHand = (sha: string) => ({name: 'workflow_dispatch', sha, ref: 'refs/heads/main', payload: {repository: {default_branch: 'main'}}});

test('one merge is applied to staging, then to production, with what each recorded', async () => {
  const merge = world.mergePullRequest(await openReviewed({'monitors/shop.yaml': specFor('shop')}));
  expect(world.github.comments).toHaveLength(2);
  expect(await world.apply(merge, {inputs: environment('staging')})).toMatchObject({exitCode: 0, outputs: {created: '1'}});
  const production = await world.apply(merge, {inputs: environment('production')});
  expect(production).toMatchObject({exitCode: 0, outputs: {created: '1'}});
  expect(production.stdout).toContain('All changes of the plan were reviewed.');
  expect(world.monitors()).toHaveLength(2);
  expect(await world.apply(merge, {inputs: environment('production')})).toMatchObject({exitCode: 0, outputs: {created: '0'}});
});

test('production that waited for its approval applies the tip, with what was merged since', async () => {
  const first = world.mergePullRequest(await openReviewed({'monitors/shop.yaml': specFor('shop')}));
  await world.apply(first, {inputs: environment('staging')});
  const second = world.mergePullRequest(await openReviewed({'monitors/docs.yaml': specFor('docs')}));
  await world.apply(second, {inputs: environment('staging')});
  expect(await world.apply(first, {inputs: environment('production')})).toMatchObject({exitCode: 0, outputs: {created: '2'}});
  expect(world.monitors()).toHaveLength(4);
});

test('an environment in which no spec lives is planned and applied without changes, and the next one follows', async () => {
  const merge = world.mergePullRequest(
    await openReviewed({'monitors/shop.yaml': `${bareSpecFor('shop')}sync: {alerts: none, environments: [production]}\n`}),
  );
  expect(await world.apply(merge, {inputs: environment('staging')})).toMatchObject({exitCode: 0, outputs: {created: '0'}});
  expect(await world.apply(merge, {inputs: environment('production')})).toMatchObject({exitCode: 0, outputs: {created: '1'}});
});

test('a state that was removed is missed, also beside that of another declared environment', async () => {
  const merge = world.mergePullRequest(await openReviewed({'monitors/shop.yaml': specFor('shop')}));
  for (const name of ['staging', 'production']) await world.apply(merge, {inputs: environment(name)});
  const sha = world.repository.commit('main', {'monitors.state.production.json': null});
  const refused = await world.apply({sha}, {inputs: environment('production')});
  expect(refused.commands.at(-1)?.properties['title']).toBe('git/new-state');
  expect(refused.commands.at(-1)?.message).toContain('holds monitors.state.production.json');
  expect(world.monitors()).toHaveLength(2);
});

test('where another declared environment lost its state, a new one is not begun beside it', async () => {
  const merge = world.mergePullRequest(await openReviewed({'monitors/shop.yaml': specFor('shop')}));
  await world.apply(merge, {inputs: environment('staging')});
  const sha = world.repository.commit('main', {'monitors.state.staging.json': null});
  const refused = await world.apply({sha}, {inputs: environment('production')});
  expect(refused.commands.at(-1)).toMatchObject({properties: {title: 'git/new-state'}});
});

test('by hand with compare, what a review shows is applied', async () => {
  const {sha} = world.mergePullRequest(await openReviewed({'monitors/shop.yaml': specFor('shop')}));
  const run = await world.apply({sha}, {event: byHand(sha), inputs: {command: 'apply', ...environment('production')}});
  expect(run).toMatchObject({exitCode: 0, outputs: {created: '1'}});
  expect(run.stdout).toContain('All changes of the plan were reviewed.');
});

test('by hand with compare, what no review of this environment shows is refused, and without it is applied', async () => {
  const pull = await world.openPullRequest({'monitors/shop.yaml': specFor('shop')}, {inputs: {environment: 'staging'}});
  const {sha} = world.mergePullRequest(pull);
  const refused = await world.apply({sha}, {event: byHand(sha), inputs: {command: 'apply', ...environment('production')}});
  expect(refused).toMatchObject({exitCode: 3, outputs: {'failure-reason': 'plan-changed'}});
  expect(world.emulator.requests()).toEqual([]);
  const applied = await world.apply({sha}, {event: byHand(sha), inputs: {command: 'apply', environment: 'production'}});
  expect(applied).toMatchObject({exitCode: 0, outputs: {created: '1'}});
});

test('compare without comments is refused', async () => {
  const {sha} = world.mergePullRequest(await openReviewed({'monitors/shop.yaml': specFor('shop')}));
  const refused = await world.apply({sha}, {inputs: {...environment('staging'), comment: 'never'}});
  expect(refused.exitCode).toBeGreaterThan(1);
  expect(refused.commands.at(-1)?.message).toContain('compare needs comments');
  expect(world.emulator.requests()).toEqual([]);
});

test.each([{}, {'state-branch': 'monitors-state'}])(
  'C60: an id that two environments record is refused by plan and apply, %j',
  async where => {
    const sha = world.repository.commit('main', {'monitors/shop.yaml': specFor('shop')});
    for (const name of ['staging', 'production'])
      expect(await world.apply({sha}, {inputs: {environment: name, ...where}})).toMatchObject({exitCode: 0, outputs: {created: '1'}});
    const branch = where['state-branch'] ?? 'main';
    const read = (name: string) => world.repository.readFile(branch, `monitors.state.${name}.json`) ?? '';
    const {shop} = idsOf(read('staging'));
    const twice = editState(read('production'), monitors => {
      monitors.set('shop', {...monitors.get('shop')!, id: shop!});
      return {};
    });
    world.repository.commit(branch, {'monitors.state.production.json': twice});
    for (const environment of ['staging', 'production']) {
      const inputs = {environment, ...where};
      const {run} = await world.openPullRequest({[`monitors/${environment}.yaml`]: specFor(environment)}, {inputs});
      expect(run.commands.at(-1)).toMatchObject({properties: {title: 'state/recorded-twice'}});
      const tip = world.repository.commit('main', {'monitors/more.yaml': specFor(`more-${environment}`)});
      const applied = await world.apply({sha: tip}, {inputs: {...inputs, 'allow-state-change': `acme-web/${environment}`}});
      expect(applied).toMatchObject({
        exitCode: 3,
        commands: expect.arrayContaining([expect.objectContaining({properties: expect.objectContaining({title: 'state/recorded-twice'})})]),
      });
    }
    expect(world.monitors()).toEqual(['shop', 'shop']);
  },
);
