import {apply, plan} from '../../src/index';
import {bareSpecFor} from '../world/cli';
import {API_KEY, startUserWorld, type UserWorld} from '../world/service';

/** Monitors of which no one hears, and addresses of chats. */
const CONFIG = {'monitors.config.yaml': 'project: acme\nservice: {operations: full}\n'};
const NONE = 'sync: {alerts: none}\n';
const HOOK = 'webhook: {url: "https://hooks.example/acme"}\n';
const MAIL = 'notification: {email: {enabled: true}}\n';
const SECRET = 'T0123456/B0123456/abcdefghijklmnopqrstuvwx';

let world: UserWorld;
afterEach(() => world.close());

async function start(files: Readonly<Record<string, string>>): Promise<void> {
  world = await startUserWorld({...CONFIG, ...files}, {}, {operations: 'full'});
}

interface Shown {
  readonly code: string;
  readonly message: string;
  readonly file?: string;
}

async function findingsOf(command: string, ...args: string[]): Promise<readonly Shown[]> {
  const {diagnostics, findings} = JSON.parse((await world.runHere([command, '--format', 'json', ...args])).stdout);
  return ((diagnostics ?? findings) as Shown[]).filter(({code}) => code === 'risk/no-alert');
}

const names = 'abcdefgh'.split('');

test('W32: one finding a run names the first five of those of which no one hears', async () => {
  await start({
    ...Object.fromEntries(names.map(name => [`monitors/${name}.yaml`, bareSpecFor(name)])),
    'monitors/hook.yaml': bareSpecFor('hook') + HOOK,
    'monitors/mail.yaml': bareSpecFor('mail') + MAIL,
    'monitors/none.yaml': bareSpecFor('none') + NONE,
  });
  for (const command of ['validate', 'plan']) {
    const found = await findingsOf(command);
    expect(found).toMatchObject([{file: 'monitors/a.yaml'}]);
    expect(found[0]?.message).toBe('8 monitors notify no one of what is found: "a", "b", "c", "d", "e" and 3 more');
  }
  const {stderr} = await world.runHere(['apply', '--auto-approve']);
  expect(stderr.match(/risk\/no-alert/g)).toHaveLength(1);
});

test('W32: it stands at the layer that all of them have; a layer or a row ends it, and neither changes a body', async () => {
  await start({
    'monitors/pages.yaml':
      'name: "${each:key}"\ntargets: [{type: scrape, urls: ["https://${each:key}.example/"]}]\nsync: {each: {file: _rows.csv}}\n',
    'monitors/_rows.csv': 'key\none\ntwo\n',
    'monitors/_defaults.yaml': 'schedule: {text: hourly}\n',
  });
  expect(await findingsOf('validate')).toMatchObject([{file: 'monitors/_defaults.yaml'}]);
  expect(await world.runHere(['apply', '--auto-approve'])).toMatchObject({exitCode: 0});
  world.workspace.write({'monitors/_defaults.yaml': `schedule: {text: hourly}\n${NONE}`});
  expect(await findingsOf('validate')).toEqual([]);
  expect(await findingsOf('plan')).toEqual([]);
  expect((await world.runHere(['plan', '--refresh'])).stdout).toContain('No changes.');
  world.workspace.write({
    'monitors/_defaults.yaml': 'schedule: {text: hourly}\n',
    'monitors/_rows.csv': 'key,alerts\none,none\ntwo,\n',
    'monitors/pages.yaml':
      'name: "${each:key}"\ntargets: [{type: scrape, urls: ["https://${each:key}.example/"]}]\nsync: {each: {file: _rows.csv}, alerts: "${each:alerts}"}\n',
  });
  const found = await findingsOf('validate');
  expect(found[0]?.message).toBe('1 monitor notifies no one of what is found: "pages/two"');
  expect((await world.runHere(['plan'])).stdout).toContain('No changes.');
});

test('W32: a spec with a webhook under such a layer says so', async () => {
  await start({'monitors/_defaults.yaml': NONE, 'monitors/a.yaml': bareSpecFor('a') + HOOK});
  expect(await world.runHere(['validate'])).toMatchObject({exitCode: 1, stdout: expect.stringContaining('spec/alerts')});
  world.workspace.write({'monitors/a.yaml': `${bareSpecFor('a')}${HOOK}sync: {alerts: null}\n`});
  expect(await world.runHere(['validate'])).toMatchObject({exitCode: 0});
});

test('W33: e-mail that was set in the dashboard ends it for a plan that sees it', async () => {
  await start({'monitors/a.yaml': `${bareSpecFor('a')}sync: {ignore: [notification]}\n`});
  await world.runHere(['apply', '--auto-approve']);
  expect(await findingsOf('plan', '--refresh')).toHaveLength(1);
  world.emulator.dashboard.edit(world.emulator.monitors()[0]?.id ?? '', {notification: {email: {enabled: true}}});
  expect(await findingsOf('plan', '--refresh')).toEqual([]);
  expect(await findingsOf('validate')).toHaveLength(1);
});

test.each([{email: {enabled: true}}, {slack: {enabled: true, channelId: 'C1', channelName: 'web'}}])(
  'W33: so does %j in the record of an imported monitor, for each plan',
  async notification => {
    await start({'monitors/a.yaml': `${bareSpecFor('a')}sync: {ignore: [notification]}\n`});
    const targets = [{type: 'scrape', urls: ['https://a.example/']}];
    const {id} = world.emulator.dashboard.create({name: 'a', schedule: {text: 'hourly'}, targets, notification});
    expect(await findingsOf('plan')).toHaveLength(1);
    expect(await world.runHere(['import', 'a', id])).toMatchObject({exitCode: 0});
    expect(await findingsOf('plan')).toEqual([]);
  },
);

test('W32: with `--strict all` it is an error for plan, apply and library, unless the service shows that someone is notified', async () => {
  await start({'monitors/a.yaml': `${bareSpecFor('a')}sync: {ignore: [notification]}\n`});
  for (const args of [['validate'], ['plan'], ['apply', '--auto-approve']]) {
    const {exitCode, stdout, stderr} = await world.runHere([...args, '--strict', 'all']);
    expect([exitCode, stdout + stderr]).toEqual([1, expect.stringMatching(/error {2}risk\/no-alert/)]);
  }
  const env = {MONITORS_BASE_URL: world.emulator.url, MONITORS_API_KEY: API_KEY};
  for (const door of [plan, apply])
    await expect(door({directory: world.workspace.directory, env, strict: 'all'})).rejects.toMatchObject({exitCode: 1});
  expect(world.emulator.monitors()).toEqual([]);
  await world.runHere(['apply', '--auto-approve']);
  world.emulator.dashboard.edit(world.emulator.monitors()[0]?.id ?? '', {notification: {email: {enabled: true}}});
  expect(await world.runHere(['plan', '--strict', 'all', '--refresh'])).toMatchObject({exitCode: 0});
});

test('W34: the address of a chat is a secret in a spec, and is shown nowhere', async () => {
  await start({'monitors/a.yaml': `${bareSpecFor('a')}webhook: {url: "https://hooks.slack.com/services/${SECRET}"}\n`});
  for (const args of [['validate'], ['plan'], ['plan', '--format', 'json'], ['render', 'a'], ['apply', '--auto-approve']]) {
    const {stdout, stderr} = await world.runHere(args);
    expect(stdout + stderr).not.toContain('abcdefghijklmnopqrstuvwx');
  }
  const {stdout} = await world.runHere(['validate']);
  expect(stdout).toContain('risk/chat-webhook');
  expect(stdout).toContain('secret/pasted');
});
