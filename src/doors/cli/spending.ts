import {countOf, formatNumber} from '../../core/base/words';
import {UserError} from '../../core/diagnostics/user-error';
import type {Door, Spending, SpendingFlags} from '../../project/door';

/**
 * Returns once the user agrees to pay: by answering `yes`, or by `--auto-approve`, which needs `--max-credits` for what was chosen
 * broadly. Throws `UserError` where it costs more than `--max-credits` or may do so, before anything is sent.
 */
export async function approveSpending(
  {credits, isBroad, what}: Spending,
  {autoApprove, maxCredits: most}: SpendingFlags,
  door: Pick<Door, 'ask' | 'context'>,
): Promise<void> {
  if (most !== undefined && (credits === null || credits > most)) {
    const cost = credits === null ? 'an unknown number of credits' : `about ${countOf(credits, 'credit')}`;
    const limit = `--max-credits is ${formatNumber(most)}`;
    throw new UserError('config/too-expensive', `this costs ${cost}; ${limit}`, 'choose fewer monitors, or give a higher --max-credits');
  }
  if (autoApprove) {
    if (!isBroad || most !== undefined) return;
    throw new UserError(
      'config/usage',
      '--auto-approve needs --max-credits where a glob, a label or several names choose what is paid for',
      `this costs ${credits === null ? 'an unknown number of credits' : `about ${countOf(credits, 'credit')}`}: give at least that`,
    );
  }
  const question = `${what}? It costs ${credits === null ? 'an unknown number of credits' : `about ${countOf(credits, 'credit')}`}.`;
  await door.ask(question, door.context.watchInterruption());
}
