import {existsSync, readFileSync} from 'node:fs';
import type {FaultScript} from '../../src/emulator/faults/script';
import {type ActionStart, GITHUB_TOKEN, pullRequestEvent, pushEvent, removeRunnerFiles, runAction} from '../world/action-run';
import {specFor} from '../world/cli';
import {type FakeGitHub, startGitHub} from '../world/github';
import {git, type HostedRepository, hostRepository} from '../world/hosted-repository';
import {startUserWorld} from '../world/service';

let repository: HostedRepository;
let github: FakeGitHub;

beforeEach(async () => {
  repository = hostRepository({'monitors.config.yaml': 'project: acme-web\n', 'monitors/shop.yaml': specFor('shop')});
  github = await startGitHub({token: GITHUB_TOKEN});
});

afterEach(async () => {
  await github.close();
  repository.remove();
  removeRunnerFiles();
});

interface PullRequestRun extends Partial<Pick<ActionStart, 'inputs' | 'env'>> {
  readonly isFork?: boolean;
  readonly eventName?: string;
}

/** Runs the action for pull request 7, whose branch holds these changes. */
function runOnPullRequest(
  changes: Readonly<Record<string, string | null>>,
  {inputs = {}, env = {}, isFork, eventName}: PullRequestRun = {},
) {
  repository.commit('feature', changes);
  const pull = {
    number: 7,
    pullRequest: 7,
    branch: 'feature',
    base: 'main',
    ...(isFork === undefined ? {} : {isFork}),
    ...(eventName === undefined ? {} : {name: eventName}),
  };
  const {directory, sha} = repository.checkOut(pull);
  return runAction({checkout: directory, event: pullRequestEvent(repository, sha, pull), github, inputs, env});
}

/** Applies what main holds with the command line and commits what it recorded, as a merge before would have. */
async function recordState(faults: FaultScript = {}): Promise<void> {
  const specs = git(repository.remote, 'ls-tree', '--name-only', 'main', 'monitors/').split('\n');
  const files = ['monitors.config.yaml', ...specs].map(path => [path, String(repository.readFile('main', path))] as const);
  const world = await startUserWorld(Object.fromEntries(files), faults);
  try {
    await world.run(['apply', '--auto-approve']);
    const recorded = ['monitors.state.json', 'monitors.state.json.journal'].filter(path => existsSync(world.workspace.path(path)));
    expect(recorded).toContain('monitors.state.json');
    repository.commit('main', Object.fromEntries(recorded.map(path => [path, readFileSync(world.workspace.path(path), 'utf8')])));
  } finally {
    await world.close();
  }
}

const commentWrites = () => github.requests.filter(request => /^(?:POST|PATCH) .*\/comments/.test(request));

test('a pull request with changes gets outputs, a summary and one comment with the plan', async () => {
  const run = await runOnPullRequest({'monitors/docs.yaml': specFor('docs')});
  expect(run).toMatchObject({exitCode: 0, stderr: '', commands: []});
  expect(run.outputs).toMatchObject({
    changes: 'true',
    'to-create': '2',
    'to-update': '0',
    'to-replace': '0',
    'to-delete': '0',
    'exit-code': '0',
    'failure-reason': '',
    'comment-id': String(github.comments[0]?.id),
  });
  expect(run.stdout).toContain('Plan: 2 to create');
  expect(github.comments).toMatchObject([{issue: 7, author: 'github-actions[bot]'}]);
  for (const text of [run.summary, github.comments[0]?.body]) {
    expect(text).toContain('### `acme-web`: 2 to create, about +');
    expect(text).toContain('Estimate: 1,440 credits a month after apply (now 0).');
    expect(text).toContain('<details><summary>+ <code>docs</code> create <a href="');
    expect(text).toMatch(/<summary>Digest<\/summary>\n\n`[0-9a-f]{64}`/);
    expect(text).toContain('After the merge, apply makes 2 changes.');
  }
});

test('the files that outputs name hold the plan as JSON and as a plan that the command line applies', async () => {
  const run = await runOnPullRequest({'monitors/docs.yaml': specFor('docs')});
  const [json, saved] = ['json-path', 'plan-path'].map(name => JSON.parse(readFileSync(run.outputs[name] as string, 'utf8')));
  expect(json).toMatchObject({formatVersion: 1, command: 'plan', summary: {create: 2}});
  expect(saved).toMatchObject({command: 'plan', project: 'acme-web', digest: json.digest, state: null});
});

