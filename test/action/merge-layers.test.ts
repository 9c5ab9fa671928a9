import {bareSpecFor, specFor} from '../world/cli';
import {type MergeWorld, startMergeWorld} from '../world/merge-world';

/** A layer that no spec uses changes no monitor, so that no plan shows it: who adds a spec below it has not reviewed it. */
const CONFIG = 'project: acme-web\nsecrets: {allow: [WEBHOOK_TOKEN]}\nenvironments: {production: {}}\nenvironment: production\n';
const START = {'monitors.config.yaml': CONFIG, 'monitors/first.yaml': specFor('first')};
const HOOK = 'webhook: {url: https://other.example/in, headers: {Authorization: "Bearer ${env:WEBHOOK_TOKEN}"}}\n';
const BARE_HOOK = 'webhook: {url: https://other.example/in}\n';
const LAYER = {'monitors/new/_defaults.yaml': HOOK};
const SITE = {'monitors/new/site.yaml': bareSpecFor('site')};
const env = {WEBHOOK_TOKEN: 'tok-0123456789abcdef'};
const REFUSED = {exitCode: 3, outputs: {'failure-reason': 'plan-changed'}};

let world: MergeWorld;
afterEach(() => world.close());

const apply = (sha: string) => world.apply({sha}, {env});
const push = (files: Readonly<Record<string, string | null>>) => apply(world.repository.commit('main', files));

async function start(operations: 'create' | 'full', files: Readonly<Record<string, string>> = START): Promise<void> {
  const config = operations === 'full' ? {'monitors.config.yaml': `${CONFIG}service: {operations: full}\n`} : {};
  world = await startMergeWorld({...files, ...config}, {}, operations);
  expect((await apply(world.repository.tipOf('main'))).exitCode).toBe(0);
}

/** Merges a pull request whose last commit came before its plan could show it. */
async function mergeHidden(files: Readonly<Record<string, string>>): Promise<void> {
  const pull = await world.openPullRequest({'README.md': 'Hello\n'});
  world.repository.commit(pull.branch, files);
  expect((await world.apply(world.mergePullRequest(pull), {env})).exitCode).toBe(0);
}

