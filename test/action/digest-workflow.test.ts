import {readdirSync, readFileSync} from 'node:fs';
import {load} from 'js-yaml';
import {REPOSITORY} from '../world/action-run';
import {makeWorkspace, specFor, type Workspace} from '../world/cli';
import {runMonitorsHere} from '../world/cli-here';
import {startAppliedWorld} from '../world/copied-world';
import type {MergeWorld} from '../world/merge-world';
import {API_KEY} from '../world/service';

/** The workflow that `init --digest` writes, run as it stands: on its schedule, and started by hand as `init` says. */
const MINUTE = 60_000;
const FILES = {'monitors.config.yaml': 'project: acme-web\nservice: {operations: full}\n', 'monitors/first.yaml': specFor('first')};

let world: MergeWorld;
let place: Workspace;
beforeEach(() => {
  place = makeWorkspace();
});
afterEach(async () => {
  await world.close();
  place.remove();
});

interface Workflow {
  readonly on: object;
  readonly jobs: {readonly digest: {readonly steps: readonly {readonly uses: string; readonly with: Readonly<Record<string, unknown>>}[]}};
}

/** The inputs of the workflow's last step, with the values of the environment's variable and secret. */
async function readInputs(): Promise<{readonly inputs: Readonly<Record<string, string>>; readonly workflow: Workflow}> {
  expect(await runMonitorsHere(['init', '--digest'], {cwd: place.directory})).toMatchObject({exitCode: 0});
  const [path = ''] = readdirSync(place.path('.github/workflows'))
    .map(name => `.github/workflows/${name}`)
    .filter(name => name.includes('/digest-'));
  const workflow = load(readFileSync(place.path(path), 'utf8')) as Workflow;
  const values: Readonly<Record<string, string>> = {
    '${{ vars.MONITORS_BASE_URL }}': world.emulator.url,
    '${{ secrets.MONITORS_API_KEY }}': API_KEY,
  };
  const given = workflow.jobs.digest.steps.at(-1)?.with ?? {};
  return {
    workflow,
    inputs: Object.fromEntries(Object.entries(given).map(([name, value]) => [name, values[String(value)] ?? String(value)])),
  };
}

test.each(['schedule', 'workflow_dispatch'])('on %s it adds what changed to the issue of the month, once', async name => {
  world = await startAppliedWorld(FILES, {operations: 'full'});
  const sha = world.repository.tipOf('main');
  const {inputs, workflow} = await readInputs();
  expect(Object.keys(workflow.on)).toContain(name);
  const [{id} = {id: ''}] = world.emulator.monitors();
  const finishedAt = Date.now() - 5 * MINUTE;
  const diff = {text: '@@ -1 +1 @@\n-Team: $20\n+Team: $25\n'};
  const pages = [{url: 'https://site.example/', status: 'changed' as const, statusCode: 200, diff}];
  world.emulator.dashboard.setChecks(id, {checks: [{startedAt: finishedAt - MINUTE, finishedAt, pages}]});
  const {owner, name: repository, defaultBranch} = REPOSITORY;
  const payload = {repository: {full_name: `${owner}/${repository}`, default_branch: defaultBranch}};
  const event = {name, sha, ref: 'refs/heads/main', payload};
  const run = () => world.apply({sha}, {event, inputs});
  expect(await run()).toMatchObject({exitCode: 0, outputs: {changes: 'true', 'issue-number': '1'}});
  expect(await run()).toMatchObject({exitCode: 0, outputs: {changes: 'false'}});
  expect(world.github.comments.map(({body}) => body)).toEqual([expect.stringContaining('+ Team: $25')]);
});

test('right after the first apply it names monitors and numbers of pages, and prints no block for each page', async () => {
  world = await startAppliedWorld(FILES, {operations: 'full'});
  const sha = world.repository.tipOf('main');
  const {inputs} = await readInputs();
  const [{id} = {id: ''}] = world.emulator.monitors();
  const finishedAt = Date.now() - 5 * MINUTE;
  const pages = Array.from({length: 40}, (_, index) => ({url: `https://site.example/${index}`, status: 'new' as const, statusCode: 200}));
  world.emulator.dashboard.setChecks(id, {checks: [{startedAt: finishedAt - MINUTE, finishedAt, pages}]});
  const {owner, name, defaultBranch} = REPOSITORY;
  const payload = {repository: {full_name: `${owner}/${name}`, default_branch: defaultBranch}};
  const event = {name: 'schedule', sha, ref: 'refs/heads/main', payload};
  expect(await world.apply({sha}, {event, inputs})).toMatchObject({exitCode: 0, outputs: {changes: 'false'}});
  const [{body} = {body: ''}] = world.github.comments;
  expect(body).toContain('- `first`: 40 pages');
  expect(body).not.toContain('site.example');
});
