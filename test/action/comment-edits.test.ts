import {specFor} from '../world/cli';
import {type MergeWorld, PROJECT, startMergeWorld} from '../world/merge-world';
import {API_KEY} from '../world/service';

/** Anyone who can write may edit or delete a comment of a bot: GitHub knows who did. */
let world: MergeWorld;
beforeEach(async () => {
  world = await startMergeWorld(PROJECT);
});
afterEach(() => world.close());

const BOT = 'github-actions[bot]';
const planComment = () => world.github.comments.find(({body}) => body.startsWith('<!-- monitors-plan '))!;

/** A pull request whose second push nobody reviewed: the comment is put back, or written to show it. */
async function attack(by: string | null) {
  const pull = await world.openPullRequest({'monitors/shop.yaml': specFor('shop')});
  const forged = await world.updatePullRequest(pull, {'monitors/evil.yaml': specFor('evil')});
  const shown = planComment().body;
  await world.updatePullRequest(forged, {'monitors/evil.yaml': null});
  world.repository.commit(pull.branch, {'monitors/evil.yaml': specFor('evil')});
  world.github.editComment(planComment(), by, shown);
  return world.apply(world.mergePullRequest(pull));
}

describe('S61: an edited comment approves nothing, and its editor is named', () => {
  test.each([
    {by: 'mallory', named: '"mallory"'},
    {by: 'another-app[bot]', named: '"another-app"'},
    {by: 'github-actions', named: '"github-actions"'},
    {by: null, named: 'an unknown account'},
  ])('by $named', async ({by, named}) => {
    const ended = await attack(by);
    expect(ended).toMatchObject({exitCode: 3, outputs: {'failure-reason': 'plan-changed'}});
    expect(ended.stdout).toContain(`the comment of #1 was edited by ${named} and approves nothing`);
    expect(world.monitors()).toEqual([]);
  });

  test('the token itself may, as its own updates do: whoever may run a workflow with it is trusted', async () => {
    expect(await attack(BOT)).toMatchObject({exitCode: 0, outputs: {created: '2'}});
  });
});

test('S83: a comment that the job of a merged pull request wrote again approves nothing', async () => {
  const pull = await world.openPullRequest({'monitors/shop.yaml': specFor('shop')});
  world.repository.commit(pull.branch, {'monitors/evil.yaml': specFor('evil')});
  const merge = world.mergePullRequest(pull);
  expect(await world.apply(merge)).toMatchObject({exitCode: 3, outputs: {'failure-reason': 'plan-changed'}});
  await world.planPullRequest(pull);
  expect(planComment().body).toContain('evil');
  const ended = await world.apply(merge);
  expect(ended).toMatchObject({exitCode: 3, outputs: {'failure-reason': 'plan-changed'}});
  expect(ended.stdout).toContain('the comment of #1 was written after the merge and approves nothing');
  expect(world.monitors()).toEqual([]);
});

test('S61: no answer about the editor is refused, and nothing is created', async () => {
  const pull = await world.openPullRequest({'monitors/shop.yaml': specFor('shop')});
  const merge = world.mergePullRequest(pull);
  for (const answer of [502, 404, 403] as const) {
    world.github.fail({method: 'POST', path: '/graphql', answer, when: 'before', times: 8});
    const ended = await world.apply(merge);
    expect(ended).toMatchObject({exitCode: 3, commands: [{command: 'error', properties: {title: 'git/review-unknown'}}]});
    world.github.fail({method: 'POST', path: '/graphql', answer, when: 'before', times: 0});
  }
  expect(world.monitors()).toEqual([]);
});

test('S67: a rate limit of the question who edited a comment passes', async () => {
  const merge = world.mergePullRequest(await world.openPullRequest({'monitors/shop.yaml': specFor('shop')}));
  const json = {errors: [{type: 'RATE_LIMITED', message: 'API rate limit exceeded for installation ID 7.'}]};
  world.github.fail({method: 'POST', path: '/graphql', answer: 200, when: 'before', json, times: 3});
  expect(await world.apply(merge)).toMatchObject({exitCode: 0, outputs: {created: '1'}});
});

test('an edit is undone by the next run of the pull request, also one that put the same text back', async () => {
  const pull = await world.openPullRequest({'monitors/shop.yaml': specFor('shop')});
  const comment = planComment();
  const {body} = comment;
  world.github.editComment(comment, 'mallory', 'nothing to see');
  world.github.editComment(comment, 'mallory', body);
  const again = await world.updatePullRequest(pull, {'README.md': 'more\n'});
  expect(planComment().edited).toEqual({by: BOT});
  expect(await world.apply(world.mergePullRequest(again))).toMatchObject({exitCode: 0, outputs: {created: '1'}});
});

test('with `comment: never` nobody is asked', async () => {
  const pull = await world.openPullRequest({'monitors/shop.yaml': specFor('shop')}, {inputs: {comment: 'never'}});
  const merge = world.mergePullRequest(pull);
  expect(await world.apply(merge, {inputs: {comment: 'never'}})).toMatchObject({exitCode: 0, outputs: {created: '1'}});
  expect(world.github.requests).toEqual([]);
});

describe('S62: what was spent on tries', () => {
  const page = (name: string) => ({
    [`monitors/${name}.yaml`]: `name: ${name}\nschedule: {text: hourly}\ntargets: [{type: scrape, urls: ["https://plain.site.example/${name}"]}]\n`,
  });
  const inputs = () => ({command: 'plan', try: 'changed', 'try-credits': '1', 'api-key': API_KEY, 'base-url': world.emulator.url});
  const scrapes = () => world.emulator.requests().filter(({path}) => path === '/v2/scrape').length;
  const tries = () => world.github.comments.find(({body}) => body.startsWith('<!-- monitors-tries '))!;
  const open = async () => {
    const pull = await world.openPullRequest(page('a'), {inputs: inputs()});
    expect(scrapes()).toBe(1);
    return pull;
  };
  const again = (pull: {readonly number: number}) => {
    world.repository.commit(`change-${pull.number}`, page('b'));
    return world.planPullRequest(pull, {inputs: inputs()});
  };

  test('an edited comment ends them, and names the editor', async () => {
    const pull = await open();
    world.github.editComment(tries(), 'mallory', tries().body.replace(/monitors-tried:1 1 /, 'monitors-tried:1 0 '));
    const {commands} = (await again(pull)).run;
    expect(commands).toMatchObject([{message: expect.stringContaining('"mallory" edited the comment with the credits used')}]);
    expect(scrapes()).toBe(1);
  });

  test('a deleted comment ends them', async () => {
    const pull = await open();
    world.github.deleteComment(tries());
    const {commands} = (await again(pull)).run;
    expect(commands).toMatchObject([{message: expect.stringContaining('a comment of this bot was deleted')}]);
    expect(scrapes()).toBe(1);
  });

  test('a deleted comment of somebody else, behind a hundred others, ends nothing', async () => {
    const pull = await open();
    for (let index = 0; index < 150; index++) world.github.deleteComment(world.github.addComment(pull.number, 'alice', `Remark ${index}`));
    expect((await again(pull)).run.commands).toEqual([]);
    world.github.deleteComment(world.github.addComment(pull.number, BOT, 'other words of this bot'));
    expect((await again(pull)).run.commands).toMatchObject([{message: expect.stringContaining('was deleted')}]);
  });
});
