/**
 * Makes a release of what is committed: `npm run release -- 0.2.0`. Writes the version into package.json and the changelog,
 * builds, checks, commits and tags `v0.2.0`, signed where git signs, then runs the action and the hook of that tag from a clone.
 * With `--prepare` it ends with the commit, for a pull request; once that is merged, the same command without it only tags. Where a
 * step fails, or Ctrl-C ends it, it takes commit and tag back. With `--published`, once npm has the version, it moves `v0` there.
 * Pushes nothing: it prints the command that does.
 */
import {execFileSync} from 'node:child_process';
import {mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {dirname, join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {listOwnObstacles} from './release-ready.mjs';
import {placeVersion, readVersions, requirePublished} from './release-registry.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');

const SPEC = 'name: Docs\nschedule: {text: daily}\ntargets: [{type: scrape, urls: ["https://example.com/docs"]}]\n';

function run(command, args, options = {}) {
  return execFileSync(command, args, {cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'], ...options});
}

const git = (...args) => run('git', args).trim();

async function release(version = '', ...words) {
  if (!/^(?:0|[1-9]\d*)(?:\.(?:0|[1-9]\d*)){2}$/.test(version)) throw new Error(`not a version such as 0.2.0: ${version}`);
  const mode = words.join(' ');
  if (!['', '--prepare', '--published'].includes(mode)) throw new Error(`neither --prepare nor --published: ${mode}`);
  const tag = `v${version}`;
  if (mode === '--published') return moveLine(version, tag);
  const isPreparing = mode === '--prepare';
  if (listChanges() !== '') throw new Error('commit everything first');
  if (hasTag(tag)) throw new Error(`${tag} is there already`);
  if (git('branch', '--list', tag) !== '') throw new Error(`a branch is called ${tag}: rename it, git could take it for the tag`);
  const isPrepared = readChangelog().includes(`\n## ${version} - `);
  if (isPreparing && isPrepared) throw new Error(`${version} is prepared already`);
  const before = git('rev-parse', 'HEAD');
  // Ctrl-C ends the step that runs, and with it this, once everything is taken back.
  process.on('SIGINT', () => {});
  try {
    makeCommit(version, isPrepared);
    if (isPreparing) return console.log(`${version} is prepared. Merge this commit, then run the command there without --prepare.`);
    makeTag(tag, tag, 'HEAD');
    tryTag(tag);
  } catch (error) {
    git('reset', '--hard', '--quiet', before);
    if (hasTag(tag)) git('tag', '--delete', tag);
    throw error;
  }
  // A refused branch takes the tag along.
  console.log(`${tag} is ready. Push it: git push --atomic origin HEAD ${tag}`);
  console.log(`Once npm has it: npm run release -- ${version} --published`);
}

/** Moves `v0` to a version: who uses it gets what was published, not what was only pushed, and nothing older than before. */
async function moveLine(version, tag) {
  if (!hasTag(tag)) throw new Error(`${tag} is not here: git fetch origin tag ${tag}`);
  const {name} = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const versions = await readVersions(name);
  requirePublished(name, version, versions);
  const line = `v${version.split('.')[0]}`;
  if (!placeVersion(version, versions).isNewestOfLine) return console.log(`${line} stays where it is: a later version has it.`);
  const old = hasTag(line) ? git('rev-parse', `refs/tags/${line}`) : '';
  makeTag(line, tag, `${tag}^{commit}`);
  // Refused where somebody else has moved it since, or where the version's tag is another one there: what is here is then out of date.
  const both = `refs/tags/${tag} refs/tags/${line}`;
  console.log(`${line} is moved here. Push it: git push --atomic --force-with-lease=refs/tags/${line}:${old} origin ${both}`);
}

const hasTag = name => git('tag', '--list', name) !== '';

/** Commits the version, built and checked; what a merged pull request has prepared is only built and checked again. */
function makeCommit(version, isPrepared) {
  if (!isPrepared) {
    // The first release has the version that package.json began with.
    run('npm', ['version', version, '--no-git-tag-version', '--allow-same-version']);
    nameVersion(version);
  }
  // A pushed tag stays for ever: what the workflow would refuse is refused before.
  const obstacles = listOwnObstacles(`v${version}`, '');
  if (obstacles.length > 0) throw new Error(`not released: ${obstacles.join('; ')}`);
  run('npm', ['run', 'bundle']);
  run('npm', ['run', 'check']);
  if (!isPrepared) git('commit', '--all', '--quiet', '--message', `Release ${version}`);
  if (listChanges() !== '') throw new Error(`the build is not what is committed:\n${listChanges()}`);
}

/** Also what the user's git does not show: new files, those that only this machine ignores, and those whose changes it passes over. */
function listChanges() {
  const lines = text => text.split('\n').filter(Boolean);
  const changed = lines(run('git', ['status', '--porcelain', '--untracked-files=no']));
  const added = lines(git('ls-files', '--others', '--exclude-per-directory=.gitignore'));
  const passedOver = lines(git('ls-files', '-v')).filter(line => /^[a-zS]/.test(line));
  return [...changed, ...added.map(name => `?? ${name}`), ...passedOver].join('\n');
}

/** A signed tag where git has a key to sign with, or signs all tags, else a plain one. */
function makeTag(name, tag, target) {
  const hasKey = git('config', '--default', '', '--get', 'user.signingkey') !== '';
  const isSigned = hasKey || git('config', '--type', 'bool', '--default', 'false', '--get', 'tag.gpgSign') === 'true';
  git('tag', '--force', ...(isSigned ? ['--sign', '--message', tag] : []), name, target);
}

function readChangelog() {
  return readFileSync(join(root, 'CHANGELOG.md'), 'utf8');
}

/** Names the unreleased changes as this version's, of today. */
function nameVersion(version) {
  const file = join(root, 'CHANGELOG.md');
  const text = readChangelog();
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

await release(...process.argv.slice(2));
