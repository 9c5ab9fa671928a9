import {mkdirSync, readFileSync, renameSync, rmSync, symlinkSync} from 'node:fs';
import {specFor} from '../world/cli';
import {startUserWorld, type UserWorld} from '../world/service';

/** What somebody changes in the service by hand is seen, put back, or written into the spec. */
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
const SPECS = {'monitors/a.yaml': A, 'monitors/b.yaml': specFor('b') + HOOK, 'monitors/c.yaml': specFor('c')};

const env = {HOOK_TOKEN: 'hook-token-value'};
const run = (...args: string[]) => world.runHere(args, {env});
const read = (name: string) => readFileSync(world.workspace.path(name), 'utf8');
const find = (name: string) => world.emulator.monitors().find(monitor => monitor.name === name)!;
const edit = (name: string, changes: Parameters<UserWorld['emulator']['dashboard']['edit']>[1]) =>
  world.emulator.dashboard.edit(find(name).id, changes);
const patches = () => world.emulator.requests().filter(({method}) => method === 'PATCH').length;

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

describe('what somebody changed by hand', () => {
  test('is shown apart from what the repository changed, with both values', async () => {
    await applied();
    edit('a', {retentionDays: 7});
    world.workspace.write({'monitors/a.yaml': A.replace('a price changes', 'a price drops')});
    const plan = await run('plan', '--refresh');
    expect(plan.stdout).toMatch(
      /goal: "Tell me when a price changes" -> "Tell me when a price drops"\n.*outside[^\n]*\n.*retentionDays: 7 -> 30/s,
    );
    const document = JSON.parse((await run('plan', '--refresh', '--format', 'json')).stdout);
    expect(document).toMatchObject({
      summary: {update: 1, drift: 1},
      changes: [{key: 'a', fields: [{path: '/goal'}], drift: [{path: '/retentionDays', before: 7, after: 30}]}],
    });
  });

  test('is put back by an apply that looks, and by a saved plan that looked', async () => {
    await applied();
    edit('a', {retentionDays: 7});
    expect(await run('apply', '--refresh', '--auto-approve')).toMatchObject({exitCode: 0, stdout: expect.stringContaining('1 updated')});
    expect(find('a').retentionDays).toBe(30);
    edit('a', {retentionDays: 8});
    expect(await run('plan', '--refresh', '--out', 'plan.json')).toMatchObject({exitCode: 0});
    expect(await run('apply', 'plan.json')).toMatchObject({exitCode: 0});
    expect(find('a').retentionDays).toBe(30);
    await expectNothingToDo();
  });

  test('stops an apply that did not look and would overwrite it, for that monitor alone', async () => {
    await applied();
    edit('a', {schedule: {cron: '0 0 1 * *', timezone: 'UTC'}});
    world.workspace.write({'monitors/a.yaml': A.replace('hourly', 'daily'), 'monitors/c.yaml': specFor('c').replace('hourly', 'daily')});
    const ended = await run('apply', '--auto-approve');
    expect(ended).toMatchObject({exitCode: 1, stdout: expect.stringContaining('1 updated')});
    expect(ended.stdout + ended.stderr).toMatch(/plan is\s+stale\s+for\s+a\b/);
    expect(ended.stdout + ended.stderr).toMatch(/"0 0 1 \* \* ?\*?"|0 0 1/);
    expect(find('a').schedule).toMatchObject({cron: '0 0 1 * *'});
  });

  test('of another member stops no apply that did not look: it stays there, and is seen by the next look', async () => {
    await applied();
    edit('a', {retentionDays: 7});
    world.workspace.write({'monitors/a.yaml': A.replace('hourly', 'daily')});
    expect(await run('apply', '--auto-approve')).toMatchObject({exitCode: 0, stdout: expect.stringContaining('1 updated')});
    expect(find('a').retentionDays).toBe(7);
    expect((await run('plan', '--refresh')).stdout).toMatch(/retentionDays: 7 -> 30/);
  });

  test('is created again where somebody deleted it, and said so', async () => {
    await applied();
    const {id} = find('c');
    world.emulator.dashboard.delete(id);
    const document = JSON.parse((await run('plan', '--refresh', '--format', 'json')).stdout);
    expect(document).toMatchObject({summary: {create: 1, drift: 1}, changes: [{action: 'create', key: 'c', gone: id}]});
    expect(await run('apply', '--refresh', '--auto-approve', '--settle', '0')).toMatchObject({exitCode: 0});
    await expectNothingToDo();
  });
});

