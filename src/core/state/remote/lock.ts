import {UserError} from '../../diagnostics/user-error';
import {encodeLines, toRecords} from '../format/journal';
import {isProvablyGone, type LockHolder} from '../format/lock';
import type {JournalContent, JournaledCreate, JournaledEdit} from '../journal';
import type {SharedParts} from './options';

/** The lock of a state, as the head on its server has it. */
export interface Lock {
  /** Raised by each run that takes it. */
  readonly fence: number;
  readonly holder: LockHolder | null;
  /** The last holder may not have ended: what it was sending may still arrive. */
  readonly unclean: boolean;
}

/**
 * Throws `StateLocked` unless `seeker` may take the lock: it is free, or its holder is provably dead. A connection that broke proves
 * nothing. `look` reads the holder again.
 */
export function refuseTaken(
  {holder}: Lock,
  seeker: LockHolder,
  {refusals, world, host}: Pick<SharedParts, 'refusals' | 'world' | 'host'>,
  look: () => Promise<LockHolder | null>,
): void {
  const isTaken = (found: LockHolder | null): found is LockHolder => found !== null && !isProvablyGone(found, seeker, host.lookUpProcess);
  if (isTaken(holder)) throw refusals.locked(holder, world.now(), async () => isTaken(await look()));
}

/** The lock once `seeker` has it. Until its journal was ended, what the last holder was sending counts as sent. */
export function passLock(lock: Lock, seeker: LockHolder): Lock {
  return {fence: lock.fence + 1, holder: seeker, unclean: isUnclean(lock)};
}

/** Whether the last holder may not have ended. */
export function isUnclean({holder, unclean}: Lock): boolean {
  return unclean || holder !== null;
}

/** The lock without its holder, which has this id. A person has decided that it is dead; what it was sending may still arrive. */
export function dropHolder(
  {holder}: Lock,
  id: string,
  {refusals, world}: Pick<SharedParts, 'refusals' | 'world'>,
): {readonly dropped: LockHolder; readonly left: {readonly holder: null; readonly unclean: true}} {
  if (holder === null) throw refusals.notLocked();
  if (holder.id !== id) throw refusals.otherLock(holder, world.now());
  return {dropped: holder, left: {holder: null, unclean: true}};
}

/**
 * The lines that a takeover adds to the journal of a holder that may not have ended: it may still send what it said that it sends. The
 * time to look for that counts from now, by the clock of this machine. `last` is the checksum of the journal's last line.
 */
export function restamp(content: JournalContent, last: string, now: number): {readonly text: string; readonly last: string} {
  const lastSentAt = new Date(now).toISOString();
  const open = [...content.creates, ...content.edits].filter(({phase}) => phase === 'sending' || phase === 'unknown');
  const records = open.flatMap((work: JournaledCreate | JournaledEdit) => toRecords({...work, lastSentAt} as JournaledCreate).slice(1));
  return encodeLines(records, last);
}

/** Reads a journal for a takeover; null where it is damaged: repairs need the lock too, and what reads the journal will refuse it. */
export async function readUnlessDamaged<Found>(read: () => Promise<Found>): Promise<Found | null> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof UserError && DAMAGED.has(error.code)) return null;
    throw error;
  }
}

const DAMAGED: ReadonlySet<string> = new Set(['state/malformed', 'state/journal-damaged', 'state/newer-version']);
