/**
 * Rehearses a release as far as it goes without GitHub and npm: `node scripts/rehearse-release.mjs`. Two clones of what is committed, in
 * directories of different depth, run the commands of docs/releasing.md and of the release workflow's first job; what they made must be
 * equal byte for byte. The package then goes to a registry on loopback, and is withdrawn there. Some minutes; run by .ci/night.
 */
import {execFile, execFileSync} from 'node:child_process';
import {createHash} from 'node:crypto';
import {mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {basename, dirname, join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {promisify} from 'node:util';
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

/** Publishes a tarball to a registry on loopback, withdraws it as docs/releasing.md says, and looks at it as an installer does. */
async function publishAndWithdraw(directory, tarball) {
  const registry = await startRegistry();
  try {
    const settings = join(directory, 'build/npmrc');
    writeFileSync(settings, `registry=${registry.url}/\n//${registry.url.replace(/^https?:\/\//, '')}/:_authToken=none\n`);
    // The registry answers in this process.
    const npm = async (...args) => {
      const {stdout} = await promisify(execFile)('npm', ['--userconfig', settings, ...args], {cwd: tmpdir(), env});
      return stdout.trim();
    };
    const name = 'monitors-as-code';
    // Only a package that exists can be staged, and without a first version no earlier one could be the latest again.
    registry.add(name, '998.0.0');
    await npm('stage', 'publish', tarball, '--access', 'public');
    expect('a staged version is not installed yet', (await npm('view', name, 'dist-tags.latest')) === '998.0.0');
    await npm('stage', 'approve', registry.stages()[0]);
    expect('the approved version is the latest', (await npm('view', name, 'dist-tags.latest')) === VERSION);
    const sent = createHash('sha512').update(readFileSync(tarball)).digest('base64');
    expect('the registry has the bytes of the tarball', (await npm('view', `${name}@${VERSION}`, 'dist.integrity')) === `sha512-${sent}`);
    await npm('deprecate', `${name}@${VERSION}`, 'Creates twice after a lost answer: use 998.0.0');
    await npm('dist-tag', 'add', `${name}@998.0.0`, 'latest');
    expect('who installs it is warned', (await npm('view', `${name}@${VERSION}`, 'deprecated')).includes('lost answer'));
    expect('the version before is the latest again', (await npm('view', name, 'dist-tags.latest')) === '998.0.0');
    run('git', ['tag', '--force', 'v998', 'v998.0.0^{commit}'], directory);
    const tips = ['v998', 'v998.0.0'].map(tag => run('git', ['rev-parse', `${tag}^{commit}`], directory));
    expect('the moving tag names the version before', tips[0] === tips[1]);
  } finally {
    await registry.close();
  }
}

const place = mkdtempSync(join(tmpdir(), 'monitors-rehearsal-'));
try {
  const time = {GIT_AUTHOR_DATE: '2027-01-02T03:04:05Z', GIT_COMMITTER_DATE: '2027-01-02T03:04:05Z'};
  const first = prepare(join(place, 'one'), time);
  run('git', ['tag', 'v998.0.0'], first);
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
  await publishAndWithdraw(first, join(second, 'build', tarball));
} finally {
  rmSync(place, {recursive: true, force: true});
}
