import {existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync} from 'node:fs';
import {join} from 'node:path';
import {Ajv} from 'ajv';
import type {JsonObject} from '../../src/core/json/value';
import {startUserWorld, type UserWorld} from '../world/service';

/** `monitors import`, through the real command, against the service over HTTP. */
let world: UserWorld;
afterEach(() => world.close());

const CONFIG = 'project: acme\nservice: {operations: full}\nsecrets: {allow: [HOOK_TOKEN]}\n';
const start = async (files: Readonly<Record<string, string>> = {}) => {
  world = await startUserWorld({'monitors.config.yaml': CONFIG, '.vscode/monitors.schema.json': '{}', ...files}, {}, {operations: 'full'});
};
const read = (path: string) => readFileSync(world.workspace.path(path), 'utf8');
const listSpecs = () => readdirSync(world.workspace.path('monitors'), {recursive: true, encoding: 'utf8'}).sort();

const TARGET = '0198f0c2-7c1d-7e3a-9a53-5d2f6f0e8b11';
const NOWHERE = '0198f0c2-7c1d-7e3a-9a53-5d2f6f0e8b12';
const ACME: JsonObject = {
  name: 'Acme pricing',
  schedule: {text: 'hourly', timezone: 'Europe/Berlin'},
  goal: 'a price changes',
  targets: [{type: 'scrape', urls: ['https://acme.example/pricing'], id: TARGET}],
  webhook: {url: 'https://hooks.example.com/x', headers: {Authorization: 'Bearer hidden-token'}},
};
const SPEC = `name: Acme pricing
schedule: {text: hourly, timezone: Europe/Berlin}
goal: a price changes
targets:
  - type: scrape
    urls: [https://acme.example/pricing]
webhook:
  url: https://hooks.example.com/x
  headers: {Authorization: "Bearer \${env:HOOK_TOKEN}"}
`;

async function importJson(...args: readonly string[]) {
  const run = await world.runHere(['import', '--format', 'json', ...args]);
  const document = JSON.parse(run.stdout);
  const schema = JSON.parse(readFileSync(join(__dirname, '../../schemas/import.schema.json'), 'utf8'));
  const validate = new Ajv({strict: true, allowUnionTypes: true}).compile(schema);
  expect({valid: validate(document), errors: validate.errors}).toEqual({valid: true, errors: null});
  return {...run, document};
}

async function plan(...flags: readonly string[]) {
  return JSON.parse((await world.runHere(['plan', '--format', 'json', ...flags])).stdout);
}

test('a spec that says what is there: recorded, nothing to plan, and the target keeps its id at the next update', async () => {
  await start({'monitors/pricing/acme.yaml': SPEC});
  const {id} = world.emulator.dashboard.create(ACME);
  const run = await world.runHere(['import', 'pricing/acme', id]);
  expect(run).toMatchObject({exitCode: 0, stderr: '', stdout: expect.stringContaining('The next plan shows no changes for it.')});
  for (const flags of [[], ['--refresh']])
    expect(await world.runHere(['plan', '--detailed-exitcode', ...flags])).toMatchObject({exitCode: 0});
  world.workspace.write({'monitors/pricing/acme.yaml': SPEC.replace('/pricing]', '/prices]')});
  expect(await world.runHere(['apply', '--auto-approve'], {env: {HOOK_TOKEN: 'hidden-token'}})).toMatchObject({exitCode: 0});
  expect(world.emulator.monitors()).toMatchObject([{id, targets: [{id: TARGET, urls: ['https://acme.example/prices']}]}]);
  expect(read('monitors.state.json')).not.toContain('hidden-token');
});

test('a spec that says something else: the next plan shows just that, offline and refreshed, and no drift', async () => {
  await start({
    'monitors/acme.yaml': SPEC.replace('a price changes', 'a price drops')
      .replace('hourly', 'daily at 9:00')
      .replace('name: Acme', 'name: ACME'),
  });
  const {id} = world.emulator.dashboard.create(ACME);
  world.emulator.dashboard.edit(id, {status: 'paused'});
  const {document} = await importJson('acme', id);
  expect(document).toMatchObject({outcome: 'recorded', key: 'acme', id, file: 'monitors/acme.yaml', secrets: [], diagnostics: []});
  const fields = ['/goal', '/name', '/schedule/cron', '/schedule/text', '/status'];
  expect(document.next).toMatchObject([{action: 'update'}]);
  expect([...document.next[0].fields].sort()).toEqual(fields);
  for (const flags of [[], ['--refresh']]) {
    const {changes, summary} = await plan(...flags);
    expect(changes).toMatchObject([{action: 'update', key: 'acme', id}]);
    expect(changes[0].fields.map(({path}: {path: string}) => path).sort()).toEqual(fields);
    expect(summary.drift ?? 0).toBe(0);
  }
  expect(await world.runHere(['apply', '--auto-approve'], {env: {HOOK_TOKEN: 'hidden-token'}})).toMatchObject({exitCode: 0});
  expect(world.emulator.monitors()).toMatchObject([
    {id, name: 'ACME pricing', goal: 'a price drops', status: 'active', targets: [{id: TARGET}]},
  ]);
  expect(await world.runHere(['plan', '--refresh', '--detailed-exitcode'])).toMatchObject({exitCode: 0});
});

