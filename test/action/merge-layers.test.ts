import {bareSpecFor, specFor} from '../world/cli';
import {type MergeWorld, startMergeWorld} from '../world/merge-world';

/** A layer that no spec uses changes no monitor, so that no plan shows it: who adds a spec below it has not reviewed it. */
const CONFIG = 'project: acme-web\nsecrets: {allow: [WEBHOOK_TOKEN]}\nenvironments: {production: {}}\nenvironment: production\n';
const START = {'monitors.config.yaml': CONFIG, 'monitors/first.yaml': specFor('first')};
const HOOK = 'webhook: {url: https://other.example/in, headers: {Authorization: "Bearer ${env:WEBHOOK_TOKEN}"}}\n';
const BARE_HOOK = 'webhook: {url: https://other.example/in}\n';
const LAYER = {'monitors/new/_defaults.yaml': HOOK};
const SITE = {'monitors/new/site.yaml': bareSpecFor('site')};
const env = {WEBHOOK_TOKEN: 'tok-0123456789abcdef', OTHER_TOKEN: 'tok-fedcba9876543210'};
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
async function mergeHidden(files: Readonly<Record<string, string | null>>): Promise<void> {
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
const BOTH = 'secrets: {allow: [WEBHOOK_TOKEN, OTHER_TOKEN]}\n';
const hook = (host: string, token: string) =>
  `webhook: {url: "https://${host}.example/in", headers: {Authorization: "\${env:${token}}"}}\n`;
const hooked = (site: string, token: string) => bareSpecFor(site) + hook(site, token);
const LIST = `name: \${each:key}
schedule: {text: daily}
targets: [{type: scrape, urls: ["\${each:url}"]}]
webhook: {url: "\${each:hook}"}
sync: {each: {file: _shops.csv}}
`;
type Files = Record<string, string | null>;
const HIDDEN: Readonly<Record<string, {before: Record<string, string>; hidden: Files; fork: Files; makes?: number}>> = {
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
  'one of several variables of an address': {
    before: {'monitors.config.yaml': 'vars: {HOST: a.example, ROOM: in}\n'},
    hidden: {'monitors.config.yaml': 'vars: {HOST: evil.example, ROOM: in}\n'},
    fork: {'monitors/site.yaml': `${bareSpecFor('site')}webhook: {url: "https://\${var:HOST}/\${var:ROOM}"}\n`},
  },
  'a variable of this environment, as the other has it': {
    before: {'monitors.config.yaml': 'environments: {production: {vars: {WHO: ops}}, test: {vars: {WHO: eve}}}\n'},
    hidden: {'monitors.config.yaml': 'environments: {production: {vars: {WHO: eve}}, test: {vars: {WHO: ops}}}\n'},
    fork: {'monitors/site.yaml': `${bareSpecFor('site')}webhook: {url: "https://\${var:WHO}.example/in"}\n`},
  },
  'recipients in escapes, which the spec names elsewhere': {
    before: {'monitors/new/_defaults.yaml': mail('ops'), 'monitors/new/own.yaml': bareSpecFor('own') + mail('own')},
    hidden: {'monitors/new/_defaults.yaml': mail('"\\x65ve').replace('.example]', '.example"]')},
    fork: {'monitors/new/site.yaml': `${bareSpecFor('site')}goal: eve@acme.example\n`},
  },
  'a schedule of a layer that monitors elsewhere have': {
    before: {
      'monitors/old.yaml': specFor('old').replace('hourly', 'every 15 minutes'),
      'monitors/new/_defaults.yaml': 'schedule: {text: daily}\n',
      'monitors/new/own.yaml': specFor('own'),
    },
    hidden: {'monitors/new/_defaults.yaml': 'schedule: {text: every 15 minutes}\n'},
    fork: {'monitors/new/site.yaml': specFor('site').replace('schedule: {text: hourly}\n', '')},
  },
  'that a limit of a layer in use is gone': {
    before: {
      'monitors/new/_defaults.yaml': 'goal: prices\ntargets: {crawl: {crawlOptions: {limit: 10}}}\n',
      'monitors/new/own.yaml': specFor('own'),
    },
    hidden: {'monitors/new/_defaults.yaml': 'goal: prices\n'},
    fork: {
      'monitors/new/site.yaml': specFor('site').replace(/targets:[\s\S]*?\]\n/, 'targets: [{type: crawl, url: "https://site.example/"}]\n'),
    },
  },
  'that a layer in use is gone, by which specs are protected': {
    before: {
      'monitors/new/_defaults.yaml': 'sync: {protect: true}\n',
      'monitors/new/own.yaml': specFor('own').replace('sync: {', 'sync: {protect: true, '),
    },
    hidden: {'monitors/new/_defaults.yaml': null},
    fork: {'monitors/new/site.yaml': specFor('site')},
  },
  'rows in a file that the fork renames': {
    before: {},
    hidden: {'monitors/_shops.csv': 'key,url,hook\nk1,https://evil1.example/,https://evil.example/in\n'},
    fork: {
      'monitors/shops.yaml': LIST.replace('_shops', '_sites'),
      'monitors/_shops.csv': null,
      'monitors/_sites.csv':
        'key,url,hook\nk1,https://evil1.example/,https://evil.example/in\nk2,https://two.example/,https://two.example/in\n',
    },
    makes: 2,
  },
  'a webhook made of two others': {
    before: {'monitors/a.yaml': hooked('a', 'WEBHOOK_TOKEN'), 'monitors/b.yaml': hooked('b', 'OTHER_TOKEN'), 'monitors.config.yaml': BOTH},
    hidden: {'monitors/new/_defaults.yaml': hook('a', 'OTHER_TOKEN'), 'monitors.config.yaml': `${BOTH}# A note.\n`},
    fork: SITE,
  },
  'a webhook made of two others in a layer of theirs': {
    before: {
      'monitors/new/_defaults.yaml': 'goal: prices\n',
      'monitors/new/a.yaml': hooked('a', 'WEBHOOK_TOKEN'),
      'monitors/new/b.yaml': hooked('b', 'OTHER_TOKEN'),
      'monitors.config.yaml': BOTH,
    },
    hidden: {'monitors/new/_defaults.yaml': `goal: prices\n${hook('a', 'OTHER_TOKEN')}`},
    fork: SITE,
  },
  'that a token may be sent': {
    before: {},
    hidden: {'monitors.config.yaml': 'secrets: {allow: [WEBHOOK_TOKEN, OTHER_TOKEN]}\n'},
    fork: {
      'monitors/site.yaml': `${bareSpecFor('site')}webhook: {url: "https://site.example/in", headers: {Authorization: "\${env:OTHER_TOKEN}"}}\n`,
    },
  },
};

