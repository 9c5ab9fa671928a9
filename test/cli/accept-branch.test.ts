import {execFileSync} from 'node:child_process';
import {chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync} from 'node:fs';
import {bareSpecFor, specFor} from '../world/cli';
import {expectPromised} from '../world/json-schemas';
import {startUserWorld, type UserWorld} from '../world/service';

/** `monitors accept --branch`: the edit of specs becomes a commit on a new branch, and nothing else changes. */
let world: UserWorld;
afterEach(() => world.close());

const CONFIG = {'monitors.config.yaml': 'project: acme\nservice: {operations: full}\n'};
const SPECS = {'monitors/a.yaml': specFor('a'), 'monitors/sub/b.yaml': specFor('b'), 'README.md': 'Specs\n'};
const IDENTITY = {
  GIT_AUTHOR_NAME: 'Ada',
  GIT_AUTHOR_EMAIL: 'ada@example.com',
  GIT_COMMITTER_NAME: 'Bo',
  GIT_COMMITTER_EMAIL: 'bo@example.com',
};

const run = (...args: string[]) => world.runHere(['accept', ...args], {env: IDENTITY});
const path = (name: string) => world.workspace.path(name);
const git = (...args: string[]) => {
  const env = {PATH: process.env['PATH'], HOME: '/nonexistent', GIT_CONFIG_NOSYSTEM: '1', ...IDENTITY};
  return execFileSync('git', args, {cwd: world.workspace.directory, encoding: 'utf8', env, stdio: 'pipe'});
};
const edit = (name: string, changes: Parameters<UserWorld['emulator']['dashboard']['edit']>[1]) =>
  world.emulator.dashboard.edit(world.emulator.monitors().find(monitor => monitor.name === name)!.id, changes);

async function applied(files: Readonly<Record<string, string>> = {}): Promise<void> {
  world = await startUserWorld({...CONFIG, ...SPECS, ...files}, {}, {operations: 'full'});
  expect(await world.runHere(['apply', '--auto-approve'])).toMatchObject({exitCode: 0});
  git('init', '-q', '--initial-branch=main');
  git('add', 'monitors.config.yaml', 'monitors', 'monitors.state.json', 'README.md');
  git('commit', '-qm', 'Specs');
  edit('a', {retentionDays: 7});
  edit('b', {goal: 'Tell me when a price drops'});
}

/** Every file of the checkout and of git's own, but for objects, references and logs, with when it was written. */
function takeStock(): Record<string, string> {
  const files = readdirSync(world.workspace.directory, {recursive: true, encoding: 'utf8'})
    .filter(name => !/^\.git\/(?:objects|refs|logs)|^\.home/.test(name) && statSync(path(name)).isFile())
    .sort();
  return Object.fromEntries(files.map(name => [name, `${statSync(path(name)).mtimeMs} ${readFileSync(path(name), 'latin1')}`]));
}

test('commits the edited specs on top of HEAD; working tree, index, state and checked-out branch stay as they are', async () => {
  await applied();
  writeFileSync(path('README.md'), 'Not committed\n');
  git('add', 'README.md');
  writeFileSync(path('notes.txt'), 'Mine\n');
  const [before, sent] = [takeStock(), world.emulator.requests().filter(({method}) => method !== 'GET').length];
  const ended = await run('--branch', 'fix/drift', 'a', 'sub/b');
  expect(ended).toMatchObject({exitCode: 0, stderr: ''});
  expect(ended.stdout).toContain('retentionDays: 30 -> 7');
  expect(ended.stdout).toContain('git push origin fix/drift');
  expect(takeStock()).toEqual(before);
  expect(git('symbolic-ref', 'HEAD')).toBe('refs/heads/main\n');
  expect(git('diff', '--name-only', 'main', 'fix/drift')).toBe('monitors/a.yaml\nmonitors/sub/b.yaml\n');
  expect(git('show', 'fix/drift:monitors/a.yaml')).toBe(`${specFor('a')}retentionDays: 7\n`);
  expect(git('log', '-1', '--format=%an %cn %s|%P', 'fix/drift').trim()).toBe(
    `Ada Bo Accept the drift of 2 monitors|${git('rev-parse', 'main').trim()}`,
  );
  expect(world.emulator.requests().filter(({method}) => method !== 'GET').length).toBe(sent);
  git('fsck', '--strict');
});

test('merged, it leaves no drift: apply records it', async () => {
  await applied();
  expect(await run('--branch', 'drift', 'a', 'sub/b')).toMatchObject({exitCode: 0});
  git('merge', '-q', '--ff-only', 'drift');
  expect(await world.runHere(['apply', '--auto-approve'])).toMatchObject({exitCode: 0});
  expect(await world.runHere(['plan', '--refresh', '--detailed-exitcode'])).toMatchObject({exitCode: 0});
});

