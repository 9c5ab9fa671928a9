import {decodeSoundJournal} from '../../core/state/format/sound-journal';
import type {JournalContent} from '../../core/state/journal';
import {combineRead, NO_JOURNAL} from '../../core/state/remote/read';
import type {SharedRefusals} from '../../core/state/remote/refusals';
import type {ReadableState, StoredState} from '../../core/state/state';
import type {ChooseBodies, StateRead} from '../../core/state/store';
import type {Run} from './connection';
import {readContents} from './contents';
import type {Head, Owner} from './head';
import {readLate} from './late';
import {readOutlined} from './outlines';
import {readPages, toRecordRow} from './rows';

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
  const isPlain = root !== null && head.journalLines === 0 && !head.isInDoubt;
  if (choose !== undefined && isPlain && (await readLate(run, owner)).creates.length === 0) {
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
  const {creates, upTo} = await readLate(run, owner);
  return {read: combineRead({stored, journal, late: creates, isInDoubt: head.isInDoubt}, refusals), lateUpTo: upTo};
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
