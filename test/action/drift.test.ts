import {REPOSITORY} from '../world/action-run';
import {bareSpecFor, specFor} from '../world/cli';
import {startAppliedWorld} from '../world/copied-world';
import type {GitHubFault} from '../world/github';
import {hostileStrings} from '../world/hostile-strings';
import type {MergeWorld} from '../world/merge-world';

/** `command: drift`: what was changed in the service becomes one issue, and nothing is applied. */
const CONFIG = {'monitors.config.yaml': 'project: acme-web\nservice: {operations: full}\nsecrets: {allow: [HOOK_TOKEN]}\n'};
const FILES = {...CONFIG, 'monitors/first.yaml': specFor('first'), 'monitors/second.yaml': specFor('second')};
const MARKER = '<!-- monitors-drift acme%2Dweb default -->';

let world: MergeWorld;
let sha: string;
afterEach(() => world.close());

async function startApplied(files: Readonly<Record<string, string>> = FILES, startsMs = 0): Promise<MergeWorld> {
  world = await startAppliedWorld(files, {operations: 'full', startsMs, env: {HOOK_TOKEN: 'hook-token-value'}});
  sha = world.repository.tipOf('main');
  return world;
}

const find = (name: string) => world.emulator.monitors().find(monitor => monitor.name === name)!;
const edit = (name: string, members: Parameters<MergeWorld['emulator']['dashboard']['edit']>[1]) =>
  world.emulator.dashboard.edit(find(name).id, members);
const writes = () => world.emulator.requests().filter(({method}) => method !== 'GET').length;

function lookForDrift(inputs: Readonly<Record<string, string>> = {}, env: Readonly<Record<string, string>> = {}) {
  const {owner, name, defaultBranch} = REPOSITORY;
  const payload = {repository: {full_name: `${owner}/${name}`, default_branch: defaultBranch}, schedule: '0 6 * * *'};
  const event = {name: 'schedule', sha, ref: 'refs/heads/main', payload};
  return world.apply({sha}, {event, inputs: {command: 'drift', ...inputs}, env});
}

test('failing counts the recorded monitors whose pages were all errors, from the same list', async () => {
  await startApplied();
  world.emulator.dashboard.setChecks(find('first').id, {
    checks: [{pages: [{url: 'https://a.example/', status: 'error', statusCode: 500}]}],
  });
  const before = world.emulator.requests().length;
  expect(await lookForDrift()).toMatchObject({exitCode: 0, outputs: {drift: '0', failing: '1'}});
  const lists = world.emulator.requests().slice(before);
  expect(lists.map(({method, path}) => `${method} ${path.replace(/\?.*/, '')}`)).toEqual(['GET /v2/monitor', 'GET /v2/monitor']);
});

test('W1: monitors whose checks were skipped for lack of credits count as failing', async () => {
  await startApplied();
  world.emulator.dashboard.setChecks(find('first').id, {checks: [{status: 'skipped_no_credits'}]});
  expect(await lookForDrift()).toMatchObject({exitCode: 0, outputs: {drift: '0', failing: '1'}});
});

