import type {MonitorService} from '../../src/core/api/port';
import type {JsonObject} from '../../src/core/json/value';
import type {UpdateChange} from '../../src/core/plan/change';
import type {Fault} from '../../src/emulator/faults/script';
import {tell} from '../world/apply-world';
import {FullWorld, type FullWorldStart, specOf} from '../world/full-world';

const worlds: FullWorld[] = [];
afterEach(async () => {
  for (const world of worlds.splice(0)) await world.close();
});

/** A world in which the spec of `a` is applied already. */
async function applied(spec: string, start: FullWorldStart = {}): Promise<FullWorld> {
  const world = await FullWorld.start(start);
  worlds.push(world);
  world.write({a: spec});
  await world.apply();
  return world;
}

/** The next update is carried out as if it said something else. */
function rewrite(world: FullWorld, how: {without?: readonly string[] | 'all'; with?: JsonObject}): void {
  const fault: Fault = {when: {operation: 'update'}, times: 1, do: 'rewrite', ...how};
  world.emulator.setFaults({faults: [fault]});
}

async function expectSettled(world: FullWorld): Promise<void> {
  for (const refresh of [false, true]) {
    expect((await world.plan({refresh})).changes).toEqual([]);
    const {outcome, sent} = await world.apply({refresh});
    expect({said: outcome.findings, sent: sent.filter(request => request !== 'GET list')}).toEqual({said: [], sent: []});
  }
}

const search = (extra: string) => specOf('a', `  - {type: search, queries: [a]${extra}}\ngoal: prices\n`);

