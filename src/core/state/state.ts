import type {JsonObject} from '../json/value';
import {listSecretOrigins} from '../secrets/origin';
import {listReferenceNames} from '../secrets/references';
import type {Inherited, Key} from '../specs/desired-monitor';
import {type RecordedSync, toRecordedSync} from '../specs/sync';
import {listTargetIds} from '../specs/targets';

/**
 * Knowledge of the tool about the service: the content of `monitors.state.json`. Contains no secret: references stay
 * text, literals in secret places are salted hashes (see `secrets/fingerprint.ts`).
 */
export interface State {
  readonly version: 1;
  /** The oldest format version whose readers understand this file. */
  readonly minReader: number;
  /** The version of the tool that wrote it. */
  readonly tool: string;
  /** Identity of this state since its first write: a UUID. A plan or journal of another lineage never applies to it. */
  readonly lineage: string;
  /** Raised by one whenever the content changes. */
  readonly serial: number;
  readonly project: string;
  readonly environment: string;
  /** The service's origin and path prefix, e.g. `https://api.example.dev`: where these monitors live. */
  readonly origin: string;
  /**
   * Whether the emulator answers at a loopback address: true while it gave all answers, false once another service gave one.
   * Absent before the first answer, in states of older versions, and at any other address.
   */
  readonly emulator?: boolean;
  /**
   * Environments that this state belonged to before, oldest first: target ids of its monitors may be derived from their names. Absent
   * where it was never moved (`state migrate --to-environment`).
   */
  readonly formerEnvironments?: readonly string[];
  /**
   * The commit of the specs that were applied last, where checkouts share the state: one that lacks it is older than the state. Absent
   * before the first such apply. In a file, the state travels with the specs instead.
   */
  readonly commit?: string;
  /** The records that left the state: those of the last 90 days, and the newest 500 of older ones. Absent where none is known. */
  readonly removed?: readonly RemovedRecord[];
  readonly monitors: ReadonlyMap<Key, RecordedMonitor>;
  /** Top-level members that a newer minor version wrote; kept as they are. */
  readonly unknown: JsonObject;
}

/** A record that left the state, so that one that is gone without a run is recognised. */
export interface RemovedRecord {
  readonly key: Key;
  readonly id: string;
  /** Serial of the first state that no longer has the record. */
  readonly serial: number;
  /** ISO 8601, UTC. */
  readonly at: string;
  /** The command, e.g. `apply` or `state rm`. */
  readonly by: string;
}

/**
 * A state that was read for looking: an outline of each monitor, while the bodies are read when something asks for them.
 * A class with a private member, so that neither it nor a copy of it passes for a {@link State}.
 */
export class OutlinedState implements Omit<State, 'monitors'> {
  readonly version: State['version'];
  readonly minReader: number;
  readonly tool: string;
  readonly lineage: string;
  readonly serial: number;
  readonly project: string;
  readonly environment: string;
  readonly origin: string;
  declare readonly emulator?: boolean;
  declare readonly formerEnvironments?: readonly string[];
  declare readonly commit?: string;
  declare readonly removed?: readonly RemovedRecord[];
  declare readonly monitors: ReadonlyMap<Key, RecordedOutline>;
  readonly unknown: JsonObject = {};
  readonly #outlines: Outlines;
  readonly #bodies: Bodies;

  constructor(header: Omit<State, 'monitors' | 'unknown'>, outlines: Outlines, bodies: Bodies) {
    this.version = header.version;
    this.minReader = header.minReader;
    this.tool = header.tool;
    this.lineage = header.lineage;
    this.serial = header.serial;
    this.project = header.project;
    this.environment = header.environment;
    this.origin = header.origin;
    if (header.emulator !== undefined) this.emulator = header.emulator;
    if (header.formerEnvironments !== undefined) this.formerEnvironments = header.formerEnvironments;
    if (header.commit !== undefined) this.commit = header.commit;
    if (header.removed !== undefined) this.removed = header.removed;
    // Read at first use; a member of its own, so that a copy has it.
    Object.defineProperty(this, 'monitors', {enumerable: true, get: () => outlines.monitors()});
    this.#outlines = outlines;
    this.#bodies = bodies;
  }

  /** Number of the monitors. */
  get size(): number {
    return this.#outlines.size;
  }

  /** See {@link Outlines}. */
  get repeated(): string | null {
    return this.#outlines.repeated;
  }

