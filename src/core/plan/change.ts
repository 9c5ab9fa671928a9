import type {Diagnostic} from '../diagnostics/diagnostic';
import type {JsonObject} from '../json/value';
import type {AllowedFields} from '../service/allowed-fields';
import type {DesiredMonitor, Inherited, Key, Operations} from '../specs/desired-monitor';
import type {RecordedSync} from '../specs/sync';
import type {JournaledCreate} from '../state/journal';
import type {RecordedMonitor} from '../state/state';
import type {DangerousShift} from '../state/state-change';
import type {FieldChange} from './diff';
import type {PlanEstimate} from './estimate';
import type {Filling} from './fillings';
import type {LaterRecord, SentBefore} from './known-before';
import type {LiveMonitorView} from './live';

/** Action that a blocked change would have taken. */
export type WantedAction = 'create' | 'update' | 'replace' | 'delete';

/** Why a change that the specs ask for is not made. */
export type BlockedReason =
  | {readonly kind: 'needs-update'}
  /** `leftover` is the id of a monitor that was replaced and still has to go; else the spec vanished. */
  | {readonly kind: 'needs-delete'; readonly leftover?: string}
  /** The state says that this monitor is never deleted or replaced. `isGone`: the service was asked, and lists it no more. */
  | {readonly kind: 'protected'; readonly isGone?: true}
  /** This key is new and its body equals that of `other`, which vanished (or the other way round) or was edited. `isRow`: the new one is a row. */
  | {readonly kind: 'possible-rename'; readonly other: Key; readonly isRow?: true; readonly isEdited?: true}
  /** `renamedFrom` names a recorded monitor whose spec is gone, and the new key is that of another one (or may be): `other` is the other key. */
  | {readonly kind: 'rename-taken'; readonly other: Key}
  /** By `moves` of the config, `other` becomes this key, and so does another one; or this key would become `other`, which is not free. */
  | {readonly kind: 'move-conflict'; readonly other: Key}
  /** This key is new and seems to be the new name of `other`, whose create is not resolved: it may exist already. */
  | {readonly kind: 'rename-of-unresolved'; readonly other: Key}
  /** `at`: the member of the config that has the limit, where it is not `budget`; `keys`: the glob of a budget by keys; `besides`: what of it the service's estimate leaves out. */
  | {
      readonly kind: 'budget';
      readonly creditsPerMonth: number;
      readonly besides?: number;
      readonly budget: number;
      readonly by?: 'actual';
      readonly at?: string;
      readonly keys?: string;
    }
  /** It may exist twice: without the record of the one, nothing would tell of the other any more. */
  | {readonly kind: 'may-exist-twice'; readonly targetIds: readonly string[]}
  /** `other` is recorded as one monitor, and that is the key of a list now: this is that monitor, or a new row, which may be it. */
  | {readonly kind: 'became-list'; readonly file: string; readonly other: Key}
  /** It would be replaced, and what it inherits may be why. */
  | {readonly kind: 'from-layer'; readonly layers: readonly string[]}
  /** There is no state here, and that of `environment`, which the config does not declare, records `shared` of these keys. */
  | {readonly kind: 'other-environment'; readonly environment: string; readonly recorded: number}
  /** The spec is there, and lives in these environments only. */
  | {readonly kind: 'left-environment'; readonly environments: readonly string[]}
  /** No commit of this branch ever had the spec, so that none removed it; `file` as messages show it. */
  | {readonly kind: 'never-committed'; readonly file: string}
  /** The plan would delete or replace `deletes` monitors, and `limit` is the most that it may; `at`: where the config has it, if not in `safety`. */
  | {readonly kind: 'too-many-deletes'; readonly deletes: number; readonly limit: number; readonly at?: string}
  /** Live monitors that are not recorded as this one's have some of its target ids, but not exactly all; or the recorded id is another monitor's. */
  | {readonly kind: 'conflict'; readonly ids: readonly string[]}
  /** The state was changed by hand, and no run and no review explains that. */
  | {readonly kind: 'state-change'; readonly shift: DangerousShift; readonly project: string}
  /** Live monitors that are not recorded have the name and the content of this new one: any of them may be it. Oldest first. */
  | {readonly kind: 'may-exist'; readonly monitors: readonly KnownMonitor[]}
  /** Another version of the state records the key: the monitor exists. `commit` has that version, where one has. */
  | ({readonly kind: 'recorded-later'} & LaterRecord)
  /** A journal that a commit holds says that a create of the key was sent, and nothing tells what became of it. */
  | ({readonly kind: 'sent-before'} & SentBefore);

