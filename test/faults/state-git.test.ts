import {execFileSync} from 'node:child_process';
import {chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {basename, dirname, join} from 'node:path';
import type {UserError} from '../../src/core/diagnostics/user-error';
import {checkUpstream} from '../../src/core/state/file/git';
import type {StateVersion} from '../../src/core/state/state';
import {type Place, recorded, stateWith, usePlaces} from '../unit/core/state/world';
import {editState} from '../world/edited-state';

const place = usePlaces();
const env = {PATH: process.env['PATH'], HOME: '/nonexistent'};

function git(directory: string, ...args: string[]): string {
  const identity = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', '-c', 'init.defaultBranch=main'];
  return execFileSync('git', [...identity, '-C', directory, ...args], {encoding: 'utf8', stdio: 'pipe'});
}

/** Writes the state once more, so that its serial is one higher. */
async function writeState(here: Place, id: string): Promise<StateVersion> {
  const locked = await here.open().lock();
  const read = await locked.read();
  const before = read.kind === 'present' ? read.stored.version : null;
  const {version} = await locked.write(stateWith({old: recorded({id})}), before);
  await locked.release();
  return version;
}

function commit(here: Place, message: string): void {
  git(here.directory, 'add', 'monitors.state.json');
  git(here.directory, 'commit', '-qm', message);
}

/** A checkout whose branch follows `origin/main`, both with the state at serial 1. */
async function checkout(): Promise<{here: Place; version: StateVersion; upstream: Place}> {
  const upstream = place();
  git(upstream.directory, 'init', '-q');
  await writeState(upstream, 'id-1');
  commit(upstream, 'first');
  const here = place();
  git(here.directory, 'clone', '-q', upstream.directory, '.');
  return {here, version: await versionOf(here), upstream};
}

async function versionOf(here: Place): Promise<StateVersion> {
  const read = await here.open().read();
  if (read.kind !== 'present') throw new Error('expected a state');
  return read.stored.version;
}

const check = (here: Place, version: StateVersion | null) => checkUpstream(here.stateFile, version, env, here.open().refusals);

describe('a stale checkout', () => {
  test.each(['with', 'without'])('C49cv: a state that a sparse checkout leaves out, %s an upstream: the hint brings it', async kind => {
    const {here, version} = await checkout();
    if (kind === 'without') git(here.directory, 'remote', 'remove', 'origin');
    git(here.directory, 'sparse-checkout', 'set', '--no-cone', '/monitors/');
    const refused = await check(here, null).catch((error: unknown) => error as UserError);
    expect(refused).toMatchObject({code: 'state/lost', message: expect.stringContaining('sparse checkout leaves it out')});
    const [, command = ''] = /"git ([^"]+)"/.exec((refused as UserError).hint ?? '') ?? [];
    git(here.directory, ...command.split(' '));
    expect(await versionOf(here)).toEqual(version);
  });

  test('the same state here and upstream is up to date', async () => {
    const {here, version} = await checkout();
    expect(await check(here, version)).toBe('up-to-date');
  });

  test('a state that is ahead of upstream is up to date', async () => {
    const {here} = await checkout();
    expect(await check(here, await writeState(here, 'id-2'))).toBe('up-to-date');
  });

  test('a higher serial upstream is refused once it was fetched; nothing is fetched to find out', async () => {
    const {here, version, upstream} = await checkout();
    await writeState(upstream, 'id-2');
    commit(upstream, 'second');
    expect(await check(here, version)).toBe('up-to-date');
    git(here.directory, 'fetch', '-q');
    await expect(check(here, version)).rejects.toMatchObject({
      code: 'state/stale-checkout',
      message: 'monitors.state.json is older than upstream: this checkout has serial 1, upstream has serial 2',
      hint: expect.stringContaining('git pull'),
    });
  });

  test('no state here but one upstream is refused: this is not first use', async () => {
    const {here} = await checkout();
    git(here.directory, 'rm', '-q', '--cached', 'monitors.state.json');
    rmSync(here.stateFile);
    await expect(check(here, null)).rejects.toMatchObject({
      message: 'monitors.state.json is older than upstream: there is none here, upstream has serial 1',
    });
  });

  test('two runs that started from the same state are refused', async () => {
    const {here, upstream} = await checkout();
    await writeState(upstream, 'id-theirs');
    commit(upstream, 'theirs');
    git(here.directory, 'fetch', '-q');
    await expect(check(here, await writeState(here, 'id-ours'))).rejects.toMatchObject({code: 'state/stale-checkout'});
  });

  test('of two states with one serial, one that was committed on top of the other is judged by its history', async () => {
    const {here, version} = await checkout();
    const text = readFileSync(here.stateFile, 'utf8');
    writeFileSync(
      here.stateFile,
      editState(text, () => ({serial: version.serial, tool: 'another'})),
    );
    const other = await versionOf(here);
    const judge = () => checkUpstream(here.stateFile, other, env, here.open().refusals, 'judged-by-history');
    await expect(judge()).rejects.toMatchObject({code: 'state/stale-checkout', message: expect.stringContaining('was put back')});
    commit(here, 'another');
    expect(await judge()).toBe('up-to-date');
    await expect(check(here, other)).rejects.toMatchObject({hint: expect.not.stringContaining('git pull')});
  });

  test('a state of another lineage upstream is refused', async () => {
    const {here, version} = await checkout();
    await expect(check(here, {...version, lineage: 'another', serial: 9})).rejects.toMatchObject({
      message: expect.stringContaining('of another lineage'),
    });
  });
});

