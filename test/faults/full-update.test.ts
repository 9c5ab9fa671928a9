import {tell} from '../world/apply-world';
import {expectSettled, FullWorld, type FullWorldStart, specOf} from '../world/full-world';

const worlds: FullWorld[] = [];
afterEach(async () => {
  for (const world of worlds.splice(0)) await world.close();
});

/** A world in which these specs are applied already. */
async function applied(specs: Readonly<Record<string, string>>, start: FullWorldStart = {}): Promise<FullWorld> {
  const world = await FullWorld.start(start);
  worlds.push(world);
  world.write(specs);
  if (Object.keys(specs).length > 0) await world.apply();
  return world;
}

/** The bodies of the PATCH requests so far, in order. */
function patches({emulator}: FullWorld): unknown[] {
  return emulator
    .requests()
    .filter(({method}) => method === 'PATCH')
    .map(({body}) => JSON.parse(body));
}

const webhook = (extra = '') => `webhook:\n  url: https://hooks.example.com/x\n${extra}`;

describe('update', () => {
  test('one look and one PATCH with the members that changed; targets are left out, history is kept', async () => {
    const world = await applied({a: specOf('a'), b: specOf('b')});
    const {id, histories} = world.live('a');
    world.write({a: specOf('a', 'retentionDays: 7\n'), b: specOf('b')});
    const {outcome, sent} = await world.apply();
    expect(tell(outcome)).toBe('a updated');
    expect(sent).toEqual(['GET one', 'PATCH']);
    expect(patches(world)).toEqual([{retentionDays: 7}]);
    expect(world.live('a')).toMatchObject({id, histories, retentionDays: 7});
    await expectSettled(world);
  });

  test('a page that is added takes the place of none: the others keep ids and history', async () => {
    const two = 'name: a\nschedule: {text: hourly}\ntargets:\n  - {type: scrape, urls: [https://one.example/]}\n';
    const world = await applied({a: two});
    const {targets, histories} = world.live('a');
    world.write({a: `${two.replace('targets:\n', 'targets:\n  - {type: scrape, urls: [https://zero.example/]}\n')}`});
    await world.apply();
    const after = world.live('a');
    expect(after.targets[1]?.['id']).toBe(targets[0]?.['id']);
    expect(after.histories).toMatchObject(histories);
    expect(Object.keys(after.histories)).toHaveLength(2);
    await expectSettled(world);
  });

  test('a page that somebody added, and that the spec names now, keeps its id and history', async () => {
    const world = await applied({a: specOf('a')});
    const {id, targets} = world.live('a');
    const more = {type: 'scrape', urls: ['https://more.example/?q=shoes']};
    const added = {...more, id: '7d444840-9dc0-41d1-b245-5ffdce74fad2'};
    const other = {...more, urls: ['https://other.example/'], id: '0b2d6f0e-5a3c-4c57-9a52-c1b1e5f3a111'};
    world.emulator.dashboard.edit(id, {targets: [added, other, ...targets]});
    const named = '  - {type: scrape, urls: ["https://more.example/?q=shoes"]}\n  - {type: scrape, urls: [https://new.example/]}\n';
    world.write({a: specOf('a', named)});
    const {plan, outcome} = await world.apply({refresh: true});
    expect(plan.changes).toMatchObject([{action: 'update', drift: [{path: '/targets', op: 'remove', before: {id: other.id}}]}]);
    expect(tell(outcome)).toBe('a updated');
    const ids = new Map(world.live('a').targets.map(target => [String(target['urls']), target['id']]));
    expect(ids.get('https://more.example/?q=shoes')).toBe(added.id);
    expect(ids.get('https://a.example/')).toBe(targets[0]?.['id']);
    expect([other.id, added.id]).not.toContain(ids.get('https://new.example/'));
    await expectSettled(world);
  });

  test('an edit of a page is shown where the spec puts another one before it', async () => {
    const world = await applied({a: specOf('a')});
    const {id, targets} = world.live('a');
    world.emulator.dashboard.edit(id, {targets: targets.map(target => ({...target, scrapeOptions: {waitFor: 50}}))});
    world.write({a: specOf('a').replace('targets:\n', 'targets:\n  - {type: scrape, urls: [https://new.example/]}\n')});
    const {plan} = await world.apply({refresh: true});
    expect(plan.changes).toMatchObject([{action: 'update', drift: [{path: '/targets/1/scrapeOptions/waitFor', op: 'remove', before: 50}]}]);
    await expectSettled(world);
  });

  test('what a spec no longer says goes back to its default, each by its own explicit value', async () => {
    const extra = 'retentionDays: 7\ngoal: Tell me about prices\nnotification: {email: {enabled: true, recipients: [x@example.com]}}\n';
    const world = await applied({a: specOf('a', extra)});
    world.write({a: specOf('a')});
    expect(tell((await world.apply()).outcome)).toBe('a updated');
    expect(patches(world)).toEqual([{notification: {email: {enabled: false}}, retentionDays: 30, goal: null, judgeEnabled: false}]);
    expect(world.live('a')).toMatchObject({retentionDays: 30, goal: null, judgeEnabled: false});
    await expectSettled(world);
  });

  test('a goal that is blanked is removed, and a blank one is no goal at all', async () => {
    const world = await applied({a: specOf('a', 'goal: Tell me about prices\n')});
    world.write({a: specOf('a', 'goal: "  "\n')});
    await world.apply();
    expect(patches(world)).toEqual([{goal: null, judgeEnabled: false}]);
    await expectSettled(world);
    world.write({a: specOf('a')});
    await expectSettled(world);
  });

  test('Slack, set up in the dashboard, is kept when the e-mail of the spec changes', async () => {
    const world = await applied({a: specOf('a')});
    const slack = {enabled: true, channelId: 'C1'};
    world.emulator.dashboard.edit(world.live('a').id, {notification: {slack}});
    world.write({a: specOf('a', 'notification: {email: {enabled: true, recipients: [x@example.com]}}\n')});
    expect(tell((await world.apply()).outcome)).toBe('a updated');
    expect(world.live('a').notification).toMatchObject({slack, email: {enabled: true, recipients: ['x@example.com']}});
    await expectSettled(world);
  });

  test('a monitor that somebody changed since is refused by name, and the others go on', async () => {
    const world = await applied({a: specOf('a'), b: specOf('b')});
    world.write({a: specOf('a', 'retentionDays: 7\n'), b: specOf('b', 'retentionDays: 7\n')});
    const {id} = world.live('a');
    const {outcome} = await world.apply({beforeSending: () => world.emulator.dashboard.edit(id, {retentionDays: 90})});
    expect(tell(outcome)).toBe('a failed, b updated');
    expect(outcome.results[0]?.error?.message).toMatch(
      /^plan is stale for a: .*retentionDays is 90 in the service and 7 here.*monitors plan --refresh.*monitors apply --refresh/,
    );
    expect(world.live('a').retentionDays).toBe(90);
    expect(tell((await world.apply({refresh: true})).outcome)).toBe('a updated');
    await expectSettled(world);
  });

  test('K20: another member that somebody changed since is no reason to stop: it stays, and shows as drift', async () => {
    const world = await applied({a: specOf('a').replace('hourly', 'every 24 hours')});
    world.write({a: specOf('a', 'retentionDays: 7\n').replace('hourly', 'every 24 hours')});
    const {id} = world.live('a');
    world.emulator.dashboard.edit(id, {name: 'by hand'});
    expect(tell((await world.apply()).outcome)).toBe('a updated');
    expect(patches(world)).toEqual([{retentionDays: 7}]);
    expect((await world.plan()).changes).toMatchObject([
      {action: 'update', key: 'a', fields: [], drift: [{path: '/name', before: 'by hand', after: 'a'}]},
    ]);
    expect(tell((await world.apply({refresh: true})).outcome)).toBe('a updated');
    await expectSettled(world);
  });

  test('what somebody changed to just what it is to be is no reason to stop', async () => {
    const world = await applied({a: specOf('a')});
    world.write({a: specOf('a', 'retentionDays: 7\ngoal: Prices\n')});
    world.emulator.dashboard.edit(world.live('a').id, {retentionDays: 7});
    expect(tell((await world.apply()).outcome)).toBe('a updated');
    await expectSettled(world);
  });

  test("an update never goes to another one's monitor that has the id now, whatever it sends", async () => {
    const world = await applied({a: specOf('a')});
    world.write({a: specOf('a', 'retentionDays: 7\n')});
    const targets = [{id: '00000000-0000-4000-8000-000000000001', type: 'scrape', urls: ['https://other.example/']}];
    const {outcome} = await world.apply({
      wrapService: service => ({
        ...service,
        getMonitor: async (asked, signal) => {
          const read = await service.getMonitor(asked, signal);
          if (read.kind !== 'read' || read.value === null) return read;
          const data = {...read.value.data, targets, createdAt: '2020-01-01T00:00:00.000Z'};
          return {...read, value: {...read.value, data}};
        },
      }),
    });
    expect(tell(outcome)).toBe('a failed');
    expect(outcome.results[0]?.error?.message).toContain('now belongs to a different monitor');
    expect(patches(world)).toEqual([]);
  });

  test('the same between a refreshed plan and its apply', async () => {
    const world = await applied({a: specOf('a')});
    const {id} = world.live('a');
    world.emulator.dashboard.edit(id, {name: 'by hand'});
    const {outcome} = await world.apply({
      refresh: true,
      beforeSending: () => world.emulator.dashboard.edit(id, {name: 'by hand again'}),
    });
    expect(tell(outcome)).toBe('a failed');
    expect(patches(world)).toEqual([]);
    const other = await world.apply({
      refresh: true,
      beforeSending: () => world.emulator.dashboard.edit(id, {retentionDays: 3}),
    });
    expect(tell(other.outcome)).toBe('a updated');
    expect(patches(world)).toEqual([{name: 'a'}]);
  });

  test('checks that run meanwhile are no change', async () => {
    const world = await applied({a: specOf('a')});
    world.write({a: specOf('a', 'retentionDays: 7\n')});
    world.emulator.setFaults({answers: {checks: 'reads', timestamps: 'postgres', spreadSchedules: true}});
    expect(tell((await world.apply({refresh: true})).outcome)).toBe('a updated');
    await expectSettled(world);
  });

  test('paused and resumed by the spec', async () => {
    const world = await applied({a: specOf('a')});
    world.write({a: specOf('a', 'sync: {paused: true}\n')});
    await world.apply();
    expect(world.live('a').status).toBe('paused');
    await expectSettled(world);
    world.write({a: specOf('a')});
    await world.apply();
    expect(world.live('a').status).toBe('active');
    expect(patches(world)).toEqual([{status: 'paused'}, {status: 'active'}]);
    await expectSettled(world);
  });

  test('a lost answer is asked for again, and after a lost run the next one sends it again, which changes nothing', async () => {
    const world = await applied({a: specOf('a')});
    world.write({a: specOf('a', 'retentionDays: 7\n')});
    world.emulator.setFaults({faults: [{when: {operation: 'update'}, times: 1, do: 'drop', work: 'done'}]});
    expect(tell((await world.apply()).outcome)).toBe('a updated');
    world.write({a: specOf('a', 'retentionDays: 9\n')});
    world.emulator.setFaults({faults: [{when: {operation: 'update'}, do: 'drop', work: 'done'}]});
    expect(tell((await world.apply()).outcome)).toBe('a unknown');
    world.emulator.setFaults({});
    const {outcome, sent} = await world.apply();
    expect(tell(outcome)).toBe('a updated');
    // A read may be older than what was sent: it proves nothing.
    expect(sent).toEqual(['GET one', 'PATCH']);
    await expectSettled(world);
  });

  test('one that is given up lets the next one go on, also one at a time', async () => {
    const world = await applied({a: specOf('a'), b: specOf('b')});
    world.write({a: specOf('a', 'retentionDays: 7\n'), b: specOf('b', 'retentionDays: 7\n')});
    world.emulator.setFaults({faults: [{when: {operation: 'update', name: 'a'}, do: 'answer', status: 500}]});
    expect(tell((await world.apply({concurrency: 1})).outcome)).toBe('a unknown, b updated');
  });

  test('K9: a monitor that is deleted between plan and update is reported, and not made anew without a plan', async () => {
    const world = await applied({a: specOf('a')});
    const {id} = world.live('a');
    world.clock.advance(600_000);
    world.write({a: specOf('a', 'retentionDays: 7\n')});
    const {outcome} = await world.apply({beforeSending: () => world.emulator.dashboard.delete(id)});
    expect(tell(outcome)).toBe('a failed');
    expect(outcome.results[0]?.error?.message).toMatch(/no monitor with its id any more/);
    expect(world.names()).toEqual([]);
    const next = await world.apply({refresh: true});
    expect(next.plan.changes).toMatchObject([{action: 'create', gone: id}]);
    expect(tell(next.outcome)).toBe('a created');
    await expectSettled(world);
  });

  test('K9: a PATCH that answers 404 right after the look', async () => {
    const world = await applied({a: specOf('a')});
    world.write({a: specOf('a', 'retentionDays: 7\n')});
    world.emulator.setFaults({
      faults: [{when: {operation: 'update'}, do: 'answer', status: 404, body: {success: false, error: 'Monitor not found'}}],
    });
    const {outcome} = await world.apply({onError: 'stop'});
    expect(tell(outcome)).toBe('a failed');
    expect(outcome.stop).toMatchObject({kind: 'on-error-stop'});
    expect((await world.recorded()).get('a')).toBeDefined();
  });

  test('N26: a monitor that the replica does not know yet is not taken for a deleted one', async () => {
    const world = await applied({a: specOf('a')}, {faults: {answers: {replicaLagMs: 20_000}}});
    world.write({a: specOf('a', 'retentionDays: 7\n')});
    expect(tell((await world.apply()).outcome)).toBe('a updated');
    expect(world.live('a').retentionDays).toBe(7);
  });
});

