import type {World} from '../context';
import {type ActionPorts, GitHubError} from './ports';

const MOST_ATTEMPTS = 4;

/**
 * Asks GitHub again, up to four times in all, where its answer may be another one next time. `ask` must be safe to
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

/** Whether the same request may be answered otherwise in a moment. */
export function isPassing({status}: GitHubError): boolean {
  return status === null || status >= 500 || status === 429;
}
