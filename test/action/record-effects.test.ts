import type {JsonObject} from '../../src/core/json/value';
import {fingerprintBody} from '../../src/core/secrets/fingerprint';
import type {RecordedMonitor, State} from '../../src/core/state/state';
import {specFor} from '../world/cli';
import {editState} from '../world/edited-state';
import {createForeign} from '../world/foreign-monitor';
import {type MergeWorld, startMergeWorld} from '../world/merge-world';

/** A comment says that a record has another content, and not what apply makes of it: that waits. */
let world: MergeWorld;
afterEach(() => world.close());

const STATE = 'monitors.state.json';
const HOOK = {url: 'https://own.example/', headers: {}, metadata: {}, events: ['monitor.page', 'monitor.check.completed']};
const live = () => world.emulator.monitors().map(({id, name, status, webhook, targets}) => ({id, name, status, webhook, targets}));

type Files = Readonly<Record<string, string | null>>;

async function start(files: Files = {}): Promise<void> {
  const base = {'monitors.config.yaml': 'project: acme-web\nservice: {operations: full}\n', 'monitors/first.yaml': specFor('first')};
  world = await startMergeWorld({...base, ...(files as Record<string, string>)}, {}, 'full');
  expect((await world.apply({sha: world.repository.tipOf('main')})).exitCode).toBe(0);
  world.letTimePass();
}

function edit(change: (monitors: Map<string, RecordedMonitor>, state: State) => void): Files {
  const text = editState(world.repository.readFile('main', STATE) ?? '', (monitors, state) => {
    change(monitors, state);
    return {};
  });
  return {[STATE]: text};
}

const rewrite = (record: RecordedMonitor, body: JsonObject, {lineage}: State, more: Partial<RecordedMonitor> = {}) => ({
  ...record,
  ...{applied: fingerprintBody(body, lineage), bodyHash: '0'.repeat(64), ...more},
});

const hooked = () =>
  edit((monitors, state) => {
    const first = monitors.get('first');
    if (first !== undefined) monitors.set('first', rewrite(first, {...first.applied, webhook: {url: 'https://own.example/'}}, state));
  });

async function merge(files: Files) {
  const pull = await world.openPullRequest(files);
  return world.apply(world.mergePullRequest(pull));
}

async function mergeFork(files: Files) {
  const sha = world.repository.commit('main', files);
  world.github.linkCommit(sha, {number: 900, base: 'main', headSha: sha, mergeCommitSha: sha, merged: true, isFork: true});
  return world.apply({sha});
}

const push = (files: Files) => world.apply({sha: world.repository.commit('main', files)});

describe('S126: a pull request shows an edited record', () => {
  test('by which a monitor would be replaced', async () => {
    await start();
    world.emulator.dashboard.edit(String(live()[0]?.id), {webhook: HOOK});
    const before = live();
    expect((await merge(hooked())).exitCode).toBe(1);
    for (const name of ['one', 'two']) await push({'README.md': `${name}\n`});
    expect(live()).toEqual(before);
  });

  test('by which a paused monitor would run', async () => {
    await start();
    world.emulator.dashboard.edit(String(live()[0]?.id), {status: 'paused'});
    const before = live();
    const paused = edit(monitors => {
      const first = monitors.get('first');
      if (first !== undefined) monitors.set('first', {...first, paused: true});
    });
    expect((await merge(paused)).exitCode).toBe(1);
    expect(live()).toEqual(before);
  });

  test('of another monitor, under the key of a spec that waits', async () => {
    await start();
    const other = await createForeign(world.emulator.url);
    world.emulator.dashboard.edit(other.id, {webhook: HOOK});
    await push({'monitors/shop.yaml': specFor('shop').replace('sync: {', 'sync: {distinctFrom: [x], ')});
    const before = live();
    const taken = edit((monitors, state) => {
      const first = monitors.get('first');
      const body = {...(other.body as unknown as JsonObject), webhook: {url: 'https://own.example/'}};
      if (first !== undefined) monitors.set('shop', rewrite(first, body, state, {id: other.id, specPath: 'shop.yaml'}));
    });
    await merge(taken);
    expect(live().filter(({name}) => name !== 'shop')).toEqual(before.filter(({name}) => name !== 'shop'));
  });

  test('which changes nothing: it goes through', async () => {
    await start();
    const labelled = edit(monitors => {
      const first = monitors.get('first');
      if (first !== undefined) monitors.set('first', {...first, labels: {team: 'a'}});
    });
    expect((await merge(labelled)).exitCode).toBe(0);
  });
});

test('S126: a label of a held record records no more than that, and lets nothing through later', async () => {
  await start();
  world.emulator.dashboard.edit(String(live()[0]?.id), {webhook: HOOK});
  const before = live();
  const labelled = specFor('first').replace('sync: {', 'sync: {labels: {team: a}, ');
  expect((await mergeFork({...hooked(), 'monitors/first.yaml': labelled})).exitCode).toBe(1);
  for (const name of ['one', 'two']) expect((await push({'README.md': `${name}\n`})).exitCode).toBe(1);
  expect(live()).toEqual(before);
});

test('S126: a fork exchanges two records', async () => {
  await start({'monitors/other.yaml': specFor('other')});
  const before = live();
  const exchanged = edit(monitors => {
    const [first, other] = [monitors.get('first'), monitors.get('other')];
    if (first === undefined || other === undefined) return;
    monitors.set('first', other);
    monitors.set('other', first);
  });
  expect((await mergeFork(exchanged)).exitCode).toBe(1);
  expect(live()).toEqual(before);
});