describe('K10: an update that is answered with 200', () => {
  const after = 'retentionDays: 7\ngoal: prices\nwebhook: {url: "https://hooks.example.com/a"}\nnotification: {email: {enabled: true}}\n';

  test('and changed nothing failed, and is sent again by the next apply', async () => {
    const world = await applied(specOf('a'));
    world.write({a: specOf('a', after)});
    rewrite(world, {without: 'all'});
    const {outcome} = await world.apply();
    expect(tell(outcome)).toBe('a failed');
    expect(outcome.results[0]?.error).toMatchObject({status: 200, code: 'update-ignored'});
    expect(outcome.results[0]?.error?.message).toMatch(/answered 200, but did not change goal, judgeEnabled, .*retentionDays, webhook/);
    expect((await world.plan()).changes).toMatchObject([{action: 'update', patch: {retentionDays: 7}, drift: []}]);
    expect(tell((await world.apply()).outcome)).toBe('a updated');
    expect(world.live('a')).toMatchObject({retentionDays: 7, goal: 'prices', webhook: {url: 'https://hooks.example.com/a'}});
    await expectSettled(world);
  });

  test('and changed a part of it is recorded so: only the rest is sent again', async () => {
    const world = await applied(specOf('a'));
    world.write({a: specOf('a', after)});
    rewrite(world, {without: ['retentionDays']});
    const {outcome} = await world.apply({onError: 'stop'});
    expect(tell(outcome)).toBe('a failed');
    expect(outcome.stop).toMatchObject({kind: 'on-error-stop', failure: {code: 'update-ignored'}});
    expect((await world.plan({refresh: false})).changes).toMatchObject([{patch: {retentionDays: 7}}]);
    await world.apply();
    expect(world.emulator.requests().at(-1)?.body).toBe('{"retentionDays":7}');
    await expectSettled(world);
  });

  test.each(['targets', 'schedule', 'name', 'notification', 'webhook', 'status'])('and did not change %s is not done', async member => {
    const world = await applied(specOf('a', 'webhook: {url: "https://hooks.example.com/old", headers: {A: "${env:TOKEN}"}}\n'), {
      env: {TOKEN: 'secret-value'},
    });
    const changes = specOf('b', '  - {type: scrape, urls: [https://more.example/]}\n').replace('hourly', 'daily');
    world.write({
      a: `${changes}webhook: {url: "https://hooks.example.com/new", headers: {A: "\${env:TOKEN}"}}\nnotification: {email: {enabled: true}}\nsync: {paused: true}\n`,
    });
    rewrite(world, {without: [member]});
    const {outcome} = await world.apply();
    expect(tell(outcome)).toBe('a failed');
    const [change] = (await world.plan({refresh: false})).changes;
    expect(Object.keys((change as {patch: JsonObject}).patch)).toEqual([member]);
    expect(tell((await world.apply({refresh: true})).outcome)).toBe('a updated');
    await expectSettled(world);
  });

  test('and a value that is neither the old nor the new one is recorded, said once, and nothing is sent for it again', async () => {
    const world = await applied(specOf('a'));
    world.write({a: specOf('a', 'retentionDays: 365\n')});
    rewrite(world, {with: {retentionDays: 90}});
    const {outcome} = await world.apply();
    expect(tell(outcome)).toBe('a updated');
    expect(outcome.findings).toMatchObject([
      {code: 'apply/other-value', message: expect.stringContaining('retentionDays is 90 in the service, not 365')},
    ]);
    await expectSettled(world);
    // A later change by somebody is drift all the same.
    world.emulator.dashboard.edit(world.live('a').id, {retentionDays: 5});
    expect((await world.plan()).changes).toMatchObject([{action: 'update', drift: [{path: '/retentionDays'}]}]);
  });

  test.each<{name: string; spec: string; other: JsonObject}>([
    {name: 'the name', spec: specOf('b'), other: {name: 'B'}},
    {name: 'a schedule in words', spec: specOf('a').replace('hourly', 'daily'), other: {schedule: {cron: '7 7 * * *'}}},
    {name: 'a goal', spec: specOf('a', 'goal: prices\n'), other: {goal: 'PRICES'}},
    {
      name: 'e-mail',
      spec: specOf('a', 'notification: {email: {enabled: true, recipients: [A@example.com]}}\n'),
      other: {notification: {email: {enabled: true, recipients: ['a@example.com']}}},
    },
    {
      name: 'events of a webhook',
      spec: specOf('a', 'webhook: {url: "https://hooks.example.com/a", events: [monitor.page]}\n'),
      other: {webhook: {url: 'https://hooks.example.com/a', events: ['monitor.check.completed']}},
    },
    {
      name: 'address and headers of a webhook',
      spec: specOf('a', 'webhook: {url: "https://hooks.example.com", headers: {X-A: literal}}\n'),
      other: {webhook: {url: 'https://hooks.example.com/', headers: {'x-a': 'literal'}}},
    },
    {
      name: 'options of a target',
      spec: specOf('a', '    scrapeOptions: {headers: {Cookie: crumb}, waitFor: 100}\n'),
      other: {targets: [{scrapeOptions: {headers: {cookie: 'crumb'}, waitFor: 50, timeout: 1000}}]},
    },
  ])('and another value is recorded: $name', async ({spec, other}) => {
    const world = await applied(specOf('a'));
    world.write({a: spec});
    const targets = world.live('a').targets.map((target, index) => ({...target, ...(other['targets'] as JsonObject[])?.[index]}));
    rewrite(world, {with: {...other, ...('targets' in other ? {targets} : {})}});
    const {outcome} = await world.apply();
    expect(tell(outcome)).toBe('a updated');
    expect(outcome.findings.map(({code}) => code)).toContain('apply/other-value');
    expect(JSON.stringify([...(await world.recorded()), outcome])).not.toMatch(/"literal"|"crumb"/);
    await expectSettled(world);
  });

  test('and what the service trims, folds and fills in is what was sent', async () => {
    const world = await applied(search(''));
    world.write({a: `${search(', includeDomains: [" One.Example "]').replace('goal: prices', 'goal: " more "')}`});
    const {outcome} = await world.apply();
    expect(tell(outcome)).toBe('a updated');
    expect(outcome.findings).toEqual([]);
    expect(world.live('a').targets[1]).toMatchObject({includeDomains: ['one.example']});
    await expectSettled(world);
  });

  test('and shows what somebody else changed meanwhile does not take that for its own', async () => {
    const world = await applied(specOf('a'));
    // Reads show what is there by now, and nothing of what comes.
    await world.plan();
    world.emulator.setFaults({answers: {replicaLagMs: 60_000}});
    world.emulator.dashboard.edit(world.live('a').id, {retentionDays: 5});
    world.write({a: specOf('a', 'goal: prices\n')});
    expect(tell((await world.apply()).outcome)).toBe('a updated');
    world.emulator.setFaults({});
    expect((await world.plan()).changes).toMatchObject([{action: 'update', patch: {retentionDays: 30}, drift: [{path: '/retentionDays'}]}]);
  });
});

