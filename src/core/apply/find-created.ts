import {type ListReading, listAllMonitors} from '../api/list-monitors';
import type {Failure, LiveMonitor, MonitorService} from '../api/port';
import type {World} from '../base/context';
import {FEWEST_RECORDED, sayNoneListed} from '../diagnostics/monitor-text';
import {property} from '../json/value';
import {type CreateSight, CreateSights, findOwner, type KnownOwners, listIdSets, type TargetOwner} from '../plan/create-sight';
import {readInClear} from '../secrets/secret';
import type {DesiredMonitor} from '../specs/desired-monitor';
import {listWatched} from '../specs/watched';
import type {ReadableState} from '../state/state';
import type {Lifetime} from './lifetime';
import type {ApplyPorts, RecordedBefore} from './ports';
import type {CreateProgress} from './progress';
import type {RetryRules, Sender} from './send';

/** Content of the service's list before a create is sent. */
type FirstSight = CreateSight<LiveMonitor> | {readonly kind: 'stopped'} | ({readonly kind: 'recorded'} & RecordedBefore);

/** The parts of a run that finding uses. */
export interface FinderParts {
  readonly service: MonitorService;
  readonly world: World;
  /** Milliseconds that a create may take to show in the list. */
  readonly lookupMs: number;
  readonly lifetime: Pick<Lifetime, 'ending'>;
  readonly rules: RetryRules;
  readonly sender: Pick<Sender, 'stopUnlisted'>;
  readonly listRecorded: ApplyPorts['listRecorded'];
  /** See {@link ApplyPorts}. */
  readonly seen: readonly LiveMonitor[];
  /** Target ids of everything that the run may create. */
  readonly wanted: ReadonlySet<string>;
  /** Specs of the monitors that the run creates. */
  readonly created: readonly DesiredMonitor[];
  readonly known: KnownOwners;
  /** Ids of monitors that this or another state knows, or that the plan adopts: none of them belongs to a create without a record. */
  readonly recordedIds: ReadonlySet<string>;
  /** The state as it was before the run. */
  readonly state: ReadableState;
}

/**
 * Looks in the service's list for the creates of one run: before the first is sent, in case a run whose state was lost made
 * them already, and after an answer that leaves doubt.
 */
export class CreatedFinder {
  readonly #parts: FinderParts;
  readonly #lookup: LostCreateLookup<LiveMonitor>;
  #firstLook: Promise<FirstLook> | undefined;
  #recorded: ReturnType<NonNullable<ApplyPorts['listRecorded']>> | undefined;

  constructor(parts: FinderParts) {
    this.#parts = parts;
    const {wanted, world, lookupMs, lifetime} = parts;
    const look = () => this.#look(({targetIds}) => targetIds.some(id => wanted.has(id)));
    this.#lookup = new LostCreateLookup(look, world, lookupMs, lifetime.ending);
  }

  /** Finds a create whose answer was lost. */
  find(create: LostCreate): Promise<LookupResult<LiveMonitor>> {
    return this.#lookup.find(create);
  }

  /**
   * Finds out whether a monitor that is about to be created is there already. All creates share one look. Where the list
   * can't be read the run stops: what can't be looked up may not be sent.
   */
  async sightBefore(create: CreateProgress): Promise<FirstSight> {
    const {rules, sender} = this.#parts;
    if (!rules.hasList) return this.#sightRecorded(create);
    this.#firstLook ??= this.#lookFirst();
    const {look, sights} = await this.#firstLook;
    switch (look.kind) {
      case 'seen':
        if (look.showsNoneOf !== undefined && look.showsNoneOf >= FEWEST_RECORDED) {
          sender.stopUnlisted(noneListed(look.showsNoneOf));
          return {kind: 'stopped'};
        }
        return judgeSight(create, [...look.monitors], sights);
      case 'not-offered':
        if (!rules.needsList) {
          rules.goOnWithoutList(look.failure);
          return this.#sightRecorded(create);
        }
        sender.stopUnlisted(look.failure);
        return {kind: 'stopped'};
      case 'failed':
        sender.stopUnlisted(look.failure);
        return {kind: 'stopped'};
    }
  }

  /** Without a list, commits are all that may know the monitor. */
  async #sightRecorded({key, change}: CreateProgress): Promise<FirstSight> {
    if (change.action !== 'create') return NOTHING;
    this.#recorded ??= this.#parts.listRecorded?.();
    const found = (await this.#recorded)?.get(key);
    return found === undefined ? NOTHING : {kind: 'recorded', ...found};
  }

