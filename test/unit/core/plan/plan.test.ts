import fc from 'fast-check';
import {estimateCredits} from '../../../../src/core/specs/credits';
import {listTargetIds} from '../../../../src/core/specs/targets';
import {listPlanFindings} from '../../../../src/features/plan/findings';
import {bodyOf, desire, type JsonObject, lose, plan, record, summarize, type World} from './world';

const shop = bodyOf('shop');
const blog = bodyOf('blog');
const edited = bodyOf('shop', {goal: 'Tell me when anything changes'});
const ID = 'aaaaaaaa-0000-4000-8000-00000000000a';

describe('what a plan does', () => {
  test.each<{name: string; world: World; changes: string[]}>([
    {
      name: 'a first use creates everything',
      world: {specs: [desire('a', shop), desire('b', blog)], recorded: null},
      changes: ['create a', 'create b'],
    },
    {name: 'a new spec is created', world: {specs: [desire('a', shop)]}, changes: ['create a']},
    {name: 'an equal spec is unchanged', world: {specs: [desire('a', shop)], recorded: {a: record('a', shop)}}, changes: []},
    {
      name: 'an edited spec is blocked',
      world: {specs: [desire('a', edited)], recorded: {a: record('a', shop)}},
      changes: ['blocked update a: needs-update'],
    },
    {name: 'a vanished spec is blocked', world: {recorded: {a: record('a', shop)}}, changes: ['blocked delete a: needs-delete']},
    {
      name: 'a vanished spec of a protected monitor says so',
      world: {recorded: {a: record('a', shop, {protect: true})}},
      changes: ['blocked delete a: protected'],
    },
    {
      name: 'renamedFrom keeps the monitor',
      world: {specs: [desire('new', shop, {renamedFrom: 'old'})], recorded: {old: record('old', shop)}},
      changes: ['rename new from old'],
    },
    {
      name: 'a spec that keeps saying renamedFrom is unchanged',
      world: {specs: [desire('new', shop, {renamedFrom: 'old'})], recorded: {new: record('old', shop)}},
      changes: [],
    },
    {
      name: 'a renamed and edited spec is renamed, and its edit is blocked',
      world: {specs: [desire('new', edited, {renamedFrom: 'old'})], recorded: {old: record('old', shop)}},
      changes: ['rename new from old', 'blocked update new: needs-update'],
    },
    {
      name: 'a rename from a key that still has a spec is not guessed at',
      world: {specs: [desire('old', shop), desire('new', edited, {renamedFrom: 'old'})], recorded: {old: record('old', shop)}},
      changes: ['blocked create new: possible-rename old'],
    },
    {
      name: 'of two specs that claim the same old key the second is not created',
      world: {
        specs: [desire('a', shop, {renamedFrom: 'old'}), desire('b', shop, {renamedFrom: 'old'})],
        recorded: {old: record('old', shop)},
      },
      changes: ['rename a from old', 'blocked create b: possible-rename old'],
    },
    {
      name: 'a rename to a key that has a monitor of its own touches neither',
      world: {
        specs: [desire('e', edited, {renamedFrom: 'd'})],
        recorded: {d: record('d', edited), e: record('e', blog)},
      },
      changes: ['blocked delete d: rename-taken e', 'blocked update e: rename-taken d'],
    },
    {
      name: 'a rename from a key that nobody knows is a create, with a warning',
      world: {specs: [desire('new', shop, {renamedFrom: 'typo'})]},
      changes: ['create new'],
    },
    {
      name: 'a moved file is not created again',
      world: {specs: [desire('moved/a', shop)], recorded: {a: record('a', shop)}},
      changes: ['blocked delete a: possible-rename moved/a', 'blocked create moved/a: possible-rename a'],
    },
    {
      name: 'a moved file that spells a default out is not created again',
      world: {specs: [desire('moved/a', {...shop, retentionDays: 30})], recorded: {a: record('a', shop)}},
      changes: ['blocked delete a: possible-rename moved/a', 'blocked create moved/a: possible-rename a'],
    },
    {
      name: 'a moved and edited file with the same target id is not created again',
      world: {
        specs: [desire('moved/a', bodyOf('other', {targets: [{type: 'scrape', urls: ['https://other.example'], id: ID}]}))],
        recorded: {a: record('a', bodyOf('shop', {targets: [{type: 'scrape', urls: ['https://shop.example'], id: ID.toUpperCase()}]}))},
      },
      changes: ['blocked delete a: possible-rename moved/a', 'blocked create moved/a: possible-rename a'],
    },
    {
      name: 'a moved spec whose other members changed is held back as well: its targets are the same',
      world: {
        specs: [desire('moved/a', {...shop, name: 'other', goal: 'Other', schedule: {text: 'daily'}})],
        recorded: {a: record('a', shop)},
      },
      changes: ['blocked delete a: possible-rename moved/a', 'blocked create moved/a: possible-rename a'],
    },
    {
      name: 'of two that watch the same, the equal one is the new name',
      world: {
        specs: [desire('x', {...shop, name: 'other'}), desire('y', shop)],
        recorded: {a: record('a', shop), b: record('b', {...shop, goal: 'Other'})},
      },
      changes: [
        'blocked delete a: possible-rename y',
        'blocked delete b: possible-rename x',
        'blocked create x: possible-rename b',
        'blocked create y: possible-rename a',
      ],
    },
    {
      name: 'two new files like a vanished one both wait',
      world: {specs: [desire('x', shop), desire('y', shop)], recorded: {a: record('a', shop)}},
      changes: ['blocked delete a: possible-rename x', 'blocked create x: possible-rename a', 'blocked create y: possible-rename a'],
    },
    {
      name: 'two moved files with equal bodies each have their own counterpart',
      world: {specs: [desire('x/a', shop), desire('x/b', shop)], recorded: {a: record('a', shop), b: record('b', shop)}},
      changes: [
        'blocked delete a: possible-rename x/a',
        'blocked delete b: possible-rename x/b',
        'blocked create x/a: possible-rename a',
        'blocked create x/b: possible-rename b',
      ],
    },
    {
      name: 'a copy of a spec that is still there is created',
      world: {specs: [desire('a', shop), desire('b', shop)], recorded: {a: record('a', shop)}},
      changes: ['create b'],
    },
    {
      name: 'a create whose outcome is unknown is not sent again',
      world: {specs: [desire('a', shop)], unresolved: [lose('a', shop)]},
      changes: ['unresolved a'],
    },
    {
      name: 'C25: also when its spec was edited',
      world: {specs: [desire('a', edited)], unresolved: [lose('a', shop)]},
      changes: ['unresolved a'],
    },
    {name: 'C26: also when its spec is gone', world: {unresolved: [lose('a', shop)]}, changes: ['unresolved a']},
    {
      name: 'C27: a key renamed while its create is unknown is refused under both names',
      world: {specs: [desire('b', shop)], unresolved: [lose('a', shop)]},
      changes: ['unresolved a', 'blocked create b: rename-of-unresolved a'],
    },
    {
      name: 'C27: also when it was edited and says so with renamedFrom',
      world: {specs: [desire('b', edited, {renamedFrom: 'a'})], unresolved: [lose('a', shop)]},
      changes: ['unresolved a', 'blocked create b: rename-of-unresolved a'],
    },
    {
      name: 'other keys go on beside an unknown one',
      world: {specs: [desire('a', shop), desire('b', blog)], unresolved: [lose('a', shop)]},
      changes: ['unresolved a', 'create b'],
    },
    {
      name: '--only leaves the others out',
      world: {specs: [desire('a', shop), desire('b', blog)], recorded: {c: record('c', edited)}, only: ['b']},
      changes: ['create b'],
    },
    {
      name: '--only still sees that a key may be a renamed one',
      world: {specs: [desire('moved/a', shop)], recorded: {a: record('a', shop)}, only: ['moved/a']},
      changes: ['blocked create moved/a: possible-rename a'],
    },
    {
      name: '--only with the old key of a rename renames',
      world: {specs: [desire('new', shop, {renamedFrom: 'old'})], recorded: {old: record('old', shop)}, only: ['old']},
      changes: ['rename new from old'],
    },
  ])('$name', ({world, changes}) => expect(summarize(plan(world))).toEqual(changes));

  test('counts what it does', () => {
    const {summary, requests} = plan({
      specs: [desire('new', blog), desire('same', shop), desire('edited', edited), desire('lost', blog)],
      recorded: {same: record('same', shop), edited: record('edited', shop), gone: record('gone', bodyOf('gone'))},
      unresolved: [lose('lost', blog)],
    });
    expect(summary).toEqual({
      create: 1,
      update: 0,
      replace: 0,
      delete: 0,
      adopt: 0,
      rename: 0,
      unchanged: 1,
      blocked: 2,
      unresolved: 1,
      protected: 0,
      drift: 0,
    });
    expect(requests).toBe(1);
  });
});