describe.each(['create', 'full'] as const)('operations %s', operations => {
  test.each(['_defaults.yaml', '_overlay.production.yaml'])('S116: a push or a fork adds a spec below a hidden %s', async name => {
    await start(operations);
    await mergeHidden({[`monitors/new/${name}`]: HOOK});
    expect(await push(SITE)).toMatchObject(REFUSED);
    await push({'monitors/new/site.yaml': null});
    const sha = world.repository.commit('main', SITE);
    world.github.linkCommit(sha, {number: 900, base: 'main', headSha: sha, mergeCommitSha: sha, merged: true, isFork: true});
    expect(await apply(sha)).toMatchObject(REFUSED);
    expect(world.monitors()).toEqual(['first']);
    // As the message says.
    await push({'monitors/new/site.yaml': null});
    const pull = await world.openPullRequest(SITE);
    expect((await world.apply(world.mergePullRequest(pull), {env})).exitCode).toBe(0);
    expect(world.monitors()).toEqual(['first', 'site']);
  });

  test('S116: nor where a push edits it, or renames its folder, before or with the spec', async () => {
    await start(operations);
    await mergeHidden(LAYER);
    expect((await push({'monitors/new/_defaults.yaml': `# A comment.\n${HOOK}`})).exitCode).toBe(0);
    expect(await push(SITE)).toMatchObject(REFUSED);
    const moved = {'monitors/new/site.yaml': null, 'monitors/new/_defaults.yaml': null, 'monitors/shop/_defaults.yaml': HOOK};
    expect(await push({...moved, 'monitors/shop/site.yaml': bareSpecFor('site')})).toMatchObject(REFUSED);
    expect(world.monitors()).toEqual(['first']);
  });

  test.each([
    [
      'the webhook of a layer',
      {'monitors/new/_defaults.yaml': BARE_HOOK},
      {'monitors/new/_defaults.yaml': BARE_HOOK.replace('other', 'evil')},
    ],
    [
      'a variable in it',
      {
        'monitors/new/_defaults.yaml': 'webhook: {url: "https://${var:HOST}/in"}\n',
        'monitors.config.yaml': `${CONFIG}vars: {HOST: a.example}\n`,
      },
      {'monitors.config.yaml': `${CONFIG}vars: {HOST: evil.example}\n`},
    ],
  ])('S116: a pull request hides a change of %s, which all specs below have of their own', async (_, layer, hidden) => {
    const full = operations === 'full' ? 'service: {operations: full}\n' : '';
    const configOf = (files: Record<string, string | undefined>) =>
      files['monitors.config.yaml'] === undefined ? {} : {'monitors.config.yaml': `${files['monitors.config.yaml']}${full}`};
    world = await startMergeWorld(
      {
        ...START,
        ...layer,
        'monitors.config.yaml': `${CONFIG}${full}`,
        ...configOf(layer),
        'monitors/new/own.yaml': `${bareSpecFor('own')}webhook: {url: "https://own.example/"}\n`,
      },
      {},
      operations,
    );
    expect((await apply(world.repository.tipOf('main'))).exitCode).toBe(0);
    await mergeHidden({...(hidden as Record<string, string>), ...configOf(hidden as Record<string, string>)});
    expect(await push(SITE)).toMatchObject(REFUSED);
    expect(world.monitors()).toEqual(['first', 'own']);
  });

  test('a push edits a spec below a layer that its review showed, and adds another one', async () => {
    await start(operations);
    const pull = await world.openPullRequest({...LAYER, ...SITE});
    expect((await world.apply(world.mergePullRequest(pull), {env})).exitCode).toBe(0);
    const edited = {'monitors/new/site.yaml': bareSpecFor('site').replace('hourly', 'daily')};
    expect((await push({...edited, 'monitors/new/more.yaml': bareSpecFor('more')})).exitCode).toBe(operations === 'full' ? 0 : 1);
    expect(world.monitors()).toEqual(['first', 'more', 'site']);
  });

  test('a layer that was pushed with the spec, or before it, holds nothing', async () => {
    await start(operations);
    expect((await push(LAYER)).exitCode).toBe(0);
    expect((await push(SITE)).exitCode).toBe(0);
    expect((await push({'monitors/other/_defaults.yaml': HOOK, 'monitors/other/more.yaml': bareSpecFor('more')})).exitCode).toBe(0);
    expect(world.monitors()).toEqual(['first', 'more', 'site']);
  });

  test('nor does one by which a monitor was applied', async () => {
    await start(operations);
    const pull = await world.openPullRequest({...LAYER, ...SITE});
    expect((await world.apply(world.mergePullRequest(pull), {env})).exitCode).toBe(0);
    expect((await push({'monitors/new/more.yaml': bareSpecFor('more')})).exitCode).toBe(0);
    expect(world.monitors()).toEqual(['first', 'more', 'site']);
  });
});

test.each(['create', 'full'] as const)('S118: a create was shown protected, and is merged without; operations %s', async operations => {
  await start(operations);
  const safe = specFor('safe').replace('sync: {', 'sync: {protect: true, ');
  expect(safe).toContain('protect');
  const pull = await world.openPullRequest({'monitors/safe.yaml': safe});
  world.repository.commit(pull.branch, {'monitors/safe.yaml': specFor('safe')});
  expect(await world.apply(world.mergePullRequest(pull), {env})).toMatchObject(REFUSED);
  expect(world.monitors()).toEqual(['first']);
  const again = await world.openPullRequest({'monitors/safe.yaml': safe});
  expect((await world.apply(world.mergePullRequest(again), {env})).exitCode).toBe(0);
  expect(world.monitors()).toEqual(['first', 'safe']);
});

