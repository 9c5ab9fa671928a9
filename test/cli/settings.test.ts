import {spawnSync} from 'node:child_process';
import {mkdirSync, readFileSync, symlinkSync} from 'node:fs';
import {makeWorkspace, monitorsBin, runMonitors, specFor, type Workspace} from '../world/cli';
import {runMonitorsHere} from '../world/cli-here';

/** Where settings come from: flags, environment, config file, defaults. Nothing here is sent. */
let workspace: Workspace;
afterEach(() => workspace.remove());

const SPECS = {'monitors/a.yaml': specFor('a')};
const run = (args: readonly string[], env: Record<string, string | undefined> = {}, cwd = workspace.directory) =>
  runMonitorsHere(args, {cwd, env});
/** The same in a process, whose own directory and environment count. */
const start: typeof run = (args, env = {}, cwd = workspace.directory) => runMonitors(args, {cwd, env});

test('the config is found from below up to the git root, and -C moves the working directory, before or after the command', async () => {
  workspace = makeWorkspace({...SPECS, '.git/HEAD': '', 'monitors.config.yaml': 'project: acme\n', 'deep/er/x': ''});
  const below = workspace.path('deep/er');
  expect(await start(['plan', '-q'], {}, below)).toMatchObject({
    exitCode: 0,
    stdout: expect.stringContaining('+ a  create  ../../monitors/a.yaml:1'),
  });
  expect(await start(['plan', '-q', '-C', '../..'], {}, below)).toMatchObject({
    exitCode: 0,
    stdout: expect.stringContaining('  monitors/a.yaml:1'),
  });
  expect(await start(['-C', '../..', 'plan', '-q'], {}, below)).toMatchObject({exitCode: 0});
  const nowhere = await start(['plan', '-C', 'nowhere'], {}, below);
  expect(nowhere).toMatchObject({exitCode: 3, stderr: expect.stringMatching(/config\/not-found.*nowhere.*-C/s)});
});

test('flags win over the environment, the environment over the config; each environment has a state of its own', async () => {
  workspace = makeWorkspace({...SPECS, 'monitors.config.yaml': 'project: acme\nenvironment: from-config\nspecs: elsewhere\n'});
  const planned = async (args: readonly string[], env = {}) => {
    const {stdout} = await start(['plan', '--format', 'json', '--specs', 'monitors', '--out', 'plan.json', ...args], env);
    expect(JSON.parse(stdout)).toMatchObject({summary: {create: 1}});
    return JSON.parse(readFileSync(workspace.path('plan.json'), 'utf8')) as Record<string, unknown>;
  };
  expect(await planned([])).toMatchObject({project: 'acme', environment: 'from-config', state: null});
  expect(await planned([], {MONITORS_ENVIRONMENT: 'from-env'})).toMatchObject({environment: 'from-env'});
  expect(await planned(['--environment', 'flag'], {MONITORS_ENVIRONMENT: 'from-env'})).toMatchObject({environment: 'flag'});
  expect(await start(['plan'])).toMatchObject({exitCode: 3, stderr: expect.stringContaining('elsewhere')});
  expect(await start(['plan'], {MONITORS_ENVIRONMENT: '../x'})).toMatchObject({
    exitCode: 3,
    stderr: expect.stringContaining('in MONITORS_ENVIRONMENT'),
  });
});

test('what no file may say is refused in the config with the way out', async () => {
  workspace = makeWorkspace({
    ...SPECS,
    'monitors.config.yaml':
      'service: {operations: full, baseUrl: https://evil.example}\nsafety: {maxDeletes: a third}\nsecrets: {allow: [GITHUB_TOKEN, A B]}\napiKey: x\n',
  });
  const {exitCode, stdout, stderr} = await run(['plan', '--format', 'json']);
  expect(exitCode).toBe(3);
  const {error, diagnostics} = JSON.parse(stdout) as {
    error: object;
    diagnostics: {code: string; pointer: string; message: string; hint: string}[];
  };
  expect(error).toMatchObject({code: 'config/invalid'});
  expect(diagnostics.map(({code, pointer}) => `${code} ${pointer}`)).toEqual([
    'schema/unknown-field /service/baseUrl',
    'config/bad-limit /safety/maxDeletes',
    'secret/refused-name /secrets/allow/0',
    'config/bad-name /secrets/allow/1',
    'schema/unknown-field /apiKey',
  ]);
  expect(diagnostics[0]?.hint).toContain('MONITORS_BASE_URL');
  expect(diagnostics[1]?.hint).toContain('such as 30%');
  expect(diagnostics[4]?.hint).toContain('MONITORS_API_KEY');
  expect(stderr).toContain('monitors.config.yaml:1:29');
});

