import {type Emulator, startEmulator} from '../../src/emulator/emulator';
import type {Fault} from '../../src/emulator/faults/script';
import {type ActionStart, GITHUB_TOKEN, pullRequestEvent, pushEvent, removeRunnerFiles, runAction} from '../world/action-run';
import {type FakeGitHub, startGitHub} from '../world/github';
import {type HostedRepository, hostRepository} from '../world/hosted-repository';
import {realWorld} from '../world/real-world';
import {API_KEY} from '../world/service';

/** `try: changed`: the pages that a pull request adds are fetched once, before they are paid for every day. */
let repository: HostedRepository;
let github: FakeGitHub;
let emulator: Emulator;

const SECRET = 'token-value-0123456789';
const GOOD = 'https://plain.site.example/prices';
const BAD = 'https://shop.site.example/gone/sofa';
const specOf = (url: string, options = '') =>
  `name: "Page ${url.replaceAll('$', '')} ${options.replace(/[^a-z]/g, '').slice(0, 9)}"\nschedule: {text: hourly}\ntargets:\n  - type: scrape\n    urls: ["${url}"]\n${options === '' ? '' : `    scrapeOptions: ${options}\n`}`;
const specs = (...urls: string[]) => Object.fromEntries(urls.map((url, index) => [`monitors/s${index}.yaml`, specOf(url)]));

beforeEach(async () => {
  repository = hostRepository({'monitors.config.yaml': 'project: acme\nsecrets: {allow: [TOKEN]}\n', 'README.md': 'hello\n'});
  github = await startGitHub({token: GITHUB_TOKEN});
  emulator = await startEmulator({apiKeys: [API_KEY], world: realWorld});
});

afterEach(async () => {
  await emulator.close();
  await github.close();
  repository.remove();
  removeRunnerFiles();
});

interface TryRun extends Partial<Pick<ActionStart, 'inputs' | 'env'>> {
  readonly isFork?: boolean;
  readonly hasKey?: boolean;
}

function run(changes: Readonly<Record<string, string | null>>, {inputs = {}, env = {}, isFork = false, hasKey = true}: TryRun = {}) {
  repository.commit('feature', changes);
  const pull = {number: 7, pullRequest: 7, branch: 'feature', base: 'main', isFork};
  const {directory, sha} = repository.checkOut(pull);
  const key = hasKey ? {'api-key': API_KEY, 'base-url': emulator.url} : {};
  const given = {command: 'plan', try: 'changed', 'try-credits': '10', ...key, ...inputs};
  return runAction({
    checkout: directory,
    event: pullRequestEvent(repository, sha, pull),
    github,
    inputs: given,
    env: {TOKEN: SECRET, ...env},
  });
}

const scrapes = () => emulator.requests().filter(({path}) => path === '/v2/scrape');
const scraped = () => scrapes().map(({body}) => JSON.parse(body).url);
const triesComments = () => github.comments.map(({body}) => body).filter(body => body.startsWith('<!-- monitors-tries '));
const recordOf = (body = '') => body.split('\n')[1] ?? '';

test('pages that a pull request adds are tried once; a bad one fails the step', async () => {
  const ended = await run(specs(GOOD, BAD));
  expect(ended).toMatchObject({exitCode: 1, outputs: {'failure-reason': 'bad-pages', changes: 'true'}});
  expect(scraped().sort()).toEqual([GOOD, BAD]);
  const [comment, ...others] = triesComments();
  expect(others).toEqual([]);
  expect(comment).toContain(`- **bad**: \`${BAD}\` of \`s1\``);
  expect(comment).toContain(`- fine: \`${GOOD}\` of \`s0\``);
  expect(ended.summary).toContain('### 2 changed pages tried, ');
  expect(recordOf(comment)).toMatch(/^<!-- monitors-tried:1 [0-9]+ [0-9a-f]{20} [0-9a-f]{20}! -->$/);
  expect(scrapes().map(({body}) => JSON.parse(body))).toMatchObject([
    {maxAge: 0, storeInCache: false},
    {maxAge: 0, storeInCache: false},
  ]);
});

test('S72: a secret that is a part of addresses and of the project is hidden, and neither stops a try nor is a page paid for twice', async () => {
  const env = {MONITORS_WEBHOOK_SECRET: 'acme', MONITORS_STATE_KEY: 'plain'};
  for (const times of [1, 1]) {
    expect(await run(specs(GOOD), {env})).toMatchObject({exitCode: 0});
    expect(scraped()).toHaveLength(times);
    expect(triesComments()).toHaveLength(1);
  }
  expect(triesComments()[0]?.split('\n').slice(2).join('\n')).not.toContain('plain');
});

