import type {JsonObject} from '../../../../src/core/json/value';
import {isHeld} from '../../../../src/core/plan/change-facts';
import type {LiveMonitorView} from '../../../../src/core/plan/live';
import {makePlan} from '../../../../src/core/plan/plan';
import {listTargetIds} from '../../../../src/core/specs/targets';
import {listPlanFindings} from '../../../../src/features/plan/findings';
import {explainChange} from '../../../../src/rendering/held-changes';
import {a, alive, blog, edited, type FullWorld, one, plan, shop} from './full-world';
import {desire, ENVIRONMENT, lose, PROJECT, record, summarize} from './world';

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
