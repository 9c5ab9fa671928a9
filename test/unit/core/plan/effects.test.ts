import fc from 'fast-check';
import type {JsonObject} from '../../../../src/core/json/value';
import type {Plan, UpdateChange} from '../../../../src/core/plan/change';
import {findUnsaid, listEffects} from '../../../../src/core/plan/change-facts';
import {listOverwritten} from '../../../../src/core/plan/edit';
import {type LiveMonitorView, toLiveView} from '../../../../src/core/plan/live';
import {makePlan} from '../../../../src/core/plan/plan';
import {NO_FIELDS} from '../../../../src/core/service/allowed-fields';
import {bodyOf, desire, ENVIRONMENT, LINEAGE, PROJECT, record, stateOf} from './world';

/** Members of a monitor by name: as last applied, as its spec wants it, and as the service holds it; the rest is as {@link bodyOf} makes it. */
interface Sides {
  readonly recorded?: JsonObject;
  readonly wanted?: JsonObject | null;
  readonly live?: JsonObject;
}

const KEY = 'shop';

/** The plan for one monitor; the service is asked where `live` says what it holds. */
function planOf({recorded = {}, wanted = {}, live}: Sides, environment = ENVIRONMENT): Plan {
  const before = record(KEY, bodyOf(KEY, recorded));
  const view = live === undefined ? null : viewOf({recorded, live});
  return makePlan({
    ...{project: PROJECT, environment, operations: 'full', maxDeletes: {percent: 100}, allowDeletes: true, unresolved: []},
    desired: wanted === null ? [] : [desire(KEY, bodyOf(KEY, wanted))],
    state: stateOf({[KEY]: before}),
    ...(view === null ? {} : {live: {monitors: new Map([[view.id, view]])}}),
  });
}

/** The service's monitors: as last applied, but for what `live` names. */
function viewOf({recorded = {}, live = {}}: Sides): LiveMonitorView {
  const {applied, id, createdAt} = record(KEY, bodyOf(KEY, recorded));
  const data = {...applied, schedule: {cron: '0 * * * *', timezone: 'UTC'}, id, createdAt, status: 'active', ...live};
  return toLiveView({data}, LINEAGE, NO_FIELDS) as LiveMonitorView;
}

/** Changes of the second plan that the first did not announce. */
function unsaid(said: Plan, done: Plan): string[] {
  const effects = new Set(said.changes.flatMap(change => listEffects(said, change)));
  return findUnsaid(done, effect => effects.has(effect)).map(({action, key}) => `${action} ${key}`);
}

describe('what a plan does that another one does not say', () => {
  const GOAL = {goal: 'Prices'};
  const TWO = {...GOAL, retentionDays: 7};
  const cases: readonly {name: string; said: Sides; done: Sides; unsaid: readonly string[]}[] = [
    {name: 'the same update', said: {wanted: GOAL}, done: {wanted: GOAL}, unsaid: []},
    {name: 'an update whose other half is done already', said: {wanted: TWO}, done: {recorded: GOAL, wanted: TWO}, unsaid: []},
    {name: 'nothing at all', said: {wanted: GOAL}, done: {recorded: GOAL, wanted: GOAL}, unsaid: []},
    {name: 'another value', said: {wanted: GOAL}, done: {wanted: {goal: 'Other'}}, unsaid: ['update shop']},
    {name: 'another member besides', said: {wanted: GOAL}, done: {wanted: TWO}, unsaid: ['update shop']},
    {
      name: 'the same value in place of another one than was shown',
      said: {wanted: GOAL},
      done: {recorded: {goal: 'Meanwhile'}, wanted: GOAL},
      unsaid: ['update shop'],
    },
    {name: 'the same update after a look that finds it as recorded', said: {wanted: GOAL}, done: {wanted: GOAL, live: {}}, unsaid: []},
    {
      name: 'the same update after a look that finds it edited by hand',
      said: {wanted: GOAL},
      done: {wanted: GOAL, live: {goal: 'By hand'}},
      unsaid: ['update shop'],
    },
    {
      name: 'putting back another member that was edited by hand',
      said: {wanted: GOAL},
      done: {wanted: GOAL, live: {name: 'By hand'}},
      unsaid: ['update shop'],
    },
    {
      name: 'putting back what the first plan puts back',
      said: {live: {name: 'By hand'}},
      done: {live: {name: 'By hand'}},
      unsaid: [],
    },
    {name: 'pausing it', said: {wanted: GOAL}, done: {wanted: GOAL, live: {status: 'paused'}}, unsaid: ['update shop']},
    {name: 'the same delete', said: {wanted: null}, done: {wanted: null, live: {}}, unsaid: []},
    {
      name: 'a delete of what somebody edited since',
      said: {wanted: null},
      done: {wanted: null, live: {name: 'By hand'}},
      unsaid: ['delete shop'],
    },
    {name: 'a delete where an update was said', said: {wanted: GOAL}, done: {wanted: null}, unsaid: ['delete shop']},
  ];
  test.each(cases)('$name: $unsaid', ({said, done, unsaid: expected}) => {
    expect(unsaid(planOf(said), planOf(done))).toEqual(expected);
  });

  test('the same in another environment is not said', () => {
    expect(unsaid(planOf({wanted: GOAL}, 'staging'), planOf({wanted: GOAL}))).toEqual(['update shop']);
  });
});

