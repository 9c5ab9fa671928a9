import {chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {delimiter, join} from 'node:path';
import {type GitMeans, pinGit} from '../../../../src/core/git/pinned-git';
import {findRepository, findRepositoryBelow} from '../../../../src/core/git/repository';

let place: string;
beforeEach(() => {
  place = realpathSync(mkdtempSync(join(tmpdir(), 'monitors-git-')));
  for (const name of ['bin', 'work/web/app', 'work/bin', 'home']) mkdirSync(join(place, name), {recursive: true});
  for (const name of ['bin/git', 'work/bin/git']) {
    writeFileSync(join(place, name), '#!/bin/sh\n');
    chmodSync(join(place, name), 0o755);
  }
});
afterEach(() => rmSync(place, {recursive: true, force: true}));

const at = (...names: string[]) => join(place, ...names);
const means = (env: GitMeans['env'], more: Partial<GitMeans> = {}): GitMeans => ({
  env: {PATH: at('bin'), ...env},
  passOn: /^(?:HOME|XDG_CONFIG_HOME|PATH)$/,
  protocols: [],
  ...more,
});
const start = (env: GitMeans['env'] = {}, more: Partial<GitMeans> = {}) => pinGit({workTree: at('work')}, ['status'], means(env, more));

test('names the repository, its work tree and the one directory that is safe', () => {
  const started = start();
  expect(started?.args).toEqual(
    expect.arrayContaining([`--git-dir=${at('work/.git')}`, `--work-tree=${at('work')}`, `safe.directory=${at('work')}`]),
  );
  expect(started?.args).toEqual(expect.arrayContaining(['safe.bareRepository=explicit', 'core.hooksPath=/dev/null']));
  expect(started?.args.at(-1)).toBe('status');
  expect(pinGit({bare: at('bare')}, [], means({}))?.args).toEqual(expect.arrayContaining([`--git-dir=${at('bare')}`]));
});

test.each([
  {name: 'no protocol but those that are named', more: {}, expected: {GIT_ALLOW_PROTOCOL: 'none', GIT_NO_LAZY_FETCH: '1'}},
  {name: 'named protocols', more: {protocols: ['https', 'ssh']}, expected: {GIT_ALLOW_PROTOCOL: 'https:ssh'}},
  {
    name: 'settings off the command line',
    more: {settings: [['filter.a=b.smudge', '']] as const},
    expected: {GIT_CONFIG_COUNT: '1', GIT_CONFIG_KEY_0: 'filter.a=b.smudge', GIT_CONFIG_VALUE_0: ''},
  },
])('$name', ({more, expected}) => {
  expect(start({GIT_DIR: '/elsewhere', MONITORS_API_KEY: 'fc-x'}, more)?.env).toMatchObject(expected);
  expect(Object.keys(start({GIT_DIR: '/elsewhere', MONITORS_API_KEY: 'fc-x'}, more)?.env ?? {})).not.toEqual(
    expect.arrayContaining(['GIT_DIR']),
  );
});

test('takes git from absolute directories only, and from none of those that are not trusted', () => {
  const path = ['.', '', 'work/bin', at('work/bin'), at('bin')].join(delimiter);
  expect(start({PATH: path}, {distrusted: at('work')})).toMatchObject({program: at('bin/git'), env: {PATH: at('bin')}});
  expect(start({PATH: at('work/bin')}, {distrusted: at('work')})).toBeNull();
  symlinkSync(at('work/bin'), at('link'));
  expect(start({PATH: at('link')}, {distrusted: at('work')})).toBeNull();
});

test('reads no configuration of the user from a directory that is not trusted', () => {
  const env = {HOME: at('work'), XDG_CONFIG_HOME: at('home')};
  expect(start(env, {distrusted: at('work')})?.env).not.toHaveProperty('HOME');
  expect(start(env, {distrusted: at('work')})?.env).toMatchObject({XDG_CONFIG_HOME: at('home')});
  expect(start(env)?.env).toMatchObject({HOME: at('work')});
});

test('a repository is what holds .git: from the top down, and from below up', () => {
  expect([findRepositoryBelow(place, at('work/web/app')), findRepositoryBelow(at('work'), at('work'))]).toEqual([null, null]);
  mkdirSync(at('work/web/.git'));
  expect(findRepositoryBelow(place, at('work/web/app'))).toBe(at('work/web'));
  writeFileSync(at('work/.git'), 'gitdir: elsewhere\n');
  expect(findRepositoryBelow(place, at('work/web/app'))).toBe(at('work'));
  expect(findRepository(at('work/web/app'))).toBe(at('work/web'));
});
