import {existsSync, readFileSync} from 'node:fs';
import type {PlayedPage} from '../../src/emulator/ports';
import {REPOSITORY} from '../world/action-run';
import {listActive} from '../world/active-markdown';
import {specFor} from '../world/cli';
import {startAppliedWorld} from '../world/copied-world';
import type {GitHubFault} from '../world/github';
import {hostileStrings} from '../world/hostile-strings';
import type {MergeWorld} from '../world/merge-world';
import {API_KEY} from '../world/service';

/** `command: digest`: what monitors found becomes a comment of the issue of the month, and that comment is where the next run begins. */
const CONFIG = {'monitors.config.yaml': 'project: acme-web\nservice: {operations: full}\n'};
const FILES = {...CONFIG, 'monitors/first.yaml': specFor('first'), 'monitors/second.yaml': specFor('second')};
const MINUTE = 60_000;
const OURS = 'github-actions[bot]';

let world: MergeWorld;
let sha: string;
afterEach(() => world.close());

async function startApplied(files: Readonly<Record<string, string>> = FILES): Promise<MergeWorld> {
  world = await startAppliedWorld(files, {operations: 'full'});
  sha = world.repository.tipOf('main');
  // Nothing runs by schedule.
  for (const {id} of world.emulator.monitors()) world.emulator.dashboard.setChecks(id, {checks: []});
  return world;
}

const find = (name: string) => world.emulator.monitors().find(monitor => monitor.name === name)!;
const changedPage = (text: string): PlayedPage => ({
  url: `https://site.example/${encodeURIComponent(text)}`,
  status: 'changed',
  statusCode: 200,
  diff: {text: `-before ${text}\n+after ${text}\n`},
});

/** Gives a monitor a check with one changed page for each text, the last one newest; a check takes a minute and ends so long ago. */
function play(name: string, texts: readonly string[], ago = 5 * MINUTE): void {
  const now = Date.now() - ago;
  const checks = texts.map((text, index) => {
    const finishedAt = now - (texts.length - 1 - index) * 10 * MINUTE;
    return {startedAt: finishedAt - MINUTE, finishedAt, pages: [changedPage(text)]};
  });
  world.emulator.dashboard.setChecks(find(name).id, {checks: checks.reverse()});
}

function fail(name: string, ago: number): void {
  const finishedAt = Date.now() - ago;
  const pages = [{url: 'https://a.example/', status: 'error', statusCode: 500, error: 'it broke'}];
  world.emulator.dashboard.setChecks(find(name).id, {checks: [{startedAt: finishedAt - MINUTE, finishedAt, pages}]});
}

function digest(inputs: Readonly<Record<string, string>> = {}, env: Readonly<Record<string, string>> = {}, eventName = 'schedule') {
  const {owner, name, defaultBranch} = REPOSITORY;
  const payload = {repository: {full_name: `${owner}/${name}`, default_branch: defaultBranch}, schedule: '0 6 * * *'};
  const event = {name: eventName, sha, ref: 'refs/heads/main', payload};
  return world.apply({sha}, {event, inputs: {command: 'digest', ...inputs}, env});
}
const toIssue = (inputs: Readonly<Record<string, string>> = {}, env: Readonly<Record<string, string>> = {}) =>
  digest({digest: 'issue', ...inputs}, env);
const month = () => new Date().toISOString().slice(0, 7);
const bodies = () => world.github.comments.map(({body}) => body);
const hiddenLine = (body = '') => body.split('\n')[0] ?? '';
/** How often a text was reported in comments. */
const count = (text: string) => bodies().filter(body => body.includes(`after ${text}`)).length;

test('without an issue it is a job summary and a document, and GitHub is asked nothing', async () => {
  const {github} = await startApplied();
  play('first', ['one']);
  const before = github.requests.length;
  const writes = () => world.emulator.requests().filter(({method}) => method !== 'GET').length;
  const written = writes();
  const run = await digest();
  expect(run).toMatchObject({exitCode: 0, outputs: {changes: 'true', failing: '0'}, commands: []});
  expect(run.summary).toContain('## Changes in `acme-web` (`default`)');
  expect(run.summary).toContain('+ after one');
  expect(JSON.parse(readFileSync(String(run.outputs['changes-path']), 'utf8'))).toMatchObject({
    command: 'changes',
    summary: {notJudged: 1},
  });
  expect(run.outputs['json-path']).toBe(run.outputs['changes-path']);
  expect(github.requests.length).toBe(before);
  expect(writes()).toBe(written);
  expect(run.stdout).toContain('reading the list of monitors: about');
});

