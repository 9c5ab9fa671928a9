import {readdirSync, readFileSync, statSync} from 'node:fs';
import {type CliRun, makeWorkspace, type Workspace} from '../world/cli';
import {runMonitorsHere} from '../world/cli-here';

/** What `monitors init` adds only where it is asked for. */
let workspace: Workspace;

beforeEach(() => {
  workspace = makeWorkspace();
});
afterEach(() => workspace.remove());

const run = (...args: string[]): Promise<CliRun> => runMonitorsHere(args, {cwd: workspace.directory});
const read = (path: string) => readFileSync(workspace.path(path), 'utf8');

function readTree(): Record<string, string> {
  const paths = readdirSync(workspace.directory, {recursive: true, encoding: 'utf8'}).filter(path => !/^\.home(?:\/|$)/.test(path));
  return Object.fromEntries(paths.filter(path => statSync(workspace.path(path)).isFile()).map(path => [path, read(path)]));
}

test('--digest adds its workflow alone, says which key it reads, and is there once', async () => {
  await run('init');
  const before = readTree();
  const ran = await run('init', '--digest');
  expect(ran).toMatchObject({exitCode: 0, stderr: ''});
  expect(ran.stdout).toMatch(/^created {3}\.github\/workflows\/digest-monitors\.yml\n[^]*\nNext\n[^]*full operations[^]*"monitors-drift"/);
  const {'.github/workflows/digest-monitors.yml': _digest, ...others} = readTree();
  expect(others).toEqual(before);
  expect((await run('init', '--digest')).stdout).toMatch(/^Nothing to do/);
});
