import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {API_KEY, startUserWorld, type UserWorld} from '../world/service';
import {findFence, ROOT} from './pages';

/** What the pages show as output is what the commands of this repository print: the one of README.md, with 37 monitors applied. */
const OTHERS = Object.fromEntries(
  Array.from({length: 36}, (_, index) => [
    `monitors/supplier-${index + 1}.yaml`,
    `name: Supplier ${index + 1}\nschedule: {text: hourly}\ntargets:\n  - type: scrape\n    urls: [https://supplier-${index + 1}.example/]\n`,
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
  expect(await world.run(['apply', '--auto-approve'])).toMatchObject({exitCode: 0});
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

test('README.md: the finding', async () => {
  world.workspace.write({'monitors/pricing/acme.yaml': WITH_TYPO});
  const {stdout} = await world.run(['validate']);
  expectShown(findFence('README.md', 'monitors/pricing/acme.yaml:3:1'), stdout);
  expectShown(findFence('docs/output.md', 'monitors/pricing/acme.yaml:3:1'), stdout);
});

test('README.md: the plan', async () => {
  expectShown(findFence('README.md', '+ pricing/acme'), (await world.run(['plan'])).stdout);
});

test('docs/plan.md and docs/output.md: a plan with an edited monitor', async () => {
  world.workspace.write({'monitors/docs/api.yaml': EDITED_API_DOCS});
  expectShown(findFence('docs/plan.md', '! docs/api'), (await world.run(['plan', '--quiet'])).stdout);
  expectShown(findFence('docs/output.md', '! docs/api'), (await world.run(['plan'])).stdout);
});

test('docs/drift.md: a monitor that the repository and somebody else changed', () => {
  const golden = readFileSync(join(ROOT, 'test/golden/report-plan-full-operations/text.golden.txt'), 'utf8');
  expect(golden).toContain(findFence('docs/drift.md', '~ docs/both'));
});

test('docs/output.md: the state, its monitors abridged, and what resolve settled', () => {
  const golden = (path: string) => JSON.parse(readFileSync(join(ROOT, 'test/golden', path), 'utf8'));
  const {monitors, ...rest} = golden('report-state/list.golden.json');
  expect(JSON.parse(findFence('docs/output.md', '{\n  "formatVersion": 1,\n  "command": "state list"'))).toEqual({
    ...rest,
    monitors: monitors.slice(0, 1),
  });
  expect(JSON.parse(findFence('docs/output.md', '{\n  "formatVersion": 1,\n  "command": "resolve"'))).toEqual(
    golden('report-resolve/settled.golden.json'),
  );
});

test('docs/output.md: findings as JSON', async () => {
  world.workspace.write({'monitors/pricing/acme.yaml': WITH_TYPO});
  const {stdout} = await world.run(['validate', '--format', 'json']);
  expect(JSON.parse(findFence('docs/output.md', '{\n  "formatVersion": 1,\n  "command": "validate"'))).toEqual(JSON.parse(stdout));
});

test('docs/output.md: a plan as JSON, its fields abridged', async () => {
  const sample = JSON.parse(findFence('docs/output.md', '{\n  "formatVersion": 1,\n  "command": "plan"'));
  const real = JSON.parse((await world.run(['plan', '--format', 'json'])).stdout);
  expect(real.changes[0].fields).toEqual(expect.arrayContaining(sample.changes[0].fields));
  real.changes[0].fields = sample.changes[0].fields;
  expect(sample).toEqual(real);
});

test('docs/output.md: an error as JSON', async () => {
  const run = await world.run(['apply', '--auto-approve', '--format', 'json'], {env: {MONITORS_API_KEY: ''}});
  expect(run).toMatchObject({exitCode: 3, stdout: findFence('docs/output.md', '{"formatVersion":1,"command":"apply","error"')});
});

test('docs/output.md: specs with errors as JSON hold their findings as validate does', async () => {
  world.workspace.write({'monitors/pricing/acme.yaml': WITH_TYPO});
  const findings = JSON.parse((await world.run(['validate', '--format', 'json'])).stdout).diagnostics;
  for (const args of [['plan'], ['apply', '--auto-approve']]) {
    const run = await world.run([...args, '--format', 'json']);
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
    expect(settle(findFence('docs/output.md', '{\n  "formatVersion": 1,\n  "command": "apply"'))).toEqual(whole);
  });
});

test('docs/state.md: the state file has the members that the page shows, in that order', async () => {
  await world.run(['apply', '--auto-approve'], {env: {WEBHOOK_TOKEN: 'a-token-for-hooks'}});
  const text = readFileSync(world.workspace.path('monitors.state.json'), 'utf8');
  const sample = JSON.parse(findFence('docs/state.md', '{\n  "checksum"'));
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
});
