import {readFileSync, writeFileSync} from 'node:fs';
import {createServer, type Server} from 'node:http';
import type {AddressInfo} from 'node:net';
import {startEmulator} from '../../src/emulator/emulator';
import type {FaultScript} from '../../src/emulator/faults/script';
import {type CliRun, makeWorkspace, runMonitors, type Workspace} from '../world/cli';
import {realWorld} from '../world/real-world';
import {type Canary, findCanaries, listForms, readTree, type Searched} from './canary-search';

const KEY = 'fc-CANARYkey0123456789abcdef';
const TOKEN = 'canary/TOKEN+0123"quoted\\456789';
const PASSWORD = 'canary PASSWORD ~ 0123456789';
const HOOK = 'canaryHOOKpath0123456789';

/** Secrets that come from outside: in no file and no output. */
const OUTSIDE: readonly Canary[] = [
  {name: 'the API key', value: KEY},
  {name: 'a webhook header from the environment', value: TOKEN},
  {name: 'the text of a write action from the environment', value: PASSWORD},
  {name: "a webhook's path from the environment", value: HOOK},
];

/** Secrets that stand in a spec: nowhere else. */
const LITERAL: readonly Canary[] = [
  {name: 'a literal webhook header', value: 'canaryLITERALheader0123456789'},
  {name: 'a literal cookie', value: 'canaryCOOKIE0123456789'},
  {name: 'the literal text of a write action', value: 'canaryTYPED0123456789'},
  {name: "a webhook's literal path", value: 'canaryPATH0123456789'},
  {name: "a webhook's literal query", value: 'canaryHOOKQUERY0123456789'},
  {name: "a target's query value", value: 'canaryQUERY0123456789'},
];

const CANARIES = [...OUTSIDE, ...LITERAL];

const CONFIG = 'project: canary\nsecrets:\n  allow: [WEBHOOK_TOKEN, LOGIN_PASSWORD, HOOK_PATH]\n';

const REFERRING = `name: Referring
schedule: {text: hourly}
webhook:
  url: https://hooks.example.com/\${env:HOOK_PATH}
  headers: {Authorization: "Bearer \${env:WEBHOOK_TOKEN}", X-Second: "\${env:WEBHOOK_TOKEN}"}
  metadata: {token: "\${env:WEBHOOK_TOKEN}"}
targets:
  - type: scrape
    urls: [https://shop.example/a]
    scrapeOptions:
      headers: {Cookie: "session=\${env:WEBHOOK_TOKEN}"}
      actions:
        - {type: click, selector: "#password"}
        - {type: write, text: "\${env:LOGIN_PASSWORD}"}
`;

const LITERALS = `name: Literals
schedule: {text: hourly}
webhook:
  url: https://hooks.example.com/services/canaryPATH0123456789?key=canaryHOOKQUERY0123456789
  headers: {Authorization: Bearer canaryLITERALheader0123456789}
targets:
  - type: scrape
    urls: ["https://shop.example/b?token=canaryQUERY0123456789"]
    scrapeOptions:
      headers: {Cookie: session=canaryCOOKIE0123456789}
      actions:
        - {type: click, selector: "#password"}
        - {type: write, text: canaryTYPED0123456789}
`;

