import type {JsonObject} from '../../../src/json/value';
import type {Change, Plan} from '../../../src/plan/change';
import {isHeld} from '../../../src/plan/change-facts';
import {type LiveMonitorView, toLiveView} from '../../../src/plan/live';
import {makePlan, type PlanInput} from '../../../src/plan/plan';
import {explainChange} from '../../../src/report/held-changes';
import {listPlanFindings} from '../../../src/report/plan-findings';
import {listTargetIds} from '../../../src/spec/targets';
import type {RecordedMonitor} from '../../../src/state/state';
import {bodyOf, desire, ENVIRONMENT, LINEAGE, lose, PROJECT, record, stateOf, summarize, type World} from './world';

const shop = bodyOf('shop');
const blog = bodyOf('blog');
const edited = bodyOf('shop', {goal: 'Tell me when anything changes'});
const hooked = bodyOf('shop', {webhook: {url: 'https://hooks.example/T0', headers: {A: 'Bearer ${env:TOKEN}'}}});

interface FullWorld extends World {
  readonly live?: readonly LiveMonitorView[];
  readonly input?: Partial<PlanInput>;
}

function plan({specs = [], recorded = {}, unresolved = [], only, live, input = {}}: FullWorld): Plan {
  return makePlan({
    project: PROJECT,
    environment: ENVIRONMENT,
    operations: 'full',
    maxDeletes: {percent: 30},
    allowDeletes: false,
    desired: [...specs].sort((a, b) => (a.key < b.key ? -1 : 1)),
    state: recorded === null ? null : stateOf(recorded),
    unresolved,
    only: only === undefined ? undefined : new Set(only),
    ...(live === undefined ? {} : {live: {monitors: new Map(live.map(view => [view.id, view]))}}),
    ...input,
  });
}

/** A monitor as the service answers it when nobody touched it since `recorded` was applied. */
function alive(recorded: RecordedMonitor, members: JsonObject = {}): LiveMonitorView {
  const {applied, id, createdAt} = recorded;
  const data = {...applied, schedule: {cron: '0 * * * *', timezone: 'UTC'}, id, createdAt, status: 'active', updatedAt: 'x', ...members};
  return toLiveView(data, LINEAGE) as LiveMonitorView;
}

const one = (world: FullWorld): Change => plan(world).changes[0] as Change;
const a = record('a', shop);

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

