import {join} from 'node:path';
import {
  type ActionStart,
  GITHUB_TOKEN,
  pullRequestEvent,
  pushEvent,
  type RunnerEvent,
  removeRunnerFiles,
  runAction,
} from '../world/action-run';
import {specFor} from '../world/cli';
import {type FakeGitHub, startGitHub} from '../world/github';
import {type Checkout, type HostedRepository, hostRepository} from '../world/hosted-repository';

let repository: HostedRepository;
let github: FakeGitHub;
let checkout: Checkout;

const PULL = {number: 7, pullRequest: 7, branch: 'feature', base: 'main'} as const;
const KEY = 'fc-CANARYCANARYCANARY';

beforeAll(async () => {
  repository = hostRepository({'monitors.config.yaml': 'project: acme-web\n', 'monitors/shop.yaml': specFor('shop')});
  repository.commit('feature', {'monitors/docs.yaml': specFor('docs')});
  checkout = repository.checkOut(PULL);
});

beforeEach(async () => {
  github = await startGitHub({token: GITHUB_TOKEN});
});

afterEach(async () => {
  await github.close();
  removeRunnerFiles();
});

afterAll(() => repository.remove());

function run(event: RunnerEvent, start: Partial<ActionStart> = {}) {
  return runAction({checkout: checkout.directory, event, github, ...start});
}

const onPullRequest = (sample: {readonly isFork?: boolean; readonly name?: string} = {}) =>
  pullRequestEvent(repository, checkout.sha, {...PULL, ...sample});

/** The event of a pull request with these members in place of its own; undefined takes one out. */
function withPull(members: Readonly<Record<string, unknown>>): RunnerEvent {
  const event = onPullRequest();
  return {...event, payload: {...event.payload, pull_request: {...(event.payload['pull_request'] as object), ...members}}};
}

/** An event of GitHub that is neither a push nor a pull request. */
function otherEvent(name: string, payload: Readonly<Record<string, unknown>> = {}): RunnerEvent {
  return {...pushEvent(checkout.sha), name, payload: {...pushEvent(checkout.sha).payload, ...payload}};
}

test.each([
  {
    name: 'S10: pull_request_target',
    event: () => onPullRequest({name: 'pull_request_target'}),
    says: 'pull_request_target runs with the secrets',
  },
  {
    name: 'S10: pull_request_target from a fork',
    event: () => onPullRequest({name: 'pull_request_target', isFork: true}),
    says: 'from a fork',
  },
  {name: 'S10: workflow_run', event: () => otherEvent('workflow_run', {workflow_run: {}}), says: 'workflow_run runs with the secrets'},
  {
    name: 'S10: a comment on a pull request',
    event: () => otherEvent('issue_comment', {issue: {number: 7, pull_request: {url: 'x'}}}),
    says: 'a comment on a pull request',
  },
  {
    name: 'S10: another event about a pull request from a fork',
    event: () => otherEvent('check_run', {pull_request: onPullRequest({isFork: true}).payload['pull_request']}),
    says: 'from a fork',
  },
  {
    name: 'S10: a head that does not say which repository it is from, beside a key',
    event: () => withPull({head: {ref: 'feature', sha: checkout.sha}, base: {ref: 'main', sha: checkout.sha}}),
    inputs: {'api-key': KEY},
    says: 'api-key is set',
  },
  {name: 'S10: a fork beside a key', event: () => onPullRequest({isFork: true}), inputs: {'api-key': KEY}, says: 'api-key is set'},
  {
    name: 'S10: a fork beside a key in the environment',
    event: () => onPullRequest({isFork: true}),
    env: {MONITORS_API_KEY: KEY},
    says: 'api-key is set',
  },
])('$name is refused before any file is read', async ({event, inputs = {}, env = {}, says}) => {
  for (const command of ['auto', 'validate', 'plan', 'apply']) {
    const ended = await run(event(), {inputs: {command, ...inputs}, env});
    expect(ended).toMatchObject({exitCode: 3, outputs: {'exit-code': '3', 'failure-reason': ''}});
    expect(ended.commands).toMatchObject([{command: 'error', properties: {title: 'action/unsafe-event'}}]);
    expect(ended.commands[0]?.message).toContain(says);
    expect(ended.summary).toContain('action/unsafe-event');
    expect(JSON.stringify(ended)).not.toContain(KEY);
  }
  expect(github.requests).toEqual([]);
});

