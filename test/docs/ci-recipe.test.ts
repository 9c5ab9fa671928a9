import {execFileSync} from 'node:child_process';
import {join} from 'node:path';
import {makeWorkspace, runMonitors, specFor, type Workspace} from '../world/cli';
import {startUserWorld, type UserWorld} from '../world/service';
import {findFence, readPage} from './pages';

/** The recipes of docs/ci.md, taken from the page and run in a real repository with a remote. */
const persistCommand = /--persist-command '([^']+)'/.exec(readPage('docs/ci.md'))?.[1] ?? '';
const recordingStep = findFence('docs/ci.md', 'git add monitors.state.json');

let world: UserWorld;
let remote: Workspace;

beforeEach(async () => {
  // More creates than one batch holds, so that the persist command runs twice.
  const sites = Array.from({length: 12}, (_, index) => `site-${index}`);
  world = await startUserWorld({
    'monitors.config.yaml': 'project: acme-web\n',
    ...Object.fromEntries(sites.map(site => [`monitors/${site}.yaml`, specFor(site)])),
  });
  remote = makeWorkspace();
  git(remote.directory, 'init', '-q', '--bare', '--initial-branch=main');
  const here = world.workspace.directory;
  git(here, 'init', '-q', '--initial-branch=main');
  git(here, 'config', 'user.name', 'monitors');
  git(here, 'config', 'user.email', 'monitors@example.com');
  git(here, 'config', 'commit.gpgsign', 'false');
  git(here, 'add', 'monitors.config.yaml', 'monitors');
  git(here, 'commit', '-qm', 'Specs');
  git(here, 'remote', 'add', 'origin', remote.directory);
  git(here, 'push', '-q', '-u', 'origin', 'main');
});

afterEach(async () => {
  await world.close();
  remote.remove();
});

function git(cwd: string, ...args: string[]): string {
  return execFileSync('git', args, {cwd, encoding: 'utf8'});
}

/** Every path that any commit of the remote ever held, without the specs. */
function listCommitted(): string[] {
  const paths = git(remote.directory, 'log', '--format=', '--name-only', 'main').split('\n').filter(Boolean);
  return [...new Set(paths)].filter(path => !path.startsWith('monitors/') && path !== 'monitors.config.yaml').sort();
}

function runRecordingStep(): void {
  execFileSync('sh', ['-e', '-c', recordingStep], {cwd: world.workspace.directory, stdio: 'pipe'});
}

test('the persist recipe pushes state and journal, never lock or backup, and a fresh clone goes on from it', async () => {
  expect(await world.run(['plan', '--out', 'plan.json'])).toMatchObject({signal: null});
  const applied = await world.run(['apply', 'plan.json', '--persist-command', persistCommand]);
  expect(applied).toMatchObject({exitCode: 0});
  expect(git(remote.directory, 'log', '--format=%s', 'main').trim().split('\n')).toEqual(['Intents', 'Intents', 'Specs']);
  runRecordingStep();
  expect(listCommitted()).toEqual(['monitors.state.json', 'monitors.state.json.journal']);

  const clone = makeWorkspace();
  try {
    git(clone.directory, 'clone', '-q', '--branch', 'main', remote.directory, 'here');
    const cwd = join(clone.directory, 'here');
    expect(git(cwd, 'ls-files', 'monitors.state*').trim()).toBe('monitors.state.json');
    const planned = await runMonitors(['plan'], {cwd});
    expect(planned).toMatchObject({exitCode: 0, stdout: expect.stringContaining('No changes.')});
  } finally {
    clone.remove();
  }
}, 60_000);

test('the step that records what apply did survives a first run that made no state', () => {
  runRecordingStep();
  expect(listCommitted()).toEqual([]);
}, 60_000);
