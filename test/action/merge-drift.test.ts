import {bareSpecFor, specFor} from '../world/cli';
import {startAppliedWorld} from '../world/copied-world';
import type {MergeWorld} from '../world/merge-world';
import {API_KEY} from '../world/service';

/** Merges of monitors that somebody edits in the dashboard. */
const CONFIG = {'monitors.config.yaml': 'project: acme-web\nservice: {operations: full}\n'};
const FILES = {...CONFIG, 'monitors/first.yaml': specFor('first'), 'monitors/second.yaml': specFor('second')};
const DAILY = {'monitors/first.yaml': specFor('first').replace('hourly', 'daily')};
const WEEKLY = {schedule: {cron: '0 0 * * 1', timezone: 'UTC'}};
const REFRESH = {refresh: 'true'};

let world: MergeWorld;
afterEach(() => world.close());

async function startApplied(startsMs = 0): Promise<MergeWorld> {
  world = await startAppliedWorld(FILES, {operations: 'full', startsMs});
  return world;
}

const find = (name: string) => world.emulator.monitors().find(monitor => monitor.name === name)!;
const edit = (name: string, members: Parameters<MergeWorld['emulator']['dashboard']['edit']>[1]) =>
  world.emulator.dashboard.edit(find(name).id, members);

/** Requests from now on that change something. */
function watchWrites(): () => string[] {
  const before = world.emulator.requests().length;
  return () =>
    world.emulator
      .requests()
      .slice(before)
      .flatMap(({method, body}) => (method === 'GET' ? [] : [`${method} ${body}`]));
}

/** A pull request whose plan is made with the key: on a refreshed plan somebody sees what is put back. */
const withKey = () => ({...REFRESH, 'api-key': API_KEY, 'base-url': world.emulator.url});

describe('an edit in the dashboard', () => {
  test('K20: of a member that the merge would overwrite is a changed plan: both values are shown, nothing is sent', async () => {
    const {openPullRequest, mergePullRequest, apply} = await startApplied();
    const pull = await openPullRequest({...DAILY, 'monitors/third.yaml': specFor('third')});
    edit('first', WEEKLY);
    const writes = watchWrites();
    const run = await apply(mergePullRequest(pull));
    expect(run).toMatchObject({exitCode: 3, outputs: {'failure-reason': 'plan-changed'}});
    expect(run.commands.at(-1)?.message).toMatch(/update "first".*0 0 \* \* 1.*daily/);
    expect(writes()).toEqual([]);
  });

  test('of another member is no reason to stop: it stays, and the merge is applied, again and again', async () => {
    const {merge, apply} = await startApplied();
    edit('first', {retentionDays: 90});
    const writes = watchWrites();
    expect(await apply(await merge(DAILY))).toMatchObject({exitCode: 0, outputs: {'to-update': '1', failed: '0'}});
    expect(await apply(await merge({'monitors/first.yaml': specFor('first').replace('hourly', 'weekly')}))).toMatchObject({exitCode: 0});
    expect(writes()).toHaveLength(2);
    expect(find('first').retentionDays).toBe(90);
  });

  test('to just what the merge makes of it is no reason to stop', async () => {
    const {merge, apply} = await startApplied();
    edit('first', {retentionDays: 7});
    expect(await apply(await merge({'monitors/first.yaml': `${bareSpecFor('first')}retentionDays: 7\n`}))).toMatchObject({exitCode: 0});
  });

  test.each([
    {what: 'deletes', files: {'monitors/first.yaml': null}, says: /delete "first".*name is "by hand" in the service and "first" here/},
    {
      what: 'replaces',
      files: {'monitors/first.yaml': specFor('first')},
      says: /replace "first".*name is "by hand" in the service and "first" here/,
      webhook: 'webhook: {url: https://hooks.example.com/x}\n',
    },
  ])('of a monitor that the merge $what is a changed plan', async ({files, says, webhook = ''}) => {
    const {merge, apply} = await startApplied();
    if (webhook !== '')
      expect(await apply(await merge({'monitors/first.yaml': bareSpecFor('first') + webhook}))).toMatchObject({exitCode: 0});
    const merged = await merge(files);
    edit('first', {name: 'by hand'});
    const writes = watchWrites();
    for (const inputs of [{}, REFRESH]) {
      const run = await apply(merged, {inputs});
      expect(run).toMatchObject({exitCode: 3, outputs: {'failure-reason': 'plan-changed'}});
      expect(run.commands.at(-1)?.message).toMatch(says);
    }
    expect(writes()).toEqual([]);
  });

  test('between the look and the update fails that one change, as a changed plan', async () => {
    const {merge, apply, onPush, emulator} = await startApplied();
    const merged = await merge(DAILY);
    // The intents are pushed after the look and before the update.
    onPush(`curl -s -X PATCH ${emulator.url}/__emulator/monitors/${find('first').id} -d '${JSON.stringify(WEEKLY)}' > /dev/null; exit 0`);
    const run = await apply(merged);
    expect(run).toMatchObject({exitCode: 1, outputs: {failed: '1', 'failure-reason': 'plan-changed'}});
    expect(run.stdout).toMatch(/plan is stale for first.*0 0 \* \* 1/s);
  });

  test('holds a secret: neither of its values is shown', async () => {
    const {merge, apply} = await startApplied();
    const hook = (value: string) =>
      `${bareSpecFor('first')}webhook: {url: https://hooks.example.com/x, headers: {Authorization: ${value}}}\n`;
    expect(await apply(await merge({'monitors/first.yaml': hook('secret-one')}))).toMatchObject({exitCode: 0});
    edit('first', {webhook: {url: 'https://hooks.example.com/x', headers: {Authorization: 'secret-two'}}});
    const run = await apply(await merge({'monitors/first.yaml': hook('secret-three')}));
    expect(run).toMatchObject({exitCode: 3, outputs: {'failure-reason': 'plan-changed'}});
    expect(run.stdout + run.summary).not.toMatch(/secret-(?:one|two|three)/);
  });
});

