import {resolve} from 'node:path';
import {Readable, Writable} from 'node:stream';
import {runCli} from '../cli/run';
import type {Context} from '../context';
import type {Interruption} from '../interruption';
import {context as surroundings} from '../process-context';
import type {ErrorDocument} from '../report/error';
import {MonitorsError} from './error';
import type {WorkspaceOptions} from './options';

/** One command line, as a program gives it. */
export interface CommandRun {
  readonly command: 'validate' | 'plan' | 'apply';
  /** Flags by name; those that are undefined are not given, lists are given once for each member. */
  readonly flags: Readonly<Record<string, string | number | readonly string[] | undefined>>;
  readonly paths: readonly string[];
  readonly signal?: AbortSignal | undefined;
}

/** How it ended, with what it printed. */
export interface Ended<Document> {
  readonly exitCode: number;
  readonly document: Document;
}

/**
 * Runs a command as the command line does, in this process: the same settings, guards and documents. Touches no stream
 * and no signal of the process. Throws {@link MonitorsError} where it prints an error in place of its document.
 */
export async function runCommand<Document extends object>(run: CommandRun, options: WorkspaceOptions): Promise<Ended<Document>> {
  const stdout = new Collected();
  const context = makeContext(options, {stdout, signal: run.signal});
  const exitCode = await runCli(writeArguments(run, options), context);
  const document = JSON.parse(stdout.text) as Document | ErrorDocument;
  if (isError(document)) throw new MonitorsError(document, exitCode);
  return {exitCode, document};
}

/** What a run takes from the world: this process's clocks and files, and nothing that belongs to the program around it. */
export function makeContext(
  {directory = '.', env = surroundings.env}: WorkspaceOptions,
  given: {readonly stdout?: Writable; readonly signal?: AbortSignal | undefined} = {},
): Context {
  return {
    stdin: Readable.from([]),
    stdout: given.stdout ?? new Collected(),
    stderr: new Collected(),
    env,
    cwd: resolve(directory),
    process: surroundings.process,
    world: surroundings.world,
    timeZone: surroundings.timeZone,
    watchInterruption: () => followSignal(given.signal),
  };
}

function writeArguments({command, flags, paths}: CommandRun, options: WorkspaceOptions): string[] {
  const {config, environment, specs, state} = options;
  const given = Object.entries({format: 'json', config, environment, specs, state, ...flags});
  const words = given.flatMap(([name, value]) => [value].flat().flatMap(one => (one === undefined ? [] : [`--${name}=${one}`])));
  return [command, ...words, ...(command === 'apply' ? ['--auto-approve'] : []), '--', ...paths];
}

function isError(document: object): document is ErrorDocument {
  return 'error' in document;
}

/** A program that aborts is to a run what SIGTERM is. */
function followSignal(signal: AbortSignal | undefined): AbortSignal {
  const controller = new AbortController();
  const reason: Interruption = {signal: 'SIGTERM', exitCode: 143};
  const abort = () => controller.abort(reason);
  if (signal?.aborted) abort();
  else signal?.addEventListener('abort', abort, {once: true});
  return controller.signal;
}

/** A stream that keeps what is written to it. */
class Collected extends Writable {
  text = '';

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.text += chunk.toString('utf8');
    done();
  }
}