/** A monitor of the service, as messages name it. */
export interface KnownMonitor {
  readonly id: string;
  readonly name: string;
  /** As the service says it; empty when it does not. */
  readonly createdAt: string;
}

/** Why an update is not enough: the spec lost its webhook, or one was added in the service. The service cannot remove a webhook. */
export type ReplaceReason = 'webhook-removed' | 'webhook-added-outside';

/** Why a monitor is deleted: its spec is gone, or another one has taken its place under the key `of`. */
type DeleteReason = {readonly kind: 'spec-removed'} | {readonly kind: 'leftover'; readonly of: Key};

/** One step that turns recorded state into desired state. Never holds a resolved secret. */
export type Change =
  | CreateChange
  | UpdateChange
  | ReplaceChange
  | DeleteChange
  | AdoptChange
  | RenameChange
  | BlockedChange
  | UnresolvedChange;

/** A monitor that is made. When the spec says `paused`, it is paused by an update after its create. */
export interface CreateChange {
  readonly action: 'create';
  readonly key: Key;
  readonly after: DesiredMonitor;
  /** One id for each target, in the body's order: given by the spec, recorded or derived, lower case. */
  readonly targetIds: readonly string[];
  readonly fields: readonly FieldChange[];
  /** Id of the recorded monitor that was deleted in the service: the new one takes its place and never matches it. */
  readonly gone?: string;
  /** Live monitors without a record that watch the same under other names, oldest first; absent where there are none, or the service was not asked. */
  readonly sameContent?: readonly KnownMonitor[];
}

/** A monitor that is changed in place, by one PATCH. */
export interface UpdateChange {
  readonly action: 'update';
  readonly key: Key;
  readonly id: string;
  readonly before: RecordedMonitor;
  readonly after: DesiredMonitor;
  /** One id for each target of the spec's body, in its order: recorded ones win. */
  readonly targetIds: readonly string[];
  /**
   * The top-level members to send and no other, as the spec writes them: references unresolved, what can't be unset by
   * its explicit default, targets with all their ids. `status` when it is paused or resumed. Never empty.
   */
  readonly patch: JsonObject;
  /** Values that the patch replaces, by member: as last applied or, where it drifted, as it is in the service. Comparable and fingerprinted; without absent ones. */
  readonly present: JsonObject;
  /** Members of the patch that the service was seen to hold as they are to be: sending them changes nothing. Empty when planned offline. */
  readonly alreadySet: readonly string[];
  /** Changes of the repository: as last applied, and as the spec wants it. */
  readonly fields: readonly FieldChange[];
  /** Drift: as it is in the service, and as it will be again. Empty when planned offline. */
  readonly drift: readonly FieldChange[];
  /** Names of secrets whose values changed since they were sent, sorted; empty without `--check-secrets`. */
  readonly rotated: readonly string[];
  /** Hash of the live monitor that the plan was made for ({@link hashLive}); null when it was planned offline. */
  readonly seen: string | null;
}