describe('without an upstream', () => {
  test('no repository, no git and a detached head are no reason to stop', async () => {
    const lone = place();
    expect(await check(lone, null)).toBe('not-tracked');
    const {here, version} = await checkout();
    expect(await checkUpstream(here.stateFile, version, {PATH: '/nonexistent'}, here.open().refusals)).toBe('not-tracked');
    git(here.directory, 'checkout', '-q', '--detach');
    expect(await check(here, version)).toBe('no-upstream');
  });

  test('a state that git tracks and that is missing here is lost', async () => {
    const here = place();
    git(here.directory, 'init', '-q');
    await writeState(here, 'id-1');
    commit(here, 'first');
    rmSync(here.stateFile);
    await expect(check(here, null)).rejects.toMatchObject({
      code: 'state/lost',
      message: 'git tracks monitors.state.json, but the file is missing here',
      hint: expect.stringContaining('run "git checkout -- monitors.state.json"'),
    });
  });
});

test('S14: nothing that the repository configures is run', async () => {
  const {here, version} = await checkout();
  const ran = here.path('ran');
  const script = here.path('script.sh');
  writeFileSync(script, `#!/bin/sh\ntouch ${ran}\n`);
  chmodSync(script, 0o755);
  for (const name of ['core.fsmonitor', 'core.pager', 'core.sshCommand', 'core.editor']) git(here.directory, 'config', name, script);
  const hook = join(here.directory, '.git/hooks/post-index-change');
  writeFileSync(hook, readFileSync(script));
  chmodSync(hook, 0o755);
  expect(await check(here, version)).toBe('up-to-date');
  expect(existsSync(ran)).toBe(false);
  rmSync(here.stateFile);
  git(here.directory, 'checkout', '-q', '--detach');
  rmSync(ran, {force: true});
  await expect(check(here, null)).rejects.toMatchObject({code: 'state/lost'});
  expect(existsSync(ran)).toBe(false);
});

describe('S21: a directory that looks like a repository', () => {
  /** Files of a repository that make its directory `web` look like a bare one, with everything that could start a program. */
  async function embedded(): Promise<{web: Place; version: StateVersion; upstream: Place; ran: string}> {
    const upstream = place();
    git(upstream.directory, 'init', '-q');
    const web = upstream.below('web');
    const ran = upstream.path('..', `${basename(upstream.directory)}-ran`);
    writeFileSync(web.path('trap.sh'), `#!/bin/sh\ntouch ${ran}\n`, {mode: 0o755});
    const lines = ['[core]', `sshCommand = ${web.path('trap.sh')}`, `fsmonitor = ${web.path('trap.sh')}`, 'repositoryformatversion = 1'];
    const remote = ['[extensions]', 'partialClone = origin', '[remote "origin"]', 'url = ssh://git@runner.example/web', 'promisor = true'];
    const branch = ['fetch = +refs/heads/*:refs/remotes/origin/*', '[branch "main"]', 'remote = origin', 'merge = refs/heads/main'];
    const files = {
      HEAD: 'ref: refs/heads/main\n',
      config: [...lines, ...remote, ...branch, '[protocol "ssh"]', 'allow = always', ''].join('\n'),
      'objects/.keep': '',
      'refs/heads/main': `${'1'.repeat(40)}\n`,
      'refs/remotes/origin/main': `${'1'.repeat(40)}\n`,
    };
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(web.path(name)), {recursive: true});
      writeFileSync(web.path(name), text);
    }
    await writeState(web, 'id-1');
    git(upstream.directory, 'add', '.');
    git(upstream.directory, 'commit', '-qm', 'first');
    const here = place();
    git(here.directory, 'clone', '-q', upstream.directory, '.');
    return {web: here.below('web'), version: await versionOf(here.below('web')), upstream, ran};
  }

  test('runs nothing, and the repository around it is the one that is asked', async () => {
    const {web, version, upstream, ran} = await embedded();
    expect(await check(web, version)).toBe('up-to-date');
    await writeState(upstream.below('web'), 'id-2');
    git(upstream.directory, 'commit', '-qam', 'second');
    git(join(web.directory, '..'), 'fetch', '-q');
    await expect(check(web, version)).rejects.toMatchObject({code: 'state/stale-checkout'});
    expect(existsSync(ran)).toBe(false);
  });
});

test('a repository of another owner is read, as in a container', async () => {
  const {here, version} = await checkout();
  const bin = here.path('bin');
  mkdirSync(bin);
  const real = execFileSync('sh', ['-c', 'command -v git'], {encoding: 'utf8'}).trim();
  writeFileSync(join(bin, 'git'), `#!/bin/sh\nGIT_TEST_ASSUME_DIFFERENT_OWNER=1 exec ${real} "$@"\n`, {mode: 0o755});
  const owned = {...env, PATH: `${bin}:${env.PATH}`};
  expect(await checkUpstream(here.stateFile, version, owned, here.open().refusals)).toBe('up-to-date');
});

test('a git in the working directory is not run, also where PATH names it', async () => {
  const {here, version} = await checkout();
  const ran = here.path('ran');
  writeFileSync(here.path('git'), `#!/bin/sh\ntouch ${ran}\n`, {mode: 0o755});
  for (const path of ['.', '', '..']) {
    const relative = {...env, PATH: `${path}:${env.PATH}`};
    expect(await checkUpstream(here.stateFile, version, relative, here.open().refusals)).toBe('up-to-date');
  }
  expect(existsSync(ran)).toBe(false);
});

test('a GIT_DIR of the hook that started us points nowhere else', async () => {
  const {here, version} = await checkout();
  const lone = place();
  git(lone.directory, 'init', '-q');
  const inHook = {...env, GIT_DIR: join(lone.directory, '.git'), GIT_INDEX_FILE: '/nonexistent'};
  expect(await checkUpstream(here.stateFile, version, inHook, here.open().refusals)).toBe('up-to-date');
});
