import {GITHUB_TOKEN} from '../world/action-run';
import {specFor} from '../world/cli';
import {type MergeWorld, startMergeWorld} from '../world/merge-world';
import {API_KEY} from '../world/service';
import {ENVIRONMENTS, onlyComment, planAll, sharedFor, titleOf} from '../world/shared-comment';

/** Who can write may edit the comment, jobs may write it at once, and specs hold any text: no environment approves for another. */
let world: MergeWorld;
beforeEach(async () => {
  world = await startMergeWorld(ENVIRONMENTS);
});
afterEach(() => world.close());

const BOT = 'github-actions[bot]';
const names = (...keys: string[]) => Object.fromEntries(keys.map(key => [`monitors/${key}.yaml`, specFor(key)]));
const open = async (files: Readonly<Record<string, string | null>>) =>
  planAll(world, await world.openPullRequest(files, sharedFor('staging')), [sharedFor('production')]);
const apply = (merge: {readonly sha: string}, environment: string) => world.apply(merge, {inputs: {environment}});
const commit = (number: number, files: Readonly<Record<string, string | null>>) => world.repository.commit(`change-${number}`, files);
const recordsOf = (body: string) => body.match(/^<!-- monitors-reviewed:1 .*$/gm) ?? [];

describe('S80: an edited shared comment', () => {
  test('approves nothing of any environment in it', async () => {
    const pull = await open(names('shop'));
    const merge = world.mergePullRequest(pull);
    world.github.editComment(onlyComment(world), 'mallory', `${onlyComment(world).body}nothing to see\n`);
    for (const environment of ['staging', 'production']) {
      const ended = await apply(merge, environment);
      expect(ended).toMatchObject({exitCode: 3, outputs: {'failure-reason': 'plan-changed'}});
      expect(ended.stdout).toContain('the comment of #1 was edited by "mallory" and approves nothing');
    }
  });

  test.each([true, false])('nor after one has written its own again; both count when both have: %s', async both => {
    const pull = await open(names('shop'));
    world.github.editComment(onlyComment(world), 'mallory', `${onlyComment(world).body}nothing to see\n`);
    await world.planPullRequest(pull, sharedFor('staging'));
    expect(titleOf(onlyComment(world).body)).toBe('## `staging`: 1 to create; `production`: not shown');
    expect(onlyComment(world).body).toContain('`mallory` edited this comment. Run the job of this environment again.');
    if (both) await world.planPullRequest(pull, sharedFor('production'));
    const merge = world.mergePullRequest(pull);
    expect(await apply(merge, 'staging')).toMatchObject({outputs: {created: '1'}});
    expect(await apply(merge, 'production')).toMatchObject(both ? {outputs: {created: '1'}} : {exitCode: 3});
  });

  test('hands no forged record on to the next write of the token', async () => {
    const pull = await open({...names('shop'), ...names('evil')});
    const [, evil = ''] = recordsOf(onlyComment(world).body);
    commit(pull.number, {'monitors/evil.yaml': null});
    await planAll(world, pull);
    const [, good = ''] = recordsOf(onlyComment(world).body);
    commit(pull.number, names('evil'));
    world.github.editComment(onlyComment(world), 'mallory', onlyComment(world).body.replace(good, evil));
    await world.planPullRequest(pull, sharedFor('staging'));
    expect(onlyComment(world).edited).toEqual({by: BOT});
    expect(onlyComment(world).body).not.toContain(evil);
    const ended = await apply(world.mergePullRequest(pull), 'production');
    expect(ended).toMatchObject({exitCode: 3, outputs: {'failure-reason': 'plan-changed'}});
    expect(world.monitors()).toEqual([]);
  });

  test('the same text put back is written again, so that the token is its editor', async () => {
    const pull = await world.openPullRequest(names('shop'), sharedFor('staging'));
    const {body} = onlyComment(world);
    world.github.editComment(onlyComment(world), 'mallory', 'nothing to see');
    world.github.editComment(onlyComment(world), 'mallory', body);
    await world.planPullRequest(pull, sharedFor('staging'));
    expect(onlyComment(world).edited).toEqual({by: BOT});
    expect(await apply(world.mergePullRequest(pull), 'staging')).toMatchObject({exitCode: 0, outputs: {created: '1'}});
  });

  test('that the token writes again while a merge reads it is judged by what the token wrote', async () => {
    const pull = await open({...names('shop'), ...names('evil')});
    const forged = onlyComment(world).body;
    commit(pull.number, {'monitors/evil.yaml': null});
    await planAll(world, pull);
    const sound = onlyComment(world).body;
    commit(pull.number, names('evil'));
    world.github.editComment(onlyComment(world), 'mallory', forged);
    const list = {method: 'GET', path: '/issues/1/comments', text: 'null', when: 'after'} as const;
    world.github.interleave(list, () => world.github.editComment(onlyComment(world), BOT, sound));
    const ended = await apply(world.mergePullRequest(pull), 'production');
    expect(ended).toMatchObject({exitCode: 3, outputs: {'failure-reason': 'plan-changed'}});
    expect(world.monitors()).toEqual([]);
  });

  test('is not written while GitHub does not say who edited it', async () => {
    const pull = await open(names('shop'));
    const {body} = onlyComment(world);
    commit(pull.number, names('docs'));
    const broken = {data: {nodes: [{id: 'another'}]}};
    world.github.fail({method: 'POST', path: '/graphql', answer: 200, when: 'before', json: broken, times: 20});
    const {run} = await world.planPullRequest(pull, sharedFor('staging'));
    expect(run).toMatchObject({exitCode: 0, commands: [{command: 'notice', properties: {title: 'action/comment-failed'}}]});
    expect(onlyComment(world).body).toBe(body);
  });
});

