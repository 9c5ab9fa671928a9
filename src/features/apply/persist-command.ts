import {spawn} from 'node:child_process';
import {killGroup} from '../../core/base/kill-group';
import {isOwnName} from '../../core/secrets/references';

/** Milliseconds that a persist command may take: pushing to a slow remote fits in it, a hanging one does not. */
const LONGEST_RUN_MS = 120_000;

/** Place and inputs of a run of the command of `--persist-command`. */
interface PersistCommandOptions {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Called with its output, on either stream. */
  readonly onOutput: (text: string) => void;
  readonly interruption: AbortSignal;
  /** Milliseconds that it may take; two minutes by default. */
  readonly longestRunMs?: number;
}

/**
 * Runs the shell command that copies state and journal off the machine. It gets the environment without keys and credentials of ours.
 * Rejects with a sentence when it fails, hangs or can't be started.
 */
export function runPersistCommand(
  command: string,
  {cwd, env, onOutput, interruption, longestRunMs = LONGEST_RUN_MS}: PersistCommandOptions,
): Promise<void> {
  const rest = Object.fromEntries(Object.entries(env).filter(([name]) => !isOwnName(name)));
  return new Promise((resolve, reject) => {
    const child = spawn(command, {
      cwd,
      env: rest,
      shell: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      // A group of its own: what the shell started ends with it.
      detached: true,
    });
    const end = () => killGroup(child);
    const interrupt = () => {
      end();
      reject(new Error('--persist-command was ended, since the run was interrupted'));
    };
    const timer = setTimeout(() => {
      end();
      reject(new Error(`--persist-command was ended: it may take ${longestRunMs / 1000} s at most`));
    }, longestRunMs);
    if (interruption.aborted) interrupt();
    else interruption.addEventListener('abort', interrupt, {once: true});
    child.on('close', () => {
      clearTimeout(timer);
      interruption.removeEventListener('abort', interrupt);
    });
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', onOutput);
    child.on('error', error => reject(new Error(`--persist-command could not be run: ${error.message}`, {cause: error})));
    child.on('close', (exitCode, signal) => {
      if (exitCode === 0) resolve();
      else if (signal !== null) reject(new Error(`--persist-command was ended by ${signal}`));
      else reject(new Error(`--persist-command ended with exit code ${exitCode}`));
    });
  });
}