describe('what the service shows', () => {
  const live = alive(a);

  test.each<{name: string; world: FullWorld; changes: string[]}>([
    {name: 'an untouched monitor is unchanged', world: {specs: [desire('a', shop)], recorded: {a}, live: [live]}, changes: []},
    {name: 'deleted by hand: created again', world: {specs: [desire('a', shop)], recorded: {a}, live: []}, changes: ['create a']},
    {
      name: 'changed by hand: put back',
      world: {specs: [desire('a', shop)], recorded: {a}, live: [alive(a, {retentionDays: 7})]},
      changes: ['update a'],
    },
    {
      name: 'paused by hand: resumed',
      world: {specs: [desire('a', shop)], recorded: {a}, live: [alive(a, {status: 'paused'})]},
      changes: ['update a'],
    },
    {
      name: 'a status that is neither is the service’s affair',
      world: {specs: [desire('a', shop)], recorded: {a}, live: [alive(a, {status: 'failing'})]},
      changes: [],
    },
    {
      name: 'a webhook added by hand can only go with the monitor',
      world: {specs: [desire('a', shop)], recorded: {a}, live: [alive(a, {webhook: {url: 'https://other.example/x'}})]},
      changes: ['replace a'],
    },
    {
      name: 'a monitor of our target ids is adopted',
      world: {specs: [desire('a', shop)], live: [alive(a, {id: 'found'})]},
      changes: ['adopt a'],
    },
    {
      name: 'N29: one that has an id more is a conflict',
      world: {
        specs: [desire('a', shop)],
        live: [
          alive(a, {
            id: 'found',
            targets: [...(a.applied['targets'] as JsonObject[]), {type: 'scrape', urls: ['https://x.example'], id: 'x'}],
          }),
        ],
      },
      changes: ['blocked create a: conflict'],
    },
    {
      name: 'the monitor of another key is not taken over',
      world: {specs: [desire('b', shop), desire('a', shop)], recorded: {a}, live: [live]},
      changes: ['create b'],
    },
    {
      name: 'a recorded id under which another monitor lives is left alone',
      world: {
        specs: [desire('a', edited)],
        recorded: {a},
        live: [alive(a, {createdAt: '2020-01-01T00:00:00Z', targets: [{type: 'scrape', urls: ['https://x.example'], id: 'x'}]})],
      },
      changes: ['blocked update a: conflict'],
    },
    {
      name: 'nor is it deleted',
      world: {
        recorded: {a},
        live: [alive(a, {createdAt: '2020-01-01T00:00:00Z', targets: [{type: 'scrape', urls: ['https://x.example'], id: 'x'}]})],
      },
      changes: ['blocked delete a: conflict'],
    },
    {
      name: 'targets that lost their ids by hand are put back under them',
      world: {
        specs: [desire('a', shop)],
        recorded: {a},
        live: [alive(a, {targets: [{type: 'scrape', urls: ['https://shop.example/pricing'], id: 'new'}]})],
      },
      changes: ['update a'],
    },
    {name: 'deleted by hand and its spec gone: the record goes', world: {recorded: {a}, live: []}, changes: ['delete a']},
    {
      name: 'a create in doubt stays so',
      world: {specs: [desire('a', shop)], unresolved: [lose('a', shop)], live: [alive(a, {id: 'found'})]},
      changes: ['unresolved a'],
    },
  ])('$name', ({world, changes}) => expect(summarize(plan(world))).toEqual(changes));

  test('a change by hand and one in the spec are shown apart', () => {
    const change = one({
      specs: [desire('a', {...shop, retentionDays: 60})],
      recorded: {a},
      live: [alive(a, {retentionDays: 7, name: 'by hand'})],
    });
    expect(change).toMatchObject({
      fields: [{path: '/retentionDays', before: 30, after: 60}],
      drift: [
        {path: '/name', before: 'by hand', after: 'shop'},
        {path: '/retentionDays', before: 7, after: 60},
      ],
      patch: {name: 'shop', retentionDays: 60},
    });
  });

  test('a protected monitor without a spec is not said to go on running once the service lists it no more', () => {
    const kept = record('a', shop, {protect: true});
    const say = (live: LiveMonitorView[]) =>
      plan({recorded: {a: kept}, live})
        .changes.filter(isHeld)
        .map(held => explainChange(held, ENVIRONMENT).message);
    expect(say([alive(kept)])).toEqual([expect.stringMatching(/protected: it keeps running$/)]);
    expect(say([])).toEqual([expect.stringMatching(/no longer lists the monitor; it was protected, so its record stays$/)]);
    const countDrift = (live: LiveMonitorView[]) => plan({recorded: {a: kept}, live}).summary.drift;
    expect([countDrift([alive(kept)]), countDrift([])]).toEqual([0, 1]);
  });

  test('a recreated monitor says whose place it takes, and keeps the target ids', () => {
    expect(one({specs: [desire('a', shop)], recorded: {a}, live: []})).toMatchObject({gone: a.id, targetIds: listTargetIds(a.applied)});
  });

  test('a create in doubt says what was found, also of several the oldest', () => {
    const world = {specs: [desire('a', shop)], unresolved: [lose('a', shop)]};
    const found = plan({...world, live: [alive(a, {id: 'young', createdAt: '2026-11-21T00:00:00Z'}), alive(a, {id: 'old'})]});
    expect(found.changes).toMatchObject([{found: 'old'}]);
    expect(found.duplicates).toMatchObject([{key: 'a', monitors: [{id: 'old'}, {id: 'young'}]}]);
    expect(found.unmanaged).toEqual([]);
    expect(plan({...world, live: []}).changes[0]).not.toHaveProperty('found');
  });

  test.each<{name: string; specs: NonNullable<FullWorld['specs']>; next: RegExp}>([
    {name: 'one whose spec stands is adopted, and no more is said', specs: [desire('a', shop)], next: /^apply adopts it: /},
    {
      name: 'one whose spec is gone is announced as a delete',
      specs: [],
      next: /^apply adopts it, then plans its delete because its spec is gone: /,
    },
    {
      name: 'one whose spec was edited is announced as a change',
      specs: [desire('a', edited)],
      next: /^apply adopts it, then plans the later edits: /,
    },
  ])('a create in doubt that was found: $name', ({specs, next}) => {
    const change = one({specs, unresolved: [lose('a', shop)], live: [alive(a, {id: 'found'})]});
    expect(isHeld(change) && explainChange(change, ENVIRONMENT).waysOut).toEqual([expect.stringMatching(next)]);
  });

  test('duplicates of a recorded monitor are listed, oldest first, and are no strangers', () => {
    const world = {specs: [desire('a', shop)], recorded: {a}, live: [live, alive(a, {id: 'twin', createdAt: '2026-11-01T00:00:00Z'})]};
    const {changes, duplicates, unmanaged} = plan(world);
    expect([changes, unmanaged]).toEqual([[], []]);
    expect(duplicates).toMatchObject([{key: 'a', monitors: [{id: 'twin'}, {id: a.id}]}]);
  });

  test('strangers are listed, those of other environments by name', () => {
    const stranger = alive(record('x', blog), {id: 'stranger', estimatedCreditsPerMonth: 720});
    const staging = alive(record('x', blog), {
      id: 'staging',
      targets: [{type: 'scrape', urls: ['https://y.example'], id: 'STAGED'}],
      createdAt: '2026-11-19T00:00:00Z',
    });
    const otherEnvironments = [{project: PROJECT, environment: 'staging', targetIds: new Set(['staged']), monitorIds: new Set<string>()}];
    const {unmanaged} = plan({specs: [desire('a', shop)], recorded: {a}, live: [live, stranger, staging], input: {otherEnvironments}});
    expect(unmanaged).toEqual([
      {
        id: 'staging',
        name: 'blog',
        createdAt: '2026-11-19T00:00:00Z',
        creditsPerMonth: null,
        ours: {project: PROJECT, environment: 'staging'},
      },
      {id: 'stranger', name: 'blog', createdAt: '2026-11-20T00:00:00Z', creditsPerMonth: 720},
    ]);
  });

  test('who is about to pay for a second monitor of the same name is told of the first', () => {
    const stranger = (id: string, createdAt: string) =>
      alive(record('x', shop), {id, createdAt, targets: [{type: 'scrape', urls: ['https://shop.example'], id: `T-${id}`}]});
    const live = [stranger('old', '2026-11-18T00:00:00Z'), stranger('new', '2026-11-19T00:00:00Z')];
    const warn = (world: FullWorld) => listPlanFindings(plan({live, ...world})).filter(({code}) => code === 'plan/same-name');
    expect(warn({specs: [desire('a', shop)]})).toEqual([
      {
        code: 'plan/same-name',
        severity: 'warning',
        message:
          '"a" will be created, but an unmanaged monitor in the service has the same name: old (created 2026-11-18T00:00:00Z), and 1 more',
        hint: expect.stringContaining(': monitors import a old'),
      },
    ]);
    const otherEnvironments = [
      {project: PROJECT, environment: 'other', targetIds: new Set(['t-old', 't-new']), monitorIds: new Set<string>()},
    ];
    expect(warn({specs: [desire('a', shop)], input: {otherEnvironments}})).toEqual([]);
    expect(warn({specs: [desire('a', shop)], recorded: {a}, live: [...live, alive(a)]})).toEqual([]);
    expect(warn({specs: [desire('a', blog)]})).toEqual([]);
  });

  test('a stranger made from today’s specs in another environment is known by its derived ids', () => {
    const otherEnvironments = [{project: PROJECT, environment: ENVIRONMENT, targetIds: new Set<string>(), monitorIds: new Set<string>()}];
    const {unmanaged} = makePlan({
      project: PROJECT,
      environment: 'staging',
      operations: 'full',
      maxDeletes: {percent: 30},
      allowDeletes: false,
      desired: [desire('a', shop)],
      state: null,
      unresolved: [],
      live: {monitors: new Map([[live.id, live]])},
      otherEnvironments,
    });
    expect(unmanaged).toMatchObject([{id: a.id, ours: {environment: ENVIRONMENT}}]);
  });

  test('a price that differs by more than one check is told', () => {
    const cost = (estimatedCreditsPerMonth: number) =>
      plan({specs: [desire('a', shop)], recorded: {a}, live: [alive(a, {estimatedCreditsPerMonth})]}).estimateDifferences;
    expect(cost(1442)).toEqual([]);
    const figures = {key: 'a', id: a.id, creditsPerMonth: 1440};
    expect(cost(2000)).toMatchObject([{...figures, serviceCreditsPerMonth: 2000, reason: {kind: 'checks-per-month', service: 1000}}]);
    expect(cost(2880)).toMatchObject([
      {...figures, serviceCreditsPerMonth: 2880, reason: {kind: 'credits-per-check', service: 4, list: 2}},
    ]);
  });

  test('drift is counted', () => {
    const world = {specs: [desire('a', shop), desire('b', blog)], recorded: {a, b: record('b', blog)}, live: [alive(a, {name: 'by hand'})]};
    expect(plan(world).summary).toMatchObject({update: 1, create: 1, drift: 2, unchanged: 0});
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
    expect(plan({specs: keep(6), recorded: many(10)}).changes[0]).toMatchObject({reason: {kind: 'too-many-deletes', deletes: 4, limit: 3}});
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
