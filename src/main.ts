import {runCli} from './cli';
import {context} from './process-context';

/** A bug outside of the command's own run, such as in an event handler. What was sent is in the journal already. */
async function endCrashed(error: unknown): Promise<never> {
  let exitCode = 70;
  try {
    const {explainFailure, writeFailure} = await import('./failure');
    const failing = {commandName: process.argv[2] ?? 'monitors', isMachineReadable: () => false};
    exitCode = await writeFailure(explainFailure(error), failing, context);
  } finally {
    process.exit(exitCode);
  }
}

process.on('uncaughtException', endCrashed);
process.on('unhandledRejection', endCrashed);

runCli(process.argv.slice(2), context).then(exitCode => {
  process.exitCode = exitCode;
}, endCrashed);
