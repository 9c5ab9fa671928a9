import {readFileSync} from 'node:fs';
import type {JsonObject} from '../../src/core/json/value';
import {startEmulator} from '../../src/emulator/emulator';
import {bareSpecFor, type CliRun, makeWorkspace, runMonitors, type Workspace} from '../world/cli';
import {realWorld} from '../world/real-world';
import {findCanaries, readTree, type Searched} from './canary-search';

/** A service that repeats a part of a secret, or the secret with other line ends, in a text of the monitor. */
const KEY = 'fc-0123456789abcdef';
const TOKEN = 'sk-live-CANARY0123456789abcdef';
const DOTTED = 'patCANARYerTyUiOp.9f8e7d6c5b4a39281706f5e4d3c2b1a0';
const PEM = `-----BEGIN KEY-----\n${'CANARYline1/ab+cd'.repeat(3)}\n${'CANARYline2/ef+gh'.repeat(3)}\n-----END KEY-----`;

let workspace: Workspace;
let searched: Searched[] = [];
let emulator: Awaited<ReturnType<typeof startEmulator>>;
const closers: (() => unknown)[] = [];
afterEach(async () => {
  searched = [];
  for (const close of closers.splice(0).reverse()) await close();
});

async function run(line: string, env: Readonly<Record<string, string>>): Promise<CliRun> {
  const ended = await runMonitors(line.split(' '), {cwd: workspace.directory, env: {MONITORS_API_KEY: KEY, ...env}});
  for (const stream of ['stdout', 'stderr'] as const) searched.push({place: `${stream} of ${line}`, bytes: Buffer.from(ended[stream])});
  return ended;
}

/** A spec with a webhook, and a service whose answers to changes say something else. */
async function start(webhook: string, values: Readonly<Record<string, string>>, answers: JsonObject | ((method: string) => JsonObject)) {
  workspace = makeWorkspace({
    'monitors.config.yaml': `project: acme\nservice: {operations: full}\nsecrets: {allow: [${Object.keys(values).join(', ')}]}\n`,
    'monitors/a.yaml': `${bareSpecFor('a')}goal: tell\nwebhook: ${webhook}\n`,
  });
  closers.push(() => workspace.remove());
  const said = (method: string) => (typeof answers === 'function' ? answers(method) : answers);
  const faults = ['POST', 'PATCH'].map(method => ({when: {method}, do: 'rewrite', with: said(method)}) as const);
  emulator = await startEmulator({apiKeys: [KEY], world: realWorld, operations: 'full', faults: {faults}});
  closers.push(() => emulator.close());
  return {MONITORS_BASE_URL: emulator.url, ...values};
}

/** Applies a spec, an edit of it and a refreshed plan, against a service that says something else of the goal each time. */
async function play(webhook: string, values: Readonly<Record<string, string>>, says: string): Promise<void> {
  const env = await start(webhook, values, method => ({goal: `${method} saw ${says}`}));
  expect((await run('apply --auto-approve', env)).exitCode).toBe(0);
  expect((await run('plan --refresh --out saved.json --detailed-exitcode', env)).exitCode).toBe(0);
  workspace.write({'monitors/a.yaml': readFileSync(workspace.path('monitors/a.yaml'), 'utf8').replace('hourly', 'daily')});
  expect((await run('apply --auto-approve --refresh', env)).exitCode).toBe(0);
  for (const {id} of emulator.monitors()) emulator.dashboard.edit(id, {goal: `by hand: ${says}`});
  for (const format of ['text', 'json', 'markdown']) await run(`plan --refresh --format ${format} --out ${format}.json`, env);
  await run('accept a', env);
  await run('apply --auto-approve', env);
}

const search = (value: string) =>
  findCanaries([...searched, ...readTree(workspace.directory, ['monitors'])], [{name: 'the secret', value}]);