/** A monitor that is created again under its key, then the old one is deleted: its history is lost. */
export interface ReplaceChange {
  readonly action: 'replace';
  readonly key: Key;
  /** The old one: superseded, and deleted once the new one exists. */
  readonly before: RecordedMonitor;
  readonly after: DesiredMonitor;
  /** Of the new one; none of the old one's but what the spec itself gives. */
  readonly targetIds: readonly string[];
  readonly fields: readonly FieldChange[];
  readonly drift: readonly FieldChange[];
  readonly why: ReplaceReason;
  readonly seen: string | null;
}

/** A monitor that is deleted. */
export interface DeleteChange {
  readonly action: 'delete';
  readonly key: Key;
  /** Monitor to delete: the recorded one, or one that it replaced. */
  readonly id: string;
  /** The record under the key: of the monitor itself, or of the one that took its place. */
  readonly before: RecordedMonitor;
  readonly why: DeleteReason;
  readonly seen: string | null;
  /** Drift: as it is in the service, and as it was last applied. Absent where there is none, or the service was not asked. */
  readonly drift?: readonly FieldChange[];
  /** The service does not list it any more: most likely only the record has to go. */
  readonly isGone?: true;
}

/** A monitor that exists with exactly this spec's target ids and is not recorded: it is taken over, and changed where it differs. */
export interface AdoptChange {
  readonly action: 'adopt';
  readonly key: Key;
  readonly id: string;
  readonly after: DesiredMonitor;
  readonly targetIds: readonly string[];
  /** As for an update; null when it is as the spec wants it. */
  readonly patch: JsonObject | null;
  /** Differences: as it is in the service, and as the spec wants it. */
  readonly fields: readonly FieldChange[];
  readonly live: LiveMonitorView;
  /** Id of the recorded monitor that was deleted in the service, as for a create. */
  readonly gone?: string;
}

/** A monitor that is renamed; no request. */
interface RenameChange {
  readonly action: 'rename';
  readonly key: Key;
  readonly from: Key;
  readonly after: DesiredMonitor;
  readonly before: RecordedMonitor;
}

/** A change that apply does not make. */
export interface BlockedChange {
  readonly action: 'blocked';
  readonly key: Key;
  readonly wanted: WantedAction;
  readonly reason: BlockedReason;
  readonly after?: DesiredMonitor;
  readonly before?: RecordedMonitor;
  readonly fields: readonly FieldChange[];
  /** Drift that apply would have reverted; absent where there is none, or the service was not asked. */
  readonly drift?: readonly FieldChange[];
}

/** A create of an earlier run whose outcome is unknown. */
export interface UnresolvedChange {
  readonly action: 'unresolved';
  readonly key: Key;
  readonly create: JournaledCreate;
  /** The spec under that key today, if there is one. */
  readonly after?: DesiredMonitor;
  /** Id of the live monitor with exactly its target ids, the oldest if there are several: apply adopts it. Absent when none was seen. */
  readonly found?: string;
  /** Apply, and `resolve --probe`, look in the service's list before anybody has to. */
  readonly canBeLookedUp: boolean;
}

/** Counts by what apply will do; the members of the plan's JSON `summary`. */
export interface PlanSummary {
  readonly create: number;
  readonly update: number;
  readonly replace: number;
  readonly delete: number;
  readonly adopt: number;
  readonly rename: number;
  readonly unchanged: number;
  readonly blocked: number;
  readonly unresolved: number;
  /** Protected monitors whose specs are gone: they go on running. Not among `blocked`. */
  readonly protected: number;
  /** Of all these, how many monitors were changed or deleted in the service. */
  readonly drift: number;
}

/** A key that several live monitors answer to: they have equal target ids. */
export interface Duplicate {
  readonly key: Key;
  /** Oldest first; with the recorded one, if there is one. */
  readonly monitors: readonly KnownMonitor[];
}

/** A live monitor that no record and no spec of this project and environment claims. Never touched. */
export interface UnmanagedMonitor {
  readonly id: string;
  readonly name: string;
  readonly createdAt: string;
  readonly creditsPerMonth: number | null;
  /** The other environment whose monitor it is, as far as its target ids tell. */
  readonly ours?: {readonly project: string; readonly environment: string};
}

