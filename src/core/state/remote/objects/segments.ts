import {UserError} from '../../../diagnostics/user-error';
import {isObject, parseJson} from '../../../json/value';
import type {SharedRefusals} from '../refusals';
import type {ObjectsHead} from './head';
import {epochStart, isEpochOf, segmentName} from './names';
import type {ObjectParts} from './objects';
import {readRow} from './rows';

/** The newest form of segments that this tool reads, and the one that it writes. */
const VERSION = 1;

/** Content of an object of the journal. */
type Segment =
  /** Lines of the journal. */
  | {readonly kind: 'lines'; readonly text: string}
  /** The end of an epoch: the run with this fence took the lock over, and nothing is added any more. */
  | {readonly kind: 'seal'; readonly fence: number}
  /** Its lines were rolled up: only a head that was set back still asks for it. */
  | {readonly kind: 'folded'};

/** Writes a segment: a line about it, then the journal's own lines. */
export function encodeSegment(segment: Segment, nonce: string): Buffer {
  const {kind} = segment;
  const first = {format: 'monitors-journal-segment', version: VERSION, nonce, kind, ...(kind === 'seal' ? {fence: segment.fence} : {})};
  return Buffer.from(`${JSON.stringify(first)}\n${kind === 'lines' ? segment.text : ''}`);
}

/** Reads a segment. What makes no sense counts as lines, which do not match their checksum then. */
export function decodeSegment(body: Buffer, refusals: SharedRefusals): Segment {
  const text = body.toString('utf8');
  const end = text.indexOf('\n') + 1;
  const first = parseJson(text.slice(0, Math.max(0, end)));
  if (!isObject(first) || first['format'] !== 'monitors-journal-segment') return {kind: 'lines', text: 'not a segment\n'};
  const {version, kind, fence} = first;
  if (typeof version === 'number' && version > VERSION) {
    const message = `the journal in ${refusals.facts.shown} was written by a newer version of this tool (segments of version ${version})`;
    throw new UserError('state/newer-version', message, 'install a newer version of monitors; nothing was written');
  }
  if (kind === 'seal' && typeof fence === 'number') return {kind, fence};
  if (kind === 'folded') return {kind};
  return {kind: 'lines', text: kind === 'lines' ? text.slice(end) : 'not a segment\n'};
}

/** A segment with lines. */
export interface LineSegment {
  readonly epoch: string;
  readonly number: number;
  readonly etag: string;
  readonly text: string;
}

/** The segments of an epoch from one on, up to where it ends. */
interface FoundSegments {
  readonly segments: readonly LineSegment[];
  /** The first number at which there are no lines. */
  readonly next: number;
  /** End at that number; null where there is nothing yet. */
  readonly end: Exclude<Segment, {kind: 'lines'}> | null;
}

/** Reads the segments of an epoch after a number, up to the first that is not there. */
export async function readSegments(parts: ObjectParts, epoch: string, after: number): Promise<FoundSegments> {
  const {refusals} = parts;
  const {found, missing} = await readRow(parts, number => segmentName(epoch, number), after + 1);
  if (missing !== null) throw refusals.malformed(`the object ${missing} of its journal is missing`);
  const segments: LineSegment[] = [];
  for (const {number, object} of found) {
    const segment = decodeSegment(object.body, refusals);
    if (segment.kind !== 'lines') return {segments, next: number, end: segment};
    segments.push({epoch, number, etag: object.etag, text: segment.text});
  }
  return {segments, next: after + 1 + segments.length, end: null};
}

/** Whether a head is an older version of itself that was put back: then later ones have left traces. `end` is what ends its epoch. */
export async function wasSetBack({objects}: ObjectParts, {fence, journal}: ObjectsHead, end: FoundSegments['end']): Promise<boolean> {
  if (end !== null && (end.kind === 'folded' || end.fence > fence)) return true;
  const later = [
    // Taken, and its run's epoch not named yet: until then, nothing is written there.
    ...(isEpochOf(fence, journal.epoch) ? [] : [fence]),
    // Ended before anybody took the lock again.
    ...(end === null ? [] : [fence + 1]),
  ];
  const found = await Promise.all(later.map(number => objects.list(epochStart(number))));
  return found.some(names => names.length > 0);
}

/** A holder that still lives can be faster so often. */
const TRIES = 100;

/** Ends an epoch: from then on, nothing is added to what this returns. An end that is there already will do, and is returned. */
export async function sealEpoch(
  parts: ObjectParts,
  epoch: string,
  after: number,
  fence: number,
): Promise<Pick<FoundSegments, 'segments' | 'end'>> {
  const {objects, refusals, world} = parts;
  const segments: LineSegment[] = [];
  for (let tries = 1; tries <= TRIES; tries += 1) {
    const found = await readSegments(parts, epoch, after + segments.length);
    segments.push(...found.segments);
    if (found.end !== null) return {segments, end: found.end};
    const made = await objects.create(segmentName(epoch, found.next), encodeSegment({kind: 'seal', fence}, world.uuid()));
    if (made !== 'taken') return {segments, end: null};
  }
  throw refusals.busy();
}

/**
 * Gives up segments that no head names any more. The first says so from then on, for a head that is set back; the last one stays, for a
 * holder that still waits for an answer about it: neither name is ever free again.
 */
export async function discardSegments({objects, world}: ObjectParts, segments: readonly LineSegment[]): Promise<void> {
  const [first, ...rest] = segments.map(({epoch, number, etag}) => ({name: segmentName(epoch, number), etag}));
  if (first === undefined) return;
  const noted = await objects.replace(first.name, encodeSegment({kind: 'folded'}, world.uuid()), first.etag);
  const between = rest.slice(0, -1).map(({name}) => name);
  if (noted !== 'changed' && between.length > 0) await objects.remove(between);
}
