import {execFileSync} from 'node:child_process';
import {cpSync, existsSync, readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {parse} from 'yaml';
import {makeWorkspace, type Workspace} from '../../world/cli';

/** The printed rules ask for checks that exist, and the owners' file for files that exist. */
const ROOT = join(__dirname, '../../..');

interface Job {
  readonly name: string;
  readonly 'continue-on-error'?: string;
  readonly strategy?: {readonly matrix: Readonly<Record<string, readonly unknown[]>>};
}

let workspace: Workspace;
afterEach(() => workspace.remove());

function print(manifest: object): string {
  workspace = makeWorkspace({'package.json': JSON.stringify(manifest)});
  cpSync(join(ROOT, 'scripts/address.mjs'), workspace.path('scripts/address.mjs'));
  cpSync(join(ROOT, 'scripts/branch-rules.mjs'), workspace.path('scripts/branch-rules.mjs'));
  return execFileSync(process.execPath, [workspace.path('scripts/branch-rules.mjs')], {encoding: 'utf8', stdio: 'pipe'});
}

/** Names of a job's checks, as GitHub makes them: one for each way through the matrix. */
function listChecks({name, strategy}: Job): string[] {
  const axes = Object.entries(strategy?.matrix ?? {});
  return axes.reduce(
    (names, [axis, values]) => names.flatMap(text => values.map(value => text.replace(`\${{ matrix.${axis} }}`, `${value}`))),
    [name],
  );
}

/** The names of a matrix that may fail: GitHub reports such a job as failed all the same, so that no rule may ask for it. */
function listAllowedToFail({'continue-on-error': condition = ''}: Job): string[] {
  return JSON.parse(/fromJSON\('(.*?)'\)/.exec(condition)?.[1] ?? '[]') as string[];
}

function listRequired(job: Job): string[] {
  return listChecks(job).filter(check => !listAllowedToFail(job).some(name => check.startsWith(name)));
}

function listPullRequestChecks(): string[] {
  const folder = join(ROOT, '.github/workflows');
  const workflows = readdirSync(folder).map(
    name => parse(readFileSync(join(folder, name), 'utf8')) as {on: object; jobs: Record<string, Job>},
  );
  return workflows.filter(({on}) => 'pull_request' in on).flatMap(({jobs}) => Object.values(jobs).flatMap(listRequired));
}

test('the rules ask for every check of a pull request that must pass, and for no other', () => {
  const printed = print({repository: {type: 'git', url: 'git+https://github.com/acme/monitors.git'}});
  const bodies = [...printed.matchAll(/<<'JSON'\n(.*?)\nJSON\n/gs)].map(([, body = '']) => JSON.parse(body));
  const [main, tags, taggers] = bodies as {
    bypass_actors?: object[];
    conditions: object;
    rules: {type: string; parameters?: {required_status_checks?: {context: string; integration_id?: number}[]}}[];
  }[];
  const asked = main?.rules.find(({type}) => type === 'required_status_checks')?.parameters?.required_status_checks ?? [];
  expect(asked.map(({context}) => context).sort()).toEqual(listPullRequestChecks().sort());
  // Whoever may push can report any check as passed; only GitHub Actions reports those of its jobs.
  expect(new Set(asked.map(({integration_id}) => integration_id))).toEqual(new Set([15368]));
  expect(tags?.rules.map(({type}) => type)).toEqual(['deletion', 'update', 'non_fast_forward']);
  expect(tags).not.toHaveProperty('bypass_actors');
  // Who moves `v0`, or makes a tag that starts a release, decides what others run.
  expect(taggers).toMatchObject({
    conditions: {ref_name: {include: ['refs/tags/v*']}},
    bypass_actors: [{actor_type: 'RepositoryRole', actor_id: 5}],
  });
  expect(taggers?.rules.map(({type}) => type)).toEqual(['creation', 'update', 'deletion', 'non_fast_forward']);
  expect([...printed.matchAll(/^gh api --method (?:POST|PUT) repos\/acme\/monitors\//gm)]).toHaveLength(7);
});

test('docs/releasing.md lists what the printed calls set', () => {
  const printed = print({repository: {type: 'git', url: 'git+https://github.com/acme/monitors.git'}});
  const page = readFileSync(join(ROOT, 'docs/releasing.md'), 'utf8');
  const rows = [...page.matchAll(/^ {3}\|(.+)\|(.+)\|$/gm)].slice(2).map(([, what = '', rule = '']) => ({what, rule}));
  const said: Readonly<Record<string, readonly [row: string, words: RegExp]>> = {
    '"type": "deletion"': ['`main`', /no deletion/],
    '"type": "non_fast_forward"': ['`main`', /no force/],
    '"type": "required_linear_history"': ['`main`', /linear/],
    '"require_code_owner_review": true': ['`main`', /code owner/],
    '"require_last_push_approval": true': ['`main`', /other than who pushed last/],
    '"required_review_thread_resolution": true': ['`main`', /threads resolved/],
    '"strict_required_status_checks_policy": true': ['`main`', /checks green on the newest `main`/],
    '"refs/tags/v*"': ['tags `v*`', /administrators only/],
    '"refs/tags/v*.*.*"': ['tags `v1.2.3`', /never moved or deleted/],
    'environments/release/deployment-branch-policies': ['environment `release`', /tags `v\*` only/],
    '"default_workflow_permissions": "read"': ['workflows', /read-only/],
    '"can_approve_pull_request_reviews": false': ['workflows', /approve no pull request/],
    'private-vulnerability-reporting': ['reports of weaknesses', /in private/],
  };
  for (const [call, [what, words]] of Object.entries(said)) {
    expect(printed).toContain(call);
    expect(rows.find(row => row.what === what)?.rule).toMatch(words);
  }
  expect(new Set(rows.map(({what}) => what))).toEqual(new Set(Object.values(said).map(([what]) => what)));
});

test('without an address nothing is printed but what to do', () => {
  expect(() => print({})).toThrow(/package\.json has no repository: run `node scripts\/address\.mjs OWNER\/NAME`/);
});

test.each(['OWNER/monitors', 'acme/NAME', 'acme/..', 'acme/monitors.git', 'https://github.com/acme/monitors', 'acme', "acme/x'y", ''])(
  '"%s" is no address',
  name => {
    workspace = makeWorkspace({'package.json': '{"license": "MIT"}'});
    cpSync(join(ROOT, 'scripts/address.mjs'), workspace.path('scripts/address.mjs'));
    const set = () => execFileSync(process.execPath, [workspace.path('scripts/address.mjs'), name], {stdio: 'pipe'});
    expect(set).toThrow(/not OWNER\/NAME/);
    expect(readFileSync(workspace.path('package.json'), 'utf8')).toBe('{"license": "MIT"}');
  },
);

test('the owners are named for files that are there, old states among them', () => {
  workspace = makeWorkspace({});
  const lines = readFileSync(join(ROOT, '.github/CODEOWNERS'), 'utf8').split('\n');
  const paths = lines.filter(line => line.startsWith('/')).map(line => line.split(' ')[0] ?? '');
  expect(paths.filter(path => !existsSync(join(ROOT, path)))).toEqual([]);
  expect(paths).toContain('/test/faults/written-before/');
});
