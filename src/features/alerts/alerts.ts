import {NEW_ON_A_PAGE} from '../../core/api/list-monitors';
import {CHECKS_FOR_ALERTS, judgeAlerts} from '../../core/observe/deliveries';
import {type ListedHealth, observeAlerts} from '../../core/observe/health';
import type {Choice} from '../../core/plan/change';
import {viewState} from '../../core/state/fold-open';
import {chooseKeys} from '../../project/choose-keys';
import {type Project, requireFullOperations} from '../../project/project';
import type {CheckProgress} from '../../project/refresh';
import {CheckReader, withChecks} from '../../project/service-reader';
import {nothingStored} from '../../project/state-access';
import {tooFew} from '../observe/checks';
import {readListed} from '../observe/listed';
import {hasAlerts, needsRecipients, readRecipients} from '../observe/recipients';
import {RequestBudget} from '../observe/request-budget';
import {UnreadMonitors} from '../observe/unread-monitors';
import {type AlertsDocument, type JudgedAlerts, toAlertsDocument} from './document';

/** Request of `monitors alerts`. */
interface AlertsRequest extends Choice {
  /** Requests at most; monitors beyond are named as not read. */
  readonly maxRequests?: number | undefined;
}

/** Notes how far reading has come. */
export interface AlertsProgress extends CheckProgress {
  /** Called before the first request: the most requests that there will be, and of how many monitors. */
  readonly onRequests?: (requests: number, monitors: number) => void;
}

/**
 * Reads where the alerts of monitors go and whether they arrive: the list, one list of checks for each monitor that tells anyone, and
 * each monitor with explicit recipients of mail. Sends only reads, and writes nothing. Throws `UserError`.
 */
export async function readAlerts(project: Project, request: AlertsRequest, progress: AlertsProgress = {}): Promise<AlertsDocument> {
  requireFullOperations(project.settings, 'monitors alerts');
  const view = await viewState(project.store);
  if (view.stored === null) throw nothingStored();
  const {state} = view.stored;
  const only = chooseKeys(request, {desired: [], state, unresolved: []}, project.nameOption);
  const chosen = [...state.monitors]
    .filter(([key]) => only === undefined || only.has(key))
    .sort(([one], [other]) => (one < other ? -1 : 1));
  const total = state.monitors.size;
  const budget = new RequestBudget(request.maxRequests ?? null, project.world);
  progress.onRequests?.(Math.min(budget.most, Math.ceil(total / NEW_ON_A_PAGE) + 2 * chosen.length), chosen.length);
  return withChecks(project, view, async ({service}) => {
    const reader = new CheckReader(budget.bound(service), project);
    const {now, seen} = await readListed({chosen, total}, observeAlerts, reader, progress).catch(error => {
      throw budget.isRefused ? tooFew(budget.most, 'the list of monitors') : error;
    });
    const listed = seen.flatMap(({monitor}) => (monitor === null ? [] : [monitor]));
    const judged = await judgeAll(listed, now, {reader, budget}, progress);
    return toAlertsDocument(seen, judged, now);
  });
}

interface Reading {
  readonly reader: CheckReader;
  readonly budget: RequestBudget;
}

/** Judges the alerts of monitors; those that were not judged are named with the reason. */
async function judgeAll(
  monitors: readonly ListedHealth[],
  now: number,
  {reader, budget}: Reading,
  {onChecks, onChecked, onEnd}: CheckProgress,
): Promise<JudgedAlerts> {
  const unread = new UnreadMonitors<ListedHealth>();
  const {reasons: notRead} = unread;
  const telling = monitors.filter(hasAlerts);
  const affordable = budget.affordable(telling, costOf);
  for (const monitor of telling.slice(affordable.length)) notRead.set(monitor, SPENT);
  const requests = affordable.reduce((sum, monitor) => sum + costOf(monitor), 0);
  if (affordable.length > 0) onChecks?.(affordable.length, requests, budget.estimateMs(requests));
  try {
    const checks = await reader.each(
      affordable,
      async monitor => {
        const outcome = await reader.checks(monitor.id, CHECKS_FOR_ALERTS);
        if (outcome.kind === 'failed' && budget.isRefused) notRead.set(monitor, SPENT);
        return unread.tolerate(monitor, budget.tolerate(outcome));
      },
      onChecked,
    );
    const recipients = await readRecipients([...checks.found.keys()], reader, budget, unread);
    for (const monitor of affordable)
      if (checks.lack === null && !checks.found.has(monitor) && !notRead.has(monitor)) notRead.set(monitor, GONE);
    if (budget.isRefused)
      for (const monitor of checks.found.keys())
        if (needsRecipients(monitor) && !recipients.found.has(monitor)) notRead.set(monitor, SPENT);
    const found = [...checks.found].flatMap(([monitor, list]) => {
      const {alerts} = monitor;
      const isLeft = alerts === undefined || notRead.has(monitor);
      return isLeft ? [] : [[monitor, judgeAlerts(alerts, list, now, recipients.found.get(monitor) ?? null)] as const];
    });
    return {found: new Map(found), notRead, lack: checks.lack ?? recipients.lack};
  } finally {
    onEnd?.();
  }
}

const GONE = 'the service no longer has it';
const SPENT = 'more requests than --max-requests';

function costOf(monitor: ListedHealth): number {
  return needsRecipients(monitor) ? 2 : 1;
}
