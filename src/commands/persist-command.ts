import {spawn} from 'node:child_process';

/** How long a persist command may take, milliseconds: pushing to a slow remote fits in it, a hanging one does not. */
const LONGEST_RUN_MS = 120_000;

/** Where and with what the command of `--persist-command` runs. */
export interface PersistCommandOptions {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** What it prints, on either stream. */
  readonly onOutput: (text: string) => void;
  readonly interruption: AbortSignal;
}

/**
 * Runs the shell command that copies state and journal off the machine. It gets the environment without the API key.
 * Rejects with a sentence when it fails, hangs or can't be started.
 */
export function runPersistCommand(command: string, {cwd, env, onOutput, interruption}: PersistCommandOptions): Promise<void> {
  const {MONITORS_API_KEY: _key, MONITORS_STATE_KEY: _stateKey, ...rest} = env;
  return new Promise((resolve, reject) => {
    const child = spawn(command, {
      cwd,
      env: rest,
      shell: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      signal: interruption,
      timeout: LONGEST_RUN_MS,
    });
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', onOutput);
    child.on('error', error => reject(new Error(`--persist-command could not be run: ${error.message}`, {cause: error})));
    child.on('close', (exitCode, signal) => {
      if (exitCode === 0) resolve();
      else if (signal !== null)
        reject(
          new Error(
            `--persist-command was ended by ${signal}${signal === 'SIGTERM' ? ` (it may take ${LONGEST_RUN_MS / 1000} s at most)` : ''}`,
          ),
        );
      else reject(new Error(`--persist-command ended with exit code ${exitCode}`));
    });
  });
}
