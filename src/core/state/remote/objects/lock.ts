import {UserError} from '../../../diagnostics/user-error';
import {toHolder} from '../../file/lock';
import {encodeLines} from '../../format/journal';
import type {LockHolder} from '../../format/lock';
import {ANOTHER, isFree} from '../head';
import type {SharedParts} from '../options';
import {restamp} from '../read';
import {encodeHead, type Head, type JournalPlace, type ReadHead, readHead} from './head';
import {HeldHead} from './held-head';
import {HEAD, newEpoch} from './names';
import type {Objects} from './objects';
import {decodeLines, raisesDoubt, readBases} from './read';
import {discardSegments, type LineSegment, sealEpoch, wasSetBack} from './segments';
import {writeBase} from './tail';

/** Parts that locking and writing use. */
export interface ObjectParts extends SharedParts {
  readonly objects: Objects;
  /** The place, as a head keeps it. */
  readonly here: string;
}

/** A lock that this process holds. */
export interface HeldLock {
  readonly held: HeldHead;
  /** The bucket was copied since the state was written, or was set back. */
  readonly isInDoubt: boolean;
  /** The journal that was found can't be read. */
  readonly isDamaged: boolean;
}

/**
 * Takes the lock or throws `StateLocked` with its holder. The lock of a holder that is provably dead is taken over: first the head names
 * the new one, then the old journal is ended, then the head names the new one's epoch. Only what is in the journal by then was durable.
 */
export async function takeLock(parts: ObjectParts): Promise<HeldLock> {
  const {before, held} = await claim(parts, toHolder(parts));
  try {
    return await takeUp(parts, before, held);
  } catch (error) {
    // The next one finds the journal as this one did.
    await held.change(() => ({holder: null})).catch(() => undefined);
    throw error;
  }
}

/** Others that ask for the lock can be faster so often. */
const TRIES = 100;

/** Names the new holder in the head. */
async function claim(parts: ObjectParts, holder: LockHolder): Promise<{readonly before: Head; readonly held: HeldHead}> {
  const {objects, refusals, world, host} = parts;
  for (let tries = 1; tries <= TRIES; tries += 1) {
    const {head: before, etag}: ReadHead = await readHead(objects, refusals);
    if (!isFree(before.holder, holder, host)) {
      throw refusals.locked(before.holder as LockHolder, world.now(), async () => !isFree(await readHolder(parts), holder, host));
    }
    const fence = before.fence + 1;
    // Until its journal was ended, what the last holder was sending counts as sent.
    const head: Head = {...before, nonce: world.uuid(), fence, holder, unclean: before.unclean || before.holder !== null};
    const made = await objects.replace(HEAD, encodeHead(head), etag);
    if (made !== 'changed') return {before, held: new HeldHead(parts, holder, fence, {head, etag: made.etag})};
  }
  throw refusals.busy();
}

/** Ends the old journal, and has the head name this run's epoch. */
async function takeUp(parts: ObjectParts, before: Head, held: HeldHead): Promise<HeldLock> {
  const found = await endJournal(parts, before);
  const {segments, isDamaged, isSetBack} = found;
  const isInDoubt = raisesDoubt(before, parts.here, parts.seen) || isSetBack;
  await held.change(async head => {
    const server = isInDoubt ? ANOTHER : head.server;
    return isDamaged ? {server} : {server, unclean: false, journal: await placeJournal(parts, head, found)};
  });
  if (!isDamaged) await discardSegments(parts, segments).catch(() => undefined);
  return {held, isInDoubt, isDamaged};
}

/** The journal as a takeover finds it. */
interface EndedJournal {
  readonly segments: readonly LineSegment[];
  /** The lines that the head's objects have, where they had to be read. */
  readonly lines: {readonly text: string; readonly last: string} | null;
  readonly isSetBack: boolean;
  readonly isDamaged: boolean;
}

/** Ends the journal of the last holder, and reads what is left of it. */
async function endJournal(parts: ObjectParts, before: Head): Promise<EndedJournal> {
  const {refusals, world} = parts;
  const {journal, fence} = before;
  const isUnclean = before.unclean || before.holder !== null;
  try {
    const {segments, end} = await sealEpoch(parts, journal.epoch, journal.after, fence + 1);
    const isSetBack = await wasSetBack(parts.objects, before, end);
    if (segments.length === 0 && !isUnclean) return {segments, lines: null, isSetBack, isDamaged: false};
    const text = segments.map(segment => segment.text).join('');
    const base = await readBases(parts, journal.bases);
    const {content, last} = decodeLines(`${base}${text}`, text === '' ? journal.last : null, refusals);
    const more = isUnclean ? encodeLines(restamp(content, world.now()), last) : {text: '', last};
    return {segments, lines: {text: `${text}${more.text}`, last: more.last}, isSetBack, isDamaged: false};
  } catch (error) {
    // Repairs need the lock too, and what reads the journal will refuse it.
    if (error instanceof UserError && DAMAGED.has(error.code)) return {segments: [], lines: null, isSetBack: false, isDamaged: true};
    throw error;
  }
}

const DAMAGED: ReadonlySet<string> = new Set(['state/malformed', 'state/journal-damaged', 'state/newer-version']);

/** The journal as the new holder goes on with it. */
async function placeJournal(parts: ObjectParts, {journal, fence}: Head, {lines}: EndedJournal): Promise<JournalPlace> {
  const end = {epoch: newEpoch(fence, parts.world.uuid()), after: 0};
  if (lines === null || lines.text === '') return {...journal, ...end};
  return {bases: [...journal.bases, await writeBase(parts, lines.text)], last: lines.last, ...end};
}

/** Reads the holder of the lock; null where it is free. */
export async function readHolder({objects, refusals}: Pick<ObjectParts, 'objects' | 'refusals'>): Promise<LockHolder | null> {
  return (await readHead(objects, refusals)).head.holder;
}

/**
 * Removes the lock with this id. The user has decided that its holder is dead; what it was sending may still arrive. The journal is ended,
 * so that a holder which lives after all announces nothing more.
 */
export async function removeLock(parts: ObjectParts, id: string): Promise<LockHolder> {
  const {objects, refusals, world} = parts;
  for (let tries = 1; tries <= TRIES; tries += 1) {
    const {head, etag} = await readHead(objects, refusals);
    const {holder, journal, fence} = head;
    if (holder === null) throw refusals.notLocked();
    if (holder.id !== id) throw refusals.otherLock(holder, world.now());
    const made = await objects.replace(HEAD, encodeHead({...head, nonce: world.uuid(), holder: null, unclean: true}), etag);
    if (made === 'changed') continue;
    // The next run does it, too: a damaged journal must not keep the lock.
    await sealEpoch(parts, journal.epoch, journal.after, fence).catch(() => undefined);
    return holder;
  }
  throw refusals.busy();
}
