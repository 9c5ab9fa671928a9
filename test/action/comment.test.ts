import {GITHUB_TOKEN, pullRequestEvent, removeRunnerFiles, runAction} from '../world/action-run';
import {specFor} from '../world/cli';
import {type FakeGitHub, type GitHubFault, startGitHub} from '../world/github';
import {type Checkout, type HostedRepository, hostRepository} from '../world/hosted-repository';

let repository: HostedRepository;
let github: FakeGitHub;
let checkout: Checkout;

const PULL = {number: 7, pullRequest: 7, branch: 'feature', base: 'main'} as const;

beforeAll(() => {
  repository = hostRepository({'monitors.config.yaml': 'project: acme-web\n', 'monitors/shop.yaml': specFor('shop')});
  repository.commit('feature', {'monitors/docs.yaml': specFor('docs')});
  checkout = repository.checkOut(PULL);
});

afterAll(() => repository.remove());

beforeEach(async () => {
  github = await startGitHub({token: GITHUB_TOKEN});
});

afterEach(async () => {
  await github.close();
  removeRunnerFiles();
});

function run(server: FakeGitHub = github) {
  return runAction({checkout: checkout.directory, event: pullRequestEvent(repository, checkout.sha, PULL), github: server});
}

const CREATE = {method: 'POST', path: '/issues/7/comments'} as const;
const LIST = {method: 'GET', path: '/issues/7/comments'} as const;

const faults: readonly {readonly name: string; readonly faults: readonly GitHubFault[]; readonly posts: number}[] = [
  {name: 'S5: a 502 after the comment was made', faults: [{...CREATE, answer: 502, when: 'after'}], posts: 1},
  {name: 'S5: a connection that broke after the comment was made', faults: [{...CREATE, answer: 'drop', when: 'after'}], posts: 1},
  {name: 'S5: a 502 before anything was done', faults: [{...CREATE, answer: 502, when: 'before'}], posts: 2},
  {name: 'S5: a 429', faults: [{...CREATE, answer: 429, when: 'before'}], posts: 2},
  {
    name: 'S5: a 502 after the work, and a list that fails as well',
    faults: [
      {...CREATE, answer: 502, when: 'after'},
      {...LIST, answer: 503, when: 'before'},
    ],
    posts: 1,
  },
  {name: 'S5: a 502 to the question whose token it is', faults: [{method: 'GET', path: '/user', answer: 502, when: 'before'}], posts: 1},
  {name: 'S5: a list that fails twice', faults: [{...LIST, answer: 500, when: 'before', times: 2}], posts: 1},
];

test.each(faults)('$name ends with one comment', async ({faults: script, posts}) => {
  for (const fault of script) github.fail(fault);
  const ended = await run();
  expect(ended).toMatchObject({exitCode: 0, commands: []});
  expect(github.comments).toHaveLength(1);
  expect(ended.outputs['comment-id']).toBe(String(github.comments[0]?.id));
  expect(github.requests.filter(request => request.startsWith('POST /repos'))).toHaveLength(posts);
});

test('S5: a server that answers 502 for good gets a few requests, and the plan stands in the summary', async () => {
  github.fail({...CREATE, answer: 502, when: 'before', times: 1000});
  const ended = await run();
  expect(ended).toMatchObject({exitCode: 0, outputs: {changes: 'true'}});
  expect(ended.commands).toMatchObject([{command: 'notice', properties: {title: 'action/comment-failed'}}]);
  expect(ended.commands[0]?.message).toMatch(/GitHub answered 502\nhint: run the job again$/);
  expect(ended.summary).toContain('### `acme-web`: 2 to create, about +');
  expect(github.requests.filter(request => request.startsWith('POST /repos'))).toHaveLength(4);
});

const SECONDARY = 'You have exceeded a secondary rate limit. Please wait a few minutes before you try again.';

test('S67: a secondary rate limit passes, although GitHub answers it like a missing permission', async () => {
  github.fail({...CREATE, answer: 403, when: 'before', message: SECONDARY, times: 2});
  github.fail({...LIST, answer: 403, when: 'before', message: 'slow down', headers: {'retry-after': '0'}});
  expect(await run()).toMatchObject({exitCode: 0, commands: []});
  expect(github.comments).toHaveLength(1);
});

test('S67: one that does not pass is named as what it is, and asks for no permission', async () => {
  github.fail({...CREATE, answer: 403, when: 'before', message: SECONDARY, times: 1000});
  const ended = await run();
  expect(ended.commands).toMatchObject([{command: 'notice', properties: {title: 'action/comment-failed'}}]);
  expect(ended.commands[0]?.message).toMatch(/secondary rate limit.*\nhint: run the job again$/);
});

test('S79: a pull request with too many comments asks for no permission', async () => {
  const message = 'Commenting is disabled on issues with more than 2500 comments';
  github.fail({...CREATE, answer: 422, when: 'before', message});
  const [notice] = (await run()).commands;
  expect(notice).toMatchObject({command: 'notice', properties: {title: 'action/comment-failed'}});
  expect(notice?.message).toMatch(/2500 comments\nhint: open another pull request/);
});

test("S67: while the token's owner can't be asked for its limit, nobody else's name is taken for it", async () => {
  const server = await startGitHub({token: GITHUB_TOKEN, identity: 'octocat'});
  try {
    server.fail({method: 'GET', path: '/user', answer: 403, when: 'before', message: SECONDARY, times: 2});
    await run(server);
    expect(server.comments).toMatchObject([{author: 'octocat'}]);
    expect(server.requests).not.toContain('POST /graphql');
  } finally {
    await server.close();
  }
});

