import {bareSpecFor, specFor} from '../world/cli';
import {commitAside, pullInto} from '../world/hosted-repository';
import {type MergeWorld, startMergeWorld} from '../world/merge-world';

/** What a pull request changes unseen while something nearer covers it, or while the operations hold it, and what a later push uncovers. */
let world: MergeWorld;
afterEach(() => world.close());

type Files = Readonly<Record<string, string | null>>;

const BASE = 'project: acme-web\nenvironment: production\nservice: {operations: full}\n';
const CONFIG = `${BASE}environments: {production: {}, test: {}}\n`;
const UNREVIEWED = {exitCode: 3, outputs: {'failure-reason': 'plan-changed'}};
const CRAWL = specFor('crawl').replace(/targets:[\s\S]*?\]\n/, 'targets: [{type: crawl, url: "https://crawl.example/"}]\n');
const LIST =
  'name: ${each:key}\nschedule: {text: daily}\ntargets: [{type: scrape, urls: ["https://${each:key}.example/"]}]\nwebhook: {url: "${each:hook}"}\nsync: {each: {file: _shops.csv}}\n';
const limit = (count: number) => `targets: {crawl: {crawlOptions: {limit: ${count}}}}\n`;
const mail = (who: string) => `notification: {email: {enabled: true, recipients: [${who}@acme.example]}}\n`;
const hook = (host: string) => `webhook: {url: "https://${host}.example/in"}\n`;
const vars = (all: string, own: string) => `${BASE}environments: {production: {${own}}, test: {}}\nvars: {HOST: ${all}}\n`;

const CASES: readonly {readonly name: string; readonly before: Files; readonly hidden: Files; readonly uncover: Files}[] = [
  {
    name: 'an outer layer behind an inner one: a webhook',
    before: {
      'monitors/_defaults.yaml': hook('own'),
      'monitors/a/_defaults.yaml': hook('own'),
      'monitors/a/first.yaml': bareSpecFor('first'),
    },
    hidden: {'monitors/_defaults.yaml': hook('evil')},
    uncover: {'monitors/a/_defaults.yaml': null},
  },
  {
    name: 'an outer layer behind an inner one: the limit of a crawl',
    before: {'monitors/_defaults.yaml': limit(10), 'monitors/a/_defaults.yaml': limit(10), 'monitors/a/crawl.yaml': CRAWL},
    hidden: {'monitors/_defaults.yaml': limit(9000)},
    uncover: {'monitors/a/_defaults.yaml': null},
  },
  {
    name: 'an outer layer that limits no more, behind an inner one',
    before: {'monitors/_defaults.yaml': limit(10), 'monitors/a/_defaults.yaml': limit(10), 'monitors/a/crawl.yaml': CRAWL},
    hidden: {'monitors/_defaults.yaml': 'retentionDays: 30\n'},
    uncover: {'monitors/a/_defaults.yaml': null},
  },
  {
    name: 'a layer behind an overlay: recipients',
    before: {
      'monitors/_defaults.yaml': mail('test'),
      'monitors/_overlay.production.yaml': mail('ops'),
      'monitors/first.yaml': bareSpecFor('first'),
    },
    hidden: {'monitors/_defaults.yaml': mail('eve')},
    uncover: {'monitors/_overlay.production.yaml': null},
  },
  {
    name: 'a spec behind an overlay',
    before: {'monitors/_overlay.production.yaml': hook('own'), 'monitors/first.yaml': bareSpecFor('first') + hook('test')},
    hidden: {'monitors/first.yaml': bareSpecFor('first') + hook('evil')},
    uncover: {'monitors/_overlay.production.yaml': null},
  },
  {
    name: 'a row behind an overlay',
    before: {
      'monitors/_overlay.production.yaml': hook('own'),
      'monitors/shops.yaml': LIST,
      'monitors/_shops.csv': 'key,hook\nk1,https://own.example/in\n',
    },
    hidden: {'monitors/_shops.csv': 'key,hook\nk1,https://evil.example/in\n'},
    uncover: {'monitors/_overlay.production.yaml': null},
  },
  {
    name: 'variables of all behind those of the environment',
    before: {'monitors.config.yaml': vars('own', 'vars: {HOST: own}'), 'monitors/first.yaml': bareSpecFor('first') + hook('${var:HOST}')},
    hidden: {'monitors.config.yaml': vars('evil', 'vars: {HOST: own}')},
    uncover: {'monitors.config.yaml': vars('evil', '')},
  },
];

