import {execFileSync} from 'node:child_process';
import {cpSync, readdirSync} from 'node:fs';
import {join} from 'node:path';
import {makeWorkspace, type Workspace} from './cli';

const ROOT = join(__dirname, '../..');

/** Files of a checkout of this repository, as far as a hook's installation looks at it. */
const CHECKED_IN = [
  '.npmrc',
  '.pre-commit-hooks.yaml',
  'package.json',
  'package-lock.json',
  'bin',
  'dist',
  'schemas',
  'README.md',
  'LICENSE',
];

/** A repository of its own with what is checked in here, bundles as built, at one commit. */
export function makeHookCheckout(): Workspace & {readonly commit: string} {
  const checkout = makeWorkspace();
  for (const name of CHECKED_IN) cpSync(join(ROOT, name), checkout.path(name), {recursive: true, filter: isCheckedIn});
  git(checkout.directory, 'init', '--quiet', '--initial-branch=main');
  git(checkout.directory, 'add', '--all');
  commit(checkout.directory, 'A release');
  return {...checkout, commit: git(checkout.directory, 'rev-parse', 'HEAD').trim()};
}

function isCheckedIn(path: string): boolean {
  return path !== join(ROOT, 'dist/commit') && !/\.tmp-\d+$/.test(path);
}

/** A repository of a user, with these files committed before any hook is there. */
export function makeUserRepository(files: Readonly<Record<string, string>>): Workspace {
  const repository = makeWorkspace(files);
  git(repository.directory, 'init', '--quiet', '--initial-branch=main');
  for (const [name, value] of Object.entries({'user.name': 'user', 'user.email': 'user@example.com', 'commit.gpgsign': 'false'}))
    git(repository.directory, 'config', name, value);
  if (readdirSync(repository.directory).length > 1) git(repository.directory, 'add', '--all');
  commit(repository.directory, 'Begin');
  return repository;
}

/** Runs git where nothing of this machine's settings counts. */
export function git(cwd: string, ...args: readonly string[]): string {
  const env = {PATH: process.env['PATH'], HOME: cwd, GIT_CONFIG_NOSYSTEM: '1'};
  return execFileSync('git', [...args], {cwd, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe']});
}

function commit(cwd: string, message: string): void {
  git(cwd, '-c', 'user.name=user', '-c', 'user.email=user@example.com', 'commit', '--quiet', '--allow-empty', '-m', message);
}
