import {execFile, spawn} from 'node:child_process';
import {mkdirSync, mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {dirname, join} from 'node:path';
import {NODE_FLAGS} from './node-flags';

/** The launcher that users run, on the bundle that `npm test` built. */
export const monitorsBin = join(__dirname, '../../bin/monitors.cjs');

/** End of one run of the real command. */
export interface CliRun {
  readonly exitCode: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Start of the command. */
export interface CliStart {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Text for its standard input; without it, the input is empty. */
  readonly stdin?: string;
  /** Called with the child once it runs, e.g. to send it a signal. */
  readonly onStart?: (child: ReturnType<typeof spawn>) => void;
}

/** Runs the real `monitors` in a process of its own, with nothing of this machine's environment but `PATH`. */
export function runMonitors(args: readonly string[], start: CliStart): Promise<CliRun> {
  const words = [...NODE_FLAGS, monitorsBin, ...args];
  const env = {
    PATH: process.env['PATH'],
    HOME: join(start.cwd, '.home'),
    XDG_CACHE_HOME: process.env['MONITORS_TEST_CACHE'],
    MONITORS_RETRY_BASE_MS: '1',
    TZ: 'UTC',
    ...start.env,
  };
  return start.onStart === undefined ? runToEnd(words, {...start, env}) : runWatched(words, {...start, env}, start.onStart);
}

function runToEnd(words: readonly string[], {cwd, env, stdin}: CliStart): Promise<CliRun> {
  return new Promise((resolve, reject) => {
    const options = {cwd, env, encoding: 'utf8', maxBuffer: Number.POSITIVE_INFINITY} as const;
    const child = execFile(process.execPath, words, options, (error, stdout, stderr) => {
      if (typeof error?.code === 'string') return reject(error);
      resolve({exitCode: error === null ? 0 : (error.code ?? null), signal: error?.signal ?? null, stdout, stderr});
    });
    child.stdin?.on('error', () => {});
    child.stdin?.end(stdin ?? '');
  });
}

function runWatched(words: readonly string[], {cwd, env, stdin}: CliStart, onStart: NonNullable<CliStart['onStart']>): Promise<CliRun> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, words, {cwd, env, stdio: ['pipe', 'pipe', 'pipe']});
    let stdout = '';
    let stderr = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text;
    });
    child.on('error', reject);
    child.on('close', (exitCode, signal) => resolve({exitCode, signal, stdout, stderr}));
    child.stdin.on('error', () => {});
    child.stdin.end(stdin ?? '');
    onStart(child);
  });
}

/** A temporary directory with these files, by path; removed by {@link Workspace.remove}. */
export interface Workspace {
  readonly directory: string;
  path(...segments: string[]): string;
  write(files: Readonly<Record<string, string>>): void;
  remove(): void;
}

/** Makes a {@link Workspace}. */
export function makeWorkspace(files: Readonly<Record<string, string>> = {}): Workspace {
  const directory = mkdtempSync(join(tmpdir(), 'monitors-test-'));
  const workspace: Workspace = {
    directory,
    path: (...segments) => join(directory, ...segments),
    write: contents => {
      for (const [path, text] of Object.entries(contents)) {
        mkdirSync(dirname(join(directory, path)), {recursive: true});
        writeFileSync(join(directory, path), text);
      }
    },
    remove: () => rmSync(directory, {recursive: true, force: true}),
  };
  workspace.write(files);
  return workspace;
}

/** A sound spec of one page, of which no one is to hear. */
export function specFor(site: string): string {
  return `${bareSpecFor(site)}sync: {alerts: none}\n`;
}

/** The same without `sync`, for a test that adds its own. */
export function bareSpecFor(site: string): string {
  return `name: ${site}\nschedule: {text: hourly}\ntargets:\n  - type: scrape\n    urls: [https://${site}.example/]\n`;
}

/** For `onStart`: does something once the child has written this text to its standard output. */
export function when(
  text: string,
  act: (child: Parameters<NonNullable<CliStart['onStart']>>[0]) => void,
): NonNullable<CliStart['onStart']> {
  return child => {
    let seen = '';
    let isDone = false;
    child.stdout?.on('data', chunk => {
      seen += String(chunk);
      if (isDone || !seen.includes(text)) return;
      isDone = true;
      act(child);
    });
  };
}