test('S62: a deleted comment approves nothing, and ends tries', async () => {
  const page = `name: a\nschedule: {text: hourly}\ntargets: [{type: scrape, urls: ["https://plain.site.example/a"]}]\n`;
  const pull = await open({'monitors/a.yaml': page});
  world.github.deleteComment(onlyComment(world));
  expect(await apply(world.mergePullRequest(pull), 'staging')).toMatchObject({exitCode: 3});
  const tries = {command: 'plan', try: 'changed', 'try-credits': '1', 'api-key': API_KEY, 'base-url': world.emulator.url};
  const {run} = await world.planPullRequest(pull, sharedFor('staging', tries));
  expect(run.commands).toMatchObject([{message: expect.stringContaining('a comment of this bot was deleted')}]);
  expect(world.emulator.requests().filter(({path}) => path === '/v2/scrape')).toEqual([]);
});

describe('S81: two jobs at once', () => {
  const titles = () => titleOf(onlyComment(world).body);
  const BOTH_THERE = '## `staging`: 2 to create; `production`: 2 to create';

  test('both sections are there in the end', async () => {
    const pull = await open(names('shop'));
    commit(pull.number, names('docs'));
    await Promise.all(['staging', 'production'].map(environment => world.planPullRequest(pull, sharedFor(environment))));
    expect(titles()).toBe(BOTH_THERE);
    expect(recordsOf(onlyComment(world).body)).toHaveLength(2);
  });

  test('both begin without a comment, and end in the first one', async () => {
    const pull = await world.openPullRequest({'README.md': 'words\n', ...names('shop')}, sharedFor('staging', {comment: 'never'}));
    await Promise.all(['staging', 'production'].map(environment => world.planPullRequest(pull, sharedFor(environment))));
    const [first, ...later] = world.github.comments;
    expect(titleOf(String(first?.body))).toBe('## `staging`: 1 to create; `production`: 1 to create');
    for (const {body} of later) expect(body).toContain('This comment is no longer kept');
  });

  test.each([
    {moment: 'between the read and the write', method: 'POST', path: '/graphql', text: 'body createdAt lastEditedAt', when: 'after'},
    {moment: 'before the write arrives', method: 'PATCH', path: '/comments/', text: 'staging', when: 'before'},
    {moment: 'over the write', method: 'PATCH', path: '/comments/', text: 'staging', when: 'after'},
  ] as const)('a write of the other one $moment', async ({moment, ...request}) => {
    const pull = await open(names('shop'));
    const before = onlyComment(world).body;
    commit(pull.number, names('docs'));
    await planAll(world, pull);
    const after = onlyComment(world).body;
    const parts = (body: string) => body.split('<!-- monitors-section -->\n');
    // What the job of production alone makes of the comment of the first commit.
    const [oldRecord = '', newRecord = ''] = [recordsOf(before)[1], recordsOf(after)[1]];
    const other = before.replace(oldRecord, newRecord).replace(String(parts(before)[2]), String(parts(after)[2]));
    world.github.editComment(onlyComment(world), BOT, before);
    world.github.interleave(request, () => world.github.editComment(onlyComment(world), BOT, other));
    await world.planPullRequest(pull, sharedFor('staging'));
    const [staging, production] = recordsOf(onlyComment(world).body);
    expect(staging).toBe(recordsOf(after)[0]);
    // A write that arrives last takes the other one's away: that job reads again after its own write, and puts it back.
    expect(production).toBe(moment === 'before the write arrives' ? oldRecord : newRecord);
  });
});

describe('hostile texts', () => {
  const MARKERS = ['staging', 'production'].map(name => `<!-- monitors-plan acme%2Dweb ${name} monitors.state.${name}.json -->`);

  test('forge no section, no marker and no record', async () => {
    const seen = await open({...names('evil')});
    const [, evil = ''] = recordsOf(onlyComment(world).body);
    commit(seen.number, {'monitors/evil.yaml': null});
    const forged = [...MARKERS, evil, '', '<!-- monitors-section -->', '### `production`: no changes', '', evil].join('\n');
    const key = 'a-monitors-section';
    const hostile = {
      name: `x\n${MARKERS[1]}`,
      goal: forged,
      schedule: {text: 'daily'},
      targets: [{type: 'scrape', urls: ['https://shop.example/']}],
    };
    const files = {[`monitors/${key}.yaml`]: JSON.stringify(hostile)};
    commit(seen.number, files);
    await world.planPullRequest(seen, sharedFor('staging'));
    const {body} = onlyComment(world);
    expect(body.match(/^<!-- monitors-section -->$/gm)).toHaveLength(2);
    expect(recordsOf(body)).toHaveLength(2);
    expect(titleOf(body)).toMatch(/^## `staging`: 1 to create; `production`: 1 to create \(of /);
    await world.planPullRequest(seen, sharedFor('production'));
    commit(seen.number, names('evil'));
    const merge = world.mergePullRequest(seen);
    const ended = await apply(merge, 'production');
    expect(ended).toMatchObject({exitCode: 3, outputs: {'failure-reason': 'plan-changed'}});
    expect(ended.stdout).toContain('create "evil"');
  });

  test('a short secret breaks no section', async () => {
    const words = {'github-token': GITHUB_TOKEN, 'api-key': 'section'};
    const pull = await world.openPullRequest(names('shop'), sharedFor('staging', words));
    await planAll(world, pull, [sharedFor('production', words)]);
    expect(titleOf(onlyComment(world).body)).toBe('## `staging`: 1 to create; `production`: 1 to create');
  });
});
