import {mkdirSync, readFileSync, renameSync, rmSync, symlinkSync} from 'node:fs';
import {bareSpecFor, specFor} from '../world/cli';
import {startUserWorld, type UserWorld} from '../world/service';

/** `monitors accept` writes what somebody changed in the service into the specs, and touches nothing else. */
let world: UserWorld;
afterEach(() => world.close());

const CONFIG = {'monitors.config.yaml': 'project: acme\nservice: {operations: full}\nsecrets: {allow: [HOOK_TOKEN]}\n'};
const A = `# The shop
name: a   # short
schedule: {text: hourly}
goal: 'Tell me when a price changes'
targets:
  # the start page
  - type: scrape
    urls: [https://a.example/]
retentionDays: 30 # a month
`;
const HOOK = 'webhook: {url: "https://hooks.example/x", headers: {Authorization: "Bearer ${env:HOOK_TOKEN}"}}\n';
const SPECS = {'monitors/a.yaml': A, 'monitors/b.yaml': bareSpecFor('b') + HOOK, 'monitors/c.yaml': specFor('c')};

const env = {HOOK_TOKEN: 'hook-token-value'};
const run = (...args: string[]) => world.runHere(args, {env});
const read = (name: string) => readFileSync(world.workspace.path(name), 'utf8');
const find = (name: string) => world.emulator.monitors().find(monitor => monitor.name === name)!;
const edit = (name: string, changes: Parameters<UserWorld['emulator']['dashboard']['edit']>[1]) =>
  world.emulator.dashboard.edit(find(name).id, changes);

/** Requests that could change something. */
const writes = () => world.emulator.requests().filter(({method}) => method !== 'GET').length;
const recordOf = (key: string) => JSON.parse(read('monitors.state.json')).monitors[key];

async function applied(files: Readonly<Record<string, string>> = SPECS): Promise<void> {
  world = await startUserWorld({...CONFIG, ...files}, {}, {operations: 'full'});
  expect(await run('apply', '--auto-approve')).toMatchObject({exitCode: 0});
}

async function expectNothingToDo(): Promise<void> {
  expect(await run('plan', '--refresh', '--detailed-exitcode')).toMatchObject({
    exitCode: 0,
    stdout: expect.stringContaining('No changes.'),
  });
}