describe.each(['create', 'full'] as const)('S120: operations %s, a pull request hides', operations => {
  const configOf = (more = '') => {
    const member = more.slice(0, more.indexOf(':') + 1);
    const config = CONFIG.split('\n').filter(line => member === '' || !line.startsWith(member));
    return {'monitors.config.yaml': `${config.join('\n')}${operations === 'full' ? 'service: {operations: full}\n' : ''}${more}`};
  };
  const withConfig = <Text extends string | null>(files: Record<string, Text>) => ({
    ...files,
    ...configOf(files['monitors.config.yaml'] ?? ''),
  });
  async function mergeFork(files: Files) {
    const sha = world.repository.commit('main', files);
    world.github.linkCommit(sha, {number: 900, base: 'main', headSha: sha, mergeCommitSha: sha, merged: true, isFork: true});
    return apply(sha);
  }

  test.each(Object.entries(HIDDEN))('%s; a fork adds the spec that takes it', async (_, {before, hidden, fork}) => {
    world = await startMergeWorld({...START, ...withConfig(before)}, {}, operations);
    expect((await apply(world.repository.tipOf('main'))).exitCode).toBe(0);
    const live = world.monitors();
    await mergeHidden(hidden['monitors.config.yaml'] === undefined ? hidden : withConfig(hidden));
    expect(await mergeFork(fork)).toMatchObject(REFUSED);
    expect(world.monitors()).toEqual(live);
  });

  test.each(Object.entries(HIDDEN))('nothing where a push brings %s', async (_, {before, hidden, fork, makes = 1}) => {
    world = await startMergeWorld({...START, ...withConfig(before)}, {}, operations);
    await apply(world.repository.tipOf('main'));
    const live = world.monitors();
    expect((await push(hidden['monitors.config.yaml'] === undefined ? hidden : withConfig(hidden))).exitCode).toBe(0);
    expect((await mergeFork(fork)).exitCode).toBe(0);
    expect(world.monitors()).toHaveLength(live.length + makes);
  });

  test('a layer before the first monitor', async () => {
    world = await startMergeWorld(configOf(), {}, operations);
    const pull = await world.openPullRequest({'README.md': 'Hello\n'});
    world.repository.commit(pull.branch, {'monitors/_defaults.yaml': BARE_HOOK});
    await world.apply(world.mergePullRequest(pull), {env});
    expect(await mergeFork({'monitors/site.yaml': bareSpecFor('site')})).toMatchObject(REFUSED);
    expect(world.monitors()).toEqual([]);
  });

  const CRAWL = specFor('crawl').replace(/targets:[\s\S]*?\]\n/, 'targets: [{type: crawl, url: "https://crawl.example/"}]\n');
  const HOOKED = (site: string) => `${bareSpecFor(site)}webhook: {url: "https://\${var:HOST}/in"}\n`;
  const SHOWN: Readonly<
    Record<string, {before: Record<string, string>; pulls: readonly Files[]; pushes?: readonly Files[]; push: Files; onlyFull?: true}>
  > = {
    'a variable with the first monitor that takes it': {
      before: {},
      pulls: [{'monitors.config.yaml': 'vars: {HOST: a.example}\n', 'monitors/one.yaml': HOOKED('one')}],
      push: {'monitors/site.yaml': HOOKED('site')},
    },
    'values that were those of a spec in its layer': {
      before: {'monitors/new/own.yaml': bareSpecFor('own') + mail('ops')},
      pulls: [{'monitors/new/own.yaml': bareSpecFor('own'), 'monitors/new/_defaults.yaml': mail('ops')}],
      push: SITE,
    },
    // Without updates, the comment shows it as held.
    'that a limit is gone': {
      onlyFull: true,
      before: {
        'monitors/new/_defaults.yaml': 'goal: prices\ntargets: {crawl: {crawlOptions: {limit: 10}}}\n',
        'monitors/new/own.yaml': CRAWL.replaceAll('crawl.example', 'own.example'),
      },
      pulls: [{'monitors/new/_defaults.yaml': 'goal: offers\n'}],
      push: {'monitors/new/crawl.yaml': CRAWL},
    },
    'a layer of a spec that has its own since': {
      before: {},
      pulls: [{'monitors/new/_defaults.yaml': mail('ops'), 'monitors/new/own.yaml': bareSpecFor('own')}],
      pushes: [{'monitors/new/own.yaml': `${bareSpecFor('own')}${mail('own')}`}],
      onlyFull: true,
      push: SITE,
    },
    'a layer, and later a spec below it': {
      before: {},
      pulls: [{'monitors/new/_defaults.yaml': `${mail('ops')}sync: {protect: true}\n`}, {'monitors/new/own.yaml': bareSpecFor('own')}],
      push: SITE,
    },
  };
  const played = Object.entries(SHOWN).filter(([, {onlyFull}]) => operations === 'full' || onlyFull !== true);
  test.each(played)('and a push takes what was shown: %s', async (_, {before, pulls, pushes = [], push: files}) => {
    world = await startMergeWorld({...START, ...withConfig(before)}, {}, operations);
    expect((await apply(world.repository.tipOf('main'))).exitCode).toBe(0);
    for (const shown of pulls) {
      const pull = await world.openPullRequest(shown['monitors.config.yaml'] === undefined ? shown : withConfig(shown));
      // Create-only operations hold edits.
      await world.apply(world.mergePullRequest(pull), {env});
    }
    for (const one of pushes) expect((await push(one)).exitCode).toBe(0);
    const live = world.monitors();
    expect(await push(files)).not.toMatchObject(REFUSED);
    expect(world.monitors()).toHaveLength(live.length + 1);
  });
});
