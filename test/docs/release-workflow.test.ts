import {execFileSync, spawnSync} from 'node:child_process';
import {chmodSync, readdirSync, readFileSync, rmSync} from 'node:fs';
import {join} from 'node:path';
import {parse} from 'yaml';
import {makeWorkspace, type Workspace} from '../world/cli';
import {ROOT} from './pages';

/** The scripts of the release workflow, run by a shell as a runner does; npm, docker and the project's own scripts are stand-ins. */
interface Step {
  readonly id?: string;
  readonly uses?: string;
  readonly with?: Readonly<Record<string, unknown>>;
  readonly env?: Readonly<Record<string, string>>;
  readonly name?: string;
  readonly run?: string;
}

interface Job {
  readonly needs?: string | readonly string[];
  readonly environment?: string;
  readonly permissions: Readonly<Record<string, string>>;
  readonly steps: readonly Step[];
}

const {jobs} = parse(readFileSync(join(ROOT, '.github/workflows/release.yml'), 'utf8')) as {jobs: Record<string, Job>};

const CHECK = 'Check that these are the files that were built';
const STAND_INS = {
  'tools/npm': `#!/bin/sh
echo "npm $*" >> calls
case "$1 $2" in
  'pack --pack-destination') echo package > "$3/monitors-as-code-0.2.0.tgz";;
  'pack --silent') mkdir -p package/bin; echo "" > package/bin/npm-cli.js
    tar --create --gzip --mtime @0 --file "npm-\${3#npm@}.tgz" package;;
esac
`,
  'tools/gh': '#!/bin/sh\necho "gh $*" >> calls\n',
  'tools/node':
    '#!/bin/sh\ncase $1 in *npm-cli*) echo "$*" >> calls; exit $NPM_STAGES;; *sbom*) echo "{}" > "$2/monitors-as-code-0.2.0.cdx.json";; *notes*) echo "notes of $2";; esac\n',
  'tools/docker': '#!/bin/sh\ncat > /dev/null\necho "docker $*" >> calls\n',
  'tools/jq': '#!/bin/sh\necho sha256:1\n',
};

let workspace: Workspace;
beforeEach(() => {
  workspace = makeWorkspace({...STAND_INS, Dockerfile: 'FROM node:24\n', output: ''});
  for (const name of Object.keys(STAND_INS)) chmodSync(workspace.path(name), 0o755);
});
afterEach(() => workspace.remove());

function runStep(job: string, name: string, more: Readonly<Record<string, string>> = {}): number | null {
  return startStep(job, name, more).status;
}

function startStep(job: string, name: string, more: Readonly<Record<string, string>> = {}) {
  const script = jobs[job]?.steps.find(step => step.name === name)?.run ?? '';
  expect(script).not.toBe('');
  const who = {GIT_AUTHOR_NAME: 'a', GIT_AUTHOR_EMAIL: 'a@example.com', GIT_COMMITTER_NAME: 'a', GIT_COMMITTER_EMAIL: 'a@example.com'};
  const github = {GITHUB_REF_NAME: 'v0.2.0', GITHUB_REPOSITORY: 'Acme/Monitors', GITHUB_OUTPUT: workspace.path('output')};
  const env = {PATH: `${workspace.path('tools')}:${process.env['PATH']}`, ...who, ...github, ...more};
  const options = {cwd: workspace.directory, env, encoding: 'utf8'} as const;
  return spawnSync('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', script], options);
}

/** The checksums that the build hands on. */
function pack(): string {
  expect(runStep('build', 'Pack')).toBe(0);
  return /^checksums=(\S+)$/m.exec(readFileSync(workspace.path('output'), 'utf8'))?.[1] ?? '';
}

const PLACES = ['package', 'image', 'published', 'release'];

test.each(PLACES)('the job "%s" takes what was built as it was built', job => {
  workspace.write({'build/left.json': '{}'});
  const checksums = pack();
  const made = readdirSync(workspace.path('build')).sort();
  expect(made).toEqual(['SHA256SUMS', 'monitors-as-code-0.2.0.cdx.json', 'monitors-as-code-0.2.0.tgz', 'notes.md']);
  expect(runStep(job, CHECK, {CHECKSUMS: checksums})).toBe(0);
  expect(runStep(job, CHECK, {CHECKSUMS: ''})).not.toBe(0);
});

