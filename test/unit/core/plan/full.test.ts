import type {JsonObject} from '../../../../src/core/json/value';
import type {PlanInput} from '../../../../src/core/plan/plan';
import {listTargetIds} from '../../../../src/core/specs/targets';
import {a, alive, blog, edited, type FullWorld, hooked, one, plan, shop} from './full-world';
import {bodyOf, desire, lose, record, summarize} from './world';

describe('what full operations do, planned offline', () => {
  test.each<{name: string; world: FullWorld; changes: string[]}>([
    {name: 'an equal spec is unchanged', world: {specs: [desire('a', shop)], recorded: {a}}, changes: []},
    {name: 'an edited spec is an update', world: {specs: [desire('a', edited)], recorded: {a}}, changes: ['update a']},
    {name: 'a vanished spec is a delete', world: {recorded: {a}}, changes: ['delete a']},
    {
      name: 'a vanished spec of a protected monitor deletes nothing',
      world: {recorded: {a: record('a', shop, {protect: true})}},
      changes: ['blocked delete a: protected'],
    },
    {
      name: 'a moved file is not deleted and created again',
      world: {specs: [desire('moved/a', shop)], recorded: {a}},
      changes: ['blocked delete a: possible-rename moved/a', 'blocked create moved/a: possible-rename a'],
    },
    {
      name: 'a rename to a key that has a monitor of its own deletes and rewrites neither',
      world: {specs: [desire('e', shop, {renamedFrom: 'd'})], recorded: {d: record('d', shop), e: record('e', blog)}},
      changes: ['blocked delete d: rename-taken e', 'blocked update e: rename-taken d'],
    },
    {
      name: 'a rename to a key whose create is unknown deletes nothing',
      world: {specs: [desire('e', shop, {renamedFrom: 'd'})], recorded: {d: record('d', shop)}, unresolved: [lose('e', blog)]},
      changes: ['blocked delete d: rename-taken e', 'unresolved e'],
    },
    {
      name: 'a webhook that goes makes a replacement',
      world: {specs: [desire('a', shop)], recorded: {a: record('a', hooked)}},
      changes: ['replace a'],
    },
    {
      name: 'protection forbids a replacement',
      world: {specs: [desire('a', shop, {protect: true})], recorded: {a: record('a', hooked)}},
      changes: ['blocked replace a: protected'],
    },
    {name: 'a webhook that comes is an update', world: {specs: [desire('a', hooked)], recorded: {a}}, changes: ['update a']},
    {name: 'pausing is an update', world: {specs: [desire('a', shop, {paused: true})], recorded: {a}}, changes: ['update a']},
    {
      name: 'a paused monitor stays paused',
      world: {specs: [desire('a', shop, {paused: true})], recorded: {a: record('a', shop, {paused: true})}},
      changes: [],
    },
    {
      name: 'an update whose answer was lost is sent again',
      world: {specs: [desire('a', shop)], recorded: {a: {...a, pending: {bodyHash: 'x', applied: record('a', edited).applied}}}},
      changes: ['update a'],
    },
    {
      name: 'what a replacement left behind is deleted',
      world: {specs: [desire('a', shop)], recorded: {a: {...a, leftovers: ['old-2', 'old-1']}}},
      changes: ['delete a', 'delete a'],
    },
    {
      name: '--only leaves the deletes of others alone',
      world: {specs: [desire('b', blog)], recorded: {a}, only: ['b']},
      changes: ['create b'],
    },
  ])('$name', ({world, changes}) => expect(summarize(plan(world))).toEqual(changes));

  test('what is blocked without full operations says so, also pausing and what a replacement left behind', () => {
    const world = {
      specs: [desire('a', shop, {paused: true})],
      recorded: {a: {...a, leftovers: ['old']}},
      input: {operations: 'create' as const},
    };
    expect(summarize(plan(world))).toEqual(['blocked update a: needs-update', 'blocked delete a: needs-delete']);
  });
});