const member = (values: readonly fc.Arbitrary<unknown>[]) => fc.oneof(...values);
const VALUES = {
  name: member([fc.constant('one'), fc.constant('two'), fc.constant('three')]),
  goal: member([fc.constant('Prices'), fc.constant('Terms'), fc.constant('News')]),
  retentionDays: member([fc.constant(7), fc.constant(14), fc.constant(90)]),
};
const NAMES = Object.keys(VALUES) as (keyof typeof VALUES)[];
const whole = fc.record(VALUES) as fc.Arbitrary<JsonObject>;
const same = (a: JsonObject, b: JsonObject, name: string) => a[name] === b[name];
const update = (plan: Plan) => plan.changes.find((change): change is UpdateChange => change.action === 'update');

test('K22: for any edits of spec and service: what is not unsaid changes only what was said, from what was said', () => {
  fc.assert(
    fc.property(whole, whole, whole, whole, (recorded, wanted, later, live) => {
      const said = planOf({recorded, wanted});
      const done = planOf({recorded, wanted: later, live});
      const isSaid = unsaid(said, done).length === 0;
      // A member is sent where the service holds something else than the spec wants.
      const sent = NAMES.filter(name => !same(live, later, name));
      const mayBeSent = sent.every(name => same(live, recorded, name) && same(later, wanted, name) && !same(recorded, wanted, name));
      expect(isSaid).toBe(mayBeSent);
    }),
    {numRuns: 2000},
  );
});

test('K20: for any edits in the service: an update overwrites what it sends and is neither as planned nor as wanted', () => {
  fc.assert(
    fc.property(whole, whole, whole, (recorded, wanted, live) => {
      const change = update(planOf({recorded, wanted}));
      if (change === undefined) return;
      const lost = NAMES.filter(name => !same(recorded, wanted, name) && !same(live, recorded, name) && !same(live, wanted, name));
      const fields = listOverwritten(change, viewOf({recorded, live}), LINEAGE);
      expect(fields.map(({path, before, after}) => [path, before, after]).sort()).toEqual(
        lost.map(name => [`/${name}`, live[name], wanted[name]]).sort(),
      );
    }),
    {numRuns: 2000},
  );
});

test('an update that was planned after a look overwrites what it was shown, and nothing that came later', () => {
  fc.assert(
    fc.property(whole, whole, whole, whole, (recorded, wanted, seen, live) => {
      const change = update(planOf({recorded, wanted, live: seen}));
      if (change === undefined) return;
      const sent = NAMES.filter(name => Object.hasOwn(change.patch, name));
      const lost = sent.filter(name => !same(live, seen, name) && !same(live, wanted, name));
      const fields = listOverwritten(change, viewOf({recorded, live}), LINEAGE);
      expect(fields.map(({path}) => path).sort()).toEqual(lost.map(name => `/${name}`).sort());
    }),
    {numRuns: 2000},
  );
});
