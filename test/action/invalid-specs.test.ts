import {readFileSync} from 'node:fs';
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

function runOnPullRequest(changes: Readonly<Record<string, string | null>>, inputs: Readonly<Record<string, string>> = {}) {
  const pull = {number: 7, pullRequest: 7, branch: 'feature', base: 'main'} as const;
  repository.commit('feature', changes);
  const {directory, sha} = repository.checkOut(pull);
  return runAction({checkout: directory, event: pullRequestEvent(repository, sha, pull), github, inputs});
}

const TYPO = 'name: docs\nschedul: {text: hourly}\ntargets:\n  - type: scrape\n    urls: [https://docs.example/]\n';

test.each(['plan', 'validate', 'auto'])('%s: a typo is an annotation on its line, with code and hint', async command => {
  const run = await runOnPullRequest({'monitors/docs.yaml': TYPO}, {command});
  expect(run).toMatchObject({exitCode: 1, outputs: {'exit-code': '1', 'failure-reason': 'invalid-specs'}});
  expect(run.commands.filter(({properties}) => properties['line'] === '2')).toEqual([
    {
      command: 'error',
      properties: {file: 'monitors/docs.yaml', line: '2', endLine: '2', col: '1', endColumn: '8', title: 'schema/unknown-field'},
      message: expect.stringMatching(/unknown field "schedul".*\nhint: .*schedule/s),
    },
  ]);
  expect(run.summary).toContain('schema/unknown-field');
  const document = JSON.parse(readFileSync(String(run.outputs['json-path']), 'utf8'));
  expect(document.diagnostics).toContainEqual(expect.objectContaining({code: 'schema/unknown-field', file: 'monitors/docs.yaml'}));
});

test('a comment that held a plan says that the specs have errors now, and holds no plan any more', async () => {
  await runOnPullRequest({'monitors/docs.yaml': specFor('docs')});
  expect(github.comments[0]?.body).toContain('<!-- monitors-reviewed:1 complete');
  const run = await runOnPullRequest({'monitors/docs.yaml': TYPO});
  expect(github.comments).toHaveLength(1);
  expect(run.outputs['comment-id']).toBe(String(github.comments[0]?.id));
  expect(github.comments[0]?.body).toContain('nothing was planned');
  expect(github.comments[0]?.body).not.toContain('monitors-reviewed');
  await runOnPullRequest({'monitors/docs.yaml': specFor('docs')});
  expect(github.comments[0]?.body).toContain('<!-- monitors-reviewed:1 complete');
});

test('a first comment about errors is only made with comment: always', async () => {
  await runOnPullRequest({'monitors/docs.yaml': TYPO});
  expect(github.comments).toEqual([]);
  await runOnPullRequest({'monitors/docs.yaml': TYPO}, {comment: 'always'});
  expect(github.comments).toHaveLength(1);
});

test('S4: at most ten errors and ten warnings are annotations, and the rest is counted', async () => {
  const specs = Object.fromEntries(
    Array.from({length: 14}, (_, index) => [`monitors/bad-${index}.yaml`, TYPO.replace('name: docs', `name: bad ${index}`)]),
  );
  const run = await runOnPullRequest(specs);
  const count = (command: string) => run.commands.filter(candidate => candidate.command === command).length;
  expect([count('error'), count('warning') <= 10]).toEqual([10, true]);
  expect(run.stdout).toMatch(/GitHub shows 10 annotations of each kind per step; \d+ more errors? in the log above/);
});

test('strict: what Firecrawl refuses fails the pull request by default, and strict: none lets it pass', async () => {
  const spec = `${specFor('docs')}judgeEnabled: true\n`;
  expect(await runOnPullRequest({'monitors/docs.yaml': spec}, {strict: 'all'})).toMatchObject({exitCode: 1});
  expect(await runOnPullRequest({'monitors/docs.yaml': spec}, {strict: 'none'})).toMatchObject({exitCode: 0, outputs: {'to-create': '2'}});
});

test('a config with errors is annotated too', async () => {
  const run = await runOnPullRequest({'monitors.config.yaml': 'projct: acme\n'});
  expect(run).toMatchObject({exitCode: 3, outputs: {'failure-reason': 'invalid-specs'}});
  expect(run.commands).toContainEqual(
    expect.objectContaining({command: 'error', properties: expect.objectContaining({file: 'monitors.config.yaml', line: '1'})}),
  );
});

test('an empty directory of specs is refused, never an empty wish', async () => {
  const run = await runOnPullRequest({'monitors/shop.yaml': null});
  expect(run).toMatchObject({exitCode: 3, commands: [{command: 'error'}]});
});

test('validate asks nobody: no request, no comment', async () => {
  const run = await runOnPullRequest({'monitors/docs.yaml': specFor('docs')}, {command: 'validate', comment: 'always'});
  expect(run).toMatchObject({exitCode: 0, commands: [], outputs: {'exit-code': '0', 'failure-reason': ''}});
  expect(run.summary).toContain('2 monitors in 2 files: no problems found');
  expect(github.requests).toEqual([]);
});