test.each([{type: 'RATE_LIMIT', message: 'API limit of user ID 7 reached'}, {message: SECONDARY}])(
  'S67: the same of GraphQL, which answers 200 to it: $message',
  async error => {
    const server = await startGitHub({token: GITHUB_TOKEN, identity: 'acme-bot[bot]'});
    try {
      server.addComment(7, 'github-actions[bot]', '<!-- monitors-plan acme%2Dweb default monitors.state.json -->\n');
      server.fail({method: 'POST', path: '/graphql', answer: 200, when: 'before', json: {data: null, errors: [error]}, times: 2});
      expect(await run(server)).toMatchObject({exitCode: 0, commands: []});
      expect(server.comments.map(({author}) => author)).toEqual(['github-actions[bot]', 'acme-bot[bot]']);
      expect(server.requests.filter(request => request === 'POST /graphql')).toHaveLength(3);
    } finally {
      await server.close();
    }
  },
);

test('a comment that cannot be looked for is never created', async () => {
  github.fail({...LIST, answer: 500, when: 'before', times: 1000});
  const ended = await run();
  expect(ended).toMatchObject({exitCode: 0, commands: [{command: 'notice'}]});
  expect(github.comments).toEqual([]);
});

test('a wrong token is refused once, and its text is nowhere', async () => {
  const other = await startGitHub({token: 'another'});
  try {
    const ended = await run(other);
    expect(ended).toMatchObject({exitCode: 0, commands: [{command: 'notice'}]});
    expect(ended.commands[0]?.message).toMatch(/GitHub answered 401: Bad credentials\nhint: add .*pull-requests: write/);
    expect(JSON.stringify(ended)).not.toContain(GITHUB_TOKEN);
  } finally {
    await other.close();
  }
});

test("S17: GitHub's words are cut, masked and one line, whatever they hold", async () => {
  const message = `no\n::error::\x1b[31m ##[add-mask]${GITHUB_TOKEN} ${'long '.repeat(1_000_000)}`;
  github.fail({...CREATE, answer: 403, when: 'before', message});
  const ended = await run();
  expect(ended.commands).toMatchObject([{command: 'notice', properties: {title: 'action/comment-failed'}}]);
  expect(ended.commands[0]?.message.length).toBeLessThan(1000);
  expect(ended.commands[0]?.message).toContain('GitHub answered 403: no\\n');
  expect(ended.stdout).not.toMatch(/\x1b|##\[/);
  expect(JSON.stringify(ended)).not.toContain(GITHUB_TOKEN);
});

test.each([
  {name: 'a web page', answer: 200},
  {name: 'a redirect', answer: 302},
  {name: 'a 404', answer: 404},
])('$name in place of the list is no list without comments: none is made', async ({answer}) => {
  github.fail({...LIST, answer, when: 'before', times: 1000});
  const ended = await run();
  expect(ended).toMatchObject({exitCode: 0, commands: [{command: 'notice', properties: {title: 'action/comment-failed'}}]});
  expect(ended.summary).toContain('### `acme-web`: 2 to create, about +');
  expect(github.comments).toEqual([]);
});

test('the comment is found behind 250 others, and before 50 that quote it', async () => {
  for (let index = 0; index < 250; index++) github.addComment(7, 'alice', `Remark ${index}`);
  await run();
  const own = github.comments.at(-1);
  for (let index = 0; index < 50; index++) github.addComment(7, 'mallory', String(own?.body));
  const ended = await run();
  expect(ended.outputs['comment-id']).toBe(String(own?.id));
  expect(github.comments).toHaveLength(301);
});

test('of two comments, by whatever accident, the first is kept up to date', async () => {
  await run();
  const [first] = github.comments;
  github.addComment(7, 'github-actions[bot]', String(first?.body));
  (first as {body: string}).body += 'old';
  await run();
  expect(github.comments.map(({body}) => body.endsWith('old'))).toEqual([false, false]);
  expect(github.requests.at(-1)).toBe(`PATCH /repos/acme/web/issues/comments/${first?.id}`);
});

test('S68: a second comment, which two runs at once can leave, shows no old plan', async () => {
  await run();
  const [first] = github.comments;
  const second = github.addComment(7, 'github-actions[bot]', `${first?.body}old`);
  await run();
  expect(second.body).toBe(
    `${first?.body.split('\n')[0]}\n\nThis comment is no longer kept: the first one of this workflow in this pull request shows the plan.\n`,
  );
  const requests = github.requests.length;
  await run();
  expect(github.requests.slice(requests).filter(request => request.startsWith('PATCH'))).toEqual([]);
});

test("a person's token comments in the person's name, and finds it again", async () => {
  const server = await startGitHub({token: GITHUB_TOKEN, identity: 'octocat'});
  try {
    await run(server);
    await run(server);
    expect(server.comments).toMatchObject([{author: 'octocat'}]);
    expect(server.requests).not.toContain('POST /graphql');
  } finally {
    await server.close();
  }
});

test('where the server does not say who the token is, it is the identity of workflows', async () => {
  github.fail({method: 'POST', path: '/graphql', answer: 404, when: 'before'});
  await run();
  github.fail({method: 'POST', path: '/graphql', answer: 404, when: 'before'});
  await run();
  expect(github.comments).toMatchObject([{author: 'github-actions[bot]'}]);
});