test.each(
  PLACES.flatMap(job =>
    [
      {what: 'a tarball of somebody, with a sum of its own', change: () => replaceTarball()},
      {what: 'other notes', change: () => workspace.write({'build/notes.md': 'other'})},
      {what: 'a second tarball', change: () => workspace.write({'build/a.tgz': 'other'})},
      {what: 'a hidden file', change: () => workspace.write({'build/.npmrc': 'other'})},
      {what: 'a missing file', change: () => rmSync(workspace.path('build/notes.md'))},
    ].map(one => ({job, ...one})),
  ),
)('the job "$job" refuses $what', ({job, change}) => {
  const checksums = pack();
  change();
  expect(runStep(job, CHECK, {CHECKSUMS: checksums})).not.toBe(0);
});

function replaceTarball(): void {
  workspace.write({'build/monitors-as-code-0.2.0.tgz': 'other'});
  execFileSync('bash', ['-c', 'sha256sum -- *.tgz *.json > SHA256SUMS'], {cwd: workspace.path('build')});
}

test('whoever uses the artifact checks it first', () => {
  for (const job of PLACES) {
    const names = jobs[job]?.steps.map(({name, run}) => name ?? run ?? '') ?? [];
    const firstUse = jobs[job]?.steps.findIndex(({name, run = ''}) => name !== CHECK && run.includes('build/')) ?? -1;
    expect(names).toContain(CHECK);
    expect(firstUse).toBeGreaterThan(names.indexOf(CHECK));
  }
});

test('nothing that a package brings runs when it is installed', () => {
  const runs = Object.values(jobs).flatMap(({steps}) => steps.flatMap(({run = ''}) => run.split('\n')));
  const installs = runs.filter(line => /npm (?:ci|i|install)\b/.test(line)).map(line => line.trim());
  expect(installs).toEqual(['npm ci --ignore-scripts', 'npm ci --ignore-scripts']);
});

test('between the comparison and packing nothing runs', () => {
  const names = jobs['build']?.steps.map(({name = ''}) => name) ?? [];
  expect(names[names.indexOf('Pack') - 1]).toBe('Build without the committed bundles, and compare byte for byte');
  // The tools of the checks could change what is packed past git's eyes.
  expect(jobs['build']?.steps.filter(({run = ''}) => /npm (?:run (?!bundle$)|test|exec)|npx/m.test(run))).toEqual([]);
  for (const job of ['package', 'image']) expect(jobs[job]?.needs).toEqual(['check', 'build']);
});

/** The jobs that a job waits for, theirs included. */
function listBefore(job: string): string[] {
  return [jobs[job]?.needs ?? []].flat().flatMap(name => [name, ...listBefore(name)]);
}

const readCalls = () => readFileSync(workspace.path('calls'), 'utf8');

test('nothing public gets a name before npm has the package', () => {
  const publicly = /--tag (?!monitors:try)|imagetools|--push\b|gh release/;
  const naming = Object.entries(jobs).filter(([, {steps}]) => steps.some(({run = ''}) => publicly.test(run)));
  expect(naming.map(([name]) => name)).toEqual(['names', 'release']);
  for (const [name] of naming) expect(listBefore(name)).toEqual(expect.arrayContaining(['published', 'package', 'image', 'build']));
  // The second approval of the reviewers stands before the question to npm.
  expect(jobs['published']?.environment).toBe('release');
});

test('the image is pushed by its digest, and named once npm has the package', () => {
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], {cwd: workspace.directory});
  git('init', '--quiet');
  git('commit', '--quiet', '--allow-empty', '--message', 'one');
  expect(runStep('image', 'Build for both platforms, and push without a tag', {GITHUB_ACTOR: 'a', TOKEN: 'b'})).toBe(0);
  expect(readCalls()).toContain('--output type=image,name=ghcr.io/acme/monitors,push=true,push-by-digest=true,name-canonical=true');
  expect(readCalls()).not.toMatch(/--tag/);
  const labels = [...readCalls().matchAll(/--label org\.opencontainers\.image\.([\w.]+)=/g)].map(([, label]) => label);
  expect(labels).toEqual(['source', 'revision', 'version', 'created', 'base.name']);
  expect(readFileSync(workspace.path('output'), 'utf8')).toBe('image=ghcr.io/acme/monitors\ndigest=sha256:1\n');
});