  /** Source of the bodies. */
  get bodies(): Bodies {
    return this.#bodies;
  }
}

/** The monitors of an outlined state, read when something asks for them. */
interface Outlines {
  readonly size: number;
  /** Hash of what they repeat of their specs (`hashRepeated`); null where it is not known, or where one of them needs something. */
  readonly repeated: string | null;
  readonly monitors: () => ReadonlyMap<Key, RecordedOutline>;
}

/** Number of the monitors of a state. */
export function countRecords(state: ReadableState): number {
  return state instanceof OutlinedState ? state.size : state.monitors.size;
}

/** The bodies of an outlined state. What was not read, and can't be read at once, throws {@link UnreadBodies}. */
export interface Bodies {
  /** The state with all bodies. */
  whole(): State;
  /** One record with its bodies; undefined where there is none. */
  record(key: Key): RecordedMonitor | undefined;
  facts(name: keyof BodyFacts): Iterable<readonly [key: Key, facts: readonly string[]]>;
}

/** Bodies were asked for that were not read: who reads the state reads it whole, and starts over. */
export class UnreadBodies extends Error {
  override readonly name = 'UnreadBodies';
}

/** Bodies of which none was read. */
export const UNREAD: Bodies = {
  whole: () => {
    throw new UnreadBodies('all bodies');
  },
  record: key => {
    throw new UnreadBodies(`the bodies of "${key}"`);
  },
  facts: name => {
    throw new UnreadBodies(`the ${name} of all bodies`);
  },
};

/** Facts that are queried for all bodies at once. */
export interface BodyFacts {
  /** Lower case. */
  readonly targetIds: readonly string[];
  /** The environment names that it refers to. */
  readonly references: readonly string[];
  /** Each of these names with an origin to which its value is sent: see {@link listSecretOrigins}. */
  readonly origins: readonly string[];
}

/** Functions that read each fact from a body as sent. */
const FACTS: {readonly [Name in keyof BodyFacts]: (applied: JsonObject) => BodyFacts[Name]} = {
  targetIds: applied => listTargetIds(applied).filter(id => id !== null),
  references: applied => listReferenceNames(applied),
  origins: applied => listSecretOrigins(applied).map(({name, id}) => `${name} ${id}`),
};

/** All facts of a record. */
export function factsOf({applied}: Pick<RecordedMonitor, 'applied'>): BodyFacts {
  return {targetIds: FACTS.targetIds(applied), references: FACTS.references(applied), origins: FACTS.origins(applied)};
}

/** A state for looking: whole, or outlined. */
export type ReadableState = State | OutlinedState;

/** The records of a state with their bodies; none of null. Reads all bodies where they were not read yet. */
export function recordsOf(state: ReadableState | null): ReadonlyMap<Key, RecordedMonitor> {
  return state === null ? new Map() : wholeOf(state).monitors;
}

/** One record with its bodies; undefined where there is none. */
export function recordIn(state: ReadableState | null, key: Key): RecordedMonitor | undefined {
  return state instanceof OutlinedState ? state.bodies.record(key) : state?.monitors.get(key);
}

/** Ids of all monitors that a state knows, those that were replaced and still have to go among them. */
export function listRecordedIds(state: ReadableState | null): ReadonlySet<string> {
  const ids = new Set<string>();
  for (const {id, leftovers = []} of state?.monitors.values() ?? []) for (const known of [id, ...leftovers]) ids.add(known);
  return ids;
}

/** One fact of each record, worked out no further than it is asked for. */
export function* listFacts(state: ReadableState | null, name: keyof BodyFacts): Iterable<readonly [key: Key, facts: readonly string[]]> {
  if (state instanceof OutlinedState) yield* state.bodies.facts(name);
  else for (const [key, {applied}] of state?.monitors ?? []) yield [key, FACTS[name](applied)];
}

/** A state with all bodies, for what changes it. */
export function wholeOf(state: ReadableState): State {
  return state instanceof OutlinedState ? state.bodies.whole() : state;
}

