import {listDerivedIds} from '../spec/expected-ids';
import type {UnmanagedMonitor} from './change';
import type {DecisionContext} from './decision-context';
import type {LiveMonitorView} from './live';
import type {OtherEnvironment} from './other-environment';

/**
 * The live monitors that nothing here claims, oldest first. One is known for another environment's when that one's state
 * records its target ids, or when its ids are those that today's specs would get there; what was made from specs that
 * are gone or were edited since, in an environment whose state is not here, stays a stranger.
 */
export function listUnmanaged(context: DecisionContext, otherEnvironments: readonly OtherEnvironment[]): UnmanagedMonitor[] {
  const strangers = context.index?.listStrangers() ?? [];
  if (strangers.length === 0) return [];
  const derived = otherEnvironments.map(otherEnvironment => ({otherEnvironment, ids: listDerivedIds(context.desired, otherEnvironment)}));
  return strangers.map(monitor => {
    const {id, name, createdAt, estimatedCreditsPerMonth} = monitor;
    const home = derived.find(
      ({otherEnvironment, ids}) => isHome(monitor, otherEnvironment.targetIds) || isHome(monitor, ids),
    )?.otherEnvironment;
    const ours = home === undefined ? {} : {ours: {project: home.project, environment: home.environment}};
    return {id, name, createdAt, creditsPerMonth: estimatedCreditsPerMonth, ...ours};
  });
}

function isHome({targetIds}: LiveMonitorView, known: ReadonlySet<string>): boolean {
  return targetIds.some(id => known.has(id));
}
