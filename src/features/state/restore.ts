import {resolve as resolvePath} from 'node:path';
import {version as tool} from '../../core/base/version';
import {UserError} from '../../core/diagnostics/user-error';
import {isObject, parseJson, property} from '../../core/json/value';
import {pathsOf} from '../../core/state/file/read';
import type {FileStateStore} from '../../core/state/file/store';
import {foldJournal} from '../../core/state/fold';
import {openForChange} from '../../core/state/fold-open';
import {decodeJournal, salvageJournal} from '../../core/state/format/journal';
import {readMigration} from '../../core/state/format/migration';
import {Refusals, type StateFileFacts} from '../../core/state/format/refusals';
import {decodeRescue, isRescueText, type Rescue} from '../../core/state/format/rescue';
import {decodeState, decodeUnsignedState} from '../../core/state/format/state';
import type {JournalContent, JournaledCreate, JournaledEdit, JournaledWork} from '../../core/state/journal';
import {newState, type State, type StoredState} from '../../core/state/state';
import type {StateStore} from '../../core/state/store';
import {NO_WORK, nothingStored, readBackedUpWork, readWork, withLock} from '../../project/state-access';
import type {ProjectStore} from '../../project/store';
import {type ComparedState, compareWithCopy} from './comparison';
import {describeRestored, type RestoreReport, type VerifyReport} from './repair-reports';
import {acceptServer, restoreCopy, verifySharedState} from './shared-repair';

/**
 * Shows what state and journal hold even where their checksums are wrong; with `sign` writes them again. A create whose
 * records may be incomplete counts as unknown from then on. Throws a `UserError` for damage that can't be read through.
 */
export async function verifyState(store: ProjectStore, mode: 'show' | 'sign'): Promise<VerifyReport> {
  if (store.backend !== 'file') return mode === 'show' ? verifySharedState(store) : acceptServer(store);
  if (mode === 'show') return toVerifyReport(await inspectState(store), false);
  return withLock(store, async locked => {
    const found = await inspectState(store);
    if (found.signed && found.journal !== 'damaged') return toVerifyReport(found, false);
    const {state, unfinished} = foldJournal(found.stored.state, found);
    const stored = await locked.replace({...state, serial: Math.max(state.serial, found.journalSerial)}, 'replace');
    await locked.rewriteJournal(stored.version, unfinished, found.journal === 'damaged' ? 'keep-old' : 'drop-old');
    return {
      ...toVerifyReport(found, true),
      version: stored.version,
      monitors: [...stored.state.monitors.keys()].sort(),
      unresolved: unfinished,
    };
  });
}

interface Inspection extends JournaledWork {
  readonly stored: StoredState;
  readonly signed: boolean;
  readonly changes: ComparedState | null;
  readonly journal: VerifyReport['journal'];
  readonly journalSerial: number;
  readonly unreadableLines: readonly number[];
}

async function inspectState(store: FileStateStore): Promise<Inspection> {
  const bytes = store.readStateBytes();
  if (bytes === null) {
    // Reading tells a state that was lost from one that never was.
    await store.read();
    throw nothingStored();
  }
  const unsigned = decodeUnsignedState(bytes, store.refusals);
  const {stored, stated} = unsigned;
  const signed = stored.version.checksum === stated;
  const found = {stored, signed, changes: signed ? null : await compareWithCopy(store, unsigned)};
  const journal = store.readJournalBytes();
  if (journal === null) return {...found, journal: 'absent', journalSerial: 0, unreadableLines: [], creates: [], edits: []};
  const decoded = decodeJournal(journal);
  if (decoded.kind === 'newer') throw store.refusals.newerJournal(decoded.version, decoded.tool);
  if (decoded.kind === 'sound') {
    const {base, creates, edits, tornTail} = decoded.content;
    if (base !== null && base.lineage !== stored.version.lineage) throw store.refusals.journalMismatch();
    return {...found, journal: tornTail ? 'torn' : 'sound', journalSerial: base?.serial ?? 0, unreadableLines: [], creates, edits};
  }
  const {content, unreadable} = salvageJournal(journal);
  if (content.base !== null && content.base.lineage !== stored.version.lineage) throw store.refusals.journalMismatch();
  return {
    ...found,
    journal: 'damaged',
    journalSerial: content.base?.serial ?? 0,
    unreadableLines: unreadable,
    creates: content.creates.map(doubt),
    edits: content.edits.map(doubt),
  };
}

