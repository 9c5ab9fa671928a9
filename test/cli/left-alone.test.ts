import {readFileSync} from 'node:fs';
import {bareSpecFor, specFor} from '../world/cli';
import {startUserWorld, type UserWorld} from '../world/service';

/** Members that are left to whoever changes them in the service. */
let world: UserWorld;
afterEach(() => world.close());

const CONFIG = {'monitors.config.yaml': 'project: acme\nservice: {operations: full}\n'};
const spec = (sync: string, extra = '') =>
  `${bareSpecFor('a')}goal: Tell me\nretentionDays: 30\n${extra}sync: ${extra === '' ? sync.replace('{', '{alerts: none, ') : sync}\n`;

const run = (...args: string[]) => world.runHere(args);
const read = (path: string) => readFileSync(world.workspace.path(path), 'utf8');
const write = (text: string) => world.workspace.write({'monitors/a.yaml': text});
const find = () => world.emulator.monitors().find(monitor => monitor.name === 'a')!;
const edit = (changes: Parameters<UserWorld['emulator']['dashboard']['edit']>[1]) => world.emulator.dashboard.edit(find().id, changes);
const planned = async () => JSON.parse((await run('plan', '--refresh', '--format', 'json')).stdout);

async function applied(text: string): Promise<void> {
  world = await startUserWorld({...CONFIG, 'monitors/a.yaml': text}, {}, {operations: 'full'});
  expect(await run('apply', '--auto-approve')).toMatchObject({exitCode: 0});
}

async function expectNothingToDo(): Promise<void> {
  for (const flags of [[], ['--refresh']]) {
    expect(await run('plan', '--detailed-exitcode', ...flags)).toMatchObject({exitCode: 0, stdout: expect.stringContaining('No changes.')});
  }
}