test('S12: a pull request from a fork, with a token that can only read, has its plan in the job summary', async () => {
  const readOnly = await startGitHub({token: GITHUB_TOKEN, permission: 'read'});
  try {
    const ended = await run(onPullRequest({isFork: true}), {github: readOnly});
    expect(ended).toMatchObject({exitCode: 0, outputs: {'to-create': '2', 'failure-reason': ''}});
    expect(ended.summary).toContain('### `acme-web`: 2 to create, about +');
    expect(ended.commands).toMatchObject([{command: 'notice', properties: {title: 'action/comment-failed'}}]);
    expect(ended.commands[0]?.message).toContain('is read-only');
    expect(ended.outputs).not.toHaveProperty('comment-id');
    expect(readOnly.comments).toEqual([]);
  } finally {
    await readOnly.close();
  }
});

test('without any token the plan is in the job summary', async () => {
  const ended = await run(onPullRequest(), {inputs: {'github-token': ''}});
  expect(ended).toMatchObject({exitCode: 0, outputs: {'to-create': '2'}});
  expect(ended.commands).toMatchObject([{command: 'notice', properties: {title: 'action/comment-failed'}}]);
  expect(github.requests).toEqual([]);
});

test.each([
  {name: 'apply on a pull request', event: () => onPullRequest(), command: 'apply', says: 'cannot be applied before it is merged'},
  {name: 'apply for a tag', event: () => ({...pushEvent(checkout.sha), ref: 'refs/tags/v1'}), command: 'apply', says: 'push has no branch'},
  {name: 'auto on a push to another branch', event: () => pushEvent(checkout.sha, 'feature'), command: 'auto', says: 'a push to "feature"'},
  {name: 'auto on a run by hand', event: () => otherEvent('workflow_dispatch'), command: 'auto', says: 'workflow_dispatch is neither'},
  {name: 'auto on a release', event: () => otherEvent('release'), command: 'auto', says: 'release is neither'},
])('$name is refused with what to do instead', async ({event, command, says}) => {
  const ended = await run(event(), {inputs: {command}});
  expect(ended).toMatchObject({exitCode: 3, commands: [{command: 'error', properties: {title: 'action/wrong-event'}}]});
  expect(ended.commands[0]?.message).toContain(says);
  expect(ended.commands[0]?.message).toContain('hint: ');
});

test.each([
  {name: 'a merge queue', event: () => ({...pushEvent(checkout.sha), name: 'merge_group', ref: 'refs/heads/gh-readonly-queue/main/pr-7'})},
  {name: 'a tag', event: () => ({...pushEvent(checkout.sha), ref: 'refs/tags/v1'})},
  {name: 'a push to another branch', event: () => pushEvent(checkout.sha, 'feature')},
])('validate and plan work for $name', async ({event}) => {
  expect(await run(event(), {inputs: {command: 'validate'}})).toMatchObject({exitCode: 0});
  expect(await run(event(), {inputs: {command: 'plan'}})).toMatchObject({exitCode: 0, outputs: {'to-create': '2'}});
});