test.each([false, true])(
  'what somebody else set meanwhile is not taken for what an ignored update was made into: refresh %s',
  async refresh => {
    const world = await applied(specOf('a'));
    await world.plan();
    world.emulator.dashboard.edit(world.live('a').id, {retentionDays: 5});
    world.write({a: specOf('a', 'retentionDays: 7\ngoal: prices\n')});
    const ignored: Fault = {when: {operation: 'update'}, times: 1, do: 'rewrite', without: 'all'};
    world.emulator.setFaults({faults: [ignored], answers: {replicaLagMs: 60_000}});
    const {outcome} = await world.apply();
    expect(tell(outcome)).toBe('a failed');
    expect(outcome.findings).toEqual([]);
    world.emulator.setFaults({});
    expect((await world.plan({refresh})).changes).toMatchObject([{patch: {retentionDays: 7, goal: 'prices'}, drift: []}]);
    expect(tell((await world.apply({refresh})).outcome)).toBe('a updated');
    expect(world.live('a')).toMatchObject({retentionDays: 7, goal: 'prices'});
    await expectSettled(world);
  },
);

/** Updates are carried out, and no answer comes back. */
const loseAnswers = (service: MonitorService): MonitorService => ({
  ...service,
  updateMonitor: async (id, body, signal) => {
    await service.updateMonitor(id, body, signal);
    return {kind: 'ambiguous', failure: {kind: 'transport', message: 'lost'}};
  },
});

test('what the service makes of a value again, in an update whose answer is lost, is no drift', async () => {
  const world = await applied(specOf('a'));
  world.write({a: specOf('a', 'retentionDays: 365\n')});
  rewrite(world, {with: {retentionDays: 90}});
  await world.apply();
  world.write({a: specOf('a', 'retentionDays: 14\ngoal: prices\n')});
  world.emulator.setFaults({faults: [{when: {operation: 'update'}, do: 'rewrite', with: {retentionDays: 90}}]});
  expect(tell((await world.apply({wrapService: loseAnswers})).outcome)).toBe('a unknown');
  expect(world.live('a')).toMatchObject({retentionDays: 90, goal: 'prices'});
  world.emulator.setFaults({});
  expect((await world.plan()).changes).toMatchObject([{action: 'update', patch: {retentionDays: 14}, drift: []}]);
  // A change by somebody else is.
  world.emulator.dashboard.edit(world.live('a').id, {retentionDays: 5});
  expect((await world.plan()).changes).toMatchObject([{drift: [{path: '/retentionDays', before: 5}]}]);
});

const page = (name: string) => `  - {type: scrape, urls: [https://${name}.example/]}\n`;
const judgedNot = (targets: string, domains = '') =>
  specOf('a', `${targets}  - {type: search, queries: [a]${domains}}\ngoal: prices\njudgeEnabled: false\n`);
const ONE_DOMAIN = ', includeDomains: [one.example]';

test.each([
  {reverted: false, what: 'named as it was to be'},
  {reverted: true, what: 'named as before'},
])('an edit of a target beside one that an update in doubt added is drift: $what', async ({reverted}) => {
  const before = specOf('a');
  const after = before.replace('targets:\n', 'targets:\n  - {type: scrape, urls: [https://new.example/]}\n');
  const world = await applied(before);
  world.write({a: after});
  expect(tell((await world.apply({wrapService: loseAnswers})).outcome)).toBe('a unknown');
  const {id, targets} = world.live('a');
  expect(targets).toHaveLength(2);
  const edited = targets.map(target =>
    String(target['urls']) === 'https://a.example/' ? {...target, scrapeOptions: {waitFor: 50}} : target,
  );
  world.emulator.dashboard.edit(id, {targets: edited});
  if (reverted) world.write({a: before});
  const [change] = (await world.plan()).changes;
  expect(JSON.stringify((change as UpdateChange).drift)).toContain('waitFor');
  expect(tell((await world.apply({refresh: true})).outcome)).toBe('a updated');
  await expectSettled(world);
});

test('a target that the service gave up for a new one is what it made of them, and said so', async () => {
  const world = await applied(specOf('a'));
  world.write({a: specOf('a', page('new'))});
  const [change] = (await world.plan()).changes;
  const [, target] = (change as UpdateChange).patch['targets'] as JsonObject[];
  rewrite(world, {with: {targets: [target as JsonObject]}});
  const {outcome} = await world.apply();
  expect(tell(outcome)).toBe('a updated');
  expect(outcome.findings.map(({code}) => code)).toContain('apply/other-value');
  expect((await world.plan({refresh: false})).changes).toEqual([]);
});

