import type {JsonObject} from '../../../../src/core/json/value';
import type {Change, Plan} from '../../../../src/core/plan/change';
import {type LiveMonitorView, toLiveView} from '../../../../src/core/plan/live';
import {makePlan, type PlanInput} from '../../../../src/core/plan/plan';
import {NO_FIELDS} from '../../../../src/core/service/allowed-fields';
import type {RecordedMonitor} from '../../../../src/core/state/state';
import {bodyOf, ENVIRONMENT, LINEAGE, PROJECT, record, stateOf, type World} from './world';

export const shop = bodyOf('shop');
export const blog = bodyOf('blog');
export const edited = bodyOf('shop', {goal: 'Tell me when anything changes'});
export const hooked = bodyOf('shop', {webhook: {url: 'https://hooks.example/T0', headers: {A: 'Bearer ${env:TOKEN}'}}});

/** A world of full operations, with what the service shows where it was asked. */
export interface FullWorld extends World {
  readonly live?: readonly LiveMonitorView[];
  readonly input?: Partial<PlanInput>;
}

/** The plan of a world. */
export function plan({specs = [], recorded = {}, unresolved = [], only, live, input = {}}: FullWorld): Plan {
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
export function alive(recorded: RecordedMonitor, members: JsonObject = {}): LiveMonitorView {
  const {applied, id, createdAt} = recorded;
  const data = {...applied, schedule: {cron: '0 * * * *', timezone: 'UTC'}, id, createdAt, status: 'active', updatedAt: 'x', ...members};
  return toLiveView({data}, LINEAGE, NO_FIELDS) as LiveMonitorView;
}

/** The first change of the plan of a world. */
export const one = (world: FullWorld): Change => plan(world).changes[0] as Change;
export const a = record('a', shop);
