import {decodeSoundJournal} from '../../core/state/format/sound-journal';
import type {JournalContent} from '../../core/state/journal';
import type {OutlineFile} from '../../core/state/kept-outline';
import {combineRead, NO_JOURNAL, type ReadParts} from '../../core/state/remote/read';
import type {SharedRefusals} from '../../core/state/remote/refusals';
import type {ReadableState, StoredState} from '../../core/state/state';
import type {ChooseBodies, StateRead} from '../../core/state/store';
import {readContents} from './contents';
import type {Head} from './head';
import {readLate} from './late';
import {readOutlined} from './outlines';
import {type OwnRows, readPages, toRecordRow} from './rows';

/** The lines of a journal, as its rows hold them. */
export async function readJournalLines({run, tables}: OwnRows): Promise<readonly string[]> {
  const rows = await run(`SELECT text FROM ${tables.journal} WHERE project = $1 AND environment = $2 ORDER BY line`);
  return rows.map(({text}) => text ?? '');
}

/** The state that a head stands for; null where nothing is stored. */
async function readStored(rows: OwnRows, head: Head): Promise<StoredState | null> {
  const {root} = head;
  if (root === null) return null;
  return readContents({...head, root}, readPages(rows, 'outline, bodies', toRecordRow), rows.refusals);
}

/** Reads a state for looking: of the bodies those that `choose` names, unless a journal changes records. */
export async function readForLooking(
  rows: OwnRows,
  head: Head,
  kept: OutlineFile | null,
  choose?: ChooseBodies,
): Promise<StateRead<ReadableState>> {
  const {root, isInDoubt} = head;
  const isPlain = root !== null && head.journalLines === 0 && !isInDoubt;
  if (choose !== undefined && isPlain && (await readLate(rows)).creates.length === 0) {
    const stored = await readOutlined(rows, {...head, root}, choose, kept);
    if (stored !== null) return {kind: 'present', stored, journal: NO_JOURNAL};
  }
  return combineRead({...(await readWhole(rows, head)), isInDoubt}, rows.refusals);
}

/** Reads a state with its journal and what came late; `known` is the state where the caller has it. */
export async function readWhole(rows: OwnRows, head: Head, known?: StoredState | null): Promise<Omit<ReadParts, 'isInDoubt'>> {
  const stored = known === undefined ? await readStored(rows, head) : known;
  const journal = await readJournal(rows, head);
  return {stored, journal, late: await readLate(rows)};
}

/** Reads the journal that a head stands for. */
export async function readJournal(rows: OwnRows, head: Head): Promise<JournalContent> {
  return decodeLines(head.journalLines === 0 ? [] : await readJournalLines(rows), head, rows.refusals);
}

/** Reads the lines of a journal, all of which must be there. */
export function decodeLines(lines: readonly string[], {journalLines, journalLast}: Head, refusals: SharedRefusals): JournalContent {
  if (lines.length !== journalLines) throw refusals.journalDamaged(lines.length + 1, `${journalLines} lines should be there`);
  if (lines.length === 0) return NO_JOURNAL;
  const {content, last} = decodeSoundJournal(Buffer.from(lines.map(line => `${line}\n`).join('')), refusals);
  if (last !== journalLast) throw refusals.journalDamaged(lines.length, 'it is not the last one that was written');
  return content;
}
