import type {LiveMonitor} from '../api/port';
import {findOwner, type Ownership} from '../plan/adoption';
import type {CreateProgress} from './create-progress';
import {lookForTargets} from './look';
import {type Look, type LostCreate, Prober, type Sighting} from './prober';
import type {Run} from './run';

/** What the service's list shows before a create is sent. */
export type FirstSight = Ownership<LiveMonitor> | {readonly kind: 'stopped'};

/**
 * Looks at the service's list for the creates of one run: before the first is sent, in case a run whose state was lost made
 * them already, and after an answer that leaves doubt.
 */
export class Lookout {
  readonly #run: Run;
  readonly #wanted: ReadonlySet<string>;
  readonly #prober: Prober<LiveMonitor>;
  #firstLook: Promise<Look<LiveMonitor>> | undefined;

  /** `wanted` are the target ids of everything that the run may create. */
  constructor(run: Run, wanted: ReadonlySet<string>) {
    this.#run = run;
    this.#wanted = wanted;
    const {ports, input} = run;
    this.#prober = new Prober(() => this.#look(), ports.world, input.settleMs, run.ending);
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
    if (!this.#run.looksUp) return {kind: 'none'};
    this.#firstLook ??= this.#look();
    const look = await this.#firstLook;
    switch (look.kind) {
      case 'seen':
        return findOwner(create.change.targetIds, create.supersedes, look.monitors);
      case 'not-offered':
        this.#run.goOnWithoutList(look.failure);
        return {kind: 'none'};
      case 'failed':
        this.#run.stop(this.#run.circuit.judgeEdit(look.failure) ?? {kind: 'service-down', failure: look.failure});
        return {kind: 'stopped'};
    }
  }

  #look(): Promise<Look<LiveMonitor>> {
    const {ports, policy, ending} = this.#run;
    return lookForTargets(ports.service, this.#wanted, {world: ports.world, policy, signal: ending});
  }
}
