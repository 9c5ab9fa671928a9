import {execFileSync} from 'node:child_process';
import {chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {plan, validate} from '../../src/index';
import {runAction} from '../world/action-run';
import {type GitHistory, startGitHistory, unwrap} from '../world/git-history';

/** Library and Action name what a revert took away, as the command line does; and where nothing happened, git is not asked. */
let history: GitHistory;
afterEach(() => history.close());

async function revertLate(): Promise<void> {
  history = await startGitHistory();
  history.write(['late']);
  await history.applyAndCommit('late');
  history.git(['revert', '--no-edit', 'HEAD']);
}

test('the library names it in plan and validate', async () => {
  await revertLate();
  const options = {
    directory: history.world.workspace.path('work'),
    env: {PATH: process.env['PATH'], HOME: history.world.workspace.path('home')},
  };
  expect(JSON.stringify(await validate(options))).toContain('state/earlier-version');
  expect(JSON.stringify(await plan(options))).toContain('state/earlier-version');
});

test('status names it, and fails nothing', async () => {
  history = await startGitHistory('full');
  history.write(['late']);
  await history.applyAndCommit('late');
  const id = history.recorded()['late'] ?? '';
  history.git(['revert', '--no-edit', 'HEAD']);
  const {exitCode, stderr} = await history.run('status');
  expect({exitCode, stderr: unwrap(stderr)}).toEqual({
    exitCode: 0,
    stderr: expect.stringMatching(new RegExp(`warning state/earlier-version.*"late" \\(${id}\\)`)),
  });
});

describe('validate without a chosen environment', () => {
  /** A revert takes away what only the second declared environment recorded. */
  async function revertInStaging(): Promise<RegExp> {
    history = await startGitHistory();
    const {workspace} = history.world;
    workspace.write({'work/monitors.config.yaml': 'project: acme\nenvironments: {default: {}, staging: {}}\n'});
    expect(await history.run('apply --auto-approve --environment staging')).toMatchObject({exitCode: 0});
    history.git(['add', '-A']);
    history.git(['commit', '-q', '-m', 'staging']);
    history.write(['late']);
    expect(await history.run('apply --auto-approve --environment staging')).toMatchObject({exitCode: 0});
    history.git(['add', '-A']);
    history.git(['commit', '-q', '-m', 'late']);
    history.git(['revert', '--no-edit', 'HEAD']);
    return /state\/earlier-version.*monitors\.state\.staging\.json.*records "late"/;
  }

  test('looks at the state of each declared one, at all doors', async () => {
    const said = await revertInStaging();
    const {exitCode, stdout} = await history.run('validate');
    expect({exitCode, stdout: unwrap(stdout)}).toEqual({exitCode: 0, stdout: expect.stringMatching(said)});
    const checkout = history.world.workspace.path('work');
    const env = {PATH: process.env['PATH'], HOME: history.world.workspace.path('home')};
    expect(unwrap(JSON.stringify((await validate({directory: checkout, env})).diagnostics).replaceAll('\\', ''))).toMatch(said);
    const sha = history.git(['rev-parse', 'HEAD']).trim();
    const event = {name: 'push', ref: 'refs/heads/main', sha, payload: {}} as const;
    const run = await runAction({checkout, event, inputs: {command: 'validate'}});
    expect(unwrap(run.stdout)).toMatch(said);
  });

  test('looks at the chosen one alone', async () => {
    await revertInStaging();
    const {stdout} = await history.run('validate --environment default');
    expect(stdout).not.toContain('state/earlier-version');
  });
});

test('the Action names it, and fails nothing', async () => {
  await revertLate();
  const checkout = history.world.workspace.path('work');
  const sha = history.git(['rev-parse', 'HEAD']).trim();
  const event = {name: 'push', ref: 'refs/heads/main', sha, payload: {}} as const;
  const run = await runAction({checkout, event, inputs: {command: 'validate'}});
  expect({exitCode: run.exitCode, text: unwrap(run.stdout)}).toEqual({exitCode: 0, text: expect.stringContaining('state/earlier-version')});
});

test('a plan of what was looked at starts no git, also after a commit', async () => {
  history = await startGitHistory();
  const at = (path: string) => history.world.workspace.path(path);
  mkdirSync(at('bin'));
  const git = execFileSync('sh', ['-c', 'command -v git'], {encoding: 'utf8'}).trim();
  writeFileSync(at('bin/git'), `#!/bin/sh\necho started >> '${at('starts')}'\nexec '${git}' "$@"\n`);
  chmodSync(at('bin/git'), 0o755);
  const run = async (line: string) => {
    const env = {PATH: `${at('bin')}:${process.env['PATH']}`, HOME: at('home'), XDG_CACHE_HOME: at('cache')};
    expect(await history.world.run(line.split(' '), {cwd: at('work'), env})).toMatchObject({exitCode: 0});
    const starts = existsSync(at('starts')) ? readFileSync(at('starts'), 'utf8').split('\n').length - 1 : 0;
    rmSync(at('starts'), {force: true});
    return starts;
  };
  expect(await run('plan')).toBe(2);
  expect(await run('plan')).toBe(0);
  history.write(['more']);
  await run('apply --auto-approve');
  history.git(['add', '-A']);
  history.git(['commit', '-q', '-m', 'more']);
  // Commits may have brought another version, and taken it away: git lists what they changed.
  expect(await run('plan')).toBe(1);
  expect(await run('plan')).toBe(0);
  expect(await run('validate')).toBe(0);
  history.git(['revert', '--no-edit', 'HEAD']);
  expect(await run('plan')).toBeGreaterThan(0);
});

test('a state put back by hand is no case for git pull', async () => {
  history = await startGitHistory();
  history.git(['init', '-q', '--bare', 'origin.git'], '.');
  history.git(['remote', 'add', 'origin', '../origin.git']);
  history.write(['late']);
  await history.applyAndCommit('late');
  history.git(['push', '-q', '-u', 'origin', 'main']);
  history.git(['checkout', 'HEAD~1', '--', 'monitors.state.json']);
  history.write(['new']);
  const {exitCode, stderr} = await history.run('apply --auto-approve');
  expect({exitCode, stderr: unwrap(stderr)}).toEqual({
    exitCode: 3,
    stderr: expect.stringMatching(/state\/stale-checkout.*state restore HEAD/),
  });
  expect(stderr).not.toContain('git pull');
  expect(await history.run('state restore HEAD')).toMatchObject({exitCode: 0});
  expect(await history.run('apply --auto-approve')).toMatchObject({exitCode: 0});
  expect(history.live()).toEqual(['base', 'late', 'new']);
});