test('no spec under the key: one is written at its path, or says the key where no path can', async () => {
  await start();
  const first = world.emulator.dashboard.create(ACME).id;
  const second = world.emulator.dashboard.create({...ACME, name: 'B', targets: [{type: 'scrape', urls: ['https://b.example/']}]}).id;
  const {document} = await importJson('pricing/acme', first);
  expect(document).toMatchObject({
    outcome: 'written',
    file: 'monitors/pricing/acme.yaml',
    secrets: [{name: 'WEBHOOK_PATH'}, {name: 'WEBHOOK_AUTHORIZATION', uses: [{after: 'Bearer '}]}],
  });
  expect(read('monitors/pricing/acme.yaml')).toContain('$schema=../../.vscode/monitors.schema.json\n');
  expect(read('monitors.config.yaml')).toBe(CONFIG.replace('[HOOK_TOKEN]', '[HOOK_TOKEN, WEBHOOK_PATH, WEBHOOK_AUTHORIZATION]'));
  expect((await importJson('_old/Preise & mehr', second)).document).toMatchObject({
    outcome: 'written',
    file: 'monitors/old-preise-mehr.yaml',
  });
  expect(read('monitors/old-preise-mehr.yaml')).toContain('sync:\n  key: _old/Preise & mehr\n');
  for (const flags of [[], ['--refresh']])
    expect(await world.runHere(['plan', '--detailed-exitcode', ...flags])).toMatchObject({exitCode: 0});
});

test('what is taken, unknown or unsayable is refused, and nothing is written', async () => {
  await start({'monitors/acme.yaml': SPEC.replace('    urls', `    id: ${TARGET}\n    urls`)});
  const {id} = world.emulator.dashboard.create(ACME);
  const other = world.emulator.dashboard.create({...ACME, targets: [{type: 'scrape', urls: ['https://b.example/']}]}).id;
  const odd = world.emulator.dashboard.create({
    ...ACME,
    schedule: {cron: '0 9 * * *', timezone: 'PST'},
    targets: [{type: 'scrape', urls: ['https://c.example/']}],
  }).id;
  const refuse = async (key: string, monitor: string, code: string, words: string) => {
    const state = existsSync(world.workspace.path('monitors.state.json')) ? read('monitors.state.json') : null;
    const run = await importJson(key, monitor);
    expect(run).toMatchObject({exitCode: 3, document: {command: 'import', error: {code, message: expect.stringContaining(words)}}});
    expect(listSpecs()).toEqual(['acme.yaml']);
    expect(existsSync(world.workspace.path('monitors.state.json')) ? read('monitors.state.json') : null).toBe(state);
  };
  await refuse('new', NOWHERE, 'live/no-such-monitor', NOWHERE);
  await refuse('new', 'no id/at all', 'live/no-such-monitor', 'no id');
  await refuse('new', id, 'live/claimed', 'the spec "acme"');
  expect(await importJson('acme', id.toUpperCase())).toMatchObject({exitCode: 0});
  await refuse('acme', other, 'state/key-taken', id);
  await refuse('new', id, 'live/claimed', 'already recorded as "acme"');
  await refuse('', other, 'config/usage', 'KEY');
  await refuse('ACME', other, 'state/key-taken', 'only in case');
  const unsaid = await importJson('odd', odd);
  expect(unsaid).toMatchObject({
    exitCode: 1,
    document: {outcome: 'refused', id: odd, file: null, diagnostics: [{code: 'schedule/timezone'}]},
  });
  expect((await world.runHere(['import', 'odd', odd])).stdout).toContain('Nothing was written for "odd".');
  world.workspace.write({'monitors.config.yaml': 'project: acme\nsecrets: {allow: [HOOK_TOKEN]}\n'});
  await refuse('new', other, 'live/needs-full', 'monitors import');
});

test('a directory that is a link is not written through', async () => {
  await start();
  const {id} = world.emulator.dashboard.create(ACME);
  mkdirSync(world.workspace.path('elsewhere'));
  mkdirSync(world.workspace.path('monitors'));
  symlinkSync(world.workspace.path('elsewhere'), world.workspace.path('monitors/_linked'));
  symlinkSync(world.workspace.path('elsewhere'), world.workspace.path('monitors/linked'));
  expect(await importJson('linked/acme', id)).toMatchObject({
    exitCode: 3,
    document: {error: {code: expect.stringMatching(/config\/unsafe-path|spec\/invalid/)}},
  });
  expect(readdirSync(world.workspace.path('elsewhere'))).toEqual([]);
  expect(existsSync(world.workspace.path('monitors.state.json'))).toBe(false);
  expect(read('monitors.config.yaml')).toBe(CONFIG);
});