/** Record of one monitor, without its bodies. */
export interface RecordedOutline extends RecordedSync {
  /** The service's id, a non-empty string; normally a UUID. Always encoded before it goes into a path. */
  readonly id: string;
  /** The spec that it was created from, below the specs directory. */
  readonly specPath: string;
  readonly protect: boolean;
  /** The creation time as the service gave it; empty when it gave none. */
  readonly createdAt: string;
  /** Hash of the spec's body when it was applied ({@link DesiredMonitor.bodyHash}): equal means unchanged. */
  readonly bodyHash: string;
  /** The monitor was paused by `sync.paused`; absent when it runs. */
  readonly paused?: true;
  /** An update was sent and its answer was lost: the monitor is either as `applied` says or as this does. */
  readonly pending?: PendingUpdate;
  /** Ids of monitors that this one replaced and that are still to be deleted; absent when there are none. */
  readonly leftovers?: readonly string[];
  /** An earlier request may have created it a second time, and this was not looked up yet. Absent when there is no doubt. */
  readonly mayExistTwice?: true;
  /** Keyed hashes of the secret values that were sent, by the name that the spec refers to (`--check-secrets`). */
  readonly secrets?: SecretHashes;
  /** The layers that the body was merged from, and what they gave; absent where there were none, and in records of older versions. */
  readonly inherited?: Inherited;
  /** Members that a newer minor version wrote; kept as they are. */
  readonly unknown?: JsonObject;
}

/** One monitor that the service holds for us. */
export interface RecordedMonitor extends RecordedOutline {
  /** The body as sent with its target ids, references unresolved, secret literals as salted hashes. */
  readonly applied: JsonObject;
  /** Values answered by the service that differ from what was sent: cron made from text, filled-in defaults, its estimate. */
  readonly observed: JsonObject;
}

/** Monitor that an update would have made, whose answer was lost. */
export interface PendingUpdate {
  readonly bodyHash: string;
  readonly applied: JsonObject;
  readonly paused?: true;
}

/** Keyed hashes of secret values under the user's own key, by environment name: see `secrets/keyed-hash.ts`. */
export type SecretHashes = {readonly [name: string]: string};

/** Identity of one version of the stored state: the value that compare-and-swap compares. */
export interface StateVersion {
  readonly lineage: string;
  readonly serial: number;
  readonly checksum: string;
}

/** Whether two versions are one; null is nothing stored. */
export function isSameVersion(a: StateVersion | null, b: StateVersion | null): boolean {
  if (a === null || b === null) return a === b;
  return a.lineage === b.lineage && a.serial === b.serial && a.checksum === b.checksum;
}

/** A state as read, with the version to hand back when writing. */
export interface StoredState<S extends ReadableState = State> {
  readonly state: S;
  readonly version: StateVersion;
}

/** A recorded monitor before the service gave it an id: what the journal keeps so that an answer can be recorded without the spec. */
export interface IntendedMonitor extends RecordedSync {
  readonly specPath: string;
  readonly protect: boolean;
  readonly bodyHash: string;
  readonly applied: JsonObject;
  readonly paused?: true;
  /** Ids of monitors that have to be deleted once this one exists. */
  readonly leftovers?: readonly string[];
  readonly secrets?: SecretHashes;
  readonly inherited?: Inherited;
}

/** Selects the notes about a spec besides its body: the members that there are, so that records without them stay as they were. */
export function notesOf({sync, inherited}: {readonly sync: RecordedSync; readonly inherited?: Inherited | undefined}): Notes {
  return {...toRecordedSync(sync), ...(inherited === undefined ? {} : {inherited})};
}

type Notes = RecordedSync & Pick<IntendedMonitor, 'inherited'>;

/** Answer of the service to a create that it carried out. */
export interface ObservedMonitor {
  readonly id: string;
  readonly createdAt: string;
  readonly observed: JsonObject;
}

/** Values for the first state of an environment. */
interface FirstState {
  /** A random UUID. */
  readonly lineage: string;
  readonly tool: string;
  readonly project: string;
  readonly environment: string;
  readonly origin: string;
}

/** The state of an environment in which nothing was created yet. It is written, with serial 1, before its first journal. */
export function newState({lineage, tool, project, environment, origin}: FirstState): State {
  return {version: 1, minReader: 1, tool, lineage, serial: 0, project, environment, origin, monitors: new Map(), unknown: {}};
}

/** The state, or an empty one that earlier versions can be held against: `origin` is null where no address is known. */
export function stateOrEmpty(state: ReadableState | null, origin: string | null): ReadableState {
  return state ?? newState({lineage: '', tool: '', project: '', environment: '', origin: origin ?? ''});
}