test('JSON names branch and commit; without drift there is neither', async () => {
  await applied();
  const ended = await run('--branch', 'drift', 'a', '--format', 'json');
  expectPromised('accept', ended.stdout);
  expect(JSON.parse(ended.stdout).branch).toEqual({name: 'drift', commit: git('rev-parse', 'drift').trim()});
  edit('a', {retentionDays: 30});
  const none = await run('--branch', 'other', 'a', '--format', 'json');
  expect(JSON.parse(none.stdout)).toMatchObject({accepted: [], unchanged: ['a']});
  expect(JSON.parse(none.stdout)).not.toHaveProperty('branch');
  expect(git('branch', '--format=%(refname:short)')).toBe('drift\nmain\n');
});

test.each([
  {name: 'a branch that exists', args: ['--branch', 'main', 'a'], says: 'branch "main" exists already'},
  {name: 'a name that git could take for an option', args: ['--branch=--force', 'a'], says: '--branch "--force" cannot be used'},
  {name: 'a name with a space', args: ['--branch', 'a b', 'a'], says: 'cannot be used'},
  {name: 'a key that no spec has', args: ['--branch', 'x', 'c'], says: 'no spec has the key "c"'},
])('$name is refused before the service is asked', async ({args, says}) => {
  await applied();
  const asked = world.emulator.requests().length;
  expect(await run(...args)).toMatchObject({exitCode: 3, stderr: expect.stringContaining(says)});
  expect(world.emulator.requests().length).toBe(asked);
});

test('a spec with other changes, or one that is not committed, is refused, and nothing is made', async () => {
  await applied();
  writeFileSync(path('monitors/a.yaml'), `${bareSpecFor('a')}# mine\n`);
  const changed = await run('--branch', 'x', 'a');
  expect(changed).toMatchObject({exitCode: 3, stderr: expect.stringContaining('monitors/a.yaml has changes that are not committed')});
  git('rm', '-q', '--cached', 'monitors/a.yaml');
  git('commit', '-qm', 'Gone');
  expect(await run('--branch', 'x', 'a')).toMatchObject({exitCode: 3, stderr: expect.stringContaining('monitors/a.yaml is not committed')});
  expect(git('branch', '--format=%(refname:short)')).toBe('main\n');
});

test('line ends that git changed at checkout go back to what the commit has', async () => {
  await applied();
  const text = readFileSync(path('monitors/a.yaml'), 'utf8');
  writeFileSync(path('monitors/a.yaml'), text.replaceAll('\n', '\r\n'));
  expect(await run('--branch', 'x', 'a')).toMatchObject({exitCode: 0});
  expect(git('show', 'x:monitors/a.yaml')).toBe(`${specFor('a')}retentionDays: 7\n`);
});

test('outside a repository, and in one without a commit, it says so', async () => {
  world = await startUserWorld({...CONFIG, ...SPECS}, {}, {operations: 'full'});
  expect(await run('--branch', 'x', 'a')).toMatchObject({exitCode: 3, stderr: expect.stringContaining('there is no git repository here')});
  git('init', '-q');
  expect(await run('--branch', 'x', 'a')).toMatchObject({exitCode: 3, stderr: expect.stringContaining('no commit yet')});
});

test('S21: nothing that the repository configures is run: hooks, filters, watchers, signatures', async () => {
  await applied();
  const evil = path('.git/evil');
  const touch = `touch ${path('ran')}`;
  writeFileSync(evil, `#!/bin/sh\n${touch}\ncat\n`);
  mkdirSync(path('.git/hooks'), {recursive: true});
  for (const hook of ['reference-transaction', 'post-commit', 'pre-commit', 'commit-msg', 'post-index-change', 'post-checkout']) {
    writeFileSync(path(`.git/hooks/${hook}`), `#!/bin/sh\n${touch}\n`);
    chmodSync(path(`.git/hooks/${hook}`), 0o755);
  }
  chmodSync(evil, 0o755);
  writeFileSync(path('.git/info/attributes'), '* filter=evil diff=evil\n');
  const config: readonly (readonly [string, string])[] = [
    ['core.hooksPath', path('.git/hooks')],
    ['core.fsmonitor', evil],
    ['core.splitIndex', 'true'],
    ['filter.evil.clean', evil],
    ['filter.evil.process', evil],
    ['filter.evil.required', 'true'],
    ['commit.gpgSign', 'true'],
    ['gpg.program', evil],
    ['core.editor', evil],
    ['core.pager', evil],
    ['credential.helper', `!${evil}`],
  ];
  const text = config.map(
    ([name, value]) => `[${name.replace(/\.[^.]*$/, '').replace(/\.(.*)/, ' "$1"')}]\n\t${name.replace(/.*\./, '')} = ${value}\n`,
  );
  writeFileSync(path('.git/config'), readFileSync(path('.git/config'), 'utf8') + text.join(''));
  expect(await run('--branch', 'x', 'a')).toMatchObject({exitCode: 0});
  expect(existsSync(path('ran'))).toBe(false);
  expect(readdirSync(path('.git')).filter(name => name.startsWith('sharedindex'))).toEqual([]);
  // The trap works: git itself springs it.
  git('update-ref', 'refs/heads/y', 'HEAD');
  expect(existsSync(path('ran'))).toBe(true);
});
