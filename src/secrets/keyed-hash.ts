import {createHmac} from 'node:crypto';

/**
 * Identifies the value of a secret under the user's own key (`MONITORS_STATE_KEY`): HMAC-SHA256, hexadecimal. Without the
 * key nobody can try values against it. The name is part of it, so that equal values of two names do not show as equal.
 */
export function hashSecretValue(key: string, name: string, value: string): string {
  return createHmac('sha256', key).update(`${name}\0${value}`).digest('hex');
}