test.each([
  {
    name: 'the token of a header',
    webhook: '{url: "https://own.example/x", headers: {Authorization: "${env:V}"}}',
    value: `Bearer ${TOKEN}`,
  },
  {name: 'the token of a literal header', webhook: `{url: "https://own.example/x", headers: {Authorization: "Bearer ${TOKEN}"}}`},
  {
    name: 'a token with a line end',
    webhook: '{url: "https://own.example/x", headers: {Authorization: "Bearer ${env:V}"}}',
    value: `${TOKEN}\n`,
  },
  {name: 'the password of an address', webhook: '{url: "${env:V}"}', value: `https://bot:${TOKEN}@own.example/x`},
  {
    name: 'a token with dots',
    webhook: '{url: "https://own.example/x", headers: {X-Token: "${env:V}"}}',
    value: DOTTED,
    said: DOTTED,
  },
  {
    name: 'a token with dots behind a word',
    webhook: '{url: "https://own.example/x", headers: {Authorization: "${env:V}"}}',
    value: `Bearer ${DOTTED}`,
    said: DOTTED,
  },
  {name: 'the last segment of an address', webhook: '{url: "${env:V}"}', value: `https://own.example/in/${TOKEN}`},
  {name: 'the last segment of a literal address', webhook: `{url: "https://own.example/in/${TOKEN}"}`},
  {
    name: 'the value of a cookie',
    webhook: '{url: "https://own.example/x", headers: {Cookie: "${env:V}"}}',
    value: `sid=${TOKEN}; theme=dark`,
  },
  {name: 'the value of a literal cookie', webhook: `{url: "https://own.example/x", headers: {Cookie: "sid=${TOKEN}; theme=dark"}}`},
])('S119: $name that comes back alone', async ({webhook, value, said = TOKEN}) => {
  await play(webhook, value === undefined ? {} : {V: value}, said);
  expect(search(said)).toEqual([]);
});

test.each([
  {name: 'Windows', change: (text: string) => text.replaceAll('\n', '\r\n')},
  {name: 'a header', change: (text: string) => text.replaceAll('\n', ' ')},
  {name: 'no line ends', change: (text: string) => text.replaceAll('\n', '')},
  {name: 'a literal', change: (text: string) => text.replaceAll('\n', '\\n')},
])('S119: a secret of several lines comes back with the line ends of $name', async ({change}) => {
  await play('{url: "https://own.example/x", metadata: {pem: "${env:V}"}}', {V: PEM}, change(PEM));
  for (const line of ['CANARYline1', 'CANARYline2']) expect(search(line)).toEqual([]);
});

test.each([PEM.split('\n')[1] ?? '', PEM.replaceAll('\n', '')])(
  'S119: a line of a key in JSON, or all of it, comes back: %#',
  async said => {
    await play(
      '{url: "https://own.example/x", metadata: {account: "${env:V}"}}',
      {V: JSON.stringify({type: 'account', private_key: PEM})},
      said,
    );
    for (const line of ['CANARYline1', 'CANARYline2']) expect(search(line)).toEqual([]);
  },
);

test('the site of a webhook, or of a header, is no secret', async () => {
  const headers = 'headers: {Referer: "https://www.acme.example/"}';
  await play(
    `{url: "\${env:V}", ${headers}}`,
    {V: 'https://www.acme.example/api/hooks/0123456789abcdef'},
    'https://www.acme.example/plans',
  );
  const shown = await run('plan --refresh', {MONITORS_BASE_URL: 'http://127.0.0.1:9', V: 'https://www.acme.example/x'});
  expect(shown.exitCode).toBe(3);
  expect(searched.map(({bytes}) => bytes.toString()).join('')).toContain('https://www.acme.example/plans');
});

