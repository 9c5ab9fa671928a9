import type {Failure} from '../api/port';
import type {World} from '../context';
import {findOwner, type TargetOwner} from '../plan/create-sight';

/** What one look at the service's whole list gave. */
export type Look<Live extends TargetOwner> =
  | {readonly kind: 'seen'; readonly monitors: Iterable<Live>}
  /** This service has no list. */
  | {readonly kind: 'not-offered'; readonly failure: Failure}
  | {readonly kind: 'failed'; readonly failure: Failure};

/** A create whose answer was lost. */
export interface LostCreate {
  readonly targetIds: readonly string[];
  /** Ids of monitors that it replaces. */
  readonly supersedes: readonly string[];
  /** Milliseconds since its last request was sent; 0 or more. */
  readonly sentAgoMs: number;
}

/** What looking came to. */
export type Sighting<Live extends TargetOwner> =
  | {readonly kind: 'found'; readonly monitor: Live; readonly others: readonly Live[]}
  /** Looked for after the time by which the service shows what it carries out: it was not carried out. */
  | {readonly kind: 'absent'}
  | {readonly kind: 'conflict'; readonly monitors: readonly Live[]}
  | {readonly kind: 'not-offered'; readonly failure: Failure}
  /** The list could not be read, or the run was interrupted: nothing is known. */
  | {readonly kind: 'unsure'; readonly failure?: Failure};

/** When to look, in milliseconds after sending; the last look is at the settling time. */
const lookAfterMs = [2000, 5000, 10_000, 20_000, 40_000];

interface Waiter<Live extends TargetOwner> {
  readonly create: LostCreate;
  /** Monotonic. */
  readonly sentAt: number;
  readonly resolve: (sighting: Sighting<Live>) => void;
}

/**
 * Looks lost creates up in the service's list until each is found or has had its time to appear. One look serves all
 * that wait. A create counts as absent only when a look that began `settleMs` after it was sent does not show it: before
 * that it may still be carried out, or be missing from a replica.
 */
export class Prober<Live extends TargetOwner> {
  readonly #look: () => Promise<Look<Live>>;
  readonly #world: Pick<World, 'monotonic' | 'sleep'>;
  readonly #settleMs: number;
  readonly #signal: AbortSignal;
  readonly #waiters = new Set<Waiter<Live>>();
  #lookedAt = Number.NEGATIVE_INFINITY;
  #isLooking = false;
  #alarm = new AbortController();

  constructor(look: () => Promise<Look<Live>>, world: Pick<World, 'monotonic' | 'sleep'>, settleMs: number, signal: AbortSignal) {
    this.#look = look;
    this.#world = world;
    this.#settleMs = settleMs;
    this.#signal = signal;
    signal.addEventListener('abort', () => this.#alarm.abort(), {once: true});
  }

  /** Resolves when the create is found, known to be absent, or can't be looked up. */
  find(create: LostCreate): Promise<Sighting<Live>> {
    return new Promise(resolve => {
      this.#waiters.add({create, sentAt: this.#world.monotonic() - create.sentAgoMs, resolve});
      // One that came later may be due sooner.
      this.#alarm.abort();
      void this.#run();
    });
  }

  async #run(): Promise<void> {
    if (this.#isLooking) return;
    this.#isLooking = true;
    while (this.#waiters.size > 0 && !this.#signal.aborted) {
      const now = this.#world.monotonic();
      const dueAt = Math.min(...[...this.#waiters].map(waiter => this.#nextLook(waiter)));
      if (dueAt > now) {
        this.#alarm = new AbortController();
        await this.#world.sleep(dueAt - now, this.#alarm.signal).catch(() => undefined);
        continue;
      }
      this.#lookedAt = now;
      const look = await this.#look();
      for (const waiter of [...this.#waiters]) this.#judge(waiter, look, now);
    }
    for (const waiter of [...this.#waiters]) this.#end(waiter, {kind: 'unsure'});
    this.#isLooking = false;
  }

  /** When this create is due to be looked for: the first moment of its schedule after the last look. */
  #nextLook({sentAt}: Waiter<Live>): number {
    const offsets = [...lookAfterMs.filter(ms => ms < this.#settleMs), this.#settleMs];
    const next = offsets.find(ms => sentAt + ms > this.#lookedAt) ?? this.#settleMs;
    return sentAt + next;
  }

  #judge(waiter: Waiter<Live>, look: Look<Live>, beganAt: number): void {
    const sighting = judgeLook(waiter.create, look, beganAt >= waiter.sentAt + this.#settleMs);
    if (sighting !== null) this.#end(waiter, sighting);
  }

  #end(waiter: Waiter<Live>, sighting: Sighting<Live>): void {
    this.#waiters.delete(waiter);
    waiter.resolve(sighting);
  }
}

/** What a look says of one create; null while it has to be looked for again. */
function judgeLook<Live extends TargetOwner>(create: LostCreate, look: Look<Live>, isSettled: boolean): Sighting<Live> | null {
  if (look.kind === 'not-offered') return look;
  if (look.kind === 'failed') return isSettled ? {kind: 'unsure', failure: look.failure} : null;
  const owner = findOwner(create.targetIds, create.supersedes, look.monitors);
  if (owner.kind === 'one') return {kind: 'found', monitor: owner.monitor, others: owner.others};
  if (owner.kind === 'conflict') return owner;
  return isSettled ? {kind: 'absent'} : null;
}
