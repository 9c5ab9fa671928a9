import type {Failure, LiveMonitor, MonitorService} from '../api/port';
import type {RetryPolicy} from '../api/retry';
import type {World} from '../context';
import {type CreateSight, CreateSights, findOwner, type KnownOwners, listIdSets} from '../plan/create-sight';
import type {DesiredMonitor} from '../spec/desired-monitor';
import {listWatched} from '../spec/watched';
import type {CreateProgress} from './create-progress';
import {lookForMonitors} from './look';
import {type Look, type LostCreate, Prober, type Sighting} from './prober';

/** What the service's list shows before a create is sent. */
export type FirstSight = CreateSight<LiveMonitor> | {readonly kind: 'stopped'};

/** What looking needs of a run, and how it tells the run what it finds. */
export interface LookoutRun {
  readonly service: MonitorService;
  readonly world: World;
  readonly settleMs: number;
  /** Aborted when nothing more is sent. */
  readonly ending: AbortSignal;
  /** Target ids of everything that the run may create. */
  readonly wanted: ReadonlySet<string>;
  /** Specs of the monitors that the run creates. */
  readonly created: readonly DesiredMonitor[];
  readonly known: KnownOwners;
  /** Ids of monitors that this or another state knows, or that the plan adopts: none of them is a create's that nobody knows of. */
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
  #firstLook: Promise<FirstLook> | undefined;

  constructor(run: LookoutRun) {
    this.#run = run;
    const {wanted} = run;
    const look = () => this.#look(({targetIds}) => targetIds.some(id => wanted.has(id)));
    this.#prober = new Prober(look, run.world, run.settleMs, run.ending);
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
    if (!this.#run.hasList()) return NOTHING;
    this.#firstLook ??= this.#lookFirst();
    const {look, sights} = await this.#firstLook;
    switch (look.kind) {
      case 'seen':
        return judgeSight(create, [...look.monitors], sights);
      case 'not-offered':
        this.#run.noteNoList(look.failure);
        return NOTHING;
      case 'failed':
        this.#run.stopUnread(look.failure);
        return {kind: 'stopped'};
    }
  }

  /** Keeps of the list what may be one of the creates: by all target ids that they can have, by name, and by what they watch. */
  async #lookFirst(): Promise<FirstLook> {
    const {known, created, wanted} = this.#run;
    const keys = new Set(known.desired.map(({key}) => key));
    const ids = new Set([...wanted, ...created.flatMap(spec => listIdSets(spec, [], keys, known).flat())]);
    const watched = new Set(created.flatMap(ofSpec));
    const names = new Set(created.map(({name}) => name));
    const look = await this.#look(
      live => names.has(live.name) || live.targetIds.some(id => ids.has(id)) || ofLive(live).some(content => watched.has(content)),
    );
    return {look, sights: new CreateSights(known, look.kind === 'seen' ? look.monitors : [], {bodyOf, ofLive, ofSpec})};
  }

  #look(isWanted: (monitor: LiveMonitor) => boolean): Promise<Look<LiveMonitor>> {
    const {service, world, recordedIds, ending, readPolicy} = this.#run;
    const isKept = (monitor: LiveMonitor) => !recordedIds.has(monitor.id) && isWanted(monitor);
    return lookForMonitors(service, isKept, {world, policy: readPolicy(), signal: ending});
  }
}

/** The list as it was before anything was sent. */
interface FirstLook {
  readonly look: Look<LiveMonitor>;
  readonly sights: CreateSights<LiveMonitor>;
}

const NOTHING: FirstSight = {kind: 'none', sameContent: [], sameName: []};

const bodyOf = ({data}: LiveMonitor) => data;
const ofLive = ({data}: LiveMonitor) => listWatched(data);
const ofSpec = (spec: DesiredMonitor) => listWatched(spec.body());

/** A replacement is known by its own target ids alone: what it replaces looks just like it. */
function judgeSight(create: CreateProgress, monitors: readonly LiveMonitor[], sights: CreateSights<LiveMonitor>): FirstSight {
  const {change, supersedes} = create;
  if (change.action === 'create') return sights.sight({after: change.after, targetIds: change.targetIds, superseded: supersedes});
  const owner = findOwner(change.targetIds, supersedes, monitors);
  if (owner.kind === 'none') return NOTHING;
  return owner.kind === 'one' ? {...owner, targetIds: change.targetIds} : owner;
}
