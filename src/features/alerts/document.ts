import type {AlertChannel} from '../../core/api/check-port';
import type {AlertSetup} from '../../core/api/read-alerts';
import type {Count} from '../../core/json/count';
import {type Delivery, type DeliveryOutcome, isUnconfirmed, isUndelivered, type MonitorAlerts} from '../../core/observe/deliveries';
import type {ListedHealth} from '../../core/observe/health';
import type {ListedRecord} from '../observe/listed';
import type {NotReadDocument} from '../observe/unread-monitors';

/** Result of `monitors alerts`. */
export interface AlertsDocument {
  /** Version of this document; within a version members are only added. */
  readonly formatVersion: 1;
  readonly command: 'alerts';
  /**
   * The service's clock.
   * @example "2026-11-20T12:00:00.000Z"
   */
  readonly time: string;
  /** Monitors by what becomes of their alerts. */
  readonly summary: AlertCounts;
  /** Webhooks, mail and Slack channels, with the monitors that tell them. */
  readonly destinations: readonly DestinationDocument[];
  /** Keys of monitors that tell no one. */
  readonly withoutAlerts: readonly string[];
  /** Keys of monitors that the service does not list. */
  readonly missing: readonly string[];
  /** Monitors whose alerts could not be judged. */
  readonly notRead: readonly NotReadDocument[];
  /** What the service does not offer, in a sentence; null where it offers all that was asked for. */
  readonly notOffered: string | null;
}

/** Monitors by what becomes of their alerts. */
export interface AlertCounts {
  /** All that were chosen. */
  readonly monitors: Count;
  /** Places that they tell. */
  readonly destinations: Count;
  /** With a message that is known not to have arrived. */
  readonly undelivered: Count;
  /** With a recipient of mail that has not confirmed, and gets nothing. */
  readonly unconfirmed: Count;
  /** Telling no one. */
  readonly withoutAlerts: Count;
  /** Not in the service. */
  readonly missing: Count;
  /** Not judged. */
  readonly notRead: Count;
}

/** One place that monitors tell. */
export interface DestinationDocument {
  /** `webhook`, `email` or `slack`. */
  readonly channel: AlertChannel;
  /**
   * Scheme and host of a webhook, whose path and query are secret; name or id of a Slack channel; null for mail, and for the default
   * channel. Webhooks with other paths are other destinations.
   * @example "https://hooks.example.com/(secret)"
   */
  readonly address: string | null;
  /** Events that any of its monitors sends; of webhooks only. */
  readonly events: readonly string[];
  /** The newest message of each monitor, by key. */
  readonly monitors: readonly MonitorDeliveryDocument[];
  /** Of these, with a message that is known not to have arrived. */
  readonly undelivered: Count;
  /** The newest of these messages; null if there was none. */
  readonly last: MonitorDeliveryDocument | null;
  /** Explicit recipients of mail. */
  readonly recipients: readonly RecipientDocument[];
}

/** What became of a message. */
export interface DeliveryDocument {
  /**
   * `delivered`; `undelivered`; `queued`: the service tries again; `not-yet`: the check has ended, and the service has not yet noted what
   * became of it; `unconfirmed`: no recipient of mail has confirmed; `unknown`: the service does not say; `no-event`: none of the newest 25
   * checks had to tell anyone; `not-read`.
   */
  readonly outcome: DeliveryOutcome | 'not-read';
  /** The service's id of the check. */
  readonly checkId: string | null;
  /** When it arrived, else the end of the check. */
  readonly at: string | null;
  /** HTTP status of the receiver. */
  readonly statusCode: number | null;
  /** What went wrong, as the service says it. */
  readonly error: string | null;
}

/** What became of a monitor's message. */
export interface MonitorDeliveryDocument extends DeliveryDocument {
  /**
   * The monitor's key.
   * @example "pricing/acme"
   */
  readonly key: string;
  /** The service's id of the monitor. */
  readonly id: string;
}

/** An explicit recipient of mail. */
export interface RecipientDocument {
  /** The address of the mail. */
  readonly email: string;
  /** `pending`: gets nothing until a link was clicked; `confirmed`; `unsubscribed`; or another word of the service; null if unknown. */
  readonly status: string | null;
  /** Monitors that name it. */
  readonly monitors: Count;
}

/** Judged alerts by monitor. */
export interface JudgedAlerts {
  readonly found: ReadonlyMap<ListedHealth, MonitorAlerts>;
  readonly notRead: ReadonlyMap<ListedHealth, string>;
  readonly lack: string | null;
}

