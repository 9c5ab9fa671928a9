import {assertNever} from '../../base/assert-never';
import {isObject, type JsonValue, parseJson} from '../../json/value';

/** The content of a lock file: who holds the state. */
export interface LockHolder {
  /** A UUID: what `state unlock` asks for. */
  readonly id: string;
  readonly pid: number;
  readonly startTime: string | null;
  readonly host: string;
  readonly bootId: string | null;
  readonly pidNamespace: string | null;
  readonly user: string;
  readonly command: string;
  readonly tool: string;
  /** ISO 8601, UTC. Shown to people; nothing is decided by it. */
  readonly createdAt: string;
  readonly ci: {readonly repo: string; readonly runId: string; readonly attempt: number} | null;
}

/** The holder's process as seen from here. */
type HolderProcess = {readonly kind: 'running'; readonly startTime: string} | {readonly kind: 'gone'} | {readonly kind: 'unknown'};

/** The run that asks for the lock: the members of its own lock content that are compared. */
type LockSeeker = Pick<LockHolder, 'host' | 'bootId' | 'pidNamespace' | 'ci'>;

/**
 * Whether the holder provably no longer runs. True only for a process of this host, this boot and this process
 * namespace that is gone, or whose number a later process has; and for an earlier attempt of the same CI run on this
 * host. Never by age: a suspended machine or a blocked process still holds its lock.
 */
export function isProvablyGone(holder: LockHolder, seeker: LockSeeker, lookUp: (pid: number) => HolderProcess): boolean {
  if (holder.host !== seeker.host) return false;
  if (isEarlierAttempt(holder, seeker)) return true;
  if (holder.bootId === null || holder.bootId !== seeker.bootId) return false;
  if (holder.pidNamespace === null || holder.pidNamespace !== seeker.pidNamespace) return false;
  const found = lookUp(holder.pid);
  switch (found.kind) {
    case 'gone':
      return true;
    case 'running':
      return holder.startTime !== null && holder.startTime !== found.startTime;
    case 'unknown':
      return false;
    default:
      return assertNever(found);
  }
}

function isEarlierAttempt(holder: LockHolder, seeker: LockSeeker): boolean {
  if (holder.ci === null || seeker.ci === null) return false;
  return holder.ci.repo === seeker.ci.repo && holder.ci.runId === seeker.ci.runId && holder.ci.attempt < seeker.ci.attempt;
}

/** Reads the content of a lock file; null when it is not one. */
export function decodeLock(text: string): LockHolder | null {
  const value = parseJson(text);
  if (!isObject(value)) return null;
  const {id, pid, startTime, host, bootId, pidNamespace, user, command, tool, createdAt, ci} = value;
  if (typeof id !== 'string' || id === '' || typeof pid !== 'number' || typeof host !== 'string') return null;
  if (typeof user !== 'string' || typeof command !== 'string' || typeof tool !== 'string' || typeof createdAt !== 'string') return null;
  return {
    id,
    pid,
    startTime: toText(startTime),
    host,
    bootId: toText(bootId),
    pidNamespace: toText(pidNamespace),
    user,
    command,
    tool,
    createdAt,
    ci: readCi(ci),
  };
}

/** Writes the content of a lock file. */
export function encodeLock(holder: LockHolder): string {
  return `${JSON.stringify(holder, null, 2)}\n`;
}

/** Describes who holds a lock, and since when, for people. */
export function describeHolder({user, host, pid, command, createdAt, ci}: LockHolder, now: number): string {
  const run = ci === null ? '' : `, run ${ci.runId} of ${ci.repo}, attempt ${ci.attempt}`;
  return `${user}@${host}, pid ${pid} ("${command}"${run}), since ${createdAt}${describeAge(createdAt, now)}`;
}

function describeAge(createdAt: string, now: number): string {
  const minutes = Math.floor((now - Date.parse(createdAt)) / 60_000);
  if (!(minutes >= 1)) return '';
  if (minutes < 120) return ` (${minutes} min ago)`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? ` (${hours} h ago)` : ` (${Math.floor(hours / 24)} days ago)`;
}

function readCi(value: JsonValue | undefined): LockHolder['ci'] {
  if (!isObject(value)) return null;
  const {repo, runId, attempt} = value;
  return typeof repo === 'string' && typeof runId === 'string' && typeof attempt === 'number' ? {repo, runId, attempt} : null;
}

function toText(value: JsonValue | undefined): string | null {
  return typeof value === 'string' ? value : null;
}
