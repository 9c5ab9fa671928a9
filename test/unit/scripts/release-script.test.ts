import {execFileSync, spawn} from 'node:child_process';
import {once} from 'node:events';
import {cpSync, readFileSync} from 'node:fs';
import {createServer, type Server} from 'node:http';
import type {AddressInfo} from 'node:net';
import {join} from 'node:path';
import {text} from 'node:stream/consumers';
import {makeWorkspace, type Workspace} from '../../world/cli';

/** Releases of a small project with the real scripts, git and npm. */
const ROOT = join(__dirname, '../../..');

const CHANGELOG = '# Changelog\n\n## Unreleased\n\n- This.\n';
const MANIFEST = {
  name: 'monitors-as-code',
  version: '0.1.0',
  repository: {type: 'git', url: 'git+https://github.com/acme/monitors.git'},
  bin: {monitors: 'bin/monitors.cjs'},
  scripts: {bundle: 'node bundle.cjs', check: 'node -e ""'},
};
const FILES = {
  '.npmrc': 'ignore-scripts=true\n',
  'CHANGELOG.md': CHANGELOG,
  Dockerfile: `FROM node:24-alpine@sha256:${'a'.repeat(64)}\n`,
  '.github/CODEOWNERS': '* @acme/tools\n',
  'bin/monitors.cjs': '#!/usr/bin/env node\nconsole.log(`monitors ${require("../package.json").version} (abc)`);\n',
  'bundle.cjs': "require('node:fs').writeFileSync('dist/action.cjs', `// ${require('./package.json').version}\\n`);\n",
  'dist/action.cjs': '// 0.1.0\n',
};

interface Known {
  readonly deprecated?: string;
  readonly dist?: {readonly integrity: string};
}

let workspace: Workspace;
let settings: Readonly<Record<string, string>>;
/** Answer of the registry on loopback; its status, where it does not work. */
let published: Readonly<Record<string, Known>> | undefined;
let failing: number | undefined;
/** Another answer, whatever it is. */
let answer: string | undefined;
let registry: Server;

beforeAll(async () => {
  registry = createServer((_, response) => {
    response.statusCode = failing ?? (published === undefined ? 404 : 200);
    if (answer !== undefined) response.statusCode = 200;
    response.end(answer ?? JSON.stringify(published === undefined ? {error: 'not found'} : {versions: published}));
  }).listen(0, '127.0.0.1');
  await once(registry, 'listening');
});
beforeEach(() => {
  published = undefined;
  failing = undefined;
  answer = undefined;
});
afterEach(() => workspace.remove());
afterAll(() => registry.close());

function start(files: Readonly<Record<string, string>> = {}, manifest: object = MANIFEST): void {
  workspace = makeWorkspace({...FILES, 'package.json': `${JSON.stringify(manifest, null, 2)}\n`, ...files});
  for (const name of ['release', 'release-ready', 'release-registry', 'release-notes', 'address'])
    cpSync(join(ROOT, `scripts/${name}.mjs`), workspace.path(`scripts/${name}.mjs`));
  settings = {};
  git('init', '--quiet', '--initial-branch', 'main');
  commit('Begin');
}

function makeEnvironment(): NodeJS.ProcessEnv {
  const given = Object.entries({'user.name': 'a', 'user.email': 'a@example.com', ...settings});
  const pairs = given.flatMap(([key, value], index) => [
    [`GIT_CONFIG_KEY_${index}`, key],
    [`GIT_CONFIG_VALUE_${index}`, value],
  ]);
  const {PATH} = process.env;
  const address = `http://127.0.0.1:${(registry.address() as AddressInfo).port}`;
  const npm = {npm_config_update_notifier: 'false', npm_config_registry: settings['npm.registry'] ?? address};
  const quiet = {GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_GLOBAL: '/dev/null', ...npm};
  return {PATH, HOME: workspace.path('.git'), ...quiet, GIT_CONFIG_COUNT: `${given.length}`, ...Object.fromEntries(pairs)};
}

function git(...args: readonly string[]): string {
  return execFileSync('git', args, {cwd: workspace.directory, encoding: 'utf8', env: makeEnvironment(), stdio: 'pipe'}).trim();
}

function commit(message: string): void {
  git('add', '--all');
  git('commit', '--quiet', '--message', message);
}

