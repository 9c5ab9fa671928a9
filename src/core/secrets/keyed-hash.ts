import {createHmac} from 'node:crypto';

/**
 * Identifies the value of a secret under the user's own key (`MONITORS_STATE_KEY`): four digits that tell the key from
 * another one, a colon, and HMAC-SHA256, hexadecimal. Without the key, values cannot be tried against it. The name is part of
 * it, so that equal values of two names do not show as equal.
 */
export function hashSecretValue(key: string, name: string, value: string): string {
  return `${hmac(key, 'which key').slice(0, KEY_DIGITS)}:${hmac(key, `${name}\0${value}`)}`;
}

/** So few that they do not help to find a key, and enough to tell two apart; where they don't, values count as rotated. */
const KEY_DIGITS = 4;

/** Whether two hashes were made with the same key, as far as they tell: else they differ whatever the values are. */
export function isOfSameKey(hash: string, other: string): boolean {
  return hash.slice(0, hash.indexOf(':') + 1) === other.slice(0, other.indexOf(':') + 1);
}

function hmac(key: string, text: string): string {
  return createHmac('sha256', key).update(text).digest('hex');
}
