import type {ChildProcess} from 'node:child_process';
import type {World} from '../base/context';
import {findReal} from '../files/paths';
import {type GitSetting, pinGit} from './pinned-git';
import {findRepository} from './repository';

/** Result of one git command. */
export interface GitAnswer {
  readonly exitCode: number;
  readonly stdout: Buffer;
  /** Trimmed. */
  readonly stderr: string;
}

/** Options of a command besides its arguments. */
export interface GitMore {
  readonly stdin?: string | Uint8Array;
  readonly settings?: readonly GitSetting[];
  /** The variables that git gets besides {@link PASSED_ON}. */
  readonly passOn?: RegExp;
  /** Ends the command after so many milliseconds; what it wrote until then counts. Default: 10 s. */
  readonly timeoutMs?: number;
  /** Measures that time. Default: the system's timer. */
  readonly sleep?: World['sleep'];
  /** Ends the command after about so many bytes, which count. Default: 512 MiB. */
  readonly maxBytes?: number;
}

/** Runs git in one repository; null without a repository or git. */
export type AskGit = (args: readonly string[], more?: GitMore) => Promise<GitAnswer | null>;

/** A repository that holds the history of files elsewhere. */
export interface HistoryRepository {
  readonly ask: AskGit;
  /** The directory that stands for its root; absolute. */
  readonly root: string;
}

/** Variables that git needs to start, and nothing that points it elsewhere, such as the `GIT_DIR` of a hook that called us. */
export const PASSED_ON = /^(?:HOME|SystemRoot|USERPROFILE|XDG_CONFIG_HOME)$/;

/** The exit code where a command was killed or could not be started. */
const NOT_RUN = 128;

/**
 * Runs a git command in the repository of a directory, the nearest `.git` above; null without a repository or git. Nothing that the
 * repository configures is run, and no network is used.
 */
export async function askGit(
  directory: string,
  env: Readonly<Record<string, string | undefined>>,
  args: readonly string[],
  {stdin, settings = [], passOn, timeoutMs = 10_000, sleep, maxBytes = 512 * 1024 * 1024}: GitMore = {},
): Promise<GitAnswer | null> {
  const cwd = findReal(directory);
  const workTree = findRepository(cwd);
  // Most temporary directories are in none, and need no process to tell.
  if (workTree === null) return null;
  const wanted = passOn === undefined ? PASSED_ON : new RegExp(`${PASSED_ON.source}|${passOn.source}`);
  const start = pinGit({workTree}, args, {env, passOn: wanted, protocols: [], settings});
  if (start === null) return null;
  // Most runs start no process, and loading this takes a tenth of a short one. Not by `import()`: the process would start only after the work at hand.
  const {execFile} = process.getBuiltinModule('node:child_process');
  return new Promise(resolve => {
    const ended = new AbortController();
    let isStopped = false;
    const options = {cwd, env: start.env, maxBuffer: maxBytes, windowsHide: true, encoding: 'buffer'} as const;
    const child = execFile(start.program, [...start.args], options, (error, stdout, stderr) => {
      ended.abort();
      clearTimeout(timer);
      // A git that ended by itself before it was stopped says 0, though not all that it wrote was read.
      const exitCode = isStopped ? NOT_RUN : error === null ? 0 : typeof error.code === 'number' ? error.code : NOT_RUN;
      resolve({exitCode, stdout, stderr: stderr.toString('utf8').trim()});
    });
    const stopLate = () => {
      isStopped = true;
      stop(child);
    };
    const timer = sleep === undefined ? setTimeout(stopLate, timeoutMs) : undefined;
    sleep?.(timeoutMs, ended.signal).then(stopLate, () => undefined);
    child.stdin?.on('error', () => undefined);
    if (stdin !== undefined) child.stdin?.end(stdin);
  });
}

/** Ends a process as a timeout of `execFile` does: its own children may keep its output open. */
function stop(child: ChildProcess): void {
  child.stdout?.destroy();
  child.stderr?.destroy();
  child.kill();
}

/** A checkout, as far as its history counts. */
export interface Checkout {
  /** The commit that is checked out; null without a repository, without git, or before the first commit. */
  readCommit(): Promise<string | null>;
  /** Whether `commit` is `earlier` or comes after it; null where the history that is here does not show it. */
  contains(commit: string, earlier: string): Promise<boolean | null>;
  /** Whether a part of the history is not here, or git does not tell. */
  isShallow(): Promise<boolean>;
}

/** The checkout that a directory belongs to. Uses no network. */
export function openCheckout(directory: string, env: Readonly<Record<string, string | undefined>>): Checkout {
  const ask = async (...args: string[]) => {
    const answer = await askGit(directory, env, args);
    return {
      isDone: answer?.exitCode === 0,
      hasFailed: answer !== null && answer.exitCode !== 0,
      text: answer?.stdout.toString('utf8').trim() ?? '',
    };
  };
  const isShallow = async () => {
    const {hasFailed, text} = await ask('rev-parse', '--is-shallow-repository');
    return hasFailed || text === 'true';
  };
  return {
    isShallow,
    readCommit: async () => {
      const {isDone, text} = await ask('rev-parse', '--verify', '--quiet', 'HEAD^{commit}');
      return isDone ? text : null;
    },
    contains: async (commit, earlier) => {
      if (commit === earlier) return true;
      if ((await ask('merge-base', '--is-ancestor', earlier, commit)).isDone) return true;
      // Also a commit that is not here at all: the whole history of the checked-out one is.
      return (await isShallow()) ? null : false;
    },
  };
}