test.each([
  {name: 'a command that is none', inputs: {command: 'destroy'}, says: 'command cannot be "destroy"'},
  {name: 'a directory outside of the checkout', inputs: {'working-directory': '../..'}, says: 'is outside the checkout'},
  {name: 'a directory that is not there', inputs: {'working-directory': 'nowhere'}, says: 'working directory not found'},
  {name: 'an author that is none', inputs: {'commit-author': 'me'}, says: 'commit-author "me" is not an author'},
  {name: 'an option as a branch', inputs: {'state-branch': '--upload-pack=evil'}, says: 'state-branch'},
  {name: 'a flag that is no flag', inputs: {'commit-state': 'yes'}, says: 'use true or false'},
  {name: 'a key that no spec has', inputs: {only: 'shop\nnone-such'}, says: 'the input only names "none-such"'},
  {name: 'a glob that matches nothing', inputs: {exclude: 'none/**'}, says: 'the input exclude "none/**" matches no key'},
  {name: 'a label that is none', inputs: {labels: 'team'}, says: 'the input labels "team" is not a label'},
  {name: 'a config that is not there', inputs: {config: 'nowhere.yaml'}, says: 'check the path given with the input config'},
  {name: 'a command in other letters', inputs: {command: 'Plan'}, says: 'use validate, plan, apply, drift, digest or auto'},
  {name: 'lines and commands in it', inputs: {command: 'plan\n::set-output name=x::y'}, says: 'the input command cannot be "plan\n'},
])('an input with $name is refused with exit code 3', async ({inputs, says}) => {
  const ended = await run(onPullRequest(), {inputs});
  expect(ended).toMatchObject({exitCode: 3, commands: [{command: 'error'}]});
  expect(ended.commands[0]?.message).toContain(says);
});

test('outside of a runner the action says what it is for', async () => {
  const ended = await run(onPullRequest(), {env: {GITHUB_EVENT_NAME: undefined}});
  expect(ended).toMatchObject({exitCode: 3, commands: [{command: 'error', properties: {title: 'action/no-runner'}}]});
});

test.each([
  {name: 'nothing', event: () => ({...onPullRequest(), payload: {}})},
  {name: 'no number', event: () => withPull({number: undefined})},
  {name: 'no base', event: () => withPull({base: undefined})},
  {name: 'no head', event: () => withPull({head: undefined})},
  {name: 'a head that is no commit', event: () => withPull({head: {ref: 'feature', sha: ''}})},
])('a pull request of which the event says $name is not planned as if there were no state', async ({event}) => {
  const ended = await run(event(), {inputs: {command: 'plan'}});
  expect(ended).toMatchObject({exitCode: 3, commands: [{command: 'error', properties: {title: 'action/no-runner'}}]});
  expect(ended.commands[0]?.message).toContain('not name the pull request of the event pull_request');
});

test.each([
  {name: 'is not named', path: () => undefined, says: 'GITHUB_EVENT_PATH is not set'},
  {name: 'is not there', path: () => join(checkout.directory, 'nowhere.json'), says: 'it cannot be read (ENOENT)'},
  {name: 'is no JSON', path: () => join(checkout.directory, 'monitors.config.yaml'), says: 'it is not JSON'},
])('an event whose file $name is a refusal and no crash', async ({path, says}) => {
  const ended = await run(onPullRequest(), {env: {GITHUB_EVENT_PATH: path()}});
  expect(ended).toMatchObject({exitCode: 3, commands: [{command: 'error', properties: {title: 'action/no-runner'}}]});
  expect(ended.commands[0]?.message).toContain(says);
});

test('a runner whose temporary directory is not made yet gets one', async () => {
  const temporary = join(checkout.directory, '../runner/temp');
  const ended = await run(onPullRequest(), {env: {RUNNER_TEMP: temporary}});
  expect(ended).toMatchObject({exitCode: 0, outputs: {'to-create': '2'}});
  expect(ended.outputs['json-path']).toContain(temporary);
});

test('only and exclude: one key or glob a line', async () => {
  for (const inputs of [{only: 'docs\n'}, {only: 'd*s'}, {exclude: 'sh?p\n'}]) {
    expect(await run(onPullRequest(), {inputs})).toMatchObject({exitCode: 0, outputs: {'to-create': '1'}});
  }
});