/** Each spoils a spec in another way, next to its secrets or in them. */
const SPOILED: readonly {readonly name: string; readonly text: string}[] = [
  {name: 'a typo beside the secret', text: LITERALS.replace('headers: {Auth', 'headrs: {Auth')},
  {
    name: 'a value of the wrong type',
    text: LITERALS.replace('{Authorization: Bearer canary', '{Authorization: [Bearer canary').replace('789}\ntargets', '789]}\ntargets'),
  },
  {
    name: 'a text in place of the object',
    text: LITERALS.replace('{Authorization: Bearer canaryLITERALheader0123456789}', 'canaryLITERALheader0123456789'),
  },
  {name: 'YAML that does not end', text: LITERALS.replace('canaryTYPED0123456789}', '"canaryTYPED0123456789')},
  {
    name: 'a duplicate key',
    text: LITERALS.replace('session=canaryCOOKIE0123456789}', 'session=canaryCOOKIE0123456789, Cookie: canaryCOOKIE0123456789}'),
  },
  {name: 'a tag', text: LITERALS.replace('text: canaryTYPED', 'text: !secret canaryTYPED')},
  {name: 'a URL of another kind', text: LITERALS.replace('url: https://hooks', 'url: ftp://hooks')},
  {name: 'a URL with user info', text: LITERALS.replace('https://hooks', 'https://me:canaryPATH0123456789@hooks')},
  {name: 'a URL with a space', text: LITERALS.replace('hooks.example.com/services/', 'hooks.example.com/ser vices/')},
  {name: 'a target URL with user info', text: LITERALS.replace('https://shop', 'https://me:canaryQUERY0123456789@shop')},
  {name: 'a secret in a list that is none', text: LITERALS.replace('urls: [', 'url: [')},
  {name: 'a name that is not allowed', text: REFERRING.replaceAll('WEBHOOK_TOKEN', 'WEBHOOK_TOKEM')},
  {name: 'a reference where none may stand', text: REFERRING.replace('name: Referring', 'name: ${env:WEBHOOK_TOKEN}')},
  {name: 'an unknown action', text: LITERALS.replace('type: write, text:', 'type: writ, text:')},
  {name: 'a tab in the indentation', text: LITERALS.replace('  headers: {Auth', '\theaders: {Auth')},
];

const FORMATS = ['text', 'json', 'github', 'gitlab', 'sarif'] as const;

let searched: Searched[];
let workspace: Workspace;
const closers: (() => unknown)[] = [];

beforeEach(() => {
  searched = [];
  workspace = makeWorkspace({'monitors.config.yaml': CONFIG, 'monitors/referring.yaml': REFERRING, 'monitors/literals.yaml': LITERALS});
  closers.push(() => workspace.remove());
});
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

const SECRET_ENV = {MONITORS_API_KEY: KEY, WEBHOOK_TOKEN: TOKEN, LOGIN_PASSWORD: PASSWORD, HOOK_PATH: HOOK};

