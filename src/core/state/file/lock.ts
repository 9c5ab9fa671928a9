import {gitPath} from '../../base/command-line';
import type {World} from '../../base/context';
import {writer} from '../../base/version';
import {UserError} from '../../diagnostics/user-error';
import {decodeLock, describeHolder, encodeLock, isProvablyGone, type LockHolder} from '../format/lock';
import {StateLocked} from '../store';
import {type Disk, errorCode} from './disk';
import type {HostFacts} from './host';
import {createTemporary, readWhole, removeQuietly, temporaryPath, type WriteWorld, writeAll} from './write';

/** The parts of the world that locking uses. */
export interface LockWorld extends WriteWorld {
  readonly world: World;
  readonly host: HostFacts;
  readonly tool: string;
  /** The state file as messages show it. */
  readonly shown: string;
  /** A command line of this tool for this environment. */
  readonly command: (words: string) => string;
  /** Whether git tracks the lock file: then it was committed, and it is never read. */
  readonly isTracked: (path: string) => Promise<boolean>;
}

/** A lock that this process holds. */
export interface HeldLock {
  readonly holder: LockHolder;
  /** Removes the lock file if it still is ours. */
  release(): void;
}

/**
 * Takes the lock `<state>.lock` or throws {@link StateLocked} with its holder. A lock is broken only if its owner is
 * provably dead, and then by exactly one of the processes that try.
 */
export async function takeLock(io: LockWorld, path: string): Promise<HeldLock> {
  const holder = toHolder(io);
  const rival = await claim(io, {lock: path, path}, holder);
  if (rival !== null) throw locked(io, rival, () => isHeld(io, path, holder));
  return {holder, release: () => releaseLock(io.disk, path, holder.id)};
}

/** Takes the lock of a file that belongs to this machine alone, as {@link takeLock} does: git never tracks it, and no command unlocks it. */
export function takeMachineLock(io: Pick<LockWorld, 'disk' | 'world' | 'host' | 'shown'>, path: string): Promise<HeldLock> {
  return takeLock({...io, tool: writer, command: () => '', isTracked: async () => false}, path);
}

/** The holder of the lock; with `taker`, another process is just taking the lock over from a dead holder. */
interface Rival {
  readonly holder: LockHolder;
  readonly taker?: LockHolder;
}

/**
 * Makes the file at `path` ours: the lock itself, or a guard. Null when that succeeds, else the
 * holder. Before the file of a dead holder is removed, its guard (a file named after its id) is claimed in the same way, so
 * that one process at a time looks and removes. A guard whose owner was killed is a file of a dead holder, like any other.
 */
async function claim(
  io: LockWorld,
  {lock, path}: {readonly lock: string; readonly path: string},
  taker: LockHolder,
): Promise<Rival | null> {
  for (let attempt = 1; attempt <= 20; attempt += 1) {
    if (await placeLock(io, path, taker)) return null;
    if (path === lock && (await io.isTracked(path))) throw trackedLock(io, path);
    const found = readHolder(io.disk, path);
    if (found === 'absent') continue;
    if (found === 'foreign') throw foreignLock(io, path, () => isHeld(io, path, taker));
    if (found === 'unreadable') throw unreadableLock(io, path);
    // A network disk may say "exists" for the link that it has just made.
    if (found.id === taker.id) return null;
    if (!isProvablyGone(found, taker, io.host.lookUpProcess)) return {holder: found};
    const guard = guardPath(lock, found.id);
    const rival = await claim(io, {lock, path: guard}, taker);
    if (rival !== null) return {holder: found, taker: rival.holder};
    try {
      removeGone(io, path, found);
    } finally {
      releaseLock(io.disk, guard, taker.id);
    }
  }
  throw new StateLocked(`other runs keep locking ${io.shown}`, 'try again in a moment', {
    holder: 'other runs',
    isHeld: () => isHeld(io, path, taker),
  });
}

/** Whether the holder of the file at `path` may still run. */
function isHeld(io: LockWorld, path: string, seeker: LockHolder): boolean {
  const found = readHolder(io.disk, path);
  return found === 'foreign' || (typeof found === 'object' && !isProvablyGone(found, seeker, io.host.lookUpProcess));
}

/** Removes the lock with this id. The user has decided that its holder is dead. */
export async function removeLock(io: LockWorld, path: string, id: string): Promise<LockHolder> {
  if (await io.isTracked(path)) throw trackedLock(io, path);
  const found = readHolder(io.disk, path);
  if (found === 'absent') throw new UserError('state/not-locked', `${io.shown} is not locked`, `run "${io.command('plan')}"`);
  if (found === 'foreign') throw foreignLock(io, path, () => true);
  if (found === 'unreadable') throw unreadableLock(io, path);
  if (found.id !== id) {
    const message = `${io.shown} is locked with another id: ${found.id} (${describeHolder(found, io.world.now())})`;
    throw new UserError('state/lock-id', message, `if that process is certainly dead, run "${io.command(`state unlock ${found.id}`)}"`);
  }
  removeQuietly(io.disk, guardPath(path, id));
  releaseLock(io.disk, path, id);
  return found;
}

/** This process as the holder of a lock. */
export function toHolder({world, host, tool}: Pick<LockWorld, 'world' | 'host' | 'tool'>): LockHolder {
  const {pid, startTime, host: name, bootId, pidNamespace, user, command, ci} = host;
  const createdAt = new Date(world.now()).toISOString();
  return {id: world.uuid(), pid, startTime, host: name, bootId, pidNamespace, user, command, tool, createdAt, ci};
}

