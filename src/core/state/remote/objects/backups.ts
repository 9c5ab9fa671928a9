import type {StoredState} from '../../state';
import {foldBackup} from '../backups';
import type {StateBackup} from '../store';
import {readHead} from './head';
import type {ObjectParts} from './objects';
import {decodeLines, readBases, readStored} from './read';

/** The states that were replaced, newest first. */
export async function listBackups(parts: ObjectParts): Promise<readonly StateBackup[]> {
  const {head} = await readHead(parts);
  return head.backups.map(({version: {serial}, replacedAt, monitors}) => ({serial, replacedAt, monitors}));
}

/** A state that was replaced. */
export async function readBackup(parts: ObjectParts, serial: number): Promise<StoredState> {
  const {head} = await readHead(parts);
  const backup = head.backups.find(({version}) => version.serial === serial);
  const stored = backup === undefined ? null : await readStored(parts, backup);
  if (backup === undefined || stored === null) throw parts.refusals.noBackup(serial);
  const {content} = decodeLines(await readBases(parts, backup.bases), backup.last, parts.refusals);
  return foldBackup(stored, content);
}
