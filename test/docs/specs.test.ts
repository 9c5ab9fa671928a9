import {parse, parseAllDocuments} from 'yaml';
import {examineFile} from '../../src/core/specs/examine';
import {makeWorkspace, runMonitors, specFor} from '../world/cli';
import {type Fence, listAllFences, readCiSample} from './pages';

/** YAML samples of the pages are what they look like: specs and fragments of specs that validate, configs that are read. */
type Kind = 'spec' | 'fleet' | 'fragment' | 'config' | 'workflow' | 'steps' | 'hooks' | 'faults';

function kindOf({page, text}: Fence): Kind {
  if (page === 'docs/emulator.md') return 'faults';
  // many-monitors.test.ts writes them side by side, as they are meant.
  if (page === 'docs/many-monitors.md' && text.startsWith('# monitors/')) return 'fleet';
  const sample = parseAllDocuments(text)[0]?.toJS() ?? {};
  if (Array.isArray(sample)) return 'steps';
  const members = Object.keys(sample);
  if (members.includes('jobs')) return 'workflow';
  if (members.includes('repos')) return 'hooks';
  if (members.includes('name') && members.includes('targets')) return 'spec';
  return members.every(name =>
    [
      'project',
      'environment',
      'specs',
      'state',
      'service',
      'budget',
      'safety',
      'secrets',
      'rules',
      'moves',
      'environments',
      'vars',
    ].includes(name),
  )
    ? 'config'
    : 'fragment';
}

const fences = listAllFences('yaml').map(fence => ({place: `${fence.page}:${fence.line}`, kind: kindOf(fence), text: fence.text}));
const of = (...kinds: Kind[]) => fences.filter(({kind}) => kinds.includes(kind));

/** The members that a fragment does not have itself. */
const REST: Readonly<Record<string, string>> = {
  name: 'name: x\n',
  schedule: 'schedule: {text: hourly}\n',
  targets: 'targets:\n  - type: scrape\n    urls: [https://x.example/]\n',
};

function complete(text: string): string {
  const members = Object.keys(parse(text));
  return `${Object.entries(REST)
    .filter(([name]) => !members.includes(name))
    .map(([, rest]) => rest)
    .join('')}${text}`;
}

test('there are samples of each kind', () => {
  expect(of('spec').length).toBeGreaterThan(3);
  expect(of('fragment').length).toBeGreaterThan(1);
  expect(of('config').length).toBeGreaterThan(1);
  expect(of('workflow').length).toBeGreaterThan(0);
});

test.each(of('spec', 'fragment'))('the $kind at $place has neither errors nor warnings', ({kind, text}) => {
  const spec = kind === 'spec' ? text : complete(text);
  const bytes = Buffer.from(spec);
  expect(
    examineFile(
      {file: 'sample.yaml', specPath: 'sample.yaml', bytes},
      {allowed: ['WEBHOOK_TOKEN', 'WEBHOOK_PATH', 'WEBHOOK_AUTHORIZATION']},
    ).findings,
  ).toEqual([]);
});

test.each(of('config'))('the config at $place is read', async ({text}) => {
  const workspace = makeWorkspace({'monitors.config.yaml': text, 'monitors/a.yaml': specFor('a')});
  const run = await runMonitors(['validate'], {cwd: workspace.directory});
  workspace.remove();
  expect(run).toMatchObject({exitCode: 0, stderr: ''});
});

describe('the workflow for the command line alone', () => {
  const workflow = parse(readCiSample('examples/ci/github-workflow.yml'), {strict: true, uniqueKeys: true});

  test('runs for pull requests with no more than reading, and applies after the merge only', () => {
    expect(Object.keys(workflow)).toEqual(['name', 'on', 'permissions', 'jobs']);
    expect(Object.keys(workflow.on)).toEqual(['pull_request', 'push']);
    expect(workflow.permissions).toEqual({});
    const {apply, ...others} = workflow.jobs;
    expect(apply).toMatchObject({
      if: "github.event_name == 'push'",
      permissions: {contents: 'write'},
      concurrency: {'cancel-in-progress': false},
    });
    for (const job of Object.values<{if: string; permissions: object}>(others)) {
      expect(job.if).toBe("github.event_name == 'pull_request'");
      expect(job.permissions).toEqual({contents: 'read'});
    }
  });

  test('hands secrets to the job that applies, and to no other', () => {
    const {apply, ...others} = workflow.jobs;
    expect(JSON.stringify(others)).not.toContain('secrets.');
    expect(Object.keys(apply.env)).toEqual(['MONITORS_BASE_URL', 'MONITORS_API_KEY', 'WEBHOOK_TOKEN']);
  });

  test('puts nothing of an event into a shell, and records the state whatever became of the apply', () => {
    for (const job of Object.values<{steps: {run?: string; uses?: string; if?: string}[]}>(workflow.jobs)) {
      for (const {run, uses} of job.steps) {
        expect([run, uses].filter(Boolean)).toHaveLength(1);
        expect(run ?? '').not.toContain('${{');
      }
    }
    // The script records after a failure, too: see ci-recipe.test.ts.
    expect(workflow.jobs.apply.steps.at(-1)).toEqual({run: 'sh ci/apply-monitors.sh "$GITHUB_REF_NAME"'});
  });
});
