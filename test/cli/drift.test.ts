import {bareSpecFor, specFor} from '../world/cli';
import {startUserWorld, type UserWorld} from '../world/service';

/** Edits in the service by hand are seen and put back. */
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
const find = (name: string) => world.emulator.monitors().find(monitor => monitor.name === name)!;
const edit = (name: string, changes: Parameters<UserWorld['emulator']['dashboard']['edit']>[1]) =>
  world.emulator.dashboard.edit(find(name).id, changes);

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

  test('comes with the command that keeps it', async () => {
    await applied();
    edit('a', {retentionDays: 7});
    const said = (stdout: string) =>
      stdout.replace(/\s+/g, ' ').match(/To keep a change, write it into its spec: monitors accept \S+/)?.[0] ?? '';
    expect(said((await run('plan', '--refresh')).stdout)).toMatch(/accept a$/);
    edit('b', {retentionDays: 7});
    expect(said((await run('plan', '--refresh')).stdout)).toMatch(/accept KEY$/);
    expect(said((await run('plan', '--refresh', '--quiet')).stdout)).toBe('');
    expect(said((await run('plan')).stdout)).toBe('');
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
    const document = JSON.parse((await run('plan', '--refresh', '--lookup-timeout', '0', '--format', 'json')).stdout);
    expect(document).toMatchObject({summary: {create: 1, drift: 1}, changes: [{action: 'create', key: 'c', gone: id}]});
    expect(await run('apply', '--refresh', '--auto-approve', '--lookup-timeout', '0')).toMatchObject({exitCode: 0});
    await expectNothingToDo();
  });
});
