import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {API_KEY, startUserWorld, type UserWorld} from '../world/service';
import {findFence, ROOT} from './pages';

/** Outputs on the pages are what the commands of this repository print: the one of README.md, with 37 monitors applied. */
const OTHERS = Object.fromEntries(
  Array.from({length: 36}, (_, index) => [
    `monitors/supplier-${index + 1}.yaml`,
    `name: Supplier ${index + 1}\nschedule: {text: hourly}\ntargets:\n  - type: scrape\n    urls: [https://supplier-${index + 1}.example/]\nsync: {alerts: none}\n`,
  ]),
);
const API_DOCS = [
  'name: API docs',
  'schedule: {text: daily}',
  'goal: Tell me when a price changes',
  'targets:',
  '  - type: crawl',
  '    url: https://docs.example/',
  '    crawlOptions: {limit: 20}',
  'notification:',
  '  email: {enabled: true, recipients: [old@acme.example]}',
  '',
].join('\n');
const EDITED_API_DOCS = API_DOCS.replace('price changes', 'price drops').replace('old@', 'new@');
const ACME = findFence('README.md', '# monitors/pricing/acme.yaml');
const WITH_TYPO = ACME.replace('schedule:', 'schedul:');

let world: UserWorld;

beforeAll(async () => {
  world = await startUserWorld({
    ...OTHERS,
    'monitors/docs/api.yaml': API_DOCS,
    'monitors.config.yaml': findFence('README.md', 'project: acme-web'),
  });
  expect(await world.runHere(['apply', '--auto-approve'])).toMatchObject({exitCode: 0});
});

beforeEach(() => world.workspace.write({'monitors/docs/api.yaml': API_DOCS, 'monitors/pricing/acme.yaml': ACME}));

afterAll(() => world.close());

/** The sample's lines stand in the output in this order, next to each other but for lines `...`. */
function expectShown(sample: string, output: string): void {
  const pieces = sample
    .trimEnd()
    .split(/^ *\.\.\.\n/m)
    .map(piece => piece.trimEnd());
  let rest = output;
  for (const piece of pieces) {
    expect(rest).toContain(piece);
    rest = rest.slice(rest.indexOf(piece) + piece.length);
  }
}

/** A sample abridged: its members stand in the real value, and "..." stands for any text. */
function expectAbridged(real: unknown, sample: unknown): void {
  expect(real).toMatchObject(openTexts(sample) as object);
}

function openTexts(sample: unknown): unknown {
  if (sample === '...') return expect.any(String);
  if (Array.isArray(sample)) return sample.map(openTexts);
  if (typeof sample !== 'object' || sample === null) return sample;
  return Object.fromEntries(Object.entries(sample).map(([name, value]) => [name, openTexts(value)]));
}

/** The page's JSON document of a command. */
function readSample(command: string) {
  return JSON.parse(findFence('docs/output.md', `{\n  "formatVersion": 1,\n  "command": "${command}"`));
}

test('README.md: the finding', async () => {
  world.workspace.write({'monitors/pricing/acme.yaml': WITH_TYPO});
  const {stdout} = await world.runHere(['validate']);
  expectShown(findFence('README.md', 'monitors/pricing/acme.yaml:3:1'), stdout);
  expectShown(findFence('docs/output.md', 'monitors/pricing/acme.yaml:3:1'), stdout);
});

test('README.md: the plan', async () => {
  expectShown(findFence('README.md', '+ pricing/acme'), (await world.runHere(['plan'], {env: {MONITORS_BASE_URL: ''}})).stdout);
});

test('docs/plan.md: a plan with an edited monitor', async () => {
  world.workspace.write({'monitors/docs/api.yaml': EDITED_API_DOCS});
  expectShown(findFence('docs/plan.md', '! docs/api'), (await world.runHere(['plan', '--quiet'])).stdout);
});

test('docs/drift.md: a monitor that the repository and somebody else changed', () => {
  const golden = readFileSync(join(ROOT, 'test/golden/report-plan-full-operations/text.golden.txt'), 'utf8');
  expectShown(findFence('docs/drift.md', '~ docs/both'), golden);
});

test('docs/output.md: findings as JSON', async () => {
  world.workspace.write({'monitors/pricing/acme.yaml': WITH_TYPO});
  const {stdout} = await world.runHere(['validate', '--format', 'json']);
  expect(Object.keys(readSample('validate'))).toEqual(Object.keys(JSON.parse(stdout)));
  expectAbridged(JSON.parse(stdout), readSample('validate'));
});