test.each(['goal', 'read'])('S124: errors that repeat what a spec says literally: %s', async what => {
  const env = await start(`{url: "https://own.example/${LITERAL}", headers: {X-Token: "Bearer ${LITERAL}"}}`, {V: 'other-0123456789'}, {});
  await run('apply --auto-approve', env);
  const answer = {do: 'answer', status: 400, body: {success: false, error: `header Bearer ${LITERAL} is odd, ${LITERAL} too`}} as const;
  emulator.setFaults({faults: [{when: {method: what === 'goal' ? 'PATCH' : 'GET'}, ...answer}]});
  if (what === 'goal')
    workspace.write({'monitors/a.yaml': readFileSync(workspace.path('monitors/a.yaml'), 'utf8').replace('goal: tell', 'goal: say')});
  for (const line of ['apply --auto-approve', 'plan --refresh', 'status', 'changes', 'accept a', 'drift']) await run(line, env);
  expect(searched.map(({bytes}) => bytes.toString()).join('')).toContain('is odd');
  expect(search(LITERAL)).toEqual([]);
});

/** The key is no part of it. */
const LITERAL = 'sk-live-CANARYqwertyuiop9876543210';

test.each([
  {name: 'a header', webhook: `{url: "https://own.example/x", headers: {X-Token: "${LITERAL}"}}`},
  {name: 'a header behind a word', webhook: `{url: "https://own.example/x", headers: {Authorization: "Bearer ${LITERAL}"}}`},
  {name: 'the address of a webhook', webhook: `{url: "https://own.example/in/${LITERAL}"}`},
  {
    name: 'a value of a query',
    webhook: '{url: "https://own.example/"}',
    targets: `[{type: scrape, urls: ["https://a.example/p?sig=${LITERAL}"]}]`,
  },
  {
    name: 'what is typed',
    webhook: '{url: "https://own.example/"}',
    targets: `[{type: scrape, urls: ["https://a.example/"], scrapeOptions: {actions: [{type: write, text: "${LITERAL}"}]}}]`,
  },
  {
    name: 'a header, beside a broken spec',
    webhook: `{url: "https://own.example/x", headers: {X-Token: "${LITERAL}"}}`,
    broken: 'name: [\n',
  },
])('S124: texts of checks that repeat what a spec says literally: $name', async ({webhook, targets, broken}) => {
  const env = await start(webhook, {V: 'other-0123456789'}, {});
  if (targets !== undefined) {
    const text = readFileSync(workspace.path('monitors/a.yaml'), 'utf8').replace(/targets:[\s\S]*?\]\n/, `targets: ${targets}\n`);
    workspace.write({'monitors/a.yaml': text});
  }
  expect((await run('apply --auto-approve', env)).exitCode).toBe(0);
  if (broken !== undefined) workspace.write({'monitors/broken.yaml': broken});
  const [id] = emulator.monitors().map(monitor => String(monitor['id']));
  const judgment = {
    ...{meaningful: true, confidence: 'high', reason: `because ${LITERAL}`},
    meaningfulChanges: [{type: 'added', before: null, after: LITERAL, reason: LITERAL}],
  };
  const page = {
    url: `https://www.acme.example/${LITERAL}`,
    status: 'changed',
    statusCode: 200,
    error: `e ${LITERAL}`,
    diff: {text: `+ ${LITERAL}`},
    judgment,
  };
  const checks = [
    {status: 'completed', error: `err ${LITERAL}`, pages: [page]},
    {status: 'failed', error: `failed ${LITERAL}`, pages: [{url: 'https://www.acme.example/', status: 'error', error: `p ${LITERAL}`}]},
  ];
  await fetch(`${emulator.url}/__emulator/monitors/${id}/checks`, {
    method: 'PUT',
    headers: {'content-type': 'application/json'},
    body: JSON.stringify({checks}),
  });
  const lines = [
    'checks a',
    'checks a --format json',
    'diff a latest',
    'status --checks 5',
    'tune',
    'report --out r.html --refresh',
    'drift',
  ];
  for (const line of [...lines, ...['text', 'markdown', 'html', 'json'].map(format => `changes --format ${format}`)]) await run(line, env);
  expect(searched.map(({bytes}) => bytes.toString()).join('')).toContain('because (secret)');
  expect(search(LITERAL)).toEqual([]);
});