describe('what is no change', () => {
  const targets: JsonObject[] = [
    {type: 'scrape', urls: ['https://a.example/1', 'https://a.example/2']},
    {type: 'search', queries: ['cats', 'dogs']},
    {
      type: 'crawl',
      url: 'https://b.example',
      scrapeOptions: {formats: ['markdown', {type: 'json', prompt: 'x'}], headers: {Cookie: 'literal'}},
    },
  ];
  const body = bodyOf('shop', {targets, webhook: {url: 'https://hooks.example/T0', headers: {A: 'one', B: '${env:TOKEN}'}}});
  const changesFor = (next: JsonObject) => summarize(plan({specs: [desire('a', next)], recorded: {a: record('a', body)}}));

  test.each<{name: string; next: JsonObject}>([
    {name: 'another order of targets', next: {...body, targets: [...targets].reverse()}},
    {
      name: 'another order of urls',
      next: {...body, targets: [{...targets[0], urls: ['https://a.example/2', 'https://a.example/1']}, ...targets.slice(1)]},
    },
    {name: 'a default spelt out', next: {...body, retentionDays: 30, judgeEnabled: true, schedule: {text: 'hourly', timezone: 'UTC'}}},
    {
      name: 'a default of a target spelt out',
      next: {...body, targets: [targets[0]!, {...targets[1], maxResults: 10, searchWindow: '24h'}, targets[2]!]},
    },
    {name: 'another order of members', next: Object.fromEntries(Object.entries(body).reverse())},
  ])('$name', ({next}) => {
    expect(changesFor(next)).toEqual([]);
  });

  test('a spec without ids does not ask for new ones: recorded ids win, also over an edit', () => {
    const next = {...body, targets: [{type: 'scrape', urls: ['https://moved.example']}, ...targets.slice(1)]};
    const [change] = plan({specs: [desire('a', next)], recorded: {a: record('a', body)}}).changes;
    expect(change).toMatchObject({
      action: 'blocked',
      fields: [{path: '/targets/0/urls'}, {path: '/targets/0/urls'}, {path: '/targets/0/urls'}],
    });
  });

  test('where only the writing differs, the state notes it without a change', () => {
    const next = {...body, retentionDays: 30};
    const made = plan({specs: [desire('a', next)], recorded: {a: record('a', body)}});
    expect(made.changes).toEqual([]);
    expect(made.bookkeeping).toEqual([{key: 'a', specPath: 'a.yaml', protect: false, bodyHash: desire('a', next).bodyHash}]);
  });

  test('protection and spec path are noted without a change', () => {
    const made = plan({specs: [desire('a', body, {protect: true})], recorded: {a: record('a', body, {specPath: 'old.yaml'})}});
    expect(made.summary.unchanged).toBe(1);
    expect(made.bookkeeping).toEqual([expect.objectContaining({key: 'a', specPath: 'a.yaml', protect: true})]);
  });

  test('protection is noted also where an edit is blocked, and the recorded hash stays', () => {
    const before = record('a', body);
    const made = plan({specs: [desire('a', edited, {protect: true})], recorded: {a: before}});
    expect(made.summary.blocked).toBe(1);
    expect(made.bookkeeping).toEqual([{key: 'a', specPath: 'a.yaml', protect: true, bodyHash: before.bodyHash, changesProtection: true}]);
  });

  test('reordering whatever holds no order is no change', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray(targets, {minLength: 3, maxLength: 3}), fc.boolean(), (order, spelt) => {
        const next = {...body, targets: order, ...(spelt ? {retentionDays: 30} : {})};
        expect(changesFor(next)).toEqual([]);
      }),
    );
  });
});

