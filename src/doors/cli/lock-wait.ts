import {runWhenFree} from '../../project/lock-wait';
import {localizeTimes} from '../../rendering/local-time';
import {formatDuration} from '../../rendering/sentences';
import {hangingLine, printText} from '../../rendering/text';
import type {CliDoor} from './door';

/** Runs a command that takes the lock; see {@link runWhenFree}. */
export async function runWhenLockIsFree(act: () => Promise<number>, timeout: string, door: CliDoor): Promise<number> {
  const {context} = door;
  // The command may watch for signals itself, each time it is run: the first signal has to be the same for all.
  let signal: AbortSignal | undefined;
  const watchInterruption = () => {
    signal ??= context.watchInterruption();
    return signal;
  };
  door.replaceWatch(watchInterruption);
  const look = door.look('stderr');
  const note = (text: string) => {
    if (!door.flags.quiet) door.note(printText([hangingLine(0, 2, text)], look));
  };
  return runWhenFree(
    act,
    {timeout, name: '--lock-timeout', world: context.world, watchInterruption},
    {
      waiting: holder => note(`waiting for the lock held by ${localizeTimes(holder, look)} (--lock-timeout ${timeout})`),
      free: waitedMs => note(`the lock was released after ${formatDuration(waitedMs)}; reading everything again`),
    },
  );
}