test('a body that was tried is not paid for again, and a bad one fails again', async () => {
  await run(specs(GOOD, BAD));
  const again = await run({'monitors/s0.yaml': specOf(GOOD).replace('hourly', 'daily')});
  expect(again).toMatchObject({exitCode: 1, outputs: {'failure-reason': 'bad-pages'}});
  expect(scrapes()).toHaveLength(2);
  expect(triesComments()[0]).toContain(`- **bad**: \`${BAD}\` of \`s1\`: as tried before`);
  const fixed = await run({'monitors/s1.yaml': specOf(`${GOOD}/2`)});
  expect(fixed).toMatchObject({exitCode: 0, commands: []});
  expect(scraped()).toHaveLength(3);
  expect(triesComments()[0]).not.toContain('**bad**');
});

test('the limit counts over the whole pull request', async () => {
  const first = await run(specs(GOOD, `${GOOD}/2`), {inputs: {'try-credits': '4'}});
  expect(first.exitCode).toBe(0);
  const paid = scrapes().length;
  const second = await run(
    {'monitors/s2.yaml': specOf(`${GOOD}/3`), 'monitors/s3.yaml': specOf(`${GOOD}/4`)},
    {inputs: {'try-credits': '3'}},
  );
  expect({exitCode: second.exitCode, all: scrapes().length}).toEqual({exitCode: 0, all: paid + (3 - paid)});
  expect(triesComments()[0]).toContain('`try-credits` is used up: try it yourself with `monitors try s3`');
  expect((await run({'monitors/s4.yaml': specOf(`${GOOD}/5`)}, {inputs: {'try-credits': '3'}})).exitCode).toBe(0);
  expect(scrapes()).toHaveLength(3);
});

test('S25: another project in the config of the pull request has no limit of its own, and pays for no body again', async () => {
  const inputs = {'try-credits': '2'};
  await run(specs(GOOD, `${GOOD}/2`), {inputs});
  expect(scrapes()).toHaveLength(2);
  const renamed = {'monitors.config.yaml': 'project: other\n', ...specs(GOOD, `${GOOD}/2`, `${GOOD}/3`)};
  expect((await run(renamed, {inputs})).exitCode).toBe(0);
  expect(scrapes()).toHaveLength(2);
  expect(triesComments()[1]).toMatch(/2 changed pages tried, 2 of 2 credits used[\s\S]*`try-credits` is used up/);
});

test('of a PDF only the first page is fetched: the limit does not know how many there are', async () => {
  await run({
    'monitors/a.yaml': specOf(`${GOOD}/1`),
    'monitors/b.yaml': specOf(`${GOOD}/2`, '{parsers: [{type: pdf, mode: fast, maxPages: 900}]}'),
    'monitors/c.yaml': specOf(`${GOOD}/3`, '{parsers: []}'),
  });
  const sent = scrapes().map(({body}) => JSON.parse(body));
  expect(sent.sort((one, other) => (one.url < other.url ? -1 : 1)).map(({parsers}) => parsers)).toEqual([
    [{type: 'pdf', maxPages: 1}],
    [{type: 'pdf', mode: 'fast', maxPages: 1}],
    [],
  ]);
});

test('no reference is resolved, and nothing that acts is sent: such pages are named', async () => {
  const ended = await run({
    'monitors/a.yaml': specOf(GOOD, '{headers: {Authorization: "Bearer ${env:TOKEN}"}}'),
    'monitors/b.yaml': specOf(GOOD, '{headers: {X-A: b}}'),
    'monitors/c.yaml': specOf(GOOD, '{actions: [{type: wait, milliseconds: 500}]}'),
    'monitors/d.yaml': specOf(GOOD, '{profile: {name: shop}}'),
    'monitors/e.yaml': specOf(GOOD, '{minAge: 60000}'),
  });
  expect({exitCode: ended.exitCode, scraped: scraped()}).toEqual({exitCode: 0, scraped: []});
  for (const key of ['a', 'b', 'c', 'd', 'e']) expect(triesComments()[0]).toContain(`try it yourself with \`monitors try ${key}\``);
  expect(JSON.stringify([ended, github.comments])).not.toContain(SECRET);
});

