import {bareSpecFor, makeWorkspace, runMonitors, specFor, type Workspace} from '../world/cli';
import {runMonitorsHere} from '../world/cli-here';
import {type LenientService, startLenientService} from '../world/lenient-service';
import {type Canary, findCanaries, readTree, type Searched} from './canary-search';

/** Members that `service.allowFields` lets in, attacked: all of it is secret, whatever it holds and whatever is wrong beside it. */
const CONFIG = `project: acme
service:
  operations: full
  allowFields: [notification.teams, targets.*.newThing, schedule.jitter, callee, webhook.signing]
secrets: {allow: [TOKEN]}
`;

const CANARIES: readonly Canary[] = [
  {name: 'a reference', value: 'canary/REFERENCE+0123"quoted'},
  {name: 'a text', value: 'canaryTEXT0123456789'},
  {name: 'a text in a list', value: 'canaryLIST0123456789'},
  {name: 'a number', value: '7364518290'},
  {name: 'a text in a target', value: 'canaryTARGET0123456789'},
  {name: 'a text on lines of its own', value: 'canaryLINES0123456789'},
  {name: 'a part beside a reference', value: 'canaryBESIDE0123456789'},
  {name: 'a text at the top', value: 'canaryTOP0123456789'},
];

const SPEC = `name: shop
schedule: {text: hourly, jitter: 7364518290}
callee: canaryTOP0123456789
webhook: {url: "https://hooks.example/", signing: canaryTEXT0123456789}
notification:
  teams:
    hook: "https://teams.example/canaryTEXT0123456789"
    all: [canaryLIST0123456789, 7364518290, "\${env:TOKEN}"]
    mixed: "canaryBESIDE0123456789 \${env:TOKEN}"
    lines: |
      user: canaryLINES0123456789
      more
targets:
  - type: scrape
    urls: [https://shop.example/]
    newThing:
      canary: canaryTARGET0123456789
`;

/** Each spoils the spec beside its secrets or in them. */
const SPOILED = [
  SPEC.replace('hourly', 'hourli'),
  SPEC.replace('  teams:\n', '  teams: &here\n').replace('newThing:\n', 'newThing: *there\n'),
  SPEC.replace('canary: canaryTARGET', 'canary: !secret canaryTARGET'),
  SPEC.replace('jitter: 7364518290', 'jitter: 7364518290736451829073645182907364518290'),
  SPEC.replace('canaryLIST0123456789, ', '"canaryLIST0123456789, '),
  SPEC.replace('    lines: |\n', '\tlines: |\n'),
  SPEC.replace('${env:TOKEN}"]', '${env:OTHER}"]'),
  SPEC.replace('${env:TOKEN}"]', '${env:canaryLIST0123456789"]'),
  SPEC.replace('callee: ', 'goal: [callee]\ncallee: [*x] # '),
  SPEC.replace('canary: canaryTARGET0123456789', '__proto__: canaryTARGET0123456789'),
  `${SPEC}callee: canaryTOP0123456789\n`,
  SPEC.replace('name: shop', 'name: "shop'),
];

let service: LenientService;
let workspace: Workspace;
let searched: Searched[];

beforeEach(async () => {
  service = await startLenientService();
  searched = [];
  workspace = makeWorkspace({'monitors.config.yaml': CONFIG, 'monitors/shop.yaml': SPEC});
});

afterEach(() => {
  service.close();
  workspace.remove();
});

/** Runs the real command and keeps every byte that it printed. */
async function run(...args: string[]) {
  const env = {
    MONITORS_BASE_URL: service.url,
    MONITORS_API_KEY: 'some-key',
    TOKEN: CANARIES[0]!.value,
    XDG_CACHE_HOME: workspace.path('cache'),
  };
  const ended = await runMonitors(args, {cwd: workspace.directory, env});
  searched.push({place: `stdout of ${args.join(' ')}`, bytes: Buffer.from(ended.stdout)});
  searched.push({place: `stderr of ${args.join(' ')}`, bytes: Buffer.from(ended.stderr)});
  return ended;
}

/** Looks through all that was printed, and all files but the specs: plans, state, journal, lock, cache. */
const search = () => findCanaries([...searched, ...readTree(workspace.directory, ['monitors'])], CANARIES);

test('S6: no output of validate shows any of it, whatever is wrong beside it or in it', async () => {
  expect(await run('validate')).toMatchObject({exitCode: 0});
  workspace.write(Object.fromEntries(SPOILED.map((text, index) => [`monitors/spoiled-${index}.yaml`, text])));
  for (const format of ['text', 'json', 'github', 'gitlab', 'sarif']) {
    expect(await run('validate', '--verbose', '--format', format)).toMatchObject({exitCode: 1});
  }
  const {stdout} = await run('validate', '--format', 'json');
  const {diagnostics} = JSON.parse(stdout) as {diagnostics: {severity: string; file: string}[]};
  const faulty = new Set(diagnostics.flatMap(({severity, file}) => (severity === 'error' ? [file] : [])));
  expect(SPOILED.flatMap((text, index) => (faulty.has(`monitors/spoiled-${index}.yaml`) ? [] : [text]))).toEqual([]);
  expect(search()).toEqual([]);
});