  /** Keeps of the list what may be one of the creates: by all target ids that they can have, by name, and by what they watch. */
  async #lookFirst(): Promise<FirstLook> {
    const {known, created, wanted} = this.#parts;
    const keys = new Set(known.desired.map(({key}) => key));
    const ids = new Set([...wanted, ...created.flatMap(spec => listIdSets(spec, [], keys, known).flat())]);
    const watched = new Set(created.flatMap(ofSpec));
    const names = new Set(created.map(({name}) => name));
    const look = await this.#look(
      live =>
        names.has(String(property(readInClear(live), 'name'))) ||
        live.targetIds.some(id => ids.has(id)) ||
        ofLive(live).some(content => watched.has(content)),
    );
    if (look.kind !== 'seen') return {look, sights: new CreateSights(known, [], {bodyOf, ofLive, ofSpec})};
    const listed = [...look.monitors];
    const more = this.#parts.seen.filter(({id}) => !this.#parts.recordedIds.has(id) && !listed.some(one => one.id === id));
    const monitors = [...listed, ...more];
    return {look: {...look, monitors}, sights: new CreateSights(known, monitors, {bodyOf, ofLive, ofSpec})};
  }

  #look(isWanted: (monitor: LiveMonitor) => boolean): Promise<Look<LiveMonitor>> {
    const {service, world, recordedIds, state, lookupMs, lifetime, rules} = this.#parts;
    const isKept = (monitor: LiveMonitor) => !recordedIds.has(monitor.id) && isWanted(monitor);
    const options = {world, policy: rules.policy, signal: lifetime.ending};
    return lookBesides({state, now: world.now(), lookupMs}, isKept, isSought => lookForMonitors(service, isSought, options));
  }
}

/** The list as it was before anything was sent. */
interface FirstLook {
  readonly look: Look<LiveMonitor>;
  readonly sights: CreateSights<LiveMonitor>;
}

const NOTHING: FirstSight = {kind: 'none', sameContent: [], sameName: []};

const bodyOf = (live: LiveMonitor) => readInClear(live);
const ofLive = (live: LiveMonitor) => listWatched(readInClear(live));
const ofSpec = (spec: DesiredMonitor) => listWatched(spec.body());

/** A replacement is known by its own target ids alone: what it replaces looks just like it. */
function judgeSight(create: CreateProgress, monitors: readonly LiveMonitor[], sights: CreateSights<LiveMonitor>): FirstSight {
  const {change, supersedes} = create;
  if (change.action === 'create') return sights.sight({after: change.after, targetIds: change.targetIds, superseded: supersedes});
  const owner = findOwner(change.targetIds, supersedes, monitors);
  if (owner.kind === 'none') return NOTHING;
  return owner.kind === 'one' ? {...owner, targetIds: change.targetIds} : owner;
}

/** Reads the service's whole list once; keeps only the monitors that are wanted. */
export async function lookForMonitors(
  service: MonitorService,
  isWanted: (monitor: LiveMonitor) => boolean,
  options: Omit<ListReading<unknown>, 'onMonitor'>,
): Promise<Look<LiveMonitor>> {
  const outcome = await listAllMonitors(service, {...options, onMonitor: monitor => (isWanted(monitor) ? monitor : null)});
  if (outcome.kind === 'read') return {kind: 'seen', monitors: outcome.value.monitors.filter(monitor => monitor !== null)};
  const {failure} = outcome;
  return {kind: failure.notOffered === true ? 'not-offered' : 'failed', failure};
}

/** Result of one look at the service's whole list. */
export type Look<Live extends TargetOwner> =
  /** `showsNoneOf`: the number of recorded monitors, where it shows none of them: such is the answer to the key of another team. */
  | {readonly kind: 'seen'; readonly monitors: Iterable<Live>; readonly showsNoneOf?: number}
  /** This service has no list. */
  | {readonly kind: 'not-offered'; readonly failure: Failure}
  | {readonly kind: 'failed'; readonly failure: Failure};

/** Code of a failure: the list shows nothing of what is recorded. */
export const NONE_LISTED = 'none-listed';

/** A state, and when the list is read. */
interface LookMoment {
  readonly state: ReadableState | null;
  /** Milliseconds. */
  readonly now: number;
  /** A younger monitor may be missing from a replica, milliseconds. */
  readonly lookupMs: number;
}

