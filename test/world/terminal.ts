import {join} from 'node:path';
import {Readable, Writable} from 'node:stream';
import {runCli} from '../../src/doors/cli/run';
import type {CliStart} from './cli';
import {realWorld} from './real-world';

/** Screen of a terminal when a command line has ended, and everything that was written to it on the way. */
export interface TerminalRun {
  readonly exitCode: number;
  /** The lines as they stand there; what was cleared is gone. Lines that are wider than the terminal are not broken. */
  readonly screen: string;
  readonly written: string;
}

/** Runs one command line in this process, both of its streams on one terminal of that width, in the zone UTC. */
export async function runOnTerminal(
  args: readonly string[],
  {cwd, env, columns = 80}: Pick<CliStart, 'cwd' | 'env'> & {readonly columns?: number},
): Promise<TerminalRun> {
  let written = '';
  const stream = () => {
    const writable = new Writable({
      write(chunk: Buffer, _encoding, done) {
        written += chunk.toString('utf8');
        done();
      },
    });
    return Object.assign(writable, {isTTY: true, columns});
  };
  const exitCode = await runCli(args, {
    stdin: Readable.from([]),
    stdout: stream(),
    stderr: stream(),
    env: {HOME: join(cwd, '.home'), MONITORS_RETRY_BASE_MS: '1', PATH: process.env['PATH'], ...env},
    cwd,
    process: {pid: process.pid, platform: process.platform, nodeVersion: process.versions.node, userId: process.getuid?.() ?? null},
    world: realWorld,
    timeZone: () => 'UTC',
    watchInterruption: () => new AbortController().signal,
  });
  return {exitCode, screen: screenOf(written), written};
}

/** The control codes that the tool writes: the beginning of the line, clearing it, and colours. */
function screenOf(written: string): string {
  const lines = [''];
  for (const [token] of written.matchAll(/\r\x1b\[2K|\x1b\[[\d;]*m|\n|[^\r\x1b\n]+/g)) {
    if (token === '\n') lines.push('');
    else if (token.startsWith('\r')) lines[lines.length - 1] = '';
    else if (!token.startsWith('\x1b')) lines[lines.length - 1] += token;
  }
  return lines.join('\n');
}
