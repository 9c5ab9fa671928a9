import {toHolder} from '../../file/lock';
import type {LockHolder} from '../../format/lock';
import {ANOTHER} from '../head';
import {dropHolder, isUnclean, passLock, readUnlessDamaged, refuseTaken, restamp} from '../lock';
import {encodeHead, type JournalPlace, type ObjectsHead, readHead} from './head';
import {HeldHead} from './held-head';
import {HEAD, newEpoch} from './names';
import type {ObjectParts} from './objects';
import {decodeLines, raisesDoubt, readBases} from './read';
import {discardSegments, type LineSegment, sealEpoch, wasSetBack} from './segments';
import {writeBase} from './tail';

/** A lock that this process holds. */
export interface HeldObjectLock {
  readonly held: HeldHead;
  /** The objects were copied since the state was written, or were set back. */
  readonly isInDoubt: boolean;
  /** The journal that was found can't be read. */
  readonly isDamaged: boolean;
}

/**
 * Takes the lock or throws `StateLocked` with its holder. The lock of a holder that is provably dead is taken over: first the head names
 * the new one, then the old journal is ended, then the head names the new one's epoch. Only what is in the journal by then was durable.
 */
export async function takeLock(parts: ObjectParts): Promise<HeldObjectLock> {
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
async function claim(parts: ObjectParts, holder: LockHolder): Promise<{readonly before: ObjectsHead; readonly held: HeldHead}> {
  const {objects, refusals, world} = parts;
  for (let tries = 1; tries <= TRIES; tries += 1) {
    const {head: before, etag} = await readHead(parts);
    refuseTaken(before, holder, parts, () => readHolder(parts));
    const head: ObjectsHead = {...before, ...passLock(before, holder), nonce: world.uuid()};
    const made = await objects.replace(HEAD, encodeHead(head), etag);
    if (made !== 'changed') return {before, held: new HeldHead(parts, holder, {head, etag: made.etag})};
  }
  throw refusals.busy();
}

/** Ends the old journal, and has the head name this run's epoch. */
async function takeUp(parts: ObjectParts, before: ObjectsHead, held: HeldHead): Promise<HeldObjectLock> {
  const found = await readUnlessDamaged(() => endJournal(parts, before));
  const isInDoubt = raisesDoubt(before, parts) || found?.isSetBack === true;
  await held.change(async head => {
    const server = isInDoubt ? ANOTHER : head.server;
    return found === null ? {server} : {server, unclean: false, journal: await placeJournal(parts, head, found)};
  });
  if (found !== null) await discardSegments(parts, found.segments).catch(() => undefined);
  return {held, isInDoubt, isDamaged: found === null};
}

/** The journal as a takeover finds it. */
interface EndedJournal {
  readonly segments: readonly LineSegment[];
  /** The lines that the head's objects have, where they had to be read. */
  readonly lines: {readonly text: string; readonly last: string} | null;
  readonly isSetBack: boolean;
}

/** Ends the journal of the last holder, and reads what is left of it. */
async function endJournal(parts: ObjectParts, before: ObjectsHead): Promise<EndedJournal> {
  const {refusals, world} = parts;
  const {journal, fence} = before;
  const {segments, end} = await sealEpoch(parts, journal.epoch, journal.after, fence + 1);
  const isSetBack = await wasSetBack(parts, before, end);
  if (segments.length === 0 && !isUnclean(before)) return {segments, lines: null, isSetBack};
  const text = segments.map(segment => segment.text).join('');
  const base = await readBases(parts, journal.bases);
  const {content, last} = decodeLines(`${base}${text}`, text === '' ? journal.last : null, refusals);
  const more = isUnclean(before) ? restamp(content, last, world.now()) : {text: '', last};
  return {segments, lines: {text: `${text}${more.text}`, last: more.last}, isSetBack};
}

/** The journal as the new holder goes on with it. */
async function placeJournal(parts: ObjectParts, {journal, fence}: ObjectsHead, {lines}: EndedJournal): Promise<JournalPlace> {
  const end = {epoch: newEpoch(fence, parts.world.uuid()), after: 0};
  if (lines === null || lines.text === '') return {...journal, ...end};
  return {bases: [...journal.bases, await writeBase(parts, lines.text)], last: lines.last, ...end};
}

/** Reads the holder of the lock; null where it is free. */
export async function readHolder(parts: ObjectParts): Promise<LockHolder | null> {
  return (await readHead(parts)).head.holder;
}

/** Removes the lock with this id, and ends the journal, so that a holder which lives after all announces nothing more. */
export async function removeLock(parts: ObjectParts, id: string): Promise<LockHolder> {
  const {objects, refusals, world} = parts;
  for (let tries = 1; tries <= TRIES; tries += 1) {
    const {head, etag} = await readHead(parts);
    const {dropped, left} = dropHolder(head, id, parts);
    const made = await objects.replace(HEAD, encodeHead({...head, ...left, nonce: world.uuid()}), etag);
    if (made === 'changed') continue;
    // The next run does it, too: a damaged journal must not keep the lock.
    await sealEpoch(parts, head.journal.epoch, head.journal.after, head.fence).catch(() => undefined);
    return dropped;
  }
  throw refusals.busy();
}