describe('the issue', () => {
  test('is opened for alerts that do not arrive, and closed once they do', async () => {
    const hook = 'webhook: {url: "https://hooks.example/in"}\n';
    const {github, emulator} = await startApplied({...FILES, 'monitors/first.yaml': bareSpecFor('first') + hook});
    const play = () =>
      emulator.dashboard.setChecks(find('first').id, {
        checks: [{pages: [{url: 'https://a.example/', status: 'changed', statusCode: 200}]}],
      });
    emulator.dashboard.setReceiver('hooks.example', 'refuses');
    play();
    const run = await lookForDrift();
    expect(run).toMatchObject({exitCode: 0, outputs: {drift: '0', 'issue-number': '1'}});
    for (const text of [run.summary, github.issues[0]?.body])
      expect(text).toContain('Alerts do not arrive for 1 monitor: <code>first</code>.');
    emulator.dashboard.setReceiver('hooks.example', 'accepts');
    play();
    await lookForDrift();
    expect(github.issues).toMatchObject([{state: 'closed'}]);
  });

  test('is opened with the table, updated, and closed when the drift is gone; nothing is applied', async () => {
    const {github} = await startApplied();
    const before = writes();
    expect(await lookForDrift()).toMatchObject({exitCode: 0, outputs: {drift: '0', failing: '0'}, commands: []});
    expect(github.issues).toEqual([]);

    edit('first', {retentionDays: 90});
    const run = await lookForDrift();
    expect(run).toMatchObject({exitCode: 0, outputs: {drift: '1', failing: '0', 'issue-number': '1'}});
    expect(github.issues).toMatchObject([{state: 'open', title: 'Drift: acme-web, environment default'}]);
    const [issue] = github.issues;
    expect(issue?.body.split('\n')[0]).toBe(MARKER);
    expect(issue?.body).toContain('| Monitor | Field | In the service | In the specs |');
    expect(issue?.body).toContain('| <code>first</code> | <code>retentionDays</code> | <code>90</code> | <code>30</code> |');
    expect(run.summary).toContain('<code>retentionDays</code>');

    const calls = () => github.requests.filter(request => /^(?:POST|PATCH) \/repos/.test(request));
    await lookForDrift();
    expect(calls()).toEqual(['POST /repos/acme/web/issues']);

    edit('second', {name: 'by hand'});
    expect(await lookForDrift()).toMatchObject({outputs: {drift: '2', 'issue-number': '1'}});
    expect(github.issues).toHaveLength(1);
    expect(issue?.body).toContain('by hand');

    edit('first', {retentionDays: 30});
    edit('by hand', {name: 'second'});
    expect(await lookForDrift()).toMatchObject({exitCode: 0, outputs: {drift: '0', 'issue-number': '1'}});
    expect(github.issues).toMatchObject([{state: 'closed'}]);
    expect(writes()).toBe(before);
    expect(find('first').retentionDays).toBe(30);
  });

  test('a monitor deleted in the service is drift, too; an edit of a spec is not', async () => {
    const {github, emulator, letTimePass, repository} = await startApplied(FILES, 600_000);
    letTimePass();
    emulator.dashboard.delete(find('second').id);
    sha = repository.commit('main', {'monitors/first.yaml': specFor('first').replace('hourly', 'daily')});
    expect(await lookForDrift()).toMatchObject({exitCode: 0, outputs: {drift: '1'}});
    expect(github.issues[0]?.body).toContain('| <code>second</code> | | deleted | in the specs |');
    expect(github.issues[0]?.body).not.toContain('first');
  });

  test('is found by marker and own author behind 250 others; a copy by someone else does not count, and a pull request neither', async () => {
    const {github} = await startApplied();
    edit('first', {retentionDays: 90});
    for (const author of ['mallory', 'github-actions']) github.addIssue({author, body: `${MARKER}\nclick here`});
    github.addIssue({author: 'github-actions[bot]', body: `${MARKER}\na pull request`, isPullRequest: true});
    github.addIssue({author: 'github-actions[bot]', body: '<!-- monitors-drift acme%2Dweb production -->\n'});
    const own = github.addIssue({author: 'github-actions[bot]', body: `${MARKER}\nold`});
    for (let count = 0; count < 250; count++) github.addIssue({author: 'alice', body: 'An issue'});
    const total = github.issues.length;
    expect(await lookForDrift()).toMatchObject({outputs: {'issue-number': String(own.number)}});
    expect(own.body).toContain('retentionDays');
    expect(github.issues).toHaveLength(total);
    expect(github.issues.filter(({body}) => body.includes('retentionDays'))).toEqual([own]);
  });

  test('of several of our own the oldest stays, and the others are closed', async () => {
    const {github} = await startApplied();
    edit('first', {retentionDays: 90});
    const [first, second] = [1, 2].map(() => github.addIssue({author: 'github-actions[bot]', body: `${MARKER}\n`}));
    await lookForDrift();
    expect([first?.state, second?.state]).toEqual(['open', 'closed']);
  });

  test('of a part of the monitors is an issue of its own: a part cannot show that the drift of the others is gone', async () => {
    const {github} = await startApplied();
    edit('first', {retentionDays: 90});
    expect(await lookForDrift()).toMatchObject({outputs: {'issue-number': '1'}});
    const whole = String(github.issues[0]?.body);
    expect(await lookForDrift({only: 'second'})).toMatchObject({exitCode: 0, outputs: {drift: '0'}});
    expect(github.issues).toMatchObject([{state: 'open', body: whole}]);
    expect(await lookForDrift({exclude: 'second'})).toMatchObject({outputs: {drift: '1', 'issue-number': '2'}});
    expect(await lookForDrift({exclude: 'second'})).toMatchObject({outputs: {drift: '1', 'issue-number': '2'}});
    expect(github.issues).toMatchObject([
      {state: 'open', body: whole},
      {state: 'open', title: 'Drift: acme-web, environment default, without second'},
    ]);
    edit('first', {retentionDays: 30});
    await lookForDrift({exclude: 'second'});
    expect(github.issues).toMatchObject([{state: 'open'}, {state: 'closed'}]);
  });

  test('names monitors whose alerts do not arrive, and is closed when they do', async () => {
    const hooked = `${bareSpecFor('first')}webhook: {url: "https://hooks.example.com/x"}\n`;
    const {github, emulator} = await startApplied({...FILES, 'monitors/first.yaml': hooked});
    const {id} = find('first');
    const check = (answers: 'refuses' | 'accepts') => {
      emulator.dashboard.setReceiver('hooks.example.com', answers);
      const finishedAt = Date.now() - 1_200_000;
      const pages = [{url: 'https://a.example/', status: 'changed', statusCode: 200, diff: {text: '-a\n+b\n'}}];
      emulator.dashboard.setChecks(id, {checks: [{startedAt: finishedAt - 1000, finishedAt, pages}]});
    };
    check('refuses');
    const run = await lookForDrift();
    expect(run).toMatchObject({exitCode: 0, outputs: {drift: '0', 'issue-number': '1'}});
    const named = 'Alerts do not arrive for 1 monitor: <code>first</code>. `monitors alerts` shows where they go.';
    for (const text of [run.summary, github.issues[0]?.body]) expect(text).toContain(named);
    check('accepts');
    expect(await lookForDrift()).toMatchObject({exitCode: 0, outputs: {drift: '0'}});
    expect(github.issues).toMatchObject([{state: 'closed'}]);
  });

  test('W5: a monitor whose checks can not be read hides no drift and closes nothing; the step fails', async () => {
    const hook = 'webhook: {url: "https://hooks.example.com/x"}\n';
    const {github, emulator} = await startApplied({...FILES, 'monitors/first.yaml': bareSpecFor('first') + hook});
    emulator.setFaults({faults: [{when: {operation: 'checks', name: 'first'}, do: 'answer', status: 400}]});
    edit('second', {retentionDays: 90});
    const run = await lookForDrift();
    expect(run).toMatchObject({exitCode: 1, outputs: {drift: '1', 'issue-number': '1'}});
    expect(run.stdout).toMatch(/it is not known whether the alerts of "first" arrive: .*400/);
    edit('second', {retentionDays: 30});
    expect(await lookForDrift()).toMatchObject({exitCode: 1, outputs: {drift: '0'}});
    expect(github.issues).toMatchObject([{state: 'open'}]);
    emulator.setFaults({});
    expect(await lookForDrift()).toMatchObject({exitCode: 0});
    expect(github.issues).toMatchObject([{state: 'closed'}]);
  });

  test('comment: never writes none, and asks GitHub nothing', async () => {
    const {github} = await startApplied();
    edit('first', {retentionDays: 90});
    const before = github.requests.length;
    expect(await lookForDrift({comment: 'never'})).toMatchObject({exitCode: 0, outputs: {drift: '1'}});
    expect(github.requests.length).toBe(before);
  });
});