describe('what an update sends', () => {
  const update = (before: JsonObject, after: JsonObject, sync: {paused?: boolean} = {}) => {
    const change = one({specs: [desire('a', after, sync)], recorded: {a: record('a', before)}});
    return change.action === 'update' ? change.patch : change.action;
  };
  const target = {type: 'scrape', urls: ['https://shop.example/pricing']};
  const ids = listTargetIds(a.applied);

  test.each<{name: string; before?: JsonObject; after: JsonObject; patch: JsonObject}>([
    {name: 'the member that changed and no other', after: {...shop, name: 'Shop 2'}, patch: {name: 'Shop 2'}},
    {name: 'a schedule with its zone', after: {...shop, schedule: {text: 'daily'}}, patch: {schedule: {text: 'daily', timezone: 'UTC'}}},
    {name: 'the default of what was left out', before: {...shop, retentionDays: 90}, after: shop, patch: {retentionDays: 30}},
    {name: 'null for a goal that went', after: {...shop, goal: null}, patch: {goal: null, judgeEnabled: false}},
    {
      name: 'judging with a goal that came, as a create would have it',
      before: {...shop, goal: null},
      after: shop,
      patch: {goal: 'Tell me when a price changes', judgeEnabled: true},
    },
    {
      name: 'judging with a goal that came, also where it was asked for in vain before',
      before: {...shop, goal: null, judgeEnabled: true},
      after: {...shop, judgeEnabled: true},
      patch: {goal: 'Tell me when a price changes', judgeEnabled: true},
    },
    {
      name: 'e-mail switched off where the spec has none any more',
      before: {...shop, notification: {email: {enabled: true, recipients: ['a@b.example']}}},
      after: shop,
      patch: {notification: {email: {enabled: false}}},
    },
    {
      name: 'a webhook whole, references unresolved',
      before: {...hooked, webhook: {url: 'https://hooks.example/T1'}},
      after: hooked,
      patch: {
        webhook: {
          url: 'https://hooks.example/T0',
          headers: {A: 'Bearer ${env:TOKEN}'},
          metadata: {},
          events: ['monitor.page', 'monitor.check.completed'],
        },
      },
    },
    {
      name: 'targets with the recorded ids, and a derived one for what is new',
      after: {...shop, targets: [{type: 'search', queries: ['cats']}, target]},
      patch: {
        targets: [
          {type: 'search', queries: ['cats'], id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-5/) as unknown as string},
          {...target, id: ids[0] as string},
        ],
      },
    },
    {
      name: 'an edited target under its recorded id',
      after: {...shop, targets: [{type: 'scrape', urls: ['https://moved.example']}]},
      patch: {targets: [{type: 'scrape', urls: ['https://moved.example'], id: ids[0] as string}]},
    },
  ])('$name', ({before = shop, after, patch}) => expect(update(before, after)).toEqual(patch));

  test('a status when the spec pauses or resumes', () => {
    expect(update(shop, shop, {paused: true})).toEqual({status: 'paused'});
    const resumed = one({specs: [desire('a', shop)], recorded: {a: {...a, paused: true}}});
    expect(resumed).toMatchObject({patch: {status: 'active'}, fields: [{path: '/status', before: 'paused', after: 'active'}]});
  });

  test('after a lost answer, all that either version of the monitor needs', () => {
    const pending = {bodyHash: 'x', applied: record('a', {...shop, name: 'Shop 2'}).applied, paused: true as const};
    expect(one({specs: [desire('a', {...shop, retentionDays: 9})], recorded: {a: {...a, pending}}})).toMatchObject({
      patch: {name: 'shop', retentionDays: 9, status: 'active'},
      fields: [{path: '/retentionDays'}],
    });
    const same = {bodyHash: a.bodyHash, applied: a.applied};
    expect(one({specs: [desire('a', shop)], recorded: {a: {...a, pending: same}}})).toMatchObject({patch: {name: 'shop'}, fields: []});
  });

  test('a replacement takes no id of the old one and says why', () => {
    const before = record('a', hooked);
    const change = one({specs: [desire('a', shop)], recorded: {a: before}});
    expect(change).toMatchObject({action: 'replace', why: 'webhook-removed', before});
    const taken = listTargetIds(before.applied);
    expect(change.action === 'replace' && change.targetIds.filter(id => taken.includes(id))).toEqual([]);
  });
});

describe('what secrets tell', () => {
  const before = record('a', hooked, {secrets: {TOKEN: 'old hash'}});
  const checked = (hash: string | undefined) =>
    plan({specs: [desire('a', hooked)], recorded: {a: before}, input: {secretHashes: () => hash}}).changes;

  test('a rotated value is an update of what refers to it', () => {
    expect(checked('new hash')).toMatchObject([
      {action: 'update', rotated: ['TOKEN'], fields: [], patch: {webhook: {url: 'https://hooks.example/T0'}}},
    ]);
  });

  test.each([{hash: 'old hash'}, {hash: undefined}])('an equal value, and one that is not there, is none: $hash', ({hash}) => {
    expect(checked(hash)).toEqual([]);
  });

  test('without looking, a rotation is no change', () => {
    expect(plan({specs: [desire('a', hooked)], recorded: {a: before}}).changes).toEqual([]);
  });
});

