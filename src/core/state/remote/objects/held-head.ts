import type {UserError} from '../../../diagnostics/user-error';
import type {LockHolder} from '../../format/lock';
import {encodeHead, listNames, type ObjectsHead, type ReadHead, readHead} from './head';
import {HEAD} from './names';
import type {ObjectParts} from './objects';
import {Turns} from './turns';

/** Only this run's own earlier changes can come in between: once each. */
const TRIES = 5;

/** The head of a state of which this process holds the lock. Each change replaces the version that it was made from, and no other. */
export class HeldHead {
  private readonly fence: number;
  /** The version that is known, and what this run tried to put in its place: an answer that was lost is settled by it. */
  private own = new Set<string>();
  private readonly turns = new Turns();
  private isUncertain = false;

  constructor(
    private readonly parts: ObjectParts,
    readonly holder: LockHolder,
    private current: ReadHead,
  ) {
    this.fence = current.head.fence;
    this.own.add(current.head.nonce);
  }

  /** The head as it was read or written last. */
  get head(): ObjectsHead {
    return this.current.head;
  }

  /**
   * Replaces the head; throws `state/lock-lost` where it is no longer this run's. `make` is called again where an earlier change, which
   * got no answer, turns out to have been made. Objects that the new head does not name are removed.
   */
  change(make: (head: ObjectsHead) => Partial<ObjectsHead> | Promise<Partial<ObjectsHead>>): Promise<ObjectsHead> {
    const {objects, refusals, world} = this.parts;
    return this.turns.take(async () => {
      for (let tries = 1; ; tries += 1) {
        if (this.isUncertain) await this.readAgain();
        const {head, etag} = this.current;
        const next: ObjectsHead = {...head, ...(await make(head)), nonce: world.uuid()};
        this.own.add(next.nonce);
        this.isUncertain = true;
        const made = await objects.replace(HEAD, encodeHead(next), etag);
        if (made === 'changed' && tries < TRIES) continue;
        if (made === 'changed') throw refusals.changed();
        this.accept({head: next, etag: made.etag});
        await this.removeUnnamed(head, next);
        return next;
      }
    });
  }

  /** Throws `state/lock-lost` where the head is no longer this run's. */
  check(): Promise<void> {
    return this.turns.take(async () => {
      if ((await this.parts.objects.getUnlessSame(HEAD, this.current.etag)) !== 'same') await this.readAgain();
    });
  }

  /** Why this run can't write any more; throws nothing else. */
  async explainLoss(): Promise<UserError> {
    return this.explain((await readHead(this.parts)).head);
  }

  /** Whether a head is one that this run goes on from. */
  isKnown(head: ObjectsHead): boolean {
    return this.isOurs(head) && this.own.has(head.nonce);
  }

  private isOurs({holder, fence}: ObjectsHead): boolean {
    return holder?.id === this.holder.id && fence === this.fence;
  }

  /** Why a head is not one to go on from. No run lowers the fence, and this one's earlier versions are past: those were put back. */
  private explain(head: ObjectsHead): UserError {
    const {refusals, world} = this.parts;
    return this.isOurs(head) || head.fence < this.fence ? refusals.serverChanged() : refusals.lockLost(head.holder, world.now());
  }

  private async readAgain(): Promise<void> {
    const found = await readHead(this.parts);
    if (!this.isKnown(found.head)) throw this.explain(found.head);
    // While it is the known one, what was tried may still arrive.
    if (found.head.nonce !== this.head.nonce) this.accept(found);
    this.isUncertain = false;
  }

  private accept(version: ReadHead): void {
    this.current = version;
    this.own = new Set([version.head.nonce]);
    this.isUncertain = false;
  }

  private async removeUnnamed(before: ObjectsHead, after: ObjectsHead): Promise<void> {
    const kept = new Set(listNames(after));
    const gone = [...new Set(listNames(before))].filter(name => !kept.has(name));
    // An object that stays by mistake costs its room and nothing else.
    if (gone.length > 0) await this.parts.objects.remove(gone).catch(() => undefined);
  }
}