/** Why the service names another price, as far as the two figures tell. */
export type PriceReason =
  /** The times between checks are unequal: the service goes by the next two checks, we go by the average of a year. */
  | {readonly kind: 'uneven-checks'}
  | {readonly kind: 'credits-per-check'; readonly service: number; readonly list: number}
  | {readonly kind: 'checks-per-month'; readonly service: number; readonly schedule: number}
  | {readonly kind: 'unknown'};

/** A monitor that costs something else than the service says. */
export interface EstimateDifference {
  readonly key: Key;
  readonly id: string;
  /** By the public price list. */
  readonly creditsPerMonth: number;
  /** By the service. */
  readonly serviceCreditsPerMonth: number;
  readonly reason: PriceReason;
}

/** A fact that a reviewer should know besides the changes; each becomes a warning. */
export type Notice =
  /** A request that seemed to fail may have created it before `id` was created. `renamedTo` is its key after apply. */
  | {
      readonly kind: 'maybe-duplicate';
      readonly key: Key;
      readonly id: string;
      readonly targetIds: readonly string[];
      readonly renamedTo?: Key;
    }
  /** It is recorded under a key that no spec can have. */
  | {readonly kind: 'forbidden-key'; readonly key: Key}
  /** Its spec says `renamedFrom`, and the state has no such key. */
  | {readonly kind: 'rename-source-missing'; readonly key: Key; readonly from: Key}
  /** An environment variable is sent for the first time, for these keys, to these origins. */
  | {readonly kind: 'new-reference'; readonly name: string; readonly origins: readonly string[]; readonly users: readonly Key[]}
  /** An environment variable is sent to an origin for the first time, for these keys. */
  | {readonly kind: 'new-origin'; readonly name: string; readonly origin: string; readonly users: readonly Key[]}
  /** These recorded monitors are protected no more, and a layer may be why. */
  | {readonly kind: 'protection-lost'; readonly users: readonly Key[]}
  /** No recorded monitor has values of this layer yet: it applies to these. */
  | {readonly kind: 'new-layer'; readonly file: string; readonly users: readonly Key[]}
  /** Whether a secret was rotated can't be known, for these keys. */
  | {readonly kind: 'rotation-unknown'; readonly name: string; readonly users: readonly Key[]}
  /** Its spec was edited where it says `sync.ignore`: these members are not sent. */
  | {readonly kind: 'ignored-edit'; readonly key: Key; readonly members: readonly string[]}
  /** Its spec lost these members, which are undocumented or only allowed by the config: the service keeps their values. */
  | {readonly kind: 'left-field'; readonly key: Key; readonly members: readonly string[]}
  /** The service answers this option of pages for each target that has none: it fills it in, and apply records that. */
  | ({readonly kind: 'filled-in'} & Filling)
  /** Several live monitors have the target ids of one key. */
  | {readonly kind: 'duplicates'; readonly key: Key; readonly monitors: readonly KnownMonitor[]}
  /** It will be created; unmanaged monitors have its name, or watch the same. */
  | {readonly kind: 'same-name' | 'same-content'; readonly key: Key; readonly monitors: readonly KnownMonitor[]};

/** Notes for the state about a kept monitor. */
export interface Bookkeeping {
  readonly key: Key;
  readonly specPath: string;
  readonly protect: boolean;
  readonly bodyHash: string;
  /** It is protected no more, and a layer may be why: nothing of it is replaced in the same run. */
  readonly losesProtection?: true;
  /** Its protection begins or ends. */
  readonly changesProtection?: true;
  /** The layers that it is merged from now; absent where they stay. */
  readonly inherits?: {readonly after: Inherited | undefined};
  /** Values that the service was found to fill in, with those already recorded; absent where there are none. */
  readonly observed?: JsonObject;
  /** Settings that the state notes, such as labels; absent where all of them stay. */
  readonly settings?: {readonly before: RecordedSync; readonly after: RecordedSync};
}

