import {ALERT_CHANNELS, type AlertChannel, type Check, type MessageNote} from '../api/check-port';
import type {AlertSetup, Subscription} from '../api/read-alerts';
import {isOver} from './health';

/** Checks of a monitor among which the newest that had to tell someone is looked for. */
export const CHECKS_FOR_ALERTS = 25;

/** So long after the end of a check the service may take to note what became of its messages, milliseconds. */
const NOTED_WITHIN = 10 * 60_000;

/**
 * What became of the message of the newest check that had to tell someone: `queued` and `not-yet` may still arrive; `unconfirmed`: none of
 * the recipients of mail has confirmed; `unknown`: the service does not say; `no-event`: no check had to tell anyone.
 */
export type DeliveryOutcome = 'delivered' | 'undelivered' | 'queued' | 'not-yet' | 'unconfirmed' | 'unknown' | 'no-event';

/** Delivery of a monitor's newest message by one channel. */
export interface Delivery {
  readonly channel: AlertChannel;
  readonly outcome: DeliveryOutcome;
  /** Null for `no-event`. */
  readonly checkId: string | null;
  /** Time of delivery, else the end of the check; ISO 8601. */
  readonly at: string | null;
  /** HTTP status of the receiver. */
  readonly statusCode: number | null;
  readonly error: string | null;
}

/** Whether the alerts of one monitor arrive. */
export interface MonitorAlerts {
  /** One for each channel that is on. */
  readonly deliveries: readonly Delivery[];
  /** Explicit recipients of mail with what they decided; null where the service does not say. */
  readonly recipients: readonly Subscription[] | null;
  /** Recipients that did not confirm, by the service's note about the newest mail. */
  readonly pendingNoted: number;
}

/** Judges the alerts of a monitor by its checks, newest first. `now` is the service's clock, milliseconds since 1970. */
export function judgeAlerts(
  setup: AlertSetup,
  checks: readonly Check[],
  now: number,
  recipients: readonly Subscription[] | null,
): MonitorAlerts {
  const channels = ALERT_CHANNELS.filter(channel => setup[channel] !== null);
  const newestMail = setup.email === null ? undefined : checks.find(({messages}) => messages?.email !== undefined);
  return {
    deliveries: channels.map(channel => judgeDelivery(channel, setup, checks, now)),
    recipients,
    pendingNoted: newestMail?.messages?.email?.pending ?? 0,
  };
}

/** Whether a message of the monitor is known not to have arrived. */
export function isUndelivered({deliveries}: MonitorAlerts): boolean {
  return deliveries.some(({outcome}) => outcome === 'undelivered');
}

/** The explicit recipients that still have to confirm. */
export function listPending({recipients}: Pick<MonitorAlerts, 'recipients'>): readonly string[] {
  return listByStatus(recipients, 'pending');
}

/** The explicit recipients that no longer want mail. */
export function listUnsubscribed({recipients}: Pick<MonitorAlerts, 'recipients'>): readonly string[] {
  return listByStatus(recipients, 'unsubscribed');
}

function listByStatus(recipients: MonitorAlerts['recipients'], wanted: string): readonly string[] {
  return (recipients ?? []).flatMap(({email, status}) => (status === wanted ? [email] : []));
}

/** Whether a recipient gets nothing as long as it has not confirmed. Where the recipients were not shown, the newest mail tells. */
export function isUnconfirmed(alerts: MonitorAlerts): boolean {
  return alerts.recipients === null ? alerts.pendingNoted > 0 : listPending(alerts).length > 0;
}

/** Judges the newest message by one channel. */
export function judgeDelivery(channel: AlertChannel, setup: AlertSetup, checks: readonly Check[], now: number): Delivery {
  for (const check of checks) {
    if (!hadToTell(channel, setup, check)) continue;
    const note = check.messages?.[channel];
    if (note === undefined) return deliveryOf(channel, isYoung(check, now) ? 'not-yet' : 'unknown', check);
    if (!isLeftOut(note)) return deliveryOf(channel, judgeNote(note, setup), check, note);
  }
  return {channel, outcome: 'no-event', checkId: null, at: null, statusCode: null, error: null};
}

function deliveryOf(channel: AlertChannel, outcome: DeliveryOutcome, {id, finishedAt}: Check, note?: MessageNote): Delivery {
  const {deliveredAt = null, statusCode = null, error = null} = note ?? {};
  return {channel, outcome, checkId: id, at: deliveredAt ?? finishedAt, statusCode, error};
}

/** A message of a check that failed to arrive. */
interface FailedMessage {
  readonly channel: AlertChannel;
  readonly statusCode: number | null;
  readonly error: string | null;
}

/** The messages of a check that are known not to have arrived. A check without changes tells webhooks that it ended, and no one else. */
export function listFailedMessages(check: Check): readonly FailedMessage[] {
  return ALERT_CHANNELS.flatMap(channel => {
    const note = check.messages?.[channel];
    if (note === undefined || (channel !== 'webhook' && !hasNews(check)) || isLeftOut(note) || judgeNote(note, null) !== 'undelivered')
      return [];
    return [{channel, statusCode: note.statusCode, error: note.error}];
  });
}

/** Whether a check had something to tell by a channel: changes or errors, and to a webhook that wants it also its end. */
function hadToTell(channel: AlertChannel, {webhook}: AlertSetup, check: Check): boolean {
  if (!isOver(check)) return false;
  if (channel === 'webhook' && webhook?.events.includes('monitor.check.completed') === true) return true;
  return hasNews(check);
}

function hasNews({summary}: Check): boolean {
  const {changed = 0, new: added = 0, removed = 0, error = 0} = summary ?? {};
  return changed + added + removed + error > 0;
}

/** Whether the service had no message to send: every change was noise, or the channel wants other events. */
function isLeftOut({attempted, skipped, queued, error}: MessageNote): boolean {
  return error === null && queued !== true && (attempted === false || skipped === true);
}

/** A message that is queued is never one that failed, and `success` without more is the service's word for sent. */
function judgeNote({success, delivered, queued, statusCode, error, pending}: MessageNote, setup: AlertSetup | null): DeliveryOutcome {
  if (delivered === true && success !== false) return 'delivered';
  if (queued === true) return 'queued';
  const isRefused = statusCode !== null && (statusCode < 200 || statusCode >= 300);
  if (success === false || isRefused || error !== null) return 'undelivered';
  if (success !== true || delivered === false) return 'unknown';
  const explicit = setup?.email?.recipients.length ?? 0;
  return explicit > 0 && (pending ?? 0) >= explicit ? 'unconfirmed' : 'delivered';
}

function isYoung({finishedAt}: Check, now: number): boolean {
  return finishedAt === null || now - Date.parse(finishedAt) <= NOTED_WITHIN;
}