/** What a pull request hides, and the spec that a fork adds, which takes it. */
const mail = (who: string) => `notification: {email: {enabled: true, recipients: [${who}@acme.example]}}\n`;
const LIST = `name: \${each:key}
schedule: {text: daily}
targets: [{type: scrape, urls: ["\${each:url}"]}]
webhook: {url: "\${each:hook}"}
sync: {each: {file: _shops.csv}}
`;
const HIDDEN: Readonly<Record<string, {before: Record<string, string>; hidden: Record<string, string>; fork: Record<string, string>}>> = {
  'the recipients of a layer in use': {
    before: {'monitors/new/_defaults.yaml': mail('ops'), 'monitors/new/own.yaml': bareSpecFor('own') + mail('own')},
    hidden: {'monitors/new/_defaults.yaml': mail('eve')},
    fork: SITE,
  },
  'the schedule of a layer in use': {
    before: {'monitors/new/_defaults.yaml': 'schedule: {text: daily}\n', 'monitors/new/own.yaml': specFor('own')},
    hidden: {'monitors/new/_defaults.yaml': 'schedule: {text: every 15 minutes}\n'},
    fork: {'monitors/new/site.yaml': specFor('site').replace('schedule: {text: hourly}\n', '')},
  },
  'the limit of a crawl': {
    before: {'monitors/new/_defaults.yaml': 'goal: prices\n', 'monitors/new/own.yaml': specFor('own')},
    hidden: {'monitors/new/_defaults.yaml': 'goal: prices\ntargets: {crawl: {crawlOptions: {limit: 9000}}}\n'},
    fork: {
      'monitors/new/site.yaml': specFor('site').replace(/targets:[\s\S]*?\]\n/, 'targets: [{type: crawl, url: "https://site.example/"}]\n'),
    },
  },
  'rows that no list has yet': {
    before: {},
    hidden: {'monitors/_shops.csv': 'key,url,hook\nk1,https://evil1.example/,https://evil.example/in\n'},
    fork: {'monitors/shops.yaml': LIST},
  },
  'a variable for the recipients': {
    before: {},
    hidden: {'monitors.config.yaml': 'vars: {OPS: eve@evil.example}\n'},
    fork: {'monitors/site.yaml': `${bareSpecFor('site')}notification: {email: {enabled: true, recipients: ["\${var:OPS}"]}}\n`},
  },
  'a variable for a part of the webhook': {
    before: {},
    hidden: {'monitors.config.yaml': "vars: {HOOK: 'https://evil.example'}\n"},
    fork: {'monitors/site.yaml': `${bareSpecFor('site')}webhook: {url: "\${var:HOOK}/x"}\n`},
  },
};

describe.each(['create', 'full'] as const)('S120: operations %s, a pull request hides', operations => {
  const configOf = (more = '') => ({
    'monitors.config.yaml': `${CONFIG}${operations === 'full' ? 'service: {operations: full}\n' : ''}${more}`,
  });
  const withConfig = (files: Record<string, string>) => ({
    ...files,
    ...(files['monitors.config.yaml'] === undefined ? {} : configOf(files['monitors.config.yaml'])),
  });
  async function mergeFork(files: Readonly<Record<string, string>>) {
    const sha = world.repository.commit('main', files);
    world.github.linkCommit(sha, {number: 900, base: 'main', headSha: sha, mergeCommitSha: sha, merged: true, isFork: true});
    return apply(sha);
  }

  test.each(Object.entries(HIDDEN))('%s; a fork adds the spec that takes it', async (_, {before, hidden, fork}) => {
    world = await startMergeWorld({...START, ...before, ...configOf()}, {}, operations);
    expect((await apply(world.repository.tipOf('main'))).exitCode).toBe(0);
    const live = world.monitors();
    await mergeHidden(withConfig(hidden));
    expect(await mergeFork(fork)).toMatchObject(REFUSED);
    expect(world.monitors()).toEqual(live);
  });

  test.each(Object.entries(HIDDEN))('nothing where a push brings %s', async (_, {before, hidden, fork}) => {
    world = await startMergeWorld({...START, ...before, ...configOf()}, {}, operations);
    await apply(world.repository.tipOf('main'));
    const live = world.monitors();
    expect((await push(withConfig(hidden))).exitCode).toBe(0);
    expect((await mergeFork(fork)).exitCode).toBe(0);
    expect(world.monitors()).toHaveLength(live.length + 1);
  });

  test('a layer before the first monitor', async () => {
    world = await startMergeWorld(configOf(), {}, operations);
    const pull = await world.openPullRequest({'README.md': 'Hello\n'});
    world.repository.commit(pull.branch, {'monitors/_defaults.yaml': BARE_HOOK});
    await world.apply(world.mergePullRequest(pull), {env});
    expect(await mergeFork({'monitors/site.yaml': bareSpecFor('site')})).toMatchObject(REFUSED);
    expect(world.monitors()).toEqual([]);
  });
});