test('since chooses the beginning of what goes on from nothing', async () => {
  await startApplied();
  play('first', ['one'], 30 * 60 * MINUTE);
  expect(await digest()).toMatchObject({exitCode: 0, outputs: {changes: 'false'}});
  expect(await digest({since: '2d'})).toMatchObject({exitCode: 0, outputs: {changes: 'true'}});
  const run = await digest({since: 'often'});
  expect(run).toMatchObject({exitCode: 3, commands: [{message: expect.stringContaining('the input since')}]});
});

describe('the issue of the month', () => {
  test('gets no comment for changes that the service judged as noise', async () => {
    await startApplied();
    await toIssue();
    rewind(10 * MINUTE);
    const at = Date.now() - 5 * MINUTE;
    const pages = [{...changedPage('noise'), judgment: {meaningful: false, confidence: 'high', reason: '', meaningfulChanges: []}}];
    world.emulator.dashboard.setChecks(find('first').id, {checks: [{startedAt: at - MINUTE, finishedAt: at, pages}]});
    expect([(await toIssue()).outputs['changes'], bodies().length]).toEqual(['false', 1]);
  });

  test('begins with a comment, which is the bookmark; a comment follows where something changed, and each change is in one', async () => {
    const {github} = await startApplied();
    play('first', ['one']);
    const run = await toIssue();
    expect(run).toMatchObject({exitCode: 0, outputs: {changes: 'true', 'issue-number': '1', 'comment-id': String(github.comments[0]?.id)}});
    expect(github.issues).toMatchObject([{state: 'open', title: `Digest ${month()}: acme-web, environment default`}]);
    expect(hiddenLine(github.issues[0]?.body)).toBe(`<!-- monitors-digest ${month()} acme%2Dweb default -->`);
    expect(bodies()).toEqual([expect.stringContaining('+ after one')]);
    expect(hiddenLine(bodies()[0])).toMatch(/^<!-- monitors-digest-until 4711\/1 http%3A%2F%2F127\.0\.0\.1%3A\d+ \d{13} -->$/);

    expect(await toIssue()).toMatchObject({exitCode: 0, outputs: {changes: 'false'}});
    expect(github.comments).toHaveLength(1);

    play('second', ['two'], 0);
    // What ended just now belongs to the next run.
    expect(await toIssue()).toMatchObject({exitCode: 0, outputs: {changes: 'false'}});
    expect(github.comments).toHaveLength(1);
    expect(github.issues).toHaveLength(1);
    expect(count('one')).toBe(1);
  });

  test('goes on from the newest comment of its own, across months; the issue of the month before is closed', async () => {
    const {github} = await startApplied();
    play('first', ['one']);
    await toIssue();
    const [issue] = github.issues;
    issue!.body = issue!.body.replace(month(), '2020-01');
    expect(await toIssue()).toMatchObject({outputs: {changes: 'false'}});
    expect(github.issues).toHaveLength(1);
    // The comment says another moment: as if it had been written before the check ended.
    rewind(10 * MINUTE);
    expect(await toIssue()).toMatchObject({outputs: {changes: 'true', 'issue-number': '2'}});
    expect(github.issues).toMatchObject([{state: 'closed'}, {state: 'open'}]);
    expect(github.comments.map(({issue}) => issue)).toEqual([1, 2]);
    // A closed issue counts, too.
    github.deleteComment(github.comments[1]!);
    expect(await toIssue()).toMatchObject({outputs: {changes: 'true', 'issue-number': '2'}});
  });

  test('is found by marker and own author: neither by title, nor in the comments and issues of others', async () => {
    const {github} = await startApplied();
    play('first', ['one']);
    await toIssue();
    const [own] = github.issues;
    const line = hiddenLine(bodies()[0]);
    rewind(10 * MINUTE);
    const later = line.replace(/\d{13}/, String(Date.now() - MINUTE));
    const title = own!.title;
    github.addIssue({author: 'mallory', title, body: own!.body});
    github.addIssue({author: OURS, title, body: 'an issue of another workflow'});
    github.addIssue({author: OURS, title, body: own!.body, isPullRequest: true});
    github.addComment(1, 'mallory', later);
    github.addComment(2, OURS, later);
    github.addComment(1, OURS, `says\n${later}`);
    expect(await toIssue()).toMatchObject({outputs: {changes: 'true', 'issue-number': '1'}});
    expect(count('one')).toBe(2);
  });

  test('of a part of the monitors is an issue of its own', async () => {
    const {github} = await startApplied();
    play('first', ['one']);
    play('second', ['two']);
    await toIssue({only: 'first'});
    await toIssue({exclude: 'first'});
    expect(github.issues.map(({title}) => title.replace(/^.*default/, ''))).toEqual([', only first', ', without first']);
    expect([count('one'), count('two')]).toEqual([1, 1]);
    expect(await toIssue({only: 'first'})).toMatchObject({outputs: {changes: 'false'}});
  });

  test('a monitor that begins to fail is reported once, and after a week without changes a comment says so', async () => {
    const {github} = await startApplied();
    play('first', []);
    await toIssue();
    rewind(10 * MINUTE);
    fail('first', 5 * MINUTE);
    expect(await toIssue()).toMatchObject({exitCode: 0, outputs: {changes: 'true', failing: '1'}});
    expect(bodies()[1]).toContain('`first` failing since');
    fail('first', 65 * MINUTE);
    expect(await toIssue()).toMatchObject({outputs: {changes: 'false'}});
    expect(github.comments).toHaveLength(2);
    play('first', []);
    rewind(8 * 24 * 60 * MINUTE);
    expect(await toIssue()).toMatchObject({outputs: {changes: 'false'}});
    expect(bodies()[2]).toContain('**No changes.**');
  });

  test('a check that had not ended is named, and reported when it has, although it ended before that comment', async () => {
    const {github, emulator} = await startApplied();
    play('second', ['two']);
    const startedAt = Date.now() - 30 * MINUTE;
    emulator.dashboard.setChecks(find('first').id, {checks: [{status: 'running', startedAt}]});
    expect(await toIssue()).toMatchObject({exitCode: 0});
    expect(hiddenLine(bodies()[0])).toMatch(/ open=[\w%]+=[\w%]+ -->$/);
    // It ended before the moment of the comment; its row was written late.
    const {id} = (await checksOf('first'))[0]!;
    emulator.dashboard.setChecks(find('first').id, {
      checks: [{startedAt, finishedAt: Date.now() - 10 * MINUTE, pages: [changedPage('late')]}],
    });
    expect((await checksOf('first'))[0]!.id).toBe(id);

    await toIssue();
    expect(github.comments.length).toBeGreaterThan(1);
    expect(count('late')).toBe(1);
  });
});

