import {symlinkSync} from 'node:fs';
import {join} from 'node:path';
import {GITHUB_TOKEN, pullRequestEvent, removeRunnerFiles, runAction} from '../world/action-run';
import {specFor} from '../world/cli';
import {type FakeGitHub, startGitHub} from '../world/github';
import {type HostedRepository, hostRepository} from '../world/hosted-repository';

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

/** Runs the action for a pull request that brings these files; `link` is made a symbolic link in the checkout. */
function runOnPullRequest(files: Readonly<Record<string, string>>, command: string, link?: string, depth = 1) {
  repository.commit('feature', files);
  const pull = {number: 7, pullRequest: 7, branch: 'feature', base: 'main'};
  const {directory, sha} = repository.checkOut(pull, depth);
  if (link !== undefined) symlinkSync('/dev/zero', join(directory, link));
  return runAction({checkout: directory, event: pullRequestEvent(repository, sha, pull), github, inputs: {command}});
}

describe.each(['plan', 'validate'])('I22: a pull request that takes the place of the state, command: %s', command => {
  test.each(['monitors.state.json', 'monitors.state.json.journal', 'monitors.state.json.bak', 'monitors.state.json.lock'])(
    'a directory %s',
    async path => {
      const run = await runOnPullRequest({[`${path}/x`]: 'y\n'}, command);
      expect(run).toMatchObject({exitCode: 3, stdout: expect.stringContaining('state/not-a-file')});
    },
  );

  test('a link to a device', async () => {
    const run = await runOnPullRequest({'README.md': 'Hello\n'}, command, 'monitors.state.json');
    expect(run).toMatchObject({exitCode: 3, stdout: expect.stringContaining('state/not-a-file')});
  });

  test('a lock', async () => {
    const run = await runOnPullRequest({'monitors.state.json.lock': '{}\n'}, command);
    expect(run).toMatchObject({exitCode: 3, stdout: expect.stringContaining('state/tracked-by-git')});
  });

  test('a state inside .git', async () => {
    const run = await runOnPullRequest({'monitors.config.yaml': 'project: acme-web\nstate: .git/monitors.json\n'}, command);
    expect(run).toMatchObject({exitCode: 3, stdout: expect.stringContaining('config/unsafe-path')});
  });
});

test('a state on a server needs its address for a plan; validate needs none', async () => {
  const files = {'monitors.config.yaml': 'project: acme-web\nstate: {backend: postgres}\n'};
  const plan = await runOnPullRequest(files, 'plan');
  expect(plan).toMatchObject({exitCode: 3, stdout: expect.stringContaining('MONITORS_STATE_POSTGRES_URL is not set')});
  const given = await runOnPullRequest(files, 'validate');
  expect(given).toMatchObject({exitCode: 0});
});

test('a config that goes back from a server to an empty file is refused where the checkout has its history', async () => {
  repository.commit('main', {'monitors.config.yaml': 'project: acme-web\nstate: {backend: postgres}\n'});
  const back = await runOnPullRequest({'monitors.config.yaml': 'project: acme-web\n'}, 'plan', undefined, 0);
  expect(back).toMatchObject({exitCode: 3, stdout: expect.stringContaining('state/other-place')});
});