test('`report: true` writes the page of a report, for a later step to upload', async () => {
  const files = {'monitors/docs.yaml': specFor('docs')};
  expect((await runOnPullRequest(files)).outputs).not.toHaveProperty('report-path');
  const {outputs} = await runOnPullRequest({'monitors/blog.yaml': specFor('blog')}, {inputs: {report: 'true'}});
  const page = readFileSync(outputs['report-path'] as string, 'utf8');
  expect(page).toMatch(/^<!doctype html>\n<!-- monitors report -->/);
  expect(page).toContain('<th scope="row">blog<td>0 * * * *');
});

test('a second run updates the comment in place, and a third that says the same leaves it alone', async () => {
  await runOnPullRequest({'monitors/docs.yaml': specFor('docs')});
  const run = await runOnPullRequest({'monitors/blog.yaml': specFor('blog')});
  expect(run.outputs).toMatchObject({'to-create': '3', 'comment-id': String(github.comments[0]?.id)});
  expect(github.comments).toHaveLength(1);
  expect(github.comments[0]?.body).toContain('3 to create');
  const pull = {number: 7, pullRequest: 7, branch: 'feature', base: 'main'};
  const {directory, sha} = repository.checkOut(pull);
  await runAction({checkout: directory, event: pullRequestEvent(repository, sha, pull), github});
  expect(commentWrites()).toEqual(['POST /repos/acme/web/issues/7/comments', 'PATCH /repos/acme/web/issues/comments/1001']);
});

test('a pull request without changes says so and gets no comment', async () => {
  await recordState();
  const run = await runOnPullRequest({'README.md': 'Hello\n'});
  expect(run).toMatchObject({exitCode: 0, outputs: {changes: 'false', 'to-create': '0'}});
  expect(run.outputs).not.toHaveProperty('comment-id');
  expect(run.summary).toContain('### `acme-web`: no changes\n');
  expect(github.comments).toEqual([]);
});

test('a comment that is there is kept up to date when nothing is left to change', async () => {
  await recordState();
  await runOnPullRequest({'monitors/docs.yaml': specFor('docs')});
  await runOnPullRequest({'monitors/docs.yaml': null});
  expect(github.comments).toHaveLength(1);
  expect(github.comments[0]?.body).toContain('### `acme-web`: no changes\n');
});

test('comment: always writes one without changes, and comment: never writes none', async () => {
  await recordState();
  await runOnPullRequest({'README.md': 'Hello\n'}, {inputs: {comment: 'always'}});
  expect(github.comments).toHaveLength(1);
  await runOnPullRequest({'monitors/docs.yaml': specFor('docs')}, {inputs: {comment: 'never'}});
  expect(commentWrites()).toHaveLength(1);
});

test("the comments of others are never touched, even with the action's own marker", async () => {
  await runOnPullRequest({'monitors/docs.yaml': specFor('docs')});
  const body = String(github.comments[0]?.body);
  const other = await startGitHub({token: GITHUB_TOKEN});
  try {
    other.addComment(7, 'mallory', body);
    for (let index = 0; index < 130; index++) other.addComment(7, 'github-actions[bot]', `Coverage report ${index}`);
    const pull = {number: 7, pullRequest: 7, branch: 'feature', base: 'main'};
    const {directory, sha} = repository.checkOut(pull);
    const start = {checkout: directory, event: pullRequestEvent(repository, sha, pull), github: other};
    const first = await runAction(start);
    const second = await runAction(start);
    expect(first.outputs['comment-id']).toBe(second.outputs['comment-id']);
    expect(other.comments.filter(comment => comment.body.startsWith('<!-- monitors-plan'))).toMatchObject([
      {author: 'mallory', body},
      {author: 'github-actions[bot]'},
    ]);
  } finally {
    await other.close();
  }
});

test('two environments keep a comment each', async () => {
  for (const environment of ['staging', 'production', 'staging']) {
    await runOnPullRequest({'monitors/docs.yaml': specFor('docs')}, {inputs: {environment}});
  }
  expect(github.comments.map(({body}) => /environment `(\w+)`/.exec(body)?.[1])).toEqual(['staging', 'production']);
});

