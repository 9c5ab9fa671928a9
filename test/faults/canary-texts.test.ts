import {readFileSync} from 'node:fs';
import {startEmulator} from '../../src/emulator/emulator';
import {bareSpecFor, type CliRun, makeWorkspace, runMonitors, specFor, type Workspace} from '../world/cli';
import {realWorld} from '../world/real-world';
import {findCanaries, readTree, type Searched} from './canary-search';

/** Secrets that stand where no secret is expected: cells that go to a header and elsewhere, values of references in texts of the service. */
const KEY = 'fc-CANARYkey0123456789abcdef';
const CELL = 'canaryCELL0123456789abcdefghijklmnopqrstuvwxyz';
const VALUE = 'canary/VALUE+0123456789';

let workspace: Workspace;
let searched: Searched[];
const closers: (() => unknown)[] = [];

beforeEach(() => {
  searched = [];
});
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

function write(files: Readonly<Record<string, string>>): void {
  workspace = makeWorkspace(files);
  closers.push(() => workspace.remove());
}

/** Runs the real command, which has a cache, and keeps every byte that it printed. */
async function run(line: string, env: Readonly<Record<string, string>> = {}): Promise<CliRun> {
  const ended = await runMonitors(line.split(' '), {cwd: workspace.directory, env: {MONITORS_API_KEY: KEY, ...env}});
  for (const stream of ['stdout', 'stderr'] as const) searched.push({place: `${stream} of ${line}`, bytes: Buffer.from(ended[stream])});
  return ended;
}

const search = (canary: string, except: readonly string[]) =>
  findCanaries([...searched, ...readTree(workspace.directory, except)], [{name: 'the secret', value: canary}]);

const LIST = `name: Shop \${each:key}
schedule: {text: hourly}
webhook: {url: "https://hooks.example/x", headers: {X-Shop: "\${each:token}"}}
targets: [{type: scrape, urls: ["https://a.example/"]}]
sync: {each: {file: _shops.csv}}
`;

test.each([
  {name: 'a schedule', from: '{text: hourly}', to: '{text: "${each:token}"}'},
  {name: 'a cron expression', from: '{text: hourly}', to: '{cron: "* ${each:token} * * *"}'},
  {name: 'a number', from: 'schedule:', to: 'retentionDays: "${each:token}"\nschedule:'},
  {name: 'a URL', from: 'https://a.example/', to: '${each:token}'},
  {name: 'a host', from: 'https://a.example/', to: 'https://${each:token}_.example/'},
  {name: 'a page that several watch', from: 'https://a.example/', to: 'https://a.example/${each:token}'},
  {
    name: 'a page that is watched twice',
    from: '["https://a.example/"]',
    to: '["https://a.example/${each:token}", "https://a.example/${each:token}"]',
  },
  {name: 'a name that is too long', from: 'Shop ${each:key}', to: `${'long '.repeat(60)} \${each:token}`},
  {name: 'a text that is cut in it', from: 'schedule:', to: `retentionDays: "${'x'.repeat(40)} \${each:token}"\nschedule:`},
  {name: 'an unknown member', from: 'schedule:', to: 'schedul: "${each:token}"\nschedule:'},
  {name: 'the type of a target', from: 'type: scrape', to: 'type: "${each:token}"'},
  {name: 'a recipient', from: 'schedule:', to: 'notification: {email: {enabled: true, recipients: ["${each:token}"]}}\nschedule:'},
  {name: 'an id', from: '{type: scrape', to: '{id: "${each:token}", type: scrape'},
  {name: 'a label', from: 'sync: {', to: 'sync: {labels: {a: "${each:token}!"}, '},
])('S71: a cell that goes to a header is echoed nowhere and not cached where it is also $name', async ({from, to}) => {
  write({
    'monitors.config.yaml': 'project: canary\nrules: [{allow: {schedule.text: [daily]}}]\n',
    'monitors/list.yaml': LIST.replace(from, to),
    'monitors/_shops.csv': `key,token\na,${CELL}\nb,${CELL}\n`,
  });
  await run('validate --format json');
  await run('validate');
  expect(searched.some(({bytes}) => bytes.length > 0)).toBe(true);
  expect(search(CELL, ['monitors'])).toEqual([]);
});

