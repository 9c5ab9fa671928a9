import type {AlertChannel} from '../../core/api/check-port';
import type {FailedMessageDocument} from './status-document';

const CHANNEL_WORDS: Readonly<Record<AlertChannel, string>> = {webhook: 'webhook', email: 'mail', slack: 'Slack'};

/** Describes a message that did not arrive: `webhook not delivered: status 500, connection reset`. */
export function describeFailed({channel, statusCode, error}: FailedMessageDocument): string {
  const reasons = [...(statusCode === null ? [] : [`status ${statusCode}`]), ...(error === null ? [] : [error])];
  return `${CHANNEL_WORDS[channel]} not delivered${reasons.length === 0 ? '' : `: ${reasons.join(', ')}`}`;
}
