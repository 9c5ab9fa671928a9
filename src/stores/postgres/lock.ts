import {toHolder} from '../../core/state/file/lock';
import {encodeLock, type LockHolder} from '../../core/state/format/lock';
import {ANOTHER} from '../../core/state/remote/head';
import type {LastSeen} from '../../core/state/remote/last-seen';
import {dropHolder, isUnclean, passLock, readUnlessDamaged, refuseTaken, restamp} from '../../core/state/remote/lock';
import type {SharedParts} from '../../core/state/remote/options';
import {type Head, type HeadChanges, lineageOf, readHead, updateHead} from './head';
import {insertLines} from './journal';
import {readJournal} from './read';
import {type OwnRows, type RowParts, transact} from './rows';

/** Parts that locking and writing use. */
export type PostgresParts = SharedParts & RowParts;

/** A lock that this process holds. */
export interface HeldRow {
  readonly holder: LockHolder;
  readonly fence: number;
  /** The server on which it was taken. */
  readonly here: string;
  /** The server changed since the state was written, or was set back. */
  readonly isInDoubt: boolean;
}

/** The head, with what this machine remembers of it: a backup that was restored has an older state. */
export function lookBack(head: Head, seen: LastSeen): Head {
  const lineage = lineageOf(head);
  const now = lineage === null ? null : {lineage, serial: head.serial, checksum: head.checksum};
  return {...head, isInDoubt: head.isInDoubt || seen.wasNewer(now)};
}

/** Takes the lock or throws `StateLocked` with its holder. The lock of a holder that is provably dead is taken over. */
export async function takeLock(parts: PostgresParts): Promise<HeldRow> {
  const holder = toHolder(parts);
  // An earlier try may have gone through, and its COMMIT was not answered.
  const isOurs = (head: Head) => head.holder?.id === holder.id;
  const refuse = (head: Head) => {
    if (!isOurs(head)) refuseTaken(head, holder, parts, () => readHolder(parts));
  };
  return transact(parts, 'write', async rows => {
    // Looked at first: who writes a large state holds the row for a while.
    refuse(await readHead(rows));
    const head = lookBack(await readHead(rows, true), parts.seen);
    refuse(head);
    const {here, isInDoubt} = head;
    if (isOurs(head)) return {holder, fence: head.fence, here, isInDoubt};
    const {fence} = passLock(head, holder);
    const restamped = isUnclean(head) ? await addRestamped(rows, parts, head) : {};
    await updateHead(rows, {unclean: false, ...restamped, ...keepDoubt(head), fence, holder: encodeLock(holder)});
    return {holder, fence, here, isInDoubt};
  });
}

/** A doubt about the server stays until it is settled: by this write alone, the row would look as if it was never copied. */
function keepDoubt({isInDoubt}: Head): HeadChanges {
  return isInDoubt ? {server: ANOTHER} : {};
}

/** Adds what a takeover has to. */
async function addRestamped(rows: OwnRows, {world}: PostgresParts, head: Head): Promise<HeadChanges> {
  const content = await readUnlessDamaged(() => readJournal(rows, head));
  if (content === null) return {unclean: true};
  const {text, last} = restamp(content, head.journalLast, world.now());
  const lines = text.split('\n').slice(0, -1);
  await insertLines(rows, head.journalLines, lines);
  return {journal_lines: head.journalLines + lines.length, journal_last: last};
}

/** Reads the holder of the lock; null where it is free. */
export async function readHolder(parts: PostgresParts): Promise<LockHolder | null> {
  return (await transact(parts, 'look', rows => readHead(rows))).holder;
}

/** Removes the lock with this id. */
export async function removeLock(parts: PostgresParts, id: string): Promise<LockHolder> {
  return transact(parts, 'write', async rows => {
    const head = await readHead(rows, true);
    const {dropped, left} = dropHolder(head, id, parts);
    await updateHead(rows, {...keepDoubt(head), ...left});
    return dropped;
  });
}
