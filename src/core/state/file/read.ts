import {basename, dirname, join} from 'node:path';
import {UserError} from '../../diagnostics/user-error';
import {environmentOfName} from '../../files/state-name';
import {parseJson, property} from '../../json/value';
import type {DecodedJournal} from '../format/journal';
import type {Refusals} from '../format/refusals';
import {checkJournalBase, decodeSoundJournal} from '../format/sound-journal';
import {decodeState, MAX_STATE_BYTES} from '../format/state';
import type {JournalContent} from '../journal';
import type {ReadableState, State, StoredState} from '../state';
import type {StateRead} from '../store';
import {type Disk, errorCode, isSystemError} from './disk';
import {continueJournal, type KeptJournal} from './kept-journal';

/** The files that belong to one state. */
export interface StatePaths {
  readonly state: string;
  readonly journal: string;
  readonly backup: string;
  /** Copy of the journal when the state after the backup was written: with it the backup lacks nothing. */
  readonly journalBackup: string;
  /** A damaged state that was replaced by a rebuilt one; beside the backup, which may be of use still. */
  readonly damaged: string;
  readonly lock: string;
}

/** The files beside a state file. */
export function pathsOf(stateFile: string): StatePaths {
  return {
    state: stateFile,
    journal: `${stateFile}.journal`,
    backup: `${stateFile}.bak`,
    journalBackup: `${stateFile}.journal.bak`,
    damaged: `${stateFile}.damaged.bak`,
    lock: `${stateFile}.lock`,
  };
}

/** A journal file as read; `absent` is one that is not there. */
type ReadJournal = Extract<DecodedJournal, {kind: 'sound'}> | 'absent';

const NO_JOURNAL: JournalContent = {base: null, creates: [], edits: [], tornTail: false};

/** Reads before an unlocked reader takes what another process keeps changing as it is. */
const MOST_READS = 5;

/**
 * Reads state and journal. Throws a {@link UserError} for everything that would have to be guessed. Another process may
 * be writing: the journal is read before the state, so that the state is never the older one of the two, and once more
 * after it.
 */
export function readStateFiles<S extends ReadableState>(
  disk: Disk,
  paths: StatePaths,
  refusals: Refusals,
  decode: (bytes: Uint8Array) => StoredState<S>,
  openKept?: () => Pick<KeptJournal, 'read'> | undefined,
): StateRead<S | State> {
  const readJournalBytes = () => readRegular(disk, paths.journal, `${refusals.facts.shown}.journal`, refusals);
  let journal = readJournalBytes();
  for (let reads = 1; ; reads += 1) {
    const state = readRegular(disk, paths.state, refusals.facts.shown, refusals);
    const again = readJournalBytes();
    if (reads === MOST_READS || isSame(journal, again)) return combine(state, journal);
    journal = again;
  }

  function combine(state: Uint8Array | null, bytes: Uint8Array | null): StateRead<S | State> {
    if (state === null) {
      refuseMisplaced(disk, paths, refusals);
      const backup = disk.lstat(paths.backup) !== null;
      if (bytes !== null || backup) throw refusals.lost(bytes !== null && backup ? 'both' : backup ? 'backup' : 'journal');
      return {kind: 'first-use', journal: NO_JOURNAL};
    }
    const open = openKept?.()?.read() ?? null;
    if (bytes === null && open === null) return {kind: 'present', stored: decode(state), journal: NO_JOURNAL};
    // A journal changes records, so they must be whole.
    const stored = decodeState(state, refusals);
    const journal = continueJournal(bytes, open, stored.version);
    if (journal === null) return {kind: 'present', stored, journal: NO_JOURNAL};
    const {content} = decodeSoundJournal(journal, refusals);
    checkJournalBase(content, stored, refusals);
    return {kind: 'present', stored, journal: content};
  }
}

/** Without a state, one of this environment under the name of another would be paid for again. */
function refuseMisplaced(disk: Disk, {state}: StatePaths, refusals: Refusals): void {
  const {project, environment, shown} = refusals.facts;
  const directory = dirname(state);
  for (const name of listQuietly(disk, directory)) {
    const place = environmentOfName(name, state, environment);
    const bytes = place === null ? null : readQuietly(disk, join(directory, name), refusals);
    const root = (bytes === null ? null : parseJson(Buffer.from(bytes).toString('utf8'))) ?? null;
    if (place === null || property(root, 'format') !== 'monitors-state') continue;
    if (property(root, 'project') !== project || property(root, 'environment') !== environment) continue;
    throw refusals.misplaced(`${shown.slice(0, shown.length - basename(state).length)}${name}`, place);
  }
}

function listQuietly(disk: Disk, directory: string): readonly string[] {
  try {
    return [...disk.list(directory)].sort();
  } catch {
    return [];
  }
}

function readQuietly(disk: Disk, path: string, refusals: Refusals): Uint8Array | null {
  try {
    return readRegular(disk, path, path, refusals);
  } catch {
    return null;
  }
}

function isSame(a: Uint8Array | null, b: Uint8Array | null): boolean {
  return a === null || b === null ? a === b : Buffer.compare(a, b) === 0;
}

/** Reads the journal file; refuses one with a damaged line or of a newer format. */
export function readJournal(disk: Disk, paths: StatePaths, refusals: Refusals): ReadJournal {
  const shown = `${refusals.facts.shown}.journal`;
  const bytes = readRegular(disk, paths.journal, shown, refusals);
  return bytes === null ? 'absent' : decodeSoundJournal(bytes, refusals);
}

/** The bytes of a regular file, null when nothing is there. Never follows a symlink, never waits for a pipe. */
export function readRegular(disk: Disk, path: string, shown: string, refusals: Refusals): Uint8Array | null {
  try {
    const facts = disk.lstat(path);
    if (facts === null) return null;
    if (facts.kind !== 'file') throw refusals.notAFile(shown, facts.kind);
    const file = disk.open(path, 'read');
    try {
      const opened = disk.fstat(file);
      if (opened.kind !== 'file') throw refusals.notAFile(shown, opened.kind);
      if (opened.size > MAX_STATE_BYTES) throw refusals.tooLarge(shown, opened.size, MAX_STATE_BYTES);
      return disk.readAll(file);
    } finally {
      disk.close(file);
    }
  } catch (cause) {
    if (cause instanceof UserError) throw cause;
    if (errorCode(cause) === 'ENOENT') return null;
    if (errorCode(cause) === 'ELOOP') throw refusals.notAFile(shown, 'symlink');
    if (!isSystemError(cause)) throw cause;
    throw refusals.unreadable(shown, cause);
  }
}
