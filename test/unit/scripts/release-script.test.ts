import {execFileSync, spawnSync} from 'node:child_process';
import {cpSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
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
  'CHANGELOG.md': CHANGELOG,
  Dockerfile: `FROM node:24-alpine@sha256:${'a'.repeat(64)}\n`,
  '.github/CODEOWNERS': '* @acme/tools\n',
  'bin/monitors.cjs': '#!/usr/bin/env node\nconsole.log(`monitors ${require("../package.json").version} (abc)`);\n',
  'bundle.cjs': "require('node:fs').writeFileSync('dist/action.cjs', `// ${require('./package.json').version}\\n`);\n",
  'dist/action.cjs': '// 0.1.0\n',
};

let workspace: Workspace;
let settings: Readonly<Record<string, string>>;
afterEach(() => workspace.remove());

function start(files: Readonly<Record<string, string>> = {}, manifest: object = MANIFEST): void {
  workspace = makeWorkspace({...FILES, 'package.json': `${JSON.stringify(manifest, null, 2)}\n`, ...files});
  for (const name of ['release', 'release-ready', 'release-notes', 'address'])
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
  const quiet = {GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_GLOBAL: '/dev/null', npm_config_update_notifier: 'false'};
  return {PATH, HOME: workspace.path('.git'), ...quiet, GIT_CONFIG_COUNT: `${given.length}`, ...Object.fromEntries(pairs)};
}

function git(...args: readonly string[]): string {
  return execFileSync('git', args, {cwd: workspace.directory, encoding: 'utf8', env: makeEnvironment(), stdio: 'pipe'}).trim();
}

function commit(message: string): void {
  git('add', '--all');
  git('commit', '--quiet', '--message', message);
}

function release(...args: readonly string[]) {
  const options = {cwd: workspace.directory, encoding: 'utf8', env: makeEnvironment()} as const;
  const {status, stdout, stderr} = spawnSync(process.execPath, ['scripts/release.mjs', ...args], options);
  return {status, stdout, stderr};
}

test('the first release has the version that package.json began with', () => {
  start();
  expect(release('0.1.0')).toMatchObject({status: 0, stdout: expect.stringContaining('v0.1.0 is ready')});
  expect(readFileSync(workspace.path('CHANGELOG.md'), 'utf8')).toMatch(/\n## 0\.1\.0 - \d{4}-\d{2}-\d{2}\n/);
  expect(git('tag', '--points-at', 'HEAD').split('\n')).toEqual(['v0', 'v0.1.0']);
});

test('where a pull request brings the commit, the tags are made of what was merged', () => {
  start();
  git('switch', '--quiet', '--create', 'release');
  expect(release('0.2.0', '--prepare')).toMatchObject({status: 0});
  expect([git('tag'), git('status', '--porcelain')]).toEqual(['', '']);
  expect(release('0.2.0', '--prepare')).toMatchObject({status: 1, stderr: expect.stringContaining('0.2.0 is prepared already')});
  git('switch', '--quiet', 'main');
  git('merge', '--quiet', '--squash', 'release');
  commit('Release 0.2.0 (#1)');
  const merged = git('rev-parse', 'HEAD');
  // A branch that the server refuses takes the tag along.
  expect(release('0.2.0')).toMatchObject({status: 0, stdout: expect.stringContaining('git push --atomic origin HEAD v0.2.0\n')});
  expect([git('rev-parse', 'HEAD'), git('rev-parse', 'v0.2.0')]).toEqual([merged, merged]);
});

test('a merged release whose bundles are not its own is not tagged', () => {
  start();
  expect(release('0.2.0', '--prepare')).toMatchObject({status: 0});
  workspace.write({'dist/action.cjs': '// another\n'});
  commit('Change a bundle by hand');
  expect(release('0.2.0')).toMatchObject({status: 1, stderr: expect.stringContaining('the build is not what is committed')});
  expect([git('tag'), git('status', '--porcelain')]).toEqual(['', '']);
});

test('a fix of an older version leaves the moving tag at the newest', () => {
  start();
  expect(release('0.10.0')).toMatchObject({status: 0});
  const newest = git('rev-parse', 'v0');
  workspace.write({'CHANGELOG.md': CHANGELOG});
  commit('Fix');
  expect(release('0.9.1')).toMatchObject({status: 0, stdout: expect.stringContaining('v0 stays where it is')});
  expect(git('rev-parse', 'v0')).toBe(newest);
  workspace.write({'CHANGELOG.md': CHANGELOG});
  commit('Go on');
  expect(release('0.10.1')).toMatchObject({status: 0});
  expect(git('rev-parse', 'v0')).toBe(git('rev-parse', 'v0.10.1'));
});

test.each([
  {what: 'no address', files: {}, manifest: {...MANIFEST, repository: undefined}, says: 'package.json has no repository'},
  {what: 'a base without a digest', files: {Dockerfile: 'FROM node:24\n'}, manifest: MANIFEST, says: 'is not pinned by a digest'},
  {what: 'no notes', files: {'CHANGELOG.md': '# Changelog\n\n## Unreleased\n'}, manifest: MANIFEST, says: 'has no notes under'},
])('what the workflow would refuse is refused before anything is tagged: $what', ({files, manifest, says}) => {
  start(files, manifest);
  const before = git('rev-parse', 'HEAD');
  expect(release('0.2.0')).toMatchObject({status: 1, stderr: expect.stringContaining(says)});
  expect([git('tag'), git('status', '--porcelain'), git('rev-parse', 'HEAD')]).toEqual(['', '', before]);
});

test('a file that git is told not to show stops a release', () => {
  start();
  settings = {'status.showUntrackedFiles': 'no'};
  workspace.write({'new.cjs': ''});
  expect(release('0.2.0')).toMatchObject({status: 1, stderr: expect.stringContaining('commit everything first')});
});

test('where git signs all tags, the default key does, and a failure leaves the tags as they were', () => {
  start();
  expect(release('0.1.0')).toMatchObject({status: 0});
  const tags = git('for-each-ref');
  workspace.write({'CHANGELOG.md': CHANGELOG, 'gpg.sh': '#!/bin/sh\necho "asked to sign" >&2\nexit 1\n'});
  execFileSync('chmod', ['+x', workspace.path('gpg.sh')]);
  commit('Go on');
  const head = git('rev-parse', 'HEAD');
  settings = {'tag.gpgSign': 'true', 'gpg.program': workspace.path('gpg.sh')};
  expect(release('0.2.0')).toMatchObject({status: 1, stderr: expect.stringContaining('gpg failed to sign')});
  expect(git('for-each-ref')).toBe(tags.replace(/^\S+(?= commit\trefs\/heads\/main$)/m, head));
});

test.each(['', '1.2', 'v1.2.3', '1.2.3-rc.1', '01.2.3', '1.2.3;true', '$(true)', '--prepare'])('"%s" is no version', version => {
  start();
  expect(release(version)).toMatchObject({status: 1, stderr: expect.stringContaining('not a version such as 0.2.0')});
});
