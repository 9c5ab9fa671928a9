import {UserError} from '../../core/diagnostics/user-error';
import {toHolder} from '../../core/state/file/lock';
import {encodeLines} from '../../core/state/format/journal';
import {encodeLock, type LockHolder} from '../../core/state/format/lock';
import type {JournalContent} from '../../core/state/journal';
import {ANOTHER, isFree} from '../../core/state/remote/head';
import type {LastSeen} from '../../core/state/remote/last-seen';
import type {SharedParts} from '../../core/state/remote/options';
import {restamp} from '../../core/state/remote/read';
import type {Connection, Run} from './connection';
import {type Head, type HeadChanges, lineageOf, type Owner, readHead, updateHead} from './head';
import {insertLines} from './journal';
import {decodeLines, readJournalLines} from './read';

/** Parts that locking and writing use. */
export interface PostgresParts extends SharedParts {
  readonly connection: Connection;
  readonly owner: Owner;
}

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

/**
 * Takes the lock or throws `StateLocked` with its holder. The lock of a holder that is provably dead is taken over. A session that broke
 * proves nothing: the row stays.
 */
export async function takeLock(parts: PostgresParts): Promise<HeldRow> {
  const {connection, owner, refusals, world, seen} = parts;
  const holder = toHolder(parts);
  return connection.transact('write', async run => {
    const isTaken = (found: LockHolder | null) => found?.id !== holder.id && !isFree(found, holder, parts.host);
    const refuse = ({holder: found}: Head) => {
      if (isTaken(found)) throw refusals.locked(found as LockHolder, world.now(), async () => isTaken(await readHolder(parts)));
    };
    // Looked at first: who writes a large state holds the row for a while.
    refuse(await readHead(run, owner, refusals));
    const head = lookBack(await readHead(run, owner, refusals, true), seen);
    refuse(head);
    if (head.holder?.id === holder.id) return {holder, fence: head.fence, here: head.here, isInDoubt: head.isInDoubt};
    const fence = head.fence + 1;
    const restamped = head.unclean || head.holder !== null ? await addRestamped(run, parts, head) : {};
    await updateHead(run, owner, {unclean: false, ...restamped, ...keepDoubt(head), fence, holder: encodeLock(holder)});
    return {holder, fence, here: head.here, isInDoubt: head.isInDoubt};
  });
}

/** A doubt about the server stays until it is settled: by this write alone, the row would look as if it was never copied. */
function keepDoubt({isInDoubt}: Head): HeadChanges {
  return isInDoubt ? {server: ANOTHER} : {};
}

/** Adds what a takeover has to. */
async function addRestamped(run: Run, {owner, refusals, world}: PostgresParts, head: Head): Promise<HeadChanges> {
  let content: JournalContent;
  try {
    content = decodeLines(head.journalLines === 0 ? [] : await readJournalLines(run, owner), head, refusals);
  } catch (error) {
    // Repairs need the lock too, and what reads the journal will refuse it.
    if (error instanceof UserError) return {unclean: true};
    throw error;
  }
  const records = restamp(content, world.now());
  if (records.length === 0) return {};
  const {text, last} = encodeLines(records, head.journalLast);
  const lines = text.split('\n').slice(0, -1);
  await insertLines(run, owner, head.journalLines, lines);
  return {journal_lines: head.journalLines + lines.length, journal_last: last};
}

/** Reads the holder of the lock; null where it is free. */
export async function readHolder({
  connection,
  owner,
  refusals,
}: Pick<PostgresParts, 'connection' | 'owner' | 'refusals'>): Promise<LockHolder | null> {
  return (await connection.transact('look', run => readHead(run, owner, refusals))).holder;
}

/** Removes the lock with this id. The user has decided that its holder is dead; what it was sending may still arrive. */
export async function removeLock({connection, owner, refusals, world}: PostgresParts, id: string): Promise<LockHolder> {
  return connection.transact('write', async run => {
    const head = await readHead(run, owner, refusals, true);
    const {holder} = head;
    if (holder === null) throw refusals.notLocked();
    if (holder.id !== id) throw refusals.otherLock(holder, world.now());
    await updateHead(run, owner, {...keepDoubt(head), holder: null, unclean: true});
    return holder;
  });
}