test('S6: plan, saved plan, comment, state, journal and drift hold nothing of it but hashes', async () => {
  for (const format of ['text', 'json', 'markdown']) await run('plan', '--format', format, '--out', `${format}.plan.json`, '--verbose');
  expect(await run('apply', '--auto-approve', '--verbose', '--format', 'jsonl')).toMatchObject({exitCode: 0});
  expect(service.held[0]).toMatchObject({notification: {teams: {all: ['canaryLIST0123456789', 7364518290, CANARIES[0]!.value]}}});
  workspace.write({'monitors/shop.yaml': SPEC.replaceAll('0123456789', '9876543210')});
  for (const format of ['text', 'json', 'markdown']) await run('plan', '--format', format, '--verbose');
  workspace.write({'monitors/shop.yaml': SPEC});
  Object.assign(service.held[0]!, {callee: 'canaryTEXT0123456789', notification: {teams: {hook: 'canaryLIST0123456789'}}});
  for (const format of ['text', 'json', 'markdown']) await run('plan', '--refresh', '--format', format, '--verbose');
  await run('accept', 'shop');
  expect(await run('apply', '--refresh', '--auto-approve', '--verbose')).toMatchObject({exitCode: 0});
  await run('state', 'show', 'shop');
  expect((await run('plan', '--refresh')).stdout).toContain('No changes.');
  workspace.write({'monitors.config.yaml': CONFIG.replace(/ {2}allowFields.*\n/, ''), 'monitors/shop.yaml': specFor('shop')});
  for (const format of ['text', 'json']) await run('plan', '--format', format);
  await run('recover', '--dry-run');
  expect(search()).toEqual([]);
});

test.each([400, 422, 500])('S17: a service that answers %i and repeats what it was sent brings none of it out', async status => {
  service.refuse = status;
  for (const format of ['text', 'json', 'jsonl']) {
    const {exitCode} = await run(
      'apply',
      '--auto-approve',
      '--verbose',
      '--format',
      format,
      '--on-ambiguous',
      'stop',
      '--lookup-timeout',
      '1',
    );
    expect([1, 4]).toContain(exitCode);
  }
  await run('state', 'list');
  expect(search()).toEqual([]);
});

/** Runs `validate` without a process, which prints nothing that is searched. */
const validate = (...args: string[]) => runMonitorsHere(['validate', ...args], {cwd: workspace.directory});

test.each([
  'targets.newThing',
  'targets.*',
  'notification.teams.channel',
  'webhook.headers.X',
  'webhook.metadata.team',
  'goal.x',
  'sync.x',
  'id',
  'status',
  'estimatedCreditsPerMonth',
  '__proto__',
  'notification.__proto__',
  'constructor.x',
  'notification.constructor',
  '*',
  '*.teams',
  'schedule.*.x',
  '.teams',
  'teams.',
  'a b',
  'a/b',
  '${env:TOKEN}',
  '',
])('service.allowFields refuses %j', async path => {
  workspace.write({'monitors.config.yaml': `service: {allowFields: [${JSON.stringify(path)}]}\n`});
  const ended = await validate('--format', 'json');
  expect(ended.exitCode).toBe(3);
  expect(ended.stdout + ended.stderr).toContain('config/bad-field');
});

test.each(['webhook.url', 'name', 'targets.*.urls', 'notification'])('service.allowFields warns of %j, which is known', async path => {
  workspace.write({'monitors.config.yaml': `service: {allowFields: [${JSON.stringify(path)}]}\n`, 'monitors/shop.yaml': specFor('shop')});
  const ended = await validate('--format', 'json');
  expect(ended).toMatchObject({exitCode: 0, stdout: expect.stringContaining('config/known-field')});
});

test('service.allowFields holds 50 paths at most', async () => {
  const paths = (count: number) => `service: {allowFields: [${Array.from({length: count}, (_, index) => `new${index}`).join(', ')}]}\n`;
  workspace.write({'monitors.config.yaml': paths(50), 'monitors/shop.yaml': specFor('shop')});
  expect(await validate()).toMatchObject({exitCode: 0});
  workspace.write({'monitors.config.yaml': paths(51)});
  expect(await validate()).toMatchObject({exitCode: 3});
});

test('a value of nearly 1 MiB and one that is nested deep are sent and compared; deeper is refused', async () => {
  const deep = (levels: number) => `${bareSpecFor('deep')}callee: ${'['.repeat(levels)}1${']'.repeat(levels)}\n`;
  workspace.write({
    'monitors/shop.yaml': `${bareSpecFor('shop')}callee: ${JSON.stringify('canaryTOP0123456789'.repeat(50_000))}\n`,
    'monitors/deep.yaml': deep(60),
  });
  expect(await run('apply', '--auto-approve')).toMatchObject({exitCode: 0});
  expect((await run('plan', '--refresh')).stdout).toContain('No changes.');
  workspace.write({'monitors/deep.yaml': deep(80)});
  expect(await run('plan')).toMatchObject({exitCode: 1, stderr: expect.stringContaining('yaml/too-deep')});
  expect(search()).toEqual([]);
}, 60_000);