/** Lets the newest comment of ours say an earlier moment, as if it were older. */
function rewind(ms: number): void {
  const comment = world.github.comments.filter(({author}) => author === OURS).at(-1)!;
  comment.body = comment.body.replace(/\d{13}/, at => String(Number(at) - ms));
}

async function checksOf(name: string): Promise<readonly {readonly id: string}[]> {
  const answer = await fetch(`${world.emulator.url}/v2/monitor/${find(name).id}/checks`, {headers: {authorization: `Bearer ${API_KEY}`}});
  return ((await answer.json()) as {data: readonly {readonly id: string}[]}).data;
}

describe('answers of GitHub get lost', () => {
  const COMMENT = {method: 'POST', path: '/issues/1/comments'} as const;
  const ISSUE = {method: 'POST', path: '/repos/acme/web/issues'} as const;
  const faults: readonly {readonly name: string; readonly script: readonly GitHubFault[]}[] = [
    {name: 'a 502 after the comment was posted', script: [{...COMMENT, answer: 502, when: 'after'}]},
    {name: 'a connection that broke after the comment was posted', script: [{...COMMENT, answer: 'drop', when: 'after'}]},
    {name: 'a 502 before the comment was posted', script: [{...COMMENT, answer: 502, when: 'before', times: 2}]},
    {name: 'a 502 after the issue was made', script: [{...ISSUE, answer: 502, when: 'after'}]},
    {name: 'a list that fails twice', script: [{method: 'GET', path: '/issues', answer: 500, when: 'before', times: 2}]},
  ];
  test.each(faults)('$name: one issue, one comment', async ({script}) => {
    const {github} = await startApplied();
    play('first', ['one']);
    for (const fault of script) github.fail(fault);
    expect(await toIssue()).toMatchObject({exitCode: 0, outputs: {'issue-number': '1'}});
    expect([github.issues.length, github.comments.length]).toEqual([1, 1]);
    expect(await toIssue()).toMatchObject({outputs: {changes: 'false'}});
  });

  test('a comment that was posted, though no answer came at all, is not posted again by the run after', async () => {
    const {github} = await startApplied();
    play('first', ['one']);
    github.fail({...COMMENT, answer: 'drop', when: 'after'});
    github.fail({method: 'GET', path: '/issues/1/comments', answer: 500, when: 'before', times: 3});
    expect(await toIssue()).toMatchObject({exitCode: 3, commands: [{properties: {title: 'action/issue-failed'}}]});
    expect(await toIssue({}, {GITHUB_RUN_ATTEMPT: '2'})).toMatchObject({exitCode: 0, outputs: {changes: 'false'}});
    expect(count('one')).toBe(1);
  });

  test('a token without the permission keeps summary and outputs, and moves nothing', async () => {
    const {github} = await startApplied();
    play('first', ['one']);
    github.fail({...ISSUE, answer: 403, when: 'before', message: 'no'});
    const run = await toIssue();
    expect(run).toMatchObject({exitCode: 3, outputs: {changes: 'true'}, commands: [{properties: {title: 'action/issue-failed'}}]});
    expect(run.commands[0]?.message).toContain('issues: write');
    expect(run.summary).toContain('+ after one');
    expect(github.issues).toEqual([]);
    expect(await toIssue()).toMatchObject({exitCode: 0, outputs: {changes: 'true'}});
  });
});

