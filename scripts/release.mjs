/**
 * Makes a release of what is committed: `npm run release -- 0.2.0`. Writes the version into package.json and the changelog,
 * builds, checks, commits, tags `v0.2.0` and moves `v0`, both signed where git has a key, then runs the action and the hook of that
 * tag from a clone. Pushes nothing: it prints the command that does. Where a step fails, it takes commit and tags back.
 */
import {execFileSync} from 'node:child_process';
import {mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {dirname, join} from 'node:path';
import {fileURLToPath} from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');

const SPEC = 'name: Docs\nschedule: {text: daily}\ntargets: [{type: scrape, urls: ["https://example.com/docs"]}]\n';

function run(command, args, options = {}) {
  return execFileSync(command, args, {cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'], ...options});
}

const git = (...args) => run('git', args).trim();

function release(version) {
  if (!/^\d+\.\d+\.\d+$/.test(version)) throw new Error(`not a version such as 0.2.0: ${version}`);
  if (git('status', '--porcelain') !== '') throw new Error('commit everything first');
  const tag = `v${version}`;
  const moving = `v${version.split('.')[0]}`;
  if (git('tag', '--list', tag) !== '') throw new Error(`${tag} is there already`);
  const before = git('rev-parse', 'HEAD');
  const movedFrom = git('tag', '--list', moving) === '' ? undefined : git('rev-parse', `refs/tags/${moving}`);
  try {
    run('npm', ['version', version, '--no-git-tag-version']);
    nameVersion(version);
    run('npm', ['run', 'bundle']);
    run('npm', ['run', 'check']);
    git('commit', '--all', '--quiet', '--message', `Release ${version}`);
    makeTag(tag, tag);
    makeTag(moving, tag);
    tryTag(tag);
  } catch (error) {
    git('reset', '--hard', '--quiet', before);
    if (git('tag', '--list', tag) !== '') git('tag', '--delete', tag);
    if (movedFrom !== undefined) git('tag', '--force', moving, movedFrom);
    else if (git('tag', '--list', moving) !== '') git('tag', '--delete', moving);
    throw error;
  }
  console.log(`${tag} is ready. Push it: git push origin HEAD ${tag} && git push --force origin ${moving}`);
}

/** A signed tag where git has a key to sign with, else a plain one. */
function makeTag(name, message) {
  const isSigned = git('config', '--default', '', '--get', 'user.signingkey') !== '';
  git('tag', '--force', ...(isSigned ? ['--sign', '--message', message] : []), name);
}

/** Names the unreleased changes as this version's, of today. */
function nameVersion(version) {
  const file = join(root, 'CHANGELOG.md');
  const text = readFileSync(file, 'utf8');
  if (!text.includes('\n## Unreleased\n')) throw new Error('CHANGELOG.md has no section "Unreleased"');
  const today = new Date().toISOString().slice(0, 10);
  writeFileSync(file, text.replace('\n## Unreleased\n', `\n## ${version} - ${today}\n`));
}

/** Runs the tag's action and hook as users do: from a clone, with nothing installed. */
function tryTag(tag) {
  const place = mkdtempSync(join(tmpdir(), 'monitors-release-'));
  try {
    const clone = join(place, 'clone');
    git('-c', 'advice.detachedHead=false', 'clone', '--quiet', '--branch', tag, root, clone);
    mkdirSync(join(place, 'repository/monitors'), {recursive: true});
    writeFileSync(join(place, 'repository/monitors/docs.yaml'), SPEC);
    const cwd = join(place, 'repository');
    run('git', ['init', '--quiet'], {cwd});
    const home = {PATH: process.env.PATH, HOME: place, XDG_CACHE_HOME: join(place, 'cache')};
    const said = run(process.execPath, [join(clone, 'bin/monitors.cjs'), '--version'], {cwd, env: home});
    if (!said.startsWith(`monitors ${tag.slice(1)} (`)) throw new Error(`the command of ${tag} calls itself ${said}`);
    run('npm', ['install', '--global', '--prefix', join(place, 'hook'), '--offline', clone], {cwd});
    run(join(place, 'hook/bin/monitors'), ['validate', '--ignore-unknown', 'monitors/docs.yaml'], {cwd, env: home});
    writeFileSync(join(place, 'event.json'), '{}');
    const runner = {GITHUB_EVENT_NAME: 'workflow_dispatch', GITHUB_EVENT_PATH: join(place, 'event.json'), GITHUB_REPOSITORY: 'a/b'};
    const more = {GITHUB_WORKSPACE: cwd, GITHUB_SHA: '0'.repeat(40), GITHUB_REF: 'refs/heads/main', RUNNER_TEMP: place};
    run(process.execPath, [join(clone, 'dist/action.cjs')], {cwd, env: {...home, ...runner, ...more, INPUT_COMMAND: 'validate'}});
  } finally {
    rmSync(place, {recursive: true, force: true});
  }
}

release(process.argv[2] ?? '');