test('docs/output.md: a plan as JSON, its fields abridged', async () => {
  const sample = readSample('plan');
  const real = JSON.parse((await world.runHere(['plan', '--format', 'json'])).stdout);
  expect(real.changes[0].fields).toEqual(expect.arrayContaining(sample.changes[0].fields));
  real.changes[0].fields = sample.changes[0].fields;
  expect(Object.keys(sample)).toEqual(Object.keys(real));
  expectAbridged(real, sample);
});

test('docs/output.md: an error as JSON', async () => {
  const run = await world.runHere(['apply', '--auto-approve', '--format', 'json'], {env: {MONITORS_API_KEY: ''}});
  expect(run.exitCode).toBe(3);
  const sample = JSON.parse(findFence('docs/output.md', '{"formatVersion":1,"command":"apply","error"'));
  expectAbridged(JSON.parse(run.stdout), sample);
});

test('docs/output.md: specs with errors as JSON hold their findings as validate does', async () => {
  world.workspace.write({'monitors/pricing/acme.yaml': WITH_TYPO});
  const findings = JSON.parse((await world.runHere(['validate', '--format', 'json'])).stdout).diagnostics;
  for (const args of [['plan'], ['apply', '--auto-approve']]) {
    const run = await world.runHere([...args, '--format', 'json']);
    expect(run.exitCode).toBe(1);
    expect(JSON.parse(run.stdout)).toMatchObject({command: args[0], error: {code: 'spec/invalid'}, diagnostics: findings});
  }
});

describe('an apply in which one create is refused', () => {
  /** The place of each value that is new in every run, by its name. */
  const VOLATILE: ReadonlySet<string> = new Set(['id', 'nextRunAt']);
  const settle = (text: string) => JSON.parse(text, (name, value) => (VOLATILE.has(name) && value !== null ? typeof value : value));
  let refused: UserWorld;

  beforeAll(async () => {
    const long = {status: 400, body: {success: false, error: 'Bad Request', details: [{path: ['name'], message: 'too long'}]}};
    refused = await startUserWorld(
      {'monitors/docs/api.yaml': API_DOCS, 'monitors/pricing/acme.yaml': ACME, 'monitors.config.yaml': findFence('README.md', 'project:')},
      {faults: [{when: {name: 'API docs'}, do: 'answer', ...long}]},
    );
  });

  afterAll(() => refused.close());

  test('docs/output.md: events, and the whole as JSON', async () => {
    const run = await refused.run(['apply', '--auto-approve', '--format', 'jsonl'], {env: {WEBHOOK_TOKEN: 'a-token-for-hooks'}});
    expect(run.exitCode).toBe(1);
    const lines = run.stdout.trimEnd().split('\n');
    expect(lines).toContain(findFence('docs/output.md', '{"formatVersion":1,"command":"apply","type":"sending"').trimEnd());
    const {type, ...whole} = settle(lines.at(-1) ?? '');
    expect(type).toBe('completed');
    expectAbridged(whole, settle(JSON.stringify(readSample('apply'))));
  });
});

test('docs/recovery.md: the state file has the members that the page shows, in that order', async () => {
  await world.runHere(['apply', '--auto-approve'], {env: {WEBHOOK_TOKEN: 'a-token-for-hooks'}});
  const text = readFileSync(world.workspace.path('monitors.state.json'), 'utf8');
  const sample = JSON.parse(findFence('docs/recovery.md', '{\n  "checksum"'));
  const real = JSON.parse(text);
  // The page shows the state of a real service, which has no mark of the emulator.
  const {emulator, ...shown} = real;
  expect(emulator).toBe(true);
  expect(Object.keys(sample)).toEqual(Object.keys(shown));
  expect(Object.keys(sample.monitors['pricing/acme'])).toEqual(Object.keys(real.monitors['pricing/acme']));
  expect(text).not.toContain('a-token-for-hooks');
  expect(text).not.toContain(API_KEY);
});

test('a sample that is not what is printed is found', () => {
  expect(() => expectShown('a\n...\nc\n', 'a\nb\nd\n')).toThrow();
  expect(() => expectShown('a\n...\nc\n', 'a\nb\nc\n')).not.toThrow();
  expect(() => expectAbridged({a: 1, b: ['x']}, {b: ['y']})).toThrow();
  expect(() => expectAbridged({a: 1, b: ['x']}, {b: ['...']})).not.toThrow();
});