describe('comments that another account edited', () => {
  test('count as absent, and the next comment says so', async () => {
    const {github} = await startApplied();
    play('first', ['one']);
    await toIssue();
    const [comment] = github.comments;
    const later = comment!.body.replace(/\d{13}/, at => String(Number(at) + 1));
    github.editComment(comment!, 'mallory', later);
    const run = await toIssue();
    expect(run).toMatchObject({exitCode: 0, outputs: {changes: 'true'}});
    for (const text of [bodies()[1], run.summary])
      expect(text).toContain('One comment of this digest does not count, edited by `mallory`: this may repeat what was reported');
    expect(await toIssue()).toMatchObject({outputs: {changes: 'false'}});
    expect(count('one')).toBe(2);
  });

  test('an own edit counts, and what GitHub does not tell ends the run', async () => {
    const {github} = await startApplied();
    play('first', ['one']);
    await toIssue();
    github.editComment(github.comments[0]!, OURS, `${bodies()[0]}\n`);
    expect(await toIssue()).toMatchObject({exitCode: 0, outputs: {changes: 'false'}});
    github.fail({method: 'POST', path: '/graphql', answer: 500, when: 'before', times: 1000});
    expect(await toIssue()).toMatchObject({exitCode: 3, commands: [{properties: {title: 'action/issue-failed'}}]});
  });

  test('a deleted comment, or one with another line, makes the run begin again', async () => {
    const {github} = await startApplied();
    play('first', ['one']);
    await toIssue();
    github.comments[0]!.body = bodies()[0]!.replace(/ -->/, ' what=1 -->');
    await toIssue();
    expect(count('one')).toBe(2);
    for (const comment of [...github.comments]) github.deleteComment(comment);
    await toIssue();
    expect(count('one')).toBe(1);
  });
});

test('hostile texts of pages, judges and errors: nothing is active, and 65,536 characters are enough for any number', async () => {
  const {emulator} = await startApplied();
  const texts = hostileStrings.map(({text}) => text).filter(text => !/\p{Cs}/u.test(text) && !text.includes('\0') && text.length < 1900);
  const pages = texts.flatMap((text, index) => [
    {
      ...changedPage(`page${index}`),
      diff: {text: `-old\n+${text} @octocat #1 https://evil.example\n`},
      judgment: {meaningful: true, confidence: 'high', reason: `${text} @octocat #1`, meaningfulChanges: []},
    },
    {...changedPage(text), url: `javascript:alert(1)//${text}`},
    {...changedPage(text), url: 'https://github.com/acme/web/issues/1'},
  ]);
  const many = Array.from({length: 900}, (_, index) => ({
    ...changedPage(`many${index}`),
    diff: {text: `-${'a'.repeat(500)}\n+${'@octocat '.repeat(60)}\n`},
  }));
  const finishedAt = Date.now() - 5 * MINUTE;
  emulator.dashboard.setChecks(find('first').id, {checks: [{startedAt: finishedAt - MINUTE, finishedAt, pages: [...pages, ...many]}]});
  const error = '@octocat #1 <img src=x> https://evil.example';
  emulator.dashboard.setChecks(find('second').id, {checks: [{status: 'failed', startedAt: finishedAt - MINUTE, finishedAt, error}]});
  const run = await toIssue();
  expect(run).toMatchObject({exitCode: 0, commands: []});
  const [body = ''] = bodies();
  expect(body.length).toBeLessThanOrEqual(65_536);
  expect(body.length).toBeGreaterThan(50_000);
  expect(body).toMatch(/\*\*Cut\*\*: \d+ more changes/);
  expect(listActive(body.split('\n').slice(1).join('\n'))).toEqual([]);
  expect(listActive(world.github.issues[0]!.body.split('\n').slice(1).join('\n'))).toEqual([]);
});