const POST = {method: 'POST', path: '/repos/acme/web/issues'} as const;
const LIST = {method: 'GET', path: '/repos/acme/web/issues'} as const;

describe('GitHub fails', () => {
  const faults: readonly {readonly name: string; readonly script: readonly GitHubFault[]}[] = [
    {name: 'S20: a 502 after the issue was made', script: [{...POST, answer: 502, when: 'after'}]},
    {name: 'S20: a connection that broke after the issue was made', script: [{...POST, answer: 'drop', when: 'after'}]},
    {name: 'S20: a list that fails twice', script: [{...LIST, answer: 500, when: 'before', times: 2}]},
  ];
  test.each(faults)('$name ends with one issue', async ({script}) => {
    const {github} = await startApplied();
    edit('first', {retentionDays: 90});
    for (const fault of script) github.fail(fault);
    expect(await lookForDrift()).toMatchObject({exitCode: 0, outputs: {'issue-number': '1'}});
    expect(github.issues).toHaveLength(1);
  });

  test.each([
    {name: 'a list that cannot be read', fault: {...LIST, answer: 500, when: 'before', times: 1000}, hint: /run the job again/},
    {name: 'a token without the permission', fault: {...POST, answer: 403, when: 'before', message: 'no'}, hint: /issues: write/},
  ] as const)('S20: $name fails the step, opens nothing and keeps the outputs', async ({fault, hint}) => {
    const {github} = await startApplied();
    edit('first', {retentionDays: 90});
    github.fail(fault);
    const run = await lookForDrift();
    expect(run).toMatchObject({exitCode: 3, outputs: {drift: '1'}, commands: [{properties: {title: 'action/issue-failed'}}]});
    expect(run.commands[0]?.message).toMatch(hint);
    expect(run.summary).toContain('retentionDays');
    expect(github.issues).toEqual([]);
  });
});

