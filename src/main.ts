import {context, isAllWritten} from './doors/cli/process-context';
import {runCli} from './doors/cli/run';

/** One bundle is the command, the GitHub Action and the public API: what one needs is loaded by that one alone. */
export * from './index';

/** Runs the command line of this process. The launcher calls it; a program that imports the API does not. */
export function start(): void {
  process.on('uncaughtException', endCrashed);
  process.on('unhandledRejection', endCrashed);
  runCli(process.argv.slice(2), context).then(exitCode => {
    process.exitCode = exitCode;
    // To collect and take apart the heap takes a tenth of a hook's time, and nothing is left to do.
    if (isAllWritten()) process.exit();
  }, endCrashed);
}

/** Runs the GitHub Action, through dist/action.cjs. */
export async function startAction(): Promise<void> {
  (await import('./doors/action/main')).startAction();
}

/** A bug outside of the command's own run, such as in an event handler. What was sent is in the journal already. */
async function endCrashed(error: unknown): Promise<never> {
  let exitCode = 70;
  try {
    const {explainFailure, writeFailure} = await import('./doors/failure');
    const failing = {commandName: process.argv[2] ?? 'monitors', isMachineReadable: () => false};
    exitCode = await writeFailure(explainFailure(error), failing, context);
  } finally {
    process.exit(exitCode);
  }
}
