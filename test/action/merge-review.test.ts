import {pushEvent} from '../world/action-run';
import {specFor} from '../world/cli';
import {type MergeWorld, PROJECT, startMergeWorld} from '../world/merge-world';

/** Result of the merge for the plan that was reviewed. */
let world: MergeWorld;
const start = async (...args: Parameters<typeof startMergeWorld>) => {
  world = await startMergeWorld(...args);
  return world;
};
afterEach(() => world.close());

const SECOND = {'monitors/second.yaml': specFor('second')};
const EDITED = {'monitors/second.yaml': specFor('second').replace('hourly', 'daily')};

/** A pull request that was changed after its plan, and merged. */
async function mergeEdited() {
  const pull = await world.openPullRequest(SECOND);
  world.repository.commit(pull.branch, EDITED);
  return world.mergePullRequest(pull);
}

/** The plan of another pull request's files, as a comment of somebody else. */
async function forgeComment(number: number): Promise<void> {
  const {comments} = world.github;
  const own = comments.find(({issue}) => issue === number);
  const honest = own?.body ?? '';
  await world.updatePullRequest({number}, EDITED);
  world.github.addComment(number, 'mallory', own?.body ?? '');
  if (own !== undefined) own.body = honest;
}

describe('a plan that does what nobody has reviewed', () => {
  test.each(['workflow_dispatch', 'schedule', 'repository_dispatch'])('%s applies it and names it, unless told to compare', async name => {
    const {repository, openPullRequest, mergePullRequest, apply} = await start();
    const pull = await openPullRequest({'README.md': 'Hello\n'});
    repository.commit(pull.branch, {'monitors/hidden.yaml': specFor('hidden')});
    const {sha} = mergePullRequest(pull);
    const event = {...pushEvent(sha), name};
    const held = await apply({sha}, {event, inputs: {command: 'apply', compare: 'true'}});
    expect(held).toMatchObject({exitCode: 3, outputs: {'failure-reason': 'plan-changed'}});
    expect(await apply({sha}, {event})).toMatchObject({exitCode: 3, commands: [{properties: {title: 'action/wrong-event'}}]});
    const run = await apply({sha}, {event, inputs: {command: 'apply'}});
    expect(run).toMatchObject({exitCode: 0, outputs: {created: '2'}});
    expect(run.stdout).toContain('Changes that were not reviewed: create "hidden"');
  });

  test('is refused, with the changes by name and the ways out', async () => {
    const {apply, emulator, recordings} = await start();
    const run = await apply(await mergeEdited());
    expect(run).toMatchObject({exitCode: 3, outputs: {'failure-reason': 'plan-changed'}});
    expect(run.commands.at(-1)).toMatchObject({
      command: 'error',
      properties: {title: 'git/plan-changed'},
      message: expect.stringMatching(/create "second"[\s\S]*#1[\s\S]*workflow_dispatch/),
    });
    expect(run.commands.at(-1)?.message).not.toContain('"first"');
    expect([emulator.requests(), recordings()]).toEqual([[], []]);
  });

  test('goes on with on-plan-change: apply, and says what was not reviewed', async () => {
    const {apply} = await start();
    const run = await apply(await mergeEdited(), {inputs: {'on-plan-change': 'apply'}});
    expect(run).toMatchObject({exitCode: 0, outputs: {created: '2'}});
    expect(run.stdout).toContain('Changes that were not reviewed: create "second"');
  });

  test('goes on when a person starts the workflow by hand', async () => {
    const {apply, repository} = await start();
    await mergeEdited();
    const sha = repository.tipOf('main');
    const event = {name: 'workflow_dispatch', sha, ref: 'refs/heads/main', payload: {repository: {default_branch: 'main'}}};
    const run = await apply({sha}, {event, inputs: {command: 'apply'}});
    expect(run).toMatchObject({exitCode: 0, outputs: {created: '2'}});
    expect(run.stdout).toContain('Changes that were not reviewed: create "second" (no recently merged pull request');
  });

  test('S13: is refused also where somebody else has written a comment that holds it', async () => {
    const {apply, openPullRequest, mergePullRequest, github, emulator} = await start();
    const pull = await openPullRequest(SECOND);
    await forgeComment(pull.number);
    expect(github.comments.map(({author}) => author)).toEqual(['github-actions[bot]', 'mallory']);
    expect(await apply(mergePullRequest(pull))).toMatchObject({exitCode: 3, outputs: {'failure-reason': 'plan-changed'}});
    expect(emulator.requests()).toEqual([]);
  });

  test('is refused where the plan was cut, since nobody has seen the rest', async () => {
    const {apply, openPullRequest, mergePullRequest, github} = await start();
    const pull = await openPullRequest(SECOND);
    const [comment] = github.comments;
    if (comment !== undefined)
      comment.body = comment.body.replace(/(monitors-reviewed:1) complete (\w+) (\w+)[^-]*-->/, '$1 cut $2 $3 -->');
    const run = await apply(mergePullRequest(pull));
    expect(run).toMatchObject({exitCode: 3, outputs: {'failure-reason': 'plan-changed'}});
    expect(run.commands.at(-1)?.message).toContain('does not show the whole plan');
  });

  test('is refused where the pull request has no comment', async () => {
    const {apply, openPullRequest, mergePullRequest, github} = await start();
    const pull = await openPullRequest(SECOND, {inputs: {comment: 'never'}});
    expect(github.comments).toEqual([]);
    const run = await apply(mergePullRequest(pull));
    expect(run).toMatchObject({exitCode: 3, outputs: {'failure-reason': 'plan-changed'}});
    expect(run.commands.at(-1)?.message).toContain('#1 has no comment with changes');
  });
});

describe('a plan that goes on', () => {
  test('does less than what was reviewed, and says so', async () => {
    const {apply, openPullRequest, mergePullRequest, repository} = await start();
    const pull = await openPullRequest(SECOND);
    expect(await apply({sha: repository.tipOf('main')})).toMatchObject({exitCode: 0, outputs: {created: '1'}});
    const run = await apply(mergePullRequest(pull));
    expect(run).toMatchObject({exitCode: 0, outputs: {created: '1'}});
    expect(run.stdout).toContain('All changes of the plan were reviewed; 1 reviewed change is no longer needed.');
  });

  test.each([
    {name: 'a push without a pull request', link: null, inputs: {}, says: 'it was pushed without a pull request'},
    {name: 'a merge from a fork', link: {isFork: true}, inputs: {}, says: '#7 came from a fork'},
    {name: 'comment: never', link: {}, inputs: {comment: 'never'}, says: 'the input comment is never'},
  ])('has nothing to compare with: $name', async ({link, inputs, says}) => {
    const {apply, github, repository} = await start();
    const sha = repository.commit('main', SECOND);
    if (link !== null) github.linkCommit(sha, {number: 7, base: 'main', headSha: sha, mergeCommitSha: sha, merged: true, ...link});
    const run = await apply({sha}, {inputs});
    expect(run).toMatchObject({exitCode: 0, outputs: {created: '2'}});
    expect(run.stdout).toContain(`Not compared with a reviewed plan: ${says}`);
  });

  test('holds what a push without a pull request changed beside the merge', async () => {
    const {apply, openPullRequest, mergePullRequest, repository} = await start();
    const pull = await openPullRequest(SECOND);
    repository.commit('main', {'monitors/third.yaml': specFor('third')});
    expect(await apply(mergePullRequest(pull))).toMatchObject({exitCode: 0, outputs: {created: '3'}});
  });
});

test('where GitHub does not say what was reviewed, nothing is applied', async () => {
  const {apply, merge, github, emulator} = await start();
  const merged = await merge(SECOND);
  github.fail({method: 'GET', path: '/pulls', answer: 403, when: 'before', times: 99});
  const run = await apply(merged);
  expect(run).toMatchObject({exitCode: 3});
  expect(run.commands.at(-1)).toMatchObject({properties: {title: 'git/review-unknown'}});
  expect(emulator.requests()).toEqual([]);
});

test.each(['/pulls', '/comments', '/user'])('where GitHub stumbles once over %s, it is asked again', async path => {
  const {apply, merge, github} = await start();
  const merged = await merge(SECOND);
  github.fail({method: 'GET', path, answer: 502, when: 'before'});
  const run = await apply(merged);
  expect(run).toMatchObject({exitCode: 0, outputs: {'failure-reason': ''}});
  expect(run.stdout).toContain('All changes of the plan were reviewed.');
});

test('S9: a state that a pull request made up is refused after the merge, before any request', async () => {
  const {apply, merge, repository, emulator} = await start();
  await apply({sha: repository.tipOf('main')});
  const requests = emulator.requests().length;
  const forged = (repository.readFile('main', 'monitors.state.json') ?? '').replace(
    /"id":"[^"]+"/,
    '"id":"00000000-0000-4000-8000-000000000000"',
  );
  const run = await apply(await merge({...SECOND, 'monitors.state.json': forged}));
  expect(run).toMatchObject({exitCode: 3});
  expect(run.commands.at(-1)).toMatchObject({properties: {title: 'state/checksum'}});
  expect(emulator.requests()).toHaveLength(requests);
});

test('the state of a pull request is the base branch’s, so that what it says of itself changes no plan', async () => {
  const {apply, openPullRequest, repository} = await start({...PROJECT, 'monitors/first.yaml': specFor('first')});
  await apply({sha: repository.tipOf('main')});
  const {run} = await openPullRequest({...SECOND, 'monitors.state.json': '{}\n'});
  expect(run).toMatchObject({outputs: {'to-create': '1'}});
});
