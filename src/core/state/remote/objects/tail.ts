import {encodeHeader, encodeLines, type JournalHeader} from '../../format/journal';
import type {JournalRecord} from '../../journal';
import type {JournalPlace, ObjectsHead} from './head';
import type {HeldHead} from './held-head';
import {baseName, newEpoch, segmentName} from './names';
import type {ObjectParts} from './objects';
import {discardSegments, encodeSegment, type LineSegment, sealEpoch} from './segments';
import {Turns} from './turns';

/** So many segments are rolled up into one object. */
const ROLL_UP = 1000;

/** A segment that this run wrote. */
interface OwnSegment extends LineSegment {
  /** The checksum of its last line. */
  readonly last: string;
}

/** Lines that take the place of all others. */
interface KeptLines {
  readonly text: string;
  readonly last: string;
}

/** The end of the journal, to which only the holder of the lock adds: one object for all records that wait. */
export class JournalTail {
  /** Segments that this run wrote; the head tells which of it the journal still needs. */
  private own: readonly OwnSegment[] = [];
  /** The append that got no answer: it may have been made. Its epoch takes no other. */
  private unanswered: Omit<OwnSegment, 'etag'> | null = null;
  private readonly turns = new Turns();

  /** With `isDamaged`, the journal can't be read, and the head names an epoch of another run: nothing is added until it was replaced. */
  constructor(
    private readonly parts: ObjectParts,
    private readonly held: HeldHead,
    private isDamaged: boolean,
  ) {}

  /** The lines that are not in the objects that the head names; null where the journal is damaged. */
  async readLines(): Promise<string | null> {
    if (this.isUnanswered()) await this.fold(null, () => ({}));
    return this.isDamaged
      ? null
      : this.listOpen(this.held.head)
          .map(segment => segment.text)
          .join('');
  }

  /** Makes records durable; the journal begins with `header` where it is empty. Throws where the lock was lost. */
  append(records: readonly JournalRecord[], header: JournalHeader): Promise<void> {
    const {parts, held} = this;
    const {objects, world} = parts;
    return this.turns.take(async () => {
      if (this.isDamaged || this.isUnanswered()) throw new Error('the journal was not opened again after it failed');
      const {journal} = held.head;
      const open = this.listOpen(held.head);
      const before = open.at(-1)?.last ?? journal.last;
      const {text, last} = encodeLines(before === '' ? [encodeHeader(header), ...records] : records, before);
      const segment = {epoch: journal.epoch, number: journal.after + open.length + 1, text, last};
      this.unanswered = segment;
      const name = segmentName(segment.epoch, segment.number);
      const made = await objects.create(name, encodeSegment({kind: 'lines', text}, world.uuid()));
      if (made === 'taken') throw await held.explainLoss();
      this.unanswered = null;
      this.own = [...open, {...segment, etag: made.etag}];
      if (this.own.length >= ROLL_UP) await this.foldNow(null, () => ({}));
    });
  }

  /**
   * Changes the head, and with it the place of the journal: its segments are rolled up, or `kept` takes the place of all lines. Then the
   * segments are given up.
   */
  fold(kept: KeptLines | null, more: (head: ObjectsHead, journal: JournalPlace) => Partial<ObjectsHead>): Promise<void> {
    return this.turns.take(() => this.foldNow(kept, more));
  }

  private async foldNow(kept: KeptLines | null, more: (head: ObjectsHead, journal: JournalPlace) => Partial<ObjectsHead>): Promise<void> {
    const {held} = this;
    let folded: readonly LineSegment[] = [];
    await held.change(async head => {
      const isOver = await this.endUnanswered(head);
      folded = this.listOpen(head);
      const journal = await this.place(head, kept, isOver);
      return {...more(head, journal), journal};
    });
    if (kept !== null) this.isDamaged = false;
    this.own = [];
    this.unanswered = null;
    // A segment that stays by mistake costs its room and nothing else.
    await discardSegments(this.parts, folded).catch(() => undefined);
  }

  /** Finds the place of the journal after it was folded. */
  private async place(head: ObjectsHead, kept: KeptLines | null, isOver: boolean): Promise<JournalPlace> {
    const {world} = this.parts;
    const {journal} = head;
    const open = this.listOpen(head);
    const end =
      isOver || this.isDamaged
        ? {epoch: newEpoch(head.fence, world.uuid()), after: 0}
        : {epoch: journal.epoch, after: journal.after + open.length};
    if (kept !== null) return {bases: kept.text === '' ? [] : [await writeBase(this.parts, kept.text)], last: kept.last, ...end};
    const last = open.at(-1)?.last;
    // Of a damaged journal nothing is known: it stays as it is.
    if (last === undefined || this.isDamaged) return this.isDamaged ? journal : {...journal, ...end};
    const text = open.map(segment => segment.text).join('');
    return {bases: [...journal.bases, await writeBase(this.parts, text)], last, ...end};
  }

  /** Ends the epoch of an append that got no answer, so that it was either made or never will be; returns whether there was one. */
  private async endUnanswered(head: ObjectsHead): Promise<boolean> {
    const {unanswered} = this;
    if (unanswered === null || !this.isUnanswered()) return false;
    const {segments} = await sealEpoch(this.parts, unanswered.epoch, unanswered.number - 1, head.fence);
    const made = segments.find(({text}) => text === unanswered.text);
    const before = this.listOpen(head).filter(({number}) => number < unanswered.number);
    if (made !== undefined) this.own = [...before, {...unanswered, etag: made.etag}];
    return true;
  }

  /** Whether an append got no answer, and the head still names its epoch. */
  private isUnanswered(): boolean {
    return this.unanswered !== null && this.unanswered.epoch === this.held.head.journal.epoch;
  }

  /** The segments that are in no object which a head names. */
  private listOpen({journal}: ObjectsHead): readonly OwnSegment[] {
    return this.own.filter(({epoch, number}) => epoch === journal.epoch && number > journal.after);
  }
}

/** Writes lines that were rolled up; returns the name of their object. */
export async function writeBase({objects, world}: ObjectParts, text: string): Promise<string> {
  const nonce = world.uuid();
  await objects.create(baseName(nonce), encodeSegment({kind: 'lines', text}, nonce));
  return baseName(nonce);
}
