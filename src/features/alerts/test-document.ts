import type {Count} from '../../core/json/count';

/** Result of `monitors alerts --test`. */
export interface AlertsTestDocument {
  /** Version of this document; within a version members are only added. */
  readonly formatVersion: 1;
  readonly command: 'alerts';
  /** Webhooks by outcome. */
  readonly summary: AlertsTestCounts;
  /** Each distinct webhook, by the first of its keys. */
  readonly tests: readonly WebhookTestDocument[];
}

/** Webhooks by outcome. */
export interface AlertsTestCounts {
  /** Distinct ones. */
  readonly webhooks: Count;
  /** Answered with a status from 200 to 299. */
  readonly accepted: Count;
  /** All others. */
  readonly failed: Count;
}

/** What became of the sample for one webhook. */
export interface WebhookTestDocument {
  /**
   * Scheme and host; the rest is masked.
   * @example "https://hooks.example.com/(secret)"
   */
  readonly address: string;
  /** Monitors with this webhook. */
  readonly keys: readonly string[];
  /** `accepted`: a status from 200 to 299; `refused`: another one; `failed`: no answer, or nothing was sent. */
  readonly outcome: 'accepted' | 'refused' | 'failed';
  /** HTTP status of the receiver. */
  readonly statusCode: number | null;
  /** The beginning of the answer, at most 200 characters, secrets masked. */
  readonly answer: string | null;
  /** Why there is no answer. */
  readonly error: string | null;
  /** The sample was signed with `MONITORS_WEBHOOK_SECRET`. */
  readonly signed: boolean;
}

/** Makes the document of tests. */
export function toAlertsTestDocument(tests: readonly WebhookTestDocument[]): AlertsTestDocument {
  const accepted = tests.filter(({outcome}) => outcome === 'accepted').length;
  return {
    formatVersion: 1,
    command: 'alerts',
    summary: {webhooks: tests.length, accepted, failed: tests.length - accepted},
    tests,
  };
}
