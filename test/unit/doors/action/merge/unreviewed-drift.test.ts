import type {JsonObject} from '../../../../../src/core/json/value';
import type {Plan} from '../../../../../src/core/plan/change';
import {type LiveMonitorView, toLiveView} from '../../../../../src/core/plan/live';
import {makePlan} from '../../../../../src/core/plan/plan';
import {NO_FIELDS} from '../../../../../src/core/service/allowed-fields';
import {leaveDriftAlone, sayLeftAlone} from '../../../../../src/doors/action/merge/unreviewed-drift';
import {bodyOf, desire, ENVIRONMENT, LINEAGE, PROJECT, record, stateOf, summarize} from '../../../core/plan/world';

/** Wanted and held values of `a` and `b`, by member; null for a spec that is gone. */
interface World {
  readonly wanted: JsonObject | null;
  readonly live: JsonObject;
}

function narrow({wanted, live}: World) {
  const recorded = {a: record('a', bodyOf('a')), b: record('b', bodyOf('b'))};
  const view = (key: 'a' | 'b', members: JsonObject): LiveMonitorView => {
    const {applied, id, createdAt} = recorded[key];
    const data = {...applied, schedule: {cron: '0 * * * *', timezone: 'UTC'}, id, createdAt, status: 'active', ...members};
    return toLiveView({data}, LINEAGE, NO_FIELDS) as LiveMonitorView;
  };
  const views = [view('a', live), view('b', {name: 'by hand'})];
  const known = {monitors: new Map(views.map(one => [one.id, one]))};
  const planned = (asked: boolean): Plan =>
    makePlan({
      ...{project: PROJECT, environment: ENVIRONMENT, operations: 'full', maxDeletes: {percent: 100}, allowDeletes: true, unresolved: []},
      desired: [...(wanted === null ? [] : [desire('a', bodyOf('a', wanted))]), desire('b', bodyOf('b'))],
      state: stateOf(recorded),
      ...(asked ? {live: known} : {}),
    });
  const refreshed = planned(true);
  const {plan, leftAlone, overwriting} = leaveDriftAlone(refreshed, planned(false), refreshed.changes, known);
  const patches = plan.changes.map(change => (change.action === 'update' ? change.patch : null));
  return {plan, changes: summarize(plan), patches, left: leftAlone.map(({key}) => key), lost: overwriting.map(({why}) => why), leftAlone};
}

test('what would only be put back is left out, with its request, and counted as unchanged', () => {
  const {plan, changes, left} = narrow({wanted: {}, live: {}});
  expect({changes, left}).toEqual({changes: [], left: ['b']});
  expect(plan).toMatchObject({requests: 0, summary: {update: 0, unchanged: 2, drift: 0}});
});

test('an update sends what the repository changed, and not what somebody else did', () => {
  const narrowed = narrow({wanted: {goal: 'Prices'}, live: {retentionDays: 90}});
  expect(narrowed).toMatchObject({changes: ['update a'], patches: [{goal: 'Prices'}], left: ['a', 'b'], lost: []});
  expect(narrowed.leftAlone.map(sayLeftAlone)).toEqual([
    'Not reverted: "a" was changed in the service (retentionDays), and no reviewed plan reverts it.',
    'Not reverted: "b" was changed in the service (name), and no reviewed plan reverts it.',
  ]);
});

test.each([
  {
    name: 'an update that would overwrite it',
    wanted: {goal: 'Prices'},
    live: {goal: 'By hand'},
    says: 'goal is "By hand" in the service and "Prices" here',
  },
  {name: 'a delete of what was edited', wanted: null, live: {goal: 'By hand'}, says: 'goal is "By hand" in the service and'},
])('$name is told with both values', ({wanted, live, says}) => {
  const {lost, left} = narrow({wanted, live});
  expect({lost, left}).toEqual({lost: [expect.stringContaining(says)], left: ['b']});
});
