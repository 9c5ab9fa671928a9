import {existsSync, mkdirSync, readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {Ajv} from 'ajv';
import type {JsonObject} from '../../src/core/json/value';
import {bareSpecFor, specFor} from '../world/cli';
import {API_KEY, startUserWorld, type UserWorld} from '../world/service';

/** `monitors pull`, through the real command, against the service over HTTP. */
let world: UserWorld;
afterEach(() => world.close());

const CONFIG = `# ours
project: acme   # for good
service: {operations: full}
`;
const start = async (files: Readonly<Record<string, string>> = {}) => {
  world = await startUserWorld({'monitors.config.yaml': CONFIG, '.vscode/monitors.schema.json': '{}', ...files}, {}, {operations: 'full'});
};
const read = (path: string) => readFileSync(world.workspace.path(path), 'utf8');
const isThere = (path: string) => existsSync(world.workspace.path(path));
const listSpecs = () =>
  isThere('monitors') ? readdirSync(world.workspace.path('monitors'), {recursive: true, encoding: 'utf8'}).sort() : [];

const SECRETS = {PAGE_COOKIE: 'session=abc123', WEBHOOK_PATH: 'services/T0/hidden-path', WEBHOOK_AUTHORIZATION: 'very-hidden-token'};
const page = (name: string, rest: JsonObject = {}): JsonObject => ({
  name,
  schedule: {cron: '0 9 * * 1', timezone: 'Europe/Berlin'},
  targets: [{type: 'scrape', urls: ['https://acme.example/pricing']}],
  ...rest,
});
const ACME = page('Acme pricing', {
  goal: 'Tell me when a price changes\nor a plan goes',
  targets: [
    {
      type: 'scrape',
      urls: ['https://acme.example/pricing'],
      scrapeOptions: {headers: {Cookie: SECRETS.PAGE_COOKIE, Accept: 'text/html'}},
      id: '0198f0c2-7c1d-7e3a-9a53-5d2f6f0e8b11',
    },
  ],
  webhook: {
    url: `https://hooks.example.com/${SECRETS.WEBHOOK_PATH}`,
    headers: {Authorization: `Bearer ${SECRETS.WEBHOOK_AUTHORIZATION}`},
  },
});
const ACME_SPEC = `# yaml-language-server: $schema=../.vscode/monitors.schema.json
name: Acme pricing
schedule:
  cron: 0 9 * * 1
  timezone: Europe/Berlin
goal: |-
  Tell me when a price changes
  or a plan goes
targets:
  - type: scrape
    urls:
      - https://acme.example/pricing
    scrapeOptions:
      headers:
        Accept: text/html
        Cookie: \${env:PAGE_COOKIE}
    id: 0198f0c2-7c1d-7e3a-9a53-5d2f6f0e8b11
webhook:
  url: https://hooks.example.com/\${env:WEBHOOK_PATH}
  headers:
    Authorization: Bearer \${env:WEBHOOK_AUTHORIZATION}
`;

async function expectNoChanges(): Promise<void> {
  for (const flags of [[], ['--refresh']])
    expect(await world.runHere(['plan', ...flags, '--detailed-exitcode', '-q'])).toMatchObject({
      exitCode: 0,
      stdout: expect.stringMatching(/^No changes\./m),
    });
}

async function pullJson(...args: readonly string[]) {
  const run = await world.runHere(['pull', '--format', 'json', ...args]);
  const document = JSON.parse(run.stdout);
  const schema = JSON.parse(readFileSync(join(__dirname, '../../schemas/pull.schema.json'), 'utf8'));
  const validate = new Ajv({strict: true, allowUnionTypes: true}).compile(schema);
  expect({valid: validate(document), errors: validate.errors}).toEqual({valid: true, errors: null});
  return {...run, document};
}

/** Nothing was written and nothing was changed. */
function expectUntouched(specs: readonly string[] = []): void {
  expect({specs: listSpecs(), config: read('monitors.config.yaml'), state: isThere('monitors.state.json')}).toEqual({
    specs,
    config: CONFIG,
    state: false,
  });
  expect(world.emulator.requests().filter(({method}) => method !== 'GET')).toEqual([]);
}

test('a spec that people like to read, no secret anywhere, the names allowed, and nothing left to plan', async () => {
  await start();
  world.emulator.dashboard.create(ACME);
  const run = await world.runHere(['pull']);
  expect(run).toMatchObject({exitCode: 0, stderr: ''});
  expect(read('monitors/acme-pricing.yaml')).toBe(ACME_SPEC);
  expect(read('monitors.config.yaml')).toBe(`${CONFIG}secrets:\n  allow: [PAGE_COOKIE, WEBHOOK_PATH, WEBHOOK_AUTHORIZATION]\n`);
  await expectNoChanges();
  const everything = [run.stdout, ACME_SPEC, read('monitors.config.yaml'), read('monitors.state.json')].join('\n');
  for (const secret of [...Object.values(SECRETS), API_KEY]) expect(everything).not.toContain(secret);
  for (const name of Object.keys(SECRETS)) expect(run.stdout).toContain(name);
  expect(run.stdout).toContain('webhook.headers.Authorization of acme-pricing: what follows "Bearer "');
});

test('with the secrets set, an edit reaches the service, and the monitor stays what it is', async () => {
  await start();
  const {id, webhook, targets} = world.emulator.dashboard.create(ACME);
  await world.runHere(['pull']);
  world.workspace.write({
    'monitors/acme-pricing.yaml': ACME_SPEC.replace('name: Acme pricing', 'name: Acme prices').replace(
      'hooks.example.com/',
      'hooks.example.com:443/',
    ),
  });
  expect(await world.runHere(['apply', '--auto-approve'])).toMatchObject({exitCode: 3, stderr: expect.stringContaining('WEBHOOK_PATH')});
  expect(await world.runHere(['apply', '--auto-approve'], {env: SECRETS})).toMatchObject({exitCode: 0});
  const url = `https://hooks.example.com:443/${SECRETS.WEBHOOK_PATH}`;
  expect(world.emulator.monitors()).toMatchObject([{id, name: 'Acme prices', webhook: {...webhook, url}, targets}]);
});

test('pulling again has nothing to do; a monitor made since is pulled, and its equal secret has the name that it has', async () => {
  await start();
  world.emulator.dashboard.create(page('One', {webhook: {url: 'https://hooks.example.com/x1'}}), {createdAt: 1000});
  world.emulator.dashboard.create(page('Two', {webhook: {url: 'https://hooks.example.com/x1', headers: {'X-Api-Key': 'x1'}}}), {
    createdAt: 2000,
  });
  world.emulator.dashboard.create(page('Three', {webhook: {url: 'https://hooks.example.com/x3'}}), {createdAt: 3000});
  const {document} = await pullJson();
  expect(document.secrets).toEqual([
    {
      name: 'WEBHOOK_PATH',
      uses: [
        {key: 'one', place: 'webhook.url', after: 'https://hooks.example.com/'},
        {key: 'two', place: 'webhook.url', after: 'https://hooks.example.com/'},
        {key: 'two', place: 'webhook.headers.X-Api-Key', after: ''},
      ],
    },
    {name: 'WEBHOOK_PATH_THREE', uses: [{key: 'three', place: 'webhook.url', after: 'https://hooks.example.com/'}]},
  ]);
  const state = read('monitors.state.json');
  expect(await world.runHere(['pull'])).toMatchObject({
    exitCode: 0,
    stdout: expect.stringContaining('every monitor that the service lists is managed'),
  });
  expect(read('monitors.state.json')).toBe(state);
  world.emulator.dashboard.create(page('Four'));
  expect((await pullJson()).document.pulled).toMatchObject([{key: 'four', file: 'monitors/four.yaml', name: 'Four'}]);
  await expectNoChanges();
});

test('--only takes what it names, in either case, and refuses what is unknown or managed', async () => {
  await start();
  const one = world.emulator.dashboard.create(page('One')).id;
  const two = world.emulator.dashboard.create(page('Two')).id;
  const nowhere = '0198f0c2-7c1d-7e3a-9a53-5d2f6f0e8b11';
  const unknown = await pullJson('--only', one, '--only', nowhere);
  expect(unknown).toMatchObject({
    exitCode: 3,
    document: {error: {code: 'live/no-such-monitor', message: expect.stringContaining(nowhere)}},
  });
  expectUntouched();
  expect((await pullJson('--only', one.toUpperCase())).document.pulled).toEqual([
    {key: 'one', file: 'monitors/one.yaml', id: one, name: 'One'},
  ]);
  expect(await pullJson('--only', two, '--only', one)).toMatchObject({
    exitCode: 3,
    document: {error: {code: 'live/claimed', message: expect.stringContaining('"one"')}},
  });
  expect(listSpecs()).toEqual(['one.yaml']);
  expect(await pullJson('--only', two, '--only', two)).toMatchObject({exitCode: 0, document: {pulled: [{key: 'two'}]}});
  await expectNoChanges();
});

test('what has to be there first: full operations, a key, the right address, specs without errors, a state that is not locked', async () => {
  const broken = specFor('a').replace('schedule:', 'schedul:');
  await start({'monitors/a.yaml': broken});
  world.emulator.dashboard.create(page('One'));
  expect(await pullJson()).toMatchObject({exitCode: 3, document: {error: {code: 'spec/invalid'}}});
  expectUntouched(['a.yaml']);
  world.workspace.write({'monitors/a.yaml': specFor('a')});
  expect(await world.runHere(['pull'], {env: {MONITORS_API_KEY: ''}})).toMatchObject({
    exitCode: 3,
    stderr: expect.stringContaining('config/no-key'),
  });
  expectUntouched(['a.yaml']);
  expect(await world.runHere(['apply', '--auto-approve'])).toMatchObject({exitCode: 0});
  expect(await world.runHere(['pull', '--base-url', `${world.emulator.url}/elsewhere`])).toMatchObject({
    exitCode: 3,
    stderr: expect.stringContaining('/elsewhere'),
  });
  world.workspace.write({'monitors.config.yaml': 'project: acme\n'});
  expect(await pullJson()).toMatchObject({exitCode: 3, document: {error: {code: 'live/needs-full'}}});
  expect(listSpecs()).toEqual(['a.yaml']);
});

test('what no spec can say is named with the reason and left; the rest is pulled', async () => {
  await start();
  const zone = world.emulator.dashboard.create(page('In no zone', {schedule: {cron: '0 9 * * *', timezone: 'PST'}}), {createdAt: 1000}).id;
  const open = world.emulator.dashboard.create(
    page('A secret in the open', {
      targets: [{type: 'crawl', url: 'https://acme.example/', crawlOptions: {headers: {Cookie: 'hidden-cookie'}}}],
    }),
    {createdAt: 2000},
  ).id;
  world.emulator.dashboard.create(ACME, {createdAt: 3000});
  const double = world.emulator.dashboard.create({...ACME, name: 'Its double'}, {createdAt: 4000}).id;
  const text = await world.runHere(['pull', '--format', 'json']);
  const {refused, pulled} = JSON.parse(text.stdout);
  expect(text.exitCode).toBe(1);
  expect(pulled).toMatchObject([{key: 'acme-pricing'}]);
  expect(refused).toMatchObject([
    {id: zone, name: 'In no zone', diagnostics: [{code: 'schedule/timezone', pointer: '/schedule/timezone'}]},
    {id: open, diagnostics: [{code: 'live/not-sayable', message: expect.stringContaining('/targets/0/crawlOptions/headers/Cookie')}]},
    {id: double, diagnostics: [{code: 'spec/duplicate-target-id', message: expect.stringContaining('acme-pricing.yaml')}]},
  ]);
  expect(text.stdout + text.stderr).not.toContain('hidden-cookie');
  expect(listSpecs()).toEqual(['acme-pricing.yaml']);
  const again = await world.runHere(['pull']);
  expect(again).toMatchObject({exitCode: 1, stdout: expect.stringContaining('"In no zone"')});
  expect(again.stdout).toContain('schedule/timezone');
  expect(await world.runHere(['plan', '--detailed-exitcode'])).toMatchObject({exitCode: 0});
});

test('names: equal ones, those that differ in case or accents, devices of Windows, paths, nothing to see', async () => {
  await start({'monitors/shop.yml': specFor('b')});
  const names = [
    'Shop',
    'shop',
    'SHOP',
    'Café',
    'cafe',
    'CON',
    'aux.yaml',
    '../../.git/config',
    '..',
    '_draft',
    '.hidden',
    'a/b\\c',
    '日本語',
    '한국어',
    '\u202e\u200b',
    'x'.repeat(256),
    'monitor',
  ];
  for (const [index, name] of names.entries()) world.emulator.dashboard.create(page(name), {createdAt: 1000 * index});
  const {document} = await pullJson();
  const keys = new Map(document.pulled.map(({id, key}: {id: string; key: string}) => [id, key]));
  expect([...keys.values()]).toEqual([...keys.values()].sort());
  expect(world.emulator.monitors().map(({id}) => keys.get(id))).toEqual([
    ...[
      'shop-2',
      'shop-3',
      'shop-4',
      'cafe',
      'cafe-2',
      'con-monitor',
      'aux-yaml',
      'git-config',
      'monitor',
      'draft',
      'hidden',
      'a-b-c',
      '日本語',
    ],
    ...['monitor-2', 'monitor-3', 'x'.repeat(60), 'monitor-4'],
  ]);
  expect(listSpecs()).toEqual(['shop.yml', ...document.pulled.map(({key}: {key: string}) => `${key}.yaml`)].sort());
  expect(await world.runHere(['plan', '--only', 'shop-2', '--detailed-exitcode'])).toMatchObject({exitCode: 0});
});

test('keys of monitors whose specs are gone, and of names that specs give, are not taken again', async () => {
  await start({
    'monitors/shop.yaml': specFor('a'),
    'monitors/other.yaml': `${bareSpecFor('b')}sync: {alerts: none, key: docs, renamedFrom: prices}\n`,
  });
  await world.runHere(['apply', '--auto-approve']);
  world.workspace.write({'monitors/shop.yaml': `${bareSpecFor('a')}sync: {alerts: none, key: kept}\n`});
  for (const name of ['Shop', 'Docs', 'Prices', 'Kept']) world.emulator.dashboard.create(page(name), {createdAt: 1000});
  const {document} = await pullJson();
  expect(document.pulled.map(({key}: {key: string}) => key).sort()).toEqual(['docs-2', 'kept-2', 'prices-2', 'shop-2']);
});

test('a paused monitor stays paused, and one of a spec that was never applied is left to apply', async () => {
  await start();
  const {id} = world.emulator.dashboard.create(page('Asleep'));
  world.emulator.dashboard.edit(id, {status: 'paused'});
  await world.runHere(['pull']);
  expect(read('monitors/asleep.yaml')).toMatch(/\nsync:\n {2}paused: true\n$/);
  await expectNoChanges();
  const known = '0198f0c2-7c1d-7e3a-9a53-5d2f6f0e8b11';
  world.emulator.dashboard.create(ACME);
  world.workspace.write({'monitors/mine.yaml': specFor('acme').replace('urls:', `id: ${known}\n    urls:`)});
  expect((await pullJson()).document.pulled).toEqual([]);
});

test('a monitor of another environment of the repository is left to it, unless it is named', async () => {
  await start({'monitors/a.yaml': specFor('a')});
  expect(await world.runHere(['apply', '--auto-approve', '--environment', 'staging'])).toMatchObject({exitCode: 0});
  const [staged] = world.emulator.monitors();
  const left = await pullJson();
  expect(left).toMatchObject({exitCode: 0, document: {pulled: [], elsewhere: [{id: staged?.id, project: 'acme', environment: 'staging'}]}});
  expect((await world.runHere(['pull'])).stdout.replace(/\s+/g, ' ')).toContain(
    '1 monitor of the environment staging of acme was left out',
  );
  expect(await pullJson('--only', staged?.id ?? '')).toMatchObject({exitCode: 0, document: {pulled: [{key: 'a-2'}]}});
});

test('nothing is written over, below .git, or beside a config that cannot be read', async () => {
  await start({'monitors/acme-pricing.yaml/keep.txt': 'mine'});
  world.emulator.dashboard.create(ACME);
  expect((await pullJson()).document.pulled).toMatchObject([{key: 'acme-pricing-2'}]);
  await world.close();

  await start();
  mkdirSync(world.workspace.path('.git/hooks'), {recursive: true});
  world.emulator.dashboard.create(ACME);
  expect(await pullJson('--specs', '.git/hooks')).toMatchObject({exitCode: 3, document: {error: {code: 'config/unsafe-path'}}});
  world.workspace.write({'monitors/acme-pricing/keep.txt': 'mine', 'monitors.config.yaml': CONFIG.replace('acme', '[acme')});
  expect(await pullJson()).toMatchObject({exitCode: 3, document: {error: {code: 'config/invalid'}}});
  expect({specs: listSpecs(), state: isThere('monitors.state.json')}).toEqual({
    specs: ['acme-pricing', 'acme-pricing/keep.txt'],
    state: false,
  });
});

test('a monitor that has a target id of a spec, among others, is not called managed', async () => {
  await start();
  const id = '0b8f3a52-6a5c-4c58-9d8e-0a4f7b1c2d3e';
  const target = {id, type: 'scrape', urls: ['https://acme.example/']};
  world.workspace.write({'monitors/mine.yaml': JSON.stringify({name: 'mine', schedule: {cron: '0 9 * * *'}, targets: [target]})});
  const more = {type: 'scrape', urls: ['https://more.example/']};
  world.emulator.dashboard.create({name: 'foreign', schedule: {text: 'daily'}, targets: [target, more]});
  const {exitCode, stdout} = await world.runHere(['pull']);
  expect(stdout.split('\n')).toEqual([
    'Nothing to pull: 1 monitor that may be yours is not managed yet.',
    'To see why some monitors are unmanaged: monitors plan --refresh',
    '',
  ]);
  expect(exitCode).toBe(0);
});

test('an account without monitors is said to list none', async () => {
  await start();
  expect(await world.runHere(['pull'])).toMatchObject({
    exitCode: 0,
    stdout: 'Nothing to pull: the service lists no monitors for this key.\n',
  });
  expect((await pullJson()).document.pulled).toEqual([]);
});

test.each(['.git/specs', '.GIT/specs', 'GIT~1/specs', '.git./specs'])(
  'no spec is written into the directory of git, however it is spelt: %s',
  async place => {
    await start();
    world.emulator.dashboard.create(page('One'));
    expect(await world.runHere(['pull', '--specs', place])).toMatchObject({
      exitCode: 3,
      stderr: expect.stringContaining("is a directory of git's own"),
    });
    expect(existsSync(world.workspace.path(place))).toBe(false);
  },
);

test('pull says how to keep the other environments from creating the same monitors, and that way works', async () => {
  await start({'monitors.config.yaml': `${CONFIG}environments: {dev: {}, staging: {}, production: {}}\n`});
  world.emulator.dashboard.create(page('Shop'));
  const {stdout, exitCode} = await world.runHere(['pull', '--environment', 'production']);
  expect(exitCode).toBe(0);
  const [, layer = ''] = /^If dev and staging should not create them, too, write this into _defaults\.yaml:\n +(.*)$/m.exec(stdout) ?? [];
  world.workspace.write({'monitors/_defaults.yaml': `${layer}\n`});
  expect((await world.runHere(['plan', '--environment', 'production'])).stdout).toContain('No changes.');
  expect((await world.runHere(['plan', '--environment', 'dev'])).stdout).not.toContain('1 to create');
});
