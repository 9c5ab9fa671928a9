import type {Count, Ordinal} from '../json/count';
import type {JsonObject} from '../json/value';
import type {Key} from '../spec/desired-monitor';
import type {JournaledCreate} from '../state/journal';
import type {RecordedMonitor, RecordedOutline} from '../state/state';
import {stringifyJson} from './escape-json';
import {type StateVersionDocument, toUnresolvedDocument, type UnresolvedDocument} from './shared-documents';
import type {ChangedState, StateOverview} from './state-text';

/** What `monitors state list` shows. */
export interface StateListDocument {
  /** Version of this shape; members are only ever added within a version. */
  readonly formatVersion: 1;
  readonly command: 'state list';
  /** The state; null where nothing was applied yet. */
  readonly state: StateOwnerDocument | null;
  /** What is recorded, sorted by key. */
  readonly monitors: readonly ListedMonitorDocument[];
  /** Creates whose outcome is unknown. */
  readonly unresolved: readonly UnresolvedDocument[];
}

/** A state, and whose it is. */
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
   * The service's address, where its monitors live.
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
   * The spec that it was made from, below the specs directory.
   * @example "pricing/acme.yaml"
   */
  readonly specPath: string;
  /** It may be neither deleted nor replaced. */
  readonly protected: boolean;
  /** Its spec pauses it. */
  readonly paused: boolean;
  /** A request before the one that made it may have been carried out too; `monitors resolve KEY --checked` ends this. */
  readonly mayExistTwice: boolean;
  /** When it was created, as the service said it; null where that is not known. */
  readonly createdAt: string | null;
};

/** What `monitors state show KEY` shows. */
export interface StateShowDocument {
  /** Version of this shape; members are only ever added within a version. */
  readonly formatVersion: 1;
  readonly command: 'state show';
  /** The key that was given. */
  readonly key: string;
  /** What is recorded under it; null where there is only a create whose outcome is unknown. */
  readonly monitor: RecordedMonitorDocument | null;
  /** Creates under this key whose outcome is unknown. */
  readonly unresolved: readonly UnresolvedDocument[];
}

/** All that is recorded of a monitor. */
export type RecordedMonitorDocument = ListedMonitorDocument & {
  /** The body as it was sent, references as their text, other secrets as salted hashes. */
  readonly applied: JsonObject;
  /** What the service answered where that differs. */
  readonly observed: JsonObject;
};

/** What `monitors state verify` found. */
export interface StateVerifyDocument {
  /** Version of this shape; members are only ever added within a version. */
  readonly formatVersion: 1;
  readonly command: 'state verify';
  /** Plan and apply take the state as it is now. */
  readonly sound: boolean;
  /** It was signed in this run. */
  readonly fixed: boolean;
  /** Its checksum was right. */
  readonly signed: boolean;
  /** What was changed, as far as a sound copy tells; null where its checksum was right, and where there is no copy. */
  readonly changes: StateChangesDocument | null;
  /** How its journal was found. */
  readonly journal: 'absent' | 'sound' | 'torn' | 'damaged';
  /** Lines of the journal that hold no record any more. */
  readonly unreadableLines: readonly Ordinal[];
  /** The state as it is now. */
  readonly state: StateVersionDocument;
  /** The keys that it holds, sorted. */
  readonly monitors: readonly string[];
  /** Creates whose outcome is unknown. */
  readonly unresolved: readonly UnresolvedDocument[];
}