describe('refresh: true', () => {
  test('on a pull request the plan shows what was changed, and the merge puts back what was reviewed', async () => {
    const {openPullRequest, mergePullRequest, apply, github} = await startApplied();
    edit('first', {...WEEKLY, retentionDays: 90});
    const pull = await openPullRequest(DAILY, {inputs: withKey()});
    expect(pull.run).toMatchObject({exitCode: 0, outputs: {'to-update': '1'}});
    expect(github.comments[0]?.body).toMatch(/retentionDays: 90 -> 30/);
    const run = await apply(mergePullRequest(pull), {inputs: REFRESH});
    expect(run).toMatchObject({exitCode: 0});
    expect(run.stdout).toContain('All changes of the plan were reviewed.');
    expect(find('first')).toMatchObject({retentionDays: 30, schedule: {cron: '0 0 * * *'}});
  });

  test('what was edited once more after the review is a changed plan', async () => {
    const {openPullRequest, mergePullRequest, apply} = await startApplied();
    edit('first', WEEKLY);
    const pull = await openPullRequest(DAILY, {inputs: withKey()});
    edit('first', {schedule: {cron: '0 0 1 * *', timezone: 'UTC'}});
    const run = await apply(mergePullRequest(pull), {inputs: REFRESH});
    expect(run).toMatchObject({exitCode: 3, outputs: {'failure-reason': 'plan-changed'}});
    expect(find('first').schedule).toMatchObject({cron: '0 0 1 * *'});
  });

  test('after the merge, what nobody has reviewed is left alone and said; the rest is applied', async () => {
    const {merge, apply} = await startApplied();
    edit('first', {retentionDays: 90});
    edit('second', {name: 'by hand'});
    const merged = await merge({...DAILY, 'monitors/third.yaml': specFor('third')});
    const run = await apply(merged, {inputs: REFRESH});
    expect(run).toMatchObject({exitCode: 0, outputs: {'to-update': '1', 'to-create': '1', created: '1'}});
    expect(run.stdout).toContain('Not reverted: "first" was changed in the service (retentionDays)');
    expect(run.stdout).toContain('Not reverted: "second" was changed in the service (name)');
    expect(run.summary).toContain('Not reverted');
    expect(find('first')).toMatchObject({retentionDays: 90, schedule: {cron: '0 0 * * *'}});
    expect(world.monitors()).toEqual(['by hand', 'first', 'third']);
  });

  test('after a merge that changes nothing, drift is left alone, and nothing is sent', async () => {
    const {merge, apply} = await startApplied();
    edit('first', {retentionDays: 90});
    const writes = watchWrites();
    const run = await apply(await merge({'README.md': 'Hello\n'}), {inputs: REFRESH});
    expect(run).toMatchObject({exitCode: 0});
    expect(run.stdout).toContain('Not reverted');
    expect(writes()).toEqual([]);
  });

  test('after the merge, what it would overwrite is a changed plan with both values', async () => {
    const {merge, apply} = await startApplied();
    const merged = await merge(DAILY);
    edit('first', WEEKLY);
    const writes = watchWrites();
    const run = await apply(merged, {inputs: REFRESH});
    expect(run).toMatchObject({exitCode: 3, outputs: {'failure-reason': 'plan-changed'}});
    expect(run.commands.at(-1)?.message).toMatch(/update "first".*0 0 \* \* 1.*daily/);
    expect(writes()).toEqual([]);
  });

  test.each([
    {how: 'by hand', start: {}, name: 'workflow_dispatch'},
    {how: 'with on-plan-change: apply', start: {'on-plan-change': 'apply'}, name: 'push'},
  ])('started $how, everything is put back', async ({start, name}) => {
    const {merge, apply, repository} = await startApplied();
    const {sha} = await merge(DAILY);
    edit('first', {...WEEKLY, retentionDays: 90});
    const payload = {ref: 'refs/heads/main', repository: {full_name: 'acme/web', default_branch: 'main'}};
    const event = {name, sha, ref: 'refs/heads/main', payload: {...payload, after: repository.tipOf('main')}};
    const run = await apply({sha}, {event, inputs: {command: 'apply', ...REFRESH, ...start}});
    expect(run).toMatchObject({exitCode: 0});
    expect(find('first')).toMatchObject({retentionDays: 30, schedule: {cron: '0 0 * * *'}});
  });

  test('a monitor that somebody deleted is not paid for again by a merge that is about something else', async () => {
    const {merge, apply, emulator, letTimePass} = await startApplied(600_000);
    letTimePass();
    emulator.dashboard.delete(find('second').id);
    const run = await apply(await merge(DAILY), {inputs: REFRESH});
    expect(run).toMatchObject({exitCode: 0, outputs: {'to-create': '0'}});
    expect(world.monitors()).toEqual(['first']);
  });

  test('needs full operations and the key, and is refused for a fork', async () => {
    const {openPullRequest, repository, emulator} = await startApplied();
    expect((await openPullRequest(DAILY, {inputs: REFRESH})).run).toMatchObject({
      exitCode: 3,
      commands: [{properties: {title: 'config/no-key'}}, {properties: {title: 'config/no-address'}}],
    });
    const create = await openPullRequest({'monitors.config.yaml': 'project: acme-web\n'}, {inputs: withKey()});
    expect(create.run).toMatchObject({exitCode: 3});
    expect(create.run.commands.at(-1)?.message).toContain('needs full operations');
    const {runAction, pullRequestEvent} = await import('../world/action-run');
    const {directory, sha} = repository.checkOut({pullRequest: 1, branch: 'change-1', base: 'main'});
    const before = emulator.requests().length;
    const event = pullRequestEvent(repository, sha, {number: 1, branch: 'change-1', isFork: true});
    const run = await runAction({checkout: directory, event, inputs: {...REFRESH, 'base-url': emulator.url}});
    expect(run).toMatchObject({exitCode: 3, commands: [{properties: {title: 'action/unsafe-event'}}]});
    expect(run.commands[0]?.message).toContain('refresh');
    expect(emulator.requests()).toHaveLength(before);
  });

  test('takes true and false', async () => {
    const {openPullRequest} = await startApplied();
    const {run} = await openPullRequest(DAILY, {inputs: {refresh: 'yes'}});
    expect(run).toMatchObject({exitCode: 3, commands: [{properties: {title: 'action/bad-input'}}]});
  });
});
