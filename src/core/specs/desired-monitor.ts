import type {Diagnostic, Place} from '../diagnostics/diagnostic';
import type {JsonObject, JsonValue} from '../json/value';
import type {CreditEstimate} from './credits';
import type {ScheduleTimes} from './schedule/times';
import type {Sync} from './sync';

/** Operations of the service in use: the documented create alone, or list, get, update and delete too. */
export type Operations = 'create' | 'full';

/** Purpose of a check: the findings alone, or also the monitors that the specs describe. */
export type Purpose = 'findings' | 'monitors';

/** Our stable name for a monitor, unique in a repository and environment, e.g. `pricing/acme`. */
export type Key = string;

/** One file below the specs directory, as read. */
export interface SourceFile {
  /** The path that findings show: relative to the working directory, with `/`. */
  readonly file: string;
  /** The path below the specs directory, with `/`; without its ending it is the default key. */
  readonly specPath: string;
  readonly bytes: Uint8Array;
}

/** Part of an object member that a finding points at. */
export type MemberPart = 'key' | 'value';

/** Members that a monitor must not lose through a file that many share. */
export type Inheritable = 'protect' | 'webhook';

/**
 * The layers that a monitor is merged from, by their paths below the specs directory in their order, and what of this each gives;
 * others than {@link Inheritable} are those of a newer version.
 */
export type Inherited = {readonly [layer: string]: readonly string[]};

/** Values by name, by which monitors are chosen. */
export type Labels = {readonly [name: string]: string};

/**
 * One spec that passed every check: what the repository wants the service to hold. `body` is read lazily, because
 * most runs compare hashes only.
 */
export interface DesiredMonitor {
  readonly key: Key;
  readonly name: string;
  /** As findings show it: relative to the working directory, with `/`. */
  readonly file: string;
  /** Below the specs directory, with `/`. */
  readonly specPath: string;
  /** Line of the document's first node, from 1. */
  readonly line: number;
  /** Settings that are never sent. */
  readonly sync: Sync;
  /** The spec itself, where this one has ignored members as the service got them. Absent where they are equal. */
  readonly asWritten?: DesiredMonitor;
  /** Whether it is to be paused; where `sync.paused` is `keep`, as it is recorded. Only full operations can pause. */
  readonly paused: boolean;
  /** SHA-256 of the body's canonical JSON, as written: without `sync`, references unresolved, defaults not filled in. */
  readonly bodyHash: string;
  /** The target ids that the spec itself gives, in lower case. */
  readonly explicitTargetIds: readonly string[];
  /** The environment names that the spec refers to with `${env:NAME}`, sorted. */
  readonly references: readonly string[];
  readonly estimate: CreditEstimate;
  /** Members and values that are allowed only since `service.allowFields` or `service.allowValues` name them. Absent for nothing. */
  readonly allowed?: readonly string[];
  readonly times: ScheduleTimes;
  /** The key of the list that it is a row of, which its own begins with. Absent for what is not a row. */
  readonly list?: Key;
  /** No one is notified of what it finds, and the spec does not say that this is meant. */
  readonly isSilent?: true;
  /** Some of it was filled in from a row or variables, so that the document does not hold it as it is. */
  readonly isFilled?: true;
  /** The files whose members it inherits, as findings show them, in the order in which they are merged. Absent where there are none. */
  readonly layers?: readonly string[];
  /** Values from these layers; absent where there are none. */
  readonly inherited?: Inherited;
  /** Values from the spec itself, without its layers; absent where there are none. */
  readonly saysItself?: (name: Inheritable) => JsonValue | undefined;
  /** The create-monitor body as written: without `sync`, references unresolved, defaults not filled in. */
  readonly body: () => JsonObject;
  /** Place where the value at a JSON pointer of the spec was written last; see `SpecDocument.placeOf`. */
  readonly writtenAt?: (pointer: string) => Place;
  /** The parts of its spec, for those who edit it. */
  readonly parts?: () => SpecParts;
  /** Repeats the check by the rules for this one alone. */
  readonly faults?: () => readonly Diagnostic[];
}

/** Parts that a monitor's spec is put together from. */
export interface SpecParts {
  /** Position of the document in its file, from 0. */
  readonly index: number;
  /** Its own members, with references filled in. */
  readonly own: JsonObject;
  /** The members of each layer below and above it, the outermost first. */
  readonly defaults: readonly JsonObject[];
  readonly overlays: readonly JsonObject[];
  /** Index of its row in a list, from 0. */
  readonly row?: number;
}

/** A document of a spec, also of one with errors: its key, and what it can be chosen by. */
export interface CheckedKey extends Pick<DesiredMonitor, 'key' | 'file' | 'sync'> {}

/** All monitors of a repository of which each needs nothing but a record that says the same. */
export interface SettledFleet {
  /** Of all that records repeat of specs: a state with an equal one holds these monitors as they are, and no others. */
  readonly hash: string;
  readonly monitors: number;
  /** Of all of them together. */
  readonly estimate: CreditEstimate;
}

/** Result of checking all specs. `monitors` is sorted by key; empty where there are errors or only findings were asked for. */
export interface CheckedSpecs {
  readonly files: number;
  readonly documents: number;
  /** The data files that each of them names, as it names them; only of files that name some. */
  readonly dataOf: ReadonlyMap<string, readonly string[]>;
  readonly monitors: readonly DesiredMonitor[];
  /** Keys of the specs that live in other environments only, and those environments; empty where there are errors. */
  readonly elsewhere: ReadonlyMap<Key, readonly string[]>;
  /** Sorted. */
  readonly findings: readonly Diagnostic[];
  /** The lists, by the key that those of their rows begin with. */
  readonly lists: ReadonlyMap<Key, {readonly file: string; readonly rows: number}>;
  /** The spec files, as findings show them, that a finding of another file concerns. */
  readonly concerned: ReadonlyMap<Diagnostic, ReadonlySet<string>>;
  /** SHA-256 of the bytes of each file that is a spec or applies to one, by its path below the specs directory. */
  readonly hashes: ReadonlyMap<string, string>;
  /** The key of each document, in the order of the files. */
  readonly keys: () => readonly CheckedKey[];
  /** Hash of all specs, layers and data files with their places; absent where that was not asked for, and where there are errors. */
  readonly content?: string;
  /** Present where the fleet was checked before, and each monitor needs nothing but a record that says the same. */
  readonly settled?: SettledFleet | undefined;
}
