import {endedWithoutPages, judgeHealth, type ListedHealth, observe} from '../../core/observe/health';
import type {Key} from '../../core/specs/desired-monitor';
import type {CheckedWorkspace} from '../../project/check';
import type {Project} from '../../project/project';
import {withChecks} from '../../project/service-reader';
import type {ListedRecord} from '../observe/listed';
import {judgeListed} from '../observe/status';
import {type PlanChoice, type Planned, planChecked} from '../plan/plan';

/** A plan with drift, and what else the service's list says of the same monitors. */
interface DriftReport extends Planned {
  /** Recorded monitors of the plan whose last check had errors on every page, or was skipped for lack of credits; as the list says, so that others may fail, too. */
  readonly failing: readonly Key[];
}

/** Plans with what the service holds, read to the end of its list in one go. Sends only reads, and writes nothing. Throws `UserError`. */
export async function readDrift(
  project: Project,
  workspace: CheckedWorkspace,
  options: Omit<PlanChoice, 'refresh' | 'checkSecrets'>,
): Promise<DriftReport> {
  const listed = new Map<string, ListedHealth>();
  const planned = await planChecked(
    project,
    workspace,
    {...options, refresh: true, checkSecrets: false},
    {onMonitor: live => void listed.set(live.id, observe(live))},
  );
  const {view, plan} = planned;
  const chosen = plan.only === null ? null : new Set(plan.only);
  const seen = [...(view.stored?.state.monitors ?? [])].flatMap(([key, {id}]) => {
    const monitor = listed.get(id);
    return monitor === undefined || (chosen !== null && !chosen.has(key)) ? [] : [{key, id, monitor}];
  });
  return {...planned, failing: (await listFailing(project, seen)).sort()};
}

/** The monitors that fail by the list, or by a lack of credits: only then checks are read. */
async function listFailing(project: Project, seen: readonly (ListedRecord & {readonly monitor: ListedHealth})[]): Promise<Key[]> {
  const now = project.world.now();
  if (!seen.some(({monitor}) => endedWithoutPages(monitor))) {
    return seen.flatMap(({key, monitor}) => (judgeHealth(monitor, now).isFailing === true ? [key] : []));
  }
  return withChecks(project, null, async reader => {
    const {monitors} = await judgeListed(seen, now, {checks: 0, failing: 'as-listed'}, reader);
    return monitors.flatMap(({key, isFailing}) => (isFailing === true ? [key] : []));
  });
}
