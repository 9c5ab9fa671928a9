import type {Count, Ordinal} from '../../core/json/count';
import type {JsonObject} from '../../core/json/value';
import type {Key} from '../../core/specs/desired-monitor';
import type {JournaledCreate} from '../../core/state/journal';
import type {RecordedMonitor, RecordedOutline} from '../../core/state/state';
import {renderJson} from '../../rendering/escape-json';
import {type StateVersionDocument, toUnresolvedDocument, type UnresolvedDocument} from '../../rendering/shared-documents';
import type {StateHistoryDocument, StateInitDocument, StateMigrateDocument} from './place-document';
import type {ChangedState, StateOverview} from './text';

/** Result of `monitors state list`. */
export interface StateListDocument {
  /** Version of this document; within a version members are only added. */
  readonly formatVersion: 1;
  readonly command: 'state list';
  /** The state; null before the first apply. */
  readonly state: StateOwnerDocument | null;
  /** Recorded monitors, sorted by key. */
  readonly monitors: readonly ListedMonitorDocument[];
  /** Unresolved creates. */
  readonly unresolved: readonly UnresolvedDocument[];
}

/** A state with its project and environment. */
export type StateOwnerDocument = StateVersionDocument & {
  /**
   * The project that it belongs to.
   * @example "acme-web"
   */
  readonly project: string;
  /**
   * The environment that it belongs to.
   * @example "default"
   */
  readonly environment: string;
  /**
   * Address of the service.
   * @example "https://api.example.com"
   */
  readonly origin: string;
};

/** A recorded monitor. */
export type ListedMonitorDocument = {
  /**
   * Its key.
   * @example "pricing/acme"
   */
  readonly key: string;
  /** The service's id. */
  readonly id: string;
  /**
   * Its spec, below the specs directory.
   * @example "pricing/acme.yaml"
   */
  readonly specPath: string;
  /** Protected from delete and replacement. */
  readonly protected: boolean;
  /** Paused by its spec. */
  readonly paused: boolean;
  /** May exist twice; `monitors resolve KEY --checked` ends this. */
  readonly mayExistTwice: boolean;
  /** Time of creation; null if unknown. */
  readonly createdAt: string | null;
  /** Its labels; missing if there are none. */
  readonly labels?: {readonly [name: string]: string};
};

/** Result of `monitors state show KEY`. */
export interface StateShowDocument {
  /** Version of this document; within a version members are only added. */
  readonly formatVersion: 1;
  readonly command: 'state show';
  /** The given key. */
  readonly key: string;
  /** The record; null for an unresolved create only. */
  readonly monitor: RecordedMonitorDocument | null;
  /** Unresolved creates of this key. */
  readonly unresolved: readonly UnresolvedDocument[];
}

/** The whole record of a monitor. */
export type RecordedMonitorDocument = ListedMonitorDocument & {
  /** The body as it was sent, references as their text, other secrets as salted hashes. */
  readonly applied: JsonObject;
  /** Values of the service that differ. */
  readonly observed: JsonObject;
};

/** Result of `monitors state verify`. */
export interface StateVerifyDocument {
  /** Version of this document; within a version members are only added. */
  readonly formatVersion: 1;
  readonly command: 'state verify';
  /** Plan and apply accept the state. */
  readonly sound: boolean;
  /** It was signed in this run. */
  readonly fixed: boolean;
  /** The checksum matched. */
  readonly signed: boolean;
  /** Changes since a valid copy; null if the checksum matched or there is no copy. */
  readonly changes: StateChangesDocument | null;
  /** Status of the journal. */
  readonly journal: 'absent' | 'sound' | 'torn' | 'damaged';
  /** Damaged lines of the journal. */
  readonly unreadableLines: readonly Ordinal[];
  /** The state as it is now. */
  readonly state: StateVersionDocument;
  /** Its keys, sorted. */
  readonly monitors: readonly string[];
  /** Unresolved creates. */
  readonly unresolved: readonly UnresolvedDocument[];
}

/** Differences between a state with a wrong checksum and a valid copy. */
export interface StateChangesDocument {
  /** Source of the copy: the last commit, the upstream branch, or the backup with its journal. */
  readonly comparedWith: 'git' | 'backup';
  /** The copy's serial. */
  readonly serial: Count;
  /** The checksum belongs to this copy, so these are all changes; otherwise the copy may be older. */
  readonly exact: boolean;
  /** Keys that only the state has. */
  readonly added: readonly string[];
  /** Keys that only the copy has: the next apply would create them again. */
  readonly removed: readonly string[];
  /** Keys whose records differ. */
  readonly changed: readonly ChangedRecordDocument[];
  /**
   * Members outside the records that differ.
   * @example ["origin"]
   */
  readonly members: readonly string[];
}

/** A record that differs. */
export interface ChangedRecordDocument {
  /** Its key. */
  readonly key: string;
  /**
   * The members that differ.
   * @example ["protect"]
   */
  readonly members: readonly string[];
}

/** Result of `monitors state restore`. */
export interface StateRestoreDocument {
  /** Version of this document; within a version members are only added. */
  readonly formatVersion: 1;
  readonly command: 'state restore';
  /** What was restored: a copy of the state, a rescue file, or a commit. */
  readonly source: 'state' | 'rescue' | 'commit';
  /** The written state; null for a rescue file, which only adds records. */
  readonly state: StateVersionDocument | null;
  /** Number of monitors; null for a rescue file. */
  readonly monitors: Count | null;
  /** For a copy of the state: monitors that the state recorded before, and does not record any more. */
  readonly leftOut?: readonly {readonly key: string; readonly id: string}[];
  /** Keys added from a rescue file or a commit. */
  readonly recorded: readonly string[];
  /** For a commit: keys that it no longer records. */
  readonly dropped?: readonly string[];
  /** For a commit: keys that another monitor has here. */
  readonly refused?: readonly string[];
  /** Unresolved creates. */
  readonly unresolved: readonly UnresolvedDocument[];
}