describe('--accept-drift', () => {
  test('writes the live values into the spec, keeps all else as it is written, and leaves nothing to do', async () => {
    await applied();
    edit('a', {
      retentionDays: 7,
      goal: 'Tell me when a price drops',
      targets: [{...find('a').targets[0], urls: ['https://a.example/', 'https://a.example/new']}],
    });
    const sent = patches();
    const ended = await run('apply', '--accept-drift', 'a', '--auto-approve');
    expect(ended).toMatchObject({exitCode: 0, stdout: expect.stringContaining('accept into monitors/a.yaml')});
    expect(ended.stdout).toContain('retentionDays: 30 -> 7');
    expect(ended.stdout.trimEnd()).toMatch(/\nWritten into monitors\/a\.yaml\. Commit spec and state together\.$/);
    expect(read('monitors/a.yaml')).toBe(
      A.replace('retentionDays: 30', 'retentionDays: 7')
        .replace('price changes', 'price drops')
        .replace('[https://a.example/]', '[https://a.example/, https://a.example/new]'),
    );
    expect(patches()).toBe(sent);
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
    expect(await run('apply', '--accept-drift', 'a', '--accept-drift', 'c', '--auto-approve')).toMatchObject({exitCode: 0});
    expect(read('monitors/a.yaml')).toContain('# the start page\n  - type: scrape');
    expect(read('monitors/a.yaml')).toMatch(/queries:\n\s+- acme prices/);
    expect(read('monitors/a.yaml')).toMatch(/sync:\n {2}paused: true/);
    expect(read('monitors/c.yaml')).toContain('https://c.example/docs');
    await expectNothingToDo();
    world.workspace.write({'monitors/a.yaml': read('monitors/a.yaml').replace('Tell me', 'Say')});
    expect(await run('apply', '--auto-approve')).toMatchObject({exitCode: 0});
    await expectNothingToDo();
  });

  test('leaves what the repository changed to be applied, and puts the drift of the others back', async () => {
    await applied();
    edit('a', {retentionDays: 7});
    edit('c', {retentionDays: 9});
    world.workspace.write({'monitors/a.yaml': A.replace('price changes', 'price drops')});
    const ended = await run('apply', '--accept-drift', 'a', '--auto-approve', '--format', 'json', '-q');
    expect(ended.exitCode).toBe(0);
    expect(JSON.parse(ended.stdout)).toMatchObject({
      accepted: [{key: 'a', file: 'monitors/a.yaml', fields: [{path: '/retentionDays', before: 30, after: 7}]}],
      results: [
        {key: 'a', outcome: 'updated'},
        {key: 'c', outcome: 'updated'},
      ],
    });
    expect(find('a')).toMatchObject({retentionDays: 7, goal: 'Tell me when a price drops'});
    expect(find('c').retentionDays).toBe(30);
    await expectNothingToDo();
  });

  test('changes only the document that is meant, in a file of several', async () => {
    const several = `${specFor('x')}sync: {key: x}\n---\n# second\n${specFor('y')}sync: {key: y}\n`;
    await applied({'monitors/all.yaml': several});
    edit('y', {retentionDays: 7});
    edit('x', {goal: 'x only'});
    expect(await run('apply', '--accept-drift', 'y', '--accept-drift', 'x', '--auto-approve')).toMatchObject({exitCode: 0});
    expect(read('monitors/all.yaml')).toBe(
      `${specFor('x')}sync: {key: x}\ngoal: x only\njudgeEnabled: false\n---\n# second\n${specFor('y')}sync: {key: y}\nretentionDays: 7\n`,
    );
    await expectNothingToDo();
  });

  test('a key that nobody changed has nothing to accept', async () => {
    await applied();
    expect(await run('apply', '--accept-drift', 'a')).toMatchObject({exitCode: 0, stdout: expect.stringContaining('nothing to accept')});
    expect(read('monitors/a.yaml')).toBe(A);
  });

  test('asks before it writes', async () => {
    await applied();
    edit('a', {retentionDays: 7});
    const asked = await run('apply', '--accept-drift', 'a');
    expect(asked).toMatchObject({exitCode: 3, stderr: expect.stringContaining('monitors apply --accept-drift a --auto-approve')});
    expect(read('monitors/a.yaml')).toBe(A);
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
      /no\s+spec\s+(may|can)/,
    ],
  ])('refuses %s, and writes nothing at all', async (_name, changes, key, why) => {
    await applied();
    edit(key, changes);
    edit('a', {retentionDays: 7});
    const before = [read('monitors/a.yaml'), read(`monitors/${key}.yaml`), read('monitors.state.json')];
    const refused = await run('apply', '--accept-drift', 'a', '--accept-drift', key, '--auto-approve');
    expect(refused).toMatchObject({exitCode: 3, stderr: expect.stringMatching(why)});
    expect(refused.stderr).toContain('live/not-accepted');
    expect(refused.stdout + refused.stderr).not.toContain('very-secret');
    expect([read('monitors/a.yaml'), read(`monitors/${key}.yaml`), read('monitors.state.json')]).toEqual(before);
  });

  test('refuses a monitor that is gone, an unknown key, a saved plan, and operations create', async () => {
    await applied();
    world.emulator.dashboard.delete(find('c').id);
    expect(await run('apply', '--accept-drift', 'c')).toMatchObject({exitCode: 3, stderr: expect.stringContaining('state rm c')});
    expect(await run('apply', '--accept-drift', 'aa')).toMatchObject({exitCode: 3, stderr: expect.stringContaining('config/unknown-key')});
    await run('plan', '--out', 'plan.json');
    expect(await run('apply', 'plan.json', '--accept-drift', 'a')).toMatchObject({exitCode: 3, stderr: expect.stringContaining('exclude')});
    world.workspace.write({'monitors.config.yaml': 'project: acme\n'});
    expect(await run('apply', '--accept-drift', 'a')).toMatchObject({exitCode: 3, stderr: expect.stringContaining('--accept-drift needs')});
  });

  test('P1: killed between the spec and the state, the next run finds its work done', async () => {
    await applied();
    const state = read('monitors.state.json');
    edit('a', {retentionDays: 7});
    expect(await run('apply', '--accept-drift', 'a', '--auto-approve')).toMatchObject({exitCode: 0});
    world.workspace.write({'monitors.state.json': state});
    const sent = patches();
    expect(await run('apply', '--auto-approve')).toMatchObject({exitCode: 0});
    expect(patches()).toBe(sent);
    await expectNothingToDo();
  });

  test('P8: never writes through a link', async () => {
    await applied();
    edit('a', {retentionDays: 7});
    mkdirSync(world.workspace.path('elsewhere'));
    renameSync(world.workspace.path('monitors/a.yaml'), world.workspace.path('elsewhere/a.yaml'));
    symlinkSync('../elsewhere/a.yaml', world.workspace.path('monitors/a.yaml'));
    expect(await run('apply', '--accept-drift', 'a', '--auto-approve')).toMatchObject({exitCode: 1});
    expect(read('elsewhere/a.yaml')).toBe(A);
    rmSync(world.workspace.path('monitors/a.yaml'));
  });
});