/** Runs the real command and keeps every byte that it printed. */
async function run(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<CliRun> {
  const ended = await runMonitors(args, {cwd: workspace.directory, env: {...SECRET_ENV, ...env}});
  const command = `monitors ${args.join(' ')}`;
  searched.push(
    {place: `stdout of ${command}`, bytes: Buffer.from(ended.stdout)},
    {place: `stderr of ${command}`, bytes: Buffer.from(ended.stderr)},
  );
  return ended;
}

async function emulate(faults: FaultScript): Promise<string> {
  const emulator = await startEmulator({apiKeys: [KEY], faults, world: realWorld});
  closers.push(() => emulator.close());
  return emulator.url;
}

/** Looks through all that was printed, and all files but the specs. */
function search(): string[] {
  return findCanaries([...searched, ...readTree(workspace.directory, ['monitors'])], CANARIES);
}

test('S6: validate says no secret, whatever is wrong beside it, in any format', async () => {
  for (const format of FORMATS) expect((await run(['validate', '--format', format])).stdout).not.toBe('');
  workspace.write(Object.fromEntries(SPOILED.map(({text}, index) => [`monitors/spoiled-${index}.yaml`, text])));
  for (const format of FORMATS) expect(await run(['validate', '--format', format, '--verbose'])).toMatchObject({exitCode: 1});
  const {stdout} = await run(['validate', '--format', 'json', '--no-cache']);
  const {diagnostics} = JSON.parse(stdout) as {diagnostics: {severity: string; file: string}[]};
  const faulty = new Set(diagnostics.filter(({severity}) => severity === 'error').map(({file}) => file));
  expect(
    SPOILED.filter(({name}, index) => !name.includes('user info') && !faulty.has(`monitors/spoiled-${index}.yaml`)).map(({name}) => name),
  ).toEqual([]);
  await run(['plan']);
  await run(['apply', '--auto-approve', '--format', 'json']);
  expect(search()).toEqual([]);
});

test('S6: plan says no secret in any format, nor does a saved plan', async () => {
  for (const format of ['text', 'json', 'markdown']) {
    expect(await run(['plan', '--format', format, '--verbose', '--out', `plan-${format}.json`])).toMatchObject({exitCode: 0});
  }
  await run(['plan', '--color', 'always']);
  expect(search()).toEqual([]);
});

/** Answers of a service that repeats, in every form, what it was sent for this monitor and what it may know from elsewhere. */
function echo(status: number): FaultScript {
  return {faults: [repeat(status, 'Referring', OUTSIDE), repeat(status, 'Literals', CANARIES)]};
}

function repeat(status: number, name: string, canaries: readonly Canary[]): NonNullable<FaultScript['faults']>[number] {
  const said = canaries.map(({value}) => value);
  const details = {
    echo: said.flatMap(value => listForms(value).map(({text}) => text)),
    members: Object.fromEntries(said.map(value => [value, value])),
  };
  return {when: {name}, do: 'answer', status, echoHeaders: true, error: `refused: ${said.join(' ')}`, details};
}

test.each([400, 401, 402, 403, 404, 422, 500])('S6, S17: a service that answers %i and repeats what it was sent', async status => {
  const url = await emulate(echo(status));
  for (const format of ['text', 'json', 'jsonl']) {
    const {exitCode} = await run(['apply', '--auto-approve', '--verbose', '--format', format, '--base-url', url, '--on-ambiguous', 'stop']);
    expect([1, 4]).toContain(exitCode);
  }
  await run(['plan']);
  await run(['state', 'list']);
  expect(search()).toEqual([]);
});

test('S6: what is applied leaves no secret in state, backup, journal, lock, plan file, rescue file or cache', async () => {
  const url = await emulate({faults: [{when: {name: 'Referring'}, times: 1, do: 'drop', work: 'done'}]});
  const args = ['--auto-approve', '--verbose', '--base-url', url];
  expect(await run(['apply', ...args, '--format', 'jsonl'])).toMatchObject({exitCode: 4});
  expect(readFileSync(workspace.path('monitors.state.json.journal'), 'utf8')).toContain('env:WEBHOOK_TOKEN');
  await run(['state', 'show', 'referring']);
  await run(['resolve', 'referring', '--not-created']);
  workspace.write({'monitors/literals.yaml': LITERALS.replace('Bearer canary', 'Basic canary').replace('hourly', 'daily')});
  await run(['plan', '--out', 'plan.json', '--format', 'markdown']);
  await run(['plan']);
  expect(await run(['apply', ...args])).toMatchObject({exitCode: 1});
  for (const words of [['list'], ['show', 'literals'], ['show', 'referring'], ['verify']]) await run(['state', ...words]);
  expect(search()).toEqual([]);
});

test('S6: a run in its middle, and one whose state can not be saved', async () => {
  // While the request is under way, the journal and the lock are looked at, and the state is changed by somebody else.
  const emulator = await startEmulator({
    apiKeys: [KEY],
    world: realWorld,
    onRequest: () => {
      searched.push(...readTree(workspace.directory, ['monitors']));
      writeFileSync(
        workspace.path('monitors.state.json'),
        readFileSync(workspace.path('monitors.state.json'), 'utf8').replace('"serial": 1', '"serial": 7'),
      );
    },
  });
  closers.push(() => emulator.close());
  const ended = await run(['apply', '--auto-approve', '--base-url', emulator.url]);
  expect(ended).toMatchObject({exitCode: 5});
  expect(searched.map(({place}) => place)).toContain('monitors.state.json.journal');
  expect(searched.map(({place}) => place)).toContain('monitors.state.json.lock');
  expect(readTree(workspace.directory, ['monitors']).map(({place}) => place)).toContainEqual(
    expect.stringMatching(/^monitors\.state\.rescue-/),
  );
  expect(search()).toEqual([]);
});

test.each([
  {name: 'with a line break inside', key: `${KEY}\n${KEY}`},
  {name: 'with a letter that no header takes', key: `${KEY}ü`},
  {name: 'in quotes', key: `"${KEY}"`},
  {name: 'after the word Bearer', key: `Bearer ${KEY}`},
  {name: 'that the service does not know', key: `${KEY}unknown`},
])('S6: a key $name is not shown', async ({key}) => {
  const url = await emulate({});
  for (const format of ['text', 'json']) {
    const ended = await run(['apply', '--auto-approve', '--verbose', '--format', format, '--base-url', url], {MONITORS_API_KEY: key});
    expect([1, 3]).toContain(ended.exitCode);
  }
  expect(search()).toEqual([]);
});

test('S6, S7: an address that holds a secret, and a reference with the value of the key, are refused without showing them', async () => {
  for (const url of [
    `https://me:${KEY}@api.example.com`,
    `http://api.example.com/${KEY}`,
    `https://api.example.com/?key=${KEY}`,
    `${KEY}`,
  ]) {
    expect(await run(['apply', '--auto-approve', '--base-url', url])).toMatchObject({exitCode: 3});
    expect(await run(['apply', '--auto-approve', '--format', 'json'], {MONITORS_BASE_URL: url})).toMatchObject({exitCode: 3});
  }
  expect(await run(['apply', '--auto-approve', '--base-url', await emulate({})], {WEBHOOK_TOKEN: KEY})).toMatchObject({exitCode: 3});
  // Words of the command line stand in the place's name only.
  const printed = searched.map(({bytes}, index) => ({place: `output ${index}`, bytes}));
  expect(findCanaries([...printed, ...readTree(workspace.directory, ['monitors'])], CANARIES)).toEqual([]);
});

test('S6: a proxy that refuses, and one that is not there, do not bring its password out', async () => {
  const proxy = await startRefusingProxy();
  const {port} = proxy.address() as AddressInfo;
  const proxyCanary = {name: "the proxy's password", value: 'canaryPROXY0123456789'};
  for (const at of [port, 9]) {
    const env = {HTTPS_PROXY: `http://me:${proxyCanary.value}@127.0.0.1:${at}`};
    const ended = await run(['apply', '--auto-approve', '--verbose', '--base-url', 'https://api.example.com'], env);
    expect(ended.exitCode).toBe(1);
  }
  expect(findCanaries([...searched, ...readTree(workspace.directory, ['monitors'])], [...CANARIES, proxyCanary])).toEqual([]);
});

/** A proxy that asks for another password and repeats the one that it was given. */
async function startRefusingProxy(): Promise<Server> {
  const proxy = createServer();
  proxy.on('connect', (request, socket) => {
    const given = request.headers['proxy-authorization'] ?? '';
    socket.end(`HTTP/1.1 407 ${given}\r\nproxy-authenticate: Basic realm="${given}"\r\ncontent-length: ${given.length}\r\n\r\n${given}`);
  });
  await new Promise<void>(resolve => proxy.listen(0, '127.0.0.1', resolve));
  closers.push(() => proxy.close());
  return proxy;
}

test('S6: a bug in the tool ends with exit code 70 and says no secret, even one that an error holds', async () => {
  const told = JSON.stringify(OUTSIDE.map(({value}) => value));
  workspace.write({
    'bug.cjs': "performance.now = () => { throw new TypeError(JSON.parse(process.env.BUG).join(' ')); };\n",
  });
  for (const format of ['text', 'json']) {
    const ended = await run(['apply', '--auto-approve', '--format', format], {
      NODE_OPTIONS: `--require ${workspace.path('bug.cjs')}`,
      BUG: told,
    });
    expect(ended).toMatchObject({exitCode: 70, stderr: expect.stringContaining('bug in monitors')});
  }
  expect(search()).toEqual([]);
});

test('the search finds a secret in each of its forms, also across lines', () => {
  for (const canary of CANARIES) {
    for (const {form, text} of listForms(canary.value)) {
      expect([form, findCanaries([{place: 'here', bytes: Buffer.from(`x${text}y`)}], [canary])]).not.toEqual([form, []]);
    }
    for (const offset of [0, 1, 2]) {
      const bytes = Buffer.from(Buffer.from(`${'x'.repeat(offset)}${canary.value}yy`).toString('base64'));
      expect(findCanaries([{place: 'here', bytes}], [canary])).toEqual([`${canary.name} (base64, ${offset} bytes in) in here`]);
    }
    const wrapped = Buffer.from(`${canary.value.slice(0, 9)}\n      \x1b[2m${canary.value.slice(9)}`);
    expect(findCanaries([{place: 'here', bytes: wrapped}], [canary])).toEqual([`${canary.name} (plain) in here`]);
  }
  workspace.write({'leak.txt': `key: ${KEY}`});
  expect(search()).toEqual(['the API key (plain) in leak.txt']);
});
