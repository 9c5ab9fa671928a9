import {setMaxListeners} from 'node:events';
import {writeSync} from 'node:fs';
import type {Context, OutputStream} from '../../core/base/context';
import type {Interruption} from '../../core/base/interruption';
import {errorCode, explainFileError} from '../../core/files/file-error';
import {DirectOutput, takesDirectOutput} from './direct-output';

const EXIT_CODES = {SIGINT: 130, SIGTERM: 143, SIGHUP: 143} as const;

function watchInterruption(lastWords = 'Run "monitors plan" to see what is unresolved.'): AbortSignal {
  const controller = new AbortController();
  // Every create under way listens to it.
  setMaxListeners(0, controller.signal);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      const interruption: Interruption = {signal, exitCode: EXIT_CODES[signal]};
      if (controller.signal.aborted) endAtOnce(interruption, lastWords);
      controller.abort(interruption);
    });
  }
  return controller.signal;
}

/** Ends the process without waiting for requests under way: a journal holds what was sent. The line of a progress may be unfinished. */
function endAtOnce({exitCode}: Interruption, lastWords: string): never {
  try {
    writeSync(2, `\nStopped at once. ${lastWords}\n`);
  } catch {
    // No reader is left; the exit code shows it.
  }
  process.exit(exitCode);
}

/** Rejects with the signal's reason when it is aborted; a delay above what timers can hold is slept in pieces. */
function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  const LONGEST_TIMER = 2 ** 31 - 1;
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    let left = Math.max(0, ms);
    let timer: NodeJS.Timeout;
    const abort = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const wait = () => {
      const piece = Math.min(left, LONGEST_TIMER);
      left -= piece;
      timer = setTimeout(() => {
        if (left > 0) return wait();
        signal?.removeEventListener('abort', abort);
        resolve();
      }, piece);
    };
    signal?.addEventListener('abort', abort, {once: true});
    wait();
  });
}

const opened = new Map<number, OutputStream>();

/** A standard stream, opened when it is first needed. */
function openOutput(descriptor: 1 | 2): OutputStream {
  const known = opened.get(descriptor);
  if (known !== undefined) return known;
  const stream = takesDirectOutput(descriptor, process.platform)
    ? new DirectOutput(
        descriptor,
        () => openNodeOutput(descriptor),
        error => noteLoss(descriptor, error),
      )
    : openNodeOutput(descriptor);
  opened.set(descriptor, stream);
  return stream;
}

/** Whether nothing that was written to the standard streams waits for its turn. Node's own streams do not tell. */
export function isAllWritten(): boolean {
  return [...opened.values()].every(stream => stream instanceof DirectOutput && stream.isSettled);
}

function openNodeOutput(descriptor: 1 | 2): NodeJS.WriteStream {
  const stream = descriptor === 1 ? process.stdout : process.stderr;
  return stream.on('error', error => noteLoss(descriptor, error));
}

let isLossNoted = false;

/**
 * A reader that went away (`| head`) or a full disk does not stop a change half-way: what is written next is lost, the
 * run is not. A reader that went away is not reported: it did so on purpose.
 */
function noteLoss(descriptor: 1 | 2, error: unknown): void {
  if (errorCode(error) === 'EPIPE' || isLossNoted) return;
  isLossNoted = true;
  process.on('exit', exitCode => {
    if (exitCode === 0 || exitCode === 2) process.exitCode = 1;
    const stream = descriptor === 1 ? 'standard output' : 'standard error';
    const code = 'config/output-lost';
    const message = `error  ${code}  not all of ${stream} could be written: ${explainFileError(error)}`;
    const hint = '   hint: what was done is recorded; fix the disk, then run "monitors plan" to see what is left';
    try {
      writeSync(2, `${message}\n${hint}\n`);
    } catch {
      // No stream is left; the exit code shows it.
    }
  });
}

/** The directory may be gone, or not be ours to look at: what needs it says so, what does not goes on. */
function readWorkingDirectory(): string {
  try {
    return process.cwd();
  } catch {
    return process.env['PWD'] ?? '/';
  }
}

/** The parts of this process that a run uses: the only place that the two edges, `main.ts` and `action.ts`, take them from. */
export const context: Context = {
  // Opening a stream takes a while, so that each is opened when it is needed.
  get stdin() {
    return process.stdin;
  },
  get stdout() {
    return openOutput(1);
  },
  get stderr() {
    return openOutput(2);
  },
  env: process.env,
  cwd: readWorkingDirectory(),
  process: {pid: process.pid, platform: process.platform, nodeVersion: process.version, userId: process.getuid?.() ?? null},
  world: {now: Date.now, monotonic: () => performance.now(), sleep, random: Math.random, uuid: () => crypto.randomUUID()},
  timeZone: () => Intl.DateTimeFormat().resolvedOptions().timeZone,
  watchInterruption,
};