/** Makes the document of judged alerts. `now` is the service's clock, milliseconds since 1970. */
export function toAlertsDocument(seen: readonly ListedRecord[], judged: JudgedAlerts, now: number): AlertsDocument {
  const destinations = listDestinations(seen, judged);
  const alerts = [...judged.found.values()];
  const withoutAlerts = seen.flatMap(({key, monitor}) => (monitor !== null && channelsOf(monitor.alerts).length === 0 ? [key] : []));
  const missing = seen.flatMap(({key, monitor}) => (monitor === null ? [key] : []));
  const notRead = seen.flatMap(({key, monitor}) => {
    const reason = monitor === null ? undefined : judged.notRead.get(monitor);
    return reason === undefined ? [] : [{key, reason}];
  });
  return {
    formatVersion: 1,
    command: 'alerts',
    time: new Date(now).toISOString(),
    summary: {
      monitors: seen.length,
      destinations: destinations.length,
      undelivered: alerts.filter(isUndelivered).length,
      unconfirmed: alerts.filter(isUnconfirmed).length,
      withoutAlerts: withoutAlerts.length,
      missing: missing.length,
      notRead: notRead.length,
    },
    destinations,
    withoutAlerts,
    missing,
    notRead,
    notOffered: judged.lack,
  };
}

/** A destination while its monitors are gathered. */
interface Gathered {
  readonly channel: AlertChannel;
  readonly address: string | null;
  readonly events: Set<string>;
  readonly monitors: MonitorDeliveryDocument[];
  readonly recipients: Map<string, RecipientDocument>;
}

const ORDER: readonly AlertChannel[] = ['webhook', 'email', 'slack'];

function channelsOf(setup: AlertSetup | undefined): readonly AlertChannel[] {
  return setup === undefined ? [] : ORDER.filter(channel => setup[channel] !== null);
}

function listDestinations(seen: readonly ListedRecord[], {found}: JudgedAlerts): readonly DestinationDocument[] {
  const gathered = new Map<string, Gathered>();
  for (const {key, id, monitor} of seen) {
    const setup = monitor?.alerts;
    if (monitor === null || setup === undefined) continue;
    const alerts = found.get(monitor);
    for (const channel of channelsOf(setup)) {
      const destination = openDestination(gathered, channel, setup);
      const delivery = alerts?.deliveries.find(one => one.channel === channel);
      destination.monitors.push({key, id, ...toDelivery(delivery)});
      if (channel === 'webhook') for (const event of setup.webhook?.events ?? []) destination.events.add(event);
      if (channel === 'email') addRecipients(destination.recipients, setup, alerts);
    }
  }
  return [...gathered.values()].map(close).sort(compare);
}

function openDestination(gathered: Map<string, Gathered>, channel: AlertChannel, setup: AlertSetup): Gathered {
  const place = channel === 'webhook' ? setup.webhook?.id : channel === 'slack' ? setup.slack?.channel : '';
  const name = `${channel} ${place ?? ''}`;
  const known = gathered.get(name);
  if (known !== undefined) return known;
  const address = channel === 'webhook' ? (setup.webhook?.address ?? null) : channel === 'slack' ? (setup.slack?.channel ?? null) : null;
  const opened = {channel, address, events: new Set<string>(), monitors: [], recipients: new Map<string, RecipientDocument>()};
  gathered.set(name, opened);
  return opened;
}

function addRecipients(recipients: Map<string, RecipientDocument>, {email}: AlertSetup, alerts: MonitorAlerts | undefined): void {
  const decided = new Map((alerts?.recipients ?? []).map(one => [one.email.toLowerCase(), one.status]));
  for (const address of new Set(email?.recipients ?? [])) {
    const known = recipients.get(address.toLowerCase());
    const status = decided.get(address.toLowerCase()) ?? known?.status ?? null;
    recipients.set(address.toLowerCase(), {email: known?.email ?? address, status, monitors: (known?.monitors ?? 0) + 1});
  }
}

function toDelivery(delivery: Delivery | undefined): DeliveryDocument {
  if (delivery === undefined) return {outcome: 'not-read', checkId: null, at: null, statusCode: null, error: null};
  const {outcome, checkId, at, statusCode, error} = delivery;
  return {outcome, checkId, at, statusCode, error};
}

function close({channel, address, events, monitors, recipients}: Gathered): DestinationDocument {
  const told = monitors.filter(({checkId}) => checkId !== null);
  const last = told.reduce<MonitorDeliveryDocument | null>(
    (newest, one) => ((one.at ?? '') > (newest?.at ?? '') ? one : (newest ?? one)),
    null,
  );
  return {
    channel,
    address,
    events: [...events].sort(),
    monitors,
    undelivered: monitors.filter(({outcome}) => outcome === 'undelivered').length,
    last,
    recipients: [...recipients.values()].sort((one, other) => (one.email < other.email ? -1 : 1)),
  };
}

/** Webhooks by address, then mail, then channels; equal ones by their first monitor. */
function compare(one: DestinationDocument, other: DestinationDocument): number {
  const place = ({channel, address, monitors}: DestinationDocument) =>
    [ORDER.indexOf(channel), address ?? '', monitors[0]?.key ?? ''].join('\0');
  return place(one) < place(other) ? -1 : 1;
}