describe('target ids of a create', () => {
  test('are one a target, and given ones are kept', () => {
    const body = bodyOf('shop', {
      targets: [
        {type: 'search', queries: ['x']},
        {type: 'scrape', urls: ['https://a.example'], id: ID.toUpperCase()},
      ],
    });
    const [change] = plan({specs: [desire('a', body)]}).changes;
    expect(change).toMatchObject({action: 'create', targetIds: [expect.stringMatching(/^[0-9a-f-]{36}$/), ID]});
  });

  test('are new when the same key had a monitor that now has another key', () => {
    const moved = record('a', shop);
    const [change] = plan({specs: [desire('a', shop), desire('b', shop)], recorded: {b: moved}}).changes;
    if (change?.action !== 'create') throw new Error('no create');
    expect(listTargetIds(moved.applied)).not.toContain(change.targetIds[0]);
  });
});

describe('the budget', () => {
  test('--only does not make room: what it leaves alone goes on costing', () => {
    const [first, second] = [desire('a', shop), desire('b', blog)];
    const recorded = {a: record('a', shop), gone: record('gone', edited)};
    const total = first.estimate.creditsPerMonth + second.estimate.creditsPerMonth + estimateCredits(edited).creditsPerMonth;
    const made = plan({specs: [first, second], recorded, only: ['b'], budget: total - 1});
    expect(summarize(made)).toEqual(['blocked create b: budget']);
    const allowed = plan({specs: [first, second], recorded, only: ['b'], budget: total});
    expect(summarize(allowed)).toEqual(['create b']);
    expect(allowed.estimate).toMatchObject({before: total - second.estimate.creditsPerMonth, creditsPerMonth: total});
    expect(allowed.estimate.monitors.map(({key}) => key)).toEqual(['b']);
  });

  const two = [desire('a', shop), desire('b', blog)];
  const cost = two[0]!.estimate.creditsPerMonth;

  test('a plan within it creates', () => {
    expect(summarize(plan({specs: two, budget: 2 * cost}))).toEqual(['create a', 'create b']);
  });

  test('what would raise the estimate above it is refused as a whole, and the estimate says what will be', () => {
    const made = plan({specs: [...two, desire('c', shop)], recorded: {c: record('c', shop)}, budget: 2 * cost});
    expect(summarize(made)).toEqual(['blocked create a: budget', 'blocked create b: budget']);
    expect(made.changes[0]).toMatchObject({reason: {creditsPerMonth: 3 * cost, budget: 2 * cost}});
    expect(made.estimate).toMatchObject({before: cost, creditsPerMonth: cost, budget: 2 * cost});
    expect(made.requests).toBe(0);
  });

  test('an estimate that is above it already refuses nothing that costs nothing', () => {
    const specs = [desire('new', shop, {renamedFrom: 'old'})];
    expect(summarize(plan({specs, recorded: {old: record('old', shop)}, budget: 1}))).toEqual(['rename new from old']);
  });
});

