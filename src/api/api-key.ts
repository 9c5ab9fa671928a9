import {Secret} from '../secrets/secret';

/** A key, or what is wrong with the text; the text itself is in neither message. */
export type ApiKeyReading =
  | {readonly kind: 'key'; readonly key: Secret}
  | {readonly kind: 'refused'; readonly code: 'apply/bad-key'; readonly message: string; readonly hint: string};

/**
 * Reads the text of `MONITORS_API_KEY`: trimmed, then only characters that a bearer token may hold (RFC 6750, 2.1),
 * since anything else would end up in the error text of whoever tries to send it.
 */
export function readApiKey(text: string): ApiKeyReading {
  const trimmed = text.trim();
  if (trimmed === '') return refuse('MONITORS_API_KEY is empty', 'set it to a key from the dashboard of your service');
  if (/^Bearer\s/i.test(trimmed)) return refuse('MONITORS_API_KEY begins with "Bearer"', 'set it to the key alone');
  if (!/^[A-Za-z0-9._~+/=-]+$/.test(trimmed)) {
    return refuse(
      'MONITORS_API_KEY holds a character that no key has (a space, a line break, a quote or a non-ASCII character)',
      'copy the key once more, without what stands before or after it',
    );
  }
  if (trimmed.length > 4096) return refuse('MONITORS_API_KEY is longer than 4,096 characters', 'copy the key once more');
  return {kind: 'key', key: new Secret(trimmed)};
}

function refuse(message: string, hint: string): ApiKeyReading {
  return {kind: 'refused', code: 'apply/bad-key', message, hint};
}