describe('the service fails', () => {
  test('S20: a list that was not read to its end closes nothing', async () => {
    const {github, emulator} = await startApplied();
    const open = github.addIssue({author: 'github-actions[bot]', body: `${MARKER}\n`});
    await emulator.close();
    expect(await lookForDrift()).toMatchObject({exitCode: 3, commands: [{properties: {title: 'live/not-read'}}]});
    expect(open.state).toBe('open');
  });

  test('a state that is not there closes nothing', async () => {
    const {github, repository} = await startApplied();
    const open = github.addIssue({author: 'github-actions[bot]', body: `${MARKER}\n`});
    sha = repository.commit('main', {'monitors.state.json': null});
    const run = await lookForDrift({state: 'other.state.json'});
    expect(run).toMatchObject({exitCode: 3, commands: [{properties: {title: 'state/nothing-stored'}}]});
    expect(run.commands[0]?.message).toContain('set the input state-branch');
    expect(open.state).toBe('open');
  });
});

test('S20: hostile texts of the service are text, and secrets are nowhere', async () => {
  const hook = 'webhook: {url: "https://hooks.example.com/x", headers: {Authorization: "Bearer ${env:HOOK_TOKEN}"}}\n';
  // The service takes no text that is not Unicode.
  const texts = hostileStrings.map(({text}) => text).filter(text => !/\p{Cs}/u.test(text) && !text.includes('\0') && text.length < 1900);
  const names = texts.map((_, index) => `m${index}`);
  const files = Object.fromEntries(names.map(name => [`monitors/${name}.yaml`, specFor(name)]));
  const {github} = await startApplied({...CONFIG, ...files, 'monitors/hook.yaml': bareSpecFor('hook') + hook});
  for (const [index, text] of texts.entries()) edit(`m${index}`, {goal: `${text} | @name #1 <script> hook-token-value`});
  const url = 'https://user:pass-word@hooks.example.com/secret-path?token=query-value';
  edit('hook', {webhook: {url, headers: {Authorization: 'Bearer other'}}});
  const run = await lookForDrift({}, {HOOK_TOKEN: 'hook-token-value'});
  const body = String(github.issues[0]?.body);
  const rows = body.split('\n').filter(line => line.startsWith('| <code>'));
  expect(rows.length).toBeGreaterThanOrEqual(texts.length);
  expect(rows.filter(row => row.split('|').length !== 6)).toEqual([]);
  expect(body.replaceAll(/<\/?code>/g, '')).not.toMatch(/[\x00-\x08\x0b-\x1f\x7f-\x9f\u202e]|<script|@name|^::/m);
  expect(body + run.summary + run.stdout).not.toMatch(/hook-token-value|hook&#45;token|pass-word|query-value|secret-path/);
  expect(run.commands).toEqual([]);
});

test('is for branches, full operations and a key', async () => {
  const {openPullRequest} = await startApplied();
  const pull = await openPullRequest({'monitors/third.yaml': specFor('third')}, {inputs: {command: 'drift'}});
  expect(pull.run).toMatchObject({exitCode: 3, commands: [{properties: {title: 'action/wrong-event'}}]});
  expect(await lookForDrift({'api-key': ''})).toMatchObject({exitCode: 3, commands: [{properties: {title: 'config/no-key'}}]});
  sha = world.repository.commit('main', {'monitors.config.yaml': 'project: acme-web\n'});
  const run = await lookForDrift();
  expect(run).toMatchObject({exitCode: 3, commands: [{properties: {title: 'live/needs-full'}}]});
  expect(run.commands[0]?.message).toContain('command: drift');
});
