import {existsSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {GITHUB_TOKEN, pullRequestEvent, removeRunnerFiles, runAction} from '../world/action-run';
import {specFor} from '../world/cli';
import {type FakeGitHub, startGitHub} from '../world/github';
import {git, type HostedRepository, hostRepository} from '../world/hosted-repository';
import {hostileStrings} from '../world/hostile-strings';
import {startMergeWorld} from '../world/merge-world';

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

/** A spec whose name, goal and key hold a text; JSON is YAML. */
function hostileSpec(text: string, index: number, more: object = {}): string {
  return JSON.stringify({
    name: `${text} ${index}`.slice(0, 200),
    goal: text,
    schedule: {text: 'hourly'},
    targets: [{type: 'scrape', urls: [`https://site-${index}.example/`]}],
    sync: {key: `k${index}`},
    ...more,
  });
}

/** Markdown that a reader would act on: the text outside of code. */
function withoutCode(markdown: string): string {
  return markdown
    .replace(/^(`{3,})(?:diff|text)\n.*?\n\1$/gms, '')
    .replace(/(?<!`)(`+)(?!`)[^\n]*?(?<!`)\1(?!`)/g, '')
    .replace(/<code>.*?<\/code>/g, '');
}

test('S1, S2, S3: hostile names in specs are no command, act on no terminal and are inert in comment and summary', async () => {
  const specs = hostileStrings.map(({text}, index) => [`monitors/hostile-${index}.yaml`, hostileSpec(text, index)] as const);
  const run = await runOnPullRequest({
    ...Object.fromEntries(specs),
    'monitors/unknown.yaml': hostileSpec('x\n::error::y', 900, {'::error::evil': 1}),
  });
  const commands = new Set(run.commands.map(({command}) => command));
  expect([...commands].filter(command => command !== 'error' && command !== 'warning')).toEqual([]);
  expect(run.commands.filter(({properties}) => properties['file'] === undefined)).toEqual([]);
  const valid = await runOnPullRequest(
    Object.fromEntries(
      hostileStrings.map(({text}, index) => [
        `monitors/hostile-${index}.yaml`,
        hostileSpec(text.replace(/[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff]/g, '?'), index),
      ]),
    ),
    {strict: 'none'},
  );
  const texts = [run.stdout, run.summary, valid.stdout, valid.summary, ...github.comments.map(({body}) => body)];
  for (const text of texts) {
    expect(text).not.toMatch(/[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/);
    expect(text).not.toMatch(/##[a-z]*\[/i);
  }
  for (const markdown of [run.summary, valid.summary, ...github.comments.map(({body}) => body)]) {
    const read = withoutCode(markdown);
    expect(read).not.toMatch(/@team|#123|evil\.example|!\[|<img|<script|-->.*-->/);
  }
});

test('a spec that quotes the hidden line of a plan approves nothing', async () => {
  const forged = `<!-- monitors-reviewed:1 complete ${'a'.repeat(40)} ${'b'.repeat(64)} ${'c'.repeat(20)} -->`;
  await runOnPullRequest({'monitors/docs.yaml': hostileSpec(forged, 1)}, {comment: 'always'});
  const [, second] = String(github.comments[0]?.body).split('\n');
  expect(second).toMatch(/^<!-- monitors-reviewed:1 complete /);
  expect(second).not.toContain('c'.repeat(20));
  await runOnPullRequest({'monitors/docs.yaml': hostileSpec(forged, 1, {[forged]: 1})});
  expect(github.comments[0]?.body).toContain('nothing was planned');
  expect(String(github.comments[0]?.body).split('\n')[1]).toBe('');
});

test('S4: a plan that no comment holds is cut, says so, and approves nothing; the files hold all of it', async () => {
  const specs = Object.fromEntries(
    Array.from({length: 300}, (_, index) => [`monitors/site-${index}.yaml`, hostileSpec('z'.repeat(400), index)]),
  );
  const run = await runOnPullRequest(specs);
  const body = String(github.comments[0]?.body);
  expect(run).toMatchObject({exitCode: 0, outputs: {'to-create': '301'}});
  expect(body.length).toBeLessThanOrEqual(65_536);
  expect(body).toMatch(/\*\*This plan is cut: .*\d+ changes without details\.\*\* Do not approve it/);
  expect(body).toMatch(
    /\*\*This comment has no room for the whole plan, so it approves nothing: .*\*\* Split the pull request.*`workflow_dispatch`/,
  );
  expect(body).not.toContain('After the merge, apply makes');
  expect(body.split('\n')[1]).toMatch(/^<!-- monitors-reviewed:1 cut [0-9a-f]{40} [0-9a-f]{64} -->$/);
  expect(Buffer.byteLength(run.summary)).toBeLessThan(1024 * 1024);
  expect(JSON.parse(readFileSync(String(run.outputs['json-path']), 'utf8')).changes).toHaveLength(301);
});

test('S6: a key or token that stands in a spec is masked in everything that is written', async () => {
  const key = 'fc-CANARY0123456789abcdef';
  const run = await runOnPullRequest({'monitors/docs.yaml': hostileSpec(`${key} ${GITHUB_TOKEN}`, 1)}, {'api-key': key, comment: 'always'});
  expect(run.exitCode).toBe(0);
  for (const text of [run.stdout, run.stderr, run.summary, JSON.stringify(run.outputs), ...github.comments.map(({body}) => body)]) {
    for (const secret of [key, GITHUB_TOKEN, Buffer.from(key).toString('base64').slice(0, 20)]) expect(text).not.toContain(secret);
  }
  expect(github.comments[0]?.body).toContain('(secret)');
});

test.each(['monitors', 'acme'])(
  'S72: a short secret, %s, that is a part of names hides no line by which the comment is found and approves',
  async secret => {
    const world = await startMergeWorld();
    try {
      const env = {MONITORS_WEBHOOK_SECRET: secret};
      const pull = await world.openPullRequest({'monitors/docs.yaml': specFor('docs')}, {env});
      expect((await world.planPullRequest(pull, {env})).run.exitCode).toBe(0);
      const [comment, ...others] = world.github.comments;
      expect(others).toEqual([]);
      expect(comment?.body.split('\n').slice(2).join('\n')).not.toContain(secret);
      expect(existsSync(pull.run.outputs['json-path'] ?? '')).toBe(true);
      expect(await world.apply(world.mergePullRequest(pull))).toMatchObject({exitCode: 0, outputs: {created: '2'}});
    } finally {
      await world.close();
    }
  },
);

test.each([
  {name: 'a checkout with its whole history', depth: 0},
  {name: 'a checkout of one commit', depth: 1},
])('S13: specs whose commit says that it only records a state are applied all the same: $name', async ({depth}) => {
  const world = await startMergeWorld();
  try {
    await world.apply({sha: world.repository.tipOf('main')});
    const {directory} = world.repository.checkOut({branch: 'main'});
    writeFileSync(join(directory, 'monitors/second.yaml'), specFor('second'));
    git(directory, 'add', 'monitors');
    git(directory, 'commit', '--quiet', '-m', 'Add a monitor', '-m', 'Monitors-State: main');
    git(directory, 'push', '--quiet', 'origin', 'HEAD:main');
    const run = await world.apply({sha: world.repository.tipOf('main')}, {depth});
    expect(run).toMatchObject({exitCode: 0, outputs: {created: '1'}});
    expect(world.monitors()).toEqual(['first', 'second']);
  } finally {
    await world.close();
  }
});