describe('the estimate', () => {
  test('adds up what is recorded, what may exist and what is created', () => {
    const one = desire('a', shop).estimate.creditsPerMonth;
    const {estimate} = plan({
      specs: [desire('new', shop), desire('kept', shop)],
      recorded: {kept: record('kept', shop), gone: record('gone', blog)},
      unresolved: [lose('lost', blog)],
    });
    expect(estimate.before).toBe(3 * one);
    expect(estimate.creditsPerMonth).toBe(4 * one);
    expect(estimate.monitors.map(monitor => monitor.key)).toEqual(['gone', 'lost', 'new']);
  });
});

describe('what else a reviewer is told', () => {
  const withToken = bodyOf('shop', {webhook: {url: 'https://hooks.example', headers: {Authorization: 'Bearer ${env:TOKEN}'}}});

  test('the first use of an environment variable', () => {
    const findings = listPlanFindings(plan({specs: [desire('a', withToken), desire('b', withToken)]}));
    expect(findings).toMatchObject([{code: 'plan/new-reference', severity: 'warning', message: expect.stringContaining('TOKEN')}]);
    expect(findings[0]?.message).toContain('"a", "b"');
  });

  test('not its second use', () => {
    const other = {...withToken, name: 'other'};
    expect(listPlanFindings(plan({specs: [desire('a', withToken), desire('b', other)], recorded: {a: record('a', withToken)}}))).toEqual(
      [],
    );
  });

  test('a renamedFrom that leads nowhere, but not at first use, where nothing can', () => {
    const specs = [desire('new', shop, {renamedFrom: 'typo'})];
    expect(listPlanFindings(plan({specs}))).toMatchObject([{code: 'plan/rename-source-missing'}]);
    expect(listPlanFindings(plan({specs, recorded: null}))).toEqual([]);
  });
});

