import type {ReadOutcome} from '../../core/api/port';
import {readSubscriptions, type Subscription} from '../../core/api/read-alerts';
import type {ListedHealth} from '../../core/observe/health';
import type {CheckReader} from '../../project/service-reader';
import type {RequestBudget} from './request-budget';
import type {UnreadMonitors} from './unread-monitors';

/** Explicit recipients of mail with what they decided, by monitor. */
export interface ReadRecipients {
  readonly found: ReadonlyMap<ListedHealth, readonly Subscription[]>;
  /** Operation that the service does not offer, in a sentence. */
  readonly lack: string | null;
}

/** Whether a monitor tells anyone. */
export function hasAlerts({alerts}: ListedHealth): boolean {
  return alerts !== undefined && (alerts.webhook !== null || alerts.email !== null || alerts.slack !== null);
}

/** Whether only the monitor itself shows what its explicit recipients decided: the list does not. */
export function needsRecipients({alerts}: ListedHealth): boolean {
  const email = alerts?.email ?? null;
  return email !== null && email.recipients.length > 0 && email.subscriptions === null;
}

/** Reads what explicit recipients decided, as far as the budget allows: one request for each monitor that has any and was not read alone. */
export async function readRecipients(
  monitors: readonly ListedHealth[],
  reader: CheckReader,
  budget: RequestBudget,
  unread: UnreadMonitors<ListedHealth>,
): Promise<ReadRecipients> {
  const asked = monitors.filter(needsRecipients);
  const {found, lack} = await reader.each(asked, async monitor =>
    unread.tolerate(monitor, budget.tolerate(await readOne(monitor, reader))),
  );
  const shown = monitors.flatMap(monitor => {
    const subscriptions = monitor.alerts?.email?.subscriptions ?? found.get(monitor) ?? null;
    return subscriptions === null ? [] : [[monitor, subscriptions] as const];
  });
  return {found: new Map(shown), lack};
}

async function readOne({id}: ListedHealth, reader: CheckReader): Promise<ReadOutcome<readonly Subscription[] | null>> {
  const outcome = await reader.monitor(id);
  if (outcome.kind === 'failed') return outcome;
  return {...outcome, value: outcome.value === null ? null : readSubscriptions(outcome.value.data, outcome.value.hide)};
}