/** The end of a monitor's protection through a layer: no request, and a reviewer has to see it. */
interface ProtectionLoss {
  readonly action: 'unprotect';
  readonly key: Key;
  readonly after: Pick<DesiredMonitor, 'specPath'>;
}

/** The reviewed parts of a plan: its changes, and the protection that its bookkeeping takes away. */
export type Step = Change | ProtectionLoss;

/** Choice of the monitors that a run covers, as it was asked. */
export interface Choice {
  /** Keys and globs; undefined for all monitors. */
  readonly only?: readonly string[] | undefined;
  /** Keys and globs that are left out. */
  readonly exclude?: readonly string[] | undefined;
  /** `NAME=VALUE`: monitors that have all of these in their spec, or all in the state. */
  readonly labels?: readonly string[] | undefined;
}

/** Records whose specs are gone and new specs that look like them, all from one folder to another: most likely it was moved. */
export interface FolderMove {
  /** Patterns with one wildcard: `old/**` and `new/**`. */
  readonly from: string;
  readonly to: string;
  /** At least two, sorted by the old key. */
  readonly keys: readonly {readonly from: Key; readonly to: Key}[];
  /** No other recorded key matches `from`. */
  readonly isWhole: boolean;
}

/** The steps that apply would take: a plain value, made without touching the world. */
export interface Plan {
  readonly project: string;
  readonly environment: string;
  readonly operations: Operations;
  /** Address of the emulator that wrote the state, where no address was given: no real service has these monitors. Null otherwise. */
  readonly emulator: string | null;
  /** The service was asked what it holds: `duplicates`, `unmanaged`, `estimateDifferences` and drift are known. */
  readonly isRefreshed: boolean;
  /** The values of secrets were compared with those that were sent. */
  readonly hasCheckedSecrets: boolean;
  /** More deletes were allowed than `safety.maxDeletes`. */
  readonly allowsDeletes: boolean;
  /** Members that specs may have besides those of the types. */
  readonly allowedFields: AllowedFields;
  /** The state it was made against; null at first use. Without a checksum where it was made from records alone. */
  readonly base: {readonly lineage: string; readonly serial: number; readonly checksum?: string} | null;
  /** The keys that the plan is limited to, sorted; null when it covers everything. */
  readonly only: readonly Key[] | null;
  /** The choice of these keys; absent where the plan was not given a choice. */
  readonly choice?: Choice;
  /** Sorted by key. Unchanged monitors are counted, not listed. A key may have a rename or the delete of a leftover besides its change. */
  readonly changes: readonly Change[];
  /** Metadata of kept monitors that the state should note (spec path, protection, labels, hash of an equal body): no request, never a change. */
  readonly bookkeeping: readonly Bookkeeping[];
  /** Sorted by key. */
  readonly duplicates: readonly Duplicate[];
  /** Oldest first. */
  readonly unmanaged: readonly UnmanagedMonitor[];
  /** Sorted by key. */
  readonly estimateDifferences: readonly EstimateDifference[];
  readonly summary: PlanSummary;
  readonly estimate: PlanEstimate;
  /** Number of requests that apply sends if nothing fails. */
  readonly requests: number;
  /** Creates and updates that the account may send a minute; absent where the config does not say. */
  readonly requestsPerMinute?: number;
  /** SHA-256 over actions, keys, body hashes and patches with references unresolved: equal for plans that do the same. */
  readonly digest: string;
  /** See {@link digestApproval}; absent where nothing is to be applied, or the address is not known. */
  readonly approval?: string;
  readonly notices: readonly Notice[];
  /** Absent where no folder seems to have moved. */
  readonly folderMoves?: readonly FolderMove[];
  /** Findings of the run that made the plan, such as creates that it looked up. */
  readonly findings: readonly Diagnostic[];
}