describe('the digest', () => {
  const specs = [desire('a', shop), desire('b', blog)];
  const digest = (world: World) => plan(world).digest;

  test('is the same for the same work, whatever the order and place of the specs', () => {
    expect(digest({specs: [...specs].reverse()})).toBe(digest({specs}));
    expect(digest({specs: specs.map(spec => ({...spec, file: `x/${spec.file}`, line: 9}))})).toBe(digest({specs}));
  });

  test.each<{name: string; world: World}>([
    {name: 'another body', world: {specs: [desire('a', edited), desire('b', blog)]}},
    {name: 'another key', world: {specs: [desire('c', shop), desire('b', blog)]}},
    {name: 'one create less', world: {specs: [desire('a', shop)]}},
    {name: 'an unknown outcome', world: {specs, unresolved: [lose('a', shop)]}},
    {name: 'a budget that blocks', world: {specs, budget: 1}},
  ])('is another one with $name', ({world}) => expect(digest(world)).not.toBe(digest({specs})));
});

test('planning again after everything was created gives no change', () => {
  const key = fc.stringMatching(/^[a-z]{1,6}(\/[a-z]{1,4})?$/);
  const target = fc.oneof(
    fc.webUrl({withQueryParameters: true}).map((url): JsonObject => ({type: 'scrape', urls: [url]})),
    fc.array(fc.string({minLength: 1}), {minLength: 1, maxLength: 3}).map((queries): JsonObject => ({type: 'search', queries})),
    fc.webUrl().map((url): JsonObject => ({type: 'crawl', url, crawlOptions: {limit: 5}})),
  );
  const body = fc.record({name: fc.string({minLength: 1}), targets: fc.array(target, {minLength: 1, maxLength: 4})});
  fc.assert(
    fc.property(fc.dictionary(key, body, {maxKeys: 6}), bodies => {
      const specs = Object.entries(bodies).map(([name, members]) => desire(name, bodyOf('x', members)));
      const made = plan({specs, recorded: null});
      const recorded = Object.fromEntries(
        made.changes.map(change => {
          if (change.action !== 'create') throw new Error(`unexpected ${change.action}`);
          return [change.key, record(change.key, change.after.body(), {bodyHash: 'written otherwise'})];
        }),
      );
      expect(made.summary.create).toBe(specs.length);
      expect(plan({specs, recorded}).changes).toEqual([]);
    }),
  );
});
