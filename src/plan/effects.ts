import {hashJson} from '../json/canonical';
import type {Change, Plan, UpdateChange} from './change';
import {digestChange} from './digest';

/** Whose plan a change belongs to. */
type PlanName = Pick<Plan, 'project' | 'environment'>;

/**
 * What apply does for a change, in parts that can be left out one by one: each as the SHA-256 of all that it does. An
 * update has one for each member that it changes, with the value that the member has now and the one that it gets. What is
 * held back has none. Pure.
 */
export function listEffects({project, environment}: PlanName, change: Change): string[] {
  switch (change.action) {
    case 'blocked':
    case 'unresolved':
      return [];
    case 'update':
      return Object.keys(change.patch)
        .filter(member => !change.settled.includes(member))
        .map(member => hashJson([project, environment, describeMember(change, member)]));
    case 'replace':
    case 'delete': {
      const digest = digestChange(project, environment, change);
      // What somebody changed in the service goes with the monitor: who approved the plan did not see it.
      const drift = change.drift ?? [];
      return [drift.length === 0 ? digest : hashJson([digest, change.seen])];
    }
    case 'create':
    case 'adopt':
    case 'rename':
      return [digestChange(project, environment, change)];
  }
}

/**
 * The changes of a plan that do something that was not said, in the plan's order: `isSaid` tells for each effect. Totals,
 * serials and what is held back do not count; doing less than was said is allowed. Pure.
 */
export function findUnsaid(plan: PlanName & Pick<Plan, 'changes'>, isSaid: (effect: string) => boolean): Change[] {
  return plan.changes.filter(change => !listEffects(plan, change).every(isSaid));
}

function describeMember({key, id, patch, present}: UpdateChange, member: string) {
  return ['update', key, id, member, present[member] ?? null, patch[member] ?? null];
}