test('S63: only options whose price is known are sent, whatever the config of the pull request allows', async () => {
  const unpriced = {
    agent: '{agent: {model: big}}',
    webhook: '{webhook: "https://evil.example/x"}',
    Actions: '{Actions: [{type: wait, milliseconds: 500}]}',
    auditMetadata: '{auditMetadata: {username: boss}}',
    inner: '{location: {country: DE, agent: x}}',
  };
  const allowed = ['agent', 'webhook', 'Actions', 'location.agent'].map(name => `targets.*.scrapeOptions.${name}`);
  const config = `project: acme\nservice: {allowFields: [${allowed.join(', ')}]}\n`;
  const files = Object.entries(unpriced).map(([name, options]) => [`monitors/${name}.yaml`, specOf(`${GOOD}/${name}`, options)]);
  const ended = await run({'monitors.config.yaml': config, ...Object.fromEntries(files)});
  // Some of these are refused as specs by a version, which sends nothing either.
  expect({scraped: scraped(), spent: recordOf(triesComments()[0]).match(/tried:1 (\d+)/)?.[1] ?? '0', code: ended.exitCode}).toMatchObject({
    scraped: [],
    spent: '0',
  });
});

test('S63: what a page adds to the estimate counts for the limit', async () => {
  await run({
    'monitors/a.yaml': specOf(GOOD, '{redactPII: true}'),
    'monitors/b.yaml': specOf('https://x.com/acme'),
    'monitors/c.yaml': specOf(`${GOOD}/3`, '{auditMetadata: {username: boss}}'),
  });
  expect(scraped()).toEqual([GOOD]);
  expect(recordOf(triesComments()[0])).toMatch(/monitors-tried:1 5 /);
  expect(triesComments()[0]).toContain('not tried: `https://x.com/acme` of `b`: `try-credits` is used up');
  expect(triesComments()[0]).toContain('it has `auditMetadata`');
});

test('what only the config allows has no price: it is not sent, and named in the comment', async () => {
  const config = `project: acme
service: {allowFields: [targets.*.scrapeOptions.newThing], allowValues: [targets.*.scrapeOptions.proxy=premium]}
`;
  await run({
    'monitors.config.yaml': config,
    'monitors/a.yaml': specOf(GOOD, '{newThing: 1}'),
    'monitors/b.yaml': specOf(GOOD, '{proxy: premium}'),
  });
  expect(scraped()).toEqual([]);
  for (const key of ['a', 'b']) expect(triesComments()[0]).toContain(`try it yourself with \`monitors try ${key}\``);
  const plan = github.comments.map(({body}) => body).find(body => body.includes('monitors-plan')) ?? '';
  expect(plan).toContain('proxy=premium');
});

test('never for forks, and only in pull requests', async () => {
  const fork = await run(specs(BAD), {isFork: true, hasKey: false});
  expect(fork).toMatchObject({exitCode: 0, stdout: expect.stringContaining('No page was tried')});
  const keyed = await run(specs(BAD), {isFork: true});
  expect(keyed).toMatchObject({exitCode: 3, commands: [{properties: {title: 'action/unsafe-event'}}]});
  const sha = repository.commit('main', specs(BAD));
  const {directory} = repository.checkOut({branch: 'main'});
  const inputs = {command: 'plan', try: 'changed', 'try-credits': '10', 'api-key': API_KEY, 'base-url': emulator.url};
  const push = await runAction({checkout: directory, event: pushEvent(sha), github, inputs});
  expect(push).toMatchObject({exitCode: 0, stdout: expect.stringContaining('No page was tried')});
  expect(scrapes()).toEqual([]);
});

test.each([
  {name: 'no try-credits', inputs: {'try-credits': ''}, says: 'try needs try-credits'},
  {name: 'no number', inputs: {'try-credits': 'many'}, says: 'try-credits cannot be'},
  {name: 'another word', inputs: {try: 'all'}, says: 'try cannot be'},
])('$name is refused', async ({inputs, says}) => {
  const ended = await run(specs(GOOD), {inputs});
  expect(ended).toMatchObject({exitCode: 3, commands: [{properties: {title: 'action/bad-input'}, message: expect.stringContaining(says)}]});
  expect(scrapes()).toEqual([]);
});

test('a limit in the config is no limit: it does not set one', async () => {
  const ended = await run({...specs(GOOD), 'monitors.config.yaml': 'project: acme\ntry-credits: 1000\n'}, {inputs: {'try-credits': '0'}});
  expect(ended.exitCode).not.toBe(0);
  expect(scrapes()).toEqual([]);
});

