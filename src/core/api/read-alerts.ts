import {parseUrl} from '../base/url';
import {countOf, listFirst} from '../base/words';
import type {Diagnostic} from '../diagnostics/diagnostic';
import {sha256} from '../json/canonical';
import {isObject, type JsonObject, type JsonValue, property} from '../json/value';
import {maskDocumented} from '../secrets/masking';
import type {CreatedMonitor, LiveMonitor, MonitorService} from './port';
import {cleanServiceText} from './service-text';

/** Where a monitor's alerts go, as the service shows it; without secrets. Null for a channel that is off. */
export interface AlertSetup {
  readonly webhook: WebhookSetup | null;
  readonly email: EmailSetup | null;
  readonly slack: SlackSetup | null;
}

/** A webhook; its path may be a secret, and is neither kept nor shown. */
interface WebhookSetup {
  /** Equal for addresses with the same scheme, host, port and path: a hash. */
  readonly id: string;
  /** Scheme and host; the rest is masked. */
  readonly address: string;
  readonly events: readonly string[];
}

/** Mail to explicit recipients, or to the team where there are none. */
interface EmailSetup {
  readonly recipients: readonly string[];
  /** Decisions of the explicit recipients; null where the answer does not have them, as in lists. */
  readonly subscriptions: readonly Subscription[] | null;
}

/** Decision of an explicit recipient: `pending`, `confirmed`, `unsubscribed`, or whatever else the service says. */
export interface Subscription {
  readonly email: string;
  readonly status: string;
}

/** A channel of Slack; null where the service's default counts. */
interface SlackSetup {
  readonly channel: string | null;
}

/** Both are sent where a webhook names none. */
const ALL_EVENTS = ['monitor.page', 'monitor.check.completed'];

/** Recipients of one monitor that are kept, at most; the service takes 25. */
const MOST_RECIPIENTS = 100;

/** Reads where a monitor's alerts go. */
export function readAlertSetup({data, hide = text => text}: Pick<LiveMonitor, 'data' | 'hide'>): AlertSetup {
  const notification = property(data, 'notification');
  const email = property(notification, 'email');
  const slack = property(notification, 'slack');
  const isOn = (channel: JsonValue | undefined) => property(channel, 'enabled') === true;
  return {
    webhook: readWebhook(property(data, 'webhook'), hide),
    email: isOn(email) ? {recipients: readRecipients(email, hide), subscriptions: readSubscriptions(data, hide)} : null,
    slack: isOn(slack) ? {channel: readChannel(slack, hide)} : null,
  };
}

/** Reads the decisions of explicit recipients; null where the answer has none. */
export function readSubscriptions(data: JsonObject, hide: (text: string) => string = text => text): readonly Subscription[] | null {
  const listed = property(data, 'emailRecipientSubscriptions');
  if (!Array.isArray(listed)) return null;
  return listed.slice(0, MOST_RECIPIENTS).flatMap((one: JsonValue) => {
    const [email, status] = [property(one, 'email'), property(one, 'status')];
    if (typeof email !== 'string' || typeof status !== 'string') return [];
    return [{email: cleanServiceText(email, hide), status: cleanServiceText(status, hide)}];
  });
}

function readWebhook(webhook: JsonValue | undefined, hide: (text: string) => string): WebhookSetup | null {
  const url = property(webhook, 'url');
  if (!isObject(webhook) || typeof url !== 'string' || url === '') return null;
  const events = property(webhook, 'events');
  const named = Array.isArray(events) ? events.filter(event => typeof event === 'string') : [];
  return {
    id: sha256(placeOf(url)),
    address: cleanServiceText(maskDocumented(url.trim(), ['webhook', 'url']), hide),
    events: named.length === 0 ? ALL_EVENTS : named.map(event => cleanServiceText(event, hide)),
  };
}

/** Scheme, host, port and path of an address; all of its text where it is not one. */
function placeOf(address: string): string {
  const url = parseUrl(address);
  return url === undefined ? address : `${url.origin}${url.pathname}`;
}

function readRecipients(email: JsonValue | undefined, hide: (text: string) => string): readonly string[] {
  const recipients = property(email, 'recipients');
  if (!Array.isArray(recipients)) return [];
  return recipients
    .filter(one => typeof one === 'string')
    .slice(0, MOST_RECIPIENTS)
    .map(one => cleanServiceText(one, hide));
}

function readChannel(slack: JsonValue | undefined, hide: (text: string) => string): string | null {
  for (const name of ['channelName', 'channelId']) {
    const value = property(slack, name);
    if (typeof value === 'string' && value !== '') return cleanServiceText(value, hide);
  }
  return null;
}

/** Recipients that a finding names. */
const MOST_NAMED = 100;

/** The same service, and the recipients of mail that have to confirm, as its answers to creates and updates show them. */
export function watchRecipients(service: MonitorService): {
  readonly watched: MonitorService;
  readonly listFindings: () => readonly Diagnostic[];
} {
  const pending = new Map<string, string>();
  const note = ({data, hide}: CreatedMonitor) => {
    for (const {email, status} of readSubscriptions(data, hide) ?? []) {
      if (status === 'pending') pending.set(email.toLowerCase(), email);
      else pending.delete(email.toLowerCase());
    }
  };
  const watched: MonitorService = {
    origin: service.origin,
    isEmulator: () => service.isEmulator(),
    createMonitor: async (body, signal) => {
      const outcome = await service.createMonitor(body, signal);
      if (outcome.kind === 'applied') note(outcome.monitor);
      return outcome;
    },
    listMonitors: (page, signal) => service.listMonitors(page, signal),
    getMonitor: (id, signal) => service.getMonitor(id, signal),
    updateMonitor: async (...edit) => {
      const outcome = await service.updateMonitor(...edit);
      if (outcome.kind === 'applied') note(outcome.monitor);
      return outcome;
    },
    deleteMonitor: (id, signal) => service.deleteMonitor(id, signal),
    close: () => service.close(),
  };
  return {watched, listFindings: () => (pending.size === 0 ? [] : [unconfirmed([...pending.values()].sort())])};
}

function unconfirmed(recipients: readonly string[]): Diagnostic {
  const [it, has] = recipients.length === 1 ? ['it', 'has'] : ['they', 'have'];
  return {
    code: 'alerts/unconfirmed',
    severity: 'warning',
    message: `${countOf(recipients.length, 'recipient')} of mail ${has} to confirm: ${listFirst(recipients, MOST_NAMED)}`,
    hint: `until the link in the confirmation mail is clicked, ${it} ${has === 'has' ? 'gets' : 'get'} no alerts; "monitors alerts" shows who confirmed`,
  };
}