test.each<{what: string; before: string; after: string; meddle: (targets: readonly JsonObject[]) => JsonObject[]}>([
  {
    what: 'that was not taken away, and a search was edited',
    before: judgedNot(page('more'), ONE_DOMAIN),
    after: judgedNot(''),
    meddle: targets => targets.map(({includeDomains: _none, ...target}) => target),
  },
  {
    what: 'that was not taken away, and was edited',
    before: judgedNot(page('more')),
    after: judgedNot(''),
    meddle: targets => targets.map((target, place) => (place === 1 ? {...target, scrapeOptions: {waitFor: 50}} : target)),
  },
  {
    what: 'that was not added, and another one was taken away',
    before: judgedNot(page('more')),
    after: judgedNot(page('new')).replace('goal', `${page('more')}goal`),
    meddle: targets => targets.filter((_target, place) => place !== 1),
  },
])('a target $what meanwhile, is said to be as before and sent again', async ({before, after, meddle}) => {
  const world = await applied(before);
  await world.plan();
  const {id, targets} = world.live('a');
  world.emulator.dashboard.edit(id, {targets: meddle(targets)});
  world.write({a: after});
  const ignored: Fault = {when: {operation: 'update'}, times: 1, do: 'rewrite', without: ['targets'], with: {retentionDays: 30}};
  world.emulator.setFaults({faults: [ignored], answers: {replicaLagMs: 60_000}});
  const {outcome} = await world.apply();
  expect(tell(outcome)).toBe('a failed');
  expect(outcome.findings.map(({code}) => code)).not.toContain('apply/other-value');
  world.emulator.setFaults({});
  expect(tell((await world.apply({refresh: true})).outcome)).toBe('a updated');
  await expectSettled(world);
});

describe('K12: domains of a search target are answered only when they are set', () => {
  const all = ['', ', includeDomains: [one.example]', ', includeDomains: [one.example, two.example]', ', excludeDomains: [one.example]'];
  const changes = all.flatMap(before => all.filter(after => after !== before).map(after => ({before, after})));

  test.each(changes)('from "$before" to "$after" is one update, and drift of the other direction is seen', async ({before, after}) => {
    const world = await applied(search(before));
    const {id, targets} = world.live('a');
    world.write({a: search(after)});
    expect(tell((await world.apply()).outcome)).toBe('a updated');
    expect(world.live('a').targets).not.toEqual(targets);
    await expectSettled(world);
    world.emulator.dashboard.edit(id, {targets: [...targets]});
    expect((await world.plan()).changes).toMatchObject([{action: 'update', drift: expect.arrayContaining([expect.anything()])}]);
    expect(tell((await world.apply({refresh: true})).outcome)).toBe('a updated');
    await expectSettled(world);
  });
});

describe('every 24 hours, which the service writes as a step of 24', () => {
  const spec = specOf('a').replace('hourly', 'every 24 hours');

  test('is no drift after an update to it, and later edits are not stale', async () => {
    const world = await applied(specOf('a'));
    world.write({a: spec});
    expect(tell((await world.apply()).outcome)).toBe('a updated');
    expect(world.live('a').schedule.cron).toBe('0 */24 * * *');
    await expectSettled(world);
    world.write({a: `${spec}retentionDays: 7\n`});
    expect(tell((await world.apply()).outcome)).toBe('a updated');
    world.write({a: `${spec}retentionDays: 9\n`});
    expect(tell((await world.apply()).outcome)).toBe('a updated');
    await expectSettled(world);
  });

  test('is no drift after recover, and later edits are not stale', async () => {
    const world = await applied(spec);
    await world.recover('nothing');
    await expectSettled(world);
    world.write({a: `${spec}retentionDays: 7\n`});
    expect(tell((await world.apply()).outcome)).toBe('a updated');
    await expectSettled(world);
  });

  test('what the service makes of words stays known through updates of other members', async () => {
    const world = await applied(specOf('a'), {faults: {answers: {spreadSchedules: true}}});
    world.write({a: specOf('a').replace('hourly', 'weekly')});
    // The service's own idea of a week.
    rewrite(world, {with: {schedule: {cron: '30 3 * * 5'}}});
    await world.apply();
    for (const days of [7, 9]) {
      world.write({a: `${specOf('a').replace('hourly', 'weekly')}retentionDays: ${days}\n`});
      expect(tell((await world.apply()).outcome)).toBe('a updated');
    }
    expect(world.live('a').schedule.cron).toBe('30 3 * * 5');
    await expectSettled(world);
  });
});