describe('a run that fails', () => {
  test('says so in the issue, once for many in a row, and the next one goes on', async () => {
    const {github, emulator} = await startApplied();
    play('first', ['one']);
    await toIssue();
    rewind(10 * MINUTE);
    emulator.setFaults({
      faults: [
        {when: {operation: 'list'}, times: 1000, do: 'answer', status: 401},
        {when: {operation: 'get'}, times: 1000, do: 'answer', status: 401},
      ],
    });
    for (let attempt = 1; attempt <= 2; attempt++) {
      expect(await toIssue({}, {GITHUB_RUN_ATTEMPT: String(attempt)})).toMatchObject({exitCode: 3, outputs: {'issue-number': '1'}});
    }
    expect(github.comments).toHaveLength(2);
    expect(hiddenLine(bodies()[1])).toBe('<!-- monitors-digest-failed 4711/2 -->');
    expect(bodies()[1]).toContain('### Nothing was reported');
    expect(bodies()[1]).toContain('https://github.com/acme/web/actions/runs/4711');
    emulator.setFaults({faults: []});
    expect(await toIssue()).toMatchObject({exitCode: 0, outputs: {changes: 'true'}});
    expect(count('one')).toBe(2);
  });

  test('a monitor that could not be read fails the step; the comment names it, and the next run begins with it', async () => {
    const {emulator} = await startApplied();
    play('first', ['one']);
    play('second', ['two']);
    const path = `/v2/monitor/${find('second').id}/checks`;
    emulator.setFaults({faults: [{when: {operation: 'checks', path}, times: 1000, do: 'answer', status: 500}]});
    expect(await toIssue()).toMatchObject({exitCode: 1, outputs: {changes: 'true'}, commands: [{properties: {title: 'live/not-read'}}]});
    expect(hiddenLine(bodies()[0])).toMatch(/ late=[\w%]+=\d{13} -->$/);
    expect(bodies()[0]).toContain('Incomplete: 1 monitor could not be read.');
    emulator.setFaults({faults: []});
    expect(await toIssue()).toMatchObject({exitCode: 0});
    expect([count('one'), count('two')]).toEqual([1, 1]);
  });
});

test('a public repository needs digest-public', async () => {
  const {github} = await startApplied();
  github.isPublic = true;
  play('first', ['one']);
  const run = await toIssue();
  expect(run).toMatchObject({exitCode: 3, commands: [{properties: {title: 'action/public-digest'}}]});
  expect(run.summary).not.toContain('after one');
  expect([github.issues.length, github.comments.length]).toEqual([0, 0]);
  expect(await digest()).toMatchObject({exitCode: 0});
  expect(await toIssue({'digest-public': 'true'})).toMatchObject({exitCode: 0, outputs: {'issue-number': '1'}});
});

test('is for branches, full operations, a state and a key', async () => {
  const {openPullRequest} = await startApplied();
  const pull = await openPullRequest({'monitors/third.yaml': specFor('third')}, {inputs: {command: 'digest', digest: 'issue'}});
  expect(pull.run).toMatchObject({exitCode: 3, commands: [{properties: {title: 'action/wrong-event'}}]});
  expect(world.github.issues).toEqual([]);
  expect(await digest({'api-key': ''})).toMatchObject({exitCode: 3, commands: [{properties: {title: 'config/no-key'}}]});
  expect(await toIssue({'github-token': ''})).toMatchObject({exitCode: 3, commands: [{properties: {title: 'action/issue-failed'}}]});
  expect(await digest({state: 'other.state.json'})).toMatchObject({exitCode: 3, commands: [{properties: {title: 'state/nothing-stored'}}]});
  sha = world.repository.commit('main', {'monitors.config.yaml': 'project: acme-web\n'});
  const run = await digest();
  expect(run).toMatchObject({exitCode: 3, commands: [{properties: {title: 'live/needs-full'}}]});
  expect(run.commands[0]?.message).toContain('command: digest');
  expect(existsSync(String(run.outputs['changes-path']))).toBe(false);
});
