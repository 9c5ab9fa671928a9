/**
 * Rehearses a release as far as it goes without GitHub and npm: `node scripts/rehearse-release.mjs`. Two clones of what is committed, in
 * directories of different depth, run the commands of docs/releasing.md and of the release workflow's first job; what they made must be
 * equal byte for byte. The package then goes to a registry on loopback, with the npm of that workflow: staged, rejected, staged again,
 * approved, and withdrawn. Some minutes; run by .ci/night.
 */
import {execFile, execFileSync} from 'node:child_process';
import {createHash} from 'node:crypto';
import {mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {basename, dirname, join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {promisify} from 'node:util';
import {parse} from 'yaml';
import {startRegistry} from './loopback-registry.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const VERSION = '999.0.0';
const ADDRESS = 'acme/monitors-as-code';
const DIGEST = `sha256:${'0'.repeat(64)}`;
const PERSON = {GIT_AUTHOR_NAME: 'a', GIT_AUTHOR_EMAIL: 'a@example.com', GIT_COMMITTER_NAME: 'a', GIT_COMMITTER_EMAIL: 'a@example.com'};
const env = {...process.env, ...PERSON, GIT_CONFIG_NOSYSTEM: '1', npm_config_update_notifier: 'false'};

function run(command, args, cwd, more = {}) {
  return execFileSync(command, args, {
    cwd,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {...env, ...more},
  });
}

/** Does what a maintainer does once: the address, the digest of the image's base, the owners. Returns the clone. */
function prepare(directory, commitTime) {
  mkdirSync(dirname(directory), {recursive: true});
  run('git', ['clone', '--quiet', root, directory], tmpdir());
  run('npm', ['ci', '--no-audit', '--no-fund'], directory);
  run('node', ['scripts/address.mjs', ADDRESS], directory);
  const dockerfile = join(directory, 'Dockerfile');
  writeFileSync(dockerfile, readFileSync(dockerfile, 'utf8').replace(/^(FROM \S+)$/m, `$1@${DIGEST}`));
  const owners = join(directory, '.github/CODEOWNERS');
  writeFileSync(owners, readFileSync(owners, 'utf8').replaceAll(/@OWNER\b/g, '@acme'));
  run('git', ['commit', '--all', '--quiet', '--message', 'Set up releases'], directory, commitTime);
  return directory;
}

/** The first job of .github/workflows/release.yml. Returns the checksums of what it made. */
function build(directory) {
  const tag = `v${VERSION}`;
  run('node', ['scripts/release-ready.mjs', tag], directory, {GITHUB_REPOSITORY: ADDRESS});
  rmSync(join(directory, 'dist'), {recursive: true});
  run('npm', ['run', 'bundle'], directory);
  const changed = run('git', ['status', '--porcelain'], directory);
  if (changed !== '') throw new Error(`the build is not what is committed:\n${changed}`);
  const made = join(directory, 'build');
  mkdirSync(made, {recursive: true});
  run('npm', ['pack', '--pack-destination', made], directory);
  run('node', ['scripts/sbom.mjs', made], directory);
  writeFileSync(join(made, 'notes.md'), run('node', ['scripts/release-notes.mjs', VERSION], directory));
  const names = readdirSync(made).filter(name => /\.(?:tgz|json|md)$/.test(name));
  return names.sort().map(
    name =>
      `${createHash('sha256')
        .update(readFileSync(join(made, name)))
        .digest('hex')}  ${name}`,
  );
}

function expect(what, isSo) {
  if (!isSo) throw new Error(`not so: ${what}`);
  console.log(`ok: ${what}`);
}

/** Gets the npm that the release workflow stages with, by its own step, into a directory. Returns the program. */
function getNpm(directory) {
  const {jobs} = parse(readFileSync(join(root, '.github/workflows/release.yml'), 'utf8'));
  const step = jobs.package.steps.find(({env: given}) => given?.SHA256 !== undefined);
  mkdirSync(directory);
  run('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', step.run], directory, step.env);
  return join(directory, 'npm/bin/npm-cli.js');
}

/** Stages, approves and withdraws a tarball at a registry on loopback as docs/releasing.md says, and looks at it as an installer does. */
async function publishAndWithdraw(directory, tarball, program) {
  const registry = await startRegistry();
  try {
    const settings = join(place, 'npmrc');
    writeFileSync(settings, `registry=${registry.url}/\n//${registry.url.replace(/^https?:\/\//, '')}/:_authToken=none\n`);
    // The registry answers in this process.
    const start = async (file, args, cwd) => {
      const {stdout} = await promisify(execFile)(process.execPath, [file, ...args], {cwd, env: {...env, npm_config_userconfig: settings}});
      return stdout.trim();
    };
    const npm = (...args) => start(program, args, place);
    const script = (name, ...args) => start(join(directory, 'scripts', name), args, directory);
    const refuses = async (what, words, ...args) => {
      const said = await script(...args).then(
        () => '',
        error => error.stderr,
      );
      expect(what, said.includes(words));
    };
    const name = 'monitors-as-code';
    const stage = async () => {
      await npm('stage', 'publish', tarball, '--access', 'public');
      return /^id: (\S+)/m.exec(await npm('stage', 'list', name))[1];
    };
    // Without a first version no earlier one could be the latest again.
    registry.add(name, '998.0.0');
    expect('the version is new', (await script('release-registry.mjs', 'new', VERSION)) === 'older=');
    const id = await stage();
    expect('a staged version is not installed yet', (await npm('view', name, 'dist-tags.latest')) === '998.0.0');
    await refuses('nothing is named before the approval', 'approve its stage', 'release-registry.mjs', 'check', VERSION, tarball);
    await npm('stage', 'download', id);
    expect(
      'the stage has the bytes of the tarball',
      readFileSync(join(place, `${name}-${VERSION}-${id}.tgz`)).equals(readFileSync(tarball)),
    );
    await npm('stage', 'reject', id);
    expect('a rejected stage leaves nothing', (await npm('stage', 'list', name)).startsWith('No staged versions'));
    await npm('stage', 'approve', await stage());
    expect('the approved version is the latest', (await npm('view', name, 'dist-tags.latest')) === VERSION);
    expect('the registry has the bytes of the tarball', (await script('release-registry.mjs', 'check', VERSION, tarball)) === '');
    expect('`v999` is its', (await script('release-registry.mjs', 'moves', VERSION)) === 'latest=true\nmoves=v999');
    await script('release.mjs', VERSION, '--published');
    const tips = ['v999', `v${VERSION}`].map(tag => run('git', ['rev-parse', `${tag}^{commit}`], directory));
    expect('the moving tag names the version', tips[0] === tips[1]);
    await npm('deprecate', `${name}@${VERSION}`, 'Creates twice after a lost answer: use 998.0.0');
    await npm('dist-tag', 'add', `${name}@998.0.0`, 'latest');
    expect('who installs it is warned', (await npm('view', `${name}@${VERSION}`, 'deprecated')).includes('lost answer'));
    expect('the version before is the latest again', (await npm('view', name, 'dist-tags.latest')) === '998.0.0');
    await refuses('a withdrawn version is not released again', 'has monitors-as-code', 'release-registry.mjs', 'new', VERSION);
    await refuses('a withdrawn version gets no names', 'was withdrawn', 'release-registry.mjs', 'moves', VERSION);
    await refuses('a withdrawn version moves no tag', 'was withdrawn', 'release.mjs', VERSION, '--published');
  } finally {
    await registry.close();
  }
}

const place = mkdtempSync(join(tmpdir(), 'monitors-rehearsal-'));
try {
  const time = {GIT_AUTHOR_DATE: '2027-01-02T03:04:05Z', GIT_COMMITTER_DATE: '2027-01-02T03:04:05Z'};
  const first = prepare(join(place, 'one'), time);
  run('npm', ['run', 'release', '--', VERSION], first);
  const sums = build(first);
  // The tag as a runner checks it out: elsewhere, later, with a fresh install.
  const second = join(place, 'a/directory with spaces/two');
  mkdirSync(dirname(second), {recursive: true});
  run('git', ['-c', 'advice.detachedHead=false', 'clone', '--quiet', '--branch', `v${VERSION}`, first, second], place);
  run('npm', ['ci', '--no-audit', '--no-fund'], second);
  const again = build(second);
  console.log(sums.join('\n'));
  expect('both builds are equal byte for byte', sums.join() === again.join());
  const tarball = readdirSync(join(second, 'build')).find(name => name.endsWith('.tgz'));
  expect('the tarball is named after the version', basename(tarball ?? '') === `monitors-as-code-${VERSION}.tgz`);
  await publishAndWithdraw(first, join(second, 'build', tarball), getNpm(join(place, 'tools')));
} finally {
  rmSync(place, {recursive: true, force: true});
}
