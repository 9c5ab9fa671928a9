import type {Failure, LiveMonitor, MonitorService} from '../api/port';
import type {RetryPolicy} from '../api/retry';
import type {World} from '../context';
import {findOwner, type Ownership} from '../plan/ownership';
import type {CreateProgress} from './create-progress';
import {lookForTargets} from './look';
import {type Look, type LostCreate, Prober, type Sighting} from './prober';

/** What the service's list shows before a create is sent. */
export type FirstSight = Ownership<LiveMonitor> | {readonly kind: 'stopped'};

/** What looking needs of a run, and how it tells the run what it finds. */
export interface LookoutRun {
  readonly service: MonitorService;
  readonly world: World;
  readonly settleMs: number;
  /** Aborted when nothing more is sent. */
  readonly ending: AbortSignal;
  /** Target ids of everything that the run may create. */
  readonly wanted: ReadonlySet<string>;
  /** Ids of monitors that this or another state knows: none of them is a create's that nobody knows of. */
  readonly recordedIds: ReadonlySet<string>;
  readonly readPolicy: () => RetryPolicy;
  readonly hasList: () => boolean;
  readonly noteNoList: (failure: Failure) => void;
  readonly stopUnread: (failure: Failure) => void;
}

/**
 * Looks at the service's list for the creates of one run: before the first is sent, in case a run whose state was lost made
 * them already, and after an answer that leaves doubt.
 */
export class Lookout {
  readonly #run: LookoutRun;
  readonly #prober: Prober<LiveMonitor>;
  #firstLook: Promise<Look<LiveMonitor>> | undefined;

  constructor(run: LookoutRun) {
    this.#run = run;
    this.#prober = new Prober(() => this.#look(), run.world, run.settleMs, run.ending);
  }

  /** Finds a create whose answer was lost. */
  find(create: LostCreate): Promise<Sighting<LiveMonitor>> {
    return this.#prober.find(create);
  }

  /**
   * Says whether a monitor that is about to be created is there already. All creates share one look. Where the list can't
   * be read the run stops: what can't be looked up may not be sent.
   */
  async sightBefore(create: CreateProgress): Promise<FirstSight> {
    if (!this.#run.hasList()) return {kind: 'none'};
    this.#firstLook ??= this.#look();
    const look = await this.#firstLook;
    switch (look.kind) {
      case 'seen':
        return findOwner(create.change.targetIds, create.supersedes, look.monitors);
      case 'not-offered':
        this.#run.noteNoList(look.failure);
        return {kind: 'none'};
      case 'failed':
        this.#run.stopUnread(look.failure);
        return {kind: 'stopped'};
    }
  }

  #look(): Promise<Look<LiveMonitor>> {
    const {service, world, wanted, recordedIds, ending, readPolicy} = this.#run;
    return lookForTargets(service, {wanted, recordedIds}, {world, policy: readPolicy(), signal: ending});
  }
}
