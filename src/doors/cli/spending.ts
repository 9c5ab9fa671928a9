import type {Context} from '../../core/base/context';
import {wholeNumber} from '../../core/config/option-values';
import {formatNumber} from '../../core/diagnostics/number-text';
import {UserError} from '../../core/diagnostics/user-error';
import {countOf} from '../../rendering/sentences';
import {confirm, nameApproved} from './confirmation';

/** Requests that a command is about to send and that are paid for each time. */
export interface Spending {
  /** Credits at most, as estimated; null if unknown. */
  readonly credits: number | null;
  /** A glob, a label or several names chose what is sent: the user may not have counted it. */
  readonly isBroad: boolean;
  /** Beginning of the question, before the cost: `Start 3 checks`. */
  readonly what: string;
}

/** Flags of a command that spends credits. */
export interface SpendingFlags {
  /** `--auto-approve`. */
  readonly autoApprove: boolean;
  /** `--max-credits`, as it was given. */
  readonly maxCredits: string | undefined;
}

/** The largest `--max-credits`. */
const MOST_CREDITS = 999_999_999;

/**
 * Returns once the user agrees to pay: by answering `yes`, or by `--auto-approve`, which needs `--max-credits` for what was chosen
 * broadly. Throws `UserError` where it costs more than `--max-credits` or may do so, before anything is sent.
 */
export async function approveSpending(
  {credits, isBroad, what}: Spending,
  {autoApprove, maxCredits}: SpendingFlags,
  {argv, context}: {readonly argv: readonly string[]; readonly context: Context},
): Promise<void> {
  const most = maxCredits === undefined ? null : wholeNumber('--max-credits', maxCredits, {min: 0, max: MOST_CREDITS});
  if (most !== null && (credits === null || credits > most)) {
    const cost = credits === null ? 'an unknown number of credits' : `about ${countOf(credits, 'credit')}`;
    const limit = `--max-credits is ${formatNumber(most)}`;
    throw new UserError('config/too-expensive', `this costs ${cost}; ${limit}`, 'choose fewer monitors, or give a higher --max-credits');
  }
  if (autoApprove) {
    if (!isBroad || most !== null) return;
    throw new UserError(
      'config/usage',
      '--auto-approve needs --max-credits where a glob, a label or several names choose what is paid for',
      `this costs ${credits === null ? 'an unknown number of credits' : `about ${countOf(credits, 'credit')}`}: give at least that`,
    );
  }
  const question = `${what}? It costs ${credits === null ? 'an unknown number of credits' : `about ${countOf(credits, 'credit')}`}.`;
  await confirm(question, nameApproved(argv), context, context.watchInterruption());
}