describe('sync.ignore', () => {
  test('sends members at create, and then never reads them as drift', async () => {
    await applied(spec('{ignore: [schedule, retentionDays]}'));
    expect(find().retentionDays).toBe(30);
    await expectNothingToDo();
    edit({retentionDays: 7, schedule: {cron: '0 6 * * *', timezone: 'UTC'}});
    await expectNothingToDo();
    expect(await run('apply', '--refresh', '--auto-approve')).toMatchObject({exitCode: 0});
    expect(find()).toMatchObject({retentionDays: 7, schedule: {cron: '0 6 * * *'}});
  });

  test('leaves an edited member out of every update, with a warning, until it is not ignored any more', async () => {
    await applied(spec('{ignore: [retentionDays]}'));
    const edited = (sync: string) => spec(sync).replace('retentionDays: 30', 'retentionDays: 90');
    write(edited('{ignore: [retentionDays]}'));
    expect(await planned()).toMatchObject({
      changes: [],
      diagnostics: [{code: 'plan/ignored-edit', severity: 'warning', message: expect.stringMatching(/"a".*retentionDays/)}],
    });
    expect(await run('apply', '--auto-approve')).toMatchObject({exitCode: 0});
    write(edited('{ignore: [retentionDays]}').replace('Tell me', 'Tell me more'));
    expect(await planned()).toMatchObject({changes: [{action: 'update', fields: [{path: '/goal'}]}]});
    expect(await run('apply', '--refresh', '--auto-approve')).toMatchObject({exitCode: 0});
    expect(find()).toMatchObject({retentionDays: 30, goal: 'Tell me more'});
    write(edited('{protect: true}').replace('Tell me', 'Tell me more'));
    expect(JSON.parse((await run('plan', '--format', 'json')).stdout)).toMatchObject({
      changes: [{action: 'update', fields: [{path: '/retentionDays', before: 30, after: 90}]}],
      diagnostics: [],
    });
    expect(await run('apply', '--auto-approve')).toMatchObject({exitCode: 0});
    expect(find().retentionDays).toBe(90);
  });

  test('keeps what the service has of an ignored part when the rest of its member is sent', async () => {
    const notification = 'notification: {email: {enabled: true, recipients: [a@acme.example]}}\n';
    await applied(spec('{ignore: [notification.email.recipients]}', notification));
    edit({notification: {email: {enabled: true, recipients: ['b@acme.example'], includeDiffs: false}}});
    await expectNothingToDo();
    write(spec('{ignore: [notification.email.recipients]}', notification.replace('enabled: true', 'enabled: true, includeDiffs: true')));
    expect(await run('apply', '--auto-approve')).toMatchObject({exitCode: 0});
    expect(find().notification).toMatchObject({email: {enabled: true, recipients: ['b@acme.example'], includeDiffs: true}});
    await expectNothingToDo();
    write(spec('{protect: true}', notification.replace('enabled: true', 'enabled: true, includeDiffs: true')));
    expect((await planned()).changes).toMatchObject([
      {
        drift: [
          {op: 'add', after: 'a@acme.example'},
          {op: 'remove', before: 'b@acme.example'},
        ],
      },
    ]);
  });

  test('shows what was edited in the service once the member is not ignored any more', async () => {
    await applied(spec('{ignore: [retentionDays]}'));
    edit({retentionDays: 7});
    write(spec('{ignore: [retentionDays]}').replace('Tell me', 'Tell me more'));
    expect(await run('apply', '--auto-approve')).toMatchObject({exitCode: 0});
    write(spec('{protect: true}').replace('Tell me', 'Tell me more'));
    expect((await planned()).changes).toMatchObject([{drift: [{path: '/retentionDays', before: 7, after: 30}]}]);
  });

  test('leaves judging to the service with the goal', async () => {
    await applied(spec('{ignore: [goal]}'));
    edit({goal: null, judgeEnabled: false});
    await expectNothingToDo();
  });

  test('sends the whole spec where the monitor is created again', async () => {
    await applied(spec('{ignore: [retentionDays]}'));
    write(spec('{ignore: [retentionDays]}').replace('retentionDays: 30', 'retentionDays: 90'));
    world.emulator.dashboard.delete(find().id);
    world.workspace.write({'monitors/b.yaml': specFor('b')});
    expect(await run('apply', '--auto-approve')).toMatchObject({exitCode: 0});
    expect(await run('apply', '--refresh', '--lookup-timeout', '0', '--auto-approve')).toMatchObject({exitCode: 0});
    expect(find().retentionDays).toBe(90);
    await expectNothingToDo();
  });

  test('accepts other drift without the ignored one', async () => {
    await applied(spec('{ignore: [retentionDays]}'));
    edit({retentionDays: 7, goal: 'Tell me less'});
    expect(await run('accept', 'a')).toMatchObject({exitCode: 0});
    expect(read('monitors/a.yaml')).toContain('retentionDays: 30');
    expect(read('monitors/a.yaml')).toContain('Tell me less');
    await expectNothingToDo();
  });

  test('is worked out again by a saved plan, whose spec may not change what is left alone', async () => {
    await applied(spec('{ignore: [retentionDays]}'));
    write(spec('{ignore: [retentionDays]}').replace('Tell me', 'Tell me more'));
    expect(await run('plan', '--refresh', '--out', 'plan.json')).toMatchObject({exitCode: 0});
    edit({retentionDays: 7});
    expect(await run('apply', 'plan.json')).toMatchObject({exitCode: 0});
    expect(find()).toMatchObject({retentionDays: 7, goal: 'Tell me more'});
    write(spec('{ignore: [retentionDays, goal]}').replace('Tell me', 'Tell me less'));
    expect(await planned()).toMatchObject({changes: [], diagnostics: [{message: expect.stringMatching(/ignores goal \(/)}]});
  });

  test('blocks no edit where only creates are used', async () => {
    world = await startUserWorld({'monitors.config.yaml': 'project: acme\n', 'monitors/a.yaml': spec('{ignore: [goal]}')});
    expect(await run('apply', '--auto-approve')).toMatchObject({exitCode: 0});
    write(spec('{ignore: [goal]}').replace('Tell me', 'Tell me more'));
    const {stdout} = await run('plan', '--format', 'json');
    expect(JSON.parse(stdout)).toMatchObject({summary: {blocked: 0, unchanged: 1}, diagnostics: [{code: 'plan/ignored-edit'}]});
  });

  test('names only what can be ignored', async () => {
    world = await startUserWorld({...CONFIG, 'monitors/a.yaml': spec('{ignore: [targets]}')}, {}, {operations: 'full'});
    expect(await run('validate')).toMatchObject({exitCode: 1, stdout: expect.stringMatching(/sync\.ignore\[0\].*"targets"/)});
  });
});

describe('sync.paused: keep', () => {
  test('leaves a pause by hand alone, also when the monitor is updated', async () => {
    await applied(spec('{paused: keep}'));
    expect(find().status).toBe('active');
    await expectNothingToDo();
    edit({status: 'paused'});
    await expectNothingToDo();
    write(spec('{paused: keep}').replace('Tell me', 'Tell me more'));
    expect((await planned()).changes).toMatchObject([{action: 'update', fields: [{path: '/goal'}], drift: []}]);
    expect(await run('apply', '--refresh', '--auto-approve')).toMatchObject({exitCode: 0});
    expect(find()).toMatchObject({status: 'paused', goal: 'Tell me more'});
    edit({status: 'active'});
    await expectNothingToDo();
  });

  test('keeps a monitor paused that is created again, and ends with the setting', async () => {
    await applied(spec('{paused: keep}', 'webhook: {url: "https://hooks.example/x"}\n'));
    edit({status: 'paused'});
    write(spec('{paused: keep}'));
    expect((await planned()).changes).toMatchObject([{action: 'replace'}]);
    expect(await run('apply', '--refresh', '--auto-approve')).toMatchObject({exitCode: 0});
    expect(find().status).toBe('paused');
    await expectNothingToDo();
    write(spec('{paused: false}'));
    expect(await run('apply', '--refresh', '--auto-approve')).toMatchObject({exitCode: 0});
    expect(find().status).toBe('active');
  });

  test('accepts other drift without the pause', async () => {
    await applied(spec('{paused: keep}'));
    edit({status: 'paused', goal: 'Tell me less'});
    expect(await run('accept', 'a')).toMatchObject({exitCode: 0});
    expect(read('monitors/a.yaml')).toMatch(/Tell me less[\s\S]*paused: keep/);
    await expectNothingToDo();
  });

  test('is the only word that it takes', async () => {
    world = await startUserWorld({...CONFIG, 'monitors/a.yaml': spec('{paused: keeps}')}, {}, {operations: 'full'});
    const {exitCode, stdout} = await run('validate');
    expect(exitCode).toBe(1);
    expect(stdout).toMatch(/sync\.paused.*keeps/);
  });
});
