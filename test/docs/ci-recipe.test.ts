import {execFile, execFileSync} from 'node:child_process';
import {chmodSync, existsSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {parse} from 'yaml';
import {makeWorkspace, monitorsBin, runMonitors, specFor, type Workspace} from '../world/cli';
import {API_KEY, startUserWorld, type UserWorld} from '../world/service';
import {readCiSample, readPage} from './pages';

/** The recipes of docs/ci.md, with the files in examples/ci, run in a real repository with a remote. */
const persistCommand = /--persist-command '([^']+)'/.exec(readPage('docs/ci.md'))?.[1] ?? '';

const script = readCiSample('examples/ci/apply-monitors.sh');
const recordingStep = [
  /^environment=[\s\S]*?^files=.*$/m.exec(script)?.[0] ?? 'exit 97',
  /^for file in [\s\S]*?^git diff .*$/m.exec(script)?.[0] ?? 'exit 97',
  'git push -q origin HEAD:main',
].join('\n');
const pipeline = parse(readCiSample('examples/ci/gitlab-ci.yml')) as Record<string, {script: string[]}>;

/** A shell that ended. */
interface Ended {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

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

describe('the job after the merge, as a pipeline runs it', () => {
  beforeEach(() => {
    // The part of another clone in the middle of a run is done by a command in the place of `monitors`, once apply has ended.
    remote.write({
      'bin/monitors': `#!/bin/sh\nstatus=0\n"${monitorsBin}" "$@" || status=$?\n[ "$1" != apply ] || sh -ec "\${MEANWHILE:-:}" || exit 99\nexit $status\n`,
    });
    chmodSync(remote.path('bin/monitors'), 0o755);
    world.workspace.write({'ci/apply-monitors.sh': script});
    commitAndPush('Add the script', 'ci');
  });

  function commitAndPush(message: string, ...paths: string[]): void {
    const here = world.workspace.directory;
    git(here, 'add', ...paths);
    git(here, 'commit', '-qm', message);
    git(here, 'push', '-q', 'origin', 'HEAD:main');
  }

  function subjects(): string[] {
    return git(remote.directory, 'log', '--format=%s', 'main').trim().split('\n');
  }

  /** Runs the script lines of a job as a runner does: in one shell that ends at the first failure. */
  function runJob(job: string, cwd: string, meanwhile = '', more: NodeJS.ProcessEnv = {}): Promise<Ended> {
    return runScript(['-c', pipeline[job]?.script.join('\n') ?? 'exit 98'], cwd, meanwhile, more);
  }

  function runScript(words: readonly string[], cwd: string, meanwhile: string, more: NodeJS.ProcessEnv = {}): Promise<Ended> {
    const env = {
      PATH: `${remote.path('bin')}:${process.env['PATH']}`,
      HOME: join(remote.directory, 'home'),
      CI: 'true',
      CI_DEFAULT_BRANCH: 'main',
      MONITORS_BASE_URL: world.emulator.url,
      MONITORS_API_KEY: API_KEY,
      MEANWHILE: meanwhile,
      ...more,
    };
    return new Promise(resolve => {
      execFile('sh', ['-e', ...words], {cwd, env}, (error, stdout, stderr) =>
        resolve({exitCode: error === null ? 0 : Number(error.code), stdout, stderr}),
      );
    });
  }

  /** A commit that another clone pushes: a file with this text. */
  function pushElsewhere(path: string, text: string): string {
    const elsewhere = remote.path('elsewhere');
    return [
      `git clone -q --branch main '${remote.directory}' '${elsewhere}'`,
      `cd '${elsewhere}'`,
      `printf '%s' '${text}' > ${path}`,
      `git add ${path}`,
      "git -c user.name=b -c user.email=b@example.com -c commit.gpgsign=false commit -qm 'Somebody else'",
      'git push -q',
    ].join(' && ');
  }

  test('it announces, creates, records and pushes; run again it makes no commit', async () => {
    const ran = await runJob('monitors-apply', world.workspace.directory);
    expect(ran).toMatchObject({exitCode: 0, stderr: expect.not.stringContaining('rejected')});
    const announced = 'Announce what is created next [skip ci]';
    const history = ['Record what monitors apply did [skip ci]', announced, announced, 'Add the script', 'Specs'];
    expect(subjects()).toEqual(history);
    expect(JSON.parse(readFileSync(world.workspace.path('result.json'), 'utf8'))).toMatchObject({summary: {created: 12}});
    expect(git(remote.directory, 'ls-tree', '--name-only', 'main')).toBe('ci\nmonitors.config.yaml\nmonitors.state.json\nmonitors\n');
    expect(await runJob('monitors-apply', world.workspace.directory)).toMatchObject({exitCode: 0});
    expect(subjects()).toEqual(history);
    expect(world.emulator.monitors()).toHaveLength(12);
  }, 60_000);

  test('of an environment it pushes the state of this environment', async () => {
    world.workspace.write({'monitors.config.yaml': 'project: acme-web\nenvironments: {staging: {}, production: {}}\n'});
    commitAndPush('Environments', 'monitors.config.yaml');
    const staging = {MONITORS_ENVIRONMENT: 'staging'};
    expect(await runJob('monitors-apply', world.workspace.directory, '', staging)).toMatchObject({exitCode: 0});
    const command = ['ci/apply-monitors.sh', 'main', 'production'];
    expect(await runScript(command, world.workspace.directory, '')).toMatchObject({exitCode: 0});
    expect(git(remote.directory, 'ls-tree', '--name-only', 'main', 'monitors.state.staging.json', 'monitors.state.production.json')).toBe(
      'monitors.state.production.json\nmonitors.state.staging.json\n',
    );
    expect(world.emulator.monitors()).toHaveLength(24);
    expect(await runJob('monitors-apply', world.workspace.directory, '', staging)).toMatchObject({exitCode: 0});
    expect(world.emulator.monitors()).toHaveLength(24);
  }, 60_000);

  test('the second of two quick merges starts from what the first one recorded', async () => {
    const second = makeWorkspace();
    try {
      const cwd = join(second.directory, 'here');
      git(second.directory, 'clone', '-q', '--branch', 'main', remote.directory, 'here');
      git(cwd, 'checkout', '-q', '--detach');
      expect(await runJob('monitors-apply', world.workspace.directory)).toMatchObject({exitCode: 0});
      world.workspace.write({'monitors/late.yaml': specFor('late')});
      commitAndPush('One more', 'monitors');
      expect(await runJob('monitors-apply', cwd)).toMatchObject({exitCode: 0});
      expect(world.emulator.requests()).toHaveLength(13);
      expect(await runJob('monitors-apply', world.workspace.directory)).toMatchObject({exitCode: 0});
      expect(world.emulator.requests()).toHaveLength(13);
    } finally {
      second.remove();
    }
  }, 60_000);

  test('a push that came in between stays, and the state goes on top of it', async () => {
    const ran = await runJob('monitors-apply', world.workspace.directory, pushElsewhere('notes.md', 'mine'));
    expect(ran).toMatchObject({exitCode: 0});
    expect(subjects().slice(0, 2)).toEqual(['Record what monitors apply did [skip ci]', 'Somebody else']);
    expect(git(remote.directory, 'show', 'main:notes.md')).toBe('mine');
  }, 60_000);

  test('K15: what a forced push took away in between does not come back with the state', async () => {
    world.workspace.write({'leak.txt': 'token'});
    commitAndPush('Leak', 'leak.txt');
    const before = git(world.workspace.directory, 'rev-parse', 'HEAD~1').trim();
    const ran = await runJob('monitors-apply', world.workspace.directory, `git push -q --force origin ${before}:main`);
    expect(ran).toMatchObject({exitCode: 0});
    expect(subjects()).toEqual(expect.arrayContaining(['Record what monitors apply did [skip ci]', 'Add the script']));
    expect(subjects()).not.toContain('Leak');
    expect(Object.keys(JSON.parse(git(remote.directory, 'show', 'main:monitors.state.json')).monitors)).toHaveLength(12);
  }, 60_000);

  test('K15: where a forced push took a recorded state away in between, the run keeps its own and says so', async () => {
    expect(await runJob('monitors-apply', world.workspace.directory)).toMatchObject({exitCode: 0});
    const before = git(world.workspace.directory, 'rev-parse', 'HEAD~3').trim();
    world.workspace.write({'monitors/late.yaml': specFor('late')});
    commitAndPush('One more', 'monitors');
    const ran = await runJob('monitors-apply', world.workspace.directory, `git push -q --force origin ${before}:main`);
    expect(ran).toMatchObject({exitCode: 5, stderr: expect.stringContaining('could not be pushed')});
    expect(subjects()[0]).toBe('Add the script');
  }, 60_000);

  test('a state that somebody else pushed in between is left alone, and the run keeps its own', async () => {
    const ran = await runJob('monitors-apply', world.workspace.directory, pushElsewhere('monitors.state.json', '{}'));
    expect(ran).toMatchObject({exitCode: 5, stderr: expect.stringContaining('could not be pushed')});
    expect(subjects()[0]).toBe('Somebody else');
    expect(git(remote.directory, 'show', 'main:monitors.state.json')).toBe('{}');
    const kept = JSON.parse(readFileSync(world.workspace.path('monitors.state.json'), 'utf8'));
    expect(Object.keys(kept.monitors)).toHaveLength(12);
  }, 60_000);

  test('an announcement that is rejected ends the run before anything is sent', async () => {
    remote.write({'hooks/update': '#!/bin/sh\nexit 1\n'});
    chmodSync(remote.path('hooks/update'), 0o755);
    const ran = await runJob('monitors-apply', world.workspace.directory);
    expect(ran.exitCode).not.toBe(0);
    expect(world.emulator.requests()).toEqual([]);
  }, 60_000);

  test('a merge request gets the plan, an empty list of findings and the counts', async () => {
    expect(await runJob('monitors-plan', world.workspace.directory)).toMatchObject({exitCode: 0});
    const read = (name: string) => readFileSync(world.workspace.path(name), 'utf8');
    expect(read('plan.md')).toContain(': 12 to create, about +');
    expect(JSON.parse(read('gl-code-quality-report.json'))).toEqual([]);
    expect(JSON.parse(read('gl-plan-report.json'))).toEqual({create: 12, update: 0, delete: 0});
  }, 60_000);

  test('a typo stops it before anything is sent, and stops a merge request with the finding in the log', async () => {
    world.workspace.write({'monitors/site-3.yaml': specFor('site-3').replace('schedule:', 'schedul:')});
    const checked = await runJob('monitors-plan', world.workspace.directory);
    expect(checked).toMatchObject({exitCode: 1, stdout: expect.stringContaining('did you mean "schedule"?')});
    expect(JSON.parse(readFileSync(world.workspace.path('gl-code-quality-report.json'), 'utf8'))).toMatchObject([
      {check_name: 'schema/unknown-field', location: {path: 'monitors/site-3.yaml'}},
    ]);
    expect(existsSync(world.workspace.path('plan.md'))).toBe(false);
    commitAndPush('A typo', 'monitors');
    expect(await runJob('monitors-apply', world.workspace.directory)).toMatchObject({exitCode: 1});
    expect(world.emulator.requests()).toEqual([]);
  }, 60_000);

  test('a merge request gets its plan as markdown and as a saved plan', async () => {
    expect(await runJob('monitors-plan', world.workspace.directory)).toMatchObject({exitCode: 0});
    expect(readFileSync(world.workspace.path('plan.md'), 'utf8')).toContain('12 to create');
    expect(JSON.parse(readFileSync(world.workspace.path('plan.json'), 'utf8'))).toMatchObject({summary: {create: 12}});
  }, 60_000);
});

test('a run in which a create is refused records what was created, and ends as apply did', async () => {
  const refusing = await startUserWorld({}, {faults: [{when: {name: 'site-3'}, do: 'answer', status: 400}]});
  try {
    const here = world.workspace.directory;
    remote.write({'bin/.keep': ''});
    execFileSync('ln', ['-s', monitorsBin, remote.path('bin/monitors')]);
    const env = {PATH: `${remote.path('bin')}:${process.env['PATH']}`, MONITORS_BASE_URL: refusing.emulator.url, MONITORS_API_KEY: API_KEY};
    const status = await new Promise(resolve => {
      execFile('sh', ['-c', script, 'apply-monitors', 'main'], {cwd: here, env}, error => resolve(error?.code ?? 0));
    });
    expect(status).toBe(1);
    const pushed = JSON.parse(git(remote.directory, 'show', 'main:monitors.state.json'));
    expect(Object.keys(pushed.monitors)).toHaveLength(11);
  } finally {
    await refusing.close();
  }
}, 60_000);
