import type {Key} from '../specs/desired-monitor';
import {listTargetIds} from '../specs/targets';
import {foldJournal} from '../state/fold';
import {decodeJournal, salvageJournal} from '../state/format/journal';
import {type SalvagedState, salvageState} from '../state/format/salvage';
import type {JournalContent, JournaledCreate} from '../state/journal';
import {mergeLines} from '../state/removed';
import {newState, type RecordedMonitor, type RemovedRecord} from '../state/state';

/** The files that may still say something about a lost state; null where a file is missing. */
export interface RemainingFiles {
  readonly state: Uint8Array | null;
  readonly backup: Uint8Array | null;
  readonly journal: Uint8Array | null;
  readonly journalBackup: Uint8Array | null;
  /** The state as git holds it: at the tip of the branch, and of the one that it follows. */
  readonly committed: readonly Uint8Array[];
}

/** Former record of a monitor in a file. A hint where to look, never a fact. */
export interface Hint {
  readonly key: Key;
  /** The service's id; null where only the intent of a create is known. */
  readonly id: string | null;
  /** Lower case. */
  readonly targetIds: readonly string[];
  /** The record, as it was or would have been. */
  readonly record: Omit<RecordedMonitor, 'id' | 'createdAt' | 'observed'> & Partial<RecordedMonitor>;
}

/** Everything that the remaining files of a lost state still say. */
export interface Salvage {
  readonly hints: readonly Hint[];
  /** The identity of the lost state; null where no file has it, or where files differ. */
  readonly lineage: string | null;
  /** The highest that any file names; 0 where none does. */
  readonly serial: number;
  /** Addresses where its monitors live, as far as they are readable. */
  readonly origins: readonly string[];
  /** Environments that it belonged to before: its oldest monitors may have target ids derived from them. */
  readonly formerEnvironments: readonly string[];
  /** The records that left it. */
  readonly removed: readonly RemovedRecord[];
  /** Creates that may have been carried out and whose id is not known. */
  readonly unfinished: readonly JournaledCreate[];
  /** The journal holds lines that can't be read. */
  readonly journalIsDamaged: boolean;
}

/** The owner of the lost state. */
interface LostStateOwner {
  readonly project: string;
  readonly environment: string;
}

/** Reads the remaining files of a lost state, newest first. Those of another project or environment are ignored. */
export function readSalvage({state, backup, journal, journalBackup, committed}: RemainingFiles, owner: LostStateOwner): Salvage {
  const texts = [state, ...committed, backup].flatMap(bytes => (bytes === null ? [] : [salvageState(bytes)]));
  const own = texts.filter(text => belongsTo(text, owner));
  const now = readRemainingJournal(journal);
  const before = readRemainingJournal(journalBackup);
  const folded = foldJournal(emptyState(owner), now.content);
  const lineages = [...own.map(({lineages: found}) => found), listBase(now.content), listBase(before.content)];
  return {
    hints: [
      ...own.flatMap(({records}) => records.map(([key, record]) => toHint(key, record))),
      ...[...folded.state.monitors].map(([key, record]) => toHint(key, record)),
      ...[...foldJournal(emptyState(owner), before.content).state.monitors].map(([key, record]) => toHint(key, record)),
      ...folded.unfinished.map(toIntentHint),
    ],
    lineage: lineages.find(found => found.length === 1)?.[0] ?? null,
    serial: Math.max(0, ...own.map(({serial}) => serial), now.content.base?.serial ?? 0, before.content.base?.serial ?? 0),
    origins: [...new Set(own.flatMap(({origins}) => origins))],
    formerEnvironments: [...new Set(own.flatMap(({formerEnvironments}) => formerEnvironments))],
    removed: mergeLines(...own.map(({removed}) => removed)),
    unfinished: folded.unfinished,
    journalIsDamaged: now.isDamaged,
  };
}

function belongsTo({projects, environments}: SalvagedState, {project, environment}: LostStateOwner): boolean {
  return projects.every(found => found === project) && environments.every(found => found === environment);
}

function emptyState({project, environment}: LostStateOwner) {
  return newState({lineage: '', tool: '', project, environment, origin: ''});
}

function listBase({base}: JournalContent): string[] {
  return base === null ? [] : [base.lineage];
}

/** A damaged journal may miss the last steps of an unfinished create, so such a create counts as unknown. */
function readRemainingJournal(bytes: Uint8Array | null): {readonly content: JournalContent; readonly isDamaged: boolean} {
  if (bytes === null) return {content: {base: null, creates: [], edits: [], tornTail: false}, isDamaged: false};
  const decoded = decodeJournal(bytes);
  if (decoded.kind === 'sound') return {content: decoded.content, isDamaged: false};
  const {content} = salvageJournal(bytes);
  const creates = content.creates.map(create => (create.phase === 'done' ? create : {...create, phase: 'unknown' as const}));
  return {content: {...content, creates}, isDamaged: true};
}

function toHint(key: Key, record: RecordedMonitor): Hint {
  return {key, id: record.id, targetIds: idsOf(record), record};
}

function toIntentHint({intent, done}: JournaledCreate): Hint {
  return {key: intent.key, id: done?.monitor.id ?? null, targetIds: intent.targetIds, record: intent.monitor};
}

function idsOf({applied}: Pick<RecordedMonitor, 'applied'>): string[] {
  return listTargetIds(applied).filter(id => id !== null);
}
