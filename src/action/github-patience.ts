import type {World} from '../context';
import {type ActionPorts, GitHubError} from './ports';

const MOST_ATTEMPTS = 4;

/**
 * Calls GitHub up to four times, as long as the error may be temporary. `ask` must be safe to
 * repeat. Rejects with the last {@link GitHubError}.
 */
export async function askPatiently<Answer>(
  ask: () => Promise<Answer>,
  {retryBaseMs, world}: Pick<ActionPorts, 'retryBaseMs'> & {readonly world: Pick<World, 'sleep'>},
): Promise<Answer> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof GitHubError) || !isPassing(error) || attempt === MOST_ATTEMPTS) throw error;
      await world.sleep(retryBaseMs * 2 ** attempt);
    }
  }
}

/** Whether an error may be temporary. */
export function isPassing({status}: GitHubError): boolean {
  return status === null || status >= 500 || status === 429;
}