/** Marks an unfinished operation of a damaged journal as unknown: more may have happened to it than the journal says. */
function doubt<Work extends JournaledCreate | JournaledEdit>(work: Work): Work {
  return work.phase === 'done' ? work : {...work, phase: 'unknown'};
}

function toVerifyReport(found: Inspection, fixed: boolean): VerifyReport {
  const {stored, signed, changes, journal, unreadableLines} = found;
  const {unfinished} = foldJournal(stored.state, found);
  return {
    version: stored.version,
    monitors: [...stored.state.monitors.keys()].sort(),
    signed,
    changes,
    journal,
    unreadableLines,
    unresolved: unfinished,
    fixed,
  };
}

/**
 * Restores a state from a backup or another copy, or merges what a rescue file saved. `path` is absolute; `files`
 * reads it, and is the state's store unless that is on a server.
 */
export async function restoreFile(files: FileStateStore, path: string, store: ProjectStore = files): Promise<RestoreReport> {
  const bytes = files.readOtherFile(path);
  if (bytes === null)
    throw new UserError(
      'state/bad-rescue',
      `${path} does not exist`,
      'give the path of a backup, a state or a rescue file, or a commit that has this state',
    );
  const text = Buffer.from(bytes).toString('utf8');
  if (!isRescueText(text)) {
    return store.backend === 'file' ? restoreState(store, path, bytes) : restoreCopy(store, {path, bytes, owner: files.refusals.facts});
  }
  await files.refuseTracked(path);
  const rescue = decodeRescue(text);
  if (rescue === null) {
    throw new UserError(
      'state/bad-rescue',
      `${path} is a damaged rescue file`,
      'look up the ids in the file, then run "monitors resolve KEY --adopt ID" for each',
    );
  }
  return restoreRescue(store, {path, rescue, owner: files.refusals.facts});
}

/** The restored state gets a serial above everything that is known, so that no copy of it counts as newer. */
async function restoreState(store: FileStateStore, path: string, bytes: Uint8Array): Promise<RestoreReport> {
  const isState = resolvePath(path) === store.paths.state;
  refuseMigration(store);
  const {facts} = store.refusals;
  const copied = {...facts, shown: path, isCopy: true, environment: readEnvironment(store, bytes) ?? facts.environment};
  const restored = decodeState(bytes, isState ? store.refusals : new Refusals(copied));
  return withLock(store, async locked => {
    const isBackup = resolvePath(path) === store.paths.backup;
    const journal = readJournalFor(store, restored);
    const backedUp = isBackup ? readBackedUpWork(store, restored) : isState ? NO_WORK : readWorkBeside(store, path, restored);
    const {creates, edits} = journal ?? NO_WORK;
    const serial = Math.max(restored.version.serial, journal?.base?.serial ?? 0, currentSerial(store));
    const {state, unfinished} = foldJournal(
      {...restored.state, environment: facts.environment},
      {
        creates: keepNewest([...backedUp.creates, ...creates]),
        edits: keepNewest([...backedUp.edits, ...edits]),
      },
    );
    const stored = await locked.replace({...state, serial}, isBackup ? 'leave' : 'replace');
    if (journal !== null || (unfinished.length > 0 && store.readJournalBytes() === null))
      await locked.rewriteJournal(stored.version, unfinished);
    return {kind: 'state', from: restored.version, ...describeRestored(stored), unresolved: unfinished};
  });
}

/** The environment of a copy of this state: it may have been in another one. Null for any other state. */
function readEnvironment(store: FileStateStore, bytes: Uint8Array): string | null {
  const [here, there] = [store.readStateBytes(), bytes].map(one => parseJson(Buffer.from(one ?? []).toString('utf8')));
  const [lineage, name] = [property(there, 'lineage'), property(there, 'environment')];
  return typeof lineage === 'string' && lineage === property(here, 'lineage') && typeof name === 'string' ? name : null;
}

/** The work in the journal beside a copy, or beside a backup of another place. */
function readWorkBeside(store: FileStateStore, path: string, restored: StoredState): JournaledWork {
  const {journal, journalBackup} = pathsOf(path.replace(/\.bak$/, ''));
  return readWork(store.readOtherFile(path.endsWith('.bak') ? journalBackup : journal), restored);
}