describe('a reference behind which nobody can look', () => {
  const before = record('a', hooked);
  const look = (webhook: JsonObject) =>
    summarize(plan({specs: [desire('a', hooked)], recorded: {a: before}, live: [alive(before, {webhook})]}));
  const url = 'https://hooks.example/T0';

  test.each<{name: string; webhook: JsonObject; changes: string[]}>([
    {name: 'any value of the header is the one', webhook: {url, headers: {A: 'Bearer whatever'}}, changes: []},
    {name: 'another header is not', webhook: {url, headers: {A: 'Bearer x', B: 'y'}}, changes: ['update a']},
    {name: 'a missing header is not', webhook: {url, headers: {}}, changes: ['update a']},
    {name: 'a literal beside it is seen', webhook: {url: `${url}1`, headers: {A: 'Bearer x'}}, changes: ['update a']},
  ])('$name', ({webhook, changes}) => expect(look(webhook)).toEqual(changes));

  test('the host of an address with a reference in its path is seen', () => {
    const body = bodyOf('shop', {webhook: {url: 'https://hooks.example/${env:PATH_SECRET}'}});
    const recorded = record('a', body);
    const check = (address: string) =>
      summarize(plan({specs: [desire('a', body)], recorded: {a: recorded}, live: [alive(recorded, {webhook: {url: address}})]}));
    expect(check('https://hooks.example/anything')).toEqual([]);
    expect(check('https://evil.example/anything')).toEqual(['update a']);
  });

  test('no value of the service is kept in clear', () => {
    const view = alive(before, {webhook: {url: 'https://hooks.example/T0SECRET', headers: {A: 'Bearer ${env:CANARY}'}}});
    expect(JSON.stringify(view)).not.toMatch(/T0SECRET|CANARY/);
  });
});

describe('the limit of deletes', () => {
  const many = (count: number) =>
    Object.fromEntries(Array.from({length: count}, (_, index) => [`m${index}`, record(`m${index}`, bodyOf(`m${index}`))]));
  const keep = (count: number) => Array.from({length: count}, (_, index) => desire(`m${index}`, bodyOf(`m${index}`)));
  const deletes = (kept: number, recorded: number, input: Partial<PlanInput> = {}) => {
    const {summary} = plan({specs: keep(kept), recorded: many(recorded), input});
    return `${summary.delete} deleted, ${summary.blocked} blocked`;
  };

  test.each([
    {name: 'a share at its limit', kept: 7, recorded: 10, input: {}, expected: '3 deleted, 0 blocked'},
    {name: 'above it none goes', kept: 6, recorded: 10, input: {}, expected: '0 deleted, 4 blocked'},
    {name: 'of fewer than ten a share is no limit', kept: 0, recorded: 9, input: {}, expected: '9 deleted, 0 blocked'},
    {name: 'a number always is', kept: 0, recorded: 2, input: {maxDeletes: {count: 1}}, expected: '0 deleted, 2 blocked'},
    {name: '--allow-deletes lifts it', kept: 0, recorded: 20, input: {allowDeletes: true}, expected: '20 deleted, 0 blocked'},
  ])('$name', ({kept, recorded, input, expected}) => expect(deletes(kept, recorded, input)).toBe(expected));

  test('says both numbers', () => {
    const tooMany = {kind: 'too-many-deletes', deletes: 4, limit: 3};
    expect(plan({specs: keep(6), recorded: many(10)}).changes[0]).toMatchObject({reason: tooMany});
    const input = {ownLimits: {safety: 'environments.prod.safety'}};
    expect(plan({specs: keep(6), recorded: many(10), input}).changes[0]).toMatchObject({reason: {...tooMany, at: input.ownLimits.safety}});
  });
});

describe('what it costs', () => {
  test('an update and a resume that raise the estimate above the budget are blocked, a delete and a pause are not', () => {
    const dear = bodyOf('shop', {schedule: {text: 'every 5 minutes'}});
    const recorded = {a, b: {...record('b', blog), paused: true as const}, c: record('c', bodyOf('c'))};
    const specs = [desire('a', dear), desire('b', blog)];
    expect(summarize(plan({specs, recorded, input: {budget: 3000}}))).toEqual([
      'blocked update a: budget',
      'blocked update b: budget',
      'delete c',
    ]);
    expect(plan({specs: [desire('a', shop, {paused: true})], recorded: {a}}).estimate).toMatchObject({before: 1440, creditsPerMonth: 0});
  });

  test('a deleted monitor costs nothing any more, a replaced one what the new one costs', () => {
    expect(plan({recorded: {a}}).estimate).toMatchObject({before: 1440, creditsPerMonth: 0});
    expect(plan({specs: [desire('a', shop)], recorded: {a: record('a', hooked)}}).estimate).toMatchObject({
      before: 1440,
      creditsPerMonth: 1440,
    });
  });
});

test('the digest tells what is done: another patch for the same spec is another plan', () => {
  const world = {specs: [desire('a', edited)], recorded: {a}};
  const untouched = plan({...world, live: [alive(a)]});
  expect(plan(world).digest).toBe(untouched.digest);
  expect(plan({...world, live: [alive(a, {name: 'by hand'})]}).digest).not.toBe(untouched.digest);
});

test('requests: a look before each change, the changes, and the pause of what is made paused', () => {
  const specs = [desire('a', edited), desire('new', blog, {paused: true}), desire('r', shop)];
  const recorded = {a, r: record('r', hooked), gone: record('gone', bodyOf('gone'))};
  expect(plan({specs, recorded}).requests).toBe(2 + 2 + 3 + 2);
});
