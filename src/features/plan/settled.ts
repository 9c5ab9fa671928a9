import type {Choice, Plan} from '../../core/plan/change';
import type {PlanInput} from '../../core/plan/plan';
import type {StateView} from '../../core/state/fold-open';
import {OutlinedState} from '../../core/state/state';
import type {CheckedWorkspace} from '../../project/check';
import type {Project} from '../../project/project';
import type {PlanInputs} from './plan-inputs';

/** A plan's specs, and its choice of keys. */
interface Asked {
  readonly settings: Pick<Project['settings'], 'keyBudgets'>;
  readonly checked: CheckedWorkspace['checked'];
  readonly choice: Choice;
}

/** Tells whether a state records all specs as they are, and the plan asks for no more: then it looks at none of them. */
export function isRepeated({settings, checked, choice}: Asked, {repeated}: Pick<OutlinedState, 'repeated'>): boolean {
  // A budget by keys needs the cost of each.
  if (settings.keyBudgets !== undefined || 'choice' in toChoice(choice)) return false;
  return checked.settled !== undefined && checked.settled.hash === repeated;
}

/** The specs as one, where the state records all of them as they are, nothing else is asked, and nothing is in doubt. */
export function findSettled(
  asked: Asked,
  {stored, unresolved}: StateView,
  {live, charged, secretHashes, history = null, recorded = []}: PlanInputs,
): PlanInput['settled'] {
  if (!(stored?.state instanceof OutlinedState) || !isRepeated(asked, stored.state)) return undefined;
  const isPlain = unresolved.length === 0 && history === null && recorded.length === 0;
  const asksMore = live !== undefined || charged !== undefined || secretHashes !== undefined;
  return isPlain && !asksMore ? asked.checked.settled : undefined;
}

/** The choice of keys as a plan names it; nothing where all are meant. */
export function toChoice({only, exclude = [], labels = []}: Choice): Pick<Plan, 'choice'> {
  if (only === undefined && exclude.length === 0 && labels.length === 0) return {};
  return {
    choice: {
      ...(only === undefined ? {} : {only}),
      ...(exclude.length === 0 ? {} : {exclude}),
      ...(labels.length === 0 ? {} : {labels}),
    },
  };
}