/** A state that lives elsewhere by now would be applied twice. */
function refuseMigration(store: FileStateStore): void {
  const bytes = store.readStateBytes();
  const root = bytes === null ? undefined : parseJson(Buffer.from(bytes).toString('utf8'));
  const migration = isObject(root) ? readMigration(root) : null;
  if (migration !== null) throw store.refusals.migrating(migration);
}

/** Of several accounts of one operation the last one. */
function keepNewest<Work extends JournaledCreate | JournaledEdit>(work: readonly Work[]): Work[] {
  return [...new Map(work.map(one => [one.intent.opId, one])).values()];
}

/** The journal that goes on after the restored state; null when it is absent, or damaged and left for `verify --fix`. */
function readJournalFor(store: FileStateStore, restored: StoredState): JournalContent | null {
  const bytes = store.readJournalBytes();
  if (bytes === null) return null;
  const decoded = decodeJournal(bytes);
  if (decoded.kind === 'newer') throw store.refusals.newerJournal(decoded.version, decoded.tool);
  if (decoded.kind === 'damaged') return null;
  const {base} = decoded.content;
  if (base !== null && base.lineage !== restored.version.lineage) throw store.refusals.journalMismatch();
  return decoded.content;
}

function currentSerial(store: FileStateStore): number {
  try {
    const bytes = store.readStateBytes();
    return bytes === null ? 0 : decodeUnsignedState(bytes, store.refusals).stored.version.serial;
  } catch {
    return 0;
  }
}

/** A rescue file, and the state that it is for. */
interface GivenRescue {
  readonly path: string;
  readonly rescue: Rescue;
  readonly owner: Pick<StateFileFacts, 'project' | 'environment'>;
}

async function restoreRescue(store: StateStore, given: GivenRescue): Promise<RestoreReport> {
  const {path, rescue} = given;
  return withLock(store, async locked => {
    const opened = await openForChange(locked);
    const {state, version} = opened.stored ?? {state: beginAgain(given), version: null};
    if (rescue.lineage !== state.lineage) {
      throw new UserError(
        'state/bad-rescue',
        `${path} belongs to a different state (lineage ${rescue.lineage})`,
        'use the rescue file that the last run named',
      );
    }
    const folded = foldJournal(state, rescue);
    const unresolved = mergeUnresolved(opened.unresolved, folded.unfinished, rescue, folded.state);
    const stored = await locked.write(folded.state, version);
    await locked.rewriteJournal(stored.version, unresolved);
    const recorded = [...folded.state.monitors.keys()].filter(key => !state.monitors.has(key)).sort();
    return {kind: 'rescue', runId: rescue.runId, recorded, unresolved};
  });
}

/**
 * The state of a first run as it was before its creates: another machine may have nothing else of it. Throws `UserError` where the file is of
 * another project or environment, or adds to records that are missing here.
 */
function beginAgain({path, rescue, owner}: GivenRescue): State {
  const {lineage, serial, project, environment, origin} = rescue;
  if (project !== owner.project || environment !== owner.environment) {
    throw new UserError(
      'state/bad-rescue',
      `${path} belongs to project "${project}", environment "${environment}"`,
      `this is project "${owner.project}", environment "${owner.environment}"`,
    );
  }
  if (serial > FIRST_SERIAL) {
    throw new UserError(
      'state/bad-rescue',
      `the state that this file adds to, serial ${serial}, is missing here`,
      'put it back first ("git pull", or "monitors state restore COMMIT"), then run this again',
    );
  }
  return {...newState({lineage, tool, project, environment, origin}), serial};
}

/** Serial of a state that its first run began and has recorded nothing in. */
const FIRST_SERIAL = 1;

/** The rescue file knows more than the journal of the creates that it holds; a key that got its record since needs nothing more. */
function mergeUnresolved(
  journaled: readonly JournaledCreate[],
  rescued: readonly JournaledCreate[],
  rescue: Rescue,
  state: State,
): readonly JournaledCreate[] {
  const known = new Set(rescue.creates.map(({intent}) => intent.opId));
  const kept = journaled.filter(({intent}) => !known.has(intent.opId));
  return [...kept, ...rescued.filter(({intent, done}) => done !== undefined || !state.monitors.has(intent.key))];
}