async function runScript(name: string, ...args: readonly string[]) {
  // In a group of its own, as a shell starts it.
  const options = {cwd: workspace.directory, env: makeEnvironment(), detached: true};
  const child = spawn(process.execPath, [`scripts/${name}.mjs`, ...args], options);
  const [stdout, stderr, [status]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return {status: status as number, stdout, stderr};
}

const release = (...args: readonly string[]) => runScript('release', ...args);

test('the first release has the version that package.json began with', async () => {
  start();
  expect(await release('0.1.0')).toMatchObject({status: 0, stdout: expect.stringContaining('v0.1.0 is ready')});
  expect(readFileSync(workspace.path('CHANGELOG.md'), 'utf8')).toMatch(/\n## 0\.1\.0 - \d{4}-\d{2}-\d{2}\n/);
  expect(git('tag', '--points-at', 'HEAD').split('\n')).toEqual(['v0.1.0']);
});

test('where a pull request brings the commit, the tags are made of what was merged', async () => {
  start();
  git('switch', '--quiet', '--create', 'release');
  expect(await release('0.2.0', '--prepare')).toMatchObject({status: 0});
  expect([git('tag'), git('status', '--porcelain')]).toEqual(['', '']);
  expect(await release('0.2.0', '--prepare')).toMatchObject({status: 1, stderr: expect.stringContaining('0.2.0 is prepared already')});
  git('switch', '--quiet', 'main');
  git('merge', '--quiet', '--squash', 'release');
  commit('Release 0.2.0 (#1)');
  const merged = git('rev-parse', 'HEAD');
  // A branch that the server refuses takes the tag along.
  expect(await release('0.2.0')).toMatchObject({status: 0, stdout: expect.stringContaining('git push --atomic origin HEAD v0.2.0\n')});
  expect([git('rev-parse', 'HEAD'), git('rev-parse', 'v0.2.0')]).toEqual([merged, merged]);
});

test('a merged release whose bundles are not its own is not tagged', async () => {
  start();
  expect(await release('0.2.0', '--prepare')).toMatchObject({status: 0});
  workspace.write({'dist/action.cjs': '// another\n'});
  commit('Change a bundle by hand');
  expect(await release('0.2.0')).toMatchObject({status: 1, stderr: expect.stringContaining('the build is not what is committed')});
  expect([git('tag'), git('status', '--porcelain')]).toEqual(['', '']);
});

test('the moving tag follows what npm has: never before it, never back, never to what was withdrawn', async () => {
  start();
  for (const version of ['0.9.0', '0.10.0', '0.9.1']) {
    expect(await release(version)).toMatchObject({status: 0, stdout: expect.stringContaining(`npm run release -- ${version} --published`)});
    workspace.write({'CHANGELOG.md': CHANGELOG});
    commit('Go on');
  }
  expect(git('tag').split('\n')).toEqual(['v0.10.0', 'v0.9.0', 'v0.9.1']);
  const refusal = expect.stringContaining('npm does not have monitors-as-code@0.9.0 yet');
  expect(await release('0.9.0', '--published')).toMatchObject({status: 1, stderr: refusal});
  published = {'0.9.0': {}};
  // The lease: nobody else has made the tag.
  const made = expect.stringContaining('git push --atomic --force-with-lease=refs/tags/v0: origin refs/tags/v0.9.0 refs/tags/v0\n');
  expect(await release('0.9.0', '--published')).toMatchObject({status: 0, stdout: made});
  const first = git('rev-parse', 'v0');
  expect(first).toBe(git('rev-parse', 'v0.9.0'));
  // A tag whose stage was rejected holds no place.
  published = {'0.9.0': {}, '0.9.1': {}};
  const moved = expect.stringContaining(
    `git push --atomic --force-with-lease=refs/tags/v0:${first} origin refs/tags/v0.9.1 refs/tags/v0\n`,
  );
  expect(await release('0.9.1', '--published')).toMatchObject({status: 0, stdout: moved});
  published = {...published, '0.10.0': {}};
  const stays = expect.stringContaining('v0 stays where it is');
  expect(await release('0.9.1', '--published')).toMatchObject({status: 0, stdout: stays});
  expect(await release('0.10.0', '--published')).toMatchObject({status: 0});
  expect(git('rev-parse', 'v0')).toBe(git('rev-parse', 'v0.10.0'));
  published = {...published, '0.10.0': {deprecated: 'Creates twice'}};
  const withdrawn = expect.stringContaining('monitors-as-code@0.10.0 was withdrawn: Creates twice');
  expect(await release('0.10.0', '--published')).toMatchObject({status: 1, stderr: withdrawn});
  expect(await release('0.9.1', '--published')).toMatchObject({status: 0});
  expect(git('rev-parse', 'v0')).toBe(git('rev-parse', 'v0.9.1'));
});

test('the printed push is refused where somebody else has moved the tag', async () => {
  start();
  expect(await release('0.1.0')).toMatchObject({status: 0});
  git('clone', '--quiet', '--bare', '.', '.git/home.git');
  git('remote', 'add', 'origin', workspace.path('.git/home.git'));
  published = {'0.1.0': {}};
  const push = async () => {
    const {stdout} = await release('0.1.0', '--published');
    const [, words = ''] = /git (push .*)/.exec(stdout) ?? [];
    git(...words.trim().split(' '));
  };
  await push();
  git('--git-dir', '.git/home.git', 'tag', '--force', 'v0', 'v0.1.0^{tree}');
  await expect(push()).rejects.toThrow(/stale info/);
  git('--git-dir', '.git/home.git', 'tag', '--force', 'v0', 'v0.1.0');
  await push();
  // The version's tag as this machine has it is not the one that was published.
  workspace.write({'new.cjs': ''});
  commit('Go on');
  git('tag', '--force', 'v0.1.0');
  await expect(push()).rejects.toThrow(/v0\.1\.0 \(already exists\)/);
  expect(git('--git-dir', '.git/home.git', 'rev-parse', 'v0')).toBe(git('rev-parse', 'HEAD~1'));
});

test('npm is asked about a version before it is built, and about its bytes before anything public names it', async () => {
  start({'a.tgz': 'bytes'});
  const integrity = 'sha512-rYerwe+0LgMgfzqYuPQR2tCVOqI9TTGaQkiAznBaEhke4sc3DCJOLYpoG4dctq+kYb25moaTst23SyXfAAINTQ==';
  const ask = (...args: string[]) => runScript('release-registry', ...args);
  expect(await ask('new', '0.2.0')).toMatchObject({status: 0, stdout: 'older=\n'});
  published = {'0.3.0': {}, '1.0.0': {deprecated: 'Worse'}, '2.0.0-rc.1': {}};
  expect(await ask('new', '0.2.0')).toMatchObject({status: 0, stdout: 'older=--tag=older\n'});
  expect(await ask('new', '0.4.0')).toMatchObject({status: 0, stdout: 'older=\n'});
  expect(await ask('new', '0.3.0')).toMatchObject({
    status: 1,
    stdout: '',
    stderr: expect.stringContaining('has monitors-as-code@0.3.0 already'),
  });
  expect(await ask('new', '1.0.0')).toMatchObject({status: 1, stdout: ''});
  expect(await ask('check', '0.4.0', 'a.tgz')).toMatchObject({status: 1, stderr: expect.stringContaining('approve its stage')});
  published = {...published, '0.4.0': {dist: {integrity: 'sha512-other'}}};
  expect(await ask('check', '0.4.0', 'a.tgz')).toMatchObject({status: 1, stdout: '', stderr: expect.stringContaining('other bytes')});
  published = {...published, '0.4.0': {dist: {integrity}}};
  expect(await ask('check', '0.4.0', 'a.tgz')).toMatchObject({status: 0, stdout: ''});
  expect(await ask('check', '0.4.0')).toMatchObject({status: 1, stdout: ''});
  expect(await ask('moves', '0.4.0')).toMatchObject({status: 0, stdout: 'latest=true\nmoves=v0\n'});
  published = {...published, '0.5.0': {}};
  expect(await ask('moves', '0.4.0')).toMatchObject({status: 0, stdout: 'latest=false\nmoves=\n'});
  published = {'0.4.0': {dist: {integrity}}, '1.2.0': {}};
  expect(await ask('moves', '0.4.0')).toMatchObject({status: 0, stdout: 'latest=false\nmoves=v0\n'});
  expect(await ask('moves', '0.6.0')).toMatchObject({status: 1, stdout: ''});
  published = {'0.4.0': {dist: {integrity}, deprecated: 'Creates twice'}};
  expect(await ask('check', '0.4.0', 'a.tgz')).toMatchObject({status: 1, stdout: '', stderr: expect.stringContaining('withdrawn')});
  expect(await ask('moves', '0.4.0')).toMatchObject({status: 1, stdout: '', stderr: expect.stringContaining('withdrawn')});
  failing = 503;
  expect(await ask('new', '0.6.0')).toMatchObject({
    status: 1,
    stdout: '',
    stderr: expect.stringMatching(/answers 503 .*: try again later/),
  });
});

test.each(['{}', 'null', '[]', '{"versions": "0.2.0"}', '{"versions": {"0.2.0": null}}', '<html>', '{"versions": {"0.2'])(
  'an answer that says nothing about versions tells no version new: %s',
  async body => {
    start();
    answer = body;
    const refusal = expect.stringMatching(
      /^http:\/\/\S+ answers with something else than versions of monitors-as-code: try again later\n$/,
    );
    expect(await runScript('release-registry', 'new', '0.3.0')).toMatchObject({status: 1, stdout: '', stderr: refusal});
  },
);

test('a registry that is not reached, and a text of somebody with commands to a runner', async () => {
  start();
  published = {'0.2.0': {deprecated: 'Bad\u001b[2J\n::stop-commands::a'}};
  const said = expect.stringMatching(/was withdrawn: Bad.\[2J.::stop-commands::a\n$/);
  expect(await runScript('release-registry', 'moves', '0.2.0')).toMatchObject({status: 1, stderr: said});
  settings = {'npm.registry': 'http://127.0.0.1:9/'};
  const unreached = expect.stringMatching(/^http:\/\/127\.0\.0\.1:9\/ cannot be reached: try again later\n$/);
  expect(await runScript('release-registry', 'new', '0.2.0')).toMatchObject({status: 1, stdout: '', stderr: unreached});
});

test.each([
  {what: 'no address', files: {}, manifest: {...MANIFEST, repository: undefined}, says: 'package.json has no repository'},
  {what: 'a base without a digest', files: {Dockerfile: 'FROM node:24\n'}, manifest: MANIFEST, says: 'is not pinned by a digest'},
  {what: 'no notes', files: {'CHANGELOG.md': '# Changelog\n\n## Unreleased\n'}, manifest: MANIFEST, says: 'has no notes under'},
])('what the workflow would refuse is refused before anything is tagged: $what', async ({files, manifest, says}) => {
  start(files, manifest);
  const before = git('rev-parse', 'HEAD');
  expect(await release('0.2.0')).toMatchObject({status: 1, stderr: expect.stringContaining(says)});
  expect([git('tag'), git('status', '--porcelain'), git('rev-parse', 'HEAD')]).toEqual(['', '', before]);
});

test('Ctrl-C while it builds takes everything back', async () => {
  const bundle = `${FILES['bundle.cjs']}process.kill(0, 'SIGINT');\nsetTimeout(() => {}, 60_000);\n`;
  start({'bundle.cjs': bundle});
  const before = git('rev-parse', 'HEAD');
  expect((await release('0.2.0')).status).toBe(1);
  expect([git('rev-parse', 'HEAD'), git('status', '--porcelain'), git('tag', '--list')]).toEqual([before, '', '']);
});

test('a file that git is told not to show stops a release', async () => {
  start();
  settings = {'status.showUntrackedFiles': 'no'};
  workspace.write({'new.cjs': ''});
  expect(await release('0.2.0')).toMatchObject({status: 1, stderr: expect.stringContaining('commit everything first')});
});

test.each(['.git/info/exclude', '.git/ignore'])('a bundle that only this machine ignores, by %s, stops a release', async list => {
  start({'bundle.cjs': "require('node:fs').writeFileSync('dist/new.cjs', '');\n"});
  settings = {'core.excludesFile': workspace.path('.git/ignore')};
  workspace.write({[list]: 'dist/\n'});
  expect(await release('0.2.0')).toMatchObject({status: 1, stderr: expect.stringContaining('?? dist/new.cjs')});
  expect(git('tag')).toBe('');
});

test.each(['--skip-worktree', '--assume-unchanged'])('a file whose changes git passes over, by %s, stops a release', async flag => {
  start();
  git('update-index', flag, 'dist/action.cjs');
  expect(await release('0.2.0')).toMatchObject({status: 1, stderr: expect.stringContaining('commit everything first')});
  expect(git('tag')).toBe('');
});

test('a branch with the name of the tag stops a release: git could take one for the other', async () => {
  start();
  git('branch', 'v0.2.0');
  expect(await release('0.2.0')).toMatchObject({status: 1, stderr: expect.stringContaining('a branch is called v0.2.0: rename it')});
  expect(git('tag')).toBe('');
});

test('where git signs all tags, the default key does, and a failure leaves the tags as they were', async () => {
  start();
  expect(await release('0.1.0')).toMatchObject({status: 0});
  const tags = git('for-each-ref');
  workspace.write({'CHANGELOG.md': CHANGELOG, 'gpg.sh': '#!/bin/sh\necho "asked to sign" >&2\nexit 1\n'});
  execFileSync('chmod', ['+x', workspace.path('gpg.sh')]);
  commit('Go on');
  const head = git('rev-parse', 'HEAD');
  settings = {'tag.gpgSign': 'true', 'gpg.program': workspace.path('gpg.sh')};
  expect(await release('0.2.0')).toMatchObject({status: 1, stderr: expect.stringContaining('gpg failed to sign')});
  expect(git('for-each-ref')).toBe(tags.replace(/^\S+(?= commit\trefs\/heads\/main$)/m, head));
});

test.each(['', '1.2', 'v1.2.3', '1.2.3-rc.1', '01.2.3', '1.2.3;true', '$(true)', '--prepare'])('"%s" is no version', async version => {
  start();
  expect(await release(version)).toMatchObject({status: 1, stderr: expect.stringContaining('not a version such as 0.2.0')});
});
