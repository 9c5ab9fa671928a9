import {readFileSync} from 'node:fs';
import {type CommandName, expectPromised, schemaOf} from '../world/json-schemas';
import {startUserWorld, type UserWorld} from '../world/service';

/** Output about layers, lists and environments is what `monitors schema` promises of it. */
const page = (name: string, more = '') => `name: ${name}\n${more}targets: [{type: scrape, urls: ["https://${name}.example/"]}]\n`;
const CONFIG = [
  'project: acme',
  'service: {operations: full}',
  'secrets: {allow: [TOKEN]}',
  'environments: {staging: {vars: {HOOKS: "https://s.example"}}, production: {vars: {HOOKS: "https://p.example"}}}',
  'rules: [{keys: "list/**", require: [goal], severity: warning}]',
  'moves: [{from: "gone/**", to: "here/**"}]',
  '',
].join('\n');
const LAYER =
  'schedule: {text: daily}\nwebhook: {url: "${var:HOOKS}/x", headers: {A: "${env:TOKEN}"}}\nsync: {labels: {team: web}, protect: true}\n';
const LIST = page('list', 'retentionDays: "${each:days}"\nsync: {each: {file: _rows.csv}}\n').replace(/list/g, '${each:key}');
const FILES = {
  'monitors.config.yaml': CONFIG,
  'monitors/_defaults.yaml': LAYER,
  'monitors/_overlay.staging.yaml': 'retentionDays: 5\n',
  'monitors/list.yaml': LIST,
  'monitors/_rows.csv': 'key,days\na,7\nb,30\n',
  'monitors/own.yaml': page('own', 'sync: {protect: false}\n'),
  'monitors/prod.yaml': page('prod', 'sync: {environments: [production], ignore: [goal], paused: keep}\n'),
};

let world: UserWorld;
beforeAll(async () => {
  world = await startUserWorld(FILES, {}, {operations: 'full'});
});
afterAll(() => world.close());

const write = (files: Record<string, string>) => world.workspace.write(files);

/** Runs a command, and gives what it printed once that is what its schema promises. */
async function print(...args: readonly string[]): Promise<string> {
  const {stdout, stderr, exitCode} = await world.runHere([...args, '--format', 'json'], {env: {TOKEN: 'a-token-of-tests'}});
  expect({exitCode, stderr}).not.toMatchObject({exitCode: 70});
  expectPromised(schemaOf(JSON.parse(stdout)), stdout);
  return stdout;
}
const inStaging = (...args: readonly string[]) => print(...args, '--environment', 'staging');

function expectSaved(command: CommandName, file: string): void {
  expectPromised(command, readFileSync(world.workspace.path(file), 'utf8'));
}

test('findings of layers and cells have their count and their related places', async () => {
  expect(await print('validate')).toContain('rule/required');
  write({'monitors/_rows.csv': 'key,days\na,many\nb,30\n', 'monitors/_defaults.yaml': `${LAYER}goal: 5\n`});
  const printed = await print('validate');
  for (const member of ['"related"', '"monitors": 4', 'monitors/_rows.csv']) expect(printed).toContain(member);
  expect(await inStaging('plan')).toContain('spec/invalid');
  expect(await inStaging('render')).toContain('"error"');
  write(FILES);
});

test('specs with their origins', async () => {
  expect(await inStaging('render', '--origins')).toContain('monitors/_overlay.staging.yaml');
  expect(await inStaging('render', 'list/*')).toContain('list/b');
});

test('plans, saved and applied, of new monitors, changed layers, rows, labels and lost protection', async () => {
  expect(await inStaging('plan', '--out', 'first.json')).toContain('plan/new-layer');
  expectSaved('plan', 'first.json');
  expect(await inStaging('apply', 'first.json')).toContain('"created"');
  write({
    'monitors/_defaults.yaml': LAYER.replace('daily', 'hourly').replace('team: web}, protect: true', 'team: all}'),
    'monitors/_rows.csv': 'key,days,renamedFrom\na,7,\nc,30,list/b\n',
    'monitors/own.yaml': page('own', 'sync: {environments: [production]}\n'),
  });
  const second = await inStaging('plan', '--refresh', '--out', 'second.json');
  for (const word of ['"origin"', 'plan/protection-lost', 'plan/left-environment', '"rename"']) expect(second).toContain(word);
  expectSaved('plan', 'second.json');
  await inStaging('apply', 'second.json');
  write({'monitors/_defaults.yaml': 'schedule: {text: hourly}\n'});
  expect(await inStaging('plan')).toContain('plan/from-layer');
  expect(await inStaging('plan', '--label', 'team=all', '--exclude', 'list/a')).toContain('"blocked": 1');
  await inStaging('apply', '--auto-approve', '--allow-deletes');
});

test('the state: labels, moves and another environment', async () => {
  expect(await inStaging('state', 'list', 'list/**')).toContain('list/a');
  await inStaging('state', 'show', 'list/a');
  await inStaging('state', 'mv', 'list/**', 'gone/**');
  expect(await print('plan', '--environment', 'production')).toContain('config/new-environment');
  await print('state', 'migrate', '--environment', 'staging', '--to-environment', 'production');
});