test('what needs full operations is refused without them', async () => {
  workspace = makeWorkspace(SPECS);
  const lines = [
    'plan --refresh',
    'plan --refresh --show-unmanaged',
    'plan --check-secrets',
    'plan --allow-deletes',
    'apply --lookup-timeout 3',
  ];
  lines.push('apply --allow-deletes', 'apply --refresh', 'apply --check-secrets', 'resolve a --probe', 'resolve a --prune-duplicates');
  lines.push('status', 'status --alerts', 'changes', 'alerts', 'alerts --test', 'tune', 'report --out r.html --refresh');
  const runs = await Promise.all(lines.map(line => run(line.split(' '))));
  expect(runs.map(({exitCode, stdout, stderr}) => [exitCode, stdout, /live\/needs-full/.test(stderr)])).toEqual(
    lines.map(() => [3, '', true]),
  );
});

test('values that flags and variables do not know are refused with those they know', async () => {
  workspace = makeWorkspace(SPECS);
  const rows: readonly [string, string][] = [
    ['validate --format xml', 'text, json, github, gitlab or sarif'],
    ['plan --format sarif', 'text, json, markdown or gitlab'],
    ['apply --format markdown', 'text, json or jsonl'],
    ['validate --strict no', 'service or all'],
    ['plan --color sometimes', 'auto, always or never'],
    ['apply --on-error maybe', 'continue or stop'],
    ['apply --on-ambiguous maybe', 'verify, retry or stop'],
    ['apply --concurrency 0', 'from 1 to 64'],
    ['apply --concurrency 1e1', 'from 1 to 64'],
  ];
  for (const [line, words] of rows)
    expect(await run(line.split(' '))).toMatchObject({exitCode: 3, stdout: '', stderr: expect.stringContaining(words)});
  expect(await run(['apply'], {MONITORS_RETRY_BASE_MS: 'abc'})).toMatchObject({
    exitCode: 3,
    stderr: expect.stringContaining('MONITORS_RETRY_BASE_MS'),
  });
});

test('help and version are found wherever they stand', async () => {
  workspace = makeWorkspace({});
  expect(await run(['plan', '--version'])).toMatchObject({exitCode: 0, stdout: expect.stringMatching(/^monitors \d/)});
  const group = await run(['state', '--help']);
  expect(group).toMatchObject({exitCode: 0, stdout: expect.stringContaining('monitors state unprotect'), stderr: ''});
  expect(await run(['help', 'plan'])).toMatchObject({exitCode: 0, stdout: expect.stringContaining('--detailed-exitcode')});
});

test('validate with paths speaks of those only, and says of another path what it is', async () => {
  const broken = specFor('b').replace('schedule:', 'schedul:');
  workspace = makeWorkspace({...SPECS, 'monitors/sub/b.yaml': broken, 'monitors/_draft.yaml': 'x', 'notes.md': 'x'});
  expect(await run(['validate', 'monitors/a.yaml'])).toMatchObject({
    exitCode: 0,
    stdout: '1 monitor in 1 file: no problems found.\n',
  });
  const folder = await run(['validate', '--format', 'json', 'sub/'], {}, workspace.path('monitors'));
  expect(folder).toMatchObject({exitCode: 3});
  workspace.write({'monitors.config.yaml': 'specs: monitors\n', '.git/HEAD': ''});
  const named = await run(['validate', '--format', 'json', 'sub/'], {}, workspace.path('monitors'));
  expect(named.exitCode).toBe(1);
  expect(JSON.parse(named.stdout)).toMatchObject({valid: false, files: 1, monitors: 1, errorCount: 1, diagnostics: [{file: 'sub/b.yaml'}]});
  expect(await run(['validate', '..'], {}, workspace.path('monitors'))).toMatchObject({
    exitCode: 1,
    stdout: expect.stringContaining('2 monitors in 2 files'),
  });
  const refused: readonly [string, string][] = [
    ['monitors/_draft.yaml', 'skipped'],
    ['notes.md', 'outside of the specs directory'],
    ['monitors/nope.yaml', 'does not exist'],
    ['', 'outside'],
  ];
  for (const [path, words] of refused) {
    expect(await run(['validate', path])).toMatchObject({
      exitCode: 3,
      stderr: expect.stringMatching(new RegExp(`config/not-a-spec.*${words}`, 's')),
    });
  }
});