/** Looks for monitors, and notes whether the list shows any that is recorded. */
export async function lookBesides<Live extends TargetOwner & {readonly id: string}>(
  {state, now, lookupMs}: LookMoment,
  isWanted: (monitor: Live) => boolean,
  look: (isWanted: (monitor: Live) => boolean) => Promise<Look<Live>>,
): Promise<Look<Live>> {
  const recorded = [...(state?.monitors.values() ?? [])];
  const ids = new Set(recorded.map(({id}) => id));
  let shows = false;
  const seen = await look(monitor => {
    shows ||= ids.has(monitor.id);
    return isWanted(monitor);
  });
  const old = recorded.filter(({createdAt}) => Date.parse(createdAt) <= now - lookupMs).length;
  return seen.kind !== 'seen' || shows || old === 0 ? seen : {...seen, showsNoneOf: ids.size};
}

function noneListed(count: number): Failure {
  return {kind: 'http', code: NONE_LISTED, message: sayNoneListed(count)};
}

/** A create whose answer was lost. */
export interface LostCreate {
  readonly targetIds: readonly string[];
  /** Ids of monitors that it replaces. */
  readonly supersedes: readonly string[];
  /** Milliseconds since its last request was sent; 0 or more. */
  readonly sentAgoMs: number;
}

/** Result of a lookup. */
export type LookupResult<Live extends TargetOwner> =
  | {readonly kind: 'found'; readonly monitor: Live; readonly others: readonly Live[]}
  /** Looked for after the time by which the service shows what it carries out: it was not carried out. */
  | {readonly kind: 'absent'}
  | {readonly kind: 'conflict'; readonly monitors: readonly Live[]}
  | {readonly kind: 'not-offered'; readonly failure: Failure}
  /** The list could not be read, or the run was interrupted: nothing is known. */
  | {readonly kind: 'unsure'; readonly failure?: Failure};

/** When to look, in milliseconds after sending; the last look is at the lookup time. */
const lookAfterMs = [2000, 5000, 10_000, 20_000, 40_000];

interface Waiter<Live extends TargetOwner> {
  readonly create: LostCreate;
  /** Monotonic. */
  readonly sentAt: number;
  readonly resolve: (result: LookupResult<Live>) => void;
}

/**
 * Looks lost creates up in the service's list until each is found or has had its time to appear. One look serves all
 * that wait. A create counts as absent only when a look that began `lookupMs` after it was sent does not show it: before
 * that it may still be carried out, or be missing from a replica.
 */
export class LostCreateLookup<Live extends TargetOwner> {
  readonly #look: () => Promise<Look<Live>>;
  readonly #world: Pick<World, 'monotonic' | 'sleep'>;
  readonly #lookupMs: number;
  readonly #signal: AbortSignal;
  readonly #waiters = new Set<Waiter<Live>>();
  #lookedAt = Number.NEGATIVE_INFINITY;
  #isLooking = false;
  #alarm = new AbortController();

  constructor(look: () => Promise<Look<Live>>, world: Pick<World, 'monotonic' | 'sleep'>, lookupMs: number, signal: AbortSignal) {
    this.#look = look;
    this.#world = world;
    this.#lookupMs = lookupMs;
    this.#signal = signal;
    signal.addEventListener('abort', () => this.#alarm.abort(), {once: true});
  }

  /** Resolves when the create is found, known to be absent, or can't be looked up. */
  find(create: LostCreate): Promise<LookupResult<Live>> {
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
    const offsets = [...lookAfterMs.filter(ms => ms < this.#lookupMs), this.#lookupMs];
    const next = offsets.find(ms => sentAt + ms > this.#lookedAt) ?? this.#lookupMs;
    return sentAt + next;
  }

  #judge(waiter: Waiter<Live>, look: Look<Live>, beganAt: number): void {
    const result = judgeLook(waiter.create, look, beganAt >= waiter.sentAt + this.#lookupMs);
    if (result !== null) this.#end(waiter, result);
  }

  #end(waiter: Waiter<Live>, result: LookupResult<Live>): void {
    this.#waiters.delete(waiter);
    waiter.resolve(result);
  }
}

/** Judges one create by a look; null while it has to be looked for again. */
function judgeLook<Live extends TargetOwner>(create: LostCreate, look: Look<Live>, isSettled: boolean): LookupResult<Live> | null {
  if (look.kind === 'not-offered') return look;
  if (look.kind === 'failed') return isSettled ? {kind: 'unsure', failure: look.failure} : null;
  const owner = findOwner(create.targetIds, create.supersedes, look.monitors);
  if (owner.kind === 'one') return {kind: 'found', monitor: owner.monitor, others: owner.others};
  if (owner.kind === 'conflict') return owner;
  if (!isSettled) return null;
  // It need not be in the list of another team.
  return look.showsNoneOf === undefined ? {kind: 'absent'} : {kind: 'unsure', failure: noneListed(look.showsNoneOf)};
}
