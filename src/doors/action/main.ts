import {context} from '../cli/process-context';
import {ActionStep} from './step';

const step = new ActionStep(context);

/** Runs the GitHub Action in this process. */
export function startAction(): void {
  process.on('uncaughtException', endCrashed);
  process.on('unhandledRejection', endCrashed);
  step
    .run()
    .then(exitCode => {
      process.exitCode = exitCode;
    })
    .catch(endCrashed);
}

/** Ends the process after a bug outside the run, such as in an event handler. */
async function endCrashed(error: unknown): Promise<never> {
  try {
    await step.fail(error);
  } finally {
    process.exit(70);
  }
}
