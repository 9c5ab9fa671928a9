import type {Context} from '../../core/base/context';
import {runWhenFree} from '../../project/lock-wait';
import {localizeTimes} from '../../rendering/local-time';
import {formatDuration} from '../../rendering/sentences';
import {hangingLine, printText} from '../../rendering/text';
import type {MonitorsCommand} from './command';

/** Runs a command that takes the lock; see {@link runWhenFree}. */
export async function executeWhenFree(command: MonitorsCommand, timeout: string): Promise<number> {
  const {context} = command;
  // The command may watch for signals itself, each time it is run: the first signal has to be the same for all.
  let signal: AbortSignal | undefined;
  const watchInterruption = () => {
    signal ??= context.watchInterruption();
    return signal;
  };
  command.context = Object.assign(Object.create(context), {watchInterruption} satisfies Partial<Context>);
  const options = command.renderOptions(context.stderr);
  const note = (text: string) => {
    if (!command.quiet) command.note(printText([hangingLine(0, 2, text)], options));
  };
  return runWhenFree(
    () => command.validateAndExecute(),
    {timeout, name: '--lock-timeout', world: context.world, watchInterruption},
    {
      waiting: holder => note(`waiting for the lock held by ${localizeTimes(holder, options)} (--lock-timeout ${timeout})`),
      free: waitedMs => note(`the lock was released after ${formatDuration(waitedMs)}; reading everything again`),
    },
  );
}