test.each([
  {what: 'the newest of its line moves the tag of the line', moves: 'v0', tags: '--tag ghcr.io/acme/monitors:v0 '},
  {what: 'a fix of an older version, or a repeated run, does not', moves: '', tags: ''},
])('an image: $what', ({moves, tags}) => {
  const env = {IMAGE: 'ghcr.io/acme/monitors', DIGEST: 'sha256:1', GITHUB_ACTOR: 'a', TOKEN: 'b', MOVES: moves};
  expect(runStep('names', 'Name the image', env)).toBe(0);
  expect(readCalls()).toContain(
    `docker buildx imagetools create --tag ghcr.io/acme/monitors:v0.2.0 ${tags}ghcr.io/acme/monitors@sha256:1\n`,
  );
});

test('a job that was started again does not move what a later version has: it asks npm itself', () => {
  const movers = Object.entries(jobs).flatMap(([name, {steps}]) =>
    steps.filter(({env = {}}) => 'MOVES' in env || 'LATEST' in env).map(step => ({name, steps, step})),
  );
  expect(movers.map(({name}) => name)).toEqual(['names', 'release']);
  for (const {steps, step} of movers) {
    // Outputs of another job stay those of its first run.
    expect(step.env?.['MOVES'] ?? step.env?.['LATEST']).toMatch(/^\$\{\{ steps\.ask\.outputs\.(?:moves|latest) \}\}$/);
    expect(steps[steps.indexOf(step) - 1]).toMatchObject({id: 'ask', run: expect.stringMatching(/release-registry\.mjs moves/)});
  }
});

test.each(['true', 'false'])('GitHub shows a release as the latest only where npm does: %s', latest => {
  pack();
  expect(runStep('release', 'Make the release', {LATEST: latest})).toBe(0);
  expect(readCalls()).toMatch(new RegExp(`^gh release create v0\\.2\\.0 .*--latest=${latest} .*SHA256SUMS$`, 'm'));
});

test.each([
  {what: 'the first of all', older: '', asked: / --access public$/m},
  {
    what: 'a fix of an older version, which npm stages under no implicit name',
    older: '--tag=older',
    asked: / --access public --tag=older$/m,
  },
])('a package is staged: $what', ({older, asked}) => {
  expect(runStep('package', 'Stage the package', {OLDER: older})).toBe(0);
  expect(readCalls()).toMatch(asked);
});

test('an npm that cannot stage is named, and one with other bytes is not unpacked', () => {
  const step = 'Get an npm that can stage';
  const env = {VERSION: '11.14.0', SHA256: '0'.repeat(64)};
  expect(runStep('package', step, env)).not.toBe(0);
  expect(readCalls()).toBe('npm pack --silent npm@11.14.0\n');
  const sum = execFileSync('sha256sum', [workspace.path('npm-11.14.0.tgz')], {encoding: 'utf8'}).split(' ')[0] ?? '';
  const old = startStep('package', step, {...env, SHA256: sum, NPM_STAGES: '1'});
  expect(old.status).toBe(1);
  expect(old.stdout).toContain('not released: npm 11.14.0 cannot stage a package: write 11.15.0 or later into release.yml');
  const given = jobs['package']?.steps.find(({name}) => name === step)?.env ?? {};
  const [major = 0, minor = 0] = (given['VERSION'] ?? '').split('.').map(Number);
  expect(major > 11 || (major === 11 && minor >= 15)).toBe(true);
});

test('what makes the image is pinned by a digest', () => {
  const steps = jobs['image']?.steps ?? [];
  const emulator = steps.find(({uses = ''}) => uses.startsWith('docker/setup-qemu-action@'))?.with?.['image'];
  const builder = steps.find(({run = ''}) => run.includes('buildx create'))?.env?.['BUILDER'];
  for (const image of [emulator, builder]) expect(image).toMatch(/^docker\.io\/\S+@sha256:[0-9a-f]{64}$/);
});

test('each job has the rights that it uses, and only those with reviewers can sign', () => {
  const rights = Object.fromEntries(Object.entries(jobs).map(([name, {permissions}]) => [name, Object.keys(permissions)]));
  expect(rights).toEqual({
    check: ['contents'],
    build: ['contents'],
    package: ['id-token', 'attestations'],
    image: ['contents', 'packages', 'id-token', 'attestations'],
    published: ['contents'],
    names: ['contents', 'packages'],
    release: ['contents'],
  });
  for (const {permissions, environment} of Object.values(jobs)) if ('id-token' in permissions) expect(environment).toBe('release');
});
