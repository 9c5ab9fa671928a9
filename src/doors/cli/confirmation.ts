import {createInterface} from 'node:readline/promises';
import {shellWord} from '../../core/base/command-line';
import type {Context} from '../../core/base/context';
import {Interrupted, type Interruption} from '../../core/base/interruption';
import {UserError} from '../../core/diagnostics/user-error';

/**
 * Asks on stderr whether to go on; only `yes` does. Throws `UserError` if it cannot ask (no terminal, or `CI`
 * is set), naming the command to run instead, and where the answer is another; throws `Interrupted` when interrupted.
 */
export async function confirm(question: string, command: string, context: Context, interruption: AbortSignal): Promise<void> {
  const unasked = explainUnasked(command, context);
  if (unasked !== null) throw unasked;
  const prompt = createInterface({input: context.stdin, output: context.stderr, terminal: false});
  try {
    // A terminal that knows no width says 0.
    const fits = question.length + ANSWER.length + 1 < (context.stderr.columns || 100);
    context.stderr.write(`${question}${fits ? ' ' : '\n'}${ANSWER}`);
    const answer = await new Promise<string | null>(resolve => {
      prompt.once('line', resolve);
      prompt.once('close', () => resolve(null));
      interruption.addEventListener('abort', () => resolve(null), {once: true});
    });
    // The cursor stands behind the question wherever no line was sent.
    if (answer === null) context.stderr.write('\n');
    if (interruption.aborted) throw new Interrupted(interruption.reason as Interruption);
    if (answer?.trim() === 'yes') return;
    throw new UserError('config/not-approved', 'not approved: nothing was changed', 'run the command again and type "yes" to continue');
  } finally {
    prompt.close();
  }
}

const ANSWER = 'Type "yes" to continue: ';

/** Why no one can be asked, naming the command to run instead; null where someone can. */
export function explainUnasked(
  command: string,
  {env, stdin}: Pick<Context, 'env' | 'stdin'>,
  advice = 'review the output above, then run',
): UserError | null {
  const inCi = (env['CI'] ?? '') !== '' && env['CI'] !== 'false';
  if (!inCi && stdin.isTTY === true) return null;
  return new UserError(
    'config/confirmation-needed',
    `this needs confirmation, but ${inCi ? 'CI is set' : 'there is no terminal'}`,
    `${advice}: ${command}`,
  );
}

/** The same command line, with leave to go on unasked. */
export function nameApproved(argv: readonly string[], flags: readonly string[] = ['--auto-approve']): string {
  const end = argv.indexOf('--');
  const words = end === -1 ? [...argv, ...flags] : [...argv.slice(0, end), ...flags, ...argv.slice(end)];
  return ['monitors', ...words].map(shellWord).join(' ');
}
