import {parseUrl} from '../core/base/url';
import {type JsonObject, type JsonValue, property} from '../core/json/value';
import type {PlayedPage, Receiver, RecipientStatus, StoredMonitor} from './ports';

/** A check as far as it tells whom it notifies of what. */
interface NotifiedCheck {
  readonly status: string;
  /** Milliseconds since 1970. */
  readonly finishedAt: number | null;
  readonly pages: readonly PlayedPage[];
}

/** Whether what checks find arrives: receivers of webhooks by host, and recipients of mail by address, as they were set. */
export class Deliveries {
  readonly #receivers = new Map<string, Receiver>();
  readonly #recipients = new Map<string, RecipientStatus>();

  clear(): void {
    this.#receivers.clear();
    this.#recipients.clear();
  }

  setReceiver(host: string, answers: Receiver): void {
    this.#receivers.set(host.toLowerCase(), answers);
  }

  setRecipient(email: string, status: RecipientStatus): void {
    this.#recipients.set(email.toLowerCase(), status);
  }

  /** The explicit recipients of a monitor's mail as answers show them; null where it has none. All are pending until they are set: no mail is sent. */
  listSubscriptions({notification}: Pick<StoredMonitor, 'notification'>): JsonValue {
    const recipients = listRecipients(notification);
    if (recipients.length === 0) return null;
    return recipients.map(email => {
      return {email, status: this.#statusOf(email), source: 'opt_in', confirmationEmailSent: true};
    });
  }

  /** Notes what became of the messages of a check that ended; null where it had none to send. */
  note({webhook, notification}: Pick<StoredMonitor, 'webhook' | 'notification'>, check: NotifiedCheck): JsonObject | null {
    if (check.finishedAt === null || !ENDED.has(check.status)) return null;
    const hook = webhook === null ? null : this.#callHook(webhook, check);
    const isTold = check.pages.some(isWorthMail);
    const {email = null, slack = null} = notification;
    const waiting = listRecipients(notification).filter(recipient => this.#statusOf(recipient) === 'pending');
    const status = {
      ...(hook === null ? {} : {webhook: hook}),
      ...(property(email, 'enabled') === true
        ? {email: {attempted: isTold, ...(isTold ? {success: true, pendingRecipients: waiting} : {})}}
        : {}),
      ...(property(slack, 'enabled') === true ? {slack: {attempted: isTold, ...(isTold ? {success: true} : {})}} : {}),
    };
    return Object.keys(status).length === 0 ? null : status;
  }

  #statusOf(email: string): RecipientStatus {
    return this.#recipients.get(email.toLowerCase()) ?? 'pending';
  }

  #callHook(webhook: JsonObject, {pages, finishedAt}: NotifiedCheck): JsonObject | null {
    const events = Array.isArray(webhook['events']) ? (webhook['events'] as readonly JsonValue[]) : [];
    const isCalled = events.includes('monitor.check.completed') || pages.some(({status}) => status !== 'same');
    if (!isCalled) return {attempted: false, skipped: true};
    switch (this.#receivers.get(hostOf(webhook)) ?? 'accepts') {
      case 'accepts':
        return {attempted: true, success: true, delivered: true, statusCode: 200, deliveredAt: new Date(finishedAt ?? 0).toISOString()};
      case 'refuses':
        return {attempted: true, success: false, delivered: false, statusCode: 500, error: 'Webhook returned status 500'};
      case 'waits':
        return {attempted: true, success: true, queued: true};
      case 'silent':
        return null;
    }
  }
}

/** Results of checks that are told of. */
const ENDED: ReadonlySet<string> = new Set(['completed', 'partial', 'failed']);

/** No mail goes out where nothing changed, or each change was judged as noise. */
function isWorthMail({status, judgment}: PlayedPage): boolean {
  return status !== 'same' && property(judgment ?? null, 'meaningful') !== false;
}

function listRecipients(notification: JsonObject): readonly string[] {
  const recipients = property(notification['email'] ?? null, 'recipients');
  return Array.isArray(recipients) ? recipients.filter(email => typeof email === 'string') : [];
}

function hostOf({url}: JsonObject): string {
  return typeof url === 'string' ? (parseUrl(url)?.host ?? '') : '';
}
