import type {Change, Plan} from '../plan/change';
import type {Key} from '../spec/desired-monitor';
import {startAt} from '../state/origin';
import {newState, type RecordedMonitor, type State, type StoredState} from '../state/state';
import type {ApplyInput, ApplyPorts} from './ports';

type Rename = Extract<Change, {action: 'rename'}>;

/** The changes of a plan that need no request, made in the state; undefined when nothing is to be written yet. */
export function prepareState(input: ApplyInput, ports: ApplyPorts): State | undefined {
  const {plan, stored} = input;
  const state = stored?.state ?? startState(input, ports);
  const renames = plan.changes.filter(change => change.action === 'rename');
  const hasCreates = plan.changes.some(({action}) => action === 'create' || action === 'adopt');
  const isFirstWrite = stored === null && hasCreates;
  const placed = hasCreates && isEmpty(state, plan) ? startAt(state, ports.service.origin) : state;
  if (renames.length === 0 && plan.bookkeeping.length === 0 && !isFirstWrite && placed === state) return undefined;
  return {...placed, tool: input.tool, monitors: noteBookkeeping(renameMonitors(state.monitors, renames), plan)};
}

/** Nothing lives at the recorded address: the run that wrote it down created nothing. */
function isEmpty({monitors}: State, {changes}: Plan): boolean {
  return monitors.size === 0 && !changes.some(change => change.action === 'unresolved');
}

function startState({plan, tool}: ApplyInput, {world, service}: ApplyPorts): State {
  const {project, environment} = plan;
  return newState({lineage: world.uuid(), tool, project, environment, origin: service.origin});
}

/** All old keys go before the new ones come: keys may be swapped in one run. */
function renameMonitors(monitors: StoredState['state']['monitors'], renames: readonly Rename[]): Map<Key, RecordedMonitor> {
  const renamed = new Map(monitors);
  for (const {from} of renames) renamed.delete(from);
  for (const {key, from, before, after} of renames) {
    const recorded = monitors.get(from) ?? before;
    renamed.set(key, {...recorded, specPath: after.specPath, protect: after.protect});
  }
  return renamed;
}

function noteBookkeeping(monitors: Map<Key, RecordedMonitor>, plan: Plan): Map<Key, RecordedMonitor> {
  for (const {key, specPath, protect, bodyHash} of plan.bookkeeping) {
    const recorded = monitors.get(key);
    if (recorded !== undefined) monitors.set(key, {...recorded, specPath, protect, bodyHash});
  }
  return monitors;
}
