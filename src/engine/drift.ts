import {judgeHealth, type ObservedMonitor, observe} from '../observe/health';
import type {Key} from '../spec/desired-monitor';
import type {CheckedWorkspace} from './check';
import {type Planned, type PlanOptions, planChecked} from './plan';
import type {Project} from './project';

/** A plan with drift, and what else the service's list says of the same monitors. */
export interface DriftReport extends Planned {
  /** Recorded monitors of the plan whose last check had errors on every page; as the list says, so that others may fail, too. */
  readonly failing: readonly Key[];
}

/** Plans with what the service holds, read to the end of its list in one go. Sends only reads, and writes nothing. Throws `UserError`. */
export async function readDrift(
  project: Project,
  workspace: CheckedWorkspace,
  options: Omit<PlanOptions, 'refresh' | 'checkSecrets'>,
): Promise<DriftReport> {
  const listed = new Map<string, ObservedMonitor>();
  const planned = await planChecked(
    project,
    workspace,
    {...options, refresh: true, checkSecrets: false},
    {onMonitor: live => void listed.set(live.id, observe(live))},
  );
  const {view, plan} = planned;
  const chosen = plan.only === null ? null : new Set(plan.only);
  const now = project.world.now();
  const failing = [...(view.stored?.state.monitors ?? [])].flatMap(([key, {id}]) => {
    const monitor = listed.get(id);
    if (monitor === undefined || (chosen !== null && !chosen.has(key))) return [];
    return judgeHealth(monitor, now).isFailing === true ? [key] : [];
  });
  return {...planned, failing: failing.sort()};
}
