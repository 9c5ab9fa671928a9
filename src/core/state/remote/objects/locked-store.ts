import {UserError} from '../../../diagnostics/user-error';
import {encodeState} from '../../format/state';
import type {Journal, JournalContent, JournaledCreate} from '../../journal';
import type {State, StateVersion, StoredState} from '../../state';
import type {StateRead} from '../../store';
import {KEPT_BACKUPS} from '../backups';
import {SharedJournal} from '../journal';
import {LockedState} from '../locked-state';
import type {LockedSharedStore, Migration} from '../store';
import {type JournalPlace, type NamedState, type ObjectsHead, readHead} from './head';
import type {HeldHead} from './held-head';
import {appendLate, readLate} from './late';
import type {HeldObjectLock} from './lock';
import {stateName} from './names';
import type {ObjectParts} from './objects';
import {decodeLines, readBases, readStored} from './read';
import {readSegments} from './segments';
import {JournalTail} from './tail';

/** Only this run's own changes come in between. */
const TRIES = 10;

/** A state of which this process holds the lock: every change replaces the head that this run knows. The mark is the state's object. */
export class LockedObjects extends LockedState<string | null> implements LockedSharedStore {
  private readonly held: HeldHead;
  private readonly tail: JournalTail;

  constructor(
    private readonly parts: ObjectParts,
    {held, isInDoubt, isDamaged}: HeldObjectLock,
  ) {
    super(parts, isInDoubt);
    this.held = held;
    this.tail = new JournalTail(parts, held, isDamaged);
    this.lateUpTo = held.head.late;
  }

  protected async acceptServer(): Promise<Pick<StateVersion, 'lineage' | 'serial'> | null> {
    const {stored} = await this.held.change(() => ({server: this.parts.here}));
    return stored?.version ?? null;
  }

  async read(): Promise<StateRead> {
    return this.readNamed(async head => {
      const mark = head.stored?.object ?? null;
      const [stored, journal, late] = await Promise.all([
        this.known?.mark === mark ? this.known.stored : readStored(this.parts, head.stored),
        this.readJournal(),
        readLate(this.parts, head.late),
      ]);
      return this.combine({stored, journal, late}, mark);
    });
  }

  /** Reads what the head names. Where the lock was lost, a successor may have removed it: then that counts, and not what was found. */
  private async readNamed<T>(act: (head: ObjectsHead) => Promise<T>): Promise<T> {
    for (let tries = 1; tries <= TRIES; tries += 1) {
      const {head} = this.held;
      const outcome = await act(head).then(
        value => ({value}),
        (error: unknown) => ({error}),
      );
      await this.held.check();
      // An earlier change of this run, which got no answer, was made after all.
      if (this.held.head !== head) continue;
      if ('error' in outcome) throw outcome.error;
      return outcome.value;
    }
    throw this.parts.refusals.busy();
  }

  private async readJournal(): Promise<JournalContent> {
    const {refusals} = this.parts;
    const text = await this.tail.readLines();
    const {journal} = this.held.head;
    // Damaged: read as it is found, it says what is wrong.
    const open = text ?? (await readSegments(this.parts, journal.epoch, journal.after)).segments.map(one => one.text).join('');
    return decodeLines(`${await readBases(this.parts, journal.bases)}${open}`, open === '' ? journal.last : null, refusals).content;
  }

  protected put(next: State): Promise<StoredState> {
    return this.save(next, head => {
      // An earlier write, which got no answer, was made after all.
      if ((head.stored?.object ?? null) !== this.known?.mark) throw this.parts.refusals.changed();
    });
  }

  async replace(next: State): Promise<StoredState> {
    return this.save(this.toReplacement(next), () => {});
  }

  private async save(next: State, check: (head: ObjectsHead) => void): Promise<StoredState> {
    const {objects, world} = this.parts;
    const {text, version} = encodeState(next);
    const object = stateName(next.serial, world.uuid());
    await objects.create(object, Buffer.from(text));
    const written: NamedState = {object, version, monitors: next.monitors.size};
    const replacedAt = new Date(world.now()).toISOString();
    await this.tail.fold(null, (head, journal) => {
      check(head);
      return {stored: written, backups: keepBackup(head, journal, replacedAt)};
    });
    const stored = {state: next, version};
    this.know(stored, object);
    return stored;
  }

  async openJournal(base: StateVersion): Promise<Journal> {
    const content = await this.readNamed(() => this.readJournal());
    this.checkLineage(content, base);
    return new SharedJournal(content.creates, async (records, late) => {
      try {
        await this.tail.append(records, {...base, tool: this.parts.tool});
      } catch (error) {
        // The reason counts, whatever becomes of this.
        await this.leaveLate(late()).catch(() => undefined);
        throw error;
      }
    });
  }

  async rewriteJournal(base: StateVersion, keep: JournalContent['creates']): Promise<void> {
    await this.tail.fold(this.encodeKept(base, keep), () => ({late: this.lateUpTo, unclean: false}));
  }

  protected async leaveLate(creates: readonly JournaledCreate[]): Promise<void> {
    const {head} = await readHead(this.parts);
    if (!this.held.isKnown(head)) await appendLate(this.parts, head.late, this.held.holder.id, creates);
  }

  async removeAll(): Promise<void> {
    const {upTo} = await readLate(this.parts, this.held.head.late);
    await this.tail.fold({text: '', last: ''}, () => ({stored: null, backups: [], late: upTo, unclean: false}));
    this.forget();
  }

  async setMigration(migration: Migration | null): Promise<void> {
    await this.held.change(() => ({migration}));
  }

  async release(): Promise<void> {
    try {
      await this.held.change(() => ({holder: null}));
    } catch (error) {
      // The lock of a successor is left alone.
      if (!(error instanceof UserError && LOST.has(error.code))) throw error;
    }
  }
}

const LOST: ReadonlySet<string> = new Set(['state/lock-lost', 'state/server-changed']);

/** The backups that a head has once its state is replaced. The journal goes along: with it, a state lacks nothing of what its run did. */
function keepBackup({stored, backups}: ObjectsHead, {bases, last}: JournalPlace, replacedAt: string): ObjectsHead['backups'] {
  return stored === null ? backups : [{...stored, replacedAt, bases, last}, ...backups].slice(0, KEPT_BACKUPS);
}
