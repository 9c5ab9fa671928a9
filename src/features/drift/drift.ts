import {isUndelivered} from '../../core/observe/deliveries';
import {endedWithoutPages, judgeHealth, type ListedHealth, observeAlerts} from '../../core/observe/health';
import type {Key} from '../../core/specs/desired-monitor';
import type {CheckedWorkspace} from '../../project/check';
import type {Project} from '../../project/project';
import {withChecks} from '../../project/service-reader';
import type {ListedRecord} from '../observe/listed';
import {hasAlerts} from '../observe/recipients';
import {judgeListed} from '../observe/status';
import type {NotReadDocument} from '../observe/unread-monitors';
import {type PlanChoice, type Planned, planChecked} from '../plan/plan';

/** A plan with drift, and what else the service's list says of the same monitors. */
export interface DriftReport extends Planned {
  /** Recorded monitors of the plan whose last check had errors on every page, or was skipped for lack of credits; as the list says, so that others may fail, too. */
  readonly failing: readonly Key[];
  /** Recorded monitors of the plan whose newest alert is known not to have arrived. */
  readonly undelivered: readonly Key[];
  /** Recorded monitors of the plan of which that could not be read. */
  readonly notRead: readonly NotReadDocument[];
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
    {onMonitor: live => void listed.set(live.id, observeAlerts(live))},
  );
  const {view, plan} = planned;
  const chosen = plan.only === null ? null : new Set(plan.only);
  const seen = [...(view.stored?.state.monitors ?? [])].flatMap(([key, {id}]) => {
    const monitor = listed.get(id);
    return monitor === undefined || (chosen !== null && !chosen.has(key)) ? [] : [{key, id, monitor}];
  });
  const {failing, undelivered, notRead} = await listTroubled(project, seen);
  return {...planned, failing: failing.sort(), undelivered: undelivered.sort(), notRead};
}

/** Monitors that fail by the list or by a lack of credits, and those whose alerts do not arrive: checks are read only where it takes them. */
async function listTroubled(
  project: Project,
  seen: readonly (ListedRecord & {readonly monitor: ListedHealth})[],
): Promise<Pick<DriftReport, 'notRead'> & {readonly failing: Key[]; readonly undelivered: Key[]}> {
  const now = project.world.now();
  if (!seen.some(({monitor}) => endedWithoutPages(monitor) || hasAlerts(monitor))) {
    const failing = seen.flatMap(({key, monitor}) => (judgeHealth(monitor, now).isFailing === true ? [key] : []));
    return {failing, undelivered: [], notRead: []};
  }
  return withChecks(project, null, async reader => {
    const {monitors, notRead} = await judgeListed(seen, now, {checks: 0, failing: 'as-listed', alerts: 'read'}, reader);
    return {
      failing: monitors.flatMap(({key, isFailing}) => (isFailing === true ? [key] : [])),
      undelivered: monitors.flatMap(({key, alerts}) => (alerts != null && isUndelivered(alerts) ? [key] : [])),
      notRead,
    };
  });
}
