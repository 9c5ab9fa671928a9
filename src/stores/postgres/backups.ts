import {decodeSoundJournal} from '../../core/state/format/sound-journal';
import {foldBackup} from '../../core/state/remote/backups';
import type {StateBackup} from '../../core/state/remote/store';
import type {StoredState} from '../../core/state/state';
import {readContents} from './contents';
import {toNumber} from './head';
import {type OwnRows, toRecordRow} from './rows';

/** The states that were replaced, newest first. */
export async function listBackups({run, tables}: OwnRows): Promise<readonly StateBackup[]> {
  const rows = await run(
    `SELECT serial, replaced_at, monitors FROM ${tables.backups} WHERE project = $1 AND environment = $2 ORDER BY write DESC`,
  );
  return rows.map(({serial, replaced_at, monitors}) => ({
    serial: toNumber(serial),
    replacedAt: replaced_at ?? '',
    monitors: toNumber(monitors),
  }));
}

/** A state that was replaced, made from the one that is there by taking back what each write since then changed. */
export async function readBackup({run, tables, refusals}: OwnRows, serial: number): Promise<StoredState> {
  const [backup] = await run(
    `SELECT write, journal, root, serial, monitors, sum, checksum FROM ${tables.backups}
     WHERE project = $1 AND environment = $2 AND serial = $3 ORDER BY write DESC LIMIT 1`,
    serial,
  );
  if (backup === undefined) throw refusals.noBackup(serial);
  const rows = await run(
    `SELECT key, outline, bodies FROM ${tables.monitors} AS m WHERE project = $1 AND environment = $2
       AND NOT EXISTS (SELECT FROM ${tables.replaced} AS r WHERE r.project = $1 AND r.environment = $2 AND r.key = m.key AND r.write >= $3)
     UNION ALL
     (SELECT DISTINCT ON (key) key, outline, bodies FROM ${tables.replaced} WHERE project = $1 AND environment = $2 AND write >= $3 ORDER BY key, write)`,
    backup['write'] ?? null,
  );
  const summary = {
    root: backup['root'] ?? '',
    serial,
    monitors: toNumber(backup['monitors']),
    sum: backup['sum'] ?? '',
    checksum: backup['checksum'] ?? null,
  };
  const stored = await readContents(summary, [rows.map(toRecordRow)], refusals);
  const {journal} = backup;
  if (journal === null || journal === undefined) return stored;
  return foldBackup(stored, decodeSoundJournal(Buffer.from(`${journal}\n`), refusals).content);
}