const apply = (sha: string) => world.apply({sha});
const live = () => world.emulator.monitors().map(({webhook, notification, targets}) => ({webhook, notification, targets}));

async function start(before: Files, operations: 'create' | 'full' = 'full'): Promise<void> {
  world = await startMergeWorld(before as Record<string, string>, {}, operations);
  expect((await apply(world.repository.tipOf('main'))).exitCode).toBe(0);
}

async function mergeHiding(hidden: Files): Promise<string> {
  const pull = await world.openPullRequest({'README.md': 'Hello\n'});
  world.repository.commit(pull.branch, hidden);
  return world.mergePullRequest(pull).sha;
}

describe.each(['a push', "a fork's merge"])('S129: %s takes a cover away', by => {
  test.each(CASES)('$name', async ({before, hidden, uncover}) => {
    await start({'monitors.config.yaml': CONFIG, ...before});
    const was = live();
    expect(await apply(await mergeHiding(hidden))).toMatchObject({exitCode: 0, outputs: {changes: 'false'}});
    const sha = world.repository.commit('main', uncover);
    if (by !== 'a push')
      world.github.linkCommit(sha, {number: 900, base: 'main', headSha: sha, mergeCommitSha: sha, merged: true, isFork: true});
    expect(await apply(sha)).toMatchObject(UNREVIEWED);
    expect(live()).toEqual(was);
  });
});

test.each(CASES.filter(({name}) => !name.startsWith('variables')))('S129: behind a git pull, $name', async ({before, hidden, uncover}) => {
  await start({'monitors.config.yaml': CONFIG, ...before});
  const was = live();
  const own = commitAside(world.repository, uncover);
  await mergeHiding(hidden);
  expect(await apply(pullInto(world.repository, own))).toMatchObject(UNREVIEWED);
  expect(live()).toEqual(was);
});

test('S134: a hidden layer that git lays out otherwise than it is committed', async () => {
  const attributes = {'monitors/.gitattributes': '_defaults.yaml working-tree-encoding=ASCII//TRANSLIT\n'};
  await start({'monitors.config.yaml': CONFIG, 'monitors/first.yaml': specFor('first'), ...attributes});
  // Made plain, the quotes end the goal.
  const text = '{goal: "a\u201d,\n webhook: {url: \u201dhttps://evil.example/in\u201d},\n # "\n}\n';
  expect(await apply(await mergeHiding({'monitors/new/_defaults.yaml': text}))).toMatchObject({exitCode: 0});
  const spec = `${bareSpecFor('site')}goal: Mine\n`;
  expect(await apply(world.repository.commit('main', {'monitors/new/site.yaml': spec}))).toMatchObject(UNREVIEWED);
});

test('a push may take its own cover away, and one whose values a review showed', async () => {
  const layers = {'monitors/_defaults.yaml': hook('own'), 'monitors/a/_defaults.yaml': hook('inner')};
  await start({'monitors.config.yaml': CONFIG, ...layers, 'monitors/a/first.yaml': bareSpecFor('first')});
  const pull = await world.openPullRequest({'monitors/second.yaml': bareSpecFor('second')});
  expect(await apply(world.mergePullRequest(pull).sha)).toMatchObject({exitCode: 0});
  expect(await apply(world.repository.commit('main', {'monitors/a/_defaults.yaml': null}))).toMatchObject({exitCode: 0});
  expect(live().map(({webhook}) => webhook?.url)).toEqual(['https://own.example/in', 'https://own.example/in']);
});

test.each([
  {name: 'an edit', hidden: {'monitors/first.yaml': bareSpecFor('first') + hook('evil')}},
  {name: 'a delete', hidden: {'monitors/first.yaml': null}},
])('S130: $name that create-only operations hold, and a push of full operations', async ({hidden}) => {
  const config = (operations: string) => `project: acme-web\nservice: {operations: ${operations}}\n`;
  const specs = {'monitors/first.yaml': bareSpecFor('first') + hook('own'), 'monitors/second.yaml': bareSpecFor('second')};
  await start({'monitors.config.yaml': config('create'), ...specs}, 'full');
  const was = live();
  expect((await apply(await mergeHiding(hidden))).exitCode).toBe(1);
  expect(await apply(world.repository.commit('main', {'monitors.config.yaml': config('full')}))).toMatchObject(UNREVIEWED);
  expect(live()).toEqual(was);
});
