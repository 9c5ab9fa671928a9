import {execFileSync} from 'node:child_process';
import {readdirSync, readFileSync, statSync} from 'node:fs';
import {type CliRun, makeWorkspace, type Workspace} from '../world/cli';
import {runMonitorsHere} from '../world/cli-here';

let workspace: Workspace;

beforeEach(() => {
  workspace = makeWorkspace();
  git('init', '-q', '--initial-branch=trunk');
});
afterEach(() => workspace.remove());

function git(...args: string[]): string {
  return execFileSync('git', args, {cwd: workspace.directory, encoding: 'utf8'});
}

function run(...args: string[]): Promise<CliRun> {
  return runMonitorsHere(args, {cwd: workspace.directory});
}

function read(path: string): string {
  return readFileSync(workspace.path(path), 'utf8');
}

/** Every file below the workspace, with its content, git's own and caches aside. */
function readTree(): Record<string, string> {
  const paths = readdirSync(workspace.directory, {recursive: true, encoding: 'utf8'})
    .filter(path => !/^\.(?:git|home)(?:\/|$)/.test(path) && statSync(workspace.path(path)).isFile())
    .sort();
  return Object.fromEntries(paths.map(path => [path, read(path)]));
}

test('a pull request shows each schema as one generated line', async () => {
  await run('init');
  git('add', '.');
  const stat = git('diff', '--cached', '--numstat', '--', '.vscode').split('\n');
  expect(stat.filter(line => line.endsWith('.schema.json')).map(line => line.split('\t').slice(0, 2))).toEqual(Array(3).fill(['-', '-']));
  expect(git('check-attr', 'linguist-generated', '.vscode/monitors.schema.json')).toContain('linguist-generated: set');
});

test('an upgrade renews the schemas that are there, and nothing else', async () => {
  await run('init');
  expect((await run('init', '--upgrade')).stdout).toContain('Nothing to renew: editors read the schemas of this version.\n');
  const before = readTree();
  const old = `${JSON.stringify(JSON.parse(read('.vscode/monitors.schema.json')), null, 2)}\n`;
  workspace.write({'.vscode/monitors.schema.json': old, '.vscode/monitors-layer.schema.json': '{"title": "mine"}\n'});
  const {stdout, exitCode} = await run('init', '--upgrade');
  expect({stdout, exitCode}).toEqual({
    exitCode: 0,
    stdout: expect.stringMatching(/^renewed {3}\.vscode\/monitors\.schema\.json\nkept .*-layer/),
  });
  expect(readTree()).toEqual({...before, '.vscode/monitors-layer.schema.json': '{"title": "mine"}\n'});
});

test('an upgrade names the lines that pin another version', async () => {
  await run('init');
  const path = '.github/workflows/monitors.yml';
  workspace.write({[path]: read(path).replace(/as-code@[0-9a-f]{40}/, `as-code@${'a'.repeat(40)}`)});
  const {next} = JSON.parse((await run('init', '--upgrade', '--format', 'json')).stdout);
  const line =
    read(path)
      .split('\n')
      .findIndex(text => text.includes('aaaa')) + 1;
  const isKnown = /\([0-9a-f]{7}\)/.test((await run('--version')).stdout);
  expect(next.some((step: string) => step.startsWith(`${path}:${line} names another version: write "uses: OWNER/`))).toBe(isKnown);
});