/** Result of `mv`, `rm` or `unprotect`. */
export interface StateKeyDocument {
  /** Version of this document; within a version members are only added. */
  readonly formatVersion: 1;
  /** The command. */
  readonly command: 'state mv' | 'state rm' | 'state unprotect';
  /** The current key; for `rm`, the removed one. With a glob: the glob, for `mv` the new pattern. */
  readonly key: string;
  /** For `mv` and `rm`: the monitor id. */
  readonly id?: string;
  /** For `rm`: ids of replaced monitors that still exist; missing if there are none. */
  readonly leftovers?: readonly string[];
  /** For `mv`: the previous key or pattern. */
  readonly from?: string;
  /** For `unprotect`: whether it was protected; with a glob, whether one was. */
  readonly wasProtected?: boolean;
  /** With a glob: what it matched, sorted by (previous) key. */
  readonly monitors?: readonly StateKeyEntryDocument[];
}

/** One monitor that a glob matched. */
export interface StateKeyEntryDocument {
  /** Its key; for `mv`, the current one. */
  readonly key: string;
  /** The service's id. */
  readonly id: string;
  /** For `mv`: the previous key. */
  readonly from?: string;
  /** For `rm`: ids of replaced monitors that still exist; missing if there are none. */
  readonly leftovers?: readonly string[];
  /** For `unprotect`: whether it was protected. */
  readonly wasProtected?: boolean;
}

/** Result of `monitors state set-origin URL` or `monitors state reset`. */
export interface StateOriginDocument {
  /** Version of this document; within a version members are only added. */
  readonly formatVersion: 1;
  /** The command. */
  readonly command: 'state set-origin' | 'state reset';
  /** Address of the service; for `reset`, the previous one. */
  readonly origin: string;
  /** For `set-origin`: the previous address. */
  readonly before?: string;
  /** For `reset`: number of removed records. */
  readonly forgotten?: Count;
  /**
   * For `reset`: changed files to commit; missing if git has none.
   * @example ["monitors.state.json"]
   */
  readonly toCommit?: readonly string[];
}

/** Result of `monitors state unlock ID`. */
export interface StateUnlockDocument {
  /** Version of this document; within a version members are only added. */
  readonly formatVersion: 1;
  readonly command: 'state unlock';
  /** The lock's id. */
  readonly id: string;
  /** The owner. */
  readonly user: string;
  /** The machine of the owner. */
  readonly host: string;
  /** The process id. */
  readonly pid: number;
}

/** Result of a command of `monitors state`. */
export type StateDocument =
  | StateListDocument
  | StateShowDocument
  | StateVerifyDocument
  | StateRestoreDocument
  | StateKeyDocument
  | StateOriginDocument
  | StateUnlockDocument
  | StateInitDocument
  | StateMigrateDocument
  | StateHistoryDocument;

/** The document that a command of `monitors state` prints with `--format json`. */
export function renderStateJson(document: StateDocument): string {
  return renderJson(document);
}

/** The document that `monitors state list --format json` prints. */
export function renderStateListJson(listing: ListedState): string {
  const {version, project, environment, origin, monitors, unresolved} = listing;
  return renderStateJson({
    formatVersion: 1,
    command: 'state list',
    state: version === null ? null : {...toStateVersion(version), project, environment, origin},
    monitors: monitors.map(([key, monitor]) => toListedMonitor(key, monitor)),
    unresolved: toUnresolvedDocuments(unresolved),
  });
}

/** Further members of a list for programs, compared with one for people. */
interface ListedState extends Omit<StateOverview, 'version'> {
  readonly version: StateVersionDocument | null;
  readonly project: string;
  readonly environment: string;
}

/** The document that `monitors state show KEY --format json` prints. */
export function renderStateEntryJson(key: Key, monitor: RecordedMonitor | null, unresolved: readonly JournaledCreate[]): string {
  return renderStateJson({
    formatVersion: 1,
    command: 'state show',
    key,
    monitor: monitor === null ? null : {...toListedMonitor(key, monitor), applied: monitor.applied, observed: monitor.observed},
    unresolved: toUnresolvedDocuments(unresolved),
  });
}

/** Describes the changes in a state whose checksum is wrong, as `state verify` prints them. */
export function toStateChanges({copy, serial, isExact, added, removed, changed, members}: ChangedState): StateChangesDocument {
  return {comparedWith: copy, serial, exact: isExact, added, removed, changed, members};
}

/** Names the state and its generation: no checksum, which is about the file. */
export function toStateVersion({lineage, serial}: StateVersionDocument): StateVersionDocument {
  return {lineage, serial};
}

/** Lists the unresolved creates, as every document of `monitors state` holds them. */
export function toUnresolvedDocuments(creates: readonly JournaledCreate[]): UnresolvedDocument[] {
  return creates.map(toUnresolvedDocument);
}

function toListedMonitor(key: Key, record: RecordedOutline): ListedMonitorDocument {
  const {id, specPath, protect, createdAt} = record;
  return {
    key,
    id,
    specPath,
    protected: protect,
    paused: record.paused === true,
    mayExistTwice: record.mayExistTwice === true,
    createdAt: createdAt === '' ? null : createdAt,
    ...(record.labels === undefined ? {} : {labels: record.labels}),
  };
}