/** What a state with a wrong checksum holds otherwise than a sound copy of it. */
export interface StateChangesDocument {
  /** Where the copy is: the last commit or the branch that is followed, or the backup with what its journal adds. */
  readonly comparedWith: 'git' | 'backup';
  /** The copy's serial. */
  readonly serial: Count;
  /** The checksum was made for this copy: what is told here is all that was changed. Else the copy may be older. */
  readonly exact: boolean;
  /** Keys that only the state has. */
  readonly added: readonly string[];
  /** Keys that only the copy has: the next apply would create them again. */
  readonly removed: readonly string[];
  /** Keys whose records differ. */
  readonly changed: readonly ChangedRecordDocument[];
  /**
   * Members of the state itself that differ.
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

/** What `monitors state restore FILE` did. */
export interface StateRestoreDocument {
  /** Version of this shape; members are only ever added within a version. */
  readonly formatVersion: 1;
  readonly command: 'state restore';
  /** What the file was: another copy of the state, or what a run saved that could not write it. */
  readonly source: 'state' | 'rescue';
  /** The state that was written; null for a rescue file, which only adds to it. */
  readonly state: StateVersionDocument | null;
  /** How many monitors it holds; null for a rescue file. */
  readonly monitors: Count | null;
  /** Keys that a rescue file brought in. */
  readonly recorded: readonly string[];
  /** Creates whose outcome is unknown. */
  readonly unresolved: readonly UnresolvedDocument[];
}

/** What a repair of one record did: `mv`, `rm` and `unprotect`. */
export interface StateKeyDocument {
  /** Version of this shape; members are only ever added within a version. */
  readonly formatVersion: 1;
  /** Which of these. */
  readonly command: 'state mv' | 'state rm' | 'state unprotect';
  /** The key as it is now; of `rm`, the one that is forgotten. */
  readonly key: string;
  /** Of `mv` and `rm`: the service's id of its monitor. */
  readonly id?: string;
  /** Of `rm`: ids of monitors that it had replaced and that are still there; left out where there is none. */
  readonly leftovers?: readonly string[];
  /** Of `mv`: the key until now. */
  readonly from?: string;
  /** Of `unprotect`: whether it was protected until now. */
  readonly wasProtected?: boolean;
}

/** What `monitors state set-origin URL` and `monitors state reset` did. */
export interface StateOriginDocument {
  /** Version of this shape; members are only ever added within a version. */
  readonly formatVersion: 1;
  /** Which of these. */
  readonly command: 'state set-origin' | 'state reset';
  /** The service's address that the state belongs to; of `reset`, belonged to. */
  readonly origin: string;
  /** Of `set-origin`: the address until now. */
  readonly before?: string;
  /** Of `reset`: how many monitors it forgot. */
  readonly forgotten?: Count;
  /**
   * Of `reset`: files that git has, and whose change is to be committed; left out where git has none.
   * @example ["monitors.state.json"]
   */
  readonly toCommit?: readonly string[];
}

/** What `monitors state unlock ID` did. */
export interface StateUnlockDocument {
  /** Version of this shape; members are only ever added within a version. */
  readonly formatVersion: 1;
  readonly command: 'state unlock';
  /** The lock's id. */
  readonly id: string;
  /** Who held it. */
  readonly user: string;
  /** On which machine. */
  readonly host: string;
  /** The process. */
  readonly pid: number;
}

/** What any command of `monitors state` prints as JSON. */
export type StateDocument =
  | StateListDocument
  | StateShowDocument
  | StateVerifyDocument
  | StateRestoreDocument
  | StateKeyDocument
  | StateOriginDocument
  | StateUnlockDocument;

/** The document that a command of `monitors state` prints with `--format json`. */
export function renderStateJson(document: StateDocument): string {
  return `${stringifyJson(document, 2)}\n`;
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

/** What a list for programs says more than one for people. */
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

/** What was changed in a state whose checksum is wrong, as `state verify` prints it. */
export function toStateChanges({copy, serial, isExact, added, removed, changed, members}: ChangedState): StateChangesDocument {
  return {comparedWith: copy, serial, exact: isExact, added, removed, changed, members};
}

/** Which generation of which state: no checksum, which is about the file. */
export function toStateVersion({lineage, serial}: StateVersionDocument): StateVersionDocument {
  return {lineage, serial};
}

/** What is unresolved, as every document of `monitors state` holds it. */
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
  };
}
