import * as fs from 'node:fs';
import * as os from 'node:os';
import {kill} from 'node:process';
import {errorCode} from './disk';

/** Result of looking up a process: its start time tells a process from a later one with the same number. */
type ProcessLookUp = {readonly kind: 'running'; readonly startTime: string} | {readonly kind: 'gone'} | {readonly kind: 'unknown'};

/** The machine, process and person that hold a lock; all of it goes into the lock file. */
export interface HostFacts {
  readonly pid: number;
  /** The kernel's start time of this process, in clock ticks since boot; null where the system does not say. */
  readonly startTime: string | null;
  readonly host: string;
  /** Changes with every boot; null where the system does not say. */
  readonly bootId: string | null;
  /** Process numbers of two namespaces (containers) can't be compared; null where the system does not say. */
  readonly pidNamespace: string | null;
  readonly user: string;
  /** The command that runs, e.g. `apply`. */
  readonly command: string;
  /** The CI run; null outside of CI. */
  readonly ci: CiRun | null;
  readonly platform: string;
  readonly lookUpProcess: (pid: number) => ProcessLookUp;
}

/** One run of a CI system that counts its attempts. */
interface CiRun {
  readonly repo: string;
  readonly runId: string;
  readonly attempt: number;
}

/** Facts that {@link readHostFacts} can't read for itself. */
interface HostInput {
  readonly pid: number;
  readonly platform: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly command: string;
}

/** What is known of this machine and process, read when it is asked for: only a lock needs it. Nothing in it fails: what can't be read is null. */
export function readHostFacts({pid, platform, env, command}: HostInput): HostFacts {
  return {
    pid,
    get startTime() {
      const self = lookUpProcess(pid);
      return self.kind === 'running' ? self.startTime : null;
    },
    get host() {
      return os.hostname();
    },
    get bootId() {
      return readText('/proc/sys/kernel/random/boot_id')?.trim() ?? null;
    },
    get pidNamespace() {
      return readLink('/proc/self/ns/pid');
    },
    get user() {
      return readUser(env);
    },
    command,
    get ci() {
      return readCiRun(env);
    },
    platform,
    lookUpProcess,
  };
}

/** Looks a process up in /proc; `unknown` where there is none. */
function lookUpProcess(pid: number): ProcessLookUp {
  const stat = readText(`/proc/${pid}/stat`);
  if (stat === null) return readText('/proc/self/stat') === null || mayRun(pid) ? {kind: 'unknown'} : {kind: 'gone'};
  // The program's name stands in brackets and may hold anything: count from the last bracket on. A zombie is gone.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const startTime = fields[19];
  if (fields[0] === 'Z' || fields[0] === 'X') return {kind: 'gone'};
  return startTime === undefined ? {kind: 'unknown'} : {kind: 'running', startTime};
}

/** False only when the kernel says that there is no such process: /proc may hide those of other users. */
function mayRun(pid: number): boolean {
  try {
    kill(pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) !== 'ESRCH';
  }
}

function readCiRun(env: HostInput['env']): CiRun | null {
  const repo = env['GITHUB_REPOSITORY'];
  const runId = env['GITHUB_RUN_ID'];
  const attempt = Number(env['GITHUB_RUN_ATTEMPT']);
  if (!repo || !runId || !Number.isSafeInteger(attempt) || attempt < 1) return null;
  return {repo, runId, attempt};
}

function readUser(env: HostInput['env']): string {
  try {
    return os.userInfo().username;
  } catch {
    return env['USER'] || env['USERNAME'] || 'unknown';
  }
}

function readText(path: string): string | null {
  try {
    return fs.readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}

function readLink(path: string): string | null {
  try {
    return fs.readlinkSync(path);
  } catch {
    return null;
  }
}