describe('S25: nothing is paid for that the comment does not say before', () => {
  test.each([
    {name: 'the comments can not be read', method: 'GET', answer: 500},
    {name: 'the comment can not be written', method: 'POST', answer: 403},
  ] as const)('$name', async ({method, answer}) => {
    github.fail({method, path: '/issues/7/comments', answer, when: 'before', times: 1000});
    const ended = await run(specs(GOOD));
    expect(ended).toMatchObject({exitCode: 0, commands: [{command: 'notice', properties: {title: 'action/comment-failed'}}]});
    expect(scrapes()).toEqual([]);
  });

  test('an edited comment stops it; the comment of somebody else counts for nothing', async () => {
    github.addComment(7, 'stranger', '<!-- monitors-tries acme default monitors.state.json -->\n<!-- monitors-tried:1 0 -->\n');
    expect((await run(specs(GOOD))).exitCode).toBe(0);
    expect(scrapes()).toHaveLength(1);
    const own = github.comments.find(({author, body}) => author !== 'stranger' && body.startsWith('<!-- monitors-tries'));
    own!.body = own!.body.replace(/monitors-tried:1 \d+/, 'monitors-tried:1 -9');
    const ended = await run(specs(`${GOOD}/2`));
    expect(ended.commands).toMatchObject([{message: expect.stringContaining('was edited')}]);
    expect(scrapes()).toHaveLength(1);
  });

  test('of two runs at once that both make the comment, the one whose comment came second pays nothing', async () => {
    const other = '<!-- monitors-tries acme default monitors.state.json -->';
    const record = '<!-- monitors-tried:1 1 0123456789abcdef0123? -->';
    github.interleave({method: 'POST', path: '/issues/7/comments', when: 'before', text: 'monitors-tried'}, () => {
      github.addComment(7, 'github-actions[bot]', `${other}\n${record}\n\nbeing tried`);
    });
    const ended = await run(specs(GOOD));
    expect(ended).toMatchObject({exitCode: 0, commands: [{command: 'notice', message: expect.stringContaining('another run')}]});
    expect(scrapes()).toEqual([]);
    // Its comment spends nothing.
    expect(triesComments().map(recordOf)).toEqual([record, '<!-- monitors-tried:1 0 -->']);
    expect((await run(specs(GOOD))).exitCode).toBe(0);
    expect(scraped()).toEqual([GOOD]);
  });

  test('of two runs at once that both update the comment, one whose record is gone before it pays pays nothing', async () => {
    await run(specs(GOOD));
    github.interleave({method: 'PATCH', path: '/issues/comments/', when: 'after', text: 'monitors-tried'}, () => {
      const comment = github.comments.find(({body}) => body.startsWith('<!-- monitors-tries'));
      comment!.body = comment!.body.replace(/monitors-tried:1 .*-->/, 'monitors-tried:1 2 0123456789abcdef0123? -->');
    });
    const ended = await run(specs(GOOD, `${GOOD}/2`));
    expect(ended).toMatchObject({exitCode: 0, commands: [{message: expect.stringContaining('another run')}]});
    expect(scraped()).toEqual([GOOD]);
    expect(recordOf(triesComments()[0])).toContain('0123456789abcdef0123?');
  });

  test.each<{name: string; action: Fault; spends: boolean}>([
    {name: 'an answer that is lost may have been charged: never again', action: {do: 'drop', work: 'done'}, spends: true},
    {name: 'a page that is not charged may be tried again', action: {do: 'answer', status: 400}, spends: false},
  ])('$name', async ({action, spends}) => {
    emulator.setFaults({faults: [{when: {operation: 'scrape'}, times: 1, ...action}]});
    expect((await run(specs(GOOD))).exitCode).toBe(0);
    await run({'README.md': 'more\n'});
    expect(scrapes()).toHaveLength(spends ? 1 : 2);
    if (spends) expect(triesComments()[0]).toContain('paid for before, without an answer: try it yourself');
  });

  test('a service that fetches no pages is named, and nothing counts as spent', async () => {
    emulator.setFaults({faults: [{when: {operation: 'scrape'}, do: 'answer', status: 404, body: '<html>no</html>'}]});
    const ended = await run(specs(GOOD));
    expect(ended).toMatchObject({exitCode: 3, commands: [{properties: {title: 'live/not-offered'}}]});
    expect(recordOf(triesComments()[0])).toBe('<!-- monitors-tried:1 0 -->');
  });
});

test('hostile names and pages stay code in the comment', async () => {
  const url = 'https://plain.site.example/`|<script>@team::set-output';
  await run({'monitors/x.yaml': specOf(url)});
  const [comment = ''] = triesComments();
  expect(comment.replace(/(`+)[\s\S]*?[^`]\1(?!`)/g, '')).not.toMatch(/<script>|@team/);
});
