import {decodeSoundJournal} from '../../format/sound-journal';
import {decodeState} from '../../format/state';
import type {JournalContent} from '../../journal';
import type {OutlineFile} from '../../kept-outline';
import {isSameVersion, OutlinedState, type ReadableState, type StoredState, UNREAD} from '../../state';
import {decodeWith, openOutline} from '../../state-index';
import type {ChooseBodies, StateRead} from '../../store';
import {combineRead, NO_JOURNAL} from '../read';
import type {SharedRefusals} from '../refusals';
import {type NamedState, type ObjectsHead, type ReadHead, readHead} from './head';
import {readLate} from './late';
import {HEAD} from './names';
import type {ObjectParts, StoredObject} from './objects';
import {readAll} from './rows';
import {decodeSegment, readSegments, wasSetBack} from './segments';

/** Reads the whole state that a head names. */
export async function readStored({objects, refusals}: ObjectParts, stored: NamedState | null): Promise<StoredState | null> {
  if (stored === null) return null;
  return decodeFound(await objects.get(stored.object), stored, refusals, ({body}) => decodeState(body, refusals));
}

/** The same for looking, without its bodies where `choose` needs none and the object is the one that this machine read and checked last. */
async function lookAtStored(
  parts: ObjectParts,
  stored: NamedState | null,
  choose: ChooseBodies | undefined,
): Promise<StoredState<ReadableState> | null> {
  const {objects, refusals, outline} = parts;
  if (stored === null) return null;
  const decode = ({body, etag}: StoredObject) =>
    outline === null ? decodeState(body, refusals) : decodeWith(outline)(body, refusals, [stored.object, etag]);
  const known = outline === null || choose === undefined ? null : recall(outline, stored, refusals);
  if (known !== null && choose?.(known.stored.state) === null) {
    const found = await objects.getUnlessSame(stored.object, known.etag);
    return found === 'same' ? known.stored : decodeFound(found, stored, refusals, decode);
  }
  return decodeFound(await objects.get(stored.object), stored, refusals, decode);
}

/** The outline that was kept of an object, and the ETag that the object had. */
function recall(outline: OutlineFile, {object, version}: NamedState, refusals: SharedRefusals) {
  const kept = outline.last();
  if (kept?.object?.[0] !== object || !kept.isSound()) return null;
  const stored = openOutline(kept, UNREAD, refusals, () => UNREAD.whole().monitors);
  return isSameVersion(stored.version, version) ? {stored, etag: kept.object[1]} : null;
}

function decodeFound<S extends ReadableState>(
  found: StoredObject | null,
  {object, version}: NamedState,
  refusals: SharedRefusals,
  decode: (found: StoredObject) => StoredState<S>,
): StoredState<S> {
  if (found === null) throw refusals.malformed(`the object ${object} is missing`);
  const state = decode(found);
  if (!isSameVersion(state.version, version)) throw refusals.checksum();
  return state;
}

/** The lines of objects that were rolled up. */
export async function readBases({objects, refusals}: ObjectParts, bases: readonly string[]): Promise<string> {
  const texts = await readAll(bases, async name => {
    const found = await objects.get(name);
    if (found === null) throw refusals.malformed(`the object ${name} of its journal is missing`);
    const segment = decodeSegment(found.body, refusals);
    if (segment.kind !== 'lines') throw refusals.malformed(`the object ${name} of its journal is not what this tool writes`);
    return segment.text;
  });
  return texts.join('');
}

/** A journal as its lines say, and the checksum of the last one. */
interface DecodedLines {
  readonly content: JournalContent;
  readonly last: string;
}

/** Reads the lines of a journal; `last` is the checksum of the last one where that is known, else null. */
export function decodeLines(text: string, last: string | null, refusals: SharedRefusals): DecodedLines {
  if (text === '' && (last ?? '') === '') return {content: NO_JOURNAL, last: ''};
  const decoded = decodeSoundJournal(Buffer.from(text), refusals);
  // Objects are written whole.
  const isWhole = !decoded.content.tornTail && !decoded.unended && (last === null || decoded.last === last);
  if (!isWhole) throw refusals.journalDamaged(text.split('\n').length, 'it is not the last one that was written');
  return {content: decoded.content, last: decoded.last};
}

/** Reading is tried so often while other runs change the state. */
const TRIES = 10;

/** Reads a state without the lock: everything that one version of the head names. */
export async function readFreely(parts: ObjectParts, choose?: ChooseBodies): Promise<StateRead<ReadableState>> {
  const {objects, refusals} = parts;
  let read: ReadHead = await readHead(parts);
  for (let tries = 1; ; tries += 1) {
    const {head, etag} = read;
    const outcome = await readNamed(parts, head, choose).catch((error: unknown) => ({error}));
    // Runs remove only what the head no longer names: while it is the same, everything was there.
    if ((await objects.getUnlessSame(HEAD, etag)) === 'same') {
      if ('error' in outcome) throw outcome.error;
      return outcome;
    }
    if (tries === TRIES) throw refusals.busy();
    read = await readHead(parts);
  }
}

/** Whether the objects were copied, or has an older state than this machine has seen. */
export function raisesDoubt({server, stored}: ObjectsHead, {here, seen}: ObjectParts): boolean {
  return server !== here || seen.wasNewer(stored?.version ?? null);
}

async function readNamed(parts: ObjectParts, head: ObjectsHead, choose: ChooseBodies | undefined): Promise<StateRead<ReadableState>> {
  const {refusals} = parts;
  const {journal} = head;
  const isDoubted = raisesDoubt(head, parts);
  const [stored, base, found, late] = await Promise.all([
    lookAtStored(parts, head.stored, choose),
    readBases(parts, journal.bases),
    readSegments(parts, journal.epoch, journal.after),
    readLate(parts, head.late),
  ]);
  const text = found.segments.map(segment => segment.text).join('');
  const {content} = decodeLines(`${base}${text}`, text === '' ? journal.last : null, refusals);
  const isSetBack = await wasSetBack(parts, head, found.end);
  // What a journal says is folded into records with their bodies.
  const isFolded = content !== NO_JOURNAL || late.creates.length > 0;
  const whole = isFolded && stored !== null && isUnread(stored.state) ? await lookAtStored(parts, head.stored, undefined) : stored;
  return combineRead({stored: whole, journal: content, late, isInDoubt: isDoubted || isSetBack}, refusals);
}

function isUnread(state: ReadableState): boolean {
  return state instanceof OutlinedState && state.bodies === UNREAD;
}
