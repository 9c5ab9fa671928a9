import {SECRET_TEXT} from './secret';

/** The environment that a run takes its own secrets from. */
export type SecretEnv = Readonly<Record<string, string | undefined>>;

/** Shorter keys, as people give an emulator, may be ordinary words. */
const SHORTEST = 12;

/**
 * Whether a text holds the key of the service, also where an answer had it and it is hidden, or the state's own key. A service, or someone who may edit a monitor in it, can put
 * them into any text that is to be written into specs or state.
 */
export function holdsRunSecret(text: string, env: SecretEnv): boolean {
  const secrets = [env['MONITORS_API_KEY'], env['MONITORS_STATE_KEY']].map(secret => secret?.trim() ?? '');
  return text.includes(SECRET_TEXT) || secrets.some(secret => secret.length >= SHORTEST && text.includes(secret));
}