test('--strict decides the exit code and the severity that is shown', async () => {
  const crawl = 'name: c\nschedule: {text: hourly}\ntargets:\n  - {type: crawl, url: "https://c.example/"}\nsync: {alerts: none}\n';
  workspace = makeWorkspace({'monitors/c.yaml': crawl});
  expect(await run(['validate'])).toMatchObject({exitCode: 0, stdout: expect.stringContaining('warning  risk/crawl-without-limit')});
  expect(await run(['validate', '--strict', 'service'])).toMatchObject({exitCode: 0});
  const all = await run(['validate', '--strict', 'all', '--format', 'json']);
  expect(all.exitCode).toBe(1);
  expect(JSON.parse(all.stdout)).toMatchObject({valid: false, errorCount: 1, warningCount: 0, diagnostics: [{severity: 'error'}]});
});

test('P15: a working directory that is gone is said, and needs no stack trace', async () => {
  workspace = makeWorkspace({'gone/x': ''});
  mkdirSync(workspace.path('left'));
  const script = `cd ${workspace.path('left')} && rmdir ${workspace.path('left')} && exec "$0" "$@"`;
  const ended = spawnSync('sh', ['-c', script, process.execPath, monitorsBin, 'plan'], {
    encoding: 'utf8',
    env: {PATH: process.env['PATH']},
  });
  expect(ended).toMatchObject({status: 3, stderr: expect.stringMatching(/config\/not-found.*left/s)});
});

test.each(['MONITORS_API_KEY', 'MONITORS_STATE_KEY'])('S6: a %s of 100,000 characters ends with a message', async name => {
  workspace = makeWorkspace(SPECS);
  const long = 'k'.repeat(100_000);
  const planned = await run(['plan', '--only', 'nope'], {[name]: long});
  expect(planned).toMatchObject({exitCode: 3, stderr: expect.stringContaining('config/unknown-key')});
  const address = {MONITORS_BASE_URL: 'http://127.0.0.1:9', MONITORS_API_KEY: 'fc-0123456789abcdef'};
  const applied = await run(['apply', '--auto-approve'], {...address, [name]: long});
  expect([1, 3]).toContain(applied.exitCode);
  expect(`${planned.stderr}${applied.stderr}`).not.toContain(long.slice(0, 200));
});

describe('S6: a word of 100,000 characters on the command line ends with a short message', () => {
  const long = 'k'.repeat(100_000);
  test.each(
    [
      ['-C', long, 'plan'],
      ['plan', '--config', long],
      ['plan', '--specs', long],
      ['plan', '--state', long],
      ['plan', '--environment', long],
      ['plan', '--only', long],
      ['plan', '--out', long],
      ['apply', long],
      ['validate', long],
      ['state', 'show', long],
    ].map(args => [args.join(' ').replace(long, 'WORD'), args] as const),
  )('%s', async (_name, args) => {
    workspace = makeWorkspace(SPECS);
    const {exitCode, stdout, stderr} = await run(args);
    expect({exitCode, stdout}).toEqual({exitCode: 3, stdout: ''});
    expect(stderr.length).toBeLessThan(10_000);
  });
});

test('a working directory on a path of links without an end is refused', async () => {
  workspace = makeWorkspace(SPECS);
  symlinkSync('round', workspace.path('round'));
  expect(await run(['-C', 'round', 'plan'])).toMatchObject({exitCode: 3, stderr: expect.stringContaining('too many symbolic links')});
});
