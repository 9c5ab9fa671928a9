import {listDerivedIds} from '../spec/expected-ids';
import type {World} from './decision-world';
import type {LiveMonitorView} from './live';
import type {UnmanagedMonitor} from './model';
import type {Sibling} from './sibling';

/**
 * The live monitors that nothing here claims, oldest first. One is known for another environment's when that one's state
 * records its target ids, or when its ids are those that today's specs would get there; what was made from specs that
 * are gone or were edited since, in an environment whose state is not here, stays a stranger.
 */
export function listUnmanaged(world: World, siblings: readonly Sibling[]): UnmanagedMonitor[] {
  const strangers = world.index?.listStrangers() ?? [];
  if (strangers.length === 0) return [];
  const derived = siblings.map(sibling => ({sibling, ids: listDerivedIds(world.desired, sibling)}));
  return strangers.map(monitor => {
    const {id, name, createdAt, estimatedCreditsPerMonth} = monitor;
    const home = derived.find(({sibling, ids}) => isHome(monitor, sibling.targetIds) || isHome(monitor, ids))?.sibling;
    const ours = home === undefined ? {} : {ours: {project: home.project, environment: home.environment}};
    return {id, name, createdAt, creditsPerMonth: estimatedCreditsPerMonth, ...ours};
  });
}

function isHome({targetIds}: LiveMonitorView, known: ReadonlySet<string>): boolean {
  return targetIds.some(id => known.has(id));
}
