import type {JournaledCreate} from '../../core/state/journal';
import {decodeLate, encodeLate, type LateWork} from '../../core/state/remote/late';
import {toNumber} from './head';
import type {OwnRows} from './rows';

/** Appends what creates came to, for the next holder. The state itself is no longer this run's to change. */
export async function appendLate({run, tables}: OwnRows, holder: string, creates: readonly JournaledCreate[]): Promise<void> {
  const texts = encodeLate(creates);
  if (texts.length === 0) return;
  // A second try after a COMMIT without an answer adds nothing.
  await run(
    `INSERT INTO ${tables.late} (project, environment, holder, text) SELECT $1, $2, $3, t FROM unnest($4::text[]) AS t
     WHERE NOT EXISTS (SELECT FROM ${tables.late} WHERE project = $1 AND environment = $2 AND holder = $3 AND text = t)`,
    holder,
    texts,
  );
}

/** Reads what is there. */
export async function readLate({run, tables}: OwnRows): Promise<LateWork> {
  const rows = await run(`SELECT id, text FROM ${tables.late} WHERE project = $1 AND environment = $2 ORDER BY id`);
  return {creates: decodeLate(rows.map(({text}) => text ?? '')), upTo: toNumber(rows.at(-1)?.['id'])};
}