test('S70: a value of a reference that texts of the service hold is shown and kept nowhere, whatever looks at it', async () => {
  const hook = 'webhook: {url: "https://hooks.example/x", headers: {X-Place: "${env:PLACE}"}, metadata: {a: b}}\n';
  write({
    'monitors.config.yaml': 'project: canary\nservice: {operations: full}\nsecrets: {allow: [PLACE]}\n',
    'monitors/a.yaml': bareSpecFor('a') + hook,
    'monitors/b.yaml': specFor('b'),
  });
  const emulator = await startEmulator({apiKeys: [KEY], world: realWorld, operations: 'full'});
  closers.push(() => emulator.close());
  const env = {MONITORS_BASE_URL: emulator.url, PLACE: VALUE};
  expect(await run('apply --auto-approve', env)).toMatchObject({exitCode: 0});
  for (const {id, name} of emulator.monitors()) {
    const webhook = {url: 'https://hooks.example/x', headers: {'X-Place': VALUE}, metadata: {a: VALUE}};
    emulator.dashboard.edit(id, {goal: `See ${VALUE} of ${name}`, retentionDays: 7, ...(name === 'a' ? {webhook} : {})});
  }
  for (const format of ['text', 'json', 'markdown']) {
    expect(await run(`plan --refresh --verbose --format ${format} --out plan-${format}.json`, env)).toMatchObject({exitCode: 0});
  }
  const [one] = emulator.monitors();
  workspace.write({'monitors/a.yaml': bareSpecFor('a').replace('hourly', 'daily') + hook});
  await run('apply --auto-approve --verbose', env);
  await run('state show a', env);
  await run('status', env);
  await run('plan --refresh', env);
  expect(await run('apply --auto-approve --refresh --format jsonl', env)).toMatchObject({exitCode: 0});
  emulator.dashboard.edit(one!.id, {name: `Shop ${VALUE}`});
  await run('state rm a', env);
  await run('plan --refresh --show-unmanaged', env);
  await run(`import a ${one!.id}`, env);
  await run('plan --refresh', env);
  expect(search(VALUE, [])).toEqual([]);
});

test.each([
  'Headers: {Authorization: "Bearer SECRET"}',
  'header: {Cookie: "session=SECRET"}',
  'cookies: {session: SECRET}',
  'auth: {username: me, password: SECRET}',
  'location: {country: DE, apiKey: SECRET}',
])('S117: a credential in a member that no type has: %s', async member => {
  const emulator = await startEmulator({apiKeys: [KEY], world: realWorld});
  closers.push(() => emulator.close());
  const targets = `targets: [{type: scrape, urls: ["https://a.example/"], scrapeOptions: {${member.replace('SECRET', CELL)}}}]\n`;
  write({'monitors/a.yaml': `name: a\nsync: {alerts: none}\nschedule: {text: hourly}\n${targets}`});
  const env = {MONITORS_BASE_URL: emulator.url};
  for (const line of ['validate', 'plan', 'plan --format json', 'plan --format markdown', 'plan --out p.json']) await run(line, env);
  expect((await run('apply --auto-approve', env)).exitCode).toBe(0);
  expect((await run('plan', env)).stdout).toContain('No changes');
  expect(JSON.stringify(emulator.monitors())).toContain(CELL);
  expect(search(CELL, ['monitors/a.yaml'])).toEqual([]);
});

test('S117: a state of an earlier version that holds one in clear shows no drift', async () => {
  const emulator = await startEmulator({apiKeys: [KEY], world: realWorld, operations: 'full'});
  closers.push(() => emulator.close());
  const options = `scrapeOptions: {cookies: {session: ${CELL}}, onlyMainContent: true}`;
  write({
    'monitors.config.yaml': 'project: acme\nservice: {operations: full}\n',
    'monitors/a.yaml': `name: a\nsync: {alerts: none}\nschedule: {text: hourly}\ntargets: [{type: scrape, urls: ["https://a.example/"], ${options}}]\n`,
  });
  const env = {MONITORS_BASE_URL: emulator.url};
  await run('apply --auto-approve', env);
  const state = readFileSync(workspace.path('monitors.state.json'), 'utf8');
  const older = state.replace(/("session": ?")sha256:[0-9a-f]{64}/g, `$1${CELL}`);
  expect(older).not.toBe(state);
  workspace.write({'monitors.state.json': older});
  expect((await run('state verify --fix', env)).exitCode).toBe(0);
  for (const line of ['state show a', 'state show a --format json']) expect((await run(line)).stdout).not.toContain(CELL);
  expect((await run('plan --refresh --detailed-exitcode', env)).exitCode).toBe(0);
  workspace.write({'monitors/a.yaml': readFileSync(workspace.path('monitors/a.yaml'), 'utf8').replace('hourly', 'daily')});
  expect((await run('plan', env)).stdout).not.toContain('cookies');
  expect((await run('apply --auto-approve', env)).exitCode).toBe(0);
  expect(readFileSync(workspace.path('monitors.state.json'), 'utf8')).not.toContain(CELL);
});

test.each(['{type: write, txt: SECRET}', '{type: write, value: SECRET}', '{type: wirte, tekst: SECRET}'])(
  'S117: what an action types, by a misspelt name: %s',
  async action => {
    const options = `scrapeOptions: {actions: [${action.replace('SECRET', CELL)}]}`;
    write({'monitors/a.yaml': `name: a\nschedule: {text: hourly}\ntargets: [{type: scrape, urls: ["https://a.example/"], ${options}}]\n`});
    for (const line of ['validate', 'plan', 'validate --format json', 'validate --format sarif']) await run(line);
    expect(search(CELL, ['monitors/a.yaml'])).toEqual([]);
  },
);