describe('secrets', () => {
  const spec = (extra = '') => specOf('a', `${webhook(`  headers: {Authorization: "Bearer \${env:TOKEN}"}\n`)}${extra}`);
  const env = {TOKEN: 'first-secret', MONITORS_STATE_KEY: 'k'.repeat(64)};

  test('a rotated one is sent when it is asked for, and no change before', async () => {
    const world = await applied({a: spec()}, {env});
    world.env = {...world.env, TOKEN: 'second-secret'};
    await expectSettled(world);
    const {outcome} = await world.apply({checkSecrets: true});
    expect(tell(outcome)).toBe('a updated');
    expect(world.live('a').webhook).toMatchObject({headers: {Authorization: 'Bearer second-secret'}});
    expect((await world.plan({checkSecrets: true})).changes).toEqual([]);
    expect(JSON.stringify([...(await world.recorded())])).not.toContain('second-secret');
  });

  test('an update of something else does not hide that one was rotated', async () => {
    const world = await applied({a: spec()}, {env});
    world.env = {...world.env, TOKEN: 'second-secret'};
    world.write({a: spec('retentionDays: 7\n')});
    await world.apply();
    expect(patches(world)).toEqual([{retentionDays: 7}]);
    expect((await world.plan({checkSecrets: true})).changes).toMatchObject([{action: 'update', rotated: ['TOKEN']}]);
    await world.apply({checkSecrets: true});
    expect(world.live('a').webhook).toMatchObject({headers: {Authorization: 'Bearer second-secret'}});
  });

  test('a rotation whose answer was lost is sent again', async () => {
    const world = await applied({a: spec()}, {env});
    world.env = {...world.env, TOKEN: 'second-secret'};
    world.emulator.setFaults({faults: [{when: {operation: 'update'}, do: 'drop'}]});
    expect(tell((await world.apply({checkSecrets: true})).outcome)).toBe('a unknown');
    world.emulator.setFaults({});
    expect(tell((await world.apply()).outcome)).toBe('a updated');
    expect(world.live('a').webhook).toMatchObject({headers: {Authorization: 'Bearer second-secret'}});
    expect((await world.plan({checkSecrets: true})).changes).toEqual([]);
  });
});
