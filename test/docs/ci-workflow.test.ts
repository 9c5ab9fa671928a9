import {execFile, execFileSync} from 'node:child_process';
import {chmodSync} from 'node:fs';
import {parse} from 'yaml';
import {makeWorkspace, monitorsBin, specFor, type Workspace} from '../world/cli';
import {type GitHttp, serveGit} from '../world/git-http';
import {API_KEY, startUserWorld, type UserWorld} from '../world/service';
import {findFence, readCiSample} from './pages';

/** The job `apply` of the workflow that docs/ci.md offers, on a checkout as actions/checkout makes it, while others push. */
const workflow = parse(readCiSample('examples/ci/github-workflow.yml')) as {
  jobs: {apply: {steps: {run?: string; with?: Record<string, unknown>}[]}};
};
const {steps} = workflow.jobs.apply;
const AUTHORIZATION = `basic ${Buffer.from('x-access-token:ghs_TEST').toString('base64')}`;
const SITES = Array.from({length: 12}, (_, index) => `site-${index}`);

let world: UserWorld;
let remote: Workspace;
let server: GitHttp;
let runs = 0;

beforeEach(async () => {
  remote = makeWorkspace();
  git(remote.directory, 'init', '-q', '--bare', '--initial-branch=main', 'web.git');
  world = await startUserWorld({
    'monitors.config.yaml': 'project: acme-web\n',
    'ci/apply-monitors.sh': readCiSample('examples/ci/apply-monitors.sh'),
    ...Object.fromEntries(SITES.map(site => [`monitors/${site}.yaml`, specFor(site)])),
  });
  const here = world.workspace.directory;
  git(here, 'init', '-q', '--initial-branch=main');
  commit(here, 'Start', '--allow-empty');
  git(here, 'add', '.');
  commit(here, 'Specs');
  git(here, 'push', '-q', remote.path('web.git'), 'HEAD:main');
  server = await serveGit(remote.path('web.git'), AUTHORIZATION);
  // The part of another clone in the middle of a run is done by a command in the place of `monitors`: before apply, or after it.
  const wrapper = [
    '#!/bin/sh',
    'if [ "$1" = apply ]; then sh -ec "${BEFORE:-:}" || exit 99; fi',
    `status=0; "${monitorsBin}" "$@" || status=$?`,
    'if [ "$1" = apply ]; then sh -ec "${AFTER:-:}" || exit 99; fi',
    'exit $status',
    '',
  ];
  remote.write({'bin/monitors': wrapper.join('\n')});
  chmodSync(remote.path('bin/monitors'), 0o755);
});

afterEach(async () => {
  await Promise.all([world.close(), server.close()]);
  remote.remove();
});

function git(cwd: string, ...args: string[]): string {
  return execFileSync('git', args, {cwd, encoding: 'utf8'});
}

function commit(cwd: string, message: string, ...args: string[]): void {
  git(cwd, '-c', 'user.name=b', '-c', 'user.email=b@example.com', '-c', 'commit.gpgsign=false', 'commit', '-qm', message, ...args);
}

/** A checkout of its own for each run: a runner's disk is new. */
function checkOut(): string {
  const directory = remote.path(`run-${++runs}`);
  git(remote.directory, 'init', '-q', '--initial-branch=main', directory);
  git(directory, 'remote', 'add', 'origin', server.url);
  git(directory, 'config', `http.${server.serverUrl}/.extraheader`, `AUTHORIZATION: ${AUTHORIZATION}`);
  return directory;
}

function runShell(lines: string, cwd: string, env: Readonly<Record<string, string>> = {}): Promise<{exitCode: number; stderr: string}> {
  const all = {
    PATH: `${remote.path('bin')}:${process.env['PATH']}`,
    HOME: remote.path('home'),
    CI: 'true',
    GITHUB_REF_NAME: 'main',
    MONITORS_BASE_URL: world.emulator.url,
    MONITORS_API_KEY: API_KEY,
    ...env,
  };
  return new Promise(resolve => {
    execFile('sh', ['-e', '-c', lines], {cwd, env: all}, (error, _out, stderr) =>
      resolve({exitCode: error === null ? 0 : Number(error.code), stderr}),
    );
  });
}

/** Runs the steps of the job as a runner does. */
async function runJob(env: Readonly<Record<string, string>> = {}, lines = steps.flatMap(({run}) => run ?? []).join('\n'), depth?: number) {
  const wanted = depth ?? Number(steps[0]?.with?.['fetch-depth'] ?? 1);
  const cwd = checkOut();
  await fetchTip(cwd, wanted);
  return runShell(lines, cwd, env);
}

/** In a process beside this one, which serves the repository. */
async function fetchTip(cwd: string, depth: number): Promise<void> {
  const limit = depth === 0 ? '' : `--depth=${depth}`;
  const fetched = await runShell(`git fetch -q ${limit} origin main && git checkout -q -B main FETCH_HEAD`, cwd);
  if (fetched.exitCode !== 0) throw new Error(fetched.stderr);
}

/** A push of another clone. */
function pushElsewhere(name: string): string {
  const elsewhere = remote.path(`elsewhere-${name}`);
  return [
    `git clone -q --branch main '${remote.path('web.git')}' '${elsewhere}'`,
    `cd '${elsewhere}'`,
    `echo mine > ${name}.md && git add ${name}.md`,
    `git -c user.name=b -c user.email=b@example.com -c commit.gpgsign=false commit -qm 'Push ${name}'`,
    'git push -q',
  ].join(' && ');
}

const names = () =>
  world.emulator
    .monitors()
    .map(({name}) => name)
    .sort();
const once = [...SITES].sort();
const recorded = () =>
  Object.keys(JSON.parse(git(remote.path('web.git'), 'show', 'main:monitors.state.json')).monitors as Record<string, unknown>).sort();

test('the first apply is not refused, records all and pays once; the next one changes nothing', async () => {
  expect(await runJob()).toMatchObject({exitCode: 0});
  expect([names(), recorded()]).toEqual([once, once]);
  expect(await runJob()).toMatchObject({exitCode: 0});
  expect(names()).toEqual(once);
});

test('S64: a push while apply sends stays, the state goes on top of it, and the next run pays nothing', async () => {
  expect(await runJob({AFTER: pushElsewhere('after')})).toMatchObject({exitCode: 0});
  expect(git(remote.path('web.git'), 'show', 'main:after.md')).toBe('mine\n');
  expect(recorded()).toEqual(once);
  expect(await runJob()).toMatchObject({exitCode: 0});
  expect(names()).toEqual(once);
});

test('S64: a push before the creates are announced stops the run with nothing sent, and the next run makes each once', async () => {
  expect((await runJob({BEFORE: pushElsewhere('before')})).exitCode).not.toBe(0);
  expect(names()).toEqual([]);
  expect(await runJob()).toMatchObject({exitCode: 0});
  expect([names(), recorded()]).toEqual([once, once]);
});

test('the lines on top of the page do the same, in a shallow clone', async () => {
  const lines = findFence('docs/ci.md', '# on a pull request')
    .split('\n')
    .filter(line => line.startsWith('sh '))
    .join('\n');
  expect(lines).toBe('sh ci/apply-monitors.sh main');
  expect(await runJob({AFTER: pushElsewhere('after')}, lines, 1)).toMatchObject({exitCode: 0});
  expect(await runJob({}, lines, 1)).toMatchObject({exitCode: 0});
  expect([names(), recorded()]).toEqual([once, once]);
});
