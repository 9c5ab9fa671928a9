import {join} from 'node:path';
import {Readable, Writable} from 'node:stream';
import type {Context} from '../../src/core/base/context';
import {runCli} from '../../src/doors/cli/run';
import type {CliRun, CliStart} from './cli';
import {realWorld} from './real-world';

/**
 * Runs one command line in this process, from source, over the same streams, files and sockets as in one of its own: for tables and
 * loops of hundreds of runs, where a process each would be most of what they cost. Nothing here dies of a signal.
 */
export async function runMonitorsHere(
  args: readonly string[],
  {cwd, env, stdin, answer}: HereStart,
  ports: Partial<Pick<Context, 'world' | 'watchInterruption'>> = {},
): Promise<CliRun> {
  const stdout = new Collector();
  const stderr = new Collector();
  const exitCode = await runCli(args, {
    ...contextHere({cwd, env: {HOME: join(cwd, '.home'), MONITORS_RETRY_BASE_MS: '1', PATH: process.env['PATH'], ...env}, stdout, stderr}),
    stdin: answer === undefined ? Readable.from(stdin === undefined ? [] : [stdin]) : sitAt(answer),
    ...ports,
  });
  return {exitCode, signal: null, stdout: stdout.text, stderr: stderr.text};
}

/** World of a run in this process, in place of a process of its own; nobody interrupts it, and its input is empty. */
export function contextHere({cwd, env, stdout, stderr}: Pick<Context, 'cwd' | 'env' | 'stdout' | 'stderr'>): Context {
  return {
    stdin: Readable.from([]),
    stdout,
    stderr,
    env,
    cwd,
    process: {pid: process.pid, platform: process.platform, nodeVersion: process.versions.node, userId: process.getuid?.() ?? null},
    world: realWorld,
    timeZone: () => env['TZ'] ?? 'UTC',
    watchInterruption: () => new AbortController().signal,
  };
}

/** Start of a command line in this process. */
export interface HereStart extends Omit<CliStart, 'onStart'> {
  /** Answer of somebody at a terminal to the question. */
  readonly answer?: string;
}

function sitAt(answer: string): Readable {
  return Object.assign(Readable.from([`${answer}\n`]), {isTTY: true});
}

/** A standard stream whose text is kept. */
export class Collector extends Writable {
  text = '';

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.text += chunk.toString('utf8');
    done();
  }
}
