import {writeFileSync} from 'node:fs';
import {makeWorkspace, specFor, type Workspace} from '../world/cli';
import {runMonitorsHere} from '../world/cli-here';

/** A program that asks for JSON gets one document on stdout, and nothing else, however a run ends. */
let workspace: Workspace;

beforeEach(() => {
  workspace = makeWorkspace({'monitors/shop.yaml': specFor('shop'), 'other/plan.json': '{}', 'broken/a.yaml': 'name: [\n'});
});

afterEach(() => workspace.remove());

const COMMANDS = ['validate', 'plan', 'apply'];

const FAILURES: readonly {name: string; args: readonly string[]; files?: Record<string, string>; code: string; exitCode?: number}[] = [
  {name: 'an unknown flag', args: ['--nonsense'], code: 'config/usage'},
  {name: 'a working directory that is not there', args: ['-C', 'nowhere'], code: 'config/not-found'},
  {name: 'a config that is not there', args: ['--config', 'nowhere.yaml'], code: 'config/not-found'},
  {name: 'a config that does not parse', args: [], files: {'monitors.config.yaml': 'project: [\n'}, code: 'config/invalid'},
  {name: 'a config with an unknown member', args: [], files: {'monitors.config.yaml': 'projct: acme\n'}, code: 'config/invalid'},
  {name: 'a name that cannot be used', args: ['--environment', '../up'], code: 'config/bad-name'},
  {name: 'a specs directory that is not there', args: ['--specs', 'nowhere'], code: 'file/no-directory'},
  {name: 'a word for --color that is none', args: ['--color', 'mauve'], code: 'config/usage'},
];

describe.each(COMMANDS)('%s', command => {
  test.each(FAILURES)('$name', async ({args, files = {}, code, exitCode = 3}) => {
    workspace.write(files);
    const run = await runMonitorsHere([command, '--format', 'json', '--verbose', ...args], {cwd: workspace.directory});
    expect(JSON.parse(run.stdout)).toMatchObject({formatVersion: 1, command, error: {code, message: expect.any(String)}});
    expect(run.exitCode).toBe(exitCode);
    expect(run.stderr).toContain(code);
  });
});

test.each([
  {name: 'a damaged state', command: 'plan', args: [], files: {'monitors.state.json': '{"format'}, code: /^state\//},
  {
    name: 'a damaged state, for apply',
    command: 'apply',
    args: ['--auto-approve'],
    files: {'monitors.state.json': '{"format'},
    code: /^state\//,
  },
  {name: 'a key that nobody has', command: 'plan', args: ['--only', 'nobody'], files: {}, code: /^config\/unknown-key$/},
  {name: 'specs with errors, for plan', command: 'plan', args: ['--specs', 'broken'], files: {}, code: /^spec\/invalid$/},
  {name: 'specs with errors, for apply', command: 'apply', args: ['--specs', 'broken'], files: {}, code: /^spec\/invalid$/},
  {name: 'a plan that is none', command: 'apply', args: ['other/plan.json'], files: {}, code: /^plan\//},
  {name: 'nobody to ask', command: 'apply', args: [], files: {}, code: /^config\//},
  {name: 'no address', command: 'apply', args: ['--auto-approve'], files: {}, code: /^config\/no-address$/},
  {
    name: 'a place that cannot be written',
    command: 'plan',
    args: ['--out', 'nowhere/plan.json'],
    files: {},
    code: /^config\/cannot-write$/,
  },
  {name: 'a path that is no spec', command: 'validate', args: ['README.md'], files: {}, code: /^config\/not-a-spec$/},
  {name: 'a directory that is a file, for init', command: 'init', args: ['monitors/shop.yaml'], files: {}, code: /^[a-z]+\//},
  {name: 'a format that a command does not know', command: 'schema', args: [], files: {}, code: /^config\/usage$/},
])('$name is JSON too', async ({command, args, files, code}) => {
  workspace.write(files);
  const run = await runMonitorsHere([command, '--format', 'json', ...args], {cwd: workspace.directory});
  const document = JSON.parse(run.stdout) as {error: {code: string}};
  expect(document).toMatchObject({formatVersion: 1, command, error: {code: expect.stringMatching(code)}});
  expect(run.exitCode).not.toBe(0);
});

test('each line of `--format jsonl` is a document, the error included', async () => {
  writeFileSync(workspace.path('monitors.state.json'), 'no state');
  const run = await runMonitorsHere(['apply', '--format=jsonl', '--auto-approve'], {cwd: workspace.directory});
  expect(
    run.stdout
      .trimEnd()
      .split('\n')
      .map(line => JSON.parse(line)),
  ).toEqual([expect.objectContaining({error: expect.anything()})]);
});