describe('monitors accept', () => {
  test('writes the live values into the spec, keeps all else as it is written, and leaves nothing to do', async () => {
    await applied();
    edit('a', {
      retentionDays: 7,
      goal: 'Tell me when a price drops',
      targets: [{...find('a').targets[0], urls: ['https://a.example/', 'https://a.example/new']}],
    });
    const sent = writes();
    const ended = await run('accept', 'a');
    expect(ended).toMatchObject({exitCode: 0, stdout: expect.stringContaining('accepted into monitors/a.yaml')});
    expect(ended.stdout).toContain('retentionDays: 30 -> 7');
    expect(ended.stdout.trimEnd()).toMatch(
      /\nWritten into monitors\/a\.yaml\. Nothing was sent\. Commit the spec and the state together\.$/,
    );
    expect(read('monitors/a.yaml')).toBe(
      A.replace('retentionDays: 30', 'retentionDays: 7')
        .replace('price changes', 'price drops')
        .replace('[https://a.example/]', '[https://a.example/, https://a.example/new]'),
    );
    expect(writes()).toBe(sent);
    await expectNothingToDo();
    expect(await run('plan', '--detailed-exitcode')).toMatchObject({exitCode: 0});
  });

  test('takes over a schedule, a pause, an added and a removed target, and mail', async () => {
    await applied();
    const [own] = find('a').targets;
    edit('a', {
      schedule: {cron: '5 4 * * *', timezone: 'Europe/Berlin'},
      targets: [own!, {type: 'search', queries: ['acme prices']}],
      notification: {email: {enabled: true, recipients: ['boss@acme.example']}},
      status: 'paused',
    });
    edit('c', {targets: [{type: 'crawl', url: 'https://c.example/docs'}]});
    expect(await run('accept', 'a', 'c')).toMatchObject({exitCode: 0});
    expect(read('monitors/a.yaml')).toContain('# the start page\n  - type: scrape');
    expect(read('monitors/a.yaml')).toMatch(/queries:\n\s+- acme prices/);
    expect(read('monitors/a.yaml')).toMatch(/sync:\n {2}paused: true/);
    expect(read('monitors/c.yaml')).toContain('https://c.example/docs');
    await expectNothingToDo();
    world.workspace.write({'monitors/a.yaml': read('monitors/a.yaml').replace('Tell me', 'Say')});
    expect(await run('apply', '--auto-approve')).toMatchObject({exitCode: 0});
    await expectNothingToDo();
  });

  test('writes the paths of a crawl in the order of the spec, and those added in the service after them', async () => {
    const crawl = (paths: string) =>
      specFor('c').replace(
        /targets:.*/s,
        `targets:\n  - type: crawl\n    url: https://c.example/\n    crawlOptions: {limit: 5, includePaths: [${paths}]}\n`,
      );
    await applied({'monitors/c.yaml': crawl('/docs, /blog')});
    const [target] = find('c').targets;
    edit('c', {targets: [{...target, crawlOptions: {limit: 5, includePaths: ['/new', '/blog', '/docs']}}]});
    expect(await run('accept', 'c')).toMatchObject({exitCode: 0});
    expect(read('monitors/c.yaml')).toBe(crawl('/docs, /blog, /new'));
    await expectNothingToDo();
  });

  test('K14: touches no other monitor: neither the drift of others, nor what they deleted, nor what the repository changed', async () => {
    await applied({...SPECS, 'monitors/d.yaml': specFor('d'), 'monitors/new.yaml': specFor('new')});
    edit('a', {retentionDays: 7});
    edit('b', {retentionDays: 8});
    edit('c', {retentionDays: 9});
    world.emulator.dashboard.delete(find('d').id);
    world.workspace.write({'monitors/a.yaml': A.replace('price changes', 'price drops'), 'monitors/later.yaml': specFor('later')});
    const before = {live: world.emulator.monitors(), records: ['b', 'c', 'd', 'new'].map(recordOf), sent: writes()};
    const specs = ['b', 'c', 'd', 'new', 'later'].map(key => read(`monitors/${key}.yaml`));
    const ended = await run('accept', 'a', '--format', 'json', '-q');
    expect(ended.exitCode).toBe(0);
    expect(JSON.parse(ended.stdout)).toEqual({
      formatVersion: 1,
      command: 'accept',
      accepted: [
        {key: 'a', file: 'monitors/a.yaml', fields: [{path: '/retentionDays', op: 'change', before: 30, after: 7, sensitive: false}]},
      ],
      unchanged: [],
    });
    expect({live: world.emulator.monitors(), records: ['b', 'c', 'd', 'new'].map(recordOf), sent: writes()}).toEqual(before);
    expect(['b', 'c', 'd', 'new', 'later'].map(key => read(`monitors/${key}.yaml`))).toEqual(specs);
    expect(Object.keys(JSON.parse(read('monitors.state.json')).monitors)).toEqual(['a', 'b', 'c', 'd', 'new']);
    expect(JSON.parse((await run('plan', '--refresh', '--lookup-timeout', '0', '--format', 'json')).stdout)).toMatchObject({
      summary: {create: 2, update: 3, drift: 3},
      changes: [{key: 'a', fields: [{path: '/goal'}], drift: []}, {key: 'b'}, {key: 'c'}, {key: 'd', action: 'create'}, {key: 'later'}],
    });
  });

  test('changes only the document that is meant, in a file of several', async () => {
    const several = `${bareSpecFor('x')}sync: {alerts: none, key: x}\n---\n# second\n${bareSpecFor('y')}sync: {alerts: none, key: y}\n`;
    await applied({'monitors/all.yaml': several});
    edit('y', {retentionDays: 7});
    edit('x', {goal: 'x only'});
    expect(await run('accept', 'y', 'x')).toMatchObject({exitCode: 0});
    expect(read('monitors/all.yaml')).toBe(
      `${bareSpecFor('x')}sync: {alerts: none, key: x}\ngoal: x only\njudgeEnabled: false\n---\n# second\n${bareSpecFor('y')}sync: {alerts: none, key: y}\nretentionDays: 7\n`,
    );
    await expectNothingToDo();
  });

  test('a key that nobody changed has nothing to accept, and is said so beside one that somebody did', async () => {
    await applied();
    const before = read('monitors.state.json');
    const nothing = await run('accept', 'a');
    expect(nothing).toMatchObject({exitCode: 0, stdout: expect.stringContaining('a: not changed in the service')});
    expect(nothing.stdout).toContain('No spec was changed.');
    expect([read('monitors/a.yaml'), read('monitors.state.json')]).toEqual([A, before]);
    edit('c', {retentionDays: 7});
    expect(JSON.parse((await run('accept', 'a', 'c', 'c', '--format', 'json')).stdout)).toMatchObject({
      accepted: [{key: 'c'}],
      unchanged: ['a'],
    });
  });

  test.each<readonly [string, Parameters<typeof edit>[1], string, RegExp]>([
    [
      'a header of a webhook',
      {webhook: {url: 'https://hooks.example/x', headers: {Authorization: 'x', 'X-New': 'very-secret'}}},
      'b',
      /is\s+a\s+secret/,
    ],
    ['the address of a webhook', {webhook: {url: 'https://other.example/very-secret'}}, 'c', /is\s+a\s+secret/],
    [
      'a query in the address of a page',
      {targets: [{type: 'scrape', urls: ['https://c.example/?token=very-secret']}]},
      'c',
      /is\s+a\s+secret/,
    ],
    [
      'what no spec may say',
      {targets: [{type: 'scrape', urls: ['https://c.example/'], scrapeOptions: {timeout: 5}}]},
      'c',
      /a\s+spec\s+(must\s+not|can't)/,
    ],
  ])('refuses %s, and writes nothing at all', async (_name, changes, key, why) => {
    await applied();
    edit(key, changes);
    edit('a', {retentionDays: 7});
    const before = [read('monitors/a.yaml'), read(`monitors/${key}.yaml`), read('monitors.state.json')];
    const refused = await run('accept', 'a', key);
    expect(refused).toMatchObject({exitCode: 3, stderr: expect.stringMatching(why)});
    expect(refused.stderr).toContain('live/not-accepted');
    expect(refused.stdout + refused.stderr).not.toContain('very-secret');
    expect([read('monitors/a.yaml'), read(`monitors/${key}.yaml`), read('monitors.state.json')]).toEqual(before);
  });

  test('names all that can not be accepted at once, and the command for the others', async () => {
    await applied({...SPECS, 'monitors/d.yaml': specFor('d')});
    edit('a', {retentionDays: 7});
    edit('c', {targets: [{type: 'scrape', urls: ['https://c.example/?token=very-secret']}]});
    edit('d', {targets: [{type: 'scrape', urls: ['https://d.example/?token=very-secret']}]});
    const refused = await run('accept', 'a', 'c', 'd');
    const words = refused.stderr.replace(/\s+/g, ' ');
    expect(refused.exitCode).toBe(3);
    for (const key of ['c', 'd']) expect(words).toContain(`the drift of "${key}" can't be accepted: what was changed is a secret`);
    expect(words).toContain("the drift of 2 of 3 monitors can't be accepted; nothing was changed");
    expect(words).toContain('for the others: monitors accept a');
    const {error, diagnostics} = JSON.parse((await run('accept', 'a', 'c', 'd', '--format', 'json')).stdout);
    expect([error.code, diagnostics.map(({code}: {code: string}) => code)]).toEqual([
      'live/not-accepted',
      ['live/not-accepted', 'live/not-accepted'],
    ]);
    expect(read('monitors/a.yaml')).toBe(A);
  });

  test('K14a: names the environment in the commands of each refusal, which else change another one', async () => {
    await applied({...SPECS, 'monitors.config.yaml': `${CONFIG['monitors.config.yaml']}environment: b\nenvironments: {a: {}, b: {}}\n`});
    expect(await run('apply', '--auto-approve', '--environment', 'a')).toMatchObject({exitCode: 0});
    const ids = ['a', 'c'].map(key => JSON.parse(read('monitors.state.a.json')).monitors[key].id);
    for (const id of ids) world.emulator.dashboard.delete(id);
    const accept = ['accept', 'a', 'c', '--environment', 'a', '--lookup-timeout', '0'];
    const words = (await run(...accept)).stderr.replace(/\s+/g, ' ');
    const hints = JSON.parse((await run(...accept, '--format', 'json')).stdout).diagnostics.map(({hint}: {hint: string}) => hint);
    for (const [at, key] of ['a', 'c'].entries()) {
      const command = `"monitors state rm ${key} --environment a"`;
      expect([words, hints[at]]).toEqual([expect.stringContaining(command), expect.stringContaining(command)]);
    }
  });

  test('refuses a monitor that is gone, an unknown key, no key, and operations create', async () => {
    await applied({...SPECS, 'monitors/shop.yaml': specFor('shop')});
    world.emulator.dashboard.delete(find('c').id);
    expect(await run('accept', 'c', '--lookup-timeout', '0')).toMatchObject({exitCode: 3, stderr: expect.stringContaining('state rm c')});
    const asked = world.emulator.requests().length;
    const unknown = await run('accept', 'a', 'shopp');
    expect(unknown).toMatchObject({exitCode: 3, stderr: expect.stringContaining('config/unknown-key')});
    expect(unknown.stderr).toContain('did you mean "shop"?');
    expect(await run('accept')).toMatchObject({exitCode: 3, stderr: expect.stringContaining('config/usage')});
    expect(world.emulator.requests()).toHaveLength(asked);
    world.workspace.write({'monitors.config.yaml': 'project: acme\n'});
    expect(await run('accept', 'a')).toMatchObject({exitCode: 3, stderr: expect.stringContaining('monitors accept needs')});
  });

  test('refuses a monitor that was never applied, and one that another run holds', async () => {
    await applied();
    world.workspace.write({'monitors/later.yaml': specFor('later')});
    expect(await run('accept', 'later')).toMatchObject({exitCode: 3, stderr: expect.stringContaining('it is not recorded')});
    edit('a', {retentionDays: 7});
    world.workspace.write({'monitors.state.json.lock': ''});
    expect(await run('accept', 'a')).toMatchObject({exitCode: 3, stderr: expect.stringContaining('state/lock')});
    expect(read('monitors/a.yaml')).toBe(A);
  });

  test('P1: killed between the spec and the state, the next run sends what is there already, and that is all', async () => {
    await applied();
    const state = read('monitors.state.json');
    edit('a', {retentionDays: 7});
    expect(await run('accept', 'a')).toMatchObject({exitCode: 0});
    world.workspace.write({'monitors.state.json': state});
    const sent = writes();
    expect(await run('apply', '--auto-approve')).toMatchObject({exitCode: 0});
    expect(writes()).toBe(sent + 1);
    expect(find('a').retentionDays).toBe(7);
    await expectNothingToDo();
  });

  test('P8: never writes through a link', async () => {
    await applied();
    edit('a', {retentionDays: 7});
    mkdirSync(world.workspace.path('elsewhere'));
    renameSync(world.workspace.path('monitors/a.yaml'), world.workspace.path('elsewhere/a.yaml'));
    symlinkSync('../elsewhere/a.yaml', world.workspace.path('monitors/a.yaml'));
    expect(await run('accept', 'a')).toMatchObject({exitCode: 1});
    expect(read('elsewhere/a.yaml')).toBe(A);
    rmSync(world.workspace.path('monitors/a.yaml'));
  });
});
