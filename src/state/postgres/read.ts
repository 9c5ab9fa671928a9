import {checkJournalBase, decodeSoundJournal} from '../format/sound-journal';
import type {JournalContent, JournaledCreate} from '../journal';
import type {SharedRefusals} from '../shared/refusals';
import type {ReadableState, StoredState} from '../state';
import type {ChooseBodies, StateRead} from '../store';
import type {Run} from './connection';
import {type RecordRow, readContents, toTexts} from './contents';
import type {Head, Owner} from './head';
import {addLate, readLate} from './late';
import {readOutlined} from './outlines';
import {readPages, toRecordRow} from './rows';

const NO_JOURNAL: JournalContent = {base: null, creates: [], edits: [], tornTail: false};

/** The lines of a journal, as its rows hold them. */
export async function readJournalLines(run: Run, {tables, project, environment}: Owner): Promise<readonly string[]> {
  const rows = await run(`SELECT text FROM ${tables.journal} WHERE project = $1 AND environment = $2 ORDER BY line`, [
    project,
    environment,
  ]);
  return rows.map(({text}) => text ?? '');
}

/** The state that a head stands for; null where nothing is stored. */
export async function readStored(run: Run, owner: Owner, head: Head, refusals: SharedRefusals): Promise<StoredState | null> {
  const {root} = head;
  if (root === null) return null;
  return readContents({...head, root}, readPages(run, owner, 'outline, bodies', toRecordRow), refusals);
}

/** Reads a state for looking: of the bodies those that `choose` names, unless a journal changes records. */
export async function readForLooking(
  run: Run,
  owner: Owner,
  head: Head,
  refusals: SharedRefusals,
  choose?: ChooseBodies,
): Promise<StateRead<ReadableState>> {
  const {root} = head;
  if (choose !== undefined && root !== null && head.journalLines === 0 && (await readLate(run, owner)).creates.length === 0) {
    const stored = await readOutlined(run, owner, {...head, root}, choose, refusals);
    if (stored !== null) return {kind: 'present', stored, journal: NO_JOURNAL};
  }
  return (await readWhole(run, owner, head, refusals)).read;
}

/** Everything of one state that is not in its head. */
export interface WholeRead {
  readonly read: StateRead;
  /** The newest late row that `read` has taken in. */
  readonly lateUpTo: number;
}

/** Reads a state with its journal and what came late; `known` is the state where the caller has it. */
export async function readWhole(
  run: Run,
  owner: Owner,
  head: Head,
  refusals: SharedRefusals,
  known?: StoredState | null,
): Promise<WholeRead> {
  const stored = known === undefined ? await readStored(run, owner, head, refusals) : known;
  const journal = decodeLines(head.journalLines === 0 ? [] : await readJournalLines(run, owner), head, refusals);
  const late = await readLate(run, owner);
  if (stored === null) {
    if (journal.base !== null) throw refusals.malformed('it has a journal and no state');
    return {read: {kind: 'first-use', journal: NO_JOURNAL}, lateUpTo: late.upTo};
  }
  checkJournalBase(journal, stored, refusals);
  const all = addLate(head.isElsewhere ? distrust(journal) : journal, late.creates);
  return {read: {kind: 'present', stored, journal: all}, lateUpTo: late.upTo};
}

/** Reads the lines of a journal, all of which must be there. */
export function decodeLines(
  lines: readonly string[],
  {journalLines, journalLast}: Pick<Head, 'journalLines' | 'journalLast'>,
  refusals: SharedRefusals,
): JournalContent {
  if (lines.length !== journalLines) throw refusals.journalDamaged(lines.length + 1, `${journalLines} lines should be there`);
  if (lines.length === 0) return NO_JOURNAL;
  const {content, last} = decodeSoundJournal(Buffer.from(lines.map(line => `${line}\n`).join('')), refusals);
  if (last !== journalLast) throw refusals.journalDamaged(lines.length, 'it is not the last one that was written');
  return content;
}

/** What was recorded last may be missing on this server: an intent with nothing after it may have been sent. */
function distrust(journal: JournalContent): JournalContent {
  const doubt = (create: JournaledCreate): JournaledCreate => (create.phase === 'intent' ? {...create, phase: 'unknown'} : create);
  return {
    ...journal,
    creates: journal.creates.map(doubt),
    edits: journal.edits.map(edit => (edit.phase === 'intent' ? {...edit, phase: 'unknown'} : edit)),
  };
}