/** Makes the lock file appear with its content in one step; false when one is there. */
async function placeLock(io: LockWorld, path: string, holder: LockHolder): Promise<boolean> {
  const {disk} = io;
  const {path: temporary, file} = createTemporary(io, path, 0o600);
  try {
    try {
      writeAll(disk, file, Buffer.from(encodeLock(holder)));
      await disk.fsync(file);
    } finally {
      disk.close(file);
    }
    return linkNew(disk, temporary, path, holder);
  } finally {
    removeQuietly(disk, temporary);
  }
}

/** Hard link where the disk has them; elsewhere an exclusive create, whose content follows a moment later. */
function linkNew(disk: Disk, temporary: string, path: string, holder: LockHolder): boolean {
  try {
    disk.link(temporary, path);
    return true;
  } catch (error) {
    const code = errorCode(error);
    if (code === 'EEXIST') return false;
    // The holder of the lock removes temporary files, ours too: the lock is held.
    if (code === 'ENOENT') return false;
    if (!['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK', 'EINVAL'].includes(code)) throw error;
  }
  try {
    const file = disk.open(path, 'create', 0o600);
    try {
      writeAll(disk, file, Buffer.from(encodeLock(holder)));
    } finally {
      disk.close(file);
    }
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    throw error;
  }
}

/**
 * Removes the file of a holder that is gone; only for who holds that holder's guard. What was moved aside is looked at
 * once more: a person may have unlocked meanwhile, and another run may hold the lock by now.
 */
function removeGone(io: LockWorld, path: string, gone: LockHolder): void {
  const {disk} = io;
  if (!isHeldBy(disk, path, gone.id)) return;
  const aside = temporaryPath(path, io.world);
  try {
    disk.rename(path, aside);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return;
    throw error;
  }
  const moved = readHolder(disk, aside);
  // Absent: the process that got the lock in the meantime has removed it.
  if (moved === 'absent') return;
  if ((typeof moved === 'string' || moved.id !== gone.id) && disk.lstat(path) === null) disk.rename(aside, path);
  else removeQuietly(disk, aside);
}

/** The path of a guard. The next holder of the lock removes left-over guards: see `removeOrphans`. */
function guardPath(lock: string, id: string): string {
  return `${lock}.takeover-${id.replaceAll(/[^0-9a-zA-Z-]/g, '').slice(0, 64)}`;
}

function releaseLock(disk: Disk, path: string, id: string): void {
  if (isHeldBy(disk, path, id)) removeQuietly(disk, path);
}

function isHeldBy(disk: Disk, path: string, id: string): boolean {
  const found = readHolder(disk, path);
  return typeof found === 'object' && found.id === id;
}

/** Reads a lock file; `foreign`: only another user may read it. */
function readHolder(disk: Disk, path: string): LockHolder | 'absent' | 'foreign' | 'unreadable' {
  const facts = disk.lstat(path);
  if (facts === null) return 'absent';
  if (facts.kind !== 'file' || facts.size > 64 * 1024) return 'unreadable';
  try {
    return decodeLock(Buffer.from(readWhole(disk, path)).toString('utf8')) ?? 'unreadable';
  } catch (error) {
    const code = errorCode(error);
    return code === 'ENOENT' ? 'absent' : code === 'EACCES' || code === 'EPERM' ? 'foreign' : 'unreadable';
  }
}

function locked(io: LockWorld, {holder, taker}: Rival, stillHeld: () => boolean): StateLocked {
  const now = io.world.now();
  const unlock = `run "${io.command(`state unlock ${holder.id}`)}"`;
  if (taker !== undefined) {
    const message = `${io.shown} was locked by ${describeHolder(holder, now)}, which has ended; ${describeHolder(taker, now)} is taking over the lock`;
    const hint = `wait until that run ends; if that process is dead too, ${unlock}`;
    return new StateLocked(message, hint, {holder: describeHolder(taker, now), isHeld: stillHeld});
  }
  const message = `${io.shown} is locked by ${describeHolder(holder, now)}`;
  const hint = `wait until that run ends, or use --lock-timeout 5m to wait for it; if that process is certainly dead, ${unlock}`;
  return new StateLocked(message, hint, {holder: describeHolder(holder, now), isHeld: stillHeld});
}

/** The error for a lock file that was committed. */
export function trackedLock(io: Pick<LockWorld, 'shown'>, path: string): UserError {
  const message = `git tracks the lock file of ${io.shown}; a lock must not be committed`;
  return new UserError('state/tracked-by-git', message, `run "git rm --cached ${gitPath(path)}", add *.lock to .gitignore and commit`);
}

function foreignLock(io: LockWorld, path: string, stillHeld: () => boolean): StateLocked {
  const holder = 'a run of another user';
  const message = `${io.shown} is locked by ${holder}, whose lock file can't be read here`;
  const wait = 'wait until that run ends, or use --lock-timeout 5m to wait for it';
  return new StateLocked(message, `${wait}; if that process is certainly dead, its user may delete ${path}`, {holder, isHeld: stillHeld});
}

function unreadableLock(io: LockWorld, path: string): UserError {
  const message = `the lock file of ${io.shown} can't be read: it is empty, damaged, or not a regular file`;
  return new UserError('state/lock-damaged', message, `if no other run is active, delete ${path}`);
}
