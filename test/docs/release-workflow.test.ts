import {execFileSync, spawnSync} from 'node:child_process';
import {chmodSync, readdirSync, readFileSync, rmSync} from 'node:fs';
import {join} from 'node:path';
import {parse} from 'yaml';
import {makeWorkspace, type Workspace} from '../world/cli';
import {ROOT} from './pages';

/** The scripts of the release workflow, run by a shell as a runner does; npm, docker and the project's own scripts are stand-ins. */
interface Step {
  readonly id?: string;
  readonly name?: string;
  readonly run?: string;
}

interface Job {
  readonly steps: readonly Step[];
}

const {jobs} = parse(readFileSync(join(ROOT, '.github/workflows/release.yml'), 'utf8')) as {jobs: Record<string, Job>};

const CHECK = 'Check that these are the files that were built';
const STAND_INS = {
  'tools/npm': '#!/bin/sh\necho package > "$3/monitors-as-code-0.2.0.tgz"\n',
  'tools/node': '#!/bin/sh\ncase $1 in *sbom*) echo "{}" > "$2/monitors-as-code-0.2.0.cdx.json";; *notes*) echo "notes of $2";; esac\n',
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
  const script = jobs[job]?.steps.find(step => step.name === name)?.run ?? '';
  expect(script).not.toBe('');
  const who = {GIT_AUTHOR_NAME: 'a', GIT_AUTHOR_EMAIL: 'a@example.com', GIT_COMMITTER_NAME: 'a', GIT_COMMITTER_EMAIL: 'a@example.com'};
  const github = {GITHUB_REF_NAME: 'v0.2.0', GITHUB_REPOSITORY: 'Acme/Monitors', GITHUB_OUTPUT: workspace.path('output')};
  const env = {PATH: `${workspace.path('tools')}:${process.env['PATH']}`, ...who, ...github, ...more};
  return spawnSync('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', script], {cwd: workspace.directory, env}).status;
}

/** The checksums that the build hands on. */
function pack(): string {
  expect(runStep('build', 'Pack')).toBe(0);
  return /^checksums=(\S+)$/m.exec(readFileSync(workspace.path('output'), 'utf8'))?.[1] ?? '';
}

const PLACES = ['package', 'image', 'release'];

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
  expect(runs.filter(line => /npm (?:ci|i|install)\b/.test(line))).toEqual(['npm ci --ignore-scripts']);
});

test('between the comparison and packing nothing runs', () => {
  const names = jobs['build']?.steps.map(({name = ''}) => name) ?? [];
  expect(names[names.indexOf('Pack') - 1]).toBe('Build without the committed bundles, and compare byte for byte');
});

test.each([
  {what: 'the newest of its line moves the tag of the line', others: ['v0.1.0', 'v0.1.9', 'v1.0.0', 'v0'], moves: true},
  {what: 'a fix of an older version, or a repeated run, does not', others: ['v0.10.0'], moves: false},
])('an image: $what', ({others, moves}) => {
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], {cwd: workspace.directory});
  git('init', '--quiet');
  git('commit', '--quiet', '--allow-empty', '--message', 'one');
  for (const tag of ['v0.2.0', ...others]) git('tag', tag);
  expect(runStep('image', 'Build for both platforms, and push', {GITHUB_ACTOR: 'a', TOKEN: 'b'})).toBe(0);
  const tags = [...readFileSync(workspace.path('calls'), 'utf8').matchAll(/--tag (\S+)/g)].map(([, tag]) => tag);
  expect(tags).toEqual(['ghcr.io/acme/monitors:v0.2.0', ...(moves ? ['ghcr.io/acme/monitors:v0'] : [])]);
});
