import type {JournaledCreate} from '../../core/state/journal';
import {decodeLate, encodeLate} from '../../core/state/remote/late';
import type {Run} from './connection';
import {type Owner, toNumber} from './head';

/** Records that holders appended after they had lost the lock. */
export interface LateWork {
  readonly creates: readonly JournaledCreate[];
  /** The newest row that was read; 0 where there is none. */
  readonly upTo: number;
}

/** Appends what creates came to, for the next holder. The state itself is no longer this run's to change. */
export async function appendLate(
  run: Run,
  {tables, project, environment}: Owner,
  holder: string,
  creates: readonly JournaledCreate[],
): Promise<void> {
  const texts = encodeLate(creates);
  if (texts.length === 0) return;
  // A second try after a COMMIT without an answer adds nothing.
  await run(
    `INSERT INTO ${tables.late} (project, environment, holder, text) SELECT $1, $2, $3, t FROM unnest($4::text[]) AS t
     WHERE NOT EXISTS (SELECT FROM ${tables.late} WHERE project = $1 AND environment = $2 AND holder = $3 AND text = t)`,
    [project, environment, holder, texts],
  );
}

/** Reads what is there. */
export async function readLate(run: Run, {tables, project, environment}: Owner): Promise<LateWork> {
  const rows = await run(`SELECT id, text FROM ${tables.late} WHERE project = $1 AND environment = $2 ORDER BY id`, [project, environment]);
  return {creates: decodeLate(rows.map(({text}) => text ?? '')), upTo: toNumber(rows.at(-1)?.['id'])};
}
