import {foldJournal} from '../../fold';
import type {StoredState} from '../../state';
import type {StateBackup} from '../store';
import {readHead} from './head';
import {decodeLines, type ReadParts, readBases, readStored} from './read';

/** The states that were replaced, newest first. */
export async function listBackups({objects, refusals}: ReadParts): Promise<readonly StateBackup[]> {
  const {head} = await readHead(objects, refusals);
  return head.backups.map(({version: {serial}, replacedAt, monitors}) => ({serial, replacedAt, monitors}));
}

/** A state that was replaced. */
export async function readBackup(parts: ReadParts, serial: number): Promise<StoredState> {
  const {head} = await readHead(parts.objects, parts.refusals);
  const backup = head.backups.find(({version}) => version.serial === serial);
  const stored = backup === undefined ? null : await readStored(parts, backup);
  if (backup === undefined || stored === null) throw parts.refusals.noBackup(serial);
  // Without what the run that replaced it learned, monitors would be created again.
  const {content} = decodeLines(await readBases(parts, backup.bases), backup.last, parts.refusals);
  return {...stored, state: foldJournal(stored.state, content).state};
}
