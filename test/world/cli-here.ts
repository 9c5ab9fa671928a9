import {join} from 'node:path';
import {Readable, Writable} from 'node:stream';
import {runCli} from '../../src/cli';
import type {Context} from '../../src/context';
import type {CliRun, CliStart} from './cli';
import {realWorld} from './real-world';

/**
 * Runs one command line in this process, from source, over the same streams, files and sockets as in one of its own: for tables and
 * loops of hundreds of runs, where a process each would be most of what they cost. Nothing here dies of a signal.
 */
export async function runMonitorsHere(
  args: readonly string[],
  {cwd, env, stdin}: Omit<CliStart, 'onStart'>,
  {world = realWorld, watchInterruption = () => new AbortController().signal}: Partial<Pick<Context, 'world' | 'watchInterruption'>> = {},
): Promise<CliRun> {
  const stdout = new Collector();
  const stderr = new Collector();
  const exitCode = await runCli(args, {
    stdin: Readable.from(stdin === undefined ? [] : [stdin]),
    stdout,
    stderr,
    env: {HOME: join(cwd, '.home'), MONITORS_RETRY_BASE_MS: '1', PATH: process.env['PATH'], ...env},
    cwd,
    process: {
      pid: process.pid,
      platform: process.platform,
      nodeVersion: process.versions.node,
      userId: process.getuid?.() ?? null,
    },
    world,
    watchInterruption,
  });
  return {exitCode, signal: null, stdout: stdout.text, stderr: stderr.text};
}

class Collector extends Writable {
  text = '';

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.text += chunk.toString('utf8');
    done();
  }
}