test('in a working directory, annotations have paths from the root of the repository', async () => {
  const run = await runOnPullRequest(
    {'infra/monitors.config.yaml': 'project: infra\n', 'infra/monitors/bad.yaml': 'nme: x\n'},
    {inputs: {'working-directory': 'infra'}},
  );
  expect(run.commands.find(({properties}) => properties['title'] === 'schema/unknown-field')?.properties).toMatchObject({
    file: 'infra/monitors/bad.yaml',
    line: '1',
  });
});

test('S9: the plan is made from the state of the base branch, and a pull request that brings its own is pointed out', async () => {
  await recordState();
  const state = String(repository.readFile('main', 'monitors.state.json'));
  const run = await runOnPullRequest({'monitors.state.json': '{}\n', 'monitors/docs.yaml': specFor('docs')});
  expect(run.outputs).toMatchObject({'to-create': '1'});
  expect(github.comments[0]?.body).toContain('action/state-in-pull-request');
  const honest = await runOnPullRequest({'monitors.state.json': state});
  expect(honest.outputs).toMatchObject({'to-create': '1'});
  expect(github.comments[0]?.body).not.toContain('action/state-in-pull-request');
});

test('the state of a branch of its own is read from there', async () => {
  await recordState();
  const state = String(repository.readFile('main', 'monitors.state.json'));
  repository.commit('monitors-state', {'monitors.state.json': state});
  repository.commit('main', {'monitors.state.json': null});
  const run = await runOnPullRequest({'README.md': 'Hello\n'}, {inputs: {'state-branch': 'monitors-state'}});
  expect(run.outputs).toMatchObject({changes: 'false'});
});

test('the journal of the base branch counts: a create whose outcome is unknown is not planned again', async () => {
  await recordState({faults: [{do: 'drop', work: 'done'}]});
  expect(repository.readFile('main', 'monitors.state.json.journal')).toContain('"shop"');
  const run = await runOnPullRequest({'monitors/docs.yaml': specFor('docs')});
  expect(run.outputs).toMatchObject({'to-create': '1', changes: 'true'});
  expect(github.comments[0]?.body).toContain('! <code>shop</code> unresolved');
});

test('a plan on a push needs no pull request and writes no comment', async () => {
  const {directory, sha} = repository.checkOut({branch: 'main'});
  const run = await runAction({checkout: directory, event: pushEvent(sha), github, inputs: {command: 'plan'}});
  expect(run).toMatchObject({exitCode: 0, outputs: {'to-create': '1'}});
  expect(github.requests).toEqual([]);
});

test('a plan above the budget fails the pull request and says why', async () => {
  const run = await runOnPullRequest({'monitors.config.yaml': 'project: acme-web\nbudget: {creditsPerMonth: 10}\n'});
  expect(run).toMatchObject({exitCode: 1, outputs: {'failure-reason': 'budget-exceeded', 'exit-code': '1', changes: 'true'}});
  expect(run.commands).toMatchObject([{command: 'error', properties: {title: 'plan/over-budget'}}]);
  expect(github.comments[0]?.body).toContain('1 blocked');
});

test('a plan above a budget by keys fails the pull request, and names the member to raise', async () => {
  const run = await runOnPullRequest({'monitors.config.yaml': 'project: acme-web\nbudget: {keys: {"**": 10, "`@x`|": 5}}\n'});
  expect(run).toMatchObject({exitCode: 1, outputs: {'failure-reason': 'budget-exceeded'}});
  expect(run.commands[0]?.message).toContain('raise budget.keys["**"] in monitors.config.yaml');
  expect(github.comments[0]?.body).toContain('- Budget of `` `@x`| ``: no monitor has such a key.');
});

test('nothing in the checkout is changed', async () => {
  repository.commit('feature', {'monitors/docs.yaml': specFor('docs')});
  const pull = {number: 7, pullRequest: 7, branch: 'feature', base: 'main'};
  const {directory, sha} = repository.checkOut(pull);
  await runAction({checkout: directory, event: pullRequestEvent(repository, sha, pull), github});
  expect(git(directory, 'status', '--porcelain', '--ignored')).toBe('');
  expect(git(directory, 'rev-parse', 'HEAD')).toBe(sha);
});
